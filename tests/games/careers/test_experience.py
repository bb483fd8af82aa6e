"""Experience Cards: secret, saved, and played in place of a throw; rulings C117 to C120, and C4."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.luck import Scripted
from parlour.games.careers.dealings import ExperienceDrawn, ExperienceSeen, OpportunityDrawn
from parlour.games.careers.events import Completed, ExperiencePlayed, Moved

Laid = Callable[..., Any]


# --- who knows what -------------------------------------------------------------------------------------------------


def test_only_who_draws_a_card_sees_it(both: Laid) -> None:
    """[C117] The others are told how many; in the views it is the same."""
    t = both().land("politics 5", luck=[4, 1])
    assert t.told(ExperienceDrawn) == [ExperienceDrawn(0, count=2, known=[])]
    assert t.told(ExperienceSeen) == [ExperienceSeen(0, values=[4, 1], to=(0,))]
    assert t.told(ExperienceDrawn)[0].to is None
    views = [t.rules.view(t.state, seat) for seat in range(3)]
    assert [view["experience"] for view in views] == [[1, 4], [], []]
    assert [view["seats"][0]["experience_cards"] for view in views] == [2, 2, 2]
    assert [view["seats"][0]["experience_shown"] for view in views] == [[], [], []]


def test_what_luck_dealt_is_kept_from_the_others(both: Laid) -> None:
    """[C117] In mid-turn too: a position given to another seat has neither the draw nor the hand."""
    t = both(trade=1, at=["politics 4", 0, 0], turns=[1, 1, 1], experience=[[2, 3], [], []], cash=[0, 0, 0])
    game = t.game(Scripted([[1], 4, 1]))
    for seat in range(3):
        game.answer(seat, "pass")
    game.answer(0, "throw")
    assert (game.pending[0].kind, game.pending[0].because) == ("Trade", "seat 0 has moved")
    assert game.view(0)["experience"] == [1, 2, 3, 4]
    for seat, draws, hand in ((0, [[4], [1]], [2, 3]), (1, [None, None], [None, None])):
        position = game.position(seat)
        assert position["answers"][-2:] == draws
        assert position["checkpoint"]["experience"][0] == hand
        assert set(position["checkpoint"]["experience_deck"]["pile"]) == {None}


def test_a_drawn_opportunity_card_is_seen_by_all(both: Laid) -> None:
    """[C117] It lies face up, in the views of all."""
    t = both(cash=[0] * 3)
    t.land(12, luck=[t.card("moon")])
    assert t.told(OpportunityDrawn) == [OpportunityDrawn(0, card=t.card("moon"), to=None)]
    assert [t.rules.view(t.state, seat)["seats"][0]["opportunity"] for seat in range(3)] == [[t.card("moon")]] * 3


def test_a_played_card_is_no_secret(both: Laid) -> None:
    """[C117 C4] It goes under the deck before all eyes; what stays in the hand stays a secret."""
    t = both(at=[9, 0, 0], experience=[[1, 1, 4], [], []]).turn(say=[("MoveBy", 1)])
    assert t.told(ExperiencePlayed) == [ExperiencePlayed(0, value=1, to=None)]
    assert t.state.experience_deck.under == [1]
    sheet = t.rules.view(t.state, 1)["seats"][0]
    assert (sheet["experience_cards"], sheet["experience_shown"]) == (2, [])


def test_used_cards_come_up_again_in_a_known_order(both: Laid) -> None:
    """[C4 C117] Once the others are drawn: luck has nothing to say, all know what was drawn, and that it is there."""
    t = both(at=[9, 9, 0], experience=[[1], [2], []], experience_pile=[])
    t.turn(say=[("MoveBy", 1)]).turn(say=[("MoveBy", 2)])
    assert t.state.experience_deck.under == [1, 2]
    t.again(2).land("farming 2")
    assert t.told(ExperienceDrawn) == [ExperienceDrawn(2, count=1, known=[1])]
    assert t.rules.view(t.state, 0)["seats"][2]["experience_shown"] == [1]
    assert t.state.experience_deck.under == [2]


def test_of_two_drawn_cards_the_first_may_be_a_secret_and_the_second_known(both: Laid) -> None:
    """[C117 C4] One is left that nobody has seen, and one lies under it."""
    t = both(experience_under=[2], experience_pile=[3]).land("politics 5")
    assert t.told(ExperienceDrawn) == [ExperienceDrawn(0, count=2, known=[2])]
    assert t.told(ExperienceSeen) == [ExperienceSeen(0, values=[3, 2], to=(0,))]
    assert t.rules.view(t.state, 1)["seats"][0]["experience_shown"] == [2]


# --- playing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_every_card_moves_as_far_as_it_says(both: Laid, value: int) -> None:
    """[C39 C120 C4] Outside and inside, in place of the throw; then it is under the deck."""
    outside = both(cash=[0] * 3, at=[28, 0, 0], experience=[[value], [], []])
    outside.turn(say=[("MoveBy", value)])
    assert (outside.state.at[0], outside.order()[:2]) == ((28 + value) % 32, ["ExperiencePlayed", "Moved"])
    inside = both(at=["sea 5", 0, 0], experience=[[value], [], []])
    inside.turn(say=[("MoveBy", value)])
    assert inside.told(Moved)[0].space == inside.space(f"sea {5 + value}")
    for t in (outside, inside):
        assert (t.state.experience[0], t.state.experience_deck.under) == ([], [value])


def test_to_throw_is_always_possible_and_cautious(both: Laid) -> None:
    """[C120] The question names each value once, and how many dice would be thrown."""
    question = both(at=[9, 0, 0], experience=[[4, 2, 4], [], []]).until("MoveBy")
    assert (question.options(), question.default()) == (("throw", 2, 4), "throw")
    assert question.facts() == {"dice": 2, "cards": [2, 4]}


# --- not on the turn on which it was drawn --------------------------------------------------------------------------


def test_a_drawn_card_cannot_replace_the_next_throw_of_the_same_turn(both: Laid) -> None:
    """[C118 C60 C69] A graduate leaves Farming, draws, and lands on College: the card in hand since before may be used.

    The new card may not, and so a graduate who had none is not asked but throws.
    """
    laid = {"at": ["farming 8", 0, 0], "degree": ["Law", "", ""]}
    t = both(**laid, experience=[[3], [], []])
    t.turn(luck=[[4], 4], say=[("MoveBy", "throw"), ("MoveBy", 3)])
    assert (len(t.told(Completed)), t.asked[-1].options()) == (1, ("throw", 3))
    assert (t.state.at[0], t.state.experience[0]) == (10, [4])
    t = both(**laid).turn(luck=[[4], 4, [1, 2]])
    assert (t.kinds_asked(), t.state.at[0], t.state.experience[0]) == ([], 10, [4])


def test_of_two_equal_cards_only_the_drawn_one_has_to_wait(both: Laid) -> None:
    """[C118] The other was in the hand before, so one may be used, and it is only one anyhow."""
    t = both(at=["farming 8", 0, 0], degree=["Law", "", ""], experience=[[3], [], []])
    t.turn(luck=[[4], 3], say=[("MoveBy", "throw"), ("MoveBy", 3)])
    assert (t.state.at[0], t.state.experience[0]) == (10, [3])


@pytest.mark.parametrize(("given", "options"), [(4, ("throw", 3)), (3, ("throw",))])
def test_whoever_gives_a_card_away_after_drawing_is_asked_in_any_case(both: Laid, given: int, options: Any) -> None:
    """[C15 C118] Others cannot tell whether the card that is left was drawn in this turn, and do not learn it so."""
    laid = {"at": ["farming 8", "college", 0], "degree": ["Law", "", ""], "experience": [[3], [], []], "trade": 1}
    nothing = {"cash": 0, "opportunity": [], "experience": [], "promise": 0, "notes": []}
    terms = {"give": {**nothing, "experience": [given]}, "ask": {**nothing, "cash": 50}}
    say = [("MoveBy", "throw"), ("Bump", terms), ("AnswerOffer", "accept"), ("MoveBy", "throw")]
    t = both(**laid).turn(luck=[[4], 4, [1, 2]], say=say)
    asked = [question for question in t.asked if question.kind == "MoveBy"]
    assert asked[-1].options() == options


def test_a_drawn_card_may_be_used_on_the_next_turn(both: Laid) -> None:
    """[C118]"""
    t = both().land("farming 2", luck=[2])
    assert t.state.experience[0] == [2]
    t.again().turn(luck=[1], say=[("MoveBy", 2)])
    assert (t.state.at[0], t.state.experience[0]) == (t.space("farming 4"), [])


def test_a_card_that_is_drawn_on_a_turn_begun_by_card_waits_too(both: Laid) -> None:
    """[C118 C120] Entering by one card, drawing two: nothing more may be played on that turn."""
    t = both(at=["politics", 0, 0], degree=["Law", "", ""], experience=[[4, 1], [], []])
    t.turn(say=[("TakeTurn", "enter"), ("MoveBy", 4)])
    t.again().turn(luck=[2, 2], say=[("MoveBy", 1)])
    assert (t.state.at[0], t.state.experience[0]) == (t.space("politics 5"), [2, 2])


# --- from another player --------------------------------------------------------------------------------------------


def test_a_bought_card_may_be_used_at_once(both: Laid, terms: Laid) -> None:
    """[C119] The ban is on drawn cards; all have seen which card it is."""
    t = both(trade=1, at=[9, 0, 0], cash=[500, 0, 0], experience=[[], [1, 4], []])
    offer = terms({"cash": 500}, {"experience": [4]}, to=1)
    t.turn(say=[("Trade", {0: offer}), ("AnswerOffer", "accept"), ("MoveBy", 4)])
    assert (t.state.at[0], t.cash[:2], t.state.experience) == (13, [0, 500], [[], [1], []])


def test_a_bought_card_is_known_to_all_in_its_new_hand(both: Laid, terms: Laid) -> None:
    """[C119 C117 C139]"""
    t = both(trade=1, at=["politics 2", 0, 0], cash=[500, 0, 0], experience=[[3], [1, 4], []])
    offer = terms({"cash": 500}, {"experience": [4]}, to=1)
    t.turn(luck=[[1]], say=[("Trade", {0: offer}), ("AnswerOffer", "accept"), ("MoveBy", "throw")])
    assert t.rules.view(t.state, 2)["seats"][0]["experience_shown"] == [4]
    assert t.rules.view(t.state, 2)["seats"][1]["experience_shown"] == []


def test_a_card_from_a_bumps_bargain_may_replace_the_throw_that_follows(both: Laid, terms: Laid) -> None:
    """[C119 C41] On "throw again", where another had stood; an Experience Card has its price in other cards too."""
    t = both(trade=1, at=["exploring 1", "exploring 2", 0], cash=[0] * 3, experience=[[], [2], []])
    deal = terms({"promise": 100}, {"experience": [2]})
    t.turn(luck=[[1]], say=[("Bump", deal), ("AnswerOffer", "accept"), ("MoveBy", 2)])
    assert t.state.at[:2] == [t.space("exploring 4"), t.space("exploring 2")]


def test_a_card_just_drawn_does_not_spoil_an_equal_one_that_is_bought(both: Laid, terms: Laid) -> None:
    """[C118 C119] A graduate draws a 3 in leaving Farming and gets another 3 from who stands on College."""
    t = both(
        trade=1, at=["farming 8", "college", 0], cash=[0] * 3, degree=["Law", "", ""],
        experience=[[], [3], []],
    )  # fmt: skip
    deal = terms({"promise": 100}, {"experience": [3]})
    t.turn(luck=[[4], 3], say=[("Bump", deal), ("AnswerOffer", "accept"), ("MoveBy", 3)])
    assert (t.state.at[0], t.state.experience[:2]) == (10, [[3], []])


# --- one a turn -----------------------------------------------------------------------------------------------------


def test_after_a_card_the_throw_again_is_thrown(both: Laid) -> None:
    """[C120 C41] Without a question, since no card may be played."""
    t = both(at=["exploring 1", 0, 0], experience=[[1, 2], [], []]).turn(luck=[[4]], say=[("MoveBy", 1)])
    assert (t.state.at[0], t.state.hearts[0], t.state.experience[0]) == (t.space("exploring 6"), 4, [2])


def test_after_a_throw_the_throw_again_may_be_a_card(both: Laid) -> None:
    """[C120 C41] It is the first on this turn."""
    t = both(at=["exploring 1", 0, 0], experience=[[4], [], []])
    t.turn(luck=[[1]], say=[("MoveBy", "throw"), ("MoveBy", 4)])
    assert (t.state.at[0], t.state.hearts[0]) == (t.space("exploring 6"), 4)


def test_after_a_card_a_graduate_throws_on_college(both: Laid) -> None:
    """[C120 C60]"""
    t = both(at=[4, 0, 0], degree=["Law", "", ""], experience=[[3, 3], [], []], cash=[0] * 3)
    t.turn(luck=[[1, 2]], say=[("MoveBy", 3)])
    assert (t.state.at[0], t.state.experience[0]) == (10, [3])


def test_a_card_may_be_played_on_every_turn(both: Laid) -> None:
    """[C120] One on each."""
    t = both(at=[9, 0, 0], experience=[[1, 1], [], []], cash=[0] * 3)
    t.turn(say=[("MoveBy", 1)])
    t.again().turn(say=[("MoveBy", 1)])
    assert (t.state.at[0], t.state.experience[0]) == (11, [])


def test_a_card_bought_after_one_was_played_waits(both: Laid, terms: Laid) -> None:
    """[C120 C119] Got from another player on "throw again", but one has been used on this turn."""
    t = both(trade=1, at=["exploring 1", "exploring 2", 0], cash=[0] * 3, experience=[[1], [2], []])
    deal = terms({"promise": 100}, {"experience": [2]})
    t.turn(luck=[[4]], say=[("MoveBy", 1), ("Bump", deal), ("AnswerOffer", "accept")])
    assert (t.state.at[0], t.state.experience[0]) == (t.space("exploring 6"), [2])
