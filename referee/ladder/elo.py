"""Elo for a match of two to six seats: how far each place moves a rating.

Every two seats of a match are one small game: the seat placed better took the point, equal places share it, and
K/(n-1) times (score - expected score) changes hands. With two seats this is chess Elo. A forfeited seat is nothing
special here: its place already says what it lost.

A rating is an integer of thousandths of a point, so 1500 points are 1_500_000. What two seats exchange is cut towards
zero to such an integer once, then given to one and taken from the other. Hence for any ratings and places

- the changes of a match add up to exactly zero;
- the order in which the seats are listed does not touch the last digit;
- between any two seats points go to the one placed better, never the other way;
- equals who tie exchange nothing;
- no match moves a rating by more than K points.

Nobody placed lower gains more than a seat above it if there are two seats, or if the seat above was not the higher
rated of the two before the match. It is not so in general: a favourite gains little by winning, and with three seats
an outsider placed second may gain more.

>>> changes([2_000_000, 1_000_000, 2_000_000], [1, 2, 3])
(8050, 15899, -23949)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

START = 1_500_000
"""The rating of a bot that has not played yet, in thousandths of a point."""

K = 32
"""The points that a match can move at most."""


def expected(a: int, b: int) -> float:
    """The share of the point that a seat rated `a` is expected to take from a seat rated `b`.

    It is computed from the higher rated seat, whose share is 0.5 or more; one minus such a float is exact, so the two
    shares add up to exactly one and no difference of ratings overflows.

    >>> expected(1_500_000, 1_500_000)
    0.5
    >>> round(expected(1_900_000, 1_500_000), 4)
    0.9091
    """
    if a < b:
        return 1 - expected(b, a)
    return 1 / (1 + 10 ** ((b - a) / 400_000))


def changes(ratings: Sequence[int], places: Sequence[int], k: int = K) -> tuple[int, ...]:
    """How many thousandths of a point each seat gains or loses, in the order of the seats; place 1 is best.

    >>> changes([1_500_000, 1_500_000], [1, 2])
    (16000, -16000)
    >>> changes([1_500_000, 1_500_000, 1_500_000], [1, 1, 3])
    (8000, 8000, -16000)

    Raises ValueError for fewer than two seats or if there is not one place for each rating.
    """
    seats = len(ratings)
    if seats < 2 or seats != len(places):
        raise ValueError(f"a match has a rating and a place for each of two seats or more: {ratings!r}, {places!r}")
    gained = [0] * seats
    for one, other in combinations(range(seats), 2):
        score = 0.5 + (places[one] < places[other]) / 2 - (places[one] > places[other]) / 2
        surprise = score - expected(ratings[one], ratings[other])
        exchanged = int(1000 * k * surprise / (seats - 1))
        gained[one] += exchanged
        gained[other] -= exchanged
    return tuple(gained)
