"""Loans of the bank: the ones that players ask for, and the ones that payments force on them.

Every payment but a repayment, which is never more than the cash, goes through here, so that nobody ever pays what is
not there.
"""

from __future__ import annotations

from dataclasses import dataclass

from parlour.board.money import units_short
from parlour.core.decision import Decision, Seat
from parlour.games.payday.edition import Edition
from parlour.games.payday.events import LoanTaken
from parlour.games.payday.state import PayDayState


@dataclass(frozen=True)
class Borrow(Decision[int]):
    """How many thousands to borrow from the bank before you roll; none is always allowed.

    The bank asks again on the next turn, so the limit is of one question only.  [P18 P19 P21]
    """

    cash: int
    loan: int
    unit: int
    most: int

    def options(self) -> range:
        return range(self.most + 1)

    def default(self) -> int:
        return 0


async def offer_loan(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Before each own roll a player may take a loan.  [P18]"""
    loans = e.loans
    units = await Borrow(
        seat,
        cash=g.money.cash[seat],
        loan=g.loans[seat],
        unit=loans.unit,
        most=loans.most_units_at_once,
        because="your turn begins",
    )
    borrow(g, e, seat, units)


def borrow(g: PayDayState, e: Edition, seat: Seat, units: int) -> None:
    """The bank pays out so many thousands, and the record gets the new total.  [P12 P19 P20]"""
    if not units:
        return
    amount = units * e.loans.unit
    g.money.collect(seat, amount)
    g.loans[seat] += amount
    g.tell(LoanTaken(seat, amount=amount, loan=g.loans[seat]))


def raise_cash(g: PayDayState, e: Edition, seat: Seat, price: int) -> None:
    """Borrow the fewest thousands with which the seat can pay the price, if any are needed.  [P17 P22 P86]"""
    if g.money.cash[seat] < price:
        borrow(g, e, seat, units_short(g.money.cash[seat], price, e.loans.unit))


def pay_bank(g: PayDayState, e: Edition, seat: Seat, amount: int) -> None:
    """Pay the bank, on credit where the cash is too short.  [P10 P22]"""
    raise_cash(g, e, seat, amount)
    g.money.pay(seat, amount)


def pay_jackpot(g: PayDayState, e: Edition, seat: Seat, amount: int) -> None:
    """Put money on the Jackpot, on credit where the cash is too short.  [P22]"""
    raise_cash(g, e, seat, amount)
    g.money.stake(seat, amount)


def pay_seat(g: PayDayState, e: Edition, *, payer: Seat, payee: Seat, amount: int) -> None:
    """Pay another player, on credit where the cash is too short.  [P22]"""
    raise_cash(g, e, payer, amount)
    g.money.give(payer=payer, payee=payee, amount=amount)
