"""Pay Day: the four steps at the end of a month, and what follows the last of them."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Seat
from parlour.games.payday.cards import amount_due, bills_of, lose_deals
from parlour.games.payday.edition import START, Edition
from parlour.games.payday.events import (
    BillsPaid,
    DealsLost,
    InterestPaid,
    LoanRepaid,
    MonthEnded,
    Retired,
    SalaryPaid,
)
from parlour.games.payday.loans import pay_bank
from parlour.games.payday.state import PayDayState


@dataclass(frozen=True)
class Repay(Decision[int]):
    """How many thousands of your loan to pay back; your bills are due right after.

    The cautious answer is all that leaves enough for the bills: a loan costs interest and cash earns none.  [P25 P77]
    """

    cash: int
    loan: int
    bills: int
    unit: int

    def options(self) -> range:
        return range(min(self.cash, self.loan) // self.unit + 1)

    def default(self) -> int:
        return max(0, min(self.cash - self.bills, self.loan) // self.unit)


async def pay_day(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Salary, interest, repayment, bills, and the month is over.  [P74]"""
    collect_salary(g, e, seat)
    pay_interest(g, e, seat)
    await repay(g, e, seat)
    pay_bills(g, e, seat)
    end_month(g, seat)
    if g.is_retired(seat):
        retire(g, seat)


def collect_salary(g: PayDayState, e: Edition, seat: Seat) -> None:
    """The bank pays the monthly salary.  [P75]"""
    g.money.collect(seat, e.money.salary)
    g.tell(SalaryPaid(seat, amount=e.money.salary))


def pay_interest(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Pay the bank its share of the loan as it was on arrival.  [P23 P76]"""
    if not g.loans[seat]:
        return
    interest = g.loans[seat] * e.loans.interest_percent // 100
    pay_bank(g, e, seat, interest)
    g.tell(InterestPaid(seat, amount=interest))


async def repay(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Pay back as many thousands as the player likes; this is the only time for it.  [P24 P25 P77]"""
    units = await Repay(
        seat,
        cash=g.money.cash[seat],
        loan=g.loans[seat],
        bills=amount_due(g, e, seat),
        unit=e.loans.unit,
        because="you reached Pay Day",
    )
    if not units:
        return
    amount = units * e.loans.unit
    g.money.pay(seat, amount)
    g.loans[seat] -= amount
    g.tell(LoanRepaid(seat, amount=amount, loan=g.loans[seat]))


def pay_bills(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Pay all bills to the bank and put all mail on the discards.  [P38 P39 P43 P78 P79]"""
    bills, due = bills_of(g, e, seat), amount_due(g, e, seat)
    pay_bank(g, e, seat, due)
    for card in g.mail[seat]:
        g.mail_deck.discard(card)
    g.mail[seat].clear()
    if bills:
        g.tell(BillsPaid(seat, cards=bills, amount=due))


def end_month(g: PayDayState, seat: Seat) -> None:
    """Count the player's own month and put the token back on START.  [P80 P83]"""
    g.days[seat] = START
    g.months_done[seat] += 1
    g.tell(MonthEnded(seat, month=g.months_done[seat], months=g.months))


def retire(g: PayDayState, seat: Seat) -> None:
    """After the last month unsold Deals are discarded, and the player waits for the others.  [P50 P81 P82]"""
    if lost := lose_deals(g, seat):
        g.tell(DealsLost(seat, cards=lost))
    g.tell(Retired(seat, net_worth=g.net_worth(seat)))
