"""The Hospital, for all but the Doctor: rulings C85 to C87 and C94 to C96 there, and note E of the rulebooks."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from parlour.games.careers.events import Completed, ExperiencePlayed, Paid, SalaryCollected, Sent, Stayed, Thrown

Laid = Callable[..., Any]

HOSPITAL = 8
THROWS = [[first, second] for first, second in product(range(1, 7), repeat=2)]
SENDING = ["sea 1", "exploring 7", "moon 11"]


@pytest.mark.parametrize("throw", THROWS, ids=str)
def test_a_throw_of_5_or_less_leads_out_of_hospital(both: Laid, throw: list[int]) -> None:
    """[C86 C94] By that throw and for nothing; else the token stays, doubles or not. Who cannot pay can only throw."""
    played = both(at=["hospital", 0, 0], cash=[450, 0, 0], opportunity_pile=[]).turn(luck=[throw])
    leaves = sum(throw) in (2, 3, 4, 5)
    assert played.state.at[0] == HOSPITAL + sum(throw) * leaves
    assert played.told(Stayed) == ([] if leaves else [Stayed(0, corner="Hospital")])
    assert played.told(Thrown) == [Thrown(0, dice=throw)]
    assert [event for event in played.told(Paid) if event.what == "Hospital"] == []


@pytest.mark.parametrize("throw", THROWS, ids=str)
def test_half_a_salary_leads_out_of_hospital_by_any_throw(both: Laid, throw: list[int]) -> None:
    """[C87] It is paid first."""
    table = both(at=["hospital", 0, 0], cash=[1000, 0, 0], opportunity_pile=[])
    played = table.turn(luck=[throw], say=[("LeaveCorner", "pay")])
    assert played.events[:2] == [Paid(0, amount=500, what="Hospital"), Thrown(0, dice=throw)]
    assert (played.state.at[0], played.told(Stayed)) == (HOSPITAL + sum(throw), [])


def test_who_can_pay_may_throw_for_it(both: Laid) -> None:
    """[C86 C87 C94] And stays with a 6, without having paid."""
    played = both(at=["hospital", 0, 0]).turn(luck=[[2, 4]], say=[("LeaveCorner", "throw")])
    assert (played.state.at[0], played.cash) == (HOSPITAL, [1000, 1000, 1000])
    assert played.told(Stayed) == [Stayed(0, corner="Hospital")]


@pytest.mark.parametrize(
    ("salary", "penalty"), [(1000, 500), (1375, 650), (1400, 700), (3000, 1500), (11375, 5650), (20000, 10000)]
)
def test_the_hospital_asks_half_of_the_salary_whatever_the_cash(both: Laid, salary: int, penalty: int) -> None:
    """[C87 C26] Rounded down to 50."""
    table = both(at=["hospital", 0, 0], salary=[salary, 1000, 1000], cash=[12000, 0, 0])
    played = table.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay")])
    assert played.told(Paid) == [Paid(0, amount=penalty, what="Hospital")]
    assert played.cash == [12000 - penalty, 0, 0]


@pytest.mark.parametrize(("cash", "is_asked"), [(650, True), (600, False)])
def test_who_cannot_pay_the_hospital_can_only_throw(both: Laid, cash: int, is_asked: bool) -> None:
    """[C94] And stays; it is no bankruptcy."""
    table = both(at=["hospital", 0, 0], salary=[1375, 1000, 1000], cash=[cash, 0, 0])
    played = table.turn(luck=[[6, 6]], say=[("LeaveCorner", "throw")] if is_asked else [])
    assert played.order() == ["Thrown", "Stayed"]
    assert played.cash == [cash, 0, 0]


def test_whether_to_pay_is_said_before_the_throw(both: Laid) -> None:
    """[C94 C16] To throw is the cautious answer."""
    question = both(at=["hospital", 0, 0], salary=[1375, 1000, 1000]).until("LeaveCorner")
    assert (question.penalty, question.options(), question.default()) == (650, ("throw", "pay"), "throw")


@pytest.mark.parametrize("salary", [0, 1, 99])
def test_half_a_salary_that_comes_to_nothing_is_as_good_as_paid(both: Laid, salary: int) -> None:
    """[C94 C26] Any throw leads out."""
    played = both(at=["hospital", 0, 0], salary=[salary, 1000, 1000]).turn(luck=[[5, 6]])
    assert (played.state.at[0], played.told(Paid)) == (HOSPITAL + 11, [])


# --- coming there ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("square", ["hospital", *SENDING])
def test_being_sent_to_hospital_and_landing_there_are_the_same(both: Laid, square: str) -> None:
    """[C85] Both cost nothing by themselves, also where there is a Doctor; to leave does."""
    came = both(cash=[1000, 2000, 0], degree=["", "Medicine", ""]).land(square)
    assert (came.state.at[0], came.cash) == (HOSPITAL, [1000, 2000, 0])
    came.state.active = 0
    assert came.until("LeaveCorner").penalty == 500


@pytest.mark.parametrize("square", ["hospital", *SENDING])
def test_getting_to_hospital_ends_the_turn(both: Laid, square: str) -> None:
    """[C85] The throw for leaving is the next turn's, and others may be there."""
    played = both(at=[0, "hospital", "hospital"]).land(square)
    assert played.state.active == 1
    assert played.state.at == [HOSPITAL] * 3


@pytest.mark.parametrize("square", SENDING)
def test_who_is_sent_to_hospital_goes_directly_and_without_credit(both: Laid, square: str) -> None:
    """[C42 C64] Note E: no salary, no experience, no cards; the path is over."""
    table = both(salary=[8000, 1000, 1000])
    name = table.name(square)
    played = table.land(square)
    assert played.told(Sent) == [Sent(0, to_corner="Hospital", why=name)]
    assert (played.told(SalaryCollected), played.told(Completed)) == ([], [])
    assert (played.cash, played.state.experience) == ([1000, 1000, 1000], [[], [], []])


def test_who_gets_out_of_hospital_goes_on_outside(both: Laid) -> None:
    """[C64 C86] Note E: nobody goes back to the occupation."""
    played = both(cash=[0, 0, 0]).land("exploring 7")
    played.state.active = 0
    assert played.turn(luck=[[1, 2]]).state.at[0] == HOSPITAL + 3 == played.space("business")


# --- cards ----------------------------------------------------------------------------------------------------------


def test_an_experience_card_leads_out_of_hospital_after_the_payment(both: Laid) -> None:
    """[C95 C87] Of any value."""
    table = both(at=["hospital", 0, 0], experience=[[3, 4], [], []])
    played = table.turn(say=[("LeaveCorner", "pay"), ("MoveBy", 3)])
    assert played.order()[:3] == ["Paid", "ExperiencePlayed", "Moved"]
    assert played.told(ExperiencePlayed) == [ExperiencePlayed(0, value=3)]
    assert (played.state.at[0], played.state.experience[0]) == (HOSPITAL + 3, [4])


@pytest.mark.parametrize(("cash", "say"), [(1000, [("LeaveCorner", "throw")]), (450, []), (0, [])])
def test_without_the_payment_no_experience_card_leads_out_of_hospital(both: Laid, cash: int, say: list[Any]) -> None:
    """[C95] Not even one of 5 or less: the cards are not asked for."""
    table = both(at=["hospital", 0, 0], cash=[cash, 0, 0], experience=[[1, 2], [], []])
    played = table.turn(luck=[[6, 1]], say=say)
    assert (played.state.at[0], played.state.experience[0]) == (HOSPITAL, [1, 2])


def test_where_nothing_is_due_an_experience_card_leads_out_of_hospital(both: Laid) -> None:
    """[C95 C94]"""
    table = both(at=["hospital", 0, 0], salary=[99, 1000, 1000], experience=[[2], [], []])
    assert table.turn(say=[("MoveBy", 2)]).state.at[0] == HOSPITAL + 2


@pytest.mark.parametrize(("answer", "luck"), [("throw", [6, 6]), ("pay", [1, 1])])
def test_no_opportunity_card_leads_out_of_hospital(both: Laid, answer: str, luck: list[int]) -> None:
    """[C96] Neither before the payment nor after it."""
    holiday = both().name("holiday")
    table = both(at=["hospital", 0, 0], opportunity=[["Any occupation", holiday], [], []])
    played = table.turn(luck=[luck], say=[("LeaveCorner", answer)])
    assert played.state.opportunity[0] == ["Any occupation", holiday]
