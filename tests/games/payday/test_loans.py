"""Loans: rulings P17 to P25 as far as they hold on any day; Pay Day's part of them is in test_pay_day.py."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.decision import IllegalAnswer
from parlour.core.game import Game
from parlour.core.luck import Scripted
from parlour.games.payday.edition import Edition
from parlour.games.payday.events import InterestPaid, LoanRepaid, LoanTaken

Laid = Callable[..., Any]


def test_who_lacks_the_money_for_a_deal_gets_it_from_the_bank(table: Laid) -> None:
    """[P17]"""
    played = table(cash=[3500, 0, 0]).land("deal", luck=["Sahara Safari"], say=[("BuyDeal", True)])
    assert played.loans_and_cash(0) == (6000, 0)


def test_a_loan_is_offered_before_every_own_roll(table: Laid) -> None:
    """[P18] Nothing borrowed is the default; the money is there before the die is cast."""
    played = table()
    question = played.until("Borrow")
    assert (question.seat, question.default()) == (0, 0)
    played.turn(luck=[2, 1], borrow=3)
    assert played.order() == ["LoanTaken", "Moved", "SweepstakesWon"]
    assert played.until("Borrow").seat == 1


def test_who_is_offered_a_loan_sees_what_there_is_and_what_is_owed(table: Laid) -> None:
    """[P18 P19]"""
    question = table(active=1, cash=[0, 1200, 0], loans=[0, 4000, 0]).until("Borrow")
    assert question.facts() == {"cash": 1200, "loan": 4000, "unit": 1000, "most": 20}


def test_a_question_offers_20_thousands_at_most(edition: Edition, table: Laid) -> None:
    """[P18]"""
    assert list(table().until("Borrow").options()) == list(range(21))
    assert edition.loans.most_units_at_once == 20


@pytest.mark.parametrize("answer", [-1, 21, 0.5, "1", True])
def test_loans_are_whole_thousands(answer: object) -> None:
    """[P19] Nothing but a whole number of them can be asked for."""
    game = Game.new("payday", seats=2, luck=Scripted([]))
    with pytest.raises(IllegalAnswer):
        game.answer(0, answer)
    assert game.state.loans == [0, 0]


def test_the_new_total_takes_the_place_of_the_old(table: Laid) -> None:
    """[P19 P20] 4,000 and 3,000 more."""
    played = table(loans=[4000, 0, 0]).turn(luck=[2, 1], borrow=3)
    assert played.loans_and_cash(0) == (7000, 3500 + 3000 + 1000)
    assert played.told(LoanTaken) == [LoanTaken(0, amount=3000, loan=7000)]


def test_the_total_of_loans_has_no_limit(table: Laid) -> None:
    """[P21] Who owes a million may borrow as much as anybody."""
    played = table(loans=[1_000_000, 0, 0]).turn(luck=[2, 1], borrow=20)
    assert played.state.loans[0] == 1_020_000


@pytest.mark.parametrize(
    ("cash", "loan", "left"), [(0, 1000, 800), (199, 1000, 999), (200, 0, 0), (201, 0, 1)], ids=str
)
def test_who_must_pay_borrows_the_fewest_thousands(table: Laid, cash: int, loan: int, left: int) -> None:
    """[P22] A fun day of 200; nothing is asked."""
    played = table(cash=[cash, 0, 0]).land("fun_day")
    assert played.loans_and_cash(0) == (loan, left)


@pytest.mark.parametrize(
    ("space", "luck"),
    [
        ("mail", ["Grammy"]),
        ("fun_day", []),
        ("buy_groceries", []),
        ("family_casino_night", [2]),
        ("yard_sale", ["Sahara Safari", 5]),
    ],
)
def test_every_forced_payment_of_the_mover_may_be_borrowed(table: Laid, space: str, luck: list[Any]) -> None:
    """[P22]"""
    played = table(cash=[0, 3500, 3500]).land(space, luck=luck)
    assert played.state.loans == [1000, 0, 0]


@pytest.mark.parametrize(("space", "luck"), [("happy_birthday", []), ("charity_walk", [6])])
def test_every_forced_payment_of_the_others_may_be_borrowed(table: Laid, space: str, luck: list[Any]) -> None:
    """[P22]"""
    played = table(cash=[0, 0, 3500]).land(space, luck=luck)
    assert played.state.loans == [0, 1000, 0]


@pytest.mark.parametrize("loan", [1000, 37000])
def test_a_pay_day_costs_a_tenth_of_the_loan(table: Laid, loan: int) -> None:
    """[P23]"""
    played = table(loans=[loan, 0, 0], cash=[20000, 0, 0]).land("pay_day", say=[("Repay", 0)])
    assert played.told(InterestPaid) == [InterestPaid(0, amount=loan // 10)]


def test_a_loan_is_paid_back_on_pay_day_only(table: Laid) -> None:
    """[P24] Landing anywhere else with a loan and the cash for it asks no such question."""
    days = [day.space for day in table().rules.edition.calendar.days]
    for space in ("sweet_sunday", "fun_day", "happy_birthday", "found_a_buyer"):
        assert space in days
        assert table(loans=[2000, 0, 0], cash=[9000, 9000, 9000]).land(space).state.loans == [2000, 0, 0]


@pytest.mark.parametrize("thousands", [1, 2, 5])
def test_a_loan_is_paid_back_in_part_or_whole(table: Laid, thousands: int) -> None:
    """[P25]"""
    played = table(loans=[5000, 0, 0], cash=[9000, 0, 0]).land("pay_day", say=[("Repay", thousands)])
    assert played.state.loans[0] == 5000 - 1000 * thousands
    assert played.told(LoanRepaid) == [LoanRepaid(0, amount=1000 * thousands, loan=5000 - 1000 * thousands)]
