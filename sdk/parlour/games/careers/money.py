"""Dealings with the Paymaster: salaries, rounding, payments that must be made, and notes that fall due.

Cash is always a multiple of the smallest change, since the Paymaster takes the loss both ways.
"""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.games.careers.dealings import NotePaid
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import Paid, Received, SalaryChanged, SalaryCollected
from parlour.games.careers.scoring import look_for_winner
from parlour.games.careers.state import CareersState, Note


def due_to_bank(e: Edition, amount: int) -> int:
    """What is paid of an amount for which there is no exact change: it is rounded down.  [C10 C26]"""
    return amount - amount % e.cash.change


def due_from_bank(e: Edition, amount: int) -> int:
    """What the bank pays of an amount for which there is no exact change: it is rounded up.  [C10 C27]"""
    return amount + -amount % e.cash.change


def percent_of(e: Edition, amount: int, percent: int) -> int:
    """So many per cent of an amount, as the bank can take it.  [C26 C28]"""
    return due_to_bank(e, amount * percent // 100)


# --- salaries -------------------------------------------------------------------------------------------------------


def collect_salary(g: CareersState, e: Edition, seat: Seat, times: int) -> None:
    """Collect the salary so many times, and pay what is owed out of it in the same moment.  [C24 C27 C142 C143]"""
    amount = due_from_bank(e, g.salary[seat] * times)
    g.money.collect(g.side(seat), amount)
    g.kept[g.side(seat)] = 0
    g.tell(SalaryCollected(seat, amount=amount, times=times))
    for note in g.notes_of(g.side(seat)):
        pay_note(g, seat, note, g.cash(seat))
    look_for_winner(g, e)


def change_salary(g: CareersState, seat: Seat, salary: int) -> None:
    """From the next Payday on the salary is another.  [C47 C48 C49]"""
    g.salary[seat] = salary
    g.tell(SalaryChanged(seat, salary=salary))


# --- notes ----------------------------------------------------------------------------------------------------------


def pay_note(g: CareersState, seat: Seat, note: Note, most: int) -> None:
    """Pay a note as far as the money goes; the rest is carried on.  [C143 C145]"""
    amount = min(note.amount, most)
    if not amount:
        return
    left = note.amount - amount
    g.money.give(payer=note.debtor, payee=note.holder, amount=amount)
    index = [each[0] for each in g.notes].index(note.number)
    if left:
        g.notes[index] = [*note[:-1], left]
    else:
        del g.notes[index]
    g.tell(NotePaid(seat, number=note.number, holder=note.holder, amount=amount, left=left))


# --- payments and windfalls -----------------------------------------------------------------------------------------


def pay(g: CareersState, seat: Seat, amount: int, what: str) -> None:
    """Pay the bank what is there to be paid.  [C9 C167]"""
    if amount:
        g.money.pay(g.side(seat), amount)
        g.tell(Paid(seat, amount=amount, what=what))


def receive(g: CareersState, seat: Seat, amount: int, what: str) -> None:
    """The bank pays the seat.  [C9]"""
    g.money.collect(g.side(seat), amount)
    g.tell(Received(seat, amount=amount, what=what))
