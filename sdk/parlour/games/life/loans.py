"""Loans of the bank, which every payment that needs them brings by itself, and payments."""

from __future__ import annotations

from parlour.board.money import units_short
from parlour.core.decision import Seat
from parlour.games.life.edition import Edition
from parlour.games.life.money_events import LoanRepaid, LoanTaken, Paid, Received
from parlour.games.life.state import LifeState

BANK: Seat = -1


def borrow(g: LifeState, e: Edition, seat: Seat, count: int) -> None:
    """Take so many loan notes; each brings its sum from the bank.  [L126]"""
    if count:
        g.notes[seat] += count
        g.money.collect(seat, count * e.loans.note)
        g.tell(LoanTaken(seat, count=count, amount=count * e.loans.note, notes=g.notes[seat]))


def repay(g: LifeState, e: Edition, seat: Seat, count: int) -> None:
    """Repay so many notes out of the cash, with interest.  [L129]"""
    g.notes[seat] -= count
    g.money.pay(seat, count * e.loans.repay)
    g.tell(LoanRepaid(seat, count=count, amount=count * e.loans.repay, notes=g.notes[seat]))


def raise_cash(g: LifeState, e: Edition, seat: Seat, price: int) -> None:
    """Borrow the fewest notes with which the seat can pay the price, if any are needed.  [L101 L127 L130]"""
    borrow(g, e, seat, units_short(g.cash(seat), price, e.loans.note))


def pay_bank(g: LifeState, e: Edition, seat: Seat, amount: int, what: str) -> None:
    """Pay the bank, with loans where the cash is too short.  [L130]"""
    raise_cash(g, e, seat, amount)
    g.money.pay(seat, amount)
    g.tell(Paid(seat, amount=amount, payee=BANK, what=what))


def pay_seat(g: LifeState, e: Edition, *, payer: Seat, payee: Seat, amount: int, what: str) -> None:
    """Pay another player, with loans where the cash is too short.  [L130]"""
    raise_cash(g, e, payer, amount)
    g.money.give(payer=payer, payee=payee, amount=amount)
    g.tell(Paid(payer, amount=amount, payee=payee, what=what))


def pay_career(g: LifeState, e: Edition, seat: Seat, amount: int, career: str, what: str) -> None:
    """Pay who holds a career, else the bank; who holds it pays nothing.  [L58 L66 L67]"""
    holder = g.career.index(career) if career and career in g.career else BANK
    if holder == BANK:
        pay_bank(g, e, seat, amount, what)
    elif holder != seat:
        pay_seat(g, e, payer=seat, payee=holder, amount=amount, what=what)


def receive(g: LifeState, seat: Seat, amount: int, what: str) -> None:
    """The bank pays a seat.  [L57]"""
    g.money.collect(seat, amount)
    g.tell(Received(seat, amount=amount, what=what))
