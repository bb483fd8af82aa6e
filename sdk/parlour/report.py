"""The results of a run of the arena, as numbers and as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from parlour.core.wording import ordinal
from parlour.estimate import EloDifference, elo_difference


@dataclass(frozen=True)
class Played:
    """One match: which bot sat in each seat, the place and score of each seat, and how many questions were asked."""

    seating: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    questions: int

    def share(self, bot: int) -> float:
        """The bot's mean over its seats and opponents: 1 for each that it beat, 1/2 for each that it tied with.

        >>> [round(Played((0, 1, 2), (1, 2, 2), (9, 4, 4), 30).share(bot), 2) for bot in range(3)]
        [1.0, 0.25, 0.25]
        """
        placed = list(zip(self.seating, self.places, strict=True))
        return fmean(
            ((own < others) - (own > others) + 1) / 2
            for each, own in placed
            for other, others in placed
            if each == bot != other
        )

    def places_of(self, bot: int) -> list[int]:
        """The places of the bot's seats."""
        return [place for each, place in zip(self.seating, self.places, strict=True) if each == bot]


@dataclass(frozen=True)
class Line:
    """How one bot did."""

    name: str
    places: tuple[int, ...]
    """How often it came first, second, and so on."""
    mean_place: float
    mean_score: float
    share: float
    """Its points: the mean over its opponents of 1 for each it beat and 1/2 for each it tied with."""
    elo: EloDifference
    """How much stronger it is than its opponents on average."""
    by_seat: tuple[float, ...]
    """Its mean place in each seat."""


@dataclass(frozen=True)
class Report:
    """How the bots of a run did; `str()` of it is the tables."""

    game: str
    seed: int
    seats: int
    rotation: int
    """How many matches have the same luck."""
    matches: int
    questions: int
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, game: str, seed: int, names: Sequence[str], rotation: int, played: Sequence[Played]) -> Report:
        """The report on all matches of a run, in order."""
        return cls(
            game=game,
            seed=seed,
            seats=len(played[0].seating),
            rotation=rotation,
            matches=len(played),
            questions=sum(match.questions for match in played),
            lines=tuple(_line(name, bot, rotation, played) for bot, name in enumerate(names)),
        )

    def __str__(self) -> str:
        places = [["bot", *map(ordinal, range(1, self.seats + 1)), "mean place", "mean score", "points", "Elo (95 %)"]]
        seats = [["mean place in seat", *map(str, range(self.seats))]]
        for line in self.lines:
            means = [f"{line.mean_place:.2f}", f"{line.mean_score:,.0f}", f"{line.share:.1%}", str(line.elo)]
            places.append([line.name, *map(str, line.places), *means])
            seats.append([line.name, *(f"{place:.2f}" for place in line.by_seat)])
        rotations = f"{self.matches // self.rotation:,} times the same luck with the bots in every seat"
        head = f"{self.game}, {self.matches:,} matches of {self.seats} seats: {rotations}, seed {self.seed}"
        return "\n".join([head, "", *table(places), "", *table(seats)])


def _line(name: str, bot: int, rotation: int, played: Sequence[Played]) -> Line:
    seats = range(len(played[0].seating))
    shares = [match.share(bot) for match in played]
    rotations = [fmean(shares[start : start + rotation]) for start in range(0, len(shares), rotation)]
    places = [place for match in played for place in match.places_of(bot)]
    return Line(
        name=name,
        places=tuple(places.count(place) for place in range(1, len(seats) + 1)),
        mean_place=fmean(places),
        mean_score=fmean(match.scores[seat] for match in played for seat in seats if match.seating[seat] == bot),
        share=fmean(shares),
        elo=elo_difference(rotations),
        by_seat=tuple(fmean(match.places[seat] for match in played if match.seating[seat] == bot) for seat in seats),
    )


def table(rows: Iterable[Sequence[str]]) -> list[str]:
    """The rows as lines of text: the first column to the left, the others to the right.

    >>> for line in table([["bot", "1st"], ["greedy", "12"]]): print(line)
    bot     1st
    greedy   12
    """
    rows = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines
