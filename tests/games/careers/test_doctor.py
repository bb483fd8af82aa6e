"""The Doctor: rulings C88 to C90, and C95 and C96 for the Doctor."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from parlour.games.careers.events import Completed, DoctorPaid, Paid, PointsChanged, Sent, Stayed, Thrown

Laid = Callable[..., Any]

HOSPITAL = 8
DOCTOR = ["Medicine", "", ""]
THROWS = [[first, second] for first, second in product(range(1, 7), repeat=2)]


@pytest.mark.parametrize("doctor", [1, 2])
@pytest.mark.parametrize(("salary", "fee"), [(1000, 500), (1375, 650), (3000, 1500)])
def test_the_doctor_gets_what_others_pay_in_the_hospital(both: Laid, doctor: int, salary: int, fee: int) -> None:
    """[C88] Rounded down as if it were due to the bank, which gets nothing."""
    degree = ["Law", "Science", "Engineering"]
    degree[doctor] = "Medicine"
    table = both(at=["hospital", 0, 0], salary=[salary, 5000, 5000], cash=[4000, 100, 100], degree=degree)
    played = table.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay")])
    assert played.told(DoctorPaid) == [DoctorPaid(0, doctor=doctor, amount=fee)]
    assert played.told(Paid) == []
    assert (played.cash[0], played.cash[doctor]) == (4000 - fee, 100 + fee)
    assert played.cash[3 - doctor] == 100


@pytest.mark.parametrize("degree", [["", "", ""], ["Law", "Science", "Engineering"], ["", "College", ""]])
def test_without_a_doctor_the_bank_gets_it(both: Laid, degree: list[str]) -> None:
    """[C88]"""
    table = both(at=["hospital", 0, 0], cash=[1000, 0, 0], degree=degree)
    played = table.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay")])
    assert played.told(Paid) == [Paid(0, amount=500, what="Hospital")]
    assert (played.cash, played.told(DoctorPaid)) == ([500, 0, 0], [])


def test_the_doctor_gets_nothing_from_who_throws(both: Laid) -> None:
    """[C88 C86]"""
    table = both(at=["hospital", 0, 0], degree=["", "Medicine", ""])
    played = table.turn(luck=[[1, 2]], say=[("LeaveCorner", "throw")])
    assert (played.cash, played.state.at[0]) == ([1000, 1000, 1000], played.space("business"))


def test_the_doctor_gets_nothing_of_a_payment_that_comes_to_nothing(both: Laid) -> None:
    """[C88 C94]"""
    table = both(at=["hospital", 0, 0], salary=[99, 1000, 1000], degree=["", "Medicine", ""])
    played = table.turn(luck=[[5, 6]])
    assert (played.told(DoctorPaid), played.state.at[0]) == ([], HOSPITAL + 11)


@pytest.mark.parametrize(("money", "wins"), [(2, True), (3, False)])
def test_the_doctor_may_win_by_a_payment(both: Laid, money: int, wins: bool) -> None:
    """[C88 C172 C174] Before the other has thrown."""
    table = both(
        at=["hospital", 0, 0],
        cash=[1000, 1500, 0],
        degree=["", "Medicine", ""],
        formulas=[[999] * 3, [0, 0, money], [999] * 3],
    )
    played = table.turn(luck=[] if wins else [[1, 2]], say=[("LeaveCorner", "pay")])
    assert played.over is wins
    assert played.state.at[0] == (HOSPITAL if wins else HOSPITAL + 3)


# --- the Doctor in the Hospital -------------------------------------------------------------------------------------


@pytest.mark.parametrize("throw", THROWS, ids=str)
def test_the_doctor_leaves_the_hospital_free_by_any_throw(both: Laid, throw: list[int]) -> None:
    """[C89] Nothing is asked and nothing is paid."""
    table = both(at=["hospital", 0, 0], degree=DOCTOR, cash=[2000, 0, 0], opportunity_pile=[])
    played = table.turn(luck=[throw])
    assert played.told(Thrown) == [Thrown(0, dice=throw)]
    assert (played.state.at[0], played.told(Stayed)) == (HOSPITAL + sum(throw), [])
    assert [event for event in played.told(Paid) if event.what == "Hospital"] == []
    assert played.told(DoctorPaid) == []


@pytest.mark.parametrize("square", ["hospital", "sea 1", "exploring 7"])
def test_the_doctor_stays_in_the_hospital_until_the_next_turn(both: Laid, square: str) -> None:
    """[C89 C90]"""
    came = both(degree=DOCTOR, cash=[5000, 0, 0]).land(square)
    assert (came.state.at[0], came.state.active, came.cash) == (HOSPITAL, 1, [5000, 0, 0])
    came.state.active = 0
    played = came.turn(luck=[[5, 6]])
    assert (played.state.at[0], played.cash) == (played.space("politics"), [5000, 0, 0])


@pytest.mark.parametrize(
    ("square", "points"),
    [("sea 1", []), ("exploring 7", []), ("moon 11", [(10, 0)])],
)
def test_the_doctor_goes_to_the_hospital_when_told_to(both: Laid, square: str, points: list[tuple[int, int]]) -> None:
    """[C90] At once, and without credit for the path."""
    table = both(degree=DOCTOR)
    played = table.land(square)
    assert played.told(Sent) == [Sent(0, to_corner="Hospital", why=played.name(square))]
    assert played.state.at[0] == HOSPITAL
    assert [(event.stars, event.hearts) for event in played.told(PointsChanged)] == points
    assert (played.told(Completed), played.state.experience) == ([], [[], [], []])


def test_no_other_degree_frees_from_the_hospital(both: Laid) -> None:
    """[C89]"""
    table = both(at=["hospital", 0, 0], degree=["Science", "Medicine", ""])
    played = table.turn(luck=[[4, 5]], say=[("LeaveCorner", "throw")])
    assert played.told(Stayed) == [Stayed(0, corner="Hospital")]


def test_the_doctor_may_leave_the_hospital_by_an_experience_card(both: Laid) -> None:
    """[C95 C89] Without a payment."""
    table = both(at=["hospital", 0, 0], degree=DOCTOR, experience=[[2, 3], [], []])
    played = table.turn(say=[("MoveBy", 3)])
    assert (played.state.at[0], played.cash) == (played.space("business"), [1000, 1000, 1000])
    assert played.told(Paid) == []


def test_the_doctor_may_leave_the_hospital_by_an_opportunity_card(both: Laid) -> None:
    """[C96 C89] As from any square: past Payday it pays."""
    name = both().name("farming")
    table = both(at=["hospital", 0, 0], degree=DOCTOR, opportunity=[[name], [], []])
    played = table.turn(say=[("TakeTurn", "opportunity")])
    assert (played.state.at[0], played.cash) == (played.space("farming"), [2000, 1000, 1000])
    assert played.told(Paid) == []


def test_the_doctor_pays_as_others_do_in_unemployment(both: Laid) -> None:
    """[C92]"""
    table = both(at=["unemployment", 0, 0], degree=DOCTOR)
    played = table.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay")])
    assert (played.told(Paid), played.cash[0]) == ([Paid(0, amount=500, what="Unemployment")], 500)
