"""Who may answer a question, over HTTP or in process, and what it costs to fail."""
