"""Unemployment: rulings C91 to C96 there and C85, and notes E and G of the rulebooks."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from parlour.games.careers.events import Completed, Paid, SalaryCollected, Sent, Stayed, Thrown

Laid = Callable[..., Any]

UNEMPLOYMENT = 16
THROWS = [[first, second] for first, second in product(range(1, 7), repeat=2)]
DOUBLES = [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]]
SENDING = ["business 9", "politics 1"]


def luck_of(throw: list[int]) -> list[Any]:
    """The luck of a move from here by that throw: with 5 it ends in the shop, where a die is thrown."""
    return [throw, 1] if sum(throw) == 5 else [throw]


@pytest.mark.parametrize("throw", THROWS, ids=str)
def test_7_and_11_and_doubles_lead_out_of_unemployment(both: Laid, throw: list[int]) -> None:
    """[C91] By that throw and for nothing; otherwise the token stays."""
    table = both(at=["unemployment", 0, 0], cash=[1000, 0, 0], opportunity_pile=[])
    played = table.turn(luck=[throw], say=[("LeaveCorner", "throw")])
    leaves = sum(throw) in (7, 11) or throw in DOUBLES
    assert played.state.at[0] == UNEMPLOYMENT + sum(throw) * leaves
    assert played.told(Stayed) == ([] if leaves else [Stayed(0, corner="Unemployment")])
    assert played.told(Thrown) == [Thrown(0, dice=throw)]
    assert [event for event in played.told(Paid) if event.what == "Unemployment"] == []


@pytest.mark.parametrize("throw", THROWS, ids=str)
def test_half_the_cash_leads_out_of_unemployment_by_any_throw(both: Laid, throw: list[int]) -> None:
    """[C92] It is paid first."""
    table = both(at=["unemployment", 0, 0], cash=[1000, 0, 0], opportunity_pile=[])
    played = table.turn(luck=luck_of(throw), say=[("LeaveCorner", "pay")])
    assert played.events[:2] == [Paid(0, amount=500, what="Unemployment"), Thrown(0, dice=throw)]
    assert (played.state.at[0], played.told(Stayed)) == (UNEMPLOYMENT + sum(throw), [])


@pytest.mark.parametrize(("cash", "penalty"), [(100, 50), (150, 50), (1350, 650), (13150, 6550), (20000, 10000)])
def test_unemployment_asks_half_of_the_cash_whatever_the_salary(both: Laid, cash: int, penalty: int) -> None:
    """[C92 C26] To the bank, rounded down to 50, also where there is a Doctor."""
    table = both(at=["unemployment", 0, 0], salary=[8000, 0, 0], cash=[cash, 500, 0], degree=["", "Medicine", ""])
    played = table.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay")])
    assert played.told(Paid) == [Paid(0, amount=penalty, what="Unemployment")]
    assert (played.cash, played.state.at[0]) == ([cash - penalty, 500, 0], played.space("politics"))


@pytest.mark.parametrize("throw", THROWS, ids=str)
def test_who_has_no_cash_leaves_unemployment_free(both: Laid, throw: list[int]) -> None:
    """[C93] Note G: by any throw."""
    table = both(at=["unemployment", 0, 0], cash=[0, 0, 0], salary=[0, 0, 0], opportunity_pile=[])
    played = table.turn(luck=luck_of(throw))
    assert played.state.at[0] == UNEMPLOYMENT + sum(throw)
    assert (played.told(Paid), played.told(Stayed)) == ([], [])


@pytest.mark.parametrize("square", ["unemployment", *SENDING])
def test_who_has_no_cash_leaves_on_the_next_turn(both: Laid, square: str) -> None:
    """[C93 C85] Note G: having landed there or been sent, and not before."""
    came = both(cash=[0, 0, 0], degree=["Law", "", ""]).land(square)
    assert (came.state.at[0], came.state.active) == (UNEMPLOYMENT, 1)
    came.state.active = 0
    assert came.turn(luck=[[1, 2]]).state.at[0] == came.space("politics")


def test_half_of_the_smallest_change_is_as_good_as_paid(both: Laid) -> None:
    """[C94 C26] Who has 50 keeps it and leaves by any throw."""
    played = both(at=["unemployment", 0, 0], cash=[50, 0, 0]).turn(luck=[[1, 2]])
    assert (played.cash[0], played.state.at[0]) == (50, played.space("politics"))


def test_whether_to_pay_is_said_before_the_throw(both: Laid) -> None:
    """[C94 C16] To throw is the cautious answer."""
    question = both(at=["unemployment", 0, 0], cash=[1350, 0, 0]).until("LeaveCorner")
    assert (question.penalty, question.options(), question.default()) == (650, ("throw", "pay"), "throw")


# --- coming there ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("square", ["unemployment", *SENDING])
def test_being_sent_to_unemployment_and_landing_there_are_the_same(both: Laid, square: str) -> None:
    """[C85] Both cost nothing by themselves and end the turn; others may be there."""
    came = both(at=[0, "unemployment", "unemployment"], cash=[3000, 0, 0], degree=["Law", "", ""])
    came.land(square)
    assert (came.state.at, came.cash, came.state.active) == ([UNEMPLOYMENT] * 3, [3000, 0, 0], 1)
    came.state.active = 0
    assert came.until("LeaveCorner").penalty == 1500


@pytest.mark.parametrize("square", SENDING)
def test_who_is_sent_to_unemployment_goes_directly_and_without_credit(both: Laid, square: str) -> None:
    """[C42 C64] Note E: no salary, no experience, no cards; and the way out leads on outside."""
    table = both(salary=[8000, 1000, 1000], cash=[0, 0, 0])
    name = table.name(square)
    played = table.land(square)
    assert played.told(Sent) == [Sent(0, to_corner="Unemployment", why=name)]
    assert (played.told(SalaryCollected), played.told(Completed)) == ([], [])
    assert (played.cash, played.state.experience) == ([0, 0, 0], [[], [], []])
    played.state.active = 0
    assert played.turn(luck=[[2, 4]]).state.at[0] == played.space("hollywood")


# --- cards ----------------------------------------------------------------------------------------------------------


def test_an_experience_card_leads_out_of_unemployment_after_the_payment(both: Laid) -> None:
    """[C95 C92]"""
    table = both(at=["unemployment", 0, 0], experience=[[3, 4], [], []])
    played = table.turn(say=[("LeaveCorner", "pay"), ("MoveBy", 3)])
    assert played.order()[:3] == ["Paid", "ExperiencePlayed", "Moved"]
    assert (played.state.at[0], played.state.experience[0]) == (played.space("politics"), [4])


def test_without_the_payment_no_experience_card_leads_out_of_unemployment(both: Laid) -> None:
    """[C95]"""
    table = both(at=["unemployment", 0, 0], experience=[[3, 4], [], []])
    played = table.turn(luck=[[6, 3]], say=[("LeaveCorner", "throw")])
    assert (played.state.at[0], played.state.experience[0]) == (UNEMPLOYMENT, [3, 4])


@pytest.mark.parametrize("cash", [0, 50])
def test_where_nothing_is_due_an_experience_card_leads_out_of_unemployment(both: Laid, cash: int) -> None:
    """[C95 C93 C94]"""
    table = both(at=["unemployment", 0, 0], cash=[cash, 0, 0], experience=[[3], [], []])
    assert table.turn(say=[("MoveBy", 3)]).state.at[0] == table.space("politics")


@pytest.mark.parametrize(
    ("cash", "luck", "say"),
    [
        (4000, [6, 5], [("LeaveCorner", "throw")]),
        (4000, [1, 2], [("LeaveCorner", "pay")]),
        (0, [1, 2], []),
    ],
)
@pytest.mark.parametrize("degree", ["", "Medicine"])
def test_no_opportunity_card_leads_out_of_unemployment(
    both: Laid, cash: int, luck: list[int], say: list[Any], degree: str
) -> None:
    """[C96] Not even the Doctor's, and not where nothing is due."""
    cards = ["Any occupation", both().name("holiday"), both().name("business")]
    table = both(at=["unemployment", 0, 0], cash=[cash, 0, 0], degree=[degree, "", ""], opportunity=[cards, [], []])
    assert table.turn(luck=[luck], say=say).state.opportunity[0] == cards
