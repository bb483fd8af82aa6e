"""The ladder: what the results of matches do to the ratings of bots, as pure functions."""
