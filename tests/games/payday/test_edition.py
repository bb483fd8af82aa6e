"""The file of the edition of 2000: every number in it says where it is from, and none of them stands in code."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.games import payday
from parlour.games.payday.edition import Edition

FILE = Path(payday.__file__).parent / "editions" / "2000.toml"
DATA = tomllib.loads(FILE.read_text("utf-8"))
SURE = {"K", "K1", "K2", "K3", "I"}


def tables(data: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every table of the file that has a number in it, and where it stands."""
    if isinstance(data, dict):
        if any(type(value) is int for value in data.values()) and "title" not in data and "worth" not in data:
            yield place, data
        inner = data.items()
    else:
        inner = enumerate(data) if isinstance(data, list) else ()
    for key, each in inner:
        yield from tables(each, f"{place}.{key}".strip("."))


def numbers() -> Iterator[tuple[str, Any, Any]]:
    """Every number's place with its `sure` and `source`, which its table says of all its numbers or of each."""
    for place, table in tables(DATA):
        names = {name for name, value in table.items() if type(value) is int}
        sure, source = (
            said if isinstance(said, dict) else dict.fromkeys(names, said) for said in (table["sure"], table["source"])
        )
        assert sure.keys() == source.keys() == names, place
        for name in names:
            yield f"{place}.{name}", sure[name], source[name]


def test_every_number_says_where_it_is_from_and_how_sure_it_is() -> None:
    found = list(numbers())
    assert len(found) > 31 + 2 * 24 + 48
    assert [each for each in found if each[1] not in SURE or not each[2]] == []


def test_what_is_known_is_not_ours_and_what_is_inferred_is() -> None:
    """What somebody transcribed is never inferred, and what we made up always is."""
    for place, sure, source in numbers():
        assert (sure == "I") == source.startswith("ours"), place


def test_beside_some_cards_only_two_limits_are_ours() -> None:
    """Twelve months, a year, and the 20 thousands of one question."""
    ours = [place for place, sure, _ in numbers() if sure == "I" and not place.startswith("mail.cards")]
    assert sorted(ours) == ["loans.most_units_at_once", "months.most"]


def test_no_two_cards_of_a_pile_have_one_name(edition: Edition) -> None:
    assert len(edition.letter) == len(edition.mail.cards)
    assert len(edition.deal) == len(edition.deals.cards)


def test_every_sum_is_whole_hundreds(edition: Edition) -> None:
    """So that the notes of the box can pay it."""
    amounts = [card.amount for card in edition.mail.cards] + [deal.cost for deal in edition.deals.cards]
    assert all(amount % 100 == 0 for amount in amounts)


def counted(tree: ast.AST, within: str = "") -> Iterator[tuple[str, object]]:
    """Every number in code, with the function that it stands in."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            yield within, node.value
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        yield from counted(node, node.name if is_function else within)


HUNDREDTHS = {("pay_interest", 100), ("_bounds", 100)}
"""Where interest is taken in hundredths, and where an edition is asked for no more of them than there are."""


@pytest.mark.parametrize("module", sorted(FILE.parents[1].glob("*.py")), ids=lambda path: path.name)
def test_no_number_of_the_rulebook_stands_in_code(module: Path) -> None:
    """Beyond small ones that count (one seat to the left, odd and even) and hundredths, code has no numbers."""
    found = set(counted(ast.parse(module.read_text("utf-8"))))
    assert {(within, number) for within, number in found if number not in (0, 1, 2)} <= HUNDREDTHS
