"""The board, the cards and the prices of the reissue, number by number."""

from dataclasses import fields
from pathlib import Path

import pytest

from parlour.core.edition import load
from parlour.games.careers import edition as careers
from parlour.games.careers.edition import Edition
from parlour.games.careers.tables import Occupation

RING = """
    Payday, Opportunity Knocks, Pay Taxes, Opportunity Knocks, Farming, Opportunity Knocks, Auto Show, College,
    Hospital, Opportunity Knocks, Pay Food Bills, Big Business, Opportunity Knocks, Art Gallery, Going to Sea,
    Opportunity Knocks, Unemployment, Opportunity Knocks, Pay Rent, Politics, Opportunity Knocks, Shopping Spree,
    Hollywood, Opportunity Knocks, Vacation, Opportunity Knocks, Stock Market, Exploring, Opportunity Knocks,
    Yacht Harbor, Expedition to the Moon, Statue in the Park
"""
"""The outer spaces, clockwise."""

ADDED = ("stars", "hearts", "cash", "cash_per_pip", "salary", "salary_per_pip", "experience", "opportunity")

TOTALS = {
    "Farming": (2, 16, 5_000, 1_000, 0, 0, 1, 0),
    "College": (6, 8, 0, 0, 0, 0, 0, 4),
    "Big Business": (0, 4, 2_000, 0, 6_000, 0, 2, 1),
    "Going to Sea": (0, 20, 0, 1_000, 0, 0, 1, 2),
    "Politics": (36, 6, 5_000, 0, 0, 0, 2, 2),
    "Hollywood": (30, 2, 0, 0, 1_000, 1_000, 1, 2),
    "Exploring": (2, 18, 30_000, 0, 0, 0, 2, 0),
    "Expedition to the Moon": (40, 20, 15_000, 0, 2_000, 0, 2, 0),
}
"""What the squares of each path add up to, in the order of ADDED."""

MISHAPS = {
    ("Farming", 9): {"halve_cash": True},
    ("College", 2): {"lose_turn": True},
    ("Big Business", 4): {"lose_turn": True},
    ("Big Business", 9): {"go_to": "unemployment"},
    ("Big Business", 10): {"halve_salary": True},
    ("Going to Sea", 1): {"go_to": "hospital"},
    ("Going to Sea", 8): {"lose_turn": True},
    ("Politics", 1): {"go_to": "unemployment"},
    ("Politics", 10): {"halve_stars": True},
    ("Hollywood", 6): {"halve_salary": True},
    ("Hollywood", 7): {"lose_hearts": True},
    ("Exploring", 2): {"throw_again": True},
    ("Exploring", 3): {"toll": 2_000},
    ("Exploring", 7): {"go_to": "hospital"},
    ("Expedition to the Moon", 3): {"lose_stars": True},
    ("Expedition to the Moon", 4): {"lose_cash": True},
    ("Expedition to the Moon", 11): {"go_to": "hospital"},
}
"""Each square that does more than add, and what it does."""

BEST = {
    ("Farming", 7): {"cash": 5_000},
    ("Farming", 5): {"stars": 2, "hearts": 4},
    ("College", 6): {"stars": 6},
    ("Big Business", 11): {"salary": 3_000},
    ("Going to Sea", 9): {"hearts": 8},
    ("Politics", 9): {"stars": 4, "cash": 5_000},
    ("Politics", 11): {"stars": 12},
    ("Hollywood", 7): {"stars": 10},
    ("Hollywood", 8): {"salary_per_pip": 1_000},
    ("Exploring", 11): {"cash": 20_000},
    ("Expedition to the Moon", 8): {"stars": 16},
    ("Expedition to the Moon", 11): {"stars": 10},
    ("Expedition to the Moon", 13): {"cash": 5_000},
}
"""What the squares that people aim at, and some others, add."""

CARDS = {
    "Farming": 3,
    "College": 3,
    "Big Business": 3,
    "Going to Sea": 2,
    "Going to Sea, hearts count double": 1,
    "Politics": 2,
    "Politics, expenses paid": 1,
    "Hollywood": 2,
    "Hollywood, expenses paid": 1,
    "Exploring": 2,
    "Exploring, expenses paid": 1,
    "Expedition to the Moon": 2,
    "Expedition to the Moon, expenses paid": 1,
    "Vacation": 2,
    "Any occupation": 2,
}
"""The Opportunity Cards."""


@pytest.fixture(scope="module")
def edition() -> Edition:
    """The numbers of the reissue."""
    return load(Path(careers.__file__).parent / "editions" / "reissue.toml", Edition)


def named(edition: Edition, name: str) -> Occupation:
    """The occupation of that name."""
    return next(path for path in edition.paths if path.name == name)


def test_the_ring_has_these_spaces_clockwise_from_payday(edition: Edition) -> None:
    """[C2]"""
    names = [name.strip() for name in RING.split(",")]
    assert [space.name for space in edition.spaces[:32]] == names
    assert edition.ring.count("opportunity") == 11
    assert edition.ring.count("entrance") == 8


def test_the_corners_are_eight_spaces_apart(edition: Edition) -> None:
    """[C2]"""
    assert edition.corner == {"payday": 0, "hospital": 8, "unemployment": 16, "holiday": 24}


def test_the_paths_have_these_lengths_entrances_and_exits(edition: Edition) -> None:
    """[C2 C66]"""
    assert {path.name: (len(path.steps), path.entrance, path.exit) for path in edition.paths} == {
        "Farming": (9, 4, 5),
        "College": (7, 7, 10),
        "Big Business": (11, 11, 12),
        "Going to Sea": (9, 14, 17),
        "Politics": (11, 19, 20),
        "Hollywood": (9, 22, 25),
        "Exploring": (11, 27, 28),
        "Expedition to the Moon": (13, 30, 1),
    }


def test_each_path_opens_for_these_fees_and_degrees(edition: Edition) -> None:
    """[C54 C59 C73]"""
    assert {path.name: (path.fee, path.degrees, path.any_degree) for path in edition.paths} == {
        "Farming": (1_000, (), False),
        "College": (500, (), False),
        "Big Business": (500, (), True),
        "Going to Sea": (100, (), False),
        "Politics": (3_000, ("Law",), False),
        "Hollywood": (1_000, (), False),
        "Exploring": (4_000, ("Engineering",), False),
        "Expedition to the Moon": (5_000, ("Science",), False),
    }
    assert [path.name for path in edition.paths if path.college] == ["College"]


@pytest.mark.parametrize("name", TOTALS)
def test_the_squares_of_a_path_add_up_to_these_totals(edition: Edition, name: str) -> None:
    """[C61 C62 C63]"""
    steps = named(edition, name).steps
    assert tuple(sum(getattr(step, what) for step in steps) for what in ADDED) == TOTALS[name]


def test_these_squares_do_more_than_add(edition: Edition) -> None:
    """[C30 C41 C48 C64 C65]"""
    found = {}
    for path in edition.paths:
        for number, step in enumerate(path.steps, 1):
            others = {each.name: getattr(step, each.name) for each in fields(step) if each.name not in ADDED}
            if does := {name: value for name, value in others.items() if value}:
                found[path.name, number] = does
    assert found == MISHAPS


@pytest.mark.parametrize(("name", "number"), BEST)
def test_these_squares_add_this(edition: Edition, name: str, number: int) -> None:
    step = named(edition, name).steps[number - 1]
    assert {what: getattr(step, what) for what in ADDED if getattr(step, what)} == BEST[name, number]


def test_a_token_that_leaves_a_path_first_comes_to_its_exit(edition: Edition) -> None:
    """[C66]"""
    for index, path in enumerate(edition.paths):
        last = edition.first_step[index] + len(path.steps) - 1
        assert edition.track.walk(last, 2) == (path.exit, path.exit + 1)
        assert edition.spaces[last].step == len(path.steps)


def test_leaving_the_moon_never_passes_payday(edition: Edition) -> None:
    """[C70]"""
    last = edition.first_step[-1] + 12
    assert edition.track.walk(last, 6) == (1, 2, 3, 4, 5, 6)


def test_leaving_exploring_may_land_on_payday(edition: Edition) -> None:
    """[C66]"""
    last = edition.first_step[-2] + 10
    assert edition.track.walk(last, 5) == (28, 29, 30, 31, 0)


def test_a_token_on_the_ring_walks_past_the_entrances(edition: Edition) -> None:
    assert edition.track.walk(0, 32) == (*range(1, 32), 0)


def test_a_square_is_named_by_its_path_and_number(edition: Edition) -> None:
    third = edition.first_step[2] + 2
    assert edition.spaces[third].name == "Big Business 3: Boss approves"
    assert (edition.spaces[third].kind, edition.occupation_of(third), edition.occupation_of(11)) == ("path", 2, 2)
    assert (edition.occupation_of(0), len(edition.spaces)) == (None, 112)


def test_the_opportunity_deck_has_28_cards_of_these_names(edition: Edition) -> None:
    """[C100 C111 C112]"""
    assert {name: card.count for name, card in edition.opportunity_card.items()} == CARDS
    assert sum(CARDS.values()) == 28


def test_what_is_special_on_an_opportunity_card(edition: Edition) -> None:
    """[C115 C116]"""
    special = {(card.target, card.special) for card in edition.opportunity_card.values() if card.special}
    assert special == {("sea", "double_hearts")} | {
        (target, "free_entry") for target in ("politics", "hollywood", "exploring", "moon")
    }


def test_the_experience_deck_has_28_cards_of_these_values(edition: Edition) -> None:
    """[C39]"""
    cards = {card.value: card.count for card in edition.experience.cards}
    assert cards == {1: 8, 2: 8, 3: 6, 4: 6}
    assert sum(cards.values()) == 28


def test_the_degrees_are_these(edition: Edition) -> None:
    """[C71 C72 C88]"""
    degrees = edition.degrees
    assert degrees.special == ("Law", "Medicine", "Science", "Engineering")
    assert (degrees.plain, degrees.doctor, degrees.salary) == ("College", "Medicine", 2_000)


def test_completions_bring_one_two_and_then_three_cards(edition: Edition) -> None:
    """Three each time from the third on, which also allows to retire.  [C68 C156]"""
    assert (edition.completion.cards, edition.completion.retire_after) == ((1, 2, 3), 3)


def test_everybody_begins_with_1000_and_a_salary_of_1000(edition: Edition) -> None:
    """[C1 C7 C10 C24]"""
    assert (edition.start.cash, edition.start.salary) == (1_000, 1_000)
    assert (edition.cash.change, edition.cash.point) == (50, 1_000)
    assert (edition.seats.least, edition.seats.most) == (2, 6)


def test_a_formula_has_60_points_or_100_for_two_or_120_for_partners(edition: Edition) -> None:
    """[C18 C19 C162]"""
    formula = edition.formula
    assert (formula.total, formula.two_seats, formula.partnership, formula.short) == (60, 100, 120, (30, 40))


def test_the_spaces_that_cost(edition: Edition) -> None:
    """[C75 C76 C77 C80]"""
    brackets = [(bracket.up_to, bracket.percent) for bracket in edition.tax.brackets]
    assert brackets == [(3_000, 10), (9_999, 50), (0, 90)]
    assert (edition.food.percent, edition.rent.percent, edition.shop.percent_per_pip) == (25, 50, 10)


def test_the_spaces_that_sell(edition: Edition) -> None:
    """[C78 C79 C81 C82 C83 C84]"""
    assert [(line.price, line.points) for line in edition.hearts_menu.lines] == [(2_000, 4), (8_000, 8), (16_000, 12)]
    assert [(line.price, line.points) for line in edition.stars_menu.lines] == [(4_000, 4), (8_000, 10), (12_000, 16)]
    assert (edition.hobby.price, edition.hobby.most) == (3_000, 2)
    assert (edition.auto_show.per_thousand, edition.auto_show.unit, edition.auto_show.lost) == (1, 1_000, 1)
    assert (edition.gamble.unit, edition.gamble.per_pip) == (3_000, 1_000)


def test_what_the_corners_give_and_take(edition: Edition) -> None:
    """[C43 C44 C86 C87 C91 C92 C97 C98]"""
    holiday = edition.holiday
    assert (edition.payday.passing, edition.payday.landing) == (1, 2)
    assert (edition.hospital.most, edition.hospital.percent) == (5, 50)
    assert (edition.unemployment.totals, edition.unemployment.percent) == ((7, 11), 50)
    assert (holiday.landing, holiday.staying, holiday.most) == (4, 2, 7)


def test_who_retires_has_to_follow_the_holiday(edition: Edition) -> None:
    """[C160]"""
    assert edition.holiday.may_decline is False


def test_two_dice_outside_and_one_in_a_path(edition: Edition) -> None:
    """[C37 C38]"""
    assert (edition.dice.outer, edition.dice.path, edition.dice.sides) == (2, 1, 6)


def test_the_limits_that_are_ours(edition: Edition) -> None:
    """[C131 C132 C141 C149 C175]"""
    trade, turns = edition.trade, edition.turns
    assert (trade.offers_per_turn, trade.offers_to_raise, trade.cards_per_offer) == (2, 5, 2)
    assert (trade.largest_note, trade.most_notes) == (10_000, 4)
    assert (turns.least, turns.most, turns.default, turns.brief) == (1, 1_000, 200, 8)
