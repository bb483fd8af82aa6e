"""Who meets whom in which seats: the schedule of a round-robin tournament, the same each time it is made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb


@dataclass(frozen=True)
class Pairing:
    """One match to be played: its number and its round, both from 0, and the bots in the order of their seats."""

    number: int
    round: int
    players: tuple[str, ...]


@dataclass(frozen=True)
class Schedule:
    """All pairings of a round-robin, made while they are read: each round seats every group of `seats` bots once.

    In `seats` rounds, a cycle, every bot of a group sits once in each seat, after the same neighbour each time; the
    next cycle puts the group in another order, which follows from `key`.

    >>> for pairing in Schedule(("ann", "bob", "cy"), seats=2, rounds=2, key=b"1"):
    ...     print(pairing.number, pairing.round, *pairing.players)
    0 0 bob ann
    1 0 cy ann
    2 0 cy bob
    3 1 ann bob
    4 1 ann cy
    5 1 bob cy
    """

    names: tuple[str, ...]
    seats: int
    rounds: int
    key: bytes

    @property
    def total(self) -> int:
        """How many matches there are, known without making them."""
        return comb(len(self.names), self.seats) * self.rounds

    def __iter__(self) -> Iterator[Pairing]:
        number = 0
        for turn in range(self.rounds):
            for group in combinations(self.names, self.seats):
                cycle, shift = divmod(turn, self.seats)
                order = self._order(group, cycle)
                yield Pairing(number, turn, order[shift:] + order[:shift])
                number += 1

    def _order(self, group: Sequence[str], cycle: int) -> tuple[str, ...]:
        """The group shuffled by key and cycle: sorted by a hash of each name, which no version of Python can change."""

        def rank(name: str) -> bytes:
            return hashlib.sha256(self.key + json.dumps([cycle, group, name]).encode()).digest()

        return tuple(sorted(group, key=rank))
