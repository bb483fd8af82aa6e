"""An edition with which Life cannot be played is refused when it is loaded, and not in the middle of a match."""

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.core.edition import EditionError, load
from parlour.games.life import edition as life
from parlour.games.life.edition import Edition

TEXT = (Path(life.__file__).parent / "editions" / "classic.toml").read_text("utf-8")
Problems = Callable[..., list[str]]


@pytest.fixture
def problems(tmp_path: Path) -> Problems:
    """The mistakes in the edition after replacements, each without its place in the file."""

    def found(*replacements: tuple[str, str]) -> list[str]:
        text = TEXT
        for old, new in replacements:
            assert text.count(old) >= 1, old
            text = text.replace(old, new, 1)
        path = tmp_path / "classic.toml"
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
    path.write_text(TEXT.replace('kind = "tile"', 'kind = "tiles"', 1), "utf-8")
    line = TEXT.partition('kind = "tile"')[0].count("\n") + 1
    with pytest.raises(EditionError) as error:
        load(path, Edition)
    assert str(error.value) == f'{path}:{line}: board.spaces[2].kind: found "tiles"; did you mean "tile"?'


UP = "expected a whole number from {} up"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("least = 2", "least = 1", f"seats.least: found 1; {UP.format(2)}"),
        ("most = 6", "most = 0", f"seats.most: found 0; {UP.format(1)}"),
        ("cash = 10000", "cash = -1", f"start.cash: found -1; {UP.format(0)}"),
        ("tuition = 40000", "tuition = -20000", f"start.tuition: found -20000; {UP.format(0)}"),
        ("least = 1\n", "least = 0\n", "spinner.least: found 0; expected a whole number from 1 to 1"),
        ("most = 10\n", "most = 1\n", f"spinner.most: found 1; {UP.format(2)}"),
        ("note = 20000", "note = 0", f"loans.note: found 0; {UP.format(1)}"),
        ("repay = 25000", "repay = 0", f"loans.repay: found 0; {UP.format(1)}"),
        ("most_at_once = 10", "most_at_once = 0", f"loans.most_at_once: found 0; {UP.format(1)}"),
        ("pegs = 6", "pegs = 1", f"car.pegs: found 1; {UP.format(2)}"),
        ("gift = 5000", "gift = -5000", f"child.gift: found -5000; {UP.format(0)}"),
        ("bonus = 10000", "bonus = -1", f"child.bonus: found -1; {UP.format(0)}"),
        ("most = 4", "most = -1", f"child.most: found -1; {UP.format(0)}"),
        ("least = 5,", "least = 0,", f"wedding.gifts[1].least: found 0; {UP.format(1)}"),
        ("amount = 5000 }", "amount = -1 }", f"wedding.gifts[1].amount: found -1; {UP.format(0)}"),
        ("auto = 10000", "auto = -1", f"insurance.auto: found -1; {UP.format(0)}"),
        ("numbers = [1,", "numbers = [0,", f"stocks.numbers[0]: found 0; {UP.format(1)}"),
        ("price = 50000", "price = -1", f"stocks.price: found -1; {UP.format(0)}"),
        ("dividend = 10000", "dividend = -1", f"stocks.dividend: found -1; {UP.format(0)}"),
        ("careers = 3", "careers = 0", f"job_search.careers: found 0; {UP.format(1)}"),
        ("salaries = 3", "salaries = 0", f"job_search.salaries: found 0; {UP.format(1)}"),
        ("careers = 2", "careers = 0", f"night_school.careers: found 0; {UP.format(1)}"),
        ("salaries = 2", "salaries = 0", f"night_school.salaries: found 0; {UP.format(1)}"),
        ("fine_on = 10", "fine_on = -1", f"careers.cards[4].fine_on: found -1; {UP.format(0)}"),
        ("fine = 5000", "fine = -1", f"careers.cards[4].fine: found -1; {UP.format(0)}"),
        ("commission = 5000", "commission = -1", f"careers.cards[6].commission: found -1; {UP.format(0)}"),
        ("value = 30000", "value = 0", f"salaries.cards[1].value: found 0; {UP.format(1)}"),
        ("tax = 10000", "tax = -1", f"salaries.cards[1].tax: found -1; {UP.format(0)}"),
        ("price = 40000", "price = 0", f"deeds.cards[0].price: found 0; {UP.format(1)}"),
        ("insurance = 10000", "insurance = -1", f"deeds.cards[0].insurance: found -1; {UP.format(0)}"),
        ("sells = 35000", "sells = -1", f"deeds.cards[0].sells: found -1; {UP.format(0)}"),
        ("reserved = 4", "reserved = -1", f"tiles.reserved: found -1; {UP.format(0)}"),
        ("value = 10000, count", "value = -1, count", f"tiles.values[0].value: found -1; {UP.format(0)}"),
        ("count = 7", "count = 0", f"tiles.values[0].count: found 0; {UP.format(1)}"),
        ("career = 12", "career = 0", f"board.career: found 0; {UP.format(1)}"),
        ("college = 1", "college = 0", f"board.college: found 0; {UP.format(1)}"),
        ("amount = 20000", "amount = -1", f"board.spaces[0].amount: found -1; {UP.format(0)}"),
        ("children = 1", "children = -1", f"board.spaces[38].children: found -1; {UP.format(0)}"),
        ("next = [15]", "next = [0]", f"board.spaces[10].next[0]: found 0; {UP.format(1)}"),
    ],
)
def test_a_number_out_of_its_bounds_is_named_alone(problems: Problems, old: str, new: str, problem: str) -> None:
    assert problems((old, new)) == [problem]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("most = 6", "most = 1", f"seats.most: found 1; {UP.format(2)}"),
        ("repay = 25000", "repay = 19999", f"loans.repay: found 19999; {UP.format(20_000)}"),
        ("reserved = 4", "reserved = 26", "tiles.reserved: found 26; expected a whole number from 0 to 25"),
        ("8, 9]", "8, 11]", "stocks.numbers[8]: found 11; expected a whole number from 1 to 10"),
        ("tuition = 40000", "tuition = 50000", "start.tuition: found 50000; expected whole loan notes of 20000"),
        ("most = 4", "most = 5", "child.most: found 5; expected 4, which is a car without driver and spouse"),
        ("pegs = 6", "pegs = 7", "child.most: found 4; expected 5, which is a car without driver and spouse"),
        ("least = 5,", "least = 8,", "wedding.gifts[1].least: found 8; expected less than 8"),
        ("least = 8,", "least = 11,", "wedding.gifts[0].least: found 11; expected less than 11"),
    ],
)
def test_numbers_that_do_not_go_with_each_other_are_named(problems: Problems, old: str, new: str, problem: str) -> None:
    assert problems((old, new)) == [problem]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            'name = "Entertainer"',
            'name = "Artist"',
            'careers.cards[8].name: found "Artist"; expected a name that no other card has',
        ),
        (
            "value = 30000",
            "value = 20000",
            "salaries.cards[1].value: found 20000; expected a value that no other card has",
        ),
        (
            'name = "Mobile Home"',
            'name = "Split-Level"',
            'deeds.cards[1].name: found "Split-Level"; expected a name that no other card has',
        ),
        ("8, 9]", "8, 8]", "stocks.numbers[8]: found 8; expected a number that no other card has"),
        (
            "fine_on = 10",
            "fine_on = 11",
            "careers.cards[4].fine_on: found 11; expected a whole number from 0 to 10",
        ),
        (", fine = 5000", "", "careers.cards[4].fine: found 0; expected a fine for that spin"),
        ("fine_on = 10, ", "", "careers.cards[4].fine: found 5000; expected 0, since no spin is fined"),
        (
            "tax = 5000",
            "tax = 20001",
            "salaries.cards[0].tax: found 20001; expected no more than the salary of 20000",
        ),
        (", starter = true", "", "deeds.cards: found 5; expected 6 or more, a starter home for each seat"),
        ("most = 6", "most = 10", "careers.cards: found 9; expected 10 or more, one for each seat"),
        (
            "most = 6",
            "most = 9",
            "salaries.cards: found 9; expected 10 or more, one for each seat and one to change to",
        ),
        ("most = 6", "most = 9", "deeds.cards: found 9; expected 10 or more, one for each seat and one to change to"),
    ],
)
def test_cards_that_cannot_be_told_apart_or_do_not_go_round_are_named(
    problems: Problems, old: str, new: str, problem: str
) -> None:
    assert problem in problems((old, new))


def test_as_many_seats_as_there_are_cards_for_are_no_mistake(problems: Problems) -> None:
    starters = [(f"sells = {price} }}", f"sells = {price}, starter = true }}") for price in (180_000, 210_000)]
    assert problems(("most = 6", "most = 8"), *starters) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"New friends"', '""', 'board.spaces[2].name: found ""; expected a name'),
        (
            '"Scholarship", amount = 20000',
            '"Scholarship"',
            "board.spaces[0].amount: found 0; expected a whole number from 1 up on a space of kind get",
        ),
        (
            '"New friends"',
            '"New friends", amount = 5',
            "board.spaces[2].amount: found 5; expected 0 on a space of kind tile",
        ),
        (
            ", children = 1",
            "",
            "board.spaces[38].children: found 0; expected a whole number from 1 up on a space of kind baby",
        ),
        (
            '"New friends"',
            '"New friends", children = 1',
            "board.spaces[2].children: found 1; expected 0 on a space of kind tile",
        ),
        (
            '"New friends"',
            '"New friends", payee = "Doctor"',
            'board.spaces[2].payee: found "Doctor"; expected nobody on a space of kind tile',
        ),
        (
            'payee = "Police Officer"',
            'payee = "Policeman"',
            'board.spaces[91].payee: found "Policeman"; expected one of Doctor, Lawyer, Accountant, Teacher, '
            "Police Officer, Entertainer, Salesperson, Athlete, Artist",
        ),
        (
            '"New friends"',
            '"New friends", insured = "auto"',
            'board.spaces[2].insured: found "auto"; expected insurance only where the bank is paid',
        ),
        (
            '"Ski accident"',
            '"Ski accident", insured = "auto"',
            'board.spaces[18].insured: found "auto"; expected insurance only where the bank is paid',
        ),
    ],
)
def test_a_space_that_says_what_its_kind_does_not_mean_is_named(
    problems: Problems, old: str, new: str, problem: str
) -> None:
    assert problems((old, new)) == [problem]


ONWARD = "expected another space from {} to 147"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("career = 12", "career = 148", "board.career: found 148; expected a whole number from 1 to 147"),
        ("college = 1", "college = 148", "board.college: found 148; expected a whole number from 1 to 147"),
        ("next = [15]", "next = [11]", f"board.spaces[10].next[0]: found 11; {ONWARD.format(12)}"),
        ("next = [15]", "next = [148]", f"board.spaces[10].next[0]: found 148; {ONWARD.format(12)}"),
        ("[49, 56]", "[49, 49]", f"board.spaces[47].next[1]: found 49; {ONWARD.format(49)}"),
        ("next = [49, 56], ", "", 'board.spaces[55]: found "Television"; expected a space that a road leads to'),
        ("career = 12", "career = 13", 'board.spaces[11]: found "Pay Day"; expected a space that a road leads to'),
        (
            '"Retire"',
            '"Retire", next = [1]',
            "board.spaces[146].next[0]: found 1; expected nothing: the last space leads nowhere",
        ),
        (
            'kind = "retire"',
            'kind = "tile"',
            'board.spaces[146].kind: found "tile"; expected retire on the last space',
        ),
        (
            'kind = "tile"',
            'kind = "retire"',
            'board.spaces[2].kind: found "retire"; expected another kind: retire is the last space',
        ),
    ],
)
def test_a_road_that_leads_astray_is_named(problems: Problems, old: str, new: str, expected: str) -> None:
    assert expected in problems((old, new))


def kinds(number: int, kind: str, why: str) -> str:
    """What is said of a space whose kind does not fit those who come to it."""
    return f'board.spaces[{number - 1}].kind: found "{kind}"; expected another kind: {why}'


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"tile", name = "New', '"pay_day", name = "New', kinds(3, "pay_day", "not everybody has a career here")),
        ('"tile", name = "New', '"lose_job", name = "New', kinds(3, "lose_job", "not everybody has a career here")),
        ('"tile", name = "New', '"tax", name = "New', kinds(3, "tax", "not everybody has a career here")),
        (
            '"tile", name = "New',
            '"trade_salary", name = "New',
            kinds(3, "trade_salary", "not everybody has a career here"),
        ),
        ('"job_search"', '"tile"', kinds(15, "pay_day", "not everybody has a career here")),
        ('"get_married"', '"tile"', kinds(39, "baby", "not everybody has a spouse here")),
        ('"get_married"', '"tile"', kinds(147, "retire", "not everybody has a spouse here")),
        ('"buy_starter_home"', '"tile"', kinds(48, "pay", "not everybody has a home here")),
        ('"buy_starter_home"', '"tile"', kinds(81, "buy_house", "not everybody has a home here")),
        (
            '"pay_day", name = "Pay Day"',
            '"job_search", name = "Pay Day"',
            kinds(12, "job_search", "somebody has a career already"),
        ),
        ('"buy_house"', '"buy_starter_home"', kinds(81, "buy_starter_home", "somebody has a home already")),
        (
            '"tile", name = "Honeymoon"',
            '"get_married", name = "Again"',
            kinds(27, "get_married", "somebody has a spouse already"),
        ),
        (
            '"tile", name = "Wallet',
            '"buy_starter_home", name = "Wallet',
            kinds(55, "buy_starter_home", "somebody has a home already"),
        ),
    ],
)
def test_a_space_that_does_not_fit_those_who_come_to_it_is_named(
    problems: Problems, old: str, new: str, problem: str
) -> None:
    assert problem in problems((old, new))


def test_college_may_lead_to_the_first_pay_day_as_well(problems: Problems) -> None:
    assert problems(("next = [15]", "next = [12]")) == []


def test_a_home_that_only_one_road_gives_is_not_everybodys(problems: Problems) -> None:
    moved = [
        ('"buy_starter_home"', '"tile"'),
        ('insured = "home", ', ""),
        ('"trade_salary", name', '"buy_starter_home", name'),
    ]
    found = problems(*moved)
    assert kinds(54, "pay", "not everybody has a home here") not in found
    assert kinds(81, "buy_house", "not everybody has a home here") in found


@pytest.mark.parametrize(
    ("table", "place"),
    [
        ("wedding", "gifts"),
        ("careers", "cards"),
        ("salaries", "cards"),
        ("deeds", "cards"),
        ("tiles", "values"),
        ("board", "spaces"),
    ],
)
def test_a_list_without_lines_is_named(problems: Problems, table: str, place: str) -> None:
    begin = TEXT.index(f"{place} = [\n", TEXT.index(f"[{table}]\n"))
    listed = TEXT[begin : TEXT.index("\n]\n", begin) + 3]
    assert problems((listed, f"{place} = []\n")) == [f"{table}.{place}: found a list; expected at least one"]
