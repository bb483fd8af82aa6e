"""The table, before and around the game: rulings C1 to C16."""

import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.decision import IllegalAnswer
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed, Scripted
from parlour.core.options import choose
from parlour.core.rules import BadOption
from parlour.core.transcript import Transcript
from parlour.games.careers import events as told
from parlour.games.careers.dealings import ExperienceDrawn, NothingDrawn, OpportunityDrawn

Laid = Callable[..., Any]

EDITIONS = ["1971", "reissue"]
NOTHING = {"cash": 0, "opportunity": [], "experience": [], "promise": 0, "notes": []}


class Auditor(Transcript):
    """Notes at every event what money and cards there are, and the cash."""

    def opened(self, game: Game, options: Mapping[str, Any]) -> None:
        super().opened(game, options)
        self.game = game
        self.totals: list[dict[str, int]] = []
        self.cash: list[list[int]] = []

    def told(self, event: Event) -> None:
        super().told(event)
        self.totals.append(self.game.rules.totals(self.game.state))
        self.cash.append(self.game.state.money.cash.copy())


def begun(edition: str, throws: list[list[int]], *, seats: int = 3, **options: int) -> Game:
    """A game after its opening, in which everybody has taken an equal formula and these throws were made."""
    game = Game.new(f"careers/{edition}", seats=seats, luck=Scripted(throws), options=options)
    while game.pending and game.pending[0].kind == "ChooseFormula":
        game.answer(game.pending[0].seat, game.pending[0].default())
    return game


# --- seats, board and decks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [1, 7])
def test_neither_one_nor_seven_can_play(edition: str, seats: int) -> None:
    """[C1]"""
    with pytest.raises(BadOption, match=f"careers takes 2 to 6 seats, found {seats}"):
        Game.new(f"careers/{edition}", seats=seats, luck=Keyed(b"seats"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 6])
def test_two_and_six_can_play_and_all_of_them_do(edition: str, seats: int) -> None:
    """[C1 C9] Nobody is kept back to be the bank."""
    game = Game.new(f"careers/{edition}", seats=seats, luck=Keyed(b"seats"), options={"turns": 2})
    movers = set()
    while not game.is_over:
        movers.add(game.state.active)
        game.answer(game.pending[0].seat, game.pending[0].default())
    assert movers == set(range(seats))
    assert game.state.turns == [2] * seats


def test_both_editions_have_the_same_squares_effects_and_decks() -> None:
    """[C2] They differ in names, degrees, the short game and the holiday of the retired."""
    old, new = (registry.find(f"careers/{edition}").edition for edition in EDITIONS)
    assert len(old.ring) == 32
    assert old.ring == new.ring
    assert old.ring[0] == "payday"
    assert len(old.paths) == len(new.paths) == 8
    assert [path.college for path in old.paths].count(True) == 1
    assert [(path.steps, path.entrance, path.exit, path.fee) for path in old.paths] == [
        (path.steps, path.entrance, path.exit, path.fee) for path in new.paths
    ]
    assert [(card.target, card.special, card.count) for card in old.opportunity.cards] == [
        (card.target, card.special, card.count) for card in new.opportunity.cards
    ]
    assert old.experience == new.experience
    assert [path.name for path in old.paths] != [path.name for path in new.paths]
    assert [path.degrees for path in old.paths] != [path.degrees for path in new.paths]
    assert old.names != new.names
    assert (old.formula.short, new.formula.short) == ((), (30, 40))
    assert (old.holiday.may_decline, new.holiday.may_decline) == (True, False)


def test_any_opportunity_card_may_be_the_next(table: Laid) -> None:
    """[C3]"""
    for card in ("Any occupation", "Vacation"):
        played = table().land(12, luck=[card], say=[("UseAtOnce", "keep")])
        assert played.state.opportunity[0] == [card]
        assert played.state.experience[0] == []


@pytest.mark.parametrize("value", [1, 4])
def test_any_experience_card_may_be_the_next(both: Laid, value: int) -> None:
    """[C3]"""
    played = both().land("farming 2", luck=[value])
    assert played.state.experience[0] == [value]
    assert played.state.opportunity == [[], [], []]


def test_a_deck_has_each_of_its_cards_once_and_nobody_sees_the_order(both: Laid) -> None:
    """[C3] What is left in an unseen deck is kept in no order that would tell anything."""
    played = both().land("farming 2", luck=[3])
    pile = played.state.experience_deck.pile
    assert (len(pile), pile.count(3)) == (27, 5)
    assert pile == sorted(pile)


def test_a_used_experience_card_goes_under_the_deck(both: Laid) -> None:
    """[C4] Behind those that lie there already."""
    played = both(at=["farming 1", 0, 0], experience=[[2], [], []], experience_under=[4]).turn(say=[("MoveBy", 2)])
    assert played.state.experience_deck.under == [4, 2]


def test_a_used_opportunity_card_goes_under_the_deck(table: Laid) -> None:
    """[C4]"""
    played = table(at=[1, 0, 0], opportunity=[["College"], [], []], opportunity_under=["Vacation"])
    played.turn(say=[("TakeTurn", "opportunity")])
    assert played.state.opportunity_deck.under == ["Vacation", "College"]


def test_under_an_empty_deck_all_know_the_next_cards_in_order(table: Laid) -> None:
    """[C4] No luck is asked, and a drawn Experience Card is known to everybody."""
    laid = table(experience=[[], [1] * 8 + [2] * 7, [3] * 6 + [4] * 5], experience_pile=[])
    laid.state.experience_deck.under = [4, 2]
    laid.totals = laid.rules.totals(laid.state)
    played = laid.land("farming 2")
    assert played.told(ExperienceDrawn) == [ExperienceDrawn(0, count=1, known=[4])]
    assert played.state.experience_deck.under == [2]
    assert played.state.shown[0] == [4]


@pytest.mark.parametrize(
    ("deck", "where"), [("Opportunity", 12), ("Opportunity", "college 7"), ("Experience", "farming 2")]
)
def test_from_an_empty_deck_nothing_is_drawn(both: Laid, deck: str, where: int | str) -> None:
    """[C5] Which is told once, also where two are due."""
    played = both(opportunity_pile=[], experience_pile=[]).land(where)
    assert played.told(NothingDrawn) == [NothingDrawn(0, deck=deck)]
    assert type(played.events[-1]) is NothingDrawn
    assert (played.state.opportunity[0], played.state.experience[0], played.cash[0]) == ([], [], 1_000)


def test_a_deck_that_runs_out_gives_what_it_has(both: Laid) -> None:
    """[C5] Of two Opportunity Cards that are due there is one."""
    played = both(cash=[0] * 3, opportunity_pile=["College"]).land("college 7")
    assert played.told(OpportunityDrawn) == [OpportunityDrawn(0, card="College")]
    assert played.told(NothingDrawn) == [NothingDrawn(0, deck="Opportunity")]


# --- the start ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_token_begins_on_payday(edition: str) -> None:
    """[C6 C7] With 1,000 in cash and a salary of 1,000, which is not collected for standing there."""
    game = begun(edition, [[1, 2], [6, 6], [3, 3]])
    sheets = [game.view(0)["seats"][seat] for seat in range(3)]
    assert [sheet["name"] for sheet in sheets] == ["Payday"] * 3
    assert [(sheet["cash"], sheet["salary"]) for sheet in sheets] == [(1_000, 1_000)] * 3
    assert [(sheet["stars"], sheet["hearts"], sheet["completed"], sheet["degree"]) for sheet in sheets] == [
        (0, 0, {}, "")
    ] * 3


@pytest.mark.parametrize("seats", [4, 6])
def test_a_couple_starts_with_2000_together(both: Laid, seats: int) -> None:
    """[C7 C13] And a salary of 1,000 for each."""
    state = both(seats=seats, partnership=1).state
    assert state.money.cash == [2_000] * (seats // 2)
    assert state.salary == [1_000] * seats


def test_what_is_earned_is_written_at_once_and_nobody_is_asked(both: Laid) -> None:
    """[C8] Stars, hearts, a raise and a completed occupation."""
    played = both().land("farming 5")
    assert (played.kinds_asked(), played.state.stars[0], played.state.hearts[0]) == ([], 2, 4)
    played = both().land("business 3")
    assert (played.kinds_asked(), played.state.salary[0]) == ([], 2_000)
    played = both(at=["farming 9", 0, 0]).turn(luck=[[6], 1])
    assert played.kinds_asked() == []
    assert played.state.record[0] == [1, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("options", [{}, {"partnership": 1}, {"trade": 0}], ids=str)
def test_money_and_cards_are_only_handed_on_and_cash_is_in_fifties(edition: str, options: dict[str, int]) -> None:
    """[C9 C10] At every single event of a random game."""
    auditor, rng = Auditor(), random.Random(f"{edition} {options}")
    game = Game.new(
        f"careers/{edition}", seats=4, luck=Keyed(b"audit"), options={**options, "turns": 25}, watch=auditor
    )
    while not game.is_over:
        game.answer(game.pending[0].seat, choose(game.pending[0].options(), rng))
    assert auditor.totals == [auditor.totals[0]] * len(auditor.totals)
    assert all(each % 50 == 0 <= each for cash in auditor.cash for each in cash)
    assert len({tuple(cash) for cash in auditor.cash}) > 20


def test_what_the_bank_takes_is_nobodys(both: Laid) -> None:
    """[C9] Note K: no player gets it."""
    played = both(cash=[4_000, 700, 50]).land("food")
    assert played.cash == [3_000, 700, 50]


def test_the_bank_cannot_run_dry(both: Laid) -> None:
    """[C9] It pays a salary of ten millions twice."""
    played = both(salary=[10_000_000, 0, 0], cash=[0, 0, 0]).land("payday")
    assert played.cash == [20_000_000, 0, 0]


# --- who begins, and whose turn it is -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_highest_throw_of_both_dice_begins(edition: str) -> None:
    """[C11] Every seat throws."""
    game = begun(edition, [[1, 2], [6, 5], [5, 5], [6, 4]], seats=4)
    assert game.state.active == 1
    assert told.FirstThrown(seats=[0, 1, 2, 3], throws=[3, 11, 10, 10]) in game.take_events()


def test_who_ties_for_the_highest_throws_again() -> None:
    """[C11] Until one is ahead; the others are out of it."""
    throws = [[4, 4], [1, 1], [6, 2], [5, 3], [2, 2], [3, 1], [1, 1], [1, 2], [2, 4]]
    game = begun("reissue", throws, seats=4)
    assert game.state.active == 2
    assert [event for event in game.take_events() if type(event) is told.FirstThrown] == [
        told.FirstThrown(seats=[0, 1, 2, 3], throws=[8, 2, 8, 8]),
        told.FirstThrown(seats=[0, 2, 3], throws=[4, 4, 2]),
        told.FirstThrown(seats=[0, 2], throws=[3, 6]),
    ]


def test_play_passes_to_the_next_seat_and_from_the_last_to_the_first(both: Laid) -> None:
    """[C12]"""
    laid = both(seats=4, active=2, at=["hospital"] * 4, cash=[0] * 4)
    for seat in (2, 3, 0, 1, 2):
        assert laid.state.active == seat
        laid.turn(luck=[[6, 4]])


def test_a_side_is_a_seat_or_a_couple(both: Laid) -> None:
    """[C13] What one partner earns the other has."""
    assert both(seats=4).state.sides == 4
    played = both(seats=4, partnership=1, active=2, cash=[2_000, 2_000]).land("farming 5")
    sheets = [played.rules.view(played.state, 1)["seats"][seat] for seat in range(4)]
    assert [(sheet["side"], sheet["stars"], sheet["hearts"]) for sheet in sheets] == [
        (0, 2, 4),
        (1, 0, 0),
        (0, 2, 4),
        (1, 0, 0),
    ]


# --- questions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "kind", "no"),
    [
        ("hobby", "BuyStars", 0),
        ("gamble", "Stake", 0),
        ("hearts_menu", "Buy", 0),
        ("stars_menu", "Buy", 0),
        ("auto_show", "BuyCar", 0),
        ("exploring 3", "PayToll", False),
    ],
)
def test_where_the_board_says_may_nobody_must(both: Laid, where: str, kind: str, no: object) -> None:
    """[C14] Note L."""
    played = both(cash=[16_000, 0, 0]).land(where, say=[(kind, no)])
    assert (played.cash[0], played.state.stars[0], played.state.hearts[0]) == (16_000, 0, 0)
    assert played.told(told.Paid) == []


@pytest.mark.parametrize("where", ["hobby", "gamble", "hearts_menu", "stars_menu", "auto_show", "exploring 3"])
def test_a_question_with_one_answer_is_not_asked(both: Laid, where: str) -> None:
    """[C15] With 950 nothing can be bought, staked or paid there, and there is no card to move by."""
    played = both(cash=[950, 0, 0]).land(where)
    assert played.kinds_asked() == []
    assert played.cash[0] == 950


def test_an_offer_is_put_also_to_who_can_only_refuse_it(table: Laid) -> None:
    """[C15] That it was not asked would tell that a card is not in the hand."""
    laid = table(seats=2, trade=1, experience=[[], [2]])
    offer = {"to": 1, "give": NOTHING, "ask": {**NOTHING, "experience": [4]}}
    asked = laid.until("AnswerOffer", say=[("Trade", {0: offer})])
    asked.check("refuse")
    with pytest.raises(IllegalAnswer):
        asked.check("accept")


def test_a_counter_offer_is_put_also_to_who_can_only_refuse_it(table: Laid) -> None:
    """[C15]"""
    laid = table(seats=2, trade=1, experience=[[2], []])
    counter = {"give": NOTHING, "ask": {**NOTHING, "experience": [4]}}
    offer = {"to": 1, "give": {**NOTHING, "cash": 50}, "ask": NOTHING}
    asked = laid.until("AnswerCounter", say=[("Trade", {0: offer}), ("AnswerOffer", counter)])
    assert list(asked.options()) == ["refuse"]


CAUTIOUS: list[tuple[dict[str, Any], str, Any]] = [
    ({"trade": 1}, "Trade", "pass"),
    ({"trade": 1, "say": [("Trade", {1: {"to": 0, "give": NOTHING, "ask": NOTHING}})]}, "AnswerOffer", "refuse"),
    ({"trade": 1, "at": [31, 2, 9], "luck": [[2, 1]]}, "Bump", "bump"),
    ({"experience": [[1], [], []]}, "MoveBy", "throw"),
    ({"at": ["hospital", 0, 0]}, "LeaveCorner", "throw"),
    ({"at": ["unemployment", 0, 0]}, "LeaveCorner", "throw"),
    ({"luck": [[1, 2], "College"]}, "UseAtOnce", "keep"),
    ({"at": ["holiday", 0, 0], "luck": [[1, 1]]}, "StayOnHoliday", True),
    ({"at": ["exploring 2", 0, 0], "cash": [2_000, 0, 0], "luck": [[1]]}, "PayToll", True),
    ({"at": [2, 0, 0], "luck": [[1, 3]]}, "BuyCar", 0),
    ({"at": [10, 0, 0], "cash": [3_000, 0, 0], "luck": [[1, 2]]}, "BuyStars", 0),
    ({"at": [21, 0, 0], "cash": [3_000, 0, 0], "luck": [[1, 4]]}, "Stake", 0),
    ({"at": [26, 0, 0], "cash": [3_000, 0, 0], "luck": [[1, 2]]}, "Buy", 0),
    ({"trade": 1, "at": [15, 0, 0], "cash": [0, 0, 0], "luck": [[1, 2]]}, "RaiseMoney", "give up"),
]


@pytest.mark.parametrize(("laid", "kind", "answer"), CAUTIOUS, ids=[kind for _, kind, _ in CAUTIOUS])
def test_the_answer_for_a_silent_seat_is_the_cautious_one(
    both: Laid, laid: dict[str, Any], kind: str, answer: Any
) -> None:
    """[C16]"""
    table = deepcopy(laid)
    luck, say = table.pop("luck", []), table.pop("say", [])
    assert both(**table).until(kind, luck=luck, say=say).default() == answer


def test_a_silent_seat_refuses_a_counter_offer(both: Laid) -> None:
    """[C16]"""
    counter = {"give": {**NOTHING, "cash": 50}, "ask": NOTHING}
    offer = {"to": 1, "give": {**NOTHING, "cash": 50}, "ask": NOTHING}
    asked = both(trade=1).until("AnswerCounter", say=[("Trade", {0: offer}), ("AnswerOffer", counter)])
    assert asked.default() == "refuse"


@pytest.mark.parametrize(
    ("edition", "options", "formula"),
    [
        ("1971", {}, [20, 20, 20]),
        ("reissue", {"formula": 30}, [10, 10, 10]),
        ("reissue", {"formula": 40}, [13, 13, 14]),
        ("1971", {"partnership": 1}, [40, 40, 40]),
    ],
    ids=str,
)
def test_a_silent_side_has_an_equal_formula(edition: str, options: dict[str, int], formula: list[int]) -> None:
    """[C16]"""
    game = Game.new(f"careers/{edition}", seats=4, luck=Keyed(b"silent"), options=options)
    assert game.pending[0].default() == formula


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_of_silence_comes_to_its_end(edition: str) -> None:
    """[C16] Every cautious answer is allowed where it is asked for."""
    game = Game.new(f"careers/{edition}", seats=3, luck=Keyed(b"silence"), options={"turns": 60})
    while not game.is_over:
        game.answer(game.pending[0].seat, game.pending[0].default())
    assert game.state.turns == [60, 60, 60]
