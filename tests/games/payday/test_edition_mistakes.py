"""An edition with which PayDay cannot be played is refused when it is loaded, and not in the middle of a match."""

from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from parlour.core.edition import EditionError, load
from parlour.games import payday
from parlour.games.payday.edition import Edition, SpaceName
from parlour.games.payday.turn import SPACES

TEXT = (Path(payday.__file__).parent / "editions" / "2000.toml").read_text("utf-8")
Problems = Callable[..., list[str]]


@pytest.fixture
def problems(tmp_path: Path) -> Problems:
    """The mistakes in the edition of 2000 after replacements, each without its place in the file."""

    def found(*replacements: tuple[str, str]) -> list[str]:
        text = TEXT
        for old, new in replacements:
            assert text.count(old) >= 1, old
            text = text.replace(old, new, 1)
        path = tmp_path / "2000.toml"
        path.write_text(text, "utf-8")
        try:
            load(path, Edition)
        except EditionError as error:
            return [str(problem).partition(": ")[2] for problem in error.problems]
        return []

    return found


def test_every_space_that_an_edition_may_name_does_something() -> None:
    assert set(get_args(SpaceName)) == SPACES.keys()


def test_a_mistake_is_named_by_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace('"yard_sale"', '"yard_sail"'), "utf-8")
    line = TEXT.partition('"yard_sale"')[0].count("\n") + 1
    with pytest.raises(EditionError) as error:
        load(path, Edition)
    assert str(error.value) == (f'{path}:{line}: calendar.days[20].space: found "yard_sail"; did you mean "yard_sale"?')


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("sides = 6", "sides = 1", "die.sides: found 1; expected a whole number from 2 up"),
        ("sides = 6", "sides = 5", "die.jackpot: found 6; expected a whole number from 1 to 5"),
        ("jackpot = 6", "jackpot = 7", "die.jackpot: found 7; expected a whole number from 1 to 6"),
        ("most = 6", "most = 7", "seats.most: found 7; expected a whole number from 2 to 6"),
        ("least = 2", "least = 0", "seats.least: found 0; expected a whole number from 2 to 6"),
        ("least = 1\n", "least = 0\n", "months.least: found 0; expected a whole number from 1 up"),
        ("most = 12", "most = 0", "months.most: found 0; expected a whole number from 1 up"),
        ("default = 3", "default = 13", "months.default: found 13; expected a whole number from 1 to 12"),
        ("recommended = 2", "recommended = 0", "months.recommended: found 0; expected a whole number from 1 to 12"),
        ("unit = 1000", "unit = 0", "loans.unit: found 0; expected a whole number from 1 up"),
        (
            "interest_percent = 10",
            "interest_percent = 101",
            "loans.interest_percent: found 101; expected a whole number from 0 to 100",
        ),
        (
            "most_units_at_once = 20",
            "most_units_at_once = 0",
            "loans.most_units_at_once: found 0; expected a whole number from 1 up",
        ),
        ("worth = 500", "worth = 0", "money.notes[1].worth: found 0; expected a whole number from 1 up"),
        ("count = 5", "count = -1", "money.notes[2].count: found -1; expected a whole number from 0 up"),
        ("start = 3500", "start = 3600", "money.start: found 3600; expected 3500, which is what the notes come to"),
        ("salary = 3500", "salary = -1", "money.salary: found -1; expected a whole number from 0 up"),
        ("bank = 1000", "bank = -1", "lottery.bank: found -1; expected a whole number from 0 up"),
        ("ante = 100", "ante = -1", "lottery.ante: found -1; expected a whole number from 0 up"),
        ("win = 500", "win = -1", "family_casino_night.win: found -1; expected a whole number from 0 up"),
        ("loss = 500", "loss = -1", "family_casino_night.loss: found -1; expected a whole number from 0 up"),
        ("per_pip = 1000", "per_pip = -1", "sweepstakes.per_pip: found -1; expected a whole number from 0 up"),
        ("amount = 1000", "amount = -1", "radio_contest.amount: found -1; expected a whole number from 0 up"),
        ("value = 20000", "value = -1", "deals.cards[0].value: found -1; expected a whole number from 0 up"),
        ("amount = 5000", "amount = -1", "mail.cards[0].amount: found -1; expected a whole number from 0 up"),
        ("cost = 12000", "cost = -1", "deals.cards[0].cost: found -1; expected a whole number from 0 up"),
        (
            'kind = "bill"',
            'kind = "bil"',
            'mail.cards[0].kind: found "bil"; did you mean "bill"?',
        ),
        (
            'kind = "bill"',
            'kind = "ad"',
            "mail.cards[0].amount: found 5000; expected 0: nobody pays for the ad",
        ),
        (
            "Everglades Condo",
            "Rocketship International",
            'deals.cards[1].name: found "Rocketship International"; expected a name that no other card of the pile has',
        ),
        (
            "Dr. Patella",
            "Know-It-All University",
            'mail.cards[1].name: found "Know-It-All University"; expected a name that no other card of the pile has',
        ),
        (
            "{ day = 7,",
            "{ day = 8,",
            "calendar.days[6].day: found 8; expected 7, since the days follow each other from the 1st",
        ),
        (
            '"fun_day"',
            '"pay_day"',
            'calendar.days[13].space: found "pay_day"; expected another space: pay_day is the last day',
        ),
        (
            '31, space = "pay_day"',
            '31, space = "deal"',
            'calendar.days[30].space: found "deal"; expected pay_day on the last day',
        ),
        (
            '"mail", cards = 1',
            '"mail"',
            "calendar.days[0].cards: found 0; expected a whole number from 1 up on a Mail space",
        ),
        (
            '"lottery"',
            '"lottery", cards = 1',
            "calendar.days[5].cards: found 1; expected no cards on a space that is not mail",
        ),
    ],
)
def test_what_the_game_cannot_be_played_with_is_named(problems: Problems, old: str, new: str, problem: str) -> None:
    assert problem in problems((old, new))


def test_a_calendar_without_weekdays_or_days_is_none(problems: Problems) -> None:
    weekdays = TEXT[TEXT.index("weekdays = ") : TEXT.index("days = [\n")]
    assert problems((weekdays, "weekdays = []\n")) == ["calendar.weekdays: found a list; expected the days of a week"]
    days = TEXT[TEXT.index("days = [\n") : TEXT.index("# The 24 Deals")]
    assert problems((days, "days = []\n")) == ["calendar.days: found a list; expected the days from the 1st to Pay Day"]


def test_the_edition_as_it_is_has_no_mistake(problems: Problems) -> None:
    assert problems() == []
