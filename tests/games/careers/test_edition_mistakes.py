"""An edition with which Careers cannot be played is refused when it is loaded, and not in the middle of a match."""

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.core.edition import EditionError, load
from parlour.games.careers import edition as careers
from parlour.games.careers.edition import Edition

TEXT = (Path(careers.__file__).parent / "editions" / "reissue.toml").read_text("utf-8")
Problems = Callable[..., list[str]]


@pytest.fixture
def problems(tmp_path: Path) -> Problems:
    """The mistakes in the reissue after replacements, each without its place in the file."""

    def found(*replacements: tuple[str, str]) -> list[str]:
        text = TEXT
        for old, new in replacements:
            assert text.count(old) >= 1, old
            text = text.replace(old, new, 1)
        path = tmp_path / "reissue.toml"
        path.write_text(text, "utf-8")
        try:
            load(path, Edition)
        except EditionError as error:
            return [str(problem).partition(": ")[2] for problem in error.problems]
        return []

    return found


def test_the_edition_as_it_is_has_no_mistake(problems: Problems) -> None:
    assert problems() == []


def test_a_mistake_is_named_by_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace('go_to = "hospital"', 'go_to = "hospitals"', 1), "utf-8")
    line = TEXT.partition('go_to = "hospital"')[0].count("\n") + 1
    with pytest.raises(EditionError) as error:
        load(path, Edition)
    place = "occupations.sea.steps[0].go_to"
    assert str(error.value) == f'{path}:{line}: {place}: found "hospitals"; did you mean "hospital"?'


UP = "expected a whole number from {} up"
FIFTIES = "expected a whole number from {} up, in steps of 50"
PERCENT = "expected a whole number from 0 to 100"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("least = 2", "least = 1", f"seats.least: found 1; {UP.format(2)}"),
        ("most = 6", "most = 1", f"seats.most: found 1; {UP.format(2)}"),
        ("total = 60", "total = 0", f"formula.total: found 0; {UP.format(1)}"),
        ("[30, 40]", "[30, 0]", f"formula.short[1]: found 0; {UP.format(1)}"),
        ("most = 1000", "most = 0", f"turns.most: found 0; {UP.format(1)}"),
        ("brief = 8", "brief = 0", "turns.brief: found 0; expected a whole number from 1 to 1000"),
        ("default = 200", "default = 1001", "turns.default: found 1001; expected a whole number from 1 to 1000"),
        ("cash = 1000", "cash = 1010", f"start.cash: found 1010; {FIFTIES.format(0)}"),
        ("salary = 1000", "salary = -1", f"start.salary: found -1; {UP.format(0)}"),
        ("change = 50", "change = 0", f"cash.change: found 0; {UP.format(1)}"),
        ("point = 1000", "point = 0", f"cash.point: found 0; {UP.format(1)}"),
        ("largest_note = 10000", "largest_note = 10001", f"trade.largest_note: found 10001; {FIFTIES.format(0)}"),
        ("most_notes = 4", "most_notes = -1", f"trade.most_notes: found -1; {UP.format(0)}"),
        ("path = 1", "path = 0", f"dice.path: found 0; {UP.format(1)}"),
        ("sides = 6", "sides = 1", f"dice.sides: found 1; {UP.format(2)}"),
        ("landing = 2", "landing = -1", f"payday.landing: found -1; {UP.format(0)}"),
        ("percent = 90", "percent = 101", f"tax.brackets[2].percent: found 101; {PERCENT}"),
        ("up_to = 9999", "up_to = 3000", "tax.brackets[1].up_to: found 3000; expected more than 3000"),
        ("up_to = 3000", "up_to = 0", "tax.brackets[0].up_to: found 0; expected more than 0"),
        (
            "up_to = 0",
            "up_to = 10000",
            "tax.brackets[2].up_to: found 10000; expected 0, since the last bracket has no limit",
        ),
        ("percent = 25", "percent = 101", f"food.percent: found 101; {PERCENT}"),
        ("unit = 1000", "unit = 0", f"auto_show.unit: found 0; {FIFTIES.format(1)}"),
        (
            "percent_per_pip = 10",
            "percent_per_pip = 17",
            "shop.percent_per_pip: found 17; expected a whole number from 0 to 16",
        ),
        ("price = 3000", "price = 3025", f"hobby.price: found 3025; {FIFTIES.format(0)}"),
        ("unit = 3000", "unit = 0", f"gamble.unit: found 0; {FIFTIES.format(1)}"),
        ("per_pip = 1000", "per_pip = 1001", f"gamble.per_pip: found 1001; {FIFTIES.format(0)}"),
        (
            "price = 8000, points = 8",
            "price = 8001, points = 0",
            f"hearts_menu.lines[1].points: found 0; {UP.format(1)}",
        ),
        (
            "price = 8000, points = 8",
            "price = 8001, points = 8",
            f"hearts_menu.lines[1].price: found 8001; {FIFTIES.format(0)}",
        ),
        ("price = 12000", "price = -50", f"stars_menu.lines[2].price: found -50; {FIFTIES.format(0)}"),
        ("most = 5", "most = -1", f"hospital.most: found -1; {UP.format(0)}"),
        ("totals = [7, 11]", "totals = [7, 0]", f"unemployment.totals[1]: found 0; {UP.format(1)}"),
        ("staying = 2", "staying = -2", f"holiday.staying: found -2; {UP.format(0)}"),
        ("fee = 4000", "fee = 4001", f"occupations.exploring.fee: found 4001; {FIFTIES.format(0)}"),
        ("toll = 2000", "toll = -50", f"occupations.exploring.steps[2].toll: found -50; {FIFTIES.format(0)}"),
        ("cash = 5000", "cash = 5001", f"occupations.farming.steps[6].cash: found 5001; {FIFTIES.format(0)}"),
        ("{ hearts = 6 }", "{ hearts = -6 }", f"occupations.farming.steps[5].hearts: found -6; {UP.format(0)}"),
        ("retire_after = 3", "retire_after = 0", f"completion.retire_after: found 0; {UP.format(1)}"),
        ("cards = [1, 2, 3]", "cards = [1, -2]", f"completion.cards[1]: found -2; {UP.format(0)}"),
        ("cards = [1, 2, 3]", "cards = []", "completion.cards: found a list; expected at least one"),
        ("value = 4", "value = 0", f"experience.cards[3].value: found 0; {UP.format(1)}"),
        ("value = 1, count = 8", "value = 1, count = 0", f"experience.cards[0].count: found 0; {UP.format(1)}"),
    ],
)
def test_a_number_out_of_its_bounds_is_named(problems: Problems, old: str, new: str, problem: str) -> None:
    assert problem in problems((old, new))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('    "payday",\n', '    "opportunity",\n', "ring: found a list; expected payday first"),
        ('    "hospital",\n', '    "opportunity",\n', "ring: found 0; expected one hospital"),
        ('    "rent",\n', '    "unemployment",\n', "ring: found 2; expected one unemployment"),
        ('    "tax",\n', '    "taxi",\n', 'ring[2]: found "taxi"; did you mean "tax"?'),
        (
            '    "rent",\n',
            '    "entrance",\n',
            'ring[18]: found "entrance"; expected the entrance of exactly one occupation',
        ),
        ('hobby = "Art', 'hobbies = "Art', "names: found a list; expected a name for hobby"),
        (
            'hobby = "Art',
            'entrance = "Art',
            'names.entrance: found "Art Gallery"; expected the name of a kind of space that is no entrance',
        ),
        (
            "entrance = 7",
            "entrance = 6",
            "occupations.college.entrance: found 6; expected the number of an entrance in the ring",
        ),
        (
            "entrance = 7",
            "entrance = 4",
            'ring[4]: found "entrance"; expected the entrance of exactly one occupation',
        ),
        ("exit = 28", "exit = 32", "occupations.exploring.exit: found 32; expected a whole number from 0 to 31"),
        ('    "Spring weather",\n', "", "occupations.farming.tags: found 8; expected 9, one for each step"),
        (
            'degrees = ["Science"]',
            'degrees = ["Law", "Arts"]',
            'occupations.moon.degrees[1]: found "Arts"; expected one of Law, Medicine, Science, Engineering',
        ),
        ("college = true", "college = false", "occupations: found 0; expected one occupation that is the college"),
        (
            "any_degree = true",
            "any_degree = true\ncollege = true",
            "occupations: found 2; expected one occupation that is the college",
        ),
    ],
)
def test_a_board_that_does_not_hold_together_is_named(problems: Problems, old: str, new: str, problem: str) -> None:
    assert problem in problems((old, new))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            '"Law", "Medicine"',
            '"Law", "Law"',
            'degrees.special[1]: found "Law"; expected a name that no other degree has',
        ),
        (
            '"Law", "Medicine"',
            '"College", "Medicine"',
            'degrees.special[0]: found "College"; expected a name that no other degree has',
        ),
        (
            'doctor = "Medicine"',
            'doctor = "Doctor"',
            'degrees.doctor: found "Doctor"; expected one of Law, Medicine, Science, Engineering',
        ),
        (
            "value = 4",
            "value = 3",
            "experience.cards[3].value: found 3; expected a value that no other line has",
        ),
        (
            'target = "moon"',
            'target = "mars"',
            'opportunity.cards[11].target: found "mars"; expected the key of an occupation, any or holiday',
        ),
        (
            ', name = "Any occupation"',
            "",
            'opportunity.cards[14].name: found ""; expected a name, since no occupation gives it one',
        ),
        (
            'target = "holiday"',
            'special = "free_entry", target = "holiday"',
            'opportunity.cards[13].special: found "free_entry"; '
            "expected nothing special: the card leads into no occupation",
        ),
        (
            'free_entry = ", expenses paid"',
            'free = ", expenses paid"',
            "opportunity.suffix: found a list; expected an ending for free_entry",
        ),
        (
            'target = "college"',
            'target = "farming"',
            'opportunity.cards[1].name: found "Farming"; expected a name that no other card has',
        ),
        (
            'name = "Any occupation"',
            'name = "Vacation"',
            'opportunity.cards[14].name: found "Vacation"; expected a name that no other card has',
        ),
        ('special = "free_entry"', 'special = "free"', "opportunity.cards[6].special"),
    ],
)
def test_cards_that_cannot_be_told_apart_or_lead_nowhere_are_named(
    problems: Problems, old: str, new: str, problem: str
) -> None:
    assert any(each.startswith(problem) for each in problems((old, new)))


@pytest.mark.parametrize(
    ("table", "following", "place"),
    [
        ("[tax]\n", "sure", "tax.brackets"),
        ("[hearts_menu]\n", "sure", "hearts_menu.lines"),
        ("[stars_menu]\n", "sure", "stars_menu.lines"),
        ("[opportunity]\n", "sure", "opportunity.cards"),
        ("[experience]\n", "sure", "experience.cards"),
    ],
)
def test_a_list_without_lines_is_named(problems: Problems, table: str, following: str, place: str) -> None:
    start = TEXT.index(table) + len(table)
    listed = TEXT[start : TEXT.index(following, start)]
    name = place.partition(".")[2]
    assert problems((listed, f"{name} = []\n")) == [f"{place}: found a list; expected at least one"]
