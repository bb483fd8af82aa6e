"""Retirement: rulings C156 to C161."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.careers.dealings import Bumped, LetStay
from parlour.games.careers.events import Completed, Entered, Moved, Retired, SalaryCollected, Thrown
from parlour.games.careers.rules import Careers

Laid = Callable[..., Any]

HOLIDAY = 24
RETIRED: list[dict[str, int]] = [{"sea": 3}, {}, {}]


def follow(table: Any) -> list[tuple[str, Any]]:
    """The answer of who retires and takes the hearts: only in 1971 is it a question."""
    return [("FollowHoliday", True)] if table.e.year == 1971 else []


@pytest.mark.parametrize(
    ("completed", "may"),
    [
        *[({"sea": 3}, True), ({"business": 4}, True), ({"moon": 3, "sea": 1}, True)],
        *[({}, False), ({"sea": 2}, False), ({"sea": 2, "moon": 2, "business": 2, "farming": 1}, False)],
    ],
    ids=str,
)
def test_who_has_completed_one_occupation_three_times_may_retire(
    both: Laid, completed: dict[str, int], may: bool
) -> None:
    """[C156] Three occupations once each are not enough; to move on is the cautious answer."""
    table = both(at=["food", 0, 0], completed=[completed, {"sea": 3}, {}])
    played = table.turn(luck=[[1, 2]], say=[("TakeTurn", "move")] if may else [])
    assert played.state.at[0] == 13
    if may:
        assert (played.asked[-1].options(), played.asked[-1].default()) == (("move", "retire"), "move")


@pytest.mark.parametrize("where", [0, "food", "business", "rent", "farming 3", "hollywood 9"])
def test_to_retire_is_to_go_straight_on_holiday_without_throwing(both: Laid, where: int | str) -> None:
    """[C156 C40] The squares passed do nothing."""
    table = both(at=[where, 0, 0], completed=RETIRED, cash=[5000, 0, 0], opportunity_pile=[])
    played = table.turn(say=[("TakeTurn", "retire"), *follow(table)])
    assert played.order() == ["Retired", "Moved", "PointsChanged"]
    assert played.told(Moved) == [Moved(0, space=HOLIDAY, name=played.name("holiday"))]
    assert (played.state.at[0], played.cash, played.state.active) == (HOLIDAY, [5000, 0, 0], 1)


def test_to_retire_takes_the_place_of_everything_else(both: Laid) -> None:
    """[C156] Entering, cards and the throw are other ways to use the turn."""
    table = both(
        at=["business", 0, 0],
        completed=RETIRED,
        opportunity=[["Any occupation"], [], []],
        experience=[[3], [], []],
    )
    played = table.turn(say=[("TakeTurn", "retire"), *follow(table)])
    ways = next(question for question in played.asked if question.kind == "TakeTurn").options()
    assert ways == ("move", "enter", "opportunity", "retire")
    assert (played.told(Entered), played.told(Thrown)) == ([], [])
    assert (played.state.opportunity[0], played.state.experience[0]) == (["Any occupation"], [3])


def test_a_player_may_retire_again_and_again(both: Laid) -> None:
    """[C156] Once the holiday corner has been left."""
    played = both(at=["rent", 0, 0], completed=RETIRED)
    for hearts in (4, 8, 12):
        played.turn(say=[("TakeTurn", "retire"), *follow(played)])
        assert (played.state.at[0], played.state.hearts[0]) == (HOLIDAY, hearts)
        played.state.active = 0
        played.turn(luck=[[4, 4]])
        played.state.active = 0
    assert len(played.told(Retired)) == 3
    assert played.state.record[0][played.occupation("sea")] == 3


# --- the way --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "passes"),
    [
        *[(0, False), (1, False), ("hollywood", False), (23, False), ("hollywood 5", False), ("college 2", False)],
        *[(25, True), ("gamble", True), ("exploring", True), ("stars_menu", True), ("exploring 8", True)],
        *[("moon 1", True), ("moon 13", True)],
    ],
)
def test_who_passes_payday_in_retiring_collects_the_salary(both: Laid, where: int | str, passes: bool) -> None:
    """[C157 C50] Clockwise: a path counts as its entrance."""
    table = both(at=[where, 9, 9], completed=RETIRED, salary=[1375, 1000, 1000], cash=[0, 0, 0])
    played = table.turn(say=[("TakeTurn", "retire"), *follow(table)])
    assert played.told(SalaryCollected) == ([SalaryCollected(0, amount=1400, times=1)] if passes else [])
    assert (played.state.at[0], played.cash) == (HOLIDAY, [1400 * passes, 0, 0])


@pytest.mark.parametrize(
    ("where", "luck"),
    [("hospital", [6, 6]), ("unemployment", [6, 4]), ("holiday", [4, 4])],
)
def test_nobody_retires_from_a_corner_that_holds(both: Laid, where: str, luck: list[int]) -> None:
    """[C158] Nor from the holiday itself."""
    table = both(at=[where, 9, 9], completed=RETIRED, cash=[400, 0, 0])
    say = [("LeaveCorner", "throw")] if where == "unemployment" else []
    assert table.turn(luck=[luck], say=say).told(Retired) == []


def test_the_doctor_does_not_retire_from_hospital_either(both: Laid) -> None:
    """[C158 C89]"""
    table = both(at=["hospital", 9, 9], completed=RETIRED, degree=["Medicine", "", ""])
    assert table.turn(luck=[[1, 2]]).state.at[0] == 11


@pytest.mark.parametrize("where", ["hospital", "unemployment"])
def test_nobody_retires_from_a_corner_after_the_payment(both: Laid, where: str) -> None:
    """[C158]"""
    table = both(at=[where, 9, 9], completed=RETIRED)
    assert table.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay")]).told(Retired) == []


@pytest.mark.parametrize("square", ["payday", "tax"])
def test_from_any_other_square_one_retires(both: Laid, square: str) -> None:
    """[C158 C156] Payday among them."""
    table = both(at=[square, 9, 9], completed=RETIRED)
    assert table.turn(say=[("TakeTurn", "retire"), *follow(table)]).told(Retired) == [Retired(0)]


@pytest.mark.parametrize(("cash", "luck"), [(1000, [1]), (0, [1, 2])])
def test_who_must_enter_cannot_retire(both: Laid, cash: int, luck: list[int]) -> None:
    """[C158] Whether or not the fee is there."""
    table = both(at=["farming", 9, 9], completed=RETIRED, must_enter=[True, False, False], cash=[cash, 0, 0])
    played = table.turn(luck=[luck])
    assert (played.told(Retired), played.kinds_asked()) == ([], [])
    assert len(played.told(Entered)) == (1 if cash else 0)


def test_who_may_enter_may_as_well_retire(both: Laid) -> None:
    """[C158 C156]"""
    table = both(at=["farming", 9, 9], completed=RETIRED)
    assert table.turn(say=[("TakeTurn", "retire"), *follow(table)]).state.at[0] == HOLIDAY


@pytest.mark.parametrize("square", ["sea 2", "sea 9", "exploring 4", "moon 13"])
def test_who_retires_from_a_path_gets_no_credit_for_it(both: Laid, square: str) -> None:
    """[C159] No experience and no cards, and the next turn is not in the path."""
    table = both(at=[square, 9, 9], completed=RETIRED)
    record = table.state.record[0].copy()
    played = table.turn(say=[("TakeTurn", "retire"), *follow(table)])
    assert (played.told(Completed), played.state.record[0], played.state.experience[0]) == ([], record, [])
    played.state.active = 0
    assert played.turn(luck=[[4, 4]]).state.at[0] == 0


# --- the holiday ----------------------------------------------------------------------------------------------------


def test_in_the_reissue_who_retires_must_take_the_hearts(table: Laid) -> None:
    """[C160] Without a question, as by landing."""
    played = table(at=["rent", 9, 9], completed=RETIRED, hearts=[1, 0, 0]).turn(say=[("TakeTurn", "retire")])
    assert (played.state.hearts, played.kinds_asked()) == ([5, 0, 0], ["TakeTurn"])


@pytest.mark.parametrize(("follows", "hearts"), [(True, 5), (False, 1)])
def test_in_1971_who_retires_may_take_the_hearts(table_1971: Laid, follows: bool, hearts: int) -> None:
    """[C161 C14] Note L; to take them is the cautious answer."""
    laid = table_1971(at=["rent", 9, 9], completed=RETIRED, hearts=[1, 0, 0])
    played = laid.turn(say=[("TakeTurn", "retire"), ("FollowHoliday", follows)])
    assert (played.state.at[0], played.state.hearts, played.state.active) == (HOLIDAY, [hearts, 0, 0], 1)
    question = played.asked[-1]
    assert (question.hearts, question.options(), question.default()) == (4, (False, True), True)


def test_only_1971_has_that_question(rules_1971: Careers, rules_reissue: Careers) -> None:
    """[C160 C161]"""
    asked = [[kind.__name__ for kind in rules.decisions] for rules in (rules_1971, rules_reissue)]
    assert ["FollowHoliday" in names for names in asked] == [True, False]


def test_in_1971_only_who_retires_may_leave_the_hearts(table_1971: Laid) -> None:
    """[C161 C97 C112] By throw and by card it is a landing like any other."""
    name = table_1971().name("holiday")
    card = table_1971(at=["rent", 9, 9], opportunity=[[name], [], []], completed=RETIRED)
    assert card.turn(say=[("TakeTurn", "opportunity")]).state.hearts[0] == 4
    thrown = table_1971(at=["shop", 9, 9], completed=RETIRED)
    assert thrown.turn(luck=[[1, 2]], say=[("TakeTurn", "move")]).state.hearts[0] == 4


@pytest.mark.parametrize("follows", [True, False])
def test_who_left_the_hearts_is_on_holiday_like_anybody(table_1971: Laid, follows: bool) -> None:
    """[C161 C98]"""
    played = table_1971(at=["rent", 9, 9], completed=RETIRED)
    played.turn(say=[("TakeTurn", "retire"), ("FollowHoliday", follows)])
    played.state.active = 0
    played.turn(luck=[[3, 4]], say=[("StayOnHoliday", True)])
    assert played.state.hearts[0] == 2 + 4 * follows


def test_the_hearts_of_retiring_may_win(both: Laid) -> None:
    """[C160 C161 C172]"""
    table = both(at=["rent", 9, 9], completed=RETIRED, formulas=[[0, 4, 0], [999] * 3, [999] * 3])
    assert table.turn(say=[("TakeTurn", "retire"), *follow(table)]).over


@pytest.mark.parametrize("others", [["holiday", 9], ["holiday", "holiday"]])
def test_who_retires_bumps_who_is_on_holiday(both: Laid, others: list[Any]) -> None:
    """[C156 C121 C46 C124] After the salary of the way and before the hearts."""
    table = both(at=["gamble", *others], completed=RETIRED)
    played = table.turn(say=[("TakeTurn", "retire"), *follow(table)])
    bumps = others.count("holiday")
    assert played.order() == ["Retired", "Moved", "SalaryCollected", *["Bumped", "Sent"] * bumps, "PointsChanged"]
    assert [event.seat for event in played.told(Bumped)] == list(range(1, 1 + bumps))
    assert played.told(LetStay) == []


def test_who_leaves_the_hearts_bumps_all_the_same(table_1971: Laid) -> None:
    """[C161 C121]"""
    laid = table_1971(at=["rent", "holiday", 9], completed=RETIRED)
    played = laid.turn(say=[("TakeTurn", "retire"), ("FollowHoliday", False)])
    assert played.told(Bumped) == [Bumped(1, by=0)]
    assert (played.state.at[1], played.state.hearts) == (played.space("unemployment"), [0, 0, 0])
