"""What is told of money in a game of Life: pay, payments, loans, stocks and policies; each prints as one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.board.money import money
from parlour.core.decision import Seat
from parlour.core.events import Event
from parlour.core.wording import counted


@dataclass(frozen=True)
class PayDay(Event):
    """A seat collected its salary.  [L47]"""

    seat: Seat
    amount: int

    def __str__(self) -> str:
        return f"Pay Day: seat {self.seat} collects {money(self.amount)}."


@dataclass(frozen=True)
class Received(Event):
    """The bank paid a seat.  [L57]"""

    seat: Seat
    amount: int
    what: str

    def __str__(self) -> str:
        return f"Seat {self.seat} gets {money(self.amount)} for {self.what}."


@dataclass(frozen=True)
class Paid(Event):
    """A seat paid the bank, which is payee -1, or another seat.  [L58]"""

    seat: Seat
    amount: int
    payee: Seat
    what: str

    def __str__(self) -> str:
        to = "the bank" if self.payee < 0 else f"seat {self.payee}"
        return f"Seat {self.seat} pays {to} {money(self.amount)} for {self.what}."


@dataclass(frozen=True)
class Covered(Event):
    """A policy covered what a seat would have had to pay.  [L110]"""

    seat: Seat
    policy: str
    amount: int
    what: str

    def __str__(self) -> str:
        return f"Seat {self.seat} has {self.policy} insurance for {self.what}, {money(self.amount)}."


@dataclass(frozen=True)
class LoanTaken(Event):
    """A seat took loan notes; `notes` is how many it has now.  [L126]"""

    seat: Seat
    count: int
    amount: int
    notes: int

    def __str__(self) -> str:
        return f"Seat {self.seat} borrows {money(self.amount)} and now has {counted(self.notes, 'loan note')}."


@dataclass(frozen=True)
class LoanRepaid(Event):
    """A seat repaid loan notes with interest; `notes` is how many are left.  [L129 L132]"""

    seat: Seat
    count: int
    amount: int
    notes: int

    def __str__(self) -> str:
        repaid = counted(self.count, "loan note")
        return f"Seat {self.seat} repays {repaid} for {money(self.amount)} and has {self.notes} left."


@dataclass(frozen=True)
class DividendPaid(Event):
    """A number was spun that a seat has the stock of.  [L117]"""

    seat: Seat
    number: int
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.seat} gets {money(self.amount)} for its stock {self.number}."


@dataclass(frozen=True)
class StockTaken(Event):
    """A seat took a stock, for its price or for nothing.  [L115 L118]"""

    seat: Seat
    number: int
    price: int

    def __str__(self) -> str:
        return f"Seat {self.seat} takes stock {self.number} for {money(self.price)}."


@dataclass(frozen=True)
class StockLost(Event):
    """A seat gave a stock back.  [L119]"""

    seat: Seat
    number: int

    def __str__(self) -> str:
        return f"Seat {self.seat} loses stock {self.number}."


@dataclass(frozen=True)
class PolicyBought(Event):
    """A seat bought insurance.  [L108 L109]"""

    seat: Seat
    policy: str
    price: int

    def __str__(self) -> str:
        return f"Seat {self.seat} buys {self.policy} insurance for {money(self.price)}."


@dataclass(frozen=True)
class CommissionPaid(Event):
    """The Salesperson was paid for what another seat bought.  [L74]"""

    seat: Seat
    buyer: Seat
    amount: int

    def __str__(self) -> str:
        return f"Seat {self.seat} gets {money(self.amount)} for what seat {self.buyer} has bought."
