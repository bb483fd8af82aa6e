"""Opportunity Cards: drawn, used at once or kept, and played; rulings C100 to C105, C110 to C114, and C4."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.careers.dealings import Bumped, NothingDrawn, OpportunityDrawn, OpportunityReturned, Traded
from parlour.games.careers.events import Completed, Moved, OpportunityPlayed, SalaryCollected

Laid = Callable[..., Any]

RETIRED = [{"farming": 3}]
"""Who may retire always has a choice of how to use the turn, so that the question is asked."""

TARGETS = {
    "farming": 4,
    "college": 7,
    "business": 11,
    "sea": 14,
    "sea double_hearts": 14,
    "politics": 19,
    "politics free_entry": 19,
    "hollywood": 22,
    "hollywood free_entry": 22,
    "exploring": 27,
    "exploring free_entry": 27,
    "moon": 30,
    "moon free_entry": 30,
    "holiday": 24,
}


# --- moving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", TARGETS)
def test_a_card_moves_clockwise_to_the_entrance_that_it_names(both: Laid, key: str) -> None:
    """[C100 C112 C4] Every kind of card: past Payday for a salary, with no throw, and then under the deck."""
    t = both(cash=[5000] * 3, at=[15, 0, 0], opportunity=[[key], [], []])
    t.turn(say=[("TakeTurn", "opportunity")])
    target = TARGETS[key]
    assert t.told(OpportunityPlayed) == [OpportunityPlayed(0, card=t.card(key), target=t.name(target))]
    assert t.told(Moved) == [Moved(0, space=target, name=t.name(target))]
    assert [event.amount for event in t.told(SalaryCollected)] == [1000] * (target < 15)
    assert t.state.opportunity[0] == []
    assert t.state.opportunity_deck.under == [t.card(key)]
    assert t.state.must_enter[0] == (key != "holiday")


@pytest.mark.parametrize("key", [*TARGETS, "any"])
def test_every_kind_of_card_is_in_the_deck(both: Laid, key: str) -> None:
    """[C3 C100 C111] And there is no other: each can be drawn and kept."""
    t = both(cash=[5000] * 3)
    assert len(t.e.opportunity_card) == len(TARGETS) + 1
    t.land(12, luck=[t.card(key)], say=[("UseAtOnce", "keep")])
    assert t.told(OpportunityDrawn) == [OpportunityDrawn(0, card=t.card(key))]
    assert t.state.opportunity[0] == [t.card(key)]


def test_a_card_to_the_other_side_of_payday_pays_from_the_entrance_of_the_path_on(both: Laid) -> None:
    """[C100 C50] From inside the path at 30 the way to 4 passes Payday; from that at 4 the way to 30 does not."""
    passing = both(cash=[5000] * 3, at=["moon 6", 0, 0], opportunity=[["farming"], [], []])
    assert [e.amount for e in passing.turn(say=[("TakeTurn", "opportunity")]).told(SalaryCollected)] == [1000]
    short = both(cash=[5000] * 3, at=["farming 6", 0, 0], opportunity=[["moon"], [], []])
    assert short.turn(say=[("TakeTurn", "opportunity")]).told(SalaryCollected) == []


def test_a_player_on_the_entrance_is_bumped_by_who_comes_by_card(both: Laid) -> None:
    """[C100 C121]"""
    t = both(cash=[5000] * 3, at=[9, 14, 0], opportunity=[["sea"], [], []])
    t.turn(say=[("TakeTurn", "opportunity")])
    assert t.told(Bumped) == [Bumped(1, by=0)]
    assert (t.state.at[:2], t.state.must_enter) == ([14, 16], [True, False, False])


# --- at once --------------------------------------------------------------------------------------------------------


def test_a_drawn_card_may_be_used_at_once(both: Laid) -> None:
    """[C101] On the turn on which it was drawn; it never lies before the player."""
    t = both(cash=[5000] * 3)
    t.land(12, luck=[t.card("sea")], say=[("UseAtOnce", t.card("sea"))])
    assert t.order() == ["Thrown", "Moved", "OpportunityDrawn", "OpportunityPlayed", "Moved"]
    assert (t.state.at[0], t.state.must_enter[0], t.state.opportunity[0]) == (14, True, [])


def test_a_card_that_is_drawn_in_a_path_may_be_used_at_once(both: Laid) -> None:
    """[C101 C104] The second square of Big Business gives the card, and Big Business is left without credit for it."""
    t = both(cash=[5000] * 3)
    t.land("business 2", luck=[t.card("moon")], say=[("UseAtOnce", t.card("moon"))])
    assert (t.state.at[0], t.state.must_enter[0]) == (30, True)
    assert (t.state.record[0], t.told(Completed), t.state.experience[0]) == ([0] * 8, [], [])


def test_of_two_cards_drawn_together_one_may_be_used(both: Laid) -> None:
    """[C101] The other is kept, also where it could be played: at most one is played on a turn."""
    t = both(cash=[5000] * 3)
    drawn = [t.card("sea"), t.card("holiday")]
    t.land("college 5", luck=drawn, say=[("UseAtOnce", drawn[1])])
    assert t.asked[-1].options() == ("keep", *drawn)
    assert (t.state.at[0], t.state.opportunity[0]) == (24, drawn[:1])
    assert len(t.told(OpportunityPlayed)) == 1


def test_only_what_was_just_drawn_may_be_used_at_once(both: Laid) -> None:
    """[C101 C102] A card that was kept takes the place of a whole turn, so it has to wait for the next."""
    t = both(cash=[5000] * 3, opportunity=[["moon"], [], []])
    question = t.land(12, luck=[t.card("sea")], say=[("TakeTurn", "move"), ("UseAtOnce", "keep")]).asked[-1]
    assert (question.options(), question.default()) == (("keep", t.card("sea")), "keep")


def test_a_card_that_cannot_be_used_is_kept_without_a_question(both: Laid) -> None:
    """[C101 C105] There is not the fee for it."""
    t = both(cash=[2950] * 3)
    t.land(12, luck=[t.card("politics")])
    assert t.state.opportunity[0] == [t.card("politics")]


# --- kept -----------------------------------------------------------------------------------------------------------


def test_a_kept_card_lies_face_up(both: Laid) -> None:
    """[C102 C117 C178] All see which it is, when it is drawn and as long as it is kept."""
    t = both(cash=[5000] * 3)
    t.land(12, luck=[t.card("sea")], say=[("UseAtOnce", "keep")])
    assert [event.to for event in t.told(OpportunityDrawn)] == [None]
    assert [t.rules.view(t.state, seat)["seats"][0]["opportunity"] for seat in range(3)] == [[t.card("sea")]] * 3


def test_a_kept_card_is_played_in_place_of_a_throw(both: Laid) -> None:
    """[C102 C33] Of several one is chosen, the others stay."""
    t = both(cash=[5000] * 3, at=[9, 0, 0], opportunity=[["sea", "moon", "sea"], [], []])
    t.turn(say=[("TakeTurn", "opportunity"), ("PlayOpportunity", t.card("moon"))])
    assert t.asked[-1].options() == (t.card("sea"), t.card("moon"))
    assert t.order() == ["OpportunityPlayed", "Moved"]
    assert t.state.opportunity[0] == [t.card("sea")] * 2


def test_a_card_may_be_sold_and_the_buyer_plays_it_on_the_same_turn(both: Laid, terms: Laid) -> None:
    """[C102 C119] At any price that two agree upon."""
    t = both(trade=1, cash=[5000] * 3, at=[9, 0, 0], opportunity=[[], ["sea"], []])
    offer = terms({"cash": 350}, {"opportunity": [t.card("sea")]}, to=1)
    t.turn(say=[("Trade", {0: offer}), ("AnswerOffer", "accept"), ("TakeTurn", "opportunity")])
    assert len(t.told(Traded)) == 1
    assert (t.cash[:2], t.state.at[0], t.state.opportunity) == ([4650, 5350], 14, [[], [], []])


def test_a_card_may_be_traded_for_a_card(both: Laid, terms: Laid) -> None:
    """[C102 C119] Also one of the other kind."""
    t = both(trade=1, opportunity=[["sea"], [], []], experience=[[], [4], []], at=[9, 0, 0], cash=[0, 0, 0])
    offer = terms({"opportunity": [t.card("sea")]}, {"experience": [4]}, to=1)
    t.turn(say=[("Trade", {0: offer}), ("AnswerOffer", "accept"), ("MoveBy", 4)])
    assert (t.state.opportunity, t.state.experience) == ([[], [t.card("sea")], []], [[], [], []])


# --- under the deck -------------------------------------------------------------------------------------------------


def test_played_cards_come_up_again_in_the_order_in_which_they_went_under_the_deck(both: Laid) -> None:
    """[C4] When the cards that nobody has seen are drawn, luck is not asked any more."""
    t = both(at=[9, 12, 9], cash=[5000] * 3, opportunity=[["sea"], ["farming"], []], opportunity_pile=["moon"])
    t.turn(say=[("TakeTurn", "opportunity")]).turn(say=[("TakeTurn", "opportunity")])
    assert t.state.opportunity_deck.under == [t.card("sea"), t.card("farming")]
    t.land(12, say=[("UseAtOnce", "keep")])
    t.state.active = 2
    t.land(12, say=[("TakeTurn", "move"), ("UseAtOnce", "keep")])
    assert [event.card for event in t.told(OpportunityDrawn)] == [t.card("moon"), t.card("sea")]
    assert t.state.opportunity_deck.under == [t.card("farming")]


# --- where from -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "start", ["payday", 1, 2, 4, 6, 10, 13, 18, 21, "holiday", 26, 29, 31, "sea 5", "moon 13", "college 1"], ids=str
)
def test_a_card_may_be_played_from_outside_and_from_inside(both: Laid, start: int | str) -> None:
    """[C103]"""
    t = both(cash=[5000] * 3, at=[start, 22, 22], opportunity=[["exploring"], [], []])
    assert "opportunity" in t.until("TakeTurn").ways


def test_no_card_leads_out_of_unemployment(both: Laid) -> None:
    """[C103 C96] Not even the Doctor's, nor after the penalty is paid, where an Experience Card would do."""
    laid = {"at": ["unemployment", 0, 0], "cash": [5000] * 3, "opportunity": [["sea"], [], []]}
    t = both(**laid, experience=[[2], [], []], degree=["Medicine", "", ""])
    t.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay"), ("MoveBy", "throw")])
    assert t.asked[-1].options() == ("throw", 2)
    stays = both(**laid).turn(luck=[[1, 2]], say=[("LeaveCorner", "throw")])
    assert (stays.state.at[0], stays.state.opportunity[0]) == (16, [stays.card("sea")])


@pytest.mark.parametrize("degree", ["", "Law", "College"])
def test_no_card_leads_out_of_the_hospital(both: Laid, degree: str) -> None:
    """[C103 C96]"""
    t = both(at=["hospital", 0, 0], cash=[5000] * 3, opportunity=[["sea"], [], []], degree=[degree, "Medicine", ""])
    t.turn(luck=[[3, 3]], say=[("LeaveCorner", "throw")])
    assert (t.state.at[0], t.state.opportunity[0]) == (8, [t.card("sea")])


def test_the_doctor_may_leave_the_hospital_by_card(both: Laid) -> None:
    """[C103 C96] The exception of both rulebooks; it costs nothing."""
    t = both(at=["hospital", 0, 0], cash=[5000] * 3, opportunity=[["sea"], [], []], degree=["Medicine", "", ""])
    t.turn(say=[("TakeTurn", "opportunity")])
    assert (t.state.at[0], t.cash[0]) == (14, 5000)


def test_a_card_that_is_played_inside_a_path_abandons_it(both: Laid) -> None:
    """[C104] From the last square, too: no credit and no Experience Cards, and the path's exit is never seen."""
    t = both(cash=[5000] * 3, at=["farming 9", 0, 0], opportunity=[["sea"], [], []])
    t.turn(say=[("TakeTurn", "opportunity")])
    assert t.order() == ["OpportunityPlayed", "Moved"]
    assert (t.state.record[0], t.state.experience[0]) == ([0] * 8, [])


# --- with what ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "has", "is_playable"),
    [
        ("politics", {"cash": [2950, 0, 0]}, False),
        ("politics", {"cash": [3000, 0, 0]}, True),
        ("politics", {"degree": ["Law", "", ""]}, True),
        ("politics", {"degree": ["Science", "", ""]}, False),
        ("politics", {"degree": ["", "Law", ""]}, False),
        ("politics", {"completed": [{"farming": 3, "politics": 1}]}, True),
        ("politics free_entry", {}, True),
        ("business", {}, False),
        ("business", {"degree": ["College", "", ""]}, True),
        ("sea double_hearts", {"cash": [50, 0, 0]}, False),
        ("sea double_hearts", {"cash": [100, 0, 0]}, True),
        ("college", {"cash": [450, 0, 0]}, False),
        ("college", {"cash": [500, 0, 0]}, True),
        ("any", {"completed": [{"sea": 3}], "at": [14, 0, 0]}, False),
        ("holiday", {}, True),
    ],
)
def test_a_card_is_played_only_by_who_meets_a_requirement(
    both: Laid, key: str, has: dict[str, Any], is_playable: bool
) -> None:
    """[C105 C111 C115 C116] The fee, a degree or experience of one's own; or the card itself, if it says so."""
    t = both(**{"cash": [0] * 3, "completed": RETIRED, "at": [9, 0, 0], "opportunity": [[key], [], []], **has})
    assert ("opportunity" in t.until("TakeTurn").ways) == is_playable


def test_the_requirement_has_to_be_met_when_the_card_is_played(both: Laid) -> None:
    """[C105] The salary that the way past Payday brings comes too late for a fee of 500."""
    t = both(cash=[450, 0, 0], completed=RETIRED, at=[15, 0, 0], opportunity=[["college"], [], []])
    assert "opportunity" not in t.until("TakeTurn").ways


def test_a_degree_that_opens_a_path_in_one_edition_only(table: Laid, table_1971: Laid) -> None:
    """[C105 C54] Any degree is enough for Sports; Exploring wants Engineering, and a fee is 4,000 in both."""
    for laid, degree, is_playable in (
        (table, "Engineering", True),
        (table, "Law", False),
        (table_1971, "Law", True),
        (table_1971, "", False),
    ):
        t = laid(
            cash=[3950, 0, 0], completed=RETIRED, at=[9, 0, 0], degree=[degree, "", ""],
            opportunity=[["exploring"], [], []],
        )  # fmt: skip
        assert ("opportunity" in t.until("TakeTurn").ways) == is_playable


# --- never the full circle ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "start"),
    [
        ("farming", 4),
        ("farming", "farming 1"),
        ("college", "college 3"),
        ("sea double_hearts", "sea 9"),
        ("moon free_entry", 30),
        ("holiday", "holiday"),
    ],
    ids=str,
)
def test_no_card_leads_around_the_board_to_where_it_started(both: Laid, key: str, start: int | str) -> None:
    """[C110 C112 C50] Nor from inside a path to its entrance; a player with another card may play that one."""
    t = both(cash=[9000] * 3, at=[start, 0, 0], opportunity=[[key, "politics"], [], []])
    t.turn(say=[("TakeTurn", "opportunity")])
    assert (t.state.at[0], t.state.opportunity[0]) == (19, [t.card(key)])


# --- the card for any occupation ------------------------------------------------------------------------------------


def test_the_card_for_any_occupation_leads_to_an_entrance_of_the_players_choice(both: Laid) -> None:
    """[C111] Wherever a requirement is met; the question names what each would cost, and the cheapest is cautious."""
    t = both(
        cash=[3000, 0, 0], at=["farming 5", 0, 0], opportunity=[["any"], [], []], degree=["Law", "", ""],
        completed=[{"moon": 1, "sea": 1}],
    )  # fmt: skip
    t.turn(say=[("TakeTurn", "opportunity"), ("ChooseOccupation", t.name("hollywood"))])
    sports = {t.name("exploring"): 0} if t.rules.edition_name == "1971" else {}
    open_to_all = {t.name(key): 0 for key in ("business", "sea", "politics", "moon")} | {t.name("hollywood"): 1000}
    assert t.asked[-1].facts() == {"fees": open_to_all | sports}
    assert t.asked[-1].default() == t.name("business")
    assert (t.state.at[0], t.state.must_enter[0], t.cash[0]) == (22, True, 3000)
    assert t.told(OpportunityPlayed) == [OpportunityPlayed(0, card=t.card("any"), target=t.name(22))]


@pytest.mark.parametrize("key", ["farming", "college", "business", "sea", "politics", "hollywood", "exploring", "moon"])
def test_the_card_for_any_occupation_leads_to_each(both: Laid, key: str) -> None:
    """[C111 C110] But to the one where it is played."""
    t = both(cash=[5000] * 3, at=[9, 0, 0], opportunity=[["any"], [], []])
    t.turn(say=[("TakeTurn", "opportunity"), ("ChooseOccupation", t.name(key))])
    assert t.state.at[0] == TARGETS[key]
    t = both(cash=[5000] * 3, at=[key, 0, 0], opportunity=[["any"], [], []])
    t.turn(say=[("TakeTurn", "opportunity"), ("ChooseOccupation", t.name("farming" if key != "farming" else "sea"))])
    assert t.name(key) not in t.asked[-1].options()
    assert len(t.asked[-1].options()) == 7


def test_the_card_for_any_occupation_may_be_used_at_once(both: Laid) -> None:
    """[C111 C101] Where only one occupation is open, there is nothing to choose."""
    t = both(cash=[450, 0, 0])
    t.land(12, luck=[t.card("any")], say=[("UseAtOnce", t.card("any"))])
    assert (t.state.at[0], t.state.must_enter[0]) == (14, True)


# --- the holiday card -----------------------------------------------------------------------------------------------


def test_the_holiday_card_is_a_landing_on_the_corner(both: Laid) -> None:
    """[C112 C97] In both editions: four hearts, whoever stands there is bumped, and there is nothing to enter."""
    t = both(at=[9, "holiday", 0], opportunity=[["holiday"], [], []]).turn(say=[("TakeTurn", "opportunity")])
    assert (t.state.at[0], t.state.hearts[0], t.state.must_enter[0]) == (24, 4, False)
    assert t.told(Bumped) == [Bumped(1, by=0)]


# --- College cards --------------------------------------------------------------------------------------------------


def test_a_graduate_cannot_play_a_college_card_but_keeps_it(both: Laid, terms: Laid) -> None:
    """[C113] Neither at once nor later, nor choose College by another card; and may trade it."""
    t = both(trade=1, cash=[5000] * 3, degree=["Law", "", ""])
    t.land(12, luck=[t.card("college")])
    assert t.state.opportunity[0] == [t.card("college")]
    offer = terms({"opportunity": [t.card("college")]}, {"cash": 50}, to=1)
    t.state.active = 0
    t.turn(luck=[[2, 4]], say=[("Trade", {0: offer}), ("AnswerOffer", "accept")])
    assert (t.state.at[0], t.state.opportunity[:2]) == (18, [[], [t.card("college")]])


def test_no_card_brings_a_graduate_to_college(both: Laid) -> None:
    """[C113 C111]"""
    t = both(cash=[5000] * 3, at=[9, 0, 0], degree=["Law", "", ""], opportunity=[["any", "college"], [], []])
    t.turn(say=[("TakeTurn", "opportunity"), ("ChooseOccupation", t.name("sea"))])
    assert t.name("college") not in t.asked[-1].options()


def test_a_college_card_that_is_dead_for_all_is_drawn_anew(both: Laid) -> None:
    """[C114] It goes under the deck for all to see, and what comes next may be used at once."""
    t = both(cash=[5000] * 3, degree=["Law", "Medicine", "College"])
    college, sea = t.card("college"), t.card("sea")
    t.land(12, luck=[college, college, sea], say=[("UseAtOnce", sea)])
    assert t.told(OpportunityReturned) == [OpportunityReturned(0, card=college)] * 2
    assert t.told(OpportunityDrawn) == [OpportunityDrawn(0, card=sea)]
    assert t.state.opportunity_deck.under == [college, college, sea]


def test_a_college_card_is_kept_as_long_as_somebody_may_use_it(both: Laid) -> None:
    """[C114 C113]"""
    t = both(cash=[5000] * 3, degree=["Law", "Medicine", ""])
    t.land(12, luck=[t.card("college")])
    assert (t.told(OpportunityReturned), t.state.opportunity[0]) == ([], [t.card("college")])


def test_of_dead_college_cards_none_is_drawn(both: Laid) -> None:
    """[C114 C5] Each is turned over once, those in the known order too."""
    t = both(degree=["Law", "Medicine", "College"], opportunity_under=["college"], opportunity_pile=["college"])
    t.land(12)
    assert t.order()[2:] == ["OpportunityReturned", "OpportunityReturned", "NothingDrawn"]
    assert t.told(NothingDrawn) == [NothingDrawn(0, deck="Opportunity")]
    assert (t.state.opportunity[0], t.state.opportunity_deck.under) == ([], [t.card("college")] * 2)
