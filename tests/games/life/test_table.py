"""The table, before and around the game: rulings L1 to L15."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose
from parlour.core.rules import BadOption
from parlour.core.transcript import Transcript
from parlour.games.life import events as told
from parlour.games.life.edition import Edition

Laid = Callable[..., Any]


class Auditor(Transcript):
    """Notes the events, what there is of everything at each of them, and who had to answer what."""

    def opened(self, game: Game, options: Mapping[str, Any]) -> None:
        super().opened(game, options)
        self.game = game
        self.totals: list[dict[str, int]] = []
        self.heard: list[Event] = []

    def told(self, event: Event) -> None:
        super().told(event)
        self.totals.append(self.game.rules.totals(self.game.state))
        self.heard.append(event)


def played(seats: int, seed: int, *, silent: bool = False) -> Auditor:
    """A whole game of seats that answer at random, or of seats for which the cautious answer counts."""
    rng, auditor = random.Random(seed), Auditor()
    game = Game.new("life", seats=seats, luck=Keyed(b"%d" % seed), watch=auditor)
    while not game.is_over:
        question = game.pending[0]
        assert len(question.options()) > 1, f"{question} has one answer"
        game.answer(question.seat, question.default() if silent else choose(question.options(), rng))
    return auditor


# --- what it is about -----------------------------------------------------------------------------------------------


def test_cash_and_tiles_together_decide(table: Laid) -> None:
    """[L1] Seat 2 has more cash than seat 1, but nothing besides."""
    game = table(
        retired={1: "Countryside Acres", 2: "Countryside Acres"},
        career={0: "Athlete"},
        salary={0: 20_000},
        house={0: "Log Cabin"},
        cash=[10_000, 20_000, 60_000],
        tiles=[1, 2, 0],
    )
    game.land(147, draws=[50_000, 10_000, 20_000, 30_000], say=[("ChooseRetirement", "Countryside Acres")])
    result = game.rules.result(game.state)
    assert game.over
    assert result.scores == (10_000 + 80_000 + 60_000, 20_000 + 50_000, 60_000)
    assert result.places == (1, 2, 3)


@pytest.mark.parametrize("seats", [2, 6])
def test_every_car_goes_once_from_a_start_to_retire_and_never_back(seats: int) -> None:
    """[L2 L10] Nobody is kept back to be the Banker, so all of the seats have come to Retire at the end."""
    auditor = played(seats, 5)
    ways = {seat: [each.space for each in auditor.heard if type(each) is told.Moved and each.seat == seat]
            for seat in range(seats)}  # fmt: skip
    for way in ways.values():
        assert way == sorted({*way})
        assert way[0] in (*range(1, 12), *range(12, 22))
        assert way[-1] == 147


def test_two_roads_lead_in_and_two_forks_part_and_join_again(edition: Edition) -> None:
    """[L3] 147 spaces, of which Retire is the last; START has the first space of either road behind it."""
    assert len(edition.board.spaces) == edition.retire == 147
    assert [number for number in range(1, 148) if edition.on(number).kind == "retire"] == [147]
    assert edition.roads[0] == (12, 1)
    forks = {number: roads for number, roads in enumerate(edition.roads) if number and len(roads) > 1}
    assert forks == {48: (49, 56), 84: (85, 92)}


def test_roads_have_no_space_in_common_but_behind_where_they_join(edition: Edition) -> None:
    """[L4] A road that crosses another has no way over to it: only three spaces can be come to from two."""
    came_from = Counter(after for number, roads in enumerate(edition.roads) if number for after in roads)
    assert {number: count for number, count in came_from.items() if count > 1} == {15: 2, 62: 2, 96: 2}
    assert [before for before in range(1, 147) if 15 in edition.roads[before]] == [11, 14]
    assert [before for before in range(1, 147) if 62 in edition.roads[before]] == [55, 61]
    assert [before for before in range(1, 147) if 96 in edition.roads[before]] == [91, 95]


@pytest.mark.parametrize("seats", [1, 7])
def test_neither_one_nor_seven_can_play(seats: int) -> None:
    """[L5]"""
    with pytest.raises(BadOption, match=f"life takes 2 to 6 seats, found {seats}"):
        Game.new("life", seats=seats, luck=Keyed(b"seats"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_can_play_and_all_of_them_do(seats: int) -> None:
    """[L5 L10]"""
    auditor = played(seats, 1, silent=True)
    assert {each.seat for each in auditor.heard if type(each) is told.Retired} == set(range(seats))
    assert min(auditor.game.state.turns) > 0


# --- cards, tiles and money -----------------------------------------------------------------------------------------


def test_any_card_of_a_pile_may_be_the_next(table: Laid, edition: Edition) -> None:
    """[L6] Luck is asked among all that are left, and not among those that somebody has."""
    game = table(career={1: "Doctor"}, salary={1: 90_000})
    game.land(11, spins=[2], draws=["Artist", "Lawyer", "Teacher", 20_000, 100_000, 50_000],
              say=[("ChooseCareer", "Artist"), ("ChooseSalary", 20_000)])  # fmt: skip
    draws = [question for question in game.luck if question.kind == "Draw"]
    assert [question.purpose for question in draws] == ["career"] * 3 + ["salary"] * 3
    assert set(draws[0].cards) == {*edition.career} - {"Doctor"}
    assert set(draws[1].cards) == {*edition.career} - {"Doctor", "Artist"}
    assert set(draws[2].cards) == {*edition.career} - {"Doctor", "Artist", "Lawyer"}
    assert draws[3].cards == (20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 100_000)
    assert draws[5].cards == (30_000, 40_000, 50_000, 60_000, 70_000, 80_000)
    assert all(list(question.cards) == sorted(question.cards) for question in draws)


def test_there_are_four_piles_of_nine_cards(table: Laid) -> None:
    """[L6] Nothing is drawn before the game."""
    g = table().state
    assert [len(pile) for pile in (g.careers_left, g.salaries_left, g.deeds_left, g.stocks_left)] == [9, 9, 9, 9]


def test_a_card_that_came_back_can_be_drawn_from_then_on(table: Laid) -> None:
    """[L7] Seat 0 loses its job, and seat 1 finds it; nor does a card that was not chosen go for good."""
    game = table(career={0: "Athlete"}, salary={0: 70_000})
    game.land(38, draws=["Artist", 20_000])
    assert "Athlete" in game.state.careers_left
    game.again(1).land(
        11,
        spins=[3],
        draws=["Athlete", "Doctor", "Lawyer", 70_000, 30_000, 40_000],
        say=[("ChooseCareer", "Athlete"), ("ChooseSalary", 70_000)],
    )
    assert (game.state.career, game.state.salary) == (["Artist", "Athlete", ""], [20_000, 70_000, 0])
    game.again(2).land(
        11,
        spins=[4],
        draws=["Doctor", "Lawyer", "Teacher", 30_000, 40_000, 50_000],
        say=[("ChooseCareer", "Doctor"), ("ChooseSalary", 30_000)],
    )


def test_four_of_the_tiles_wait_at_millionaire_estates(table: Laid, edition: Edition) -> None:
    """[L8]"""
    g = table().state
    assert len(edition.tile_values) == 25
    assert (g.reserved, g.pile, g.tiles) == (4, 21, [0, 0, 0])


def test_nobody_sees_what_the_reserved_tiles_are_worth(table: Laid) -> None:
    """[L8] A seat can see how many there are, and the state knows no more."""
    game = table()
    assert (game.rules.view(game.state, 0)["tiles_reserved"], game.state.tile_values) == (4, [[], [], []])


@pytest.mark.parametrize("seed", range(4))
def test_money_cards_and_tiles_are_as_many_as_at_the_beginning(seed: int) -> None:
    """[L9] At every event of a game at random."""
    auditor = played(2 + seed, seed)
    assert len(auditor.heard) > 100
    assert {tuple(each.items()) for each in auditor.totals} == {tuple(auditor.totals[0].items())}
    assert auditor.totals[0]["money"] == 0


def test_the_bank_cannot_run_out_of_anything(table: Laid) -> None:
    """[L9] It lends and insures whatever it has lent and insured before."""
    game = table(seats=6, notes=[5000] * 6, auto=[False, *[True] * 5])
    game.turn(spins=[3], say=[("BeforeSpin", "take loans"), ("Borrow", 10), ("BeforeSpin", "buy auto insurance")])
    assert game.state.notes[0] == 5010
    assert game.state.auto == [True] * 6
    assert game.cash[0] == 10_000 + 200_000 - 10_000 + 10_000
    assert game.state.money.bank == -sum(game.cash)


@pytest.mark.parametrize("seats", [2, 6])
def test_each_seat_starts_with_10_000(seats: int, table: Laid) -> None:
    """[L11]"""
    game = table(seats=seats)
    assert game.cash == [10_000] * seats
    assert game.state.notes == [0] * seats


def test_a_car_has_six_holes_one_of_which_is_the_drivers(table: Laid, edition: Edition) -> None:
    """[L12] With a spouse four children find room, and nothing asks for a colour."""
    assert edition.car.pegs == 6
    game = table(spouse={0: True}, children={0: 3}).land(44)
    assert game.state.children[0] == 4 == edition.car.pegs - 2
    assert "colour" not in game.rules.view(game.state, 0)["seats"][0]


def test_no_question_is_about_a_deal_with_another_player_but_trade_salary(table: Laid) -> None:
    """[L13]"""
    assert [each.__name__ for each in table().rules.decisions] == [
        *("ChooseStart", "BeforeSpin", "ChooseStock", "Borrow", "Repay", "TakeFork", "ChooseCareer", "ChooseSalary"),
        *("GoToNightSchool", "TradeSalary", "ChooseStarterHome", "ReturnStock", "TakeTile", "ChooseRetirement"),
    ]
    actions = table(notes={0: 1}, cash={0: 90_000}, house={0: "Tudor"}).until("BeforeSpin").options()
    assert set(actions) == {
        *("spin", "buy a stock", "buy auto insurance", "buy home insurance", "take loans", "repay loans"),
    }


# --- questions ------------------------------------------------------------------------------------------------------


def test_what_has_one_answer_is_not_asked(table: Laid) -> None:
    """[L14] The one stock that can be lost, the one owner of a tile, and nobody to trade with."""
    assert table(stocks={0: 7}).land(80).told(told.StockLost) == [told.StockLost(0, number=7)]
    assert table(pile=0, tiles={2: 3}).land(3).told(told.TileStolen) == [told.TileStolen(0, victim=2)]
    assert table(salary={0: 20_000}).land(62).kinds_asked() == []
    assert table(stocks={0: [5, 7]}).land(80, say=[("ReturnStock", 7)]).kinds_asked() == ["ReturnStock"]


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_asked_what_has_one_answer(seed: int) -> None:
    """[L14] In a whole game: `played` looks at each question."""
    assert played(6, 100 + seed).game.is_over


NEAR = {"career": {0: "Athlete"}, "salary": {0: 30_000}, "house": {0: "Log Cabin"}}
SCHOOL = {"draws": ["Doctor", "Artist", 90_000, 20_000], "say": [("GoToNightSchool", True)]}


def first_asked(game: Any, space: int, kind: str, say: list[tuple[str, Any]], draws: list[Any]) -> Any:
    """The first question of a kind that is asked on a space, or by the way to it."""
    game.state.at[game.state.active] = space - 1
    return game.until(kind, spins=[1, 3], draws=draws, say=say)


@pytest.mark.parametrize(
    ("kind", "space", "laid", "cautious"),
    [
        ("ChooseStart", 12, {"entry": {0: 0}}, "start a career"),
        ("BeforeSpin", 13, {"cash": {0: 90_000}, "notes": {0: 2}}, "spin"),
        ("GoToNightSchool", 31, NEAR, False),
        ("TradeSalary", 62, {"salary": [20_000, 90_000, 100_000]}, None),
        ("TakeFork", 49, {}, 56),
        ("TakeFork", 85, {}, 92),
        ("ChooseStarterHome", 36, {}, "Split-Level"),
        ("ChooseStarterHome", 36, {"house": {1: "Split-Level"}}, "Mobile Home"),
        ("ChooseRetirement", 147, NEAR, "Countryside Acres"),
        ("ChooseStock", 57, {"stocks": {1: 1, 2: 2}}, 3),
        ("ReturnStock", 80, {"stocks": {0: [8, 6, 9]}}, 6),
        ("TakeTile", 3, {"seats": 5, "active": 2, "pile": 0, "tiles": [1, 2, 0, 0, 1]}, 4),
        ("TakeTile", 3, {"seats": 5, "active": 2, "pile": 0, "tiles": [1, 2, 0, 0, 0]}, 0),
    ],
)
def test_a_seat_that_does_not_answer_is_cautious(
    table: Laid, kind: str, space: int, laid: dict[str, Any], cautious: Any
) -> None:
    """[L15]"""
    game = table(**laid)
    question = first_asked(game, space, kind, [], [])
    assert len(question.options()) > 1
    assert question.default() == cautious


def test_a_seat_that_does_not_answer_takes_the_highest_salary_and_the_first_career_of_the_list(table: Laid) -> None:
    """[L15] Of those drawn at Job Search, in whatever order they came."""
    drawn = ["Artist", "Lawyer", "Police Officer", 40_000, 80_000, 20_000]
    assert first_asked(table(), 11, "ChooseCareer", [], [*drawn]).default() == "Lawyer"
    say = [("ChooseCareer", "Artist")]
    assert first_asked(table(), 11, "ChooseSalary", say, [*drawn]).default() == 80_000


def test_a_seat_that_does_not_answer_at_night_school_keeps_its_old_cards(table: Laid) -> None:
    """[L15] Even if better ones were drawn."""
    graduate = {**NEAR, "degree": {0: True}}
    assert first_asked(table(**graduate), 31, "ChooseCareer", SCHOOL["say"], [*SCHOOL["draws"]]).default() == "Athlete"
    say = [*SCHOOL["say"], ("ChooseCareer", "Doctor")]
    assert first_asked(table(**graduate), 31, "ChooseSalary", say, [*SCHOOL["draws"]]).default() == 30_000
