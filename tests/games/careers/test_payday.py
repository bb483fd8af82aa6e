"""Payday and salaries: rulings C43 to C50."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.careers.events import FormulaMet, Paid, SalaryChanged, SalaryCollected

Laid = Callable[..., Any]

RETIRED = {"completed": [{"farming": 3}, {}, {}]}


def retire(played: Any) -> list[tuple[str, Any]]:
    """The answers of a seat that retires and leaves the holiday's hearts where it may, in 1971."""
    return [("TakeTurn", "retire"), *([("FollowHoliday", False)] if played.e.year == 1971 else [])]


# --- passing --------------------------------------------------------------------------------------------------------


def test_passing_by_throw_pays_one_salary(both: Laid) -> None:
    """[C43]"""
    played = both(at=["moon", 9, 9], cash=[0, 0, 0], salary=[3000, 1000, 1000], opportunity_pile=[])
    played.turn(luck=[[1, 2]])
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=3000, times=1)]
    assert played.cash == [3000, 0, 0]


def test_passing_by_experience_card_pays_one_salary(both: Laid) -> None:
    """[C43]"""
    played = both(
        at=[31, 9, 9], cash=[0, 0, 0], salary=[3000, 1000, 1000], experience=[[4], [], []], opportunity_pile=[]
    )
    played.turn(say=[("MoveBy", 4)])
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=3000, times=1)]
    assert played.cash == [3000, 0, 0]


def test_passing_by_opportunity_card_pays_one_salary(both: Laid) -> None:
    """[C43] And the salary of that moment."""
    played = both(at=[20, 9, 9], salary=[3000, 1000, 1000], opportunity=[["Big Business"], [], []])
    played.turn(say=[("TakeTurn", "opportunity")])
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=3000, times=1)]
    assert (played.state.at[0], played.cash) == (11, [4000, 1000, 1000])


def test_passing_by_retiring_pays_one_salary(both: Laid) -> None:
    """[C43]"""
    played = both(at=[25, 9, 9], salary=[3000, 1000, 1000], **RETIRED)
    played.turn(say=retire(played))
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=3000, times=1)]
    assert (played.state.at[0], played.cash) == (24, [4000, 1000, 1000])


@pytest.mark.parametrize("way", ["throw", "experience", "opportunity", "retire"])
def test_who_does_not_pass_payday_collects_nothing(both: Laid, way: str) -> None:
    """[C43]"""
    played = both(at=[9, 0, 0], opportunity=[["Big Business"], [], []], experience=[[2], [], []], **RETIRED)
    say = {
        "throw": [("TakeTurn", "move"), ("MoveBy", "throw")],
        "experience": [("TakeTurn", "move"), ("MoveBy", 2)],
        "opportunity": [("TakeTurn", "opportunity")],
        "retire": retire(played),
    }
    played.turn(luck=[[1, 1]] if way == "throw" else [], say=say[way])
    assert played.state.at[0] == (24 if way == "retire" else 11)
    assert played.told(SalaryCollected) == []
    assert played.cash == [1000, 1000, 1000]


# --- landing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("salary", "amount"), [(1000, 2000), (1375, 2750), (1010, 2050), (688, 1400), (19_000, 38_000)]
)
def test_landing_on_payday_pays_two_salaries_as_one_sum(both: Laid, salary: int, amount: int) -> None:
    """[C44] Two in all, and not three; 1,010 twice is 2,020, which is rounded up once."""
    played = both(at=[0, 9, 9], salary=[salary, 1000, 1000]).land("payday")
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=amount, times=2)]
    assert played.cash == [1000 + amount, 1000, 1000]


def test_landing_on_payday_by_experience_card_pays_two_salaries(both: Laid) -> None:
    """[C44]"""
    played = both(at=["hearts_menu", 9, 9], experience=[[3], [], []]).turn(say=[("MoveBy", 3)])
    assert played.cash == [3000, 1000, 1000]


def test_who_is_on_payday_is_bumped_before_the_salaries(both: Laid) -> None:
    """[C44] The two are what the square does."""
    played = both(seats=2, at=[28, 0]).turn(luck=[[1, 3]])
    assert played.order() == ["Thrown", "Moved", "Bumped", "Sent", "SalaryCollected"]
    assert (played.state.at, played.cash) == ([0, 16], [3000, 1000])


# --- standing there -------------------------------------------------------------------------------------------------


def test_the_start_on_payday_pays_nothing(both: Laid) -> None:
    """[C45] Nor does leaving it."""
    played = both(opportunity_pile=[])
    assert (played.state.at, played.cash) == ([0, 0, 0], [1000, 1000, 1000])
    played.turn(luck=[[4, 5]]).turn(luck=[[4, 6]]).turn(luck=[[5, 6]])
    assert played.told(SalaryCollected) == []
    assert played.cash == [1000, 750, 1000]


def test_a_bankrupt_on_payday_collects_nothing(both: Laid) -> None:
    """[C45] From beyond Payday, and on the next move away from it neither."""
    played = both(seats=2, at=[20, 9], cash=[0, 1000], salary=[5000, 1000])
    played.turn(say=[("Trade", {0: "bankrupt"})])
    assert (played.state.at[0], played.cash[0], played.state.salary[0]) == (0, 1000, 1000)
    played.state.active = 0
    played.turn(luck=[[5, 6]])
    assert played.told(SalaryCollected) == []
    assert (played.state.at[0], played.cash[0]) == (11, 1000)


def test_the_passing_salary_is_there_for_what_the_landing_costs(both: Laid) -> None:
    """[C46] Nobody is bankrupt who passes Payday with nothing and pays a tax of 100 from it."""
    played = both(at=["moon", 9, 9], cash=[0, 0, 0]).turn(luck=[[1, 3]])
    assert played.order() == ["Thrown", "Moved", "SalaryCollected", "Paid"]
    assert played.cash == [900, 0, 0]


@pytest.mark.parametrize("way", ["throw", "card"])
def test_the_passing_salary_comes_before_a_bump(both: Laid, way: str) -> None:
    """[C46]"""
    played = both(seats=2, at=["moon", 4], cash=[1000, 0], opportunity=[["Any occupation"], []])
    farming = played.name(4)
    if way == "throw":
        played.turn(luck=[[2, 4]], say=[("TakeTurn", "move")])
    else:
        played.turn(say=[("TakeTurn", "opportunity"), ("ChooseOccupation", farming)])
    order = played.order()
    assert order[-3:] == ["SalaryCollected", "Bumped", "Sent"]
    assert (played.state.at, played.cash) == ([4, 16], [2000, 0])


def test_the_passing_salary_wins_before_the_landing(both: Laid) -> None:
    """[C46] The tax comes too late."""
    played = both(at=["moon", 9, 9], cash=[0, 0, 0], formulas=[[0, 0, 1], [9, 9, 9], [9, 9, 9]])
    played.turn(luck=[[1, 3]])
    assert played.told(FormulaMet) == [FormulaMet(0, formula=[0, 0, 1], points=[0, 0, 1])]
    assert (played.over, played.cash[0]) == (True, 1000)


# --- the salary -----------------------------------------------------------------------------------------------------


def test_a_raise_is_paid_from_the_next_payday_on(both: Laid) -> None:
    """[C47] The rulebooks' example: 1,000 and 1,000 more are 2,000, to be collected at Payday; cut in half, 1,000."""
    played = both(seats=2, at=[0, 9], opportunity_pile=[]).land("business 3")
    assert (played.state.salary[0], played.cash[0], played.told(SalaryCollected)) == (2000, 1000, [])
    assert played.told(SalaryChanged) == [SalaryChanged(0, salary=2000)]
    played.state.active, played.state.at[0] = 0, played.space("stars_menu")
    played.turn(luck=[[1, 1]])
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=2000, times=1)]
    played.state.active = 0
    played.land("business 10")
    assert (played.state.salary[0], played.cash[0]) == (1000, 3000)


@pytest.mark.parametrize(
    ("salary", "half"), [(2000, 1000), (2750, 1375), (1375, 688), (25, 13), (1, 1), (19_000, 9500), (0, 0)]
)
@pytest.mark.parametrize("square", ["business 10", "hollywood 6"])
def test_a_salary_is_halved_exactly(both: Laid, square: str, salary: int, half: int) -> None:
    """[C48] Half a dollar is a whole one."""
    played = both(salary=[salary, 1000, 1000]).land(square)
    assert played.state.salary == [half, 1000, 1000]
    assert played.told(SalaryChanged) == [SalaryChanged(0, salary=half)]


def test_a_salary_that_is_collected_in_round_sums_stays_exact(both: Laid) -> None:
    """[C48] 1,375 brings 1,400, and with a raise it is 2,375."""
    played = both(seats=2, at=["moon", 9], salary=[1375, 0], opportunity_pile=[]).turn(luck=[[1, 2]])
    assert (played.cash[0], played.state.salary[0]) == (2400, 1375)
    played.state.active = 0
    assert played.land("business 3").state.salary[0] == 2375


def test_a_salary_has_no_upper_limit(both: Laid) -> None:
    """[C48] The highest that a sheet prints is 19,000."""
    played = both(salary=[19_000, 0, 0]).land("business 11")
    assert played.state.salary[0] == 22_000
    assert both(salary=[219_000, 0, 0]).land("hollywood 8", luck=[6]).state.salary[0] == 225_000


@pytest.mark.parametrize(
    ("square", "luck", "say"),
    [
        ("tax", [], []),
        ("food", [], []),
        ("rent", [], []),
        ("shop", [6], []),
        ("auto_show", [], [("BuyCar", 2)]),
        ("hobby", [7], [("BuyStars", 2)]),
        ("gamble", [4], [("Stake", 2)]),
        ("hearts_menu", [], [("Buy", 2000)]),
        ("stars_menu", [], [("Buy", 4000)]),
        ("exploring 3", [], [("PayToll", True)]),
        ("farming 9", [], []),
        ("moon 4", [], []),
    ],
)
def test_expenses_leave_the_salary_alone(both: Laid, square: str, luck: list[Any], say: list[tuple[str, Any]]) -> None:
    """[C49]"""
    played = both(cash=[8000, 0, 0], salary=[2750, 1000, 1000]).land(square, luck=luck, say=say)
    assert len(played.told(Paid)) == 1
    assert played.state.salary == [2750, 1000, 1000]
    assert played.told(SalaryChanged) == []


@pytest.mark.parametrize(
    ("start", "luck", "say"),
    [
        ("politics", [[3]], [("TakeTurn", "enter")]),
        ("hospital", [[1, 2]], [("LeaveCorner", "pay")]),
        ("unemployment", [[1, 2]], [("LeaveCorner", "pay")]),
    ],
)
def test_fees_and_penalties_leave_the_salary_alone(
    both: Laid, start: str, luck: list[Any], say: list[tuple[str, Any]]
) -> None:
    """[C49]"""
    played = both(at=[start, 0, 0], cash=[3000, 0, 0], salary=[2750, 1000, 1000]).turn(luck=luck, say=say)
    assert played.cash[0] < 3000
    assert played.state.salary == [2750, 1000, 1000]


# --- from inside a path ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "target", "passes"),
    [
        ("exploring 11", "moon", False),
        ("exploring 1", "college", True),
        ("moon 13", "farming", True),
        ("moon 1", "exploring", True),
        ("farming 9", "college", False),
        ("business 11", "farming", True),
        ("politics 5", "hollywood", False),
    ],
)
def test_an_opportunity_card_starts_from_the_entrance_of_the_path(
    both: Laid, start: str, target: str, passes: bool
) -> None:
    """[C50] Also where the exit of the path lies beyond Payday."""
    played = both(at=[start, 9, 9], cash=[6000, 0, 0], salary=[3000, 0, 0], opportunity=[["Any occupation"], [], []])
    played.turn(say=[("TakeTurn", "opportunity"), ("ChooseOccupation", played.name(target))])
    assert played.state.at[0] == played.space(target)
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=3000, times=1)] * passes


@pytest.mark.parametrize(
    ("start", "passes"),
    [("hollywood 9", False), ("farming 1", False), ("sea 9", False), ("exploring 1", True), ("moon 13", True)],
)
def test_retiring_starts_from_the_entrance_of_the_path(both: Laid, start: str, passes: bool) -> None:
    """[C50] The exit of the sixth path lies beyond the holiday corner, its entrance before it."""
    played = both(at=[start, 9, 9], **RETIRED)
    played.turn(say=retire(played))
    assert played.state.at[0] == 24
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=1000, times=1)] * passes
