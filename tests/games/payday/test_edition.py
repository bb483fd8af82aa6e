"""The edition of 2000: what its file says, and that every number in it says where it is from."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.games import payday
from parlour.games.payday.edition import Edition

FILE = Path(payday.__file__).parent / "editions" / "2000.toml"
DATA = tomllib.loads(FILE.read_text("utf-8"))
SURE = {"K", "K1", "K2", "K3", "I"}


def tables(data: Any) -> Iterator[dict[str, Any]]:
    """Every table of the file that has a number in it."""
    if isinstance(data, dict):
        if any(type(value) is int for value in data.values()) and "title" not in data and "worth" not in data:
            yield data
        data = list(data.values())
    if isinstance(data, list):
        for each in data:
            yield from tables(each)


def test_every_number_says_where_it_is_from_and_how_sure_it_is() -> None:
    numbers = list(tables(DATA))
    assert len(numbers) > 31 + 24 + 48
    assert [each for each in numbers if each.get("sure") not in SURE or not each.get("source")] == []


def test_what_is_known_is_not_ours_and_what_is_inferred_is() -> None:
    """The names of cards that nobody transcribed are made up; those that somebody did are not."""
    for card in DATA["mail"]["cards"]:
        assert (card["sure"] == "I") == (card["source"] == "ours"), card


def test_the_calendar_has_these_spaces(edition: Edition) -> None:
    assert Counter(day.space for day in edition.calendar.days) == {
        "mail": 8,
        "found_a_buyer": 7,
        "deal": 4,
        "lottery": 2,
        **dict.fromkeys(
            [
                *("sweepstakes", "sweet_sunday", "radio_contest", "happy_birthday", "fun_day", "buy_groceries"),
                *("yard_sale", "family_casino_night", "charity_walk", "pay_day"),
            ],
            1,
        ),
    }
    assert [day.day for day in edition.calendar.days if day.space == "deal"] == [4, 12, 15, 25]
    assert [day.day for day in edition.calendar.days if day.space == "found_a_buyer"] == [9, 13, 17, 23, 27, 29, 30]


def test_a_flag_stands_on_mail_spaces_and_nowhere_else(edition: Edition) -> None:
    assert all((day.cards > 0) == (day.space == "mail") for day in edition.calendar.days)


def test_the_deals_come_to_these_sums(edition: Edition) -> None:
    cards = edition.deals.cards
    assert (len(cards), sum(card.cost for card in cards), sum(card.value for card in cards)) == (24, 154_500, 267_500)


def test_the_mail_comes_to_these_sums(edition: Edition) -> None:
    cards = edition.mail.cards
    assert Counter(card.kind for card in cards) == {"bill": 22, "ad": 10, "postcard": 8, "moneygram": 8}
    due = Counter[str]()
    for card in cards:
        due[card.kind] += card.amount
    assert due == {"bill": 22_100, "moneygram": 2_600, "ad": 0, "postcard": 0}


def test_no_two_cards_of_a_pile_have_one_name(edition: Edition) -> None:
    assert len(edition.letter) == len(edition.mail.cards)
    assert len(edition.deal) == len(edition.deals.cards)


def test_every_sum_is_whole_hundreds(edition: Edition) -> None:
    """So that the notes of the box can pay it."""
    amounts = [card.amount for card in edition.mail.cards] + [deal.cost for deal in edition.deals.cards]
    assert all(amount % 100 == 0 for amount in amounts)


@pytest.mark.parametrize("module", sorted(FILE.parents[1].glob("*.py")), ids=lambda path: path.name)
def test_no_number_of_the_rulebook_stands_in_code(module: Path) -> None:
    """Beyond small ones that count (one seat to the left, hundredths) code has no numbers."""
    code = re.sub(r'""".*?"""|"[^"\n]*"|#[^\n]*', "", module.read_text("utf-8"), flags=re.DOTALL)
    found = {int(number) for number in re.findall(r"(?<![\w.])\d+(?![\w.])", code)}
    assert found <= {0, 1, 2, 100}
