"""Bumping: rulings C121 to C125 and C129; the bargains in its place are in test_bargain.py."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.game import Game
from parlour.core.luck import Keyed, Scripted
from parlour.games.careers.dealings import Bumped, LetStay
from parlour.games.careers.events import PointsChanged, SalaryCollected, Sent, Stayed

Laid = Callable[..., Any]


def step_onto(laid: Laid, space: int) -> list[Bumped]:
    """Seat 0 comes to a space where seat 1 is, by an Experience Card of 1 or by entering with it; who is bumped?"""
    played = laid(seats=2, turns=[1, 1], cash=[20_000, 1000], experience=[[1], []])
    there = played.e.spaces[space]
    g = played.state
    if there.step == 1:
        g.at = [played.e.paths[there.occupation].entrance, space]
    else:
        g.at = [(space - 1) % 32 if there.step == 0 else space - 1, space]
    answers = {"TakeTurn": "enter" if there.step == 1 else "move", "MoveBy": 1, "LeaveCorner": "pay"}
    game, told = played.game(Keyed(b"any")), []
    while not any(event.to_json().get("space") == space for event in told):
        question = game.pending[0]
        game.answer(question.seat, answers.get(question.kind, question.default()))
        told += game.take_events()
    return [event for event in told if isinstance(event, Bumped)]


def test_on_every_square_outside_and_inside_but_two_who_lands_bumps(both: Laid) -> None:
    """[C121 C122]"""
    spaces = both().e.spaces
    assert len(spaces) == 112
    free = [space.kind for space in spaces if step_onto(both, space.id) != [Bumped(1, by=0)]]
    assert free == ["hospital", "unemployment"]


WAYS: dict[str, tuple[dict[str, Any], list[Any], list[tuple[str, Any]]]] = {
    "two dice": ({"at": [1, "farming", 0]}, [[1, 2]], []),
    "one die in a path": ({"at": ["exploring 2", "exploring 4", 0]}, [[2]], []),
    "one die out of a path": (
        {"at": ["farming 9", "auto_show", 0], "cash": [0, 0, 0]},
        [[2], 1],
        [],
    ),
    "an Experience Card": ({"at": [1, "farming", 0], "experience": [[3], [], []]}, [], [("MoveBy", 3)]),
    "an Experience Card in a path": (
        {"at": ["exploring 1", "exploring 4", 0], "experience": [[3], [], []]},
        [],
        [("MoveBy", 3)],
    ),
    "an Opportunity Card": (
        {"at": [1, "college", 0], "opportunity": [["College"], [], []]},
        [],
        [("TakeTurn", "opportunity")],
    ),
    "an Opportunity Card at once": (
        {"at": [0, "college", 0]},
        [[1, 2], "College"],
        [("UseAtOnce", "College")],
    ),
    "retirement": (
        {"at": [1, "holiday", 0], "completed": [{"farming": 3}, {}, {}]},
        [],
        [("TakeTurn", "retire")],
    ),
    "entering": ({"at": ["farming", "farming 1", 0]}, [[1]], [("TakeTurn", "enter")]),
    "a second throw in a path": ({"at": ["exploring 1", "exploring 4", 0]}, [[1], [2]], []),
    "a graduate's second throw": (
        {"at": [1, "business", 0], "degree": ["Law", "", ""]},
        [[2, 4], [1, 3]],
        [],
    ),
    "a throw out of Unemployment": (
        {"at": ["unemployment", "exploring", 0]},
        [[5, 6]],
        [("LeaveCorner", "throw")],
    ),
    "a throw off the holiday": ({"at": ["holiday", "exploring", 0]}, [[1, 2]], [("StayOnHoliday", False)]),
}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_lands_by_whatever_way_bumps(table: Laid, way: str) -> None:
    """[C121]"""
    laid, luck, say = WAYS[way]
    played = table(**laid).turn(luck=luck, say=say)
    assert played.told(Bumped) == [Bumped(1, by=0)]
    assert played.state.at[1] == 16


def test_who_retires_in_1971_bumps_before_it_says_whether_to_follow_the_holiday(table_1971: Laid) -> None:
    """[C121 C124]"""
    played = table_1971(at=[1, "holiday", 0], completed=[{"farming": 3}, {}, {}])
    played.until("FollowHoliday", say=[("TakeTurn", "retire")])
    assert played.order() == ["Retired", "Moved", "Bumped", "Sent"]


def test_who_is_only_passed_is_not_bumped(both: Laid) -> None:
    """[C121] Others stand on the squares before, behind and between."""
    played = both(seats=6, at=[1, 2, 3, 5, 1, "farming 1"]).land("farming")
    assert played.told(Bumped) == []


def test_the_mover_is_asked_before_anybody_is_bumped(both: Laid) -> None:
    """[C121] To bump is the cautious answer, as it needs nobody's consent."""
    question = both(trade=1, at=[1, "farming", 0]).until("Bump", luck=[[1, 2]])
    assert (question.seat, question.facts(), question.default()) == (0, {"occupant": 1}, "bump")
    assert question.because == "you have landed where seat 1 is"


@pytest.mark.parametrize("corner", ["hospital", "unemployment"])
def test_any_number_may_be_in_the_hospital_and_on_unemployment(both: Laid, corner: str) -> None:
    """[C122] Also with trade nothing is asked."""
    played = both(trade=1, at=[corner, corner, corner]).land(corner)
    assert played.kinds_asked() == []
    assert played.state.at == [played.space(corner)] * 3
    assert played.told(Bumped) == played.told(LetStay) == []


def test_at_the_start_all_stand_on_payday(both: Laid) -> None:
    """[C123]"""
    played = both(seats=6).turn(luck=[[1, 3]])
    assert played.state.at == [4, 0, 0, 0, 0, 0]
    assert played.order() == ["Thrown", "Moved"]


def test_who_ends_a_move_on_payday_bumps_all_who_are_there(both: Laid) -> None:
    """[C123 C124] Before the salary is collected twice."""
    played = both().land(0)
    assert played.order() == ["Thrown", "Moved", "Bumped", "Sent", "Bumped", "Sent", "SalaryCollected"]
    assert played.state.at == [0, 16, 16]
    assert played.told(SalaryCollected) == [SalaryCollected(0, amount=2000, times=2)]


def test_a_bankrupt_is_put_on_payday_beside_the_others(both: Laid) -> None:
    """[C123]"""
    played = both(trade=1, at=[9, 0, 0]).turn(say=[("Trade", {0: "bankrupt"})])
    assert played.state.at == [0, 0, 0]
    assert played.kinds_asked() == []
    assert played.told(Bumped) == []


@pytest.mark.parametrize(("where", "corner"), [("business 9", 16), ("politics 1", 16), ("sea 1", 8), ("moon 11", 8)])
def test_who_is_sent_to_a_corner_lands_on_nobody(both: Laid, where: str, corner: int) -> None:
    """[C122 C123]"""
    played = both(trade=1, cash=[20_000, 1000, 1000], at=[0, corner, corner]).land(where)
    assert played.told(Bumped) == []
    assert played.state.at == [corner] * 3


def test_the_bumped_do_not_bump_each_other(both: Laid) -> None:
    """[C122 C123]"""
    played = both(seats=4, at=[1, "farming", "farming", "unemployment"]).land("farming")
    assert played.told(Bumped) == [Bumped(1, by=0), Bumped(2, by=0)]
    assert played.state.at == [4, 16, 16, 16]


def test_who_stays_on_holiday_has_not_landed_there(both: Laid) -> None:
    """[C123]"""
    played = both(at=["holiday", "holiday", 0]).turn(luck=[[3, 4]], say=[("StayOnHoliday", True)])
    assert played.order() == ["Thrown", "Stayed", "PointsChanged"]


def test_who_is_held_in_a_corner_has_not_landed_there(both: Laid) -> None:
    """[C123]"""
    played = both(at=["hospital", "hospital", 0], cash=[0, 0, 0]).turn(luck=[[5, 4]])
    assert played.order() == ["Thrown", "Stayed"]
    assert played.told(Stayed) == [Stayed(0, corner="Hospital")]


@pytest.mark.parametrize(
    ("where", "luck", "say", "last"),
    [
        ("food", [], [], "Paid"),
        ("shop", [1], [], "Paid"),
        ("rent", [], [], "Paid"),
        ("holiday", [], [], "PointsChanged"),
        ("farming 7", [], [], "Received"),
        ("farming 1", [], [], "PointsChanged"),
        ("stars_menu", [], [("Buy", 4000)], "PointsChanged"),
        ("business 9", [], [], "Sent"),
    ],
)
def test_all_bumps_come_before_the_square(
    both: Laid, where: str, luck: list[Any], say: list[tuple[str, Any]], last: str
) -> None:
    """[C124] Also where the square sends the mover away."""
    played = both(cash=[8000, 0, 0], at=[0, where, where]).land(where, luck=luck, say=say)
    order = played.order()
    start = order.index("Bumped")
    assert order[start - 1] == "Moved"
    assert order[start : start + 4] == ["Bumped", "Sent", "Bumped", "Sent"]
    assert order[-1] == last
    assert len(order) > start + 4


def test_what_is_earned_on_the_way_comes_before_the_bump(both: Laid) -> None:
    """[C124] The credit for a path and a salary in passing are no part of where one lands."""
    played = both(at=["exploring 11", 1, 0], cash=[0, 0, 0]).turn(luck=[[6], 2, "College"], say=[("UseAtOnce", "keep")])
    order = played.order()
    assert order[:7] == [
        "Thrown",
        "Moved",
        "Completed",
        "ExperienceDrawn",
        "ExperienceSeen",
        "SalaryCollected",
        "Bumped",
    ]


def test_the_mover_settles_with_each_player_in_turn_from_the_left(both: Laid) -> None:
    """[C125]"""
    at = ["farming"] * 5
    played = both(seats=5, active=2, at=at).land("farming")
    assert played.told(Bumped) == [Bumped(seat, by=2) for seat in (3, 4, 0, 1)]
    assert played.told(Sent) == [Sent(seat, to_corner="Unemployment", why="bumped by seat 2") for seat in (3, 4, 0, 1)]


def test_each_player_on_a_square_is_a_bargain_of_its_own(both: Laid, terms: Laid) -> None:
    """[C125] What one pays is there for the next bargain; who is left standing stays with the mover."""
    played = both(seats=4, trade=1, active=1, at=["farming", 0, "farming", "farming"], cash=[1000, 0, 500, 0])
    played.land(
        "farming",
        say=[
            ("Bump", terms({}, {"cash": 500})),
            ("AnswerOffer", "accept"),
            ("Bump", "bump"),
            ("Bump", terms({"cash": 500}, {"cash": 1000})),
            ("AnswerOffer", "accept"),
        ],
    )
    assert [question.seat for question in played.asked if question.kind == "AnswerOffer"] == [2, 0]
    assert played.order()[2:] == ["OfferMade", "Traded", "LetStay", "Bumped", "Sent", "OfferMade", "Traded", "LetStay"]
    assert played.cash == [500, 1000, 0, 0]
    assert played.state.at == [4, 4, 4, 16]


def test_who_is_bumped_goes_directly_and_gets_no_salary(both: Laid) -> None:
    """[C129] From 29 on it would pass Payday on the way to Unemployment."""
    played = both(at=[0, "hearts_menu", 0], cash=[0, 1000, 1000]).land("hearts_menu")
    assert played.told(Sent) == [Sent(1, to_corner="Unemployment", why="bumped by seat 0")]
    assert (played.cash, played.state.at[1]) == ([0, 1000, 1000], 16)
    assert played.told(SalaryCollected) == []


def test_who_is_bumped_from_a_path_gets_no_credit_for_it(both: Laid) -> None:
    """[C129] Not even from its last square: no experience, no Experience Card, no degree."""
    played = both(at=[0, "farming 9", 0], completed=[{}, {"farming": 1}, {}]).land("farming 9")
    assert played.state.record[1][played.occupation("farming")] == 1
    assert played.state.experience == [[], [], []]
    played = both(at=[0, "college 6", 0]).land("college 6")
    assert (played.state.degree[1], played.state.salary[1]) == ("", 1000)


def test_who_is_bumped_loses_the_duty_to_enter_and_what_its_card_gave(both: Laid) -> None:
    """[C129] On the next turn it is out of work like anybody, and owes no fee."""
    laid = {"must_enter": [False, True, False], "special": ["", "free_entry", ""]}
    played = both(at=[1, "politics", 0], cash=[1000, 1000, 1000], **laid).land("politics")
    assert (played.state.must_enter, played.state.special) == ([False] * 3, [""] * 3)
    played.turn(luck=[[1, 2]], say=[("LeaveCorner", "throw")])
    assert played.told(Stayed) == [Stayed(1, corner="Unemployment")]


def test_hearts_no_longer_count_double_for_who_was_bumped(both: Laid) -> None:
    """[C129] The trip is over: the next one through the same path brings what it says."""
    played = both(at=[0, "sea 2", 0], completed=[{}, {"sea": 1}, {}], special=["", "double_hearts", ""])
    played.land("sea 2")
    assert played.state.special == ["", "", ""]
    played.state.active = 1
    played.land("sea 6")
    assert played.told(PointsChanged)[-1].hearts == 4


def test_what_a_player_has_is_not_lost_by_being_bumped(both: Laid) -> None:
    """[C129] Points, cash, cards, degree and a lost turn are what they were."""
    laid: dict[str, Any] = {"stars": [0, 7, 0], "hearts": [0, 5, 0], "degree": ["", "Law", ""]}
    laid |= {"opportunity": [[], ["College"], []], "experience": [[], [2, 4], []], "loses_turn": [False, True, False]}
    played = both(at=[0, "farming", 0], **laid).land("farming")
    sheet = played.rules.view(played.state, 1)["seats"][1]
    assert (sheet["stars"], sheet["hearts"], sheet["cash"], sheet["degree"]) == (7, 5, 1000, "Law")
    assert (sheet["opportunity"], sheet["experience_cards"], sheet["loses_turn"]) == (["College"], 2, True)


@pytest.mark.parametrize("trade", [0, 1])
@pytest.mark.parametrize(("answer", "at"), [("bump", 16), ("let stay", 4)])
def test_a_partner_is_bumped_or_stays_for_nothing(both: Laid, trade: int, answer: str, at: int) -> None:
    """[C121 C168] The partner has no say in it, and there are no terms."""
    played = both(seats=4, partnership=1, trade=trade, at=[1, 0, "farming", 0])
    question = played.until("Bump", luck=[[1, 2]])
    assert tuple(question.options()) == ("bump", "let stay")
    played = both(seats=4, partnership=1, trade=trade, at=[1, 0, "farming", 0]).land("farming", say=[("Bump", answer)])
    assert played.kinds_asked() == ["Bump"]
    assert played.state.at[2] == at
    assert played.order()[2:] == (["Bumped", "Sent"] if answer == "bump" else ["LetStay"])


def test_a_player_of_another_side_cannot_stay_for_nothing(both: Laid) -> None:
    """[C121 C168] Beside the partner an opponent stands on the square."""
    played = both(seats=4, partnership=1, trade=1, at=[1, "farming", "farming", 0])
    question = played.until("Bump", luck=[[1, 2]])
    assert question.facts() == {"occupant": 1}
    assert "let stay" not in question.options()


def test_in_a_new_game_the_second_player_may_bump_the_first() -> None:
    """[C121] Without trade nobody is asked."""
    game = Game.new("careers", seats=2, options={"trade": 0}, luck=Scripted([[6, 5], [1, 1], [1, 3], [2, 2]]))
    while not any(isinstance(event, Bumped) for event in game.take_events()):
        question = game.pending[0]
        game.answer(question.seat, question.default())
    assert game.state.at == [16, 4]
