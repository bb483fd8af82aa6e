"""What can happen in a game of Life; each prints as one sentence, and all of them are for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.board.money import money
from parlour.core.decision import Seat
from parlour.core.events import Event
from parlour.core.wording import counted, listed
from parlour.games.life.money_events import (
    CommissionPaid,
    Covered,
    DividendPaid,
    LoanRepaid,
    LoanTaken,
    Paid,
    PayDay,
    PolicyBought,
    Received,
    StockLost,
    StockTaken,
)

# --- the way ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OrderSpun(Event):
    """Some seats spun to see who begins.  [L16 L17]"""

    seats: list[Seat]
    numbers: list[int]

    def __str__(self) -> str:
        spins = [f"seat {seat} spins {number}" for seat, number in zip(self.seats, self.numbers, strict=True)]
        return f"For the first turn {listed(spins)}."


@dataclass(frozen=True)
class CareerBegun(Event):
    """A seat skipped college and starts a career.  [L20]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} starts a career."


@dataclass(frozen=True)
class WentToCollege(Event):
    """A seat went to college.  [L25]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} goes to college."


@dataclass(frozen=True)
class TuitionPaid(Event):
    """A student paid tuition, all of it borrowed.  [L26]"""

    seat: Seat
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.seat} pays {money(self.amount)} of tuition."


@dataclass(frozen=True)
class Spun(Event):
    """A seat spun a number.  [L36]"""

    seat: Seat
    number: int

    def __str__(self) -> str:
        return f"Seat {self.seat} spins {self.number}."


@dataclass(frozen=True)
class Moved(Event):
    """A car came to rest on a space.  [L39]"""

    seat: Seat
    space: int
    name: str
    kind: str

    def __str__(self) -> str:
        return f"Seat {self.seat} is on {self.space}, {self.name}."


@dataclass(frozen=True)
class MissesNextTurn(Event):
    """A seat will miss its next turn.  [L31]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} will miss its next turn."


@dataclass(frozen=True)
class TurnMissed(Event):
    """A seat missed its turn.  [L31]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} misses this turn."


# --- jobs -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsDrawn(Event):
    """A seat drew cards to choose from, for all to see.  [L151]"""

    seat: Seat
    cards: list[str | int]

    def __str__(self) -> str:
        return f"Seat {self.seat} draws {listed([str(card) for card in self.cards])}."


@dataclass(frozen=True)
class CareerTaken(Event):
    """A seat has another career.  [L53]"""

    seat: Seat
    career: str

    def __str__(self) -> str:
        return f"Seat {self.seat} is now {self.career}."


@dataclass(frozen=True)
class SalaryTaken(Event):
    """A seat has another salary.  [L53]"""

    seat: Seat
    salary: int

    def __str__(self) -> str:
        return f"The salary of seat {self.seat} is now {money(self.salary)}."


@dataclass(frozen=True)
class JobLost(Event):
    """A seat lost its job.  [L86]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} loses its job."


@dataclass(frozen=True)
class SalariesTraded(Event):
    """Two seats traded salaries.  [L88]"""

    seat: Seat
    partner: Seat
    gets: int
    gives: int

    def __str__(self) -> str:
        return f"Seat {self.seat} trades {money(self.gives)} for the {money(self.gets)} of seat {self.partner}."


# --- family and homes -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Married(Event):
    """A seat got married.  [L90]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} gets married."


@dataclass(frozen=True)
class ChildrenBorn(Event):
    """A seat had children; `children` is how many are in the car now.  [L92 L94]"""

    seat: Seat
    born: int
    children: int

    def __str__(self) -> str:
        return f"Seat {self.seat} has {counted(self.born, 'child', 'children')} more, and {self.children} in the car."


@dataclass(frozen=True)
class HomeBought(Event):
    """A seat bought a house.  [L100 L105]"""

    seat: Seat
    deed: str
    price: int

    def __str__(self) -> str:
        return f"Seat {self.seat} buys {self.deed} for {money(self.price)}."


@dataclass(frozen=True)
class HomeSold(Event):
    """A seat sold its house to the bank.  [L103 L133]"""

    seat: Seat
    deed: str
    price: int

    def __str__(self) -> str:
        return f"Seat {self.seat} sells {self.deed} for {money(self.price)}."


# --- LIFE tiles -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TileTaken(Event):
    """A seat took a LIFE tile; `left` are still on the pile.  [L121]"""

    seat: Seat
    left: int

    def __str__(self) -> str:
        return f"Seat {self.seat} takes a LIFE tile and leaves {self.left}."


@dataclass(frozen=True)
class TileStolen(Event):
    """A seat took a LIFE tile from another.  [L123]"""

    seat: Seat
    victim: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} takes a LIFE tile from seat {self.victim}."


@dataclass(frozen=True)
class NoTile(Event):
    """There was no LIFE tile for a seat to take.  [L125]"""

    seat: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} finds no LIFE tile to take."


# --- the end ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsReturned(Event):
    """A seat gave back career and salary.  [L134]"""

    seat: Seat
    career: str
    salary: int

    def __str__(self) -> str:
        return f"Seat {self.seat} gives back {self.career} and {money(self.salary)}."


@dataclass(frozen=True)
class Retired(Event):
    """A seat retired.  [L137]"""

    seat: Seat
    home: str

    def __str__(self) -> str:
        return f"Seat {self.seat} retires to {self.home}."


@dataclass(frozen=True)
class ReservedTilesGiven(Event):
    """The richest at Millionaire Estates got the reserved tiles.  [L144 L145]"""

    seats: list[Seat]
    each: int

    def __str__(self) -> str:
        richest = listed([f"seat {seat}" for seat in self.seats])
        return f"The richest at Millionaire Estates, {richest}: {counted(self.each, 'more LIFE tile')} each."


@dataclass(frozen=True)
class TilesTurnedUp(Event):
    """A seat's LIFE tiles were turned up.  [L147]"""

    seat: Seat
    values: list[int]

    def __str__(self) -> str:
        return f"The LIFE tiles of seat {self.seat} are worth {money(sum(self.values))}."


EVENTS: tuple[type[Event], ...] = (
    OrderSpun,
    CareerBegun,
    WentToCollege,
    TuitionPaid,
    Spun,
    Moved,
    MissesNextTurn,
    TurnMissed,
    PayDay,
    Received,
    Paid,
    Covered,
    LoanTaken,
    LoanRepaid,
    DividendPaid,
    StockTaken,
    StockLost,
    PolicyBought,
    CommissionPaid,
    CardsDrawn,
    CareerTaken,
    SalaryTaken,
    JobLost,
    SalariesTraded,
    Married,
    ChildrenBorn,
    HomeBought,
    HomeSold,
    TileTaken,
    TileStolen,
    NoTile,
    CardsReturned,
    Retired,
    ReservedTilesGiven,
    TilesTurnedUp,
)
"""All the kinds of events, in the order of this file."""
