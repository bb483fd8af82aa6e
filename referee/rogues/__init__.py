"""Bots that misbehave in one named way each, so that a referee can be tried before anybody else tries it."""
