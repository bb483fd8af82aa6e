"""What an Opportunity Card brings: the duty to enter, expenses paid, double hearts; C106 to C109, C115, C116."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.options import admits
from parlour.games.careers.dealings import Bumped, NotePaid
from parlour.games.careers.events import Completed, Entered, Paid, PointsChanged

Laid = Callable[..., Any]

RETIRED = [{"farming": 3}]
"""Who may retire always has a choice of how to use the turn, so that the question is asked."""

ENTRIES = {
    "farming": (1, "fee", 1000),
    "college": (1, "fee", 500),
    "business": (3, "fee", 500),
    "sea": (2, "fee", 100),
    "sea double_hearts": (2, "fee", 100),
    "politics": (3, "fee", 3000),
    "politics free_entry": (3, "card", 0),
    "hollywood": (1, "fee", 1000),
    "hollywood free_entry": (1, "card", 0),
    "exploring": (1, "fee", 4000),
    "exploring free_entry": (1, "card", 0),
    "moon": (1, "fee", 5000),
    "moon free_entry": (1, "card", 0),
}
"""By card: a throw, how the occupation is entered after the card, and for how much."""


# --- the duty -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ENTRIES)
def test_after_a_card_the_player_enters_on_the_next_turn(both: Laid, key: str) -> None:
    """[C106 C115 C56] Without a question, whatever else there is to do; the fee is paid then and not before."""
    pips, by, fee = ENTRIES[key]
    t = both(cash=[5000] * 3, at=[15, 0, 0], opportunity=[[key, "holiday"], [], []], completed=[{}, {}, {}])
    t.turn(say=[("TakeTurn", "opportunity"), ("PlayOpportunity", t.card(key))])
    assert t.told(Paid) == []
    cash = t.cash[0]
    entrance = t.state.at[0]
    t.again().turn(luck=[[pips]])
    occupation = t.name(entrance)
    assert t.told(Entered) == [Entered(0, occupation=occupation, by=by, fee=fee)]
    assert t.cash[0] == cash - fee
    assert (t.name(t.state.at[0]).startswith(f"{occupation} {pips}"), t.state.must_enter[0]) == (True, False)


def test_under_the_duty_there_is_no_refusing_no_retiring_and_no_other_card(both: Laid) -> None:
    """[C106 C158] One and the same player, on the same square, with the duty and without."""
    laid = {"cash": [5000] * 3, "at": [14, 0, 0], "completed": RETIRED, "opportunity": [["moon", "any"], [], []]}
    assert both(**laid).until("TakeTurn").ways == ("move", "enter", "opportunity", "retire")
    t = both(**laid, must_enter=[True, False, False]).turn(luck=[[2]])
    assert (t.kinds_asked(), t.order()[:2]) == ([], ["Paid", "Entered"])


def test_an_entrance_that_was_reached_otherwise_need_not_be_entered(both: Laid) -> None:
    """[C106 C53] By throw or by Experience Card."""
    t = both(cash=[5000] * 3, at=[11, 0, 0], experience=[[3], [], []])
    t.turn(say=[("TakeTurn", "move"), ("MoveBy", 3)])
    t.again().turn(luck=[[1, 3]], say=[("TakeTurn", "move")])
    assert (t.state.at[0], t.told(Entered)) == (18, [])


def test_the_duty_is_carried_out_by_an_experience_card_too(both: Laid) -> None:
    """[C106 C58]"""
    t = both(cash=[5000] * 3, at=[14, 0, 0], must_enter=[True, False, False], experience=[[2], [], []])
    t.turn(say=[("MoveBy", 2)])
    assert (t.state.at[0], t.state.hearts[0]) == (t.space("sea 2"), 2)


def test_the_duty_waits_for_a_lost_turn(both: Laid) -> None:
    """[C106 C35] The turn that is lost is none on which anything can be done."""
    t = both(cash=[5000] * 3, at=[14, 0, 0], must_enter=[True, False, False], loses_turn=[True, False, False])
    t.turn()
    assert (t.state.at[0], t.state.must_enter[0]) == (14, True)
    t.again().turn(luck=[[2]])
    assert len(t.told(Entered)) == 1


# --- what ends it ---------------------------------------------------------------------------------------------------


def test_who_is_bumped_need_not_enter_any_more(both: Laid) -> None:
    """[C107 C129] And is free on the entrance, should a move lead there again."""
    t = both(cash=[5000] * 3, at=[9, 14, 0], opportunity=[[], ["moon"], []], must_enter=[False, True, False])
    t.land(14)
    assert t.told(Bumped) == [Bumped(1, by=0)]
    assert (t.state.at[1], t.state.must_enter[1]) == (16, False)
    t.state.at = [0, 14, 0]
    assert t.again(1).until("TakeTurn").ways == ("move", "enter", "opportunity")


def test_who_is_bankrupt_need_not_enter_any_more(both: Laid) -> None:
    """[C107 C151] Also on another's turn."""
    t = both(trade=1, cash=[5000] * 3, at=[9, 14, 0], must_enter=[False, True, False])
    t.turn(luck=[[1, 1]], say=[("Trade", {1: "bankrupt"})])
    assert (t.state.at[1], t.state.must_enter[1]) == (0, False)


def test_who_has_lost_the_fee_to_a_note_goes_on_outside(both: Laid) -> None:
    """[C108 C142] The way past Payday brings the salary, and the holder of a note takes all there is."""
    t = both(
        cash=[1000, 0, 0], at=[28, 0, 0], opportunity=[["farming"], [], []], completed=[{"sea": 3}],
        notes=[[1, 0, 1, 9000]], notes_issued=1,
    )  # fmt: skip
    t.turn(say=[("TakeTurn", "opportunity")])
    assert t.told(NotePaid) == [NotePaid(0, holder=1, number=1, amount=2000, left=7000)]
    assert (t.state.at[0], t.state.must_enter[0], t.cash[0]) == (4, True, 0)
    t.again().turn(luck=[[1, 2]], say=[])
    assert (t.state.at[0], t.state.must_enter[0], t.kinds_asked()) == (7, False, [])


# --- what may be given away under it --------------------------------------------------------------------------------


def window(t: Any, seat: int) -> Any:
    """The question to that seat in the trade window before the move."""
    t.state.turns = [1] * t.state.seats
    return next(question for question in t.game(None).pending if question.seat == seat)


@pytest.mark.parametrize(
    ("laid", "most"),
    [
        ({"must_enter": [True, False, False]}, 500),
        ({}, 1500),
        ({"must_enter": [True, False, False], "special": ["free_entry", "", ""]}, 1500),
        ({"must_enter": [True, False, False], "completed": [{"farming": 1}]}, 1500),
        ({"must_enter": [True, False, False], "cash": [950, 0, 0]}, 950),
    ],
    ids=str,
)
def test_the_fee_that_is_needed_is_not_given_away(both: Laid, laid: dict[str, Any], most: int, terms: Laid) -> None:
    """[C109] Of 1,500 with a fee of 1,000 only 500 may be offered or asked for; a fee that is not needed is free."""
    t = both(**{"trade": 1, "cash": [1500, 5000, 0], "at": [4, 0, 0], **laid})
    own, other = window(t, 0), window(t, 1)
    for cash, is_fine in ((most, True), (most + 50, False)):
        give, ask = {"cash": cash}, {"promise": 50}
        assert admits(own.options(), terms(give, ask, to=1)) == is_fine
        assert admits(other.options(), terms(ask, give, to=0)) == is_fine


@pytest.mark.parametrize(("amount", "is_payable"), [(500, True), (550, False)])
def test_a_note_is_not_paid_early_out_of_the_fee(both: Laid, amount: int, is_payable: bool) -> None:
    """[C109]"""
    laid = {"trade": 1, "cash": [1500, 0, 0], "at": [4, 0, 0], "notes": [[1, 0, 1, amount]], "notes_issued": 1}
    assert window(both(**laid, must_enter=[True, False, False]), 0).facts()["payable"] == [1] * is_payable
    assert window(both(**laid), 0).facts()["payable"] == [1]


def test_a_bumped_players_terms_do_not_touch_the_fee(both: Laid, terms: Laid) -> None:
    """[C109 C128] The rest may be asked for, as in every bargain."""
    t = both(trade=1, cash=[0, 1500, 0], at=[1, 4, 0], must_enter=[False, True, False])
    question = t.until("Bump", luck=[[1, 2]])
    for cash, is_fine in ((500, True), (550, False)):
        assert admits(question.options(), terms({}, {"cash": cash})) == is_fine


# --- expenses paid --------------------------------------------------------------------------------------------------


def test_expenses_are_paid_for_who_has_nothing(both: Laid) -> None:
    """[C115 C55]"""
    t = both(cash=[0] * 3, at=[15, 0, 0], opportunity=[["politics free_entry"], [], []])
    t.turn(say=[("TakeTurn", "opportunity")])
    t.again().turn(luck=[[3]])
    assert t.told(Entered) == [Entered(0, occupation=t.name("politics"), by="card", fee=0)]
    assert (t.state.stars[0], t.cash[0]) == (4, 0)


def test_expenses_are_paid_once(both: Laid) -> None:
    """[C115] Politics sends the player away at its first square; after that its fee is due as ever."""
    t = both(cash=[2950] * 3, at=[15, 0, 0], opportunity=[["politics free_entry"], [], []], completed=RETIRED)
    t.turn(say=[("TakeTurn", "opportunity")])
    t.again().turn(luck=[[1]])
    assert t.state.at[0] == 16
    t.state.at = [19, 0, 0]
    assert t.again().until("TakeTurn").ways == ("move", "retire")


def test_expenses_are_lost_with_the_duty(both: Laid) -> None:
    """[C115 C107 C129] Whoever is bumped off the entrance before entering."""
    t = both(
        cash=[0] * 3, at=[9, 15, 0], opportunity=[[], ["hollywood free_entry"], []], completed=[{}, {"farming": 3}]
    )
    t.again(1).turn(say=[("TakeTurn", "opportunity")])
    t.again(0).land(22)
    assert t.told(Bumped) == [Bumped(1, by=0)]
    t.state.at = [0, 22, 0]
    assert t.again(1).until("TakeTurn").ways == ("move", "retire")


# --- hearts that count double ---------------------------------------------------------------------------------------


def hearts(t: Any) -> list[int]:
    return [event.hearts for event in t.told(PointsChanged)]


def test_hearts_count_double_on_the_trip_of_the_card(both: Laid) -> None:
    """[C116] On every square of the path, over all turns of the trip, and no more when the path is left."""
    t = both(cash=[5000] * 3, at=[9, 0, 0], opportunity=[["sea double_hearts"], [], []])
    t.turn(say=[("TakeTurn", "opportunity")])
    for pips in (2, 4, 1):
        t.again().turn(luck=[[pips]])
        assert hearts(t) == [{2: 4, 4: 8, 1: 12}[pips]]
    assert t.state.hearts[0] == 24
    t.again().turn(luck=[[4], 1])
    assert (len(t.told(Completed)), t.state.at[0]) == (1, 18)
    t.again().land("sea 2", say=[("MoveBy", "throw")])
    assert hearts(t) == [2]


@pytest.mark.parametrize(("way", "answers"), [("opportunity", []), ("retire", [True])])
def test_hearts_count_once_when_the_path_is_left_before_its_end(both: Laid, way: str, answers: list[bool]) -> None:
    """[C116 C104 C159] By another card or by retiring: neither the next path nor the corner doubles anything."""
    t = both(
        cash=[5000] * 3, at=["sea 2", 0, 0], special=["double_hearts", "", ""],
        opportunity=[["farming"], [], []], completed=[{"sea": 3}],
    )  # fmt: skip
    follow = [("FollowHoliday", answer) for answer in answers if t.e.holiday.may_decline]
    t.turn(say=[("TakeTurn", way), *follow])
    assert hearts(t) == [4] * (way == "retire")
    t.state.at = [4, 0, 0]
    t.state.must_enter[0] = True
    t.again().turn(luck=[[1]], say=[])
    assert hearts(t) == [2]


def test_what_a_bumped_players_card_gave_is_lost(both: Laid) -> None:
    """[C116 C129]"""
    t = both(cash=[5000] * 3, at=["sea 5", "sea 6", 0], special=["", "double_hearts", ""])
    t.turn(luck=[[1]])
    assert (t.told(Bumped), t.state.special[1]) == ([Bumped(1, by=0)], "")
    t.again(1).land("sea 2")
    assert hearts(t) == [2]


def test_stars_and_cash_do_not_count_double(both: Laid) -> None:
    """[C116] Hearts only; and the fee of 100 is paid, for the card pays no expenses."""
    t = both(cash=[5000] * 3, at=[9, 0, 0], opportunity=[["sea double_hearts"], [], []])
    t.turn(say=[("TakeTurn", "opportunity")])
    t.again().turn(luck=[[5], 6])
    assert t.cash[0] == 5000 - 100 + 6000
    assert t.told(Entered) == [Entered(0, occupation=t.name("sea"), by="fee", fee=100)]
