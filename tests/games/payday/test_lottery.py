"""The lottery: rulings P53 to P59, and P84 and P85 in it."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.payday.events import LoanTaken, LotteryCalledOff, LotteryEntered, LotteryRolled, LotteryWon

Laid = Callable[..., Any]

OUT = ("Ante", "stay out")
IN = ("Ante", "ante")


def pick(number: int) -> tuple[str, int]:
    """An answer to PickNumber."""
    return ("PickNumber", number)


def test_the_bank_puts_in_1000(table: Laid) -> None:
    """[P53]"""
    question = table(days=[5, 0, 0]).until("Ante", luck=[1])
    assert question.facts() == {"ante": 100, "prize": 1000, "cash": 3500, "taken": []}


def test_the_prize_that_is_shown_is_without_the_own_ante(table: Laid) -> None:
    """[P54] The 1,000 of the bank and 100 of each who is in already, whose numbers are shown."""
    question = table(active=1, days=[0, 5, 0]).until("Ante", luck=[1], say=[IN, pick(6), IN, pick(1)])
    assert question.facts() == {"ante": 100, "prize": 1200, "cash": 3500, "taken": [1, 6]}


def test_everyone_may_ante_100_or_stay_out(table: Laid) -> None:
    """[P54] Two of three are in: 1,200 to win. To stay out is the cautious answer."""
    assert table(days=[5, 0, 0]).until("Ante", luck=[1]).default() == "stay out"
    played = table().land("lottery", luck=[4], say=[IN, pick(2), OUT, IN, pick(4)])
    assert played.cash == [3400, 3500, 3400 + 1200]


@pytest.mark.parametrize(
    ("cash", "offered"), [(100, "ante"), (99, "ante with a loan"), (0, "ante with a loan")], ids=str
)
def test_with_less_than_100_only_a_loan_gets_a_player_in(table: Laid, cash: int, offered: str) -> None:
    """[P55]"""
    question = table(days=[5, 0, 0], cash=[cash, 0, 0]).until("Ante", luck=[1])
    assert question.options() == ("stay out", offered)


def test_a_loan_for_the_ante_is_taken_by_whoever_says_so(table: Laid) -> None:
    """[P55]"""
    say = [("Ante", "ante with a loan"), pick(1), OUT, OUT]
    played = table(cash=[40, 40, 40]).land("lottery", luck=[1], say=say)
    assert played.told(LoanTaken) == [LoanTaken(0, amount=1000, loan=1000)]
    assert played.loans_and_cash(0) == (1000, 40 + 1000 - 100 + 1100)


def test_no_number_is_picked_twice(table: Laid) -> None:
    """[P56] Each is asked and picks before the next, from the lander to the left; what is taken can be seen."""
    played = table(active=1, days=[0, 5, 0])
    question = played.until("PickNumber", luck=[1], say=[IN, pick(6), IN, pick(1), IN])
    assert (question.seat, question.options(), question.default()) == (0, (2, 3, 4, 5), 2)
    assert played.told(LotteryEntered) == [
        LotteryEntered(1, ante=100, number=6),
        LotteryEntered(2, ante=100, number=1),
    ]


def test_the_sixth_of_six_takes_the_number_that_is_left(table: Laid) -> None:
    """[P56] Without being asked for it."""
    say = [part for number in (6, 5, 4, 3, 2) for part in (IN, pick(number))]
    played = table(seats=6).land("lottery", luck=[1], say=[*say, IN])
    assert played.told(LotteryWon) == [LotteryWon(5, number=1, amount=1600)]


def test_whose_number_comes_up_gets_all_the_money(table: Laid) -> None:
    """[P57] Of three who are in."""
    played = table().land("lottery", luck=[3], say=[IN, pick(1), IN, pick(3), IN, pick(5)])
    assert played.cash == [3400, 3400 + 1300, 3400]
    assert played.told(LotteryWon) == [LotteryWon(1, number=3, amount=1300)]


def test_the_roll_is_repeated_until_a_picked_number_comes_up(table: Laid) -> None:
    """[P58]"""
    played = table().land("lottery", luck=[6, 6, 2, 1], say=[IN, pick(1), IN, pick(3), OUT])
    assert [event.number for event in played.told(LotteryRolled)] == [6, 6, 2]
    assert played.told(LotteryWon) == [LotteryWon(0, number=1, amount=1200)]


def test_the_player_who_landed_there_rolls_for_the_lottery(table: Laid) -> None:
    """[P57 P58] Each time, whether in it or not."""
    played = table(active=1).land("lottery", luck=[6, 1], say=[OUT, IN, pick(1), OUT])
    assert played.rolls == [(1, "move"), (1, "lottery"), (1, "lottery")]
    assert played.told(LotteryRolled) == [LotteryRolled(1, number=6)]


def test_a_lottery_of_nobody_is_none(table: Laid) -> None:
    """[P59] Nothing is rolled and the bank keeps its money."""
    played = table().land("lottery", say=[OUT, OUT, OUT])
    assert played.told(LotteryCalledOff) == [LotteryCalledOff(0)]
    assert played.cash == [3500, 3500, 3500]


def test_a_single_player_wins_1100(table: Laid) -> None:
    """[P59]"""
    played = table().land("lottery", luck=[5, 4], say=[OUT, IN, pick(4), OUT])
    assert played.cash == [3500, 3400 + 1100, 3500]


def test_a_retired_player_may_play_the_lottery(table: Laid) -> None:
    """[P84 P86] Also on credit."""
    say = [OUT, ("Ante", "ante with a loan"), pick(2), OUT]
    played = table(months_done=[0, 2, 0], cash=[0, 0, 0]).land("lottery", luck=[2], say=say)
    assert played.loans_and_cash(1) == (1000, 2000)
