"""What can happen in a game of Careers; each prints as one sentence. Only the values of drawn cards are told to few."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.board.bargain import CounterMade, OfferMade, OfferRefused
from parlour.board.money import money
from parlour.core.decision import Seat
from parlour.core.events import Event
from parlour.core.wording import listed
from parlour.games.careers.dealings import (
    Bumped,
    ExperienceDrawn,
    ExperienceSeen,
    LetStay,
    NoteCancelled,
    NoteIssued,
    NotePaid,
    NotePassed,
    NothingDrawn,
    OfferLapsed,
    OpportunityDrawn,
    OpportunityReturned,
    Traded,
)

# --- the beginning --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FormulasChosen(Event):
    """Every side has written down its formula.  [C20 C21]"""

    total: int

    def __str__(self) -> str:
        return f"Everybody has a success formula of {self.total} points."


@dataclass(frozen=True)
class FirstThrown(Event):
    """Some seats threw to see who plays first.  [C11]"""

    seats: list[Seat]
    throws: list[int]

    def __str__(self) -> str:
        throws = [f"seat {seat} throws {pips}" for seat, pips in zip(self.seats, self.throws, strict=True)]
        return f"For the first turn {listed(throws)}."


# --- moving ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TurnLost(Event):
    """A seat lost its turn.  [C35]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} loses this turn."


@dataclass(frozen=True)
class Thrown(Event):
    """A seat threw the dice; `dice` has the pips of each.  [C37 C38]"""

    seat: Seat
    dice: list[int]

    def __str__(self) -> str:
        return f"Seat {self.seat} throws {listed([str(pips) for pips in self.dice])}."


@dataclass(frozen=True)
class ExperiencePlayed(Event):
    """A seat played an Experience Card in place of a throw.  [C39]"""

    seat: Seat
    value: int

    def __str__(self) -> str:
        return f"Seat {self.seat} plays an Experience Card of {self.value}."


@dataclass(frozen=True)
class OpportunityPlayed(Event):
    """A seat played an Opportunity Card; `target` is the space it moves to.  [C100]"""

    seat: Seat
    card: str
    target: str

    def __str__(self) -> str:
        return f"Seat {self.seat} plays the Opportunity Card {self.card} and moves to {self.target}."


@dataclass(frozen=True)
class Moved(Event):
    """A seat's token came to another space; `name` is what is written there.  [C40]"""

    seat: Seat
    space: int
    name: str

    def __str__(self) -> str:
        return f"Seat {self.seat} is on {self.name}."


@dataclass(frozen=True)
class Sent(Event):
    """A seat was sent to a corner, directly.  [C42]"""

    seat: Seat
    to_corner: str
    why: str

    def __str__(self) -> str:
        return f"Seat {self.seat} goes to {self.to_corner}: {self.why}."


@dataclass(frozen=True)
class Stayed(Event):
    """A seat did not leave the corner it is in.  [C86 C91 C98]"""

    seat: Seat
    corner: str

    def __str__(self) -> str:
        return f"Seat {self.seat} stays in {self.corner}."


@dataclass(frozen=True)
class Retired(Event):
    """A seat retired to the holiday corner.  [C156]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} retires for a holiday."


# --- occupations ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entered(Event):
    """A seat entered an occupation; `by` is the requirement that it met, and `fee` what it paid.  [C55 C56]"""

    seat: Seat
    occupation: str
    by: str
    fee: int

    def __str__(self) -> str:
        price = f"for {money(self.fee)}" if self.fee else f"by {self.by}"
        return f"Seat {self.seat} enters {self.occupation} {price}."


@dataclass(frozen=True)
class Completed(Event):
    """A seat completed an occupation, for the `times`-th time.  [C67]"""

    seat: Seat
    occupation: str
    times: int

    def __str__(self) -> str:
        return f"Seat {self.seat} completes {self.occupation}; that makes {self.times}."


@dataclass(frozen=True)
class Graduated(Event):
    """A seat left College with a degree.  [C72]"""

    seat: Seat
    degree: str

    def __str__(self) -> str:
        return f"Seat {self.seat} graduates from College: {self.degree}."


@dataclass(frozen=True)
class LosesNextTurn(Event):
    """A seat will lose its next turn.  [C35]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} will lose its next turn."


# --- points and money -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PointsChanged(Event):
    """A side's stars and hearts changed by so much; `has_stars` and `has_hearts` are the new totals.  [C22]"""

    seat: Seat
    stars: int
    hearts: int
    has_stars: int
    has_hearts: int
    why: str

    def __str__(self) -> str:
        changes = [f"{n:+} {what}" for n, what in ((self.stars, "stars"), (self.hearts, "hearts")) if n]
        return f"Seat {self.seat}: {listed(changes) or 'no points'} for {self.why}."


@dataclass(frozen=True)
class SalaryCollected(Event):
    """A seat collected its salary, so many times over.  [C43 C44]"""

    seat: Seat
    amount: int
    times: int

    def __str__(self) -> str:
        return f"Seat {self.seat} collects {money(self.amount)} of salary."


@dataclass(frozen=True)
class SalaryChanged(Event):
    """A seat has another salary.  [C47]"""

    seat: Seat
    salary: int

    def __str__(self) -> str:
        return f"The salary of seat {self.seat} is now {money(self.salary)}."


@dataclass(frozen=True)
class Paid(Event):
    """A seat paid the bank.  [C9]"""

    seat: Seat
    amount: int
    what: str

    def __str__(self) -> str:
        return f"Seat {self.seat} pays {money(self.amount)} for {self.what}."


@dataclass(frozen=True)
class Received(Event):
    """The bank paid a seat.  [C9]"""

    seat: Seat
    amount: int
    what: str

    def __str__(self) -> str:
        return f"Seat {self.seat} gets {money(self.amount)} for {self.what}."


@dataclass(frozen=True)
class DoctorPaid(Event):
    """A seat paid the Doctor to leave the Hospital.  [C88]"""

    seat: Seat
    doctor: Seat
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.seat} pays {money(self.amount)} to the Doctor, seat {self.doctor}."


# --- ends -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WentBankrupt(Event):
    """A side gave up all it had and starts over again; `experience` are the cards that it turned in.  [C150]"""

    seat: Seat
    forced: bool
    cash: int
    opportunity: list[str]
    experience: list[int]

    def __str__(self) -> str:
        return f"Seat {self.seat} {'must go' if self.forced else 'goes'} bankrupt and starts over again from Payday."


@dataclass(frozen=True)
class FormulaMet(Event):
    """A side has met its formula and wins.  [C171]"""

    seat: Seat
    formula: list[int]
    points: list[int]

    def __str__(self) -> str:
        return f"Seat {self.seat} has met its success formula and wins!"


@dataclass(frozen=True)
class FormulasRevealed(Event):
    """The game is over and all formulas are shown: stars, hearts and thousands of dollars of each.  [C179]"""

    formulas: list[list[int]]

    def __str__(self) -> str:
        each = [f"seat {side} had {'/'.join(map(str, formula))}" for side, formula in enumerate(self.formulas)]
        return f"The formulas: {listed(each)}."


EVENTS: tuple[type[Event], ...] = (
    FormulasChosen,
    FirstThrown,
    TurnLost,
    Thrown,
    ExperiencePlayed,
    OpportunityPlayed,
    Moved,
    Sent,
    Stayed,
    Retired,
    Entered,
    Completed,
    Graduated,
    LosesNextTurn,
    PointsChanged,
    SalaryCollected,
    SalaryChanged,
    Paid,
    Received,
    DoctorPaid,
    OpportunityDrawn,
    OpportunityReturned,
    ExperienceDrawn,
    ExperienceSeen,
    NothingDrawn,
    Bumped,
    LetStay,
    OfferMade,
    CounterMade,
    OfferRefused,
    Traded,
    OfferLapsed,
    NoteIssued,
    NotePassed,
    NoteCancelled,
    NotePaid,
    WentBankrupt,
    FormulaMet,
    FormulasRevealed,
)
"""All the kinds of events, in the order of this file."""
