"""Careers: earn fame, happiness and money in eight occupations, after a secret formula of your own."""

from parlour.games.careers.rules import TITLE

__all__ = ["TITLE"]
