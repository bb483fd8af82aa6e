"""What is open: rulings L150 and L151."""

import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose
from parlour.games.life import events as told
from parlour.games.life.rules import Life

Laid = Callable[..., Any]

ACRES = "Countryside Acres"


@pytest.fixture
def rich(table: Laid) -> Any:
    """A table on which every seat has something else."""
    return table(
        seats=4,
        active=1,
        at={0: 100, 1: 40, 2: 5},
        cash=[90_000, 400, 20_000, 500_000],
        notes=[3, 0, 2, 0],
        career={0: "Doctor", 1: "Artist"},
        salary={0: 100_000, 1: 20_000},
        house={0: "Tudor", 1: "Log Cabin"},
        auto={0: True, 2: True},
        home={0: True},
        stocks={0: 4, 3: [2, 9]},
        spouse={0: True, 1: True, 3: True},
        children={0: 2, 3: 4},
        tiles=[3, 1, 0, 5],
        misses={2: True},
        retired={3: ACRES},
    )


def test_everybody_sees_everything_that_every_seat_has(rich: Any) -> None:
    """[L150]"""
    doctor, artist, student, retired = rich.rules.view(rich.state, 2)["seats"]
    assert doctor == {
        "space": 100,
        "name": "Summer school",
        "to_retire": 47,
        "cash": 90_000,
        "loan_notes": 3,
        "worth": 90_000 - 75_000 + 210_000 + 20_000,
        "career": "Doctor",
        "salary": 100_000,
        "degree": True,
        "house": "Tudor",
        "auto_insurance": True,
        "home_insurance": True,
        "stocks": [4],
        "married": True,
        "children": 2,
        "tiles": 3,
        "tile_values": [],
        "misses_turn": False,
        "retired": "",
    }
    assert (artist["career"], artist["salary"], artist["degree"], artist["worth"]) == ("Artist", 20_000, False, 80_400)
    assert (student["space"], student["degree"], student["misses_turn"], student["auto_insurance"]) == (
        5,
        True,
        True,
        True,
    )
    assert (student["career"], student["salary"], student["house"], student["worth"]) == ("", 0, "", -30_000)
    assert (retired["retired"], retired["name"], retired["to_retire"], retired["worth"]) == (
        ACRES,
        "Retire",
        0,
        500_000,
    )
    assert (retired["stocks"], retired["tiles"], retired["children"]) == ([2, 9], 5, 4)


def test_everybody_sees_what_is_left_in_each_pile(rich: Any) -> None:
    """[L150] Which cards, and how many tiles."""
    view = rich.rules.view(rich.state, 0)
    del view["seats"]
    assert view == {
        "you": 0,
        "active": 1,
        "careers_left": [
            "Accountant",
            "Athlete",
            "Entertainer",
            "Lawyer",
            "Police Officer",
            "Salesperson",
            "Teacher",
        ],
        "salaries_left": [30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 90_000],
        "deeds_left": [
            "Beach House",
            "Cozy Condo",
            "Dutch Colonial",
            "Farmhouse",
            "Mobile Home",
            "Split-Level",
            "Victorian",
        ],
        "stocks_left": [1, 3, 5, 6, 7, 8],
        "tiles_left": 12,
        "tiles_reserved": 4,
    }


def test_no_seat_knows_what_another_does_not(rich: Any) -> None:
    """[L150] All see the same but for their own number."""
    views = [rich.rules.view(rich.state, seat) for seat in range(4)]
    assert [view.pop("you") for view in views] == [0, 1, 2, 3]
    assert views == [views[0]] * 4


def test_looking_changes_nothing(rich: Any) -> None:
    """[L150] Whoever changes what was shown changes nothing on the table."""
    before = deepcopy(rich.state.to_plain())
    view = rich.rules.view(rich.state, 0)
    view["seats"][0]["stocks"].append(5)
    for pile in ("careers_left", "salaries_left", "deeds_left", "stocks_left"):
        view[pile].clear()
    assert rich.state.to_plain() == before


@pytest.mark.parametrize(
    ("at", "entry", "name", "far"),
    [(0, 0, "Start", 122), (0, 12, "Start", 122), (0, 1, "Start", 130), (147, 1, "Retire", 0)],
)
def test_how_far_a_seat_has_to_go_is_shown_by_the_shortest_road(
    table: Laid, at: int, entry: int, name: str, far: int
) -> None:
    """[L62 L150] From a start one more than from the first space behind it.

    Before the first decision either may be taken.
    """
    laid = table(at={0: at}, entry={0: entry})
    side = laid.rules.view(laid.state, 1)["seats"][0]
    assert (side["space"], side["name"], side["to_retire"]) == (at, name, far)


def test_values_are_shown_when_tiles_are_turned_up(table: Laid) -> None:
    """[L150 L147] And then they count."""
    laid = table(tiles=[2, 0, 0], tile_values=[[10_000, 50_000], [], []], retired=dict.fromkeys(range(3), ACRES))
    side = laid.rules.view(laid.state, 1)["seats"][0]
    assert (side["tile_values"], side["worth"]) == ([10_000, 50_000], 70_000)


def test_who_imagines_the_hidden_part_of_a_game_imagines_the_table_as_it_is(rich: Any) -> None:
    """[L150] For each seat nothing is masked."""
    for seat in range(4):
        masked = rich.rules.mask(rich.state, seat)
        assert masked == rich.state.to_plain()
        assert rich.rules.imagine(masked, seat, random.Random(1), None).to_plain() == rich.state.to_plain()


def test_all_that_happens_is_told_to_everybody(seed: int) -> None:
    """[L150 L151] In a random game, with every question open too."""
    rng = random.Random(seed)
    game = Game.new("life", seats=4, luck=Keyed(b"%d" % seed))
    while not game.is_over:
        assert game.pending[0].seen_by is None
        game.answer(game.pending[0].seat, choose(game.pending[0].options(), rng))
        assert [event.to for event in game.take_events() if event.to is not None] == []


def test_cards_drawn_at_job_search_are_laid_open(table: Laid) -> None:
    """[L151] Those that were not chosen too, before the choice is made."""
    drawn = ["Doctor", "Teacher", "Artist", 20_000, 70_000, 40_000]
    played = table(at={0: 10}).turn(
        spins=[1, 2], draws=drawn, say=[("ChooseCareer", "Teacher"), ("ChooseSalary", 40_000)]
    )
    assert played.told(told.CardsDrawn) == [told.CardsDrawn(0, cards=drawn)]
    assert all(event.may_know(seat) for event in played.events for seat in range(3))
    order = played.order()
    assert order.index("CardsDrawn") < order.index("CareerTaken") < order.index("SalaryTaken")


def test_cards_drawn_at_night_school_are_laid_open(table: Laid, rules: Life) -> None:
    """[L151] Also if none of them is taken."""
    laid = table(career={0: "Athlete"}, salary={0: 90_000}, degree={0: True})
    say = [("GoToNightSchool", True), ("ChooseCareer", "Athlete"), ("ChooseSalary", 90_000)]
    played = laid.land(31, draws=["Lawyer", "Artist", 20_000, 30_000], say=say)
    assert played.told(told.CardsDrawn) == [told.CardsDrawn(0, cards=["Lawyer", "Artist", 20_000, 30_000])]
    assert played.told(told.CardsDrawn)[0].may_know(2)
