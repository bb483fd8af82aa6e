"""How much stronger a bot is than its opponents, and how sure that is.

A bot's *share* of a match is its mean over its opponents: 1 for each that it beat, 1/2 for each that it tied with. The
shares of one rotation (the same luck, every bot in every seat) are averaged to one observation, because its matches
depend on each other; rotations do not. From the mean share p the Elo difference to the average opponent follows by
Elo's logistic curve,

    d(p) = 400 log10(p / (1 - p)).

The interval is that of Wilson (1927) for p at the effective number of observations p (1 - p) / s^2, carried through d;
s is the standard error of the mean over the rotations, and in place of 1.96 stands Student's t. Korn and Graubard
(1998, Survey Methodology 24) and Franco et al. (2019, Journal of Survey Statistics and Methodology 7) use this interval
for shares from grouped samples; it never leaves 0 to 1. For n rotations s is taken to be at least 1 / (2 n), as if one
of them had come out half a share differently, so that a few equal results do not look certain. Where a bot won or lost
everything there is no s: then n takes the place of the effective number, and 1.96 stands. Chess engines are compared in
the same way by fishtest and fastchess, with a pair of games from one opening in place of the rotation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance

_NORMAL = NormalDist().inv_cdf(0.975)
_STUDENT = {1: 12.706, 2: 4.303}


@dataclass(frozen=True)
class EloDifference:
    """An estimate in Elo points with the ends of its 95 % interval, any of which may be infinite.

    >>> print(EloDifference(31.4, 12.2, 50.1), "|", EloDifference(math.inf, 240.0, math.inf))
    +31 (+12 to +50) | +inf (+240 to +inf)
    """

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.elo:+.0f} ({self.low:+.0f} to {self.high:+.0f})"


def elo_difference(shares: Sequence[float]) -> EloDifference:
    """The Elo difference that the shares of some rotations show.

    >>> print(elo_difference([0.5, 0.75, 0.5, 1.0, 0.75, 0.5, 0.75, 1.0]))
    +163 (+17 to +309)
    """
    share, low, high = fmean(shares), *share_interval(shares)
    return EloDifference(elo_of(share), elo_of(low), elo_of(high))


def elo_of(share: float) -> float:
    """The Elo difference at which a share is expected; infinite at 0 and 1.

    >>> round(elo_of(0.64)), elo_of(0.5), elo_of(1)
    (100, 0.0, inf)
    """
    if share <= 0 or share >= 1:
        return math.inf if share >= 1 else -math.inf
    return 400 * math.log10(share / (1 - share))


def share_interval(shares: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of the mean share of rotations: all that is possible for a single one.

    >>> share_interval([1.0]), [round(end, 3) for end in share_interval([1.0] * 10)]
    ((0.0, 1.0), [0.722, 1.0])
    """
    n = len(shares)
    if n == 1:
        return 0.0, 1.0
    share = fmean(shares)
    if share == 0:
        return 0.0, _wilson(share, n, _NORMAL)[1]
    if share == 1:
        return _wilson(share, n, _NORMAL)[0], 1.0
    error = max(variance(shares) / n, 1 / (2 * n) ** 2)
    return _wilson(share, share * (1 - share) / error, student(n - 1))


def _wilson(share: float, observations: float, z: float) -> tuple[float, float]:
    scale = 1 + z * z / observations
    middle = (share + z * z / (2 * observations)) / scale
    reach = z / scale * math.sqrt(share * (1 - share) / observations + (z / (2 * observations)) ** 2)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def student(degrees: int) -> float:
    """The 97.5 % point of Student's t, from the first two degrees by table and then by the expansion of Fisher (1925).

    >>> [round(student(degrees), 2) for degrees in (1, 3, 10, 1000)]
    [12.71, 3.16, 2.23, 1.96]
    """
    if degrees in _STUDENT:
        return _STUDENT[degrees]
    z, n = _NORMAL, degrees
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
