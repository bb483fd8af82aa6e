"""What is told of cards, bumping, bargains and notes; each prints as one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.board.bargain import Bundle, in_words
from parlour.board.money import money
from parlour.core.decision import Seat
from parlour.core.events import Event
from parlour.core.wording import listed

# --- cards ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OpportunityDrawn(Event):
    """A seat drew an Opportunity Card, which lies face up.  [C117]"""

    seat: Seat
    card: str

    def __str__(self) -> str:
        return f"Seat {self.seat} draws the Opportunity Card {self.card}."


@dataclass(frozen=True)
class OpportunityReturned(Event):
    """A card that nobody can use any more went back under the deck.  [C114]"""

    seat: Seat
    card: str

    def __str__(self) -> str:
        return f"Seat {self.seat} lays {self.card} under the deck, since nobody can use it, and draws again."


@dataclass(frozen=True)
class ExperienceDrawn(Event):
    """A seat drew Experience Cards; `known` are those that everybody knew to lie on top.  [C117]"""

    seat: Seat
    count: int
    known: list[int]

    def __str__(self) -> str:
        return f"Seat {self.seat} draws {self.count} Experience Card{'s' * (self.count > 1)}."


@dataclass(frozen=True)
class ExperienceSeen(Event):
    """Which Experience Cards were drawn; only their side is told.  [C117]"""

    seat: Seat
    values: list[int]

    def __str__(self) -> str:
        return f"Seat {self.seat} has drawn {listed([str(value) for value in self.values])}."


@dataclass(frozen=True)
class NothingDrawn(Event):
    """A deck had no card left to draw.  [C5 C114]"""

    seat: Seat
    deck: str

    def __str__(self) -> str:
        return f"Seat {self.seat} finds no {self.deck} Card to draw."


# --- bargains -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bumped(Event):
    """A seat was bumped to Unemployment by another.  [C121]"""

    seat: Seat
    by: Seat

    def __str__(self) -> str:
        return f"Seat {self.by} bumps seat {self.seat} to Unemployment."


@dataclass(frozen=True)
class LetStay(Event):
    """A seat may stay where another has landed.  [C121]"""

    seat: Seat
    by: Seat

    def __str__(self) -> str:
        return f"Seat {self.by} lets seat {self.seat} stay."


@dataclass(frozen=True)
class Traded(Event):
    """A bargain was settled: `seat` gave one thing to `partner` and got the other.  [C138]"""

    seat: Seat
    partner: Seat
    gave: Bundle
    got: Bundle

    def __str__(self) -> str:
        return f"Seat {self.seat} gives seat {self.partner} ({in_words(self.gave)}) and gets ({in_words(self.got)})."


@dataclass(frozen=True)
class OfferLapsed(Event):
    """An offer came to nothing, since somebody has no longer what it names.  [C133 C136]"""

    seat: Seat
    partner: Seat

    def __str__(self) -> str:
        return f"The offer of seat {self.seat} to seat {self.partner} has lapsed."


@dataclass(frozen=True)
class NoteIssued(Event):
    """A side promised another a sum, due when it next collects salary.  [C141]"""

    debtor: Seat
    holder: Seat
    number: int
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.debtor} owes seat {self.holder} {money(self.amount)} by note {self.number}."


@dataclass(frozen=True)
class NotePassed(Event):
    """A note went to another holder.  [C144]"""

    number: int
    holder: Seat

    def __str__(self) -> str:
        return f"Note {self.number} is now held by seat {self.holder}."


@dataclass(frozen=True)
class NoteCancelled(Event):
    """A note is worth nothing any more: its debtor got it back, or somebody went bankrupt.  [C144 C154]"""

    number: int
    why: str

    def __str__(self) -> str:
        return f"Note {self.number} is cancelled: {self.why}."


@dataclass(frozen=True)
class NotePaid(Event):
    """A debtor paid a note, or a part of it; `left` is still owed.  [C143 C145]"""

    seat: Seat
    holder: Seat
    number: int
    amount: int
    left: int

    def __str__(self) -> str:
        return f"Seat {self.seat} pays {money(self.amount)} of note {self.number} to seat {self.holder}."
