"""The file of the classic edition: every number in it says where it is from and how sure it is."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.core.edition import load
from parlour.games.life import edition as life
from parlour.games.life.edition import Edition

FILE = Path(life.__file__).parent / "editions" / "classic.toml"
TEXT = FILE.read_text("utf-8")
DATA = tomllib.loads(TEXT)
SAID = ("sure", "source")
SURE = {"K", "K2", "K3", "K4", "I"}


@pytest.fixture(scope="module")
def edition() -> Edition:
    """The numbers of the classic edition."""
    return load(FILE, Edition)


def is_number(value: object) -> bool:
    """Whether a value is a number or a switch, or a list of numbers."""
    return type(value) in (int, bool) or (isinstance(value, list) and all(type(each) is int for each in value))


def said(what: str, key: str, *tables: dict[str, Any]) -> Any:
    """What the first of the tables that speaks of a key says of it."""
    for table in tables:
        words = table.get(what)
        if isinstance(words, str):
            return words
        if words and key in words:
            return words[key]
    return None


def numbers(table: dict[str, Any], place: str = "", *outer: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Each number's place with its `sure` and `source`, which its line or its table says of it."""
    for key, value in table.items():
        own = table.get("sure")
        if key in SAID:
            continue
        if is_number(value) or (isinstance(own, dict) and key in own):
            sure, source = (said(what, key, table, *outer) for what in SAID)
            yield f"{place}{key}", sure, source
        elif isinstance(value, dict):
            yield from numbers(value, f"{place}{key}.")
        elif isinstance(value, list):
            for index, line in enumerate(value):
                yield from numbers(line, f"{place}{key}[{index}].", table)


FOUND = list(numbers(DATA))


def printings(source: str) -> set[str]:
    """The transcriptions and accounts that a source names as its own, and not as differing."""
    agreeing = re.sub(r"\([^)]*\)", "", source)
    return set(re.findall(r"\b(?:(?:1991|2000|2002|2007)b?|family|summaries)\b", agreeing))


def test_every_number_says_where_it_is_from_and_how_sure_it_is() -> None:
    assert len(FOUND) > 150
    assert [each for each in FOUND if each[1] not in SURE or not each[2]] == []


def test_every_space_says_where_it_is_from_and_how_sure_it_is() -> None:
    spaces = DATA["board"]["spaces"]
    assert [space["name"] for space in spaces if not space.get("sure") or not space.get("source")] == []
    whole = [space for space in spaces if isinstance(space["sure"], str)]
    assert [space["name"] for space in whole if int(space["sure"][1:]) != len(printings(space["source"]))] == []


def test_what_is_known_is_from_the_rulebook_and_what_is_inferred_is_ours() -> None:
    for place, sure, source in FOUND:
        assert (sure == "K") == source.startswith("rulebook"), place
        assert (sure == "I") == source.startswith("ours"), place


def test_what_others_transcribed_is_as_sure_as_there_are_that_agree() -> None:
    transcribed = [(place, sure, source) for place, sure, source in FOUND if sure not in ("K", "I")]
    assert len(transcribed) > 100
    assert [each for each in transcribed if int(each[1][1:]) != len(printings(each[2]))] == []


def test_only_the_lawyers_spaces_the_resale_of_homes_and_a_bound_of_ours_are_inferred() -> None:
    inferred = {re.sub(r"cards\[\d+\]", "cards", place) for place, sure, _ in FOUND if sure == "I"}
    assert inferred == {
        "year",
        "loans.most_at_once",
        "deeds.cards.sells",
        "deeds.cards.starter",
        *(f"board.spaces[{number - 1}].payee" for number in (30, 67, 78, 141, 145)),
    }


def test_nothing_is_sure_of_a_number_that_is_not_there() -> None:
    def stray(table: dict[str, Any], place: str) -> Iterator[str]:
        lines = [line for value in table.values() if isinstance(value, list) for line in value]
        known = {*table, *(key for line in lines if isinstance(line, dict) for key in line)}
        for key, value in table.items():
            if key in SAID and isinstance(value, dict):
                yield from (f"{place}{key}.{each}" for each in value if each not in known)
            elif isinstance(value, dict):
                yield from stray(value, f"{place}{key}.")
        for index, line in enumerate(lines):
            if isinstance(line, dict):
                yield from stray(line, f"{place}{index}.")

    assert list(stray(DATA, "")) == []


def test_every_source_is_explained_in_the_head_of_the_file() -> None:
    head = TEXT.partition("\n\n")[0]
    explained = set(re.findall(r"\b[\w-]+\b", head))
    assert explained >= SURE
    sources = {source for _, _, source in FOUND} | {str(space["source"]) for space in DATA["board"]["spaces"]}
    assert {word for source in sources for word in printings(source)} - explained == set()
    assert {re.split(r"\W", source)[0] for _, _, source in FOUND} <= explained


def test_every_sum_is_whole_five_thousands(edition: Edition) -> None:
    """So that no note smaller than the box's smallest is ever needed."""
    sums = [
        edition.start.cash,
        edition.start.tuition,
        edition.loans.note,
        edition.loans.repay,
        edition.child.gift,
        edition.child.bonus,
        edition.insurance.auto,
        edition.stocks.price,
        edition.stocks.dividend,
        *edition.tile_values,
        *(gift.amount for gift in edition.wedding.gifts),
        *(number for card in edition.careers.cards for number in (card.fine, card.commission)),
        *(number for card in edition.salaries.cards for number in (card.value, card.tax)),
        *(number for card in edition.deeds.cards for number in (card.price, card.insurance, card.sells)),
        *(space.amount for space in edition.board.spaces),
    ]
    assert [each for each in sums if each % 5_000] == []


def test_a_space_that_asks_for_money_or_brings_some_has_a_name_of_its_own(edition: Edition) -> None:
    names = [space.name for space in edition.board.spaces if space.kind in ("get", "pay", "per_child", "tile")]
    assert len(set(names)) == len(names) == 12 + 41 + 3 + 29


def test_spaces_of_one_kind_that_is_not_told_by_its_name_bear_its_name(edition: Edition) -> None:
    alike = {"pay_day": "Pay Day", "trade_salary": "Trade Salary", "spin_again": "Spin Again", "tax": "Taxes"}
    assert {space.name for space in edition.board.spaces if space.kind in alike} == set(alike.values())
    assert all(space.name == alike.get(space.kind, space.name) for space in edition.board.spaces)
