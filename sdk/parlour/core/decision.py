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
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, TypeVar

from parlour.core.options import Json, admits, describe

A = TypeVar("A")

Seat = int
"""A place at the table, from 0; seats act in this order, to the left."""

LUCK: Seat = -1
"""The seat that answers for dice and cards."""


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
        """What the question is about, as JSON: the fields beside seat and because."""
        return {
            name: list(value) if type(value) is tuple else value
            for name, value in vars(self).items()
            if name not in ("seat", "because")
        }

    def check(self, answer: Json) -> None:
        """Raises IllegalAnswer where the answer is none of the options."""
        options = self.options()
        if not admits(options, answer):
            found = repr(answer)
            found = found if len(found) <= 60 else f"{found[:57]}..."
            raise IllegalAnswer(self.seat, f"{found} is no answer to {self.kind}: expected {describe(options)}")

    def __await__(self) -> Generator[Any, Any, A]:
        answer: A = yield self
        return answer


class Everyone:
    """Asks several seats at once; they answer in any order and none sees another's answer first.

    Awaiting it gives {seat: answer} in seat order, whatever the order in which the answers came. Raises ValueError
    where a question is filed under another seat than it asks, or asks luck.
    """

    __slots__ = ("decisions",)

    def __init__(self, decisions: Mapping[Seat, Decision[Any]]) -> None:
        self.decisions = {seat: decisions[seat] for seat in sorted(decisions)}
        for seat, decision in self.decisions.items():
            if decision.asked != seat:
                raise ValueError(f"{decision} does not ask seat {seat}")

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
class Draw(Chance[A]):
    """One of the cards whose order nobody knows; with `private`, only the drawing seat may know which."""

    cards: tuple[A, ...] = ()
    private: bool = False

    @property
    def seen_by(self) -> tuple[Seat, ...] | None:
        return (self.seat,) if self.private else None

    def options(self) -> tuple[A, ...]:
        return self.cards

    def sample(self, below: Callable[[int], int]) -> A:
        return self.cards[below(len(self.cards))]
