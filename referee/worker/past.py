"""What matchmaking knows of the last matches of a ladder: who has met whom, and who sat where."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from itertools import combinations


class Past:
    """The last `most` matches of a ladder. A match that is added pushes out the oldest, if there are so many.

    >>> past = Past([("ann", "bob"), ("bob", "ann")], most=2)
    >>> past.add(("ann", "cy"))
    >>> past.meetings[frozenset(("ann", "bob"))], past.seatings["ann", 0], past.seatings["ann", 1]
    (1, 1, 1)
    """

    def __init__(self, tables: Iterable[Sequence[str]], most: int) -> None:
        """`tables` are the bots of each match, seat by seat, the oldest match first."""
        self.meetings: Counter[frozenset[str]] = Counter()
        """How often two bots have met."""
        self.seatings: Counter[tuple[str, int]] = Counter()
        """How often a bot has sat in a seat."""
        self._tables: deque[Sequence[str]] = deque()
        self._most = most
        for players in tables:
            self.add(players)

    def add(self, players: Sequence[str]) -> None:
        """One more match, between these bots in the order of their seats."""
        self._count(players, 1)
        self._tables.append(players)
        if len(self._tables) > self._most:
            self._count(self._tables.popleft(), -1)

    def _count(self, players: Sequence[str], times: int) -> None:
        for pair in combinations(players, 2):
            self.meetings[frozenset(pair)] += times
        for seat, bot in enumerate(players):
            self.seatings[bot, seat] += times
