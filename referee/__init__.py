"""The referee: plays matches between bots, records them and keeps the ladder."""
