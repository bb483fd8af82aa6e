"""The engine that knows no game: questions, scripts, luck, events, transcripts, editions."""
