"""Pieces that roll-and-move games share: a track of spaces, decks of cards, money."""
