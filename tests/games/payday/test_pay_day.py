"""Pay Day and what comes after the last one: rulings P73 to P86."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.payday.edition import Edition
from parlour.games.payday.events import (
    BillsPaid,
    DealsLost,
    InterestPaid,
    LoanTaken,
    MonthEnded,
    Moved,
    Retired,
    SalaryPaid,
)

Laid = Callable[..., Any]

UNIVERSITY = "Know-It-All University"
NOODLES = "Dipsydoodle Noodles"


@pytest.mark.parametrize(("day", "pips"), [(30, 1), (30, 5), (26, 5), (27, 5)])
def test_nobody_goes_past_pay_day(table: Laid, day: int, pips: int) -> None:
    """[P73] What is left of the roll is lost: the token does not go on from START."""
    played = table(days=[day, 0, 0]).turn(luck=[pips])
    assert played.told(Moved)[0].date == "Wednesday the 31st"
    assert played.state.days[0] == 0


def test_salary_interest_repayment_bills(table: Laid) -> None:
    """[P74] In this order."""
    played = table(cash=[0, 0, 0], loans=[3000, 0, 0], mail=[["Plumber"], [], []])
    played.land("pay_day", say=[("Repay", 1)])
    assert played.order() == ["Moved", "SalaryPaid", "InterestPaid", "LoanRepaid", "BillsPaid", "MonthEnded"]
    assert played.loans_and_cash(0) == (2000, 3500 - 300 - 1000 - 500)


def test_the_salary_is_3500(table: Laid) -> None:
    """[P75]"""
    played = table().land("pay_day")
    assert played.cash == [7000, 3500, 3500]
    assert played.told(SalaryPaid) == [SalaryPaid(0, amount=3500)]


def test_the_interest_is_a_tenth_of_the_loan_as_it_was_on_arrival(table: Laid) -> None:
    """[P76] Neither what is paid back nor what is borrowed for bills counts."""
    played = table(cash=[2000, 0, 0], loans=[4000, 0, 0], mail=[[UNIVERSITY], [], []])
    played.land("pay_day", say=[("Repay", 4)])
    assert played.told(InterestPaid) == [InterestPaid(0, amount=400)]
    assert played.told(LoanTaken) == [LoanTaken(0, amount=4000, loan=4000)]
    assert played.loans_and_cash(0) == (4000, 2000 + 3500 - 400 - 4000 + 4000 - 5000)


def test_who_has_no_loan_pays_no_interest(table: Laid) -> None:
    """[P76]"""
    assert table().land("pay_day").order() == ["Moved", "SalaryPaid", "MonthEnded"]


def test_interest_is_exact(edition: Edition) -> None:
    """[P76] Of every whole thousand."""
    assert edition.loans.unit * edition.loans.interest_percent % 100 == 0


def test_interest_may_be_borrowed_itself(table: Laid) -> None:
    """[P22 P76] 50,000 owed, 3,500 earned: 5,000 are due, which costs no more interest this month."""
    played = table(cash=[0, 0, 0], loans=[50_000, 0, 0]).land("pay_day")
    assert played.loans_and_cash(0) == (52_000, 500)


@pytest.mark.parametrize(("cash", "loan", "most"), [(0, 9000, 2), (20_000, 9000, 9), (600, 9000, 3)], ids=str)
def test_as_much_may_be_paid_back_as_cash_and_loan_allow(table: Laid, cash: int, loan: int, most: int) -> None:
    """[P77] After salary and interest."""
    question = table(cash=[cash, 0, 0], loans=[loan, 0, 0], days=[30, 0, 0]).until("Repay", luck=[1])
    assert list(question.options()) == list(range(most + 1))


def test_who_may_repay_sees_cash_loan_and_bills(table: Laid) -> None:
    """[P77] After salary and interest."""
    played = table(
        active=1, cash=[0, 600, 0], loans=[0, 9000, 0], mail=[[], ["Plumber", "Grammy"], []], days=[0, 30, 0]
    )
    question = played.until("Repay", luck=[1])
    assert question.facts() == {"cash": 600 + 3500 - 900, "loan": 9000, "bills": 500, "unit": 1000}


@pytest.mark.parametrize(
    ("bills", "thousands"), [([], 6), (["Plumber"], 5), ([UNIVERSITY], 1), ([UNIVERSITY, "Dr. Patella"], 0)], ids=str
)
def test_the_cautious_answer_pays_back_all_that_the_bills_leave(table: Laid, bills: list[str], thousands: int) -> None:
    """[P77] With 6,100 in hand and more owed."""
    played = table(cash=[3500, 0, 0], loans=[9000, 0, 0], mail=[bills, [], []], days=[30, 0, 0])
    assert played.until("Repay", luck=[1]).default() == thousands


def test_what_the_bills_are_short_of_is_borrowed(table: Laid) -> None:
    """[P78] 3,500 in hand after the salary, 8,000 due."""
    played = table(cash=[0, 0, 0], mail=[[UNIVERSITY, "Dr. Patella"], [], []]).land("pay_day")
    assert played.order() == ["Moved", "SalaryPaid", "LoanTaken", "BillsPaid", "MonthEnded"]
    assert played.loans_and_cash(0) == (5000, 500)


def test_paid_bills_go_to_the_discards(table: Laid) -> None:
    """[P79]"""
    played = table(mail=[["Plumber", "Vet"], [], []]).land("pay_day")
    assert played.told(BillsPaid) == [BillsPaid(0, cards=["Plumber", "Vet"], amount=900)]
    assert (played.state.mail[0], played.state.mail_deck.discards) == ([], ["Plumber", "Vet"])


def test_the_next_month_starts_from_start(table: Laid) -> None:
    """[P80]"""
    played = table(seats=2, days=[30, 9]).turn(luck=[4])
    assert played.told(MonthEnded) == [MonthEnded(0, month=1, months=2)]
    played.land("sweet_sunday").turn(luck=[2, 1])
    assert played.state.days == [2, 7]


def test_a_month_that_is_not_the_last_leaves_the_deals_alone(table: Laid) -> None:
    """[P81]"""
    assert table(deals=[[NOODLES], [], []]).land("pay_day").state.deals[0] == [NOODLES]


def test_after_the_last_pay_day_unsold_deals_are_discarded(table: Laid) -> None:
    """[P81] When all four steps are done; the others keep theirs."""
    deals = [[NOODLES, "Sahara Safari"], ["Teen Jeans Inc."], []]
    played = table(months_done=[1, 0, 0], cash=[0, 0, 0], loans=[2000, 0, 0], mail=[["Vet"], [], []], deals=deals)
    played.land("pay_day", say=[("Repay", 2)])
    assert played.order()[1:] == [
        *("SalaryPaid", "InterestPaid", "LoanRepaid", "BillsPaid"),
        *("MonthEnded", "DealsLost", "Retired"),
    ]
    assert played.told(DealsLost) == [DealsLost(0, cards=[NOODLES, "Sahara Safari"])]
    assert played.state.deals == [[], ["Teen Jeans Inc."], []]
    assert played.state.deal_deck.discards == [NOODLES, "Sahara Safari"]
    assert played.loans_and_cash(0) == (0, 3500 - 200 - 2000 - 400)


def test_who_has_reached_the_last_pay_day_takes_no_more_turns(table: Laid) -> None:
    """[P82]"""
    played = table(seats=2, months_done=[1, 0]).land("pay_day")
    assert played.told(Retired) == [Retired(0, net_worth=7000)]
    for _ in range(3):
        assert played.state.active == 1
        played.land("sweet_sunday")


def test_each_player_counts_the_own_months(table: Laid) -> None:
    """[P83] Of four players two are done; turns go from one of the others to the other."""
    played = table(seats=4, active=3, months_done=[2, 1, 2, 0])
    actors = []
    for _ in range(3):
        actors.append(played.state.active)
        played.land("sweet_sunday")
    assert actors == [3, 1, 3]
    played.land("pay_day").land("pay_day")
    assert played.state.months_done == [2, 2, 2, 1]
    assert played.state.active == 3


def test_a_retired_token_stands_still(table: Laid) -> None:
    """[P85] While another player plays a whole month, nobody but that player lands anywhere."""
    played = table(seats=2, active=1, months_done=[2, 0])
    for day, luck in [(4, ["Yum Yum Yogurt"]), (7, []), (9, []), (10, []), (14, [])]:
        played.state.days[1] = day - 1
        played.turn(luck=[1, *luck], say=[("BuyDeal", False)] if luck else [])
    assert {event.seat for event in played.told(Moved)} == {1}
    assert played.state.days[0] == 0


def test_a_retired_player_pays_no_more_interest(table: Laid) -> None:
    """[P86] And is offered no loan; the other's Pay Day is the other's."""
    played = table(seats=2, active=1, months_done=[2, 0], loans=[5000, 0]).land("pay_day")
    assert played.state.loans == [5000, 0]
    assert {question.seat for question in played.asked} == {1}
