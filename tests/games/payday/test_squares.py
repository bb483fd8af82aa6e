"""The spaces without cards: rulings P52, P60, P61, P65 to P67 and P70 to P72, and P84 in them."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.payday.events import (
    BirthdayHeld,
    CasinoWon,
    CharityWalked,
    JackpotFed,
    RadioRolled,
    RadioWon,
    SweepstakesWon,
)

Laid = Callable[..., Any]


@pytest.mark.parametrize(("pips", "prize"), [(1, 1000), (5, 5000), (6, 6000)])
def test_the_sweepstakes_bring_1000_a_pip(table: Laid, pips: int, prize: int) -> None:
    """[P52] The example of the rulebook: a 5 wins 5,000."""
    played = table().land("sweepstakes", luck=[pips])
    assert played.cash == [3500 + prize, 3500, 3500]
    assert played.told(SweepstakesWon) == [SweepstakesWon(0, pips=pips, amount=prize)]


@pytest.mark.parametrize(
    ("space", "purpose"),
    [("sweepstakes", "sweepstakes"), ("family_casino_night", "casino"), ("charity_walk", "charity walk")],
)
def test_the_player_who_landed_there_rolls_again(table: Laid, space: str, purpose: str) -> None:
    """[P52 P70 P71] Once, and nobody else."""
    assert table(active=1).land(space, luck=[4]).rolls == [(1, "move"), (1, purpose)]


def test_the_highest_roll_wins_the_radio_contest(table: Laid) -> None:
    """[P60] They roll from the one who landed there to the left; the prize is the bank's."""
    played = table(active=1).land("radio_contest", luck=[2, 5, 4])
    assert played.told(RadioRolled) == [RadioRolled(seats=[1, 2, 0], rolls=[2, 5, 4])]
    assert played.told(RadioWon) == [RadioWon(2, amount=1000)]
    assert (played.cash, played.jackpot) == ([3500, 3500, 4500], 0)


def test_only_those_who_tie_for_the_highest_roll_again(table: Laid) -> None:
    """[P61] In the same order, and again if need be; a tie below the highest is none."""
    played = table(seats=4, active=1).land("radio_contest", luck=[5, 1, 5, 1, 3, 3, 1, 2])
    assert played.told(RadioRolled) == [
        RadioRolled(seats=[1, 2, 3, 0], rolls=[5, 1, 5, 1]),
        RadioRolled(seats=[1, 3], rolls=[3, 3]),
        RadioRolled(seats=[1, 3], rolls=[1, 2]),
    ]
    assert played.told(RadioWon) == [RadioWon(3, amount=1000)]
    assert played.rolls == [(1, "move"), *((seat, "radio contest") for seat in (1, 2, 3, 0, 1, 3, 1, 3))]


def test_a_retired_player_takes_part_in_the_radio_contest(table: Laid) -> None:
    """[P84]"""
    played = table(months_done=[0, 2, 0]).land("radio_contest", luck=[1, 6, 1])
    assert played.cash == [3500, 4500, 3500]


@pytest.mark.parametrize("seats", [2, 6])
def test_a_birthday_brings_100_from_every_other_player(table: Laid, seats: int) -> None:
    """[P65]"""
    played = table(seats=seats, active=1).land("happy_birthday")
    assert played.cash == [3400, 3500 + 100 * (seats - 1), *[3400] * (seats - 2)]
    assert played.told(BirthdayHeld) == [BirthdayHeld(1, gift=100, amount=100 * (seats - 1))]


def test_a_retired_player_pays_for_a_birthday_on_credit_if_need_be(table: Laid) -> None:
    """[P84 P86]"""
    played = table(months_done=[0, 2, 0], cash=[0, 50, 100]).land("happy_birthday")
    assert [played.loans_and_cash(seat) for seat in range(3)] == [(0, 200), (1000, 950), (0, 0)]


def test_a_fun_day_puts_200_on_the_jackpot(table: Laid) -> None:
    """[P66]"""
    played = table(jackpot=300).land("fun_day")
    assert (played.cash[0], played.jackpot) == (3300, 500)
    assert played.told(JackpotFed) == [JackpotFed(0, amount=200, reason="a fun day", jackpot=500)]


def test_groceries_put_200_on_the_jackpot(table: Laid) -> None:
    """[P67]"""
    played = table(jackpot=300).land("buy_groceries")
    assert (played.cash[0], played.jackpot) == (3300, 500)
    assert played.told(JackpotFed) == [JackpotFed(0, amount=200, reason="groceries", jackpot=500)]


@pytest.mark.parametrize("pips", [1, 3, 5])
def test_an_odd_number_brings_500_at_the_casino(table: Laid, pips: int) -> None:
    """[P70] From the bank."""
    played = table(jackpot=300).land("family_casino_night", luck=[pips])
    assert (played.cash[0], played.jackpot) == (4000, 300)
    assert played.told(CasinoWon) == [CasinoWon(0, pips=pips, amount=500)]


@pytest.mark.parametrize("pips", [2, 4, 6])
def test_an_even_number_costs_500_at_the_casino(table: Laid, pips: int) -> None:
    """[P70] For the Jackpot."""
    played = table(jackpot=300).land("family_casino_night", luck=[pips])
    assert (played.cash[0], played.jackpot) == (3000, 800)
    assert played.told(JackpotFed) == [JackpotFed(0, amount=500, reason=f"a {pips} at the casino", jackpot=800)]


def test_on_a_charity_walk_all_others_put_100_a_pip_on_the_jackpot(table: Laid) -> None:
    """[P71] One roll, by the walker, who pays nothing."""
    played = table(active=1, jackpot=50).land("charity_walk", luck=[4])
    assert (played.cash, played.jackpot) == ([3100, 3500, 3100], 850)
    assert played.told(CharityWalked) == [CharityWalked(1, pips=4, gift=400, jackpot=850)]


def test_a_retired_player_pays_for_charity_on_credit_if_need_be(table: Laid) -> None:
    """[P84 P86]"""
    played = table(months_done=[0, 2, 0], cash=[0, 300, 600]).land("charity_walk", luck=[6])
    assert [played.loans_and_cash(seat) for seat in range(3)] == [(0, 0), (1000, 700), (0, 0)]


def test_on_sweet_sunday_nothing_happens(table: Laid) -> None:
    """[P72]"""
    played = table(jackpot=300, deals=[["Teen Jeans Inc."], [], []], loans=[1000, 0, 0]).land("sweet_sunday")
    assert played.order() == ["Moved"]
