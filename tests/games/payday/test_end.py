"""The end: rulings P87 to P92."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.payday.rules import PayDay

Laid = Callable[..., Any]


def test_the_game_is_over_when_all_have_completed_the_months(table: Laid) -> None:
    """[P87]"""
    played = table(seats=2, months_done=[1, 1]).land("pay_day")
    assert not played.over
    assert played.land("pay_day").over


def test_net_worth_is_cash_less_loan(rules: PayDay, table: Laid) -> None:
    """[P88] No bill is left when it is counted."""
    played = table(seats=2, months_done=[1, 2], loans=[4000, 0], mail=[["Plumber", "Vet"], []])
    played.land("pay_day", say=[("Repay", 0)])
    assert played.over
    assert played.state.mail == [[], []]
    assert rules.result(played.state).scores == (3500 + 3500 - 400 - 900 - 4000, 3500)


@pytest.mark.parametrize(
    ("cash", "places"),
    [([5000, 9000, 100], (2, 1, 3)), ([7000, 7000, 100], (1, 1, 3)), ([900, 100, 100], (1, 2, 2))],
    ids=str,
)
def test_the_highest_net_worth_wins_and_equals_share(
    rules: PayDay, table: Laid, cash: list[int], places: tuple[int, ...]
) -> None:
    """[P89]"""
    result = rules.result(table(cash=cash).state)
    assert (result.places, result.scores) == (places, tuple(cash))


def test_the_result_says_why(rules: PayDay, table: Laid) -> None:
    """[P89 P90]"""
    assert rules.result(table(cash=[5000, 9000, 100]).state).why == "The highest net worth, $9,000, is that of seat 1."
    assert rules.result(table(cash=[900, 900, 100]).state).why == (
        "The highest net worth, $900, is that of seat 0 and seat 1."
    )
    assert rules.result(table(cash=[0, 900, 0], loans=[9000, 5000, 7000]).state).why == (
        "All ended in debt; seat 1 owes the least, $4,100."
    )
    assert rules.result(table(cash=[0, 0, 0], loans=[5000, 5000, 7000]).state).why == (
        "All ended in debt; seat 0 and seat 1 owe the least, $5,000 each."
    )


def test_who_ends_with_nothing_is_not_in_debt(rules: PayDay, table: Laid) -> None:
    """[P88 P90] A net worth of nothing wins like any other."""
    result = rules.result(table(cash=[2000, 0, 0], loans=[2000, 1000, 0]).state)
    assert (result.places, result.scores) == ((1, 3, 1), (0, -1000, 0))
    assert result.why == "The highest net worth, $0, is that of seat 0 and seat 2."


def test_among_debtors_the_smallest_debt_wins(rules: PayDay, table: Laid) -> None:
    """[P90]"""
    result = rules.result(table(cash=[0, 900, 0], loans=[9000, 5000, 7000]).state)
    assert result.places == (3, 1, 2)
    assert result.scores == (-9000, -4100, -7000)


def test_equal_debts_share_a_place(rules: PayDay, table: Laid) -> None:
    """[P89 P90]"""
    assert rules.result(table(cash=[0, 0, 0], loans=[5000, 5000, 7000]).state).places == (1, 1, 3)


def test_what_is_left_on_the_jackpot_is_nobodys(rules: PayDay, table: Laid) -> None:
    """[P91]"""
    played = table(seats=2, months=1, months_done=[0, 1], jackpot=5000).land("pay_day")
    assert played.over
    assert rules.result(played.state).scores == (7000, 3500)
    assert played.jackpot == 5000


def test_everything_but_the_order_of_the_piles_is_open(rules: PayDay, table: Laid) -> None:
    """[P92] The view of one seat says what every seat has, and is the view of every other seat."""
    state = table(
        seats=2,
        cash=[1200, 300],
        loans=[2000, 0],
        days=[7, 12],
        months_done=[1, 0],
        jackpot=450,
        mail=[["Vet", "Hot Springs"], []],
        deals=[[], ["Yum Yum Yogurt"]],
        mail_discards=["Grammy", "Cat's Meow"],
        deal_discards=["Sahara Safari"],
    ).state
    assert rules.view(state, 0) == {
        "you": 0,
        "active": 0,
        "months": 2,
        "jackpot": 450,
        "seats": [
            {
                "cash": 1200,
                "loan": 2000,
                "net_worth": -800,
                "day": 7,
                "months_done": 1,
                "retired": False,
                "mail": ["Vet", "Hot Springs"],
                "bills": 400,
                "deals": [],
            },
            {
                "cash": 300,
                "loan": 0,
                "net_worth": 300,
                "day": 12,
                "months_done": 0,
                "retired": False,
                "mail": [],
                "bills": 0,
                "deals": [{"card": "Yum Yum Yogurt", "cost": 5000, "value": 9000}],
            },
        ],
        "mail_pile": 44,
        "mail_discards": ["Grammy", "Cat's Meow"],
        "deal_pile": 22,
        "deal_discards": ["Sahara Safari"],
    }
    assert {**rules.view(state, 1), "you": 0} == rules.view(state, 0)


def test_the_order_in_which_cards_came_does_not_show_in_a_pile(rules: PayDay, table: Laid) -> None:
    """[P5 P92] Piles made of discards that came in different orders are the same."""
    left, right = (
        table(mail_pile=[], mail_discards=cards).land("mail", luck=["Vet"]).state.mail_deck.pile
        for cards in (["Vet", "Plumber", "Cable TV"], ["Cable TV", "Vet", "Plumber"])
    )
    assert left == right == ["Cable TV", "Plumber"]


def test_a_view_is_not_the_state_itself(rules: PayDay, table: Laid) -> None:
    """[P92] Who changes a view changes nothing."""
    state = table(seats=2, mail=[["Vet"], []], deals=[["Yum Yum Yogurt"], []], mail_discards=["Grammy"]).state
    before = state.freeze()
    view: Any = rules.view(state, 0)
    view["seats"][0]["mail"].clear()
    view["seats"][0]["deals"][0]["value"] = 0
    view["mail_discards"].clear()
    view["deal_discards"].append("Vet")
    assert state.freeze() == before
    assert rules.edition.deal["Yum Yum Yogurt"].value == 9000
