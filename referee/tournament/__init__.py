"""Tournaments: the file that describes one, who meets whom, the bots it starts, and the table it ends in."""
