"""The end: rulings L142 to L149."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.game import Game
from parlour.core.luck import Keyed, Use
from parlour.core.options import choose
from parlour.core.rules import Result
from parlour.games.life import events as told
from parlour.games.life.rules import Life

Laid = Callable[..., Any]
Last = Callable[..., Any]

ACRES = "Countryside Acres"
ESTATES = "Millionaire Estates"
VALUES = [10_000] * 7 + [20_000] * 6 + [30_000] * 5 + [40_000] * 4 + [50_000] * 3


@pytest.fixture
def last(table: Laid) -> Last:
    """The end of a game: seat 0 is the last on the road and retires to `home` with so much; the others have retired.

    `others` says where they are; `cash` is all that each seat has when seat 0 has settled.
    """

    def played(*, home: str, others: list[str], cash: list[int], draws: Any = (), say: Any = (), **laid: Any) -> Any:
        mine: dict[str, Any] = {
            "at": {0: 145},
            "career": {0: "Artist"},
            "salary": {0: 20_000},
            "house": {0: "Log Cabin"},
        }
        before = [cash[0] - 80_000, *cash[1:]]
        retired = dict(enumerate(others, 1))
        game = table(seats=len(cash), retired=retired, cash=before, **mine, **laid)
        return game.turn(spins=[2], draws=draws, say=[("ChooseRetirement", home), *say])

    return played


def result(table: Any) -> Result:
    """The result of the table."""
    found: Result = table.rules.result(table.state)
    return found


class Slowly:
    """Luck that spins nothing but 1 once the order of play is settled."""

    def __init__(self, secret: bytes) -> None:
        self.keyed = Keyed(secret)

    def answer(self, question: Any, use: Use) -> Any:
        return 1 if use.purpose == "spin" else self.keyed.answer(question, use)


# --- when it is over ------------------------------------------------------------------------------------------------


def test_the_game_is_over_when_all_have_retired(last: Last) -> None:
    """[L142] With the turn of the last."""
    played = last(home=ESTATES, others=[ACRES, ESTATES], cash=[100_000, 5, 6], draws=[10_000] * 4)
    assert played.over
    assert played.order()[-5:] == ["Retired", "ReservedTilesGiven", *["TilesTurnedUp"] * 3]


def test_it_goes_on_while_one_is_on_the_road(table: Laid) -> None:
    """[L142] No tile is turned up, and nobody gets the reserved ones yet."""
    mine = {"career": {0: "Artist"}, "salary": {0: 20_000}, "house": {0: "Log Cabin"}, "tiles": [1, 2, 3]}
    laid = table(at={0: 145}, retired={1: ACRES}, **mine)
    played = laid.turn(spins=[2], say=[("ChooseRetirement", ESTATES)])
    assert not played.over
    assert played.state.active == 2
    assert played.state.reserved == 4
    assert played.state.tile_values == [[], [], []]


def test_the_last_on_the_road_has_turn_after_turn(table: Laid) -> None:
    """[L142] All others are waiting."""
    laid = table(seats=4, active=2, retired={0: ACRES, 1: ESTATES, 3: ACRES})
    laid.land(16)
    assert laid.state.active == 2


@pytest.mark.parametrize("seats", [2, 6])
def test_every_game_comes_to_an_end_for_every_move_leads_forward(rules: Life, seats: int, seed: int) -> None:
    """[L143] Whatever is answered."""
    rng = random.Random(seed)
    game = Game.new("life", seats=seats, luck=Keyed(b"%d" % seed))
    at = [0] * seats
    while not game.is_over:
        game.answer(game.pending[0].seat, choose(game.pending[0].options(), rng))
        for event in game.take_events():
            if isinstance(event, told.Moved):
                assert event.space > at[event.seat]
                at[event.seat] = event.space
    assert at == [rules.edition.retire] * seats


def test_even_the_slowest_game_ends(seed: int) -> None:
    """[L143] Of two who go to college, take the long roads, and spin nothing but 1."""
    game = Game.new("life", seats=2, luck=Slowly(b"%d" % seed))
    ways: dict[str, Any] = {"ChooseStart": "go to college"}
    while not game.is_over:
        question = game.pending[0]
        longest = question.options()[0] if question.kind == "TakeFork" else question.default()
        game.answer(question.seat, ways.get(question.kind, longest))
    assert max(game.state.turns) <= 134 + 2


# --- the reserved tiles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("richest", [0, 1, 2])
def test_the_richest_at_millionaire_estates_gets_the_four_tiles(last: Last, richest: int) -> None:
    """[L144] Whoever it is, and by one dollar."""
    cash = [300_001 if seat == richest else 300_000 for seat in range(3)]
    played = last(home=ESTATES, others=[ESTATES, ESTATES], cash=cash, draws=[50_000, 40_000, 10_000, 10_000])
    assert played.told(told.ReservedTilesGiven) == [told.ReservedTilesGiven(seats=[richest], each=4)]
    assert played.state.tiles == [4 if seat == richest else 0 for seat in range(3)]
    assert played.state.reserved == 0


def test_who_is_richer_at_countryside_acres_does_not_count(last: Last) -> None:
    """[L144]"""
    played = last(home=ESTATES, others=[ACRES, ACRES], cash=[90_000, 900_000, 100_000], draws=[10_000] * 4)
    assert played.state.tiles == [4, 0, 0]


def test_cash_is_what_counts_and_not_tiles(last: Last) -> None:
    """[L144] They lie face down then."""
    draws = [10_000] * 4 + [50_000] * 3 + [40_000] * 4
    played = last(home=ESTATES, others=[ESTATES], cash=[100_000, 99_999], tiles=[0, 7], draws=draws)
    assert played.state.tiles == [4, 7]
    assert result(played).places == (2, 1)


def test_a_debt_is_less_than_nothing(last: Last) -> None:
    """[L144 L136] And who owes the least is the richest."""
    played = last(home=ESTATES, others=[ESTATES, ESTATES], cash=[-20_000, -50_000, -1], draws=[10_000] * 4)
    assert played.state.tiles == [0, 0, 4]


def test_the_cash_at_the_end_decides(last: Last) -> None:
    """[L144] A dividend of the last spin made seat 1 the richest."""
    cash = [80_000, 100_000, 105_000]
    played = last(home=ACRES, others=[ESTATES, ESTATES], cash=cash, stocks={1: 2}, draws=[10_000] * 5)
    assert played.state.tiles == [1, 4, 0]


@pytest.mark.parametrize(("ties", "each", "left"), [(1, 4, 0), (2, 2, 0), (3, 1, 1), (4, 1, 0), (5, 0, 4), (6, 0, 4)])
def test_equally_rich_ones_share_evenly(last: Last, ties: int, each: int, left: int) -> None:
    """[L145] What is left over is nobody's."""
    cash = [200_000] * ties + [100_000] * (6 - ties)
    played = last(home=ESTATES, others=[ESTATES] * 5, cash=cash, draws=VALUES[: ties * each])
    assert played.state.tiles == [each] * ties + [0] * (6 - ties)
    assert played.state.reserved == left
    assert played.told(told.ReservedTilesGiven) == [told.ReservedTilesGiven(seats=list(range(ties)), each=each)]


@pytest.mark.parametrize("pile", [0, 6, 20])
def test_if_nobody_is_there_the_four_are_nobodys_nor_is_what_is_left_in_the_pile(last: Last, pile: int) -> None:
    """[L146]"""
    tiles = [20 - pile, 0, 0] if pile else [0, 1, 20]
    one_more = 1 if pile else 0
    draws = VALUES[: sum(tiles) + one_more]
    played = last(home=ACRES, others=[ACRES, ACRES], cash=[90_000] * 3, tiles=tiles, draws=draws)
    assert not played.told(told.ReservedTilesGiven)
    assert (played.state.reserved, played.state.pile) == (4, 21 - len(draws))
    assert sum(played.state.tiles) == len(draws)


# --- the tiles are turned up ----------------------------------------------------------------------------------------


def test_tiles_are_turned_up_seat_by_seat_and_none_is_there_twice(last: Last) -> None:
    """[L147] Each is drawn among the 25 that have not been turned up."""
    draws = [50_000, 50_000, 10_000, 50_000, 40_000, 20_000, 10_000]
    played = last(home=ACRES, others=[ACRES, ACRES], cash=[90_000] * 3, tiles=[2, 0, 4], draws=draws)
    drawn = [question for question in played.luck if question.purpose == "tile"]
    assert [question.seat for question in drawn] == [0, 0, 0, 2, 2, 2, 2]
    left = list(VALUES)
    for question, value in zip(drawn, draws, strict=True):
        assert sorted(question.cards) == left
        left.remove(value)
    assert played.state.tile_values == [[50_000, 50_000, 10_000], [], [50_000, 40_000, 20_000, 10_000]]
    assert [(event.seat, event.values) for event in played.told(told.TilesTurnedUp)] == [
        *enumerate(played.state.tile_values)
    ]


def test_all_25_can_be_turned_up(last: Last) -> None:
    """[L147] The last of them unasked; and they are worth 650,000 together."""
    others, cash = [ESTATES] * 3, [90_000, 0, 0, 0]
    played = last(home=ESTATES, others=others, cash=cash, tiles=[0, 11, 5, 5], draws=VALUES[:-1])
    assert sum(map(sum, played.state.tile_values)) == 650_000
    assert sum(result(played).scores) == 650_000 + 90_000


def test_the_reserved_tiles_are_turned_up_with_the_own(last: Last) -> None:
    """[L144 L147]"""
    draws = [10_000, 20_000, 50_000, 50_000, 50_000, 40_000, 30_000]
    played = last(home=ESTATES, others=[ACRES], cash=[90_000, 0], tiles=[2, 1], draws=draws)
    assert played.state.tile_values == [draws[:6], [30_000]]


# --- who has won ----------------------------------------------------------------------------------------------------


def test_wealth_is_cash_and_the_values_of_the_tiles(last: Last) -> None:
    """[L148] Stocks, which are kept, count for nothing."""
    draws = [50_000, 40_000, 30_000, 10_000, 20_000, 10_000]
    played = last(
        home=ACRES,
        others=[ACRES, ACRES],
        cash=[90_000, 70_000, -60_000],
        tiles=[2, 1, 2],
        stocks={1: [3, 4]},
        draws=draws,
    )
    assert result(played).scores == (90_000 + 120_000, 70_000 + 10_000, -60_000 + 30_000)


def test_the_greatest_wealth_wins_and_not_the_most_cash(last: Last) -> None:
    """[L149]"""
    played = last(home=ACRES, others=[ACRES, ACRES], cash=[90_000, 95_000, 10_000], draws=[50_000])
    assert result(played).scores == (140_000, 95_000, 10_000)
    assert result(played).places == (1, 2, 3)
    assert result(played).why == "The greatest wealth, $140,000, is that of seat 0."


@pytest.mark.parametrize(
    ("cash", "places", "winners"),
    [
        ([80_000, 90_000, 90_000, 10_000], (1, 1, 1, 4), "seat 0, seat 1 and seat 2"),
        ([80_000, 95_000, 90_000, 90_000], (2, 1, 2, 2), "seat 1"),
        ([80_000, 10_000, 90_000, 0], (1, 3, 1, 4), "seat 0 and seat 2"),
    ],
)
def test_equal_ones_share_a_place(last: Last, cash: list[int], places: tuple[int, ...], winners: str) -> None:
    """[L149] Nothing breaks a tie; seat 0 has a tile of 10,000."""
    played = last(home=ACRES, others=[ACRES] * 3, cash=cash, draws=[10_000])
    assert result(played).places == places
    assert result(played).why.endswith(f"is that of {winners}.")


@pytest.mark.parametrize("owned", [{"notes": {1: 3}}, {"house": {1: "Tudor"}}, {"children": {1: 2}}], ids=str)
def test_before_the_end_a_result_counts_what_retirement_would_bring(table: Laid, owned: dict[str, Any]) -> None:
    """[L148 L132 L133 L135] So that a game that breaks off is ranked by it."""
    worth = {"notes": -75_000, "house": 210_000, "children": 20_000}[next(iter(owned))]
    assert result(table(**owned)).scores == (10_000, 10_000 + worth, 10_000)
