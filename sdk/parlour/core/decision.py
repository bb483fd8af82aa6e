"""The questions that rule scripts await: decisions of seats, and luck, which answers questions too.

A decision is asked by awaiting it. Its answer is plain JSON, one of `options()`.

>>> @dataclass(frozen=True)
... class Stake(Decision[int]):
...     '''How many units to put on one throw; none is always allowed.'''
...     most: int
...     def options(self): return range(self.most + 1)
...     def default(self): return 0
>>> stake = Stake(seat=1, most=3, because="you landed on the casino")
>>> stake.kind, stake.prompt, stake.facts()
('Stake', 'How many units to put on one throw; none is always allowed.', {'most': 3})
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields
from functools import cache
from itertools import product
from typing import Any, Final, Generic, TypeVar

from parlour.core.options import Json, admits, has_choice, misfit

A = TypeVar("A")

Seat = int
"""A place at the table, from 0; seats act in this order, to the left."""

LUCK: Seat = -1
"""The seat that answers for dice and cards."""

NOT_TOLD: Final = {"told": False}
"""For a field of a decision that `facts` leaves out: `field(metadata=NOT_TOLD)`."""


class IllegalAnswer(Exception):
    """An answer that the rules refuse; the game is as it was.

    `seat` is who gave it and `reason` says why, in words for the bot's owner.
    """

    def __init__(self, seat: Seat, reason: str) -> None:
        super().__init__(f"seat {seat}: {reason}")
        self.seat = seat
        self.reason = reason


@dataclass(frozen=True)
class Decision(Generic[A]):
    """A question to one seat. The first line of a subclass's docstring is the prompt that bots are shown.

    `because` says what led to the question, in words. Further fields are facts that the asked seat may know, as JSON.
    """

    seat: Seat
    _: KW_ONLY
    because: str = ""

    def options(self) -> Sequence[A]:
        """All answers that the rules allow, never none, as a lazy sequence of core.options."""
        raise NotImplementedError

    def default(self) -> A:
        """The cautious answer, played for a seat that fails to answer."""
        raise NotImplementedError

    @property
    def seen_by(self) -> tuple[Seat, ...] | None:
        """Who may know the answer besides the asked seat; None is everyone."""
        return None

    @property
    def always_asked(self) -> bool:
        """Whether it is asked even when it has one option, since others could read something from its absence."""
        return False

    @property
    def asked(self) -> Seat:
        """The seat that answers."""
        return self.seat

    @property
    def kind(self) -> str:
        """The name of the question, the same in every game it occurs in."""
        return type(self).__name__

    @property
    def prompt(self) -> str:
        """The question in one sentence, without the number of the ruling that a docstring may end with."""
        return (type(self).__doc__ or self.kind).strip().splitlines()[0].partition("  [")[0]

    def facts(self) -> dict[str, Json]:
        """What the question is about, as JSON: the fields beside seat, because and those marked NOT_TOLD."""
        values = self.__dict__
        names = told_fields(type(self))  # type: ignore[arg-type]  # a class is hashable
        return {name: list(value) if type(value := values[name]) is tuple else value for name in names}

    def check(self, answer: Json) -> None:
        """Raises IllegalAnswer where the answer is none of the options."""
        options = self.options()
        if not admits(options, answer):
            found = repr(answer)
            found = found if len(found) <= 60 else f"{found[:57]}..."
            raise IllegalAnswer(self.seat, f"{found} is no answer to {self.kind}: {misfit(options, answer)}")

    def __await__(self) -> Generator[Any, Any, A]:
        answer: A = yield self
        return answer


@cache
def told_fields(kind: Any) -> tuple[str, ...]:
    """The names of a kind of question's facts, in the order of its fields."""
    return tuple(
        field.name
        for field in fields(kind)
        if field.name not in ("seat", "because") and field.metadata.get("told", True)
    )


class Everyone:
    """Asks several seats at once; they answer in any order and none sees another's answer first.

    Awaiting it gives {seat: answer} in seat order, whatever the order in which the answers came. Raises ValueError
    where a question is filed under another seat than it asks, or asks luck.
    """

    __slots__ = ("_open", "decisions")

    def __init__(self, decisions: Mapping[Seat, Decision[Any]]) -> None:
        self.decisions = {seat: decisions[seat] for seat in sorted(decisions)}
        for seat, decision in self.decisions.items():
            if decision.asked != seat:
                raise ValueError(f"{decision} does not ask seat {seat}")
        self._open: dict[Seat, Decision[Any]] | None = None

    @property
    def open(self) -> Mapping[Seat, Decision[Any]]:
        """The members that are asked, in seat order: those that have a choice or are always asked."""
        if self._open is None:
            self._open = {
                seat: decision
                for seat, decision in self.decisions.items()
                if decision.always_asked or has_choice(decision.options())
            }
        return self._open

    def __await__(self) -> Generator[Any, Any, dict[Seat, Any]]:
        answers: dict[Seat, Any] = yield self
        return answers


@dataclass(frozen=True)
class Chance(Decision[A]):
    """A question to luck on behalf of a seat; `purpose` keeps the luck of one use apart from every other."""

    purpose: str = ""

    @property
    def asked(self) -> Seat:
        return LUCK

    def default(self) -> A:
        raise TypeError("luck has no default: it always answers")

    def sample(self, below: Callable[[int], int]) -> A:
        """An answer with its proper weight; `below(n)` gives a whole number from 0 to n - 1, each equally likely."""
        raise NotImplementedError


@dataclass(frozen=True)
class Roll(Chance[int]):
    """The pips of the dice, added up."""

    dice: int = 1
    sides: int = 6

    def options(self) -> range:
        return range(self.dice, self.dice * self.sides + 1)

    def sample(self, below: Callable[[int], int]) -> int:
        if self.dice == 1:
            return 1 + below(self.sides)
        return sum(1 + below(self.sides) for _ in range(self.dice))


@dataclass(frozen=True)
class Throw(Chance[list[int]]):
    """The pips of each die, in a list; up to four dice."""

    dice: int = 2
    sides: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.dice <= MOST_DICE:
            raise ValueError(f"a throw shows 1 to {MOST_DICE} dice, found {self.dice}; a Roll adds up any number")

    def options(self) -> tuple[list[int], ...]:
        return _throws(self.dice, self.sides)

    def sample(self, below: Callable[[int], int]) -> list[int]:
        return [1 + below(self.sides) for _ in range(self.dice)]


MOST_DICE: Final = 4


@cache
def _throws(dice: int, sides: int) -> tuple[list[int], ...]:
    return tuple(map(list, product(range(1, sides + 1), repeat=dice)))


@dataclass(frozen=True)
class Draw(Chance[A]):
    """One of the cards whose order nobody knows; only the seats in `known_to` may know which, None is everyone."""

    cards: tuple[A, ...] = ()
    known_to: tuple[Seat, ...] | None = None

    @property
    def seen_by(self) -> tuple[Seat, ...] | None:
        return self.known_to

    def options(self) -> tuple[A, ...]:
        return self.cards

    def sample(self, below: Callable[[int], int]) -> A:
        return self.cards[below(len(self.cards))]
