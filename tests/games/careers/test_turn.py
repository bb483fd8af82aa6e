"""The turn: rulings C32 to C36."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.careers.events import Thrown, TurnLost

Laid = Callable[..., Any]

NOTHING: dict[str, Any] = {"cash": 0, "opportunity": [], "experience": [], "promise": 0, "notes": []}
ALL_WAYS = {
    "at": ["business", 9, 9],
    "cash": [5000, 1000, 1000],
    "completed": [{"moon": 3}, {}, {}],
    "opportunity": [["College"], [], []],
}
"""A seat that may use its turn in each of the four ways."""


def offer(to: int, *, give: int = 0, ask: int = 0) -> dict[str, Any]:
    """An offer of cash for cash."""
    return {"to": to, "give": {**NOTHING, "cash": give}, "ask": {**NOTHING, "cash": ask}}


def follows(played: Any) -> list[tuple[str, Any]]:
    """The answer about the holiday corner that a retired seat is asked for in 1971 only."""
    return [("FollowHoliday", True)] if played.e.year == 1971 else []


def test_a_turn_has_a_window_an_action_and_another_window(both: Laid) -> None:
    """[C32] In each window all seats are asked."""
    played = both(trade=1, experience=[[3], [], []]).turn(luck=[[1, 1]], say=[("MoveBy", "throw")])
    assert [(question.kind, question.seat) for question in played.asked] == [
        *(("Trade", 0), ("Trade", 1), ("Trade", 2)),
        ("MoveBy", 0),
        *(("Trade", 0), ("Trade", 1), ("Trade", 2)),
    ]


def test_a_bargain_is_struck_before_the_move_or_after_it(both: Laid) -> None:
    """[C32] The cash that seat 0 sells off first is not there for the food bill, that of the second window was."""
    played = both(trade=1, at=[5, 0, 0], cash=[1000, 1000, 1000])
    played.turn(
        luck=[[2, 3]],
        say=[
            ("Trade", {0: offer(1, give=200)}),
            ("AnswerOffer", "accept"),
            ("Trade", {}),
            ("Trade", {2: offer(0, give=300)}),
            ("AnswerOffer", "accept"),
        ],
    )
    assert [kind for kind in played.order() if kind in ("Traded", "Moved", "Paid")] == [
        *("Traded", "Moved", "Paid", "Traded")
    ]
    assert played.cash == [800 - 200 + 300, 1200, 700]


@pytest.mark.parametrize(
    ("square", "luck", "say"),
    [
        ("tax", [], []),
        ("shop", [2], []),
        ("hobby", [4], [("BuyStars", 1)]),
        ("gamble", [3], [("Stake", 1)]),
        ("exploring 2", [[4]], []),
        ("exploring 3", [], [("PayToll", True)]),
    ],
)
def test_no_window_opens_while_a_move_is_carried_out(
    both: Laid, square: str, luck: list[Any], say: list[tuple[str, Any]]
) -> None:
    """[C32] Between the two windows there are only the questions of the move itself."""
    played = both(trade=1, cash=[4000, 1000, 1000]).land(square, luck=luck, say=say)
    kinds = [question.kind for question in played.asked]
    assert kinds == ["Trade"] * 3 + [kind for kind, _ in say] + ["Trade"] * 3


def test_a_bump_is_bargained_for_at_once(both: Laid) -> None:
    """[C32] Between the move and the second window."""
    terms = {"give": NOTHING, "ask": {**NOTHING, "cash": 100}}
    played = both(trade=1, at=[0, 5, 9], opportunity_pile=[])
    played.turn(luck=[[1, 4]], say=[("Bump", terms), ("AnswerOffer", "accept")])
    assert [kind for kind in played.order() if kind in ("Moved", "Traded", "LetStay")] == ["Moved", "Traded", "LetStay"]
    assert played.cash == [1100, 900, 1000]
    assert played.state.at == [5, 5, 9]


def test_money_that_must_be_raised_is_bargained_for_at_once(both: Laid) -> None:
    """[C32] 500 of rent are due, and nothing is there."""
    played = both(trade=1, cash=[0, 1000, 1000])
    played.land("rent", say=[("RaiseMoney", offer(2, ask=600)), ("AnswerOffer", "accept")])
    assert [kind for kind in played.order() if kind in ("Moved", "Traded", "Paid")] == ["Moved", "Traded", "Paid"]
    assert played.cash == [100, 1000, 400]


# --- one thing a turn -----------------------------------------------------------------------------------------------


def test_there_are_four_ways_to_use_a_turn(both: Laid) -> None:
    """[C33] To move, to enter, to play an Opportunity Card, to retire."""
    assert both(**ALL_WAYS).until("TakeTurn").ways == ("move", "enter", "opportunity", "retire")


@pytest.mark.parametrize(
    ("other", "ways"),
    [
        ({"at": ["hobby", 9, 9]}, ("move", "opportunity", "retire")),
        ({"cash": [450, 1000, 1000]}, ("move", "retire")),
        ({"opportunity": [[], [], []]}, ("move", "enter", "retire")),
        ({"completed": [{"moon": 2}, {}, {}]}, ("move", "enter", "opportunity")),
    ],
    ids=["not on an entrance", "no fee", "no card", "no right to retire"],
)
def test_a_way_that_is_not_open_is_not_offered(both: Laid, other: dict[str, Any], ways: tuple[str, ...]) -> None:
    """[C33]"""
    assert both(**{**ALL_WAYS, **other}).until("TakeTurn").ways == ways


@pytest.mark.parametrize(
    ("way", "luck", "at", "order"),
    [
        ("move", [[1, 6]], "rent", ["Thrown", "Moved", "Paid"]),
        ("enter", [[5]], "business 5", ["Paid", "Entered", "Thrown", "Moved", "Received"]),
        ("opportunity", [], "college", ["OpportunityPlayed", "Moved", "SalaryCollected"]),
        ("retire", [], "holiday", ["Retired", "Moved", "PointsChanged"]),
    ],
)
def test_each_way_is_a_whole_turn(both: Laid, way: str, luck: list[Any], at: str, order: list[str]) -> None:
    """[C33] Nothing follows it but the next seat's turn."""
    played = both(**ALL_WAYS)
    played.turn(luck=luck, say=[("TakeTurn", way), *(follows(played) if way == "retire" else [])])
    assert played.order() == order
    assert played.state.at[0] == played.space(at)
    assert played.state.active == 1


def test_a_move_is_one_throw_or_one_experience_card(both: Laid) -> None:
    """[C33] Never both."""
    played = both(at=[9, 0, 0], experience=[[4], [], []]).turn(say=[("MoveBy", 4)])
    assert (played.told(Thrown), played.state.at[0]) == ([], 13)
    played = both(at=[9, 0, 0], experience=[[4], [], []]).turn(luck=[[1, 3]], say=[("MoveBy", "throw")])
    assert (played.state.experience[0], played.state.at[0]) == ([4], 13)


@pytest.mark.parametrize("pips", [1, 2, 5])
def test_doubles_give_no_extra_turn(both: Laid, pips: int) -> None:
    """[C34] There is one throw, and the next seat is on."""
    played = both(at=[9, 0, 0]).turn(luck=[[pips, pips]])
    assert played.told(Thrown) == [Thrown(0, dice=[pips, pips])]
    assert (played.state.at[0], played.state.active) == (9 + 2 * pips, 1)


def test_doubles_that_free_from_unemployment_give_no_extra_turn(both: Laid) -> None:
    """[C34]"""
    played = both(at=["unemployment", 0, 0]).turn(luck=[[3, 3]], say=[("LeaveCorner", "throw")])
    assert (len(played.told(Thrown)), played.state.at[0], played.state.active) == (1, 22, 1)


# --- lost turns -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["business", "business 4", "hospital", "unemployment", "holiday"])
def test_a_lost_turn_has_no_throw_no_card_and_no_retirement(both: Laid, where: str) -> None:
    """[C35] Whatever could be done there; the turn after it is an ordinary one."""
    laid = {**ALL_WAYS, "at": [where, 9, 9], "experience": [[2], [], []]}
    played = both(**laid, loses_turn=[True, False, False]).turn()
    assert played.events == [TurnLost(0)]
    assert played.kinds_asked() == []
    assert played.state.at == [played.space(where), 9, 9]
    assert (played.state.loses_turn[0], played.state.active) == (False, 1)
    played.state.active = 0
    assert played.until({"hospital": "LeaveCorner", "unemployment": "LeaveCorner"}.get(where, "TakeTurn")).seat == 0


@pytest.mark.parametrize("square", ["college 2", "business 4", "sea 8"])
def test_the_turn_that_is_lost_is_the_next_one(both: Laid, square: str) -> None:
    """[C35] Not this one, nor that of another seat."""
    played = both(seats=2, at=[0, 9], opportunity_pile=[]).land(square)
    assert played.state.loses_turn == [True, False]
    played.turn(luck=[[1, 2]])
    assert played.state.at == [played.space(square), 12]
    played.turn()
    assert (played.told(TurnLost), played.state.at[0]) == ([TurnLost(0)], played.space(square))
    assert played.state.active == 1


def test_the_windows_of_a_lost_turn_are_held(both: Laid) -> None:
    """[C35] Before and after it, and its seat may trade in them."""
    played = both(trade=1, loses_turn=[True, False, False], cash=[1000, 1000, 1000])
    deals = [("Trade", {0: offer(1, give=100)}), ("AnswerOffer", "accept"), ("Trade", {})]
    played.turn(say=[*deals, ("Trade", {0: offer(2, give=50)}), ("AnswerOffer", "accept")])
    assert played.order() == ["OfferMade", "Traded", "TurnLost", "OfferMade", "Traded"]
    assert played.cash == [850, 1100, 1050]


def test_a_lost_turn_stays_lost_when_the_seat_is_bumped(both: Laid) -> None:
    """[C36] In Unemployment it may not even throw then, and may again on the turn after."""
    played = both(seats=2, at=[0, "business 4"], loses_turn=[False, True], opportunity_pile=[])
    played.land("business 4")
    assert played.state.at == [played.space("business 4"), 16]
    assert played.state.loses_turn == [True, True]
    played.turn().turn()
    assert (played.told(TurnLost), played.state.at[1]) == ([TurnLost(1), TurnLost(0)], 16)
    played.turn(luck=[[3, 4]], say=[("LeaveCorner", "throw")])
    assert played.state.at[1] == 23
