"""Folds the results of a ladder, in ladder order, into the history of its ratings.

The store folds with the same function whether a match has just ended or a whole ladder is rebuilt, so both give the
same ratings to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from referee.ladder import elo


class Result(NamedTuple):
    """One finished match as far as ratings care: its number on the ladder, and bot and place of each seat."""

    number: int
    bots: tuple[str, ...]
    places: tuple[int, ...]


class Rating(NamedTuple):
    """What one match made of one bot's rating, in thousandths of a point."""

    number: int
    bot: str
    before: int
    after: int

    @property
    def change(self) -> int:
        """What the bot gained, or lost if it is negative."""
        return self.after - self.before


def fold(results: Iterable[Result], start: Mapping[str, int] = MappingProxyType({})) -> Iterator[Rating]:
    """The rating of every bot after every match it played, match by match, within a match seat by seat.

    `start` holds the ratings before the first of the results; a bot that is not in it starts at `elo.START`.

    >>> history = fold([Result(1, ("ann", "bob"), (1, 2)), Result(2, ("bob", "cy"), (1, 1))], start={"cy": 1_484_000})
    >>> for rating in history:
    ...     print(rating.number, rating.bot, rating.before, rating.after, rating.change)
    1 ann 1500000 1516000 16000
    1 bob 1500000 1484000 -16000
    2 bob 1484000 1484000 0
    2 cy 1484000 1484000 0

    Raises ValueError if the numbers do not increase or one bot holds two seats of a match.
    """
    current = dict(start)
    last: int | None = None
    for result in results:
        if last is not None and result.number <= last:
            raise ValueError(f"match {result.number} of the ladder comes after match {last}")
        if len(set(result.bots)) != len(result.bots):
            raise ValueError(f"a bot holds two seats of match {result.number}: {result.bots!r}")
        last = result.number
        before = [current.get(bot, elo.START) for bot in result.bots]
        for bot, rating, change in zip(result.bots, before, elo.changes(before, result.places), strict=True):
            current[bot] = rating + change
            yield Rating(result.number, bot, before=rating, after=rating + change)
