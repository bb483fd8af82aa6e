"""The table of a tournament: what each bot made of its finished matches, and who stands before whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple


class SeatResult(NamedTuple):
    """How a finished match went for one seat."""

    bot: str
    place: int
    faults: int
    strikes: int
    forfeited: bool


@dataclass(frozen=True)
class Standing:
    """One line of the table.

    `points` are per match: 1 for each seat placed below, half for each that shares the place. `wins` counts shared
    first places too. `mean_place` is None before the first match.
    """

    rank: int
    bot: str
    matches: int
    points: float
    wins: int
    mean_place: float | None
    faults: int
    strikes: int
    forfeits: int


@dataclass
class _Sum:
    """What one bot has gathered; `halves` are half points, so that sums are exact."""

    matches: int = 0
    halves: int = 0
    wins: int = 0
    places: int = 0
    faults: int = 0
    strikes: int = 0
    forfeits: int = 0

    @property
    def merit(self) -> tuple[Fraction, Fraction, Fraction]:
        """Points per match, then wins per match, then the better mean place; equal merits share a rank."""
        played = self.matches or 1
        return Fraction(self.halves, played), Fraction(self.wins, played), -Fraction(self.places, played)


def table(bots: Iterable[str], matches: Iterable[Sequence[SeatResult]]) -> tuple[Standing, ...]:
    """The standings of all bots after the matches, in whatever order these ended; each match gives all its seats.

    Ranked by points per match, then wins per match, then mean place; bots equal in all three share a rank and stand in
    the order of their names. Bots without a match come last.
    """
    sums = {bot: _Sum() for bot in bots}
    for seats in matches:
        for seat in seats:
            _add(sums[seat.bot], seat, [other.place for other in seats])
    ranking = sorted(sums, key=lambda bot: (not sums[bot].matches, *(-part for part in sums[bot].merit), bot))
    standings: list[Standing] = []
    for position, bot in enumerate(ranking, start=1):
        above = standings[-1] if standings else None
        shares = above and sums[above.bot].merit == sums[bot].merit
        standings.append(_standing(above.rank if above and shares else position, bot, sums[bot]))
    return tuple(standings)


def _add(total: _Sum, seat: SeatResult, places: Sequence[int]) -> None:
    below = sum(place > seat.place for place in places)
    beside = places.count(seat.place) - 1
    total.matches += 1
    total.halves += 2 * below + beside
    total.wins += seat.place == 1
    total.places += seat.place
    total.faults += seat.faults
    total.strikes += seat.strikes
    total.forfeits += seat.forfeited


def _standing(rank: int, bot: str, total: _Sum) -> Standing:
    played = total.matches or 1
    return Standing(
        rank=rank,
        bot=bot,
        matches=total.matches,
        points=total.halves / (2 * played),
        wins=total.wins,
        mean_place=total.places / total.matches if total.matches else None,
        faults=total.faults,
        strikes=total.strikes,
        forfeits=total.forfeits,
    )
