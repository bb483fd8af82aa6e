"""LIFE tiles: rulings L120 to L125."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.game import Game
from parlour.core.luck import Keyed, Use
from parlour.games.life import events as told
from parlour.games.life.edition import Edition

Laid = Callable[..., Any]

VALUES = [10_000] * 7 + [20_000] * 6 + [30_000] * 5 + [40_000] * 4 + [50_000] * 3
ACRES = "Countryside Acres"
ESTATES = "Millionaire Estates"
WEDDING = {"spins": [4, 1]}
"""Nobody gives anything, and the car goes on to the wedding party."""
OCCASIONS = [
    ("LIFE space", 16, {}),
    ("marriage", 25, WEDDING),
    ("baby", 39, {}),
    ("twins", 44, {}),
    ("adopted", 84, {}),
]
EVERY = pytest.mark.parametrize(
    ("space", "more"), [each[1:] for each in OCCASIONS], ids=[each[0] for each in OCCASIONS]
)


class Noting:
    """Keyed luck that notes what was drawn."""

    def __init__(self, secret: bytes) -> None:
        self.keyed, self.asked = Keyed(secret), list[Any]()

    def answer(self, question: Any, use: Use) -> Any:
        self.asked.append(question)
        return self.keyed.answer(question, use)


# --- the tiles ------------------------------------------------------------------------------------------------------


def test_there_are_25_tiles_of_five_values(edition: Edition) -> None:
    """[L120] 650,000 in all."""
    assert sorted(edition.tile_values) == VALUES
    assert sum(edition.tile_values) == 650_000


def test_21_are_the_draw_pile_and_4_are_set_aside(table: Laid) -> None:
    """[L120 L121] And nobody has one before one is earned."""
    g = table(seats=6).state
    assert (g.pile, g.reserved, g.tiles) == (21, 4, [0] * 6)


# --- earning them ---------------------------------------------------------------------------------------------------


@EVERY
def test_a_tile_is_earned_and_comes_from_the_pile(table: Laid, space: int, more: dict[str, Any]) -> None:
    """[L121] One tile, for twins too; how many are left is told."""
    played = table(tiles=[3, 0, 2]).land(space, **more)
    assert played.told(told.TileTaken) == [told.TileTaken(0, left=15)]
    assert (played.state.tiles, played.state.pile, played.state.reserved) == ([4, 0, 2], 15, 4)


@pytest.mark.parametrize("space", [15, 20, 33, 57, 80, 103, 144])
def test_other_spaces_give_no_tile(table: Laid, space: int) -> None:
    """[L121]"""
    laid = table(salary={0: 50_000}, cash={0: 90_000}, stocks={1: [1, 3, 4, 5, 6, 7, 8, 9]})
    played = laid.land(space, spin=2)
    assert (played.state.tiles, played.state.pile) == ([0, 0, 0], 21)


def test_a_tile_of_countryside_acres_comes_from_the_pile(table: Laid) -> None:
    """[L121] One more is earned by retiring there."""
    laid = table(at={0: 145}, career={0: "Artist"}, salary={0: 20_000}, house={0: "Tudor"}, tiles={0: 2})
    played = laid.turn(spins=[2], say=[("ChooseRetirement", ACRES)])
    assert (played.state.tiles, played.state.pile) == ([3, 0, 0], 18)


# --- their values ---------------------------------------------------------------------------------------------------


def test_nobody_knows_what_a_tile_is_worth(table: Laid) -> None:
    """[L122] Nothing on the table depends on it: tiles are counted, and add nothing to what a seat is worth."""
    laid = table(tiles=[3, 0, 2], cash=[50_000] * 3)
    for seat in range(3):
        view = laid.rules.view(laid.state, seat)
        assert [(side["tiles"], side["tile_values"]) for side in view["seats"]] == [(3, []), (0, []), (2, [])]
        assert [side["worth"] for side in view["seats"]] == [50_000] * 3
    assert laid.state.tile_values == [[], [], []]


def test_luck_is_asked_for_values_when_all_have_retired_and_not_before(seed: int) -> None:
    """[L122] A whole game: until then tiles are only counted."""
    luck = Noting(b"%d" % seed)
    game = Game.new("life", seats=4, luck=luck)
    while not game.is_over:
        assert not [question for question in luck.asked if question.purpose == "tile"]
        game.answer(game.pending[0].seat, game.pending[0].default())
    drawn = [question.purpose for question in luck.asked]
    first = drawn.index("tile")
    held = sum(game.state.tiles)
    assert len(drawn[first:]) == drawn.count("tile") == held


# --- an empty pile --------------------------------------------------------------------------------------------------


@EVERY
def test_when_the_pile_is_empty_a_tile_is_taken_from_an_opponent(table: Laid, space: int, more: dict[str, Any]) -> None:
    """[L123] The taker chooses among all who have one."""
    laid = table(seats=4, tiles=[1, 3, 0, 2], pile=0, cash=[50_000] * 4)
    played = laid.land(space, **more, say=[("TakeTile", 3)])
    assert played.told(told.TileStolen) == [told.TileStolen(0, victim=3)]
    assert not played.told(told.TileTaken)
    assert played.state.tiles == [2, 3, 0, 1]
    assert played.asked[-1].options() == (1, 3)
    assert played.asked[-1].tiles == {"1": 3, "3": 2}


@pytest.mark.parametrize(("active", "options"), [(0, (1, 3, 4)), (1, (3, 4, 0)), (3, (4, 0, 1)), (4, (0, 1, 3))])
def test_the_nearest_to_the_left_is_the_cautious_victim(table: Laid, active: int, options: tuple[int, ...]) -> None:
    """[L15 L123] Nobody takes from oneself, nor from who has none."""
    laid = table(seats=5, active=active, tiles=[1, 2, 0, 3, 1], pile=0, at={active: 14})
    question = laid.until("TakeTile", spins=[2])
    assert question.options() == options
    assert question.default() == options[0]


def test_the_only_opponent_with_a_tile_loses_it_unasked(table: Laid) -> None:
    """[L14 L123]"""
    played = table(tiles=[5, 0, 1], pile=0).land(16)
    assert played.told(told.TileStolen) == [told.TileStolen(0, victim=2)]
    assert played.state.tiles == [6, 0, 0]
    assert played.kinds_asked() == []


def test_the_last_tile_of_the_pile_is_taken_from_the_pile(table: Laid) -> None:
    """[L123] It is empty only after that."""
    laid = table(tiles=[0, 2, 0], pile=1).land(16)
    assert laid.told(told.TileTaken) == [told.TileTaken(0, left=0)]
    assert laid.state.tiles == [1, 2, 0]


def test_tiles_can_be_taken_of_who_has_retired_to_millionaire_estates_but_not_of_countryside_acres(
    table: Laid,
) -> None:
    """[L123 L124 L140]"""
    laid = table(seats=4, tiles=[0, 3, 4, 1], pile=0, retired={1: ACRES, 2: ESTATES}, at={0: 14})
    assert laid.until("TakeTile", spins=[2]).options() == (2, 3)


def test_nothing_is_taken_when_all_tiles_are_protected(table: Laid) -> None:
    """[L124 L125] And the four reserved ones stay where they are."""
    laid = table(tiles=[2, 3, 4], pile=0, retired={1: ACRES, 2: ACRES})
    played = laid.land(16)
    assert played.told(told.NoTile) == [told.NoTile(0)]
    assert (played.state.tiles, played.state.reserved) == ([2, 3, 4], 4)
    assert played.kinds_asked() == []


@EVERY
def test_when_nobody_has_a_tile_there_is_none(table: Laid, space: int, more: dict[str, Any]) -> None:
    """[L125] Not even where somebody waits at Millionaire Estates, for whom four are reserved."""
    played = table(tiles=[2, 0, 0], pile=0, retired={2: ESTATES}, cash=[50_000] * 3).land(space, **more)
    assert played.told(told.NoTile) == [told.NoTile(0)]
    assert (played.state.tiles, played.state.pile, played.state.reserved) == ([2, 0, 0], 0, 4)
