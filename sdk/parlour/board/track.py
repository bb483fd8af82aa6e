"""The track that tokens walk along, space by space.

>>> week = Track.line(6, stops={6})
>>> week.walk(2, 3), week.walk(4, 5)
((3, 4, 5), (5, 6))
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True)
class Track:
    """Numbered spaces: `following[i]` is the one after space i, and a token that enters one of `stops` stays there."""

    following: tuple[int, ...]
    stops: frozenset[int]

    @classmethod
    def line(cls, last: int, *, stops: Collection[int]) -> Self:
        """The spaces 0 to `last` in a row; the last one has to be a stop, since nothing follows it."""
        if last not in stops:
            raise ValueError(f"space {last} ends the line, so it must be a stop")
        return cls((*range(1, last + 1), last), frozenset(stops))

    def walk(self, start: int, pips: int, first: int | None = None) -> tuple[int, ...]:
        """The spaces that a token enters on a move, in order: it comes to rest on the last of them.

        `first` is the space entered first where the token turns off the way that it would follow.
        """
        entered = []
        space = start
        for step in range(pips):
            space = self.following[space] if step or first is None else first
            entered.append(space)
            if space in self.stops:
                break
        return tuple(entered)
