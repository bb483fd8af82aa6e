"""Moving, forks, occupied spaces and Pay Days: rulings L39 to L48."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.life import events as told
from parlour.games.life.edition import Edition

Laid = Callable[..., Any]

LEFT, RIGHT = ("TakeFork", 49), ("TakeFork", 56)
"""The two roads of the first fork, behind space 48."""


# --- forward --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 11))
def test_the_car_moves_as_many_spaces_as_were_spun(table: Laid, number: int) -> None:
    """[L39] From START CAREER, whose first space is 12."""
    game = table().turn(spins=[number])
    assert game.path() == [11 + number]
    assert game.state.at == [11 + number, 0, 0]


def test_of_the_spaces_passed_only_pay_days_count(table: Laid) -> None:
    """[L40] Passed are a get, a baby, twins, a ticket, another baby and a movie; the flood is where the car rests."""
    game = table(at=[40, 0, 0], cash={0: 60_000}, salary={0: 30_000}, spouse={0: True}).turn(spins=[8])
    assert game.order() == ["Spun", "PayDay", "Moved", "Paid"]
    assert game.told(told.Paid) == [told.Paid(0, amount=40_000, payee=-1, what="Flood")]
    assert (game.state.children[0], game.state.tiles[0], game.cash) == (0, 0, [50_000, 10_000, 10_000])


def test_the_space_on_which_the_car_rests_is_carried_out(table: Laid) -> None:
    """[L40] After the move."""
    game = table(at=[95, 0, 0]).turn(spins=[4])
    assert game.order() == ["Spun", "PayDay", "Moved", "Received"]
    assert game.cash[0] == 10_000 + 95_000


def test_a_car_that_stays_on_a_space_is_not_paid_again(table: Laid) -> None:
    """[L40] It was paid for as it came; when it leaves there is nothing more."""
    game = table(at=[99, 0, 0]).turn(spins=[2])
    assert game.order() == ["Spun", "Moved", "TileTaken"]


def test_the_college_road_joins_the_career_road_at_its_second_pay_day(table: Laid, edition: Edition) -> None:
    """[L41] The spaces 12, 13 and 14 are left out."""
    assert [number for number in range(12, 24) if edition.on(number).kind == "pay_day"] == [12, 15, 23]
    game = table(salary={1: 20_000}, at=[11, 11, 0]).turn(spins=[1])
    assert game.path() == [15]
    assert game.turn(spins=[8]).path(1) == [22]
    assert game.told(told.PayDay)[-1] == told.PayDay(1, amount=20_000)


# --- forks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "number", "say", "space"),
    [
        (46, 3, LEFT, 49),
        (46, 3, RIGHT, 56),
        (46, 6, RIGHT, 59),
        (48, 1, LEFT, 49),
        (48, 3, RIGHT, 58),
        (83, 2, ("TakeFork", 85), 85),
        (83, 4, ("TakeFork", 92), 94),
        (84, 9, ("TakeFork", 85), 97),
        (84, 9, ("TakeFork", 92), 100),
    ],
)
def test_at_a_fork_the_player_chooses_the_road(
    table: Laid, at: int, number: int, say: tuple[str, Any], space: int
) -> None:
    """[L42]"""
    game = table(at=[at, 0, 0], cash={0: 200_000}, salary={0: 20_000}).turn(spins=[number], say=[say])
    assert game.path() == [space]


def test_a_fork_is_chosen_after_the_spin_knowing_its_number(table: Laid) -> None:
    """[L42] Three of the five steps are left, and the roads are 8 and 7 spaces from where they join, and 77 more."""
    game = table(at=[46, 0, 0])
    question = game.until("TakeFork", spins=[5])
    assert game.told(told.Spun) == [told.Spun(0, number=5)]
    assert (question.options(), question.left) == ((49, 56), 3)
    far = game.e.to_retire
    assert question.to_retire == (8 + far[62], 7 + far[62])
    assert far[62] == 147 - 62 - 7


def test_who_rests_on_the_last_space_before_a_fork_chooses_on_the_next_move(table: Laid) -> None:
    """[L42]"""
    game = table(at=[46, 0, 0], cash={0: 200_000}).turn(spins=[2])
    assert (game.path(), game.kinds_asked()) == ([48], [])
    assert game.again(0).turn(spins=[3], say=[RIGHT]).path() == [58]


# --- occupied spaces ------------------------------------------------------------------------------------------------


def test_who_would_rest_with_another_car_moves_on_to_the_next_open_space(table: Laid) -> None:
    """[L43] There it does what that space says, and what the occupied one says is not done."""
    game = table(at=[97, 99, 0]).turn(spins=[2])
    assert game.state.at == [100, 99, 0]
    assert game.order() == ["Spun", "Moved"]
    assert game.cash[0] == 10_000


def test_several_occupied_spaces_are_moved_over(table: Laid) -> None:
    """[L43]"""
    game = table(seats=5, at=[96, 98, 99, 100, 101]).turn(spins=[2])
    assert game.path() == [102]
    assert game.order() == ["Spun", "Moved", "TileTaken"]


def test_an_occupied_space_that_is_only_passed_moves_nobody(table: Laid) -> None:
    """[L43]"""
    assert table(at=[97, 99, 100]).turn(spins=[4]).path() == [101]


@pytest.mark.parametrize(
    ("at", "number", "others", "space", "pay_days"),
    [
        (102, 1, [103], 104, 1),
        (102, 2, [104], 105, 1),
        (102, 1, [103, 104], 105, 1),
        (107, 3, [110, 111], 112, 1),
        (92, 3, [95], 96, 2),
    ],
)
def test_moving_on_pays_pay_days_that_are_passed_or_reached(
    table: Laid, at: int, number: int, others: list[int], space: int, pay_days: int
) -> None:
    """[L44]"""
    places = {0: at, **dict(enumerate(others, 1))}
    game = table(at=places, cash={0: 200_000}, salary={0: 30_000}).turn(spins=[number])
    assert game.path() == [space]
    assert [each.amount for each in game.told(told.PayDay)] == [30_000] * pay_days


def test_a_fork_on_the_way_on_is_chosen(table: Laid) -> None:
    """[L44] One step is left then; the flood before the fork is not the mover's."""
    game = table(at=[46, 48, 0])
    assert game.until("TakeFork", spins=[2]).left == 1
    game = table(at=[46, 48, 0]).turn(spins=[2], say=[LEFT])
    assert game.path() == [49]
    assert [each.what for each in game.told(told.Paid)] == ["Family checkup"]


@pytest.mark.parametrize(("at", "stop"), [(22, 25), (8, 11), (34, 36)])
def test_a_stop_is_not_passed_in_moving_on(table: Laid, at: int, stop: int) -> None:
    """[L45] The car rests there, and the STOP is carried out; then it spins again."""
    spins: dict[int, list[int]] = {25: [2, 3], 11: [3], 36: [3]}
    draws = ["Doctor", "Artist", "Lawyer", 20_000, 40_000, 50_000] if stop == 11 else []
    say = {
        11: [("ChooseCareer", "Doctor"), ("ChooseSalary", 40_000)],
        25: [],
        36: [("ChooseStarterHome", "Log Cabin")],
    }[stop]
    game = table(at=[at, stop - 1, 0], salary={2: 30_000})
    game.turn(spins=[stop - 1 - at, *spins[stop]], draws=draws, say=say)
    assert game.path()[0] == stop
    assert {11: "CareerTaken", 25: "Married", 36: "HomeBought"}[stop] in game.order()
    assert len(game.path()) == 2


def test_a_car_that_moves_on_does_not_go_by_a_stop_that_is_occupied(table: Laid) -> None:
    """[L45 L46] Two cars are at the wedding."""
    game = table(at=[22, 24, 25]).turn(spins=[2, 2, 3])
    assert game.path()[0] == 25
    assert game.told(told.Married) == [told.Married(0)]


def test_both_starts_hold_any_number_of_cars(table: Laid) -> None:
    """[L46] All are there before the first spins, and moving off is from the start itself."""
    game = table(seats=6, entry=[0] * 6)
    assert game.state.at == [0] * 6
    game.turn(spins=[3], draws=["Athlete", 20_000], say=[("ChooseStart", "start a career")])
    game.turn(spins=[4], draws=["Artist", 30_000], say=[("ChooseStart", "start a career")])
    assert game.state.at == [14, 15, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("stop", "spins", "draws", "say"),
    [
        (11, [3], ["Doctor", "Lawyer", "Teacher", 40_000, 50_000, 60_000],
         [("ChooseCareer", "Doctor"), ("ChooseSalary", 40_000)]),
        (25, [4, 3], [], []),
        (36, [3], [], [("ChooseStarterHome", "Dutch Colonial")]),
        (81, [2], ["Tudor"], []),
        (147, [], [], [("ChooseRetirement", "Millionaire Estates")]),
    ],
)  # fmt: skip
def test_a_stop_and_retire_hold_any_number_of_cars(
    table: Laid, stop: int, spins: list[int], draws: list[Any], say: list[tuple[str, Any]]
) -> None:
    """[L46]"""
    laid: dict[str, Any] = {"house": {0: "Log Cabin"}} if stop > 36 else {}
    if stop == 147:
        laid |= {"career": {0: "Athlete"}, "salary": {0: 20_000}}
    game = table(seats=4, cash=[300_000] * 4, at={1: stop, 2: stop}, **laid)
    game.land(stop, spins=spins, draws=draws, say=say)
    assert game.path()[0] == stop
    assert game.state.at[1:3] == [stop, stop]


# --- Pay Day --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("salary", range(20_000, 100_001, 10_000))
def test_who_passes_a_pay_day_collects_the_salary(table: Laid, salary: int) -> None:
    """[L47]"""
    game = table(at=[94, 0, 0], salary={0: salary}).turn(spins=[4])
    assert game.told(told.PayDay) == [told.PayDay(0, amount=salary)]
    assert (game.cash[0], game.state.money.bank) == (10_000 + salary, -30_000 - salary)


def test_who_lands_on_a_pay_day_collects_once(table: Laid) -> None:
    """[L47] Nor does it pay again when the car moves away."""
    game = table(at=[94, 0, 0], salary={0: 40_000}).turn(spins=[2])
    assert game.told(told.PayDay) == [told.PayDay(0, amount=40_000)]
    assert game.cash[0] == 50_000
    assert game.again(0).turn(spins=[2]).told(told.PayDay) == []


def test_a_pay_day_pays_nobody_but_who_comes_there(table: Laid) -> None:
    """[L47]"""
    game = table(at=[94, 104, 0], salary=[40_000, 50_000, 60_000]).turn(spins=[2])
    assert game.cash == [50_000, 10_000, 10_000]


@pytest.mark.parametrize(
    ("at", "number", "pay_days"), [(0, 1, 1), (0, 4, 2), (0, 10, 2), (11, 9, 2), (64, 9, 2), (90, 9, 1), (129, 8, 2)]
)
def test_every_pay_day_passed_on_a_move_pays(table: Laid, at: int, number: int, pay_days: int) -> None:
    """[L48] From Job Search 9 spaces lead over 15 and onto 23."""
    game = table(at={0: at, 1: 146}, salary={0: 20_000}).turn(spins=[number])
    assert [each.amount for each in game.told(told.PayDay)] == [20_000] * pay_days
    assert game.order()[: 1 + pay_days] == ["Spun", *["PayDay"] * pay_days]


def test_a_pay_day_pays_by_the_card_held_at_that_moment(table: Laid) -> None:
    """[L48] The student collects the new salary right after Job Search, and who loses a job after it the old one."""
    game = table().land(
        11,
        spins=[2],
        draws=["Doctor", "Lawyer", "Teacher", 40_000, 50_000, 60_000],
        say=[("ChooseCareer", "Doctor"), ("ChooseSalary", 60_000)],
    )
    assert [each.amount for each in game.told(told.PayDay)] == [60_000]
    game = table(at=[36, 0, 0], career={0: "Athlete"}, salary={0: 90_000}).turn(spins=[2], draws=["Artist", 20_000])
    assert [each.amount for each in game.told(told.PayDay)] == [90_000]
    assert [each.amount for each in game.again(0).turn(spins=[6]).told(told.PayDay)] == [20_000]
