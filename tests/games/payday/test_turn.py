"""The turn, the calendar and the Jackpot: rulings P26 to P35."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.payday.edition import Edition
from parlour.games.payday.events import JackpotWon, Moved
from parlour.games.payday.turn import SPACES

Laid = Callable[..., Any]


@pytest.mark.parametrize(("pips", "luck"), [(1, ["Vet"]), (2, [3]), (3, ["Vet", "Plumber"])])
def test_the_token_moves_as_many_days_as_are_rolled(table: Laid, pips: int, luck: list[Any]) -> None:
    """[P26]"""
    assert table().turn(luck=[pips, *luck]).state.days == [pips, 0, 0]


@pytest.mark.parametrize("mover", [0, 1, 2])
def test_the_player_whose_turn_it_is_rolls_the_move(table: Laid, mover: int) -> None:
    """[P26] Once."""
    assert table(active=mover).land("sweet_sunday").rolls == [(mover, "move")]


def test_the_die_has_six_sides(edition: Edition) -> None:
    """[P26]"""
    assert edition.die.sides == 6


def test_the_days_follow_each_other_as_on_a_calendar(edition: Edition) -> None:
    """[P27]"""
    days = edition.calendar.days
    assert [day.day for day in days] == list(range(1, 32))
    assert [edition.date[day] for day in (1, 6, 7, 8, 31)] == [
        "Monday the 1st",
        "Saturday the 6th",
        "Sunday the 7th",
        "Monday the 8th",
        "Wednesday the 31st",
    ]


def test_a_row_of_the_calendar_is_left_for_the_next_one(table: Laid) -> None:
    """[P27] From Saturday the 6th a 5 leads to Thursday the 11th."""
    played = table(days=[6, 0, 0]).turn(luck=[5, "Vet"])
    assert played.told(Moved) == [Moved(0, pips=5, day=11, date="Thursday the 11th", space="mail")]


def test_the_turn_is_over_when_the_space_is_done(table: Laid) -> None:
    """[P28] The sweepstakes' roll is followed by the next player's first question."""
    played = table().turn(luck=[2, 5])
    assert played.order() == ["Moved", "SweepstakesWon"]
    assert played.until("Borrow").seat == 1


def test_a_six_wins_all_that_lies_on_the_jackpot(table: Laid) -> None:
    """[P29 P35] And everybody is told."""
    played = table(jackpot=700).turn(luck=[6], say=[("Ante", "stay out")] * 3)
    assert (played.cash, played.jackpot) == ([4200, 3500, 3500], 0)
    assert played.told(JackpotWon) == [JackpotWon(0, amount=700)]
    assert played.told(JackpotWon)[0].to is None


@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5])
def test_no_other_number_wins_it(table: Laid, pips: int) -> None:
    """[P29]"""
    played = table(jackpot=700, days=[6, 0, 0])
    on_the_way = {2: [1, 2, 3], 5: ["Vet"]}  # a radio contest, a letter
    played.turn(luck=[pips, *on_the_way.get(pips, [])])
    assert played.jackpot == 700


@pytest.mark.parametrize(
    ("space", "luck"),
    [
        ("sweepstakes", [6]),
        ("radio_contest", [6, 1, 1]),
        ("yard_sale", ["Sahara Safari", 6]),
        ("family_casino_night", [6]),
        ("charity_walk", [6]),
    ],
)
def test_a_six_that_moves_no_token_wins_nothing(table: Laid, space: str, luck: list[Any]) -> None:
    """[P30]"""
    played = table(jackpot=700).land(space, luck=luck)
    assert played.told(JackpotWon) == []
    assert played.jackpot >= 700


def test_a_six_of_the_lottery_wins_no_jackpot(table: Laid) -> None:
    """[P30]"""
    say = [("Ante", "ante"), ("PickNumber", 6), ("Ante", "stay out"), ("Ante", "stay out")]
    assert table(jackpot=700).land("lottery", luck=[6], say=say).jackpot == 700


def test_a_six_with_nothing_on_the_jackpot_wins_nothing(table: Laid) -> None:
    """[P31]"""
    played = table(jackpot=0).turn(luck=[6], say=[("Ante", "stay out")] * 3)
    assert played.told(JackpotWon) == []
    assert played.cash == [3500, 3500, 3500]


def test_the_jackpot_is_won_before_the_space_is_done(table: Laid) -> None:
    """[P32] The 200 of a fun day come too late for the one who rolled the six."""
    played = table(jackpot=700, days=[8, 0, 0]).turn(luck=[6])
    assert played.order() == ["JackpotWon", "Moved", "JackpotFed"]
    assert (played.cash[0], played.jackpot) == (3500 + 700 - 200, 200)


def test_a_six_that_pay_day_cuts_short_wins_the_jackpot(table: Laid) -> None:
    """[P32] Also on the player's last move: the win is there when the bills are paid."""
    played = table(months=1, days=[29, 0, 0], jackpot=900, mail=[["Know-It-All University"], [], []])
    played.turn(luck=[6])
    assert played.order()[:2] == ["JackpotWon", "Moved"]
    assert played.loans_and_cash(0) == (0, 3500 + 900 + 3500 - 5000)


def test_any_number_of_tokens_may_stand_on_one_day(table: Laid) -> None:
    """[P33] Nothing happens to those who stand there."""
    played = table(days=[6, 7, 7]).turn(luck=[1])
    assert played.state.days == [7, 7, 7]
    assert played.order() == ["Moved"]


def test_the_jackpot_is_no_day_of_the_calendar(edition: Edition) -> None:
    """[P34] And every space that is one is known to the turn."""
    spaces = {day.space for day in edition.calendar.days}
    assert "jackpot" not in spaces
    assert spaces == SPACES.keys()
