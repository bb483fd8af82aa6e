"""STOPs, Job Search, and blue and other spaces: rulings L49 to L56."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args

import pytest

from parlour.games.life import events as told
from parlour.games.life import tables
from parlour.games.life.edition import Edition

Laid = Callable[..., Any]

JOBS = ["Doctor", "Artist", "Lawyer", 20_000, 40_000, 70_000]
TAKEN = [("ChooseCareer", "Doctor"), ("ChooseSalary", 70_000)]
HOUSE = {"house": {0: "Log Cabin"}, "career": {0: "Athlete"}, "salary": {0: 20_000}}
STOPS = [
    (11, "job_search", {}, [3], JOBS, TAKEN, "CareerTaken"),
    (25, "get_married", {}, [4, 3], [], [], "Married"),
    (36, "buy_starter_home", {}, [3], [], [("ChooseStarterHome", "Log Cabin")], "HomeBought"),
    (81, "buy_house", HOUSE, [2], ["Tudor"], [], "HomeBought"),
]
"""Each STOP but Retire: what is laid for it, the spins, draws and answers there, and what it is known by."""


@pytest.mark.parametrize(("stop", "kind", "laid", "spins", "draws", "say", "event"), STOPS)
@pytest.mark.parametrize("number", [2, 5, 9])
def test_the_rest_of_the_spin_is_lost_at_a_stop(
    table: Laid,
    stop: int,
    kind: str,
    laid: dict[str, Any],
    spins: list[int],
    draws: list[Any],
    say: list[tuple[str, Any]],
    event: str,
    number: int,
) -> None:
    """[L49 L51] A 5 and a 9 lead no farther than a 2, and the next spin is moved from the STOP alone."""
    game = table(**{"cash": {0: 300_000}, **laid, "at": {0: stop - 2}})
    game.turn(spins=[number, *spins], draws=draws, say=say)
    onward = 14 + spins[-1] if stop == 11 else stop + spins[-1]
    assert game.path() == [stop, onward]
    assert game.told(told.Moved)[0].kind == kind


def test_at_retire_the_rest_of_the_spin_is_lost_and_there_is_no_other(table: Laid) -> None:
    """[L49 L51]"""
    game = table(at={0: 144}, **HOUSE).turn(spins=[9], say=[("ChooseRetirement", "Countryside Acres")])
    assert game.path() == [147]
    assert game.state.active == 1


@pytest.mark.parametrize(("stop", "kind", "laid", "spins", "draws", "say", "event"), STOPS)
def test_a_stop_is_carried_out_and_then_the_player_spins_again_at_once(
    table: Laid,
    stop: int,
    kind: str,
    laid: dict[str, Any],
    spins: list[int],
    draws: list[Any],
    say: list[tuple[str, Any]],
    event: str,
) -> None:
    """[L50] In the same turn, and moves on; the space reached then is carried out too."""
    game = table(**{"cash": {0: 300_000}, **laid, "at": {0: stop - 2}})
    game.turn(spins=[2, *spins], draws=draws, say=say)
    order = [each for each in game.order() if each in ("Spun", "Moved", event)]
    wedding = ["Spun"] if kind == "get_married" else []
    assert order == ["Spun", "Moved", event, *wedding, "Spun", "Moved"]
    assert game.state.active == 1
    assert game.state.turns == [1, 0, 0]
    assert not game.e.on(game.state.at[0]).stop


def test_two_stops_may_be_reached_in_one_turn(table: Laid) -> None:
    """[L50] A 10 leads from the wedding to an occupied space, and moving on to the house; there is a spin again."""
    game = table(at={0: 23, 1: 35}, cash={0: 300_000})
    game.turn(spins=[5, 4, 10, 6], say=[("ChooseStarterHome", "Log Cabin")])
    assert game.path() == [25, 36, 42]
    assert game.order().count("Spun") == 4


def test_there_are_five_stops(edition: Edition) -> None:
    """[L51] Each of them once."""
    assert {number: edition.on(number).kind for number in range(1, 148) if edition.on(number).stop} == {
        11: "job_search",
        25: "get_married",
        36: "buy_starter_home",
        81: "buy_house",
        147: "retire",
    }


def test_what_a_space_does_goes_by_its_kind_and_colours_have_no_effect(edition: Edition) -> None:
    """[L52] The edition names no colour, neither of a space nor of a card."""
    named = {each.name for table in (tables.Space, tables.Career, tables.Salary, tables.Deed) for each in fields(table)}
    assert not any("color" in name or "colour" in name for name in named)
    assert {space.kind for space in edition.board.spaces} == set(get_args(tables.Kind))


@pytest.mark.parametrize(
    ("kind", "spaces"),
    [("tile", (3, 16, 27, 58, 98, 142)), ("spin_again", (74, 117, 122, 127, 134, 139)), ("miss_turn", (5, 17))],
)
def test_spaces_of_a_kind_do_the_same(table: Laid, kind: str, spaces: tuple[int, ...]) -> None:
    """[L52] Wherever they are; the spin-again spaces with nobody ahead, where they do nothing."""
    orders = {tuple(table().land(space).order()) for space in spaces}
    assert orders == {
        {
            "tile": ("Spun", "Moved", "TileTaken"),
            "spin_again": ("Spun", "Moved"),
            "miss_turn": ("Spun", "Moved", "MissesNextTurn"),
        }[kind]
    }


# --- Job Search -----------------------------------------------------------------------------------------------------


def test_at_job_search_three_careers_and_three_salaries_are_drawn_and_then_one_of_each_chosen(table: Laid) -> None:
    """[L53] All six lie there when the career is chosen; one that requires a degree is among them."""
    game = table(at=[10, 0, 0])
    question = game.until("ChooseCareer", spins=[1], draws=[*JOBS])
    assert sorted(question.options()) == ["Artist", "Doctor", "Lawyer"]
    assert game.told(told.CardsDrawn) == [told.CardsDrawn(0, cards=JOBS)]
    game = table(at=[10, 0, 0])
    question = game.until("ChooseSalary", spins=[1], draws=[*JOBS], say=[("ChooseCareer", "Artist")])
    assert sorted(question.options()) == [20_000, 40_000, 70_000]
    assert game.state.career[0] == "Artist"


@pytest.mark.parametrize("career", ["Doctor", "Artist", "Lawyer"])
@pytest.mark.parametrize("salary", [20_000, 40_000, 70_000])
def test_any_of_those_drawn_at_job_search_may_be_chosen(table: Laid, career: str, salary: int) -> None:
    """[L53 L54] What was not chosen is in the pile again."""
    game = table(at=[10, 0, 0])
    game.turn(spins=[1, 3], draws=JOBS, say=[("ChooseCareer", career), ("ChooseSalary", salary)])
    assert (game.state.career[0], game.state.salary[0]) == (career, salary)
    assert game.told(told.CardsDrawn) == [told.CardsDrawn(0, cards=JOBS)]
    assert set(game.state.careers_left) == {*game.e.career} - {career}
    assert set(game.state.salaries_left) == {*game.e.tax} - {salary}


def test_a_card_is_not_drawn_twice_at_job_search(table: Laid) -> None:
    """[L53]"""
    game = table(at=[10, 0, 0]).turn(spins=[1, 3], draws=JOBS, say=TAKEN)
    assert [len(question.cards) for question in game.luck if question.kind == "Draw"] == [9, 8, 7, 9, 8, 7]


@pytest.mark.parametrize(
    ("careers", "salaries", "draws", "say", "drawn"),
    [
        (["Artist", "Doctor"], [20_000, 30_000], ["Doctor", 30_000],
         [("ChooseCareer", "Doctor"), ("ChooseSalary", 20_000)], ["Doctor", "Artist", 30_000, 20_000]),
        (["Doctor"], [20_000], [], [], ["Doctor", 20_000]),
    ],
)  # fmt: skip
def test_from_a_pile_with_fewer_cards_as_many_are_drawn_as_there_are(
    table: Laid, careers: list[str], salaries: list[int], draws: list[Any], say: list[tuple[str, Any]], drawn: list[Any]
) -> None:
    """[L54] The last card of a pile needs no luck, and one alone no choice."""
    game = table(at=[10, 0, 0], careers_left=careers, salaries_left=salaries)
    game.turn(spins=[1, 3], draws=draws, say=say)
    assert (game.state.career[0], game.state.salary[0]) == ("Doctor", 20_000)
    assert game.told(told.CardsDrawn) == [told.CardsDrawn(0, cards=drawn)]
    assert (game.state.careers_left, game.state.salaries_left) == (careers[:-1], salaries[1:])


# --- blue and other spaces ------------------------------------------------------------------------------------------


def test_night_school_and_trade_salary_are_the_blue_spaces(edition: Edition) -> None:
    """[L55]"""
    blue = {number: edition.on(number).kind for number in range(1, 148) if edition.on(number).optional}
    assert [number for number, kind in blue.items() if kind == "night_school"] == [31, 68]
    assert [number for number, kind in blue.items() if kind == "trade_salary"] == [50, 62, 75, 89, 107, 120, 131]


@pytest.mark.parametrize("space", [31, 68, 50, 62, 75, 89, 107, 120, 131])
def test_a_blue_space_may_be_passed(table: Laid, space: int) -> None:
    """[L55] Then nothing happens."""
    night = space in (31, 68)
    game = table(career=["Athlete", "Teacher", "Doctor"], salary=[20_000, 90_000, 80_000])
    game.land(space, say=[("GoToNightSchool", False) if night else ("TradeSalary", None)])
    assert [each for each in game.order() if each != "PayDay"] == ["Spun", "Moved"]
    assert (game.state.career[0], game.state.salary) == ("Athlete", [20_000, 90_000, 80_000])


@pytest.mark.parametrize("space", [31, 68])
def test_night_school_may_be_gone_to(table: Laid, space: int) -> None:
    """[L55]"""
    game = table(career={0: "Athlete"}, salary={0: 20_000}, cash={0: 50_000}, degree={0: True})
    game.land(
        space,
        draws=["Doctor", "Artist", 30_000, 40_000],
        say=[("GoToNightSchool", True), ("ChooseCareer", "Doctor"), ("ChooseSalary", 40_000)],
    )
    assert (game.state.career[0], game.state.salary[0]) == ("Doctor", 40_000)


@pytest.mark.parametrize("space", [50, 62, 75, 89, 107, 120, 131])
def test_salaries_may_be_traded(table: Laid, space: int) -> None:
    """[L55]"""
    game = table(salary=[20_000, 90_000, 80_000]).land(space, say=[("TradeSalary", 1)])
    assert game.state.salary == [90_000, 20_000, 80_000]


FREE = [
    number
    for number in range(1, 148)
    if number not in (11, 25, 31, 36, 50, 62, 68, 75, 80, 81, 89, 107, 109, 120, 131, 146, 147)
]
"""Spaces that are neither blue nor a STOP, have no spin, and ask nothing of who has no stock."""


@pytest.mark.parametrize("space", FREE)
def test_what_any_other_space_says_must_be_done(table: Laid, space: int) -> None:
    """[L56] Nothing is asked, and what the space is for is done."""
    game = table(cash=[300_000] * 3, stocks_left=[4], children={0: 1}, **{**HOUSE, "career": {0: "Entertainer"}})
    kind = game.e.on(space).kind
    game.land(space, draws=["Artist", 30_000] if kind == "lose_job" else [])
    assert [each for each in game.kinds_asked() if each != "TakeFork"] == []
    own = kind == "pay" and game.e.on(space).payee == "Entertainer"
    done = {
        "get": "Received",
        "pay": "Paid",
        "tax": "Paid",
        "per_child": "Paid",
        "tile": "TileTaken",
        "pay_day": "PayDay",
        "miss_turn": "MissesNextTurn",
        "lose_job": "JobLost",
        "baby": "ChildrenBorn",
        "stock_zooms": "StockTaken",
        "spin_again": "Moved",
    }[kind]
    assert own or done in game.order()


@pytest.mark.parametrize("space", [80, 109])
def test_a_stock_slump_must_be_suffered_too(table: Laid, space: int) -> None:
    """[L56] The question is only which stock goes."""
    game = table(stocks={0: [4, 5]})
    game.land(space, say=[("ReturnStock", 5)])
    assert game.state.stocks[0] == [4]
