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
    """What one match made of one bot's rating, in thousandths of a point, and of its record on the ladder.

    `matches`, `wins` (a shared first place is one) and `places`, their sum, are of all its matches so far, this one
    included.
    """

    number: int
    bot: str
    before: int
    after: int
    matches: int
    wins: int
    places: int

    @property
    def change(self) -> int:
        """What the bot gained, or lost if it is negative."""
        return self.after - self.before


def fold(results: Iterable[Result], start: Mapping[str, Rating] = MappingProxyType({})) -> Iterator[Rating]:
    """The rating of every bot after every match it played, match by match, within a match seat by seat.

    `start` holds what the last match before the first of the results made of each bot; one that is not in it has not
    played before, and starts at `elo.START`.

    >>> cy = Rating(0, "cy", before=1_500_000, after=1_484_000, matches=1, wins=0, places=2)
    >>> history = fold([Result(1, ("ann", "bob"), (1, 2)), Result(2, ("bob", "cy"), (1, 1))], start={"cy": cy})
    >>> for rating in history:
    ...     print(rating.number, rating.bot, rating.before, rating.after, rating.change, rating.matches, rating.wins)
    1 ann 1500000 1516000 16000 1 1
    1 bob 1500000 1484000 -16000 1 0
    2 bob 1484000 1484000 0 2 1
    2 cy 1484000 1484000 0 2 1

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
        so_far = [current.get(bot, Rating(0, bot, elo.START, elo.START, 0, 0, 0)) for bot in result.bots]
        changes = elo.changes([each.after for each in so_far], result.places)
        for each, place, change in zip(so_far, result.places, changes, strict=True):
            current[each.bot] = rating = Rating(
                result.number,
                each.bot,
                before=each.after,
                after=each.after + change,
                matches=each.matches + 1,
                wins=each.wins + (place == 1),
                places=each.places + place,
            )
            yield rating
