"""What a game provides to be played: its rules in one edition, and how a match of it ends."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Self

from parlour.core.decision import Decision, Seat
from parlour.core.events import Event
from parlour.core.options import Json
from parlour.core.script import Script
from parlour.core.state import GameState


class BadOption(ValueError):
    """An option of a match that the game does not have or does not allow; `option` names it.

    `expected` says what would be allowed, where the value is at fault.
    """

    def __init__(self, option: str, message: str, *, expected: str = "") -> None:
        super().__init__(f"{option}: {message}")
        self.option = option
        self.message = message
        self.expected = expected or message

    @classmethod
    def unfit(cls, option: str, *, found: Json, expected: str) -> Self:
        """The option has a value that is not allowed.

        >>> print(BadOption.unfit("formula", found=100, expected="60 with 3 seats"))
        formula: expected 60 with 3 seats, found 100
        """
        return cls(option, f"expected {expected}, found {found!r}", expected=expected)


@dataclass(frozen=True)
class Option:
    """A whole number that a match may set, one of `values`: a range, or a few in a tuple.

    >>> Option("months", range(1, 13), 6, "").allowed, Option("formula", (0, 60, 100), 0, "").allowed
    ('1 to 12', '0, 60 or 100')
    """

    name: str
    values: Sequence[int]
    default: int
    meaning: str

    def takes(self, value: Json) -> bool:
        """Whether a match may set it to the value: a whole number, so not to `True`."""
        return type(value) is int and value in self.values

    @property
    def least(self) -> int:
        """The smallest value."""
        return min(self.values)

    @property
    def most(self) -> int:
        """The largest value."""
        return max(self.values)

    @property
    def is_range(self) -> bool:
        """Whether it takes every whole number from `least` to `most`."""
        return self.most - self.least + 1 == len(self.values)

    @property
    def allowed(self) -> str:
        """The values in words."""
        if self.is_range and len(self.values) > 2:
            return f"{self.least} to {self.most}"
        words = [str(value) for value in self.values]
        return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

    @property
    def expected(self) -> str:
        """What a value has to be, in words."""
        return f"a whole number{' from' if self.is_range and len(self.values) > 2 else ','} {self.allowed}"


@dataclass(frozen=True)
class Result:
    """How a match ended: a place for each seat (1 is best, equals share), the scores behind them, and why it ended."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    why: str


def places_by(scores: Sequence[Any]) -> tuple[int, ...]:
    """The place of each score, the highest first; equal scores share a place and the next one is left out.

    >>> places_by([300, 500, 300, 100])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def final_places(places: Sequence[int], forfeited: Sequence[bool]) -> tuple[int, ...]:
    """The places of a match where forfeited seats stand below all others, and among themselves as they did.

    >>> final_places([1, 2, 3, 3], [True, False, False, True])
    (3, 1, 2, 4)
    """
    return places_by([(not out, -place) for out, place in zip(forfeited, places, strict=True)])


class Rules(ABC):
    """A game in one edition: a game's folder subclasses it, and needs no more than what stands below."""

    name: ClassVar[str]
    """The game, as in `payday`."""
    version: ClassVar[str]
    """Changes when the same answers would lead to another game."""
    seats: range
    """How many may play in this edition."""
    options: tuple[Option, ...]
    """What a match may set in this edition."""
    brief: Mapping[str, int] = MappingProxyType({})
    """What a match sets that is to end soon, as for trying out a bot."""
    state: ClassVar[type[GameState]]
    decisions: tuple[type[Decision[Any]], ...]
    """Every kind of question that is asked of a seat in this edition."""
    events: ClassVar[tuple[type[Event], ...]]
    """Every kind of event that is told."""

    def __init__(self, edition_name: str, edition: Any) -> None:
        self.edition_name = edition_name
        self.edition = edition

    @property
    def full_name(self) -> str:
        """Game and edition, as in `payday/2000`."""
        return f"{self.name}/{self.edition_name}"

    def check_options(self, options: Mapping[str, Json], *, seats: int) -> dict[str, int]:
        """The options of a match at a table of so many seats, those left out at their defaults.

        Raises BadOption where the game does not take so many seats, or an option is unknown, no whole number, not among
        its values, or does not go with the others.
        """
        if seats not in self.seats:
            allowed = f"{self.seats[0]} to {self.seats[-1]}"
            raise BadOption("seats", f"{self.name} takes {allowed} seats, found {seats}", expected=f"{allowed} seats")
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(name, f"{self.name} has no such option; it has {', '.join(known) or 'none'}")
        checked = {name: _checked(option, options.get(name, option.default)) for name, option in known.items()}
        self.check_table(seats, checked)
        return checked

    def check_table(self, seats: int, options: Mapping[str, int]) -> None:  # noqa: B027 - most games refuse nothing
        """Refuses options that do not go together, or not with so many seats, by `BadOption.unfit`.

        Each option is already among its values, and all of them are there.
        """

    @abstractmethod
    def setup(self, seats: int, options: Mapping[str, int]) -> GameState:
        """The state before the first turn."""

    def opening(self, state: Any) -> Script | None:
        """The script of what is decided before anybody's first turn, if there is such a thing."""
        return None

    @abstractmethod
    def turn(self, state: Any) -> Script:
        """The script of one turn of `state.active`, which ends by passing the turn on."""

    @abstractmethod
    def is_over(self, state: Any) -> bool:
        """Whether the game has ended; looked at between turns."""

    @abstractmethod
    def result(self, state: Any) -> Result:
        """Places and scores, also of a game that is not over."""

    @abstractmethod
    def view(self, state: Any, seat: Seat) -> dict[str, Json]:
        """What the seat may know, by naming it: the only place where hiding happens for a bot that reads."""

    @abstractmethod
    def mask(self, state: Any, seat: Seat) -> dict[str, Json]:
        """The plain state with all that the seat may not know left out: what `imagine` fills in again."""

    def learned(self, state: Any, seat: Seat) -> Json:
        """What the seat has learned since the turn began that bears on what it cannot see, None if nothing."""
        return None

    @abstractmethod
    def imagine(self, masked: dict[str, Json], seat: Seat, rng: random.Random, learned: Json) -> GameState:
        """A whole state that the seat cannot tell from the true one, its unknown parts at random.

        `masked` is as the turn began, `learned` what the seat has learned since, to be read only. It may keep and
        change `masked`, which is its own. It may raise Implausible where a guess leads nowhere; the caller tries again.
        """

    @abstractmethod
    def totals(self, state: Any) -> dict[str, int]:
        """Sums that no event may change: money with the bank's, cards of each kind."""

    @abstractmethod
    def reach(self) -> dict[tuple[type[Event], str], Collection[Json]]:
        """What random play comes to: for a field of an event, every value it takes (each square, each card)."""


class Implausible(Exception):
    """A guess at hidden facts that does not fit what was seen."""


def _checked(option: Option, value: Json) -> int:
    if type(value) is not int:
        raise BadOption.unfit(option.name, found=value, expected=option.expected)
    if value not in option.values:
        raise BadOption.unfit(option.name, found=value, expected=option.allowed)
    return value
