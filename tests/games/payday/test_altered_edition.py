"""PayDay by other numbers: an edition in which nothing is as in 2000 is played by its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from parlour.core import registry
from parlour.games import payday
from parlour.games.payday.edition import Edition
from parlour.games.payday.rules import PayDay

Laid = Callable[..., Any]

ALTERED = """
inherits = "2000"

seats = { least = 3, most = 8 }
months = { least = 2, most = 5, default = 4, recommended = 3 }
die = { sides = 8, jackpot = 7 }
money = { start = 4400, salary = 3700, notes = [{ worth = 2200, count = 2 }] }
loans = { unit = 500, interest_percent = 20, most_units_at_once = 7 }
sweepstakes = { per_pip = 1100 }
lottery = { bank = 1300, ante = 140 }
radio_contest = { amount = 1700 }
happy_birthday = { amount = 190 }
fun_day = { amount = 230 }
buy_groceries = { amount = 260 }
yard_sale = { per_pip = 290 }
family_casino_night = { win = 310, loss = 370 }
charity_walk = { per_pip = 410 }

[calendar]
weekdays = ["Rest", "Toil"]
days = [
    { day = 1, space = "mail", cards = 4 },
    { day = 2, space = "sweepstakes" },
    { day = 3, space = "deal" },
    { day = 4, space = "lottery" },
    { day = 5, space = "radio_contest" },
    { day = 6, space = "found_a_buyer" },
    { day = 7, space = "happy_birthday" },
    { day = 8, space = "fun_day" },
    { day = 9, space = "buy_groceries" },
    { day = 10, space = "yard_sale" },
    { day = 11, space = "family_casino_night" },
    { day = 12, space = "charity_walk" },
    { day = 13, space = "pay_day" },
]

[deals]
cards = [
    { name = "Castle", cost = 4300, value = 9800 },
    { name = "Hut", cost = 70, value = 80 },
]

[mail]
cards = [
    { name = "Tailor", kind = "bill", amount = 770 },
    { name = "Baker", kind = "bill", amount = 60 },
    { name = "Nephew", kind = "moneygram", amount = 450 },
    { name = "Soap", kind = "ad", amount = 0 },
    { name = "Canal", kind = "postcard", amount = 0 },
]
"""


@pytest.fixture
def altered(tmp_path: Path) -> Iterator[PayDay]:
    """The rules of the other edition, which is registered while the test runs."""
    copy(Path(payday.__file__).parent / "editions" / "2000.toml", tmp_path)
    (tmp_path / "altered.toml").write_text(ALTERED, "utf-8")
    registry.register(registry.Title(rules=PayDay, edition=Edition, folder=tmp_path, default="2000"))
    try:
        rules = registry.find("payday/altered")
        assert isinstance(rules, PayDay)
        yield rules
    finally:
        registry.register(payday.TITLE)


@pytest.fixture
def other(altered: PayDay, table: Laid) -> Laid:
    """A table of the other edition, at which each of three players has 10,000."""

    def laid(**what: Any) -> Any:
        return table(**{"rules": altered, "cash": [10_000] * 3, **what})

    return laid


IN = ("Ante", "ante")
OUT = ("Ante", "stay out")


@pytest.mark.parametrize(
    ("space", "luck", "say", "gained", "jackpot"),
    [
        ("mail", ["Tailor", "Nephew", "Soap", "Canal"], [], -450, 450),
        ("sweepstakes", [8], [], 8 * 1100, 0),
        ("deal", ["Castle"], [("BuyDeal", True)], -4300, 0),
        ("lottery", [8], [IN, ("PickNumber", 8), IN, ("PickNumber", 7), OUT], 1300 + 140, 0),
        ("lottery", [7], [IN, ("PickNumber", 8), IN, ("PickNumber", 7), OUT], -140, 0),
        ("radio_contest", [8, 7, 1], [], 1700, 0),
        ("happy_birthday", [], [], 2 * 190, 0),
        ("fun_day", [], [], -230, 230),
        ("buy_groceries", [], [], -260, 260),
        ("yard_sale", ["Hut", 8], [], -8 * 290, 0),
        ("family_casino_night", [7], [], 310, 0),
        ("family_casino_night", [8], [], -370, 370),
        ("charity_walk", [8], [], 0, 2 * 8 * 410),
        ("pay_day", [], [], 3700, 0),
    ],
)
def test_each_space_takes_its_number_from_the_edition(
    other: Laid, space: str, luck: list[Any], say: list[Any], gained: int, jackpot: int
) -> None:
    played = other().land(space, luck=luck, say=say)
    assert (played.cash[0] - 10_000, played.jackpot) == (gained, jackpot)


def test_a_buyer_pays_what_the_card_of_the_edition_says(other: Laid) -> None:
    played = other(deals=[["Hut", "Castle"], [], []]).land("found_a_buyer", say=[("SellDeal", "Castle")])
    assert played.cash[0] == 10_000 + 9800


def test_loans_come_in_the_units_of_the_edition_and_cost_its_interest(other: Laid) -> None:
    """Interest of a fifth of 2,500, three units of 500 paid back, then the bills."""
    played = other(loans=[2500, 0, 0], mail=[["Tailor", "Baker"], [], []])
    assert played.until("Borrow").facts() == {"cash": 10_000, "loan": 2500, "unit": 500, "most": 7}
    played.land("pay_day", say=[("Repay", 3)])
    assert played.loans_and_cash(0) == (1000, 10_000 + 3700 - 500 - 1500 - 830)
    assert other(cash=[0] * 3).land("fun_day").loans_and_cash(0) == (500, 270)


def test_the_number_of_the_edition_wins_the_jackpot(other: Laid) -> None:
    assert other(jackpot=900).turn(luck=[7]).cash[0] == 10_000 + 900 + 2 * 190
    assert other(jackpot=900).turn(luck=[6]).jackpot == 900


def test_the_table_is_set_up_by_the_edition(altered: PayDay) -> None:
    state = altered.setup(3, {"months": 2})
    assert state.money.cash == [4400] * 3
    assert altered.seats == range(3, 9)
    (months,) = altered.options
    assert (months.least, months.most, months.default) == (2, 5, 4)
    assert altered.edition.date[13] == "Toil the 13th"
