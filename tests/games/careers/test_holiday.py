"""The holiday corner: rulings C97 to C99."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from parlour.games.careers.dealings import Bumped
from parlour.games.careers.events import ExperiencePlayed, Moved, PointsChanged, Stayed

Laid = Callable[..., Any]

HOLIDAY = 24
RING = 32
THROWS = [[first, second] for first, second in product(range(1, 7), repeat=2)]
LOW = [throw for throw in THROWS if sum(throw) in (2, 3, 4, 5, 6, 7)]
HIGH = [throw for throw in THROWS if sum(throw) in (8, 9, 10, 11, 12)]


def test_the_holiday_brings_4_hearts(both: Laid) -> None:
    """[C97] To who lands there, and without a question in either edition."""
    played = both(hearts=[3, 1, 1], stars=[2, 0, 0]).land("holiday")
    assert (played.state.hearts, played.state.stars, played.kinds_asked()) == ([7, 1, 1], [2, 0, 0], [])
    assert played.order() == ["Thrown", "Moved", "PointsChanged"]


def test_an_experience_card_brings_to_the_holiday_as_a_throw_does(both: Laid) -> None:
    """[C97]"""
    played = both(at=["shop", 0, 0], experience=[[3], [], []]).turn(say=[("MoveBy", 3)])
    assert (played.state.at[0], played.state.hearts[0]) == (HOLIDAY, 4)


@pytest.mark.parametrize("throw", LOW, ids=str)
def test_on_7_or_less_a_player_may_stay_for_2_hearts(both: Laid, throw: list[int]) -> None:
    """[C98] The throw comes first; to stay ends the turn, and is the cautious answer."""
    played = both(at=["holiday", 0, 0], hearts=[4, 0, 0]).turn(luck=[throw], say=[("StayOnHoliday", True)])
    name = played.name("holiday")
    assert played.order() == ["Thrown", "Stayed", "PointsChanged"]
    assert (played.state.at[0], played.state.hearts, played.state.active) == (HOLIDAY, [6, 0, 0], 1)
    assert played.told(Stayed) == [Stayed(0, corner=name)]
    question = played.asked[-1]
    assert (question.hearts, question.pips, question.default()) == (2, sum(throw), True)


@pytest.mark.parametrize("throw", LOW, ids=str)
def test_on_7_or_less_a_player_may_move_by_the_throw(both: Laid, throw: list[int]) -> None:
    """[C98] By the same throw, and without hearts."""
    table = both(at=["holiday", 0, 0], opportunity_pile=[])
    played = table.turn(luck=[throw], say=[("StayOnHoliday", False)])
    assert (played.state.at[0], played.state.hearts, played.told(Stayed)) == (HOLIDAY + sum(throw), [0, 0, 0], [])


@pytest.mark.parametrize("throw", HIGH, ids=str)
def test_on_8_or_more_a_player_must_move(both: Laid, throw: list[int]) -> None:
    """[C98]"""
    played = both(at=["holiday", 9, 9], opportunity_pile=[]).turn(luck=[throw])
    assert (played.state.at[0], played.state.hearts) == (HOLIDAY + sum(throw) - RING, [0, 0, 0])


def test_who_stays_on_holiday_does_not_land_there(both: Laid) -> None:
    """[C98] Nobody is bumped, and there are 2 hearts and not 4."""
    played = both(at=["holiday", "holiday", 0]).turn(luck=[[3, 4]], say=[("StayOnHoliday", True)])
    assert (played.state.at, played.told(Bumped), played.state.hearts) == ([HOLIDAY, HOLIDAY, 0], [], [2, 0, 0])


def test_a_player_may_stay_on_holiday_again_and_again(both: Laid) -> None:
    """[C98]"""
    played = both().land("holiday")
    for hearts in (6, 8, 10):
        played.state.active = 0
        played.turn(luck=[[1, 1]], say=[("StayOnHoliday", True)])
        assert (played.state.at[0], played.state.hearts[0]) == (HOLIDAY, hearts)


def test_2_hearts_of_a_holiday_may_win(both: Laid) -> None:
    """[C98 C172]"""
    formulas = [[0, 6, 0], [999] * 3, [999] * 3]
    table = both(at=["holiday", 0, 0], hearts=[4, 0, 0], formulas=formulas)
    assert table.turn(luck=[[1, 2]], say=[("StayOnHoliday", True)]).over


@pytest.mark.parametrize("value", [1, 4])
def test_an_experience_card_leads_off_the_holiday_in_place_of_the_throw(both: Laid, value: int) -> None:
    """[C99] However low it is there is no staying with it."""
    table = both(at=["holiday", 0, 0], experience=[[1, 4], [], []], opportunity_pile=[])
    played = table.turn(say=[("MoveBy", value)])
    assert played.told(ExperiencePlayed) == [ExperiencePlayed(0, value=value)]
    assert (played.state.at[0], played.state.hearts[0]) == (HOLIDAY + value, 0)
    assert played.kinds_asked() == ["MoveBy"]


def test_who_has_experience_cards_may_throw_on_holiday(both: Laid) -> None:
    """[C99 C98] Each value is offered once."""
    table = both(at=["holiday", 0, 0], experience=[[2, 2, 4], [], []])
    played = table.turn(luck=[[1, 2]], say=[("MoveBy", "throw"), ("StayOnHoliday", True)])
    assert played.asked[-2].options() == ("throw", 2, 4)
    assert (played.state.hearts[0], played.state.experience[0]) == (2, [2, 2, 4])


def test_an_opportunity_card_leads_off_the_holiday_in_place_of_the_throw(both: Laid) -> None:
    """[C99] Past Payday, if the way leads there."""
    name = both().name("farming")
    table = both(at=["holiday", 0, 0], opportunity=[[name], [], []], cash=[1000, 0, 0])
    played = table.turn(say=[("TakeTurn", "opportunity")])
    assert played.told(Moved) == [Moved(0, space=4, name=name)]
    assert (played.state.at[0], played.cash[0], played.told(PointsChanged)) == (4, 2000, [])


def test_who_has_an_opportunity_card_may_throw_on_holiday(both: Laid) -> None:
    """[C99 C98]"""
    name = both().name("farming")
    table = both(at=["holiday", 0, 0], opportunity=[[name], [], []])
    played = table.turn(luck=[[3, 3]], say=[("TakeTurn", "move"), ("StayOnHoliday", True)])
    assert (played.state.at[0], played.state.opportunity[0]) == (HOLIDAY, [name])
