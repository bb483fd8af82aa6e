"""PayDay: get through the months with a salary, bills, Deals and loans."""

from parlour.games.payday.rules import TITLE

__all__ = ["TITLE"]
