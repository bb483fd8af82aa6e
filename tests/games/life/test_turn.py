"""The turn: rulings L29 to L32."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.life import events as told

Laid = Callable[..., Any]


def test_a_turn_is_the_step_before_the_spin_the_spin_the_move_and_the_space(table: Laid) -> None:
    """[L29] In this order."""
    game = table(at=[12, 0, 0], salary={0: 20_000})
    game.turn(spins=[3], say=[("BeforeSpin", "take loans"), ("Borrow", 1)])
    assert game.order() == ["LoanTaken", "Spun", "PayDay", "Moved"]
    game = table(at=[12, 0, 0])
    question = game.until("BeforeSpin")
    assert (question.seat, game.luck, game.state.at) == (0, [], [12, 0, 0])
    game = table(at=[32, 0, 0]).turn(spins=[2])
    assert game.order() == ["Spun", "Moved", "Received"]
    assert game.told(told.Moved) == [told.Moved(0, space=34, name="Lottery", kind="get")]


def test_a_turn_has_one_spin_for_a_move_where_nothing_gives_another(table: Laid) -> None:
    """[L29]"""
    game = table(at=[97, 0, 0]).turn(spins=[4])
    assert [question.purpose for question in game.luck] == ["spin"]
    assert (game.state.active, game.state.at) == (1, [101, 0, 0])


HOUSE = {"house": {0: "Log Cabin"}, "career": {0: "Athlete"}, "salary": {0: 20_000}}
AGAIN = [
    (25, [2, 3], {}, [], []),
    (36, [3], {}, [], [("ChooseStarterHome", "Split-Level")]),
    (81, [2], HOUSE, ["Tudor"], []),
    (74, [5], {"at": [0, 146, 0]}, [], []),
]
"""Get Married, both houses, and a spin-again space of who is not in the lead; with spins, draws and answers there."""


@pytest.mark.parametrize(("space", "spins", "laid", "draws", "say"), AGAIN)
def test_a_further_spin_belongs_to_the_same_turn(
    table: Laid, space: int, spins: list[int], laid: dict[str, Any], draws: list[Any], say: list[tuple[str, Any]]
) -> None:
    """[L30] No step before the spin comes between, so nothing is asked but what the space asks."""
    game = table(**{"cash": {0: 300_000}, **laid})
    game.land(space, spins=spins, draws=draws, say=say)
    assert [question.kind for question in game.asked] == ["BeforeSpin", *(kind for kind, _ in say)]
    assert len(game.path()) == 2
    assert game.state.active == 1
    assert game.state.turns == [1, 0, 0]


# --- missing a turn -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", [5, 17])
def test_who_has_to_miss_a_turn_does_nothing_on_the_next_one(table: Laid, space: int) -> None:
    """[L31] Neither buying nor borrowing nor spinning; and after that all is as before."""
    game = table(cash={0: 90_000}).land(space)
    assert game.told(told.MissesNextTurn) == [told.MissesNextTurn(0)]
    assert game.state.misses == [True, False, False]
    game.again(0).turn()
    assert (game.order(), game.asked, game.luck) == (["TurnMissed"], [], [])
    assert (game.state.at[0], game.state.active) == (space, 1)
    game.again(0).turn(spins=[3])
    assert game.order()[:2] == ["Spun", "Moved"]
    assert game.state.misses == [False, False, False]


def test_others_have_their_turns_while_one_is_missed(table: Laid) -> None:
    """[L31] The turn that is missed is the own next one."""
    game = table(misses={1: True}, at=[97, 5, 0]).turn(spins=[4])
    assert game.state.active == 1
    game.turn()
    assert game.state.active == 2
    game.turn(spins=[3])
    assert game.state.active == 0
    assert game.told(told.TurnMissed) == [told.TurnMissed(1)]


def test_who_has_to_miss_a_turn_receives_and_pays_like_all_others(table: Laid) -> None:
    """[L31] A gift for a baby, the fine for a 10, and a dividend."""
    game = table(misses={1: True}, at=[38, 5, 0], stocks={1: 3}, career={1: "Police Officer"}, spouse={0: True})
    game.turn(spins=[3])
    assert game.told(told.DividendPaid) == [told.DividendPaid(1, number=3, amount=10_000)]
    assert game.cash == [10_000 + 10_000, 10_000 + 10_000 - 5000, 10_000 - 5000]
    game.again(2).turn(spins=[10])
    assert told.Paid(2, amount=5000, payee=1, what="a 10 spun, to the Police Officer") in game.events
    assert game.state.misses[1]


# --- the retired ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("home", ["Millionaire Estates", "Countryside Acres"])
def test_play_passes_over_the_retired(table: Laid, home: str) -> None:
    """[L32] Over several in a row, and over the last seat to the first."""
    game = table(seats=5, at={0: 97}, retired={1: home, 2: home, 4: home})
    assert game.turn(spins=[4]).state.active == 3
    assert game.turn(spins=[3]).state.active == 0


def test_the_last_player_in_play_has_turn_after_turn(table: Laid) -> None:
    """[L32]"""
    game = table(at={1: 97}, active=1, retired={0: "Countryside Acres", 2: "Millionaire Estates"})
    assert game.turn(spins=[4]).state.active == 1
    assert game.state.turns == [0, 1, 0]
