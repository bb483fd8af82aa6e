"""The spin, and who is paid for its number: rulings L36 to L38."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.luck import Keyed, Use
from parlour.games.life import events as told

Laid = Callable[..., Any]

FINE = "a 10 spun, to the Police Officer"
SALE = "a 1 spun, to the Artist"


# --- the spinner ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 11))
def test_the_spinner_gives_1_to_10(table: Laid, number: int) -> None:
    """[L36]"""
    game = table(at=[97, 0, 0]).turn(spins=[number])
    assert game.told(told.Spun) == [told.Spun(0, number=number)]
    assert game.luck[0].options() == range(1, 11)


def test_each_number_is_as_likely_as_the_others(table: Laid) -> None:
    """[L36] Over 5000 spins each comes within a tenth of its share; there is no eleventh for the line between two."""
    roll = table().turn(spins=[3]).luck[0]
    luck = Keyed(b"spinner")
    found = Counter(luck.answer(roll, Use(0, turn, 0, "spin", 0)) for turn in range(5000))
    assert set(found) == set(range(1, 11))
    assert all(450 <= count <= 550 for count in found.values())


# --- who is paid ----------------------------------------------------------------------------------------------------

HOUSE = {"career": {0: "Athlete"}, "salary": {0: 20_000}, "house": {0: "Log Cabin"}}
OCCASIONS = [
    ("a move", 98, 0, [], {}, []),
    ("after a STOP", 36, 1, [], {}, [("ChooseStarterHome", "Split-Level")]),
    ("on a spin-again space", 122, 1, [], {}, []),
    ("for wedding gifts", 25, 1, [3], {}, []),
    ("for the pension", 146, 1, [], HOUSE, []),
]
"""The occasions of a spin: on which space, whether it is the spin after that of landing, and the spins after it."""


@pytest.mark.parametrize(("occasion", "space", "later", "spins", "laid", "say"), OCCASIONS)
@pytest.mark.parametrize("number", [10, 1, 7])
def test_every_spin_pays_who_lives_by_its_number(
    table: Laid,
    occasion: str,
    space: int,
    later: int,
    spins: list[int],
    laid: dict[str, Any],
    say: list[tuple[str, Any]],
    number: int,
) -> None:
    """[L37] A 10 the Police Officer, a 1 the Artist, a 7 the owner of that stock."""
    holder = {10: {"career": "Police Officer"}, 1: {"career": "Artist"}, 7: {"stocks": [7]}}[number]
    if "stocks" in holder:
        more: dict[str, Any] = {"stocks": {1: [7]}}
    else:
        more = {"career": {**laid.get("career", {}), 1: holder["career"]}}
    # Seat 2 is ahead of the spin-again space, and on no space that the spins lead to.
    game = table(at={2: 145}, cash=[50_000] * 3, **{**laid, **more})
    if later:
        game.land(space, spin=2, spins=[number, *spins], say=say)
    else:
        game.land(space, spin=number)
    paid = [each for each in game.told(told.Paid) if each.what in (FINE, SALE)]
    dividends = game.told(told.DividendPaid)
    assert {
        10: (paid == [told.Paid(0, amount=5000, payee=1, what=FINE)], not dividends),
        1: (paid == [told.Paid(0, amount=10_000, payee=1, what=SALE)], not dividends),
        7: (dividends == [told.DividendPaid(1, number=7, amount=10_000)], not paid),
    }[number] == (True, True), occasion


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 8, 9])
def test_no_other_number_pays(table: Laid, number: int) -> None:
    """[L37]"""
    game = table(at=[0, 97, 97], career=["", "Police Officer", "Artist"], stocks={1: 7})
    game.turn(spins=[number])
    assert not any(each.payee > 0 for each in game.told(told.Paid))
    assert game.told(told.DividendPaid) == []


# --- in which order -------------------------------------------------------------------------------------------------


def test_a_sale_of_art_comes_before_the_dividend_and_both_before_the_move(table: Laid) -> None:
    """[L38] Then the Pay Day of the move, then the space."""
    game = table(at=[13, 0, 0], career={1: "Artist"}, stocks={2: 1}, salary={0: 20_000}).turn(spins=[1])
    assert game.order() == ["Spun", "Paid", "DividendPaid", "Moved", "Received"]
    assert game.told(told.Paid) == [told.Paid(0, amount=10_000, payee=1, what=SALE)]
    game = table(at=[42, 0, 0], career={2: "Artist"}, stocks={1: 1}, salary={0: 20_000}).turn(spins=[1])
    assert game.order() == ["Spun", "Paid", "DividendPaid", "PayDay", "Moved"]


def test_a_fine_comes_before_the_move_with_its_pay_days(table: Laid) -> None:
    """[L38] Without cash it is borrowed for, though the salary is just ahead; after the Pay Day comes the space."""
    game = table(at=[97, 0, 0], cash={0: 0}, career={1: "Police Officer"}, salary={0: 20_000})
    game.turn(spins=[10])
    assert game.order() == ["Spun", "LoanTaken", "Paid", "PayDay", "Moved"]
    assert (game.cash, game.state.notes) == ([20_000 - 5000 + 20_000, 15_000, 10_000], [1, 0, 0])


def test_a_fine_comes_before_the_wedding_gifts(table: Laid) -> None:
    """[L38] Gifts and fine pass each other between the two."""
    game = table(career={2: "Police Officer"}, stocks={0: 9}).land(25, spins=[10, 3])
    gifts = [(each.seat, each.amount, each.payee) for each in game.told(told.Paid)]
    assert gifts[:3] == [(0, 5000, 2), (1, 10_000, 0), (2, 10_000, 0)]


def test_a_sale_of_art_and_a_dividend_come_before_the_pension(table: Laid) -> None:
    """[L38] The pension of a 1 is 20,000."""
    game = table(**{**HOUSE, "career": {0: "Athlete", 1: "Artist"}, "stocks": {0: 1}}).land(146, spins=[1])
    assert game.order() == ["Spun", "Moved", "Spun", "Paid", "DividendPaid", "Received"]
    assert game.told(told.Received) == [told.Received(0, amount=20_000, what="Pension")]
    assert game.cash[0] == 10_000 - 10_000 + 10_000 + 20_000
