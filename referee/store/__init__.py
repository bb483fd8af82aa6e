"""The store: tournaments, matches, faults, transcripts and ratings in one SQLite file, through sqlite-utils."""
