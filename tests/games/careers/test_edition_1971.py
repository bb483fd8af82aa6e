"""The edition of 1971 beside the reissue: other names, other ways into three paths, and the same numbers."""

from dataclasses import replace
from pathlib import Path

import pytest

from parlour.core.edition import load
from parlour.games.careers import edition as careers
from parlour.games.careers.edition import Edition

FOLDER = Path(careers.__file__).parent / "editions"


@pytest.fixture(scope="module")
def edition() -> Edition:
    """The numbers of 1971."""
    return load(FOLDER / "1971.toml", Edition)


@pytest.fixture(scope="module")
def reissue() -> Edition:
    """The numbers of the reissue."""
    return load(FOLDER / "reissue.toml", Edition)


def test_the_occupations_of_1971(edition: Edition) -> None:
    """[C2]"""
    assert (edition.title, edition.year) == ("Careers", 1971)
    assert [path.name for path in edition.paths] == [
        "Ecology",
        "College",
        "Big Business",
        "Teaching",
        "Politics",
        "The Arts",
        "Sports",
        "Space Program",
    ]


def test_the_fees_and_degrees_of_1971(edition: Edition) -> None:
    """[C54 C73]"""
    assert {path.name: (path.fee, path.degrees, path.any_degree) for path in edition.paths} == {
        "Ecology": (1_000, (), False),
        "College": (500, (), False),
        "Big Business": (500, (), True),
        "Teaching": (100, (), True),
        "Politics": (3_000, ("Law",), False),
        "The Arts": (1_000, (), False),
        "Sports": (4_000, (), True),
        "Space Program": (5_000, ("Science", "Engineering"), False),
    }


def test_these_spaces_have_other_names_in_1971(edition: Edition, reissue: Edition) -> None:
    other = {kind: name for kind, name in edition.names.items() if name != reissue.names[kind]}
    assert other == {
        "hobby": "Hobby",
        "shop": "Shop",
        "holiday": "Hawaii Holiday",
        "gamble": "Las Vegas",
        "hearts_menu": "Paris Weekend",
        "stars_menu": "Charity",
    }


def test_there_is_no_short_game_in_1971(edition: Edition) -> None:
    """[C19]"""
    formula = edition.formula
    assert (formula.total, formula.two_seats, formula.partnership, formula.short) == (60, 100, 120, ())


def test_who_retires_in_1971_may_decline_the_holiday(edition: Edition) -> None:
    """[C161]"""
    assert edition.holiday.may_decline is True


def test_the_cards_are_named_after_the_occupations_of_1971(edition: Edition) -> None:
    """[C100]"""
    assert list(edition.opportunity_card) == [
        "Ecology",
        "College",
        "Big Business",
        "Teaching",
        "Teaching, hearts count double",
        "Politics",
        "Politics, expenses paid",
        "The Arts",
        "The Arts, expenses paid",
        "Sports",
        "Sports, expenses paid",
        "Space Program",
        "Space Program, expenses paid",
        "Hawaii Holiday",
        "Any occupation",
    ]


def test_the_squares_of_1971_have_tags_of_their_own(edition: Edition, reissue: Edition) -> None:
    same = [
        (path.name, tag)
        for path, other in zip(edition.paths, reissue.paths, strict=True)
        for tag, another in zip(path.tags, other.tags, strict=True)
        if tag == another
    ]
    assert same == [
        ("Big Business", "Trainee"),
        ("Big Business", "Slump"),
        ("Politics", "Treaties"),
        ("Politics", "Landslide"),
        ("The Arts", "Scandal"),
        ("The Arts", "Stardom"),
        ("Space Program", "Lost nerve"),
        ("Space Program", "Explosion"),
        ("Space Program", "Gold dust"),
    ]


def test_the_squares_of_1971_do_the_same_as_the_reissues(edition: Edition, reissue: Edition) -> None:
    """[C2]"""
    assert [(path.entrance, path.exit, path.fee, path.steps) for path in edition.paths] == [
        (path.entrance, path.exit, path.fee, path.steps) for path in reissue.paths
    ]
    assert edition.track == reissue.track


def test_nothing_else_differs_between_the_editions(edition: Edition, reissue: Edition) -> None:
    """[C2]"""
    alike = replace(
        edition,
        year=reissue.year,
        names=reissue.names,
        occupations=reissue.occupations,
        formula=replace(edition.formula, short=reissue.formula.short),
        holiday=replace(edition.holiday, may_decline=reissue.holiday.may_decline),
    )
    assert alike == reissue
