"""The Game of Life: a career or college, a family, a house and a fortune, along one winding road."""

from parlour.games.life.rules import TITLE

__all__ = ["TITLE"]
