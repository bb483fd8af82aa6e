"""The wire between referee and bot: its messages, their schemas and their signatures."""
