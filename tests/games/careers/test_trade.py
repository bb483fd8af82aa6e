"""When and what may be offered: rulings C130 to C132; and bots that lie and spam."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.board.bargain import CounterMade, OfferMade, OfferRefused
from parlour.core.decision import IllegalAnswer
from parlour.core.luck import Scripted
from parlour.core.options import admits

Laid = Callable[..., Any]

MOVES = [[1, 3]]
"""From Payday to an entrance, where nothing more happens."""


def traded(laid: Laid, *say: tuple[str, Any], **more: Any) -> Any:
    """A turn of seat 0 with these answers, the first of them in the first window."""
    return laid(**{"trade": 1, **more}).turn(luck=MOVES, say=say)


def window(laid: Laid, seat: int = 0, **more: Any) -> Any:
    """What a seat is asked in the first window of a turn."""
    played = laid(**{"trade": 1, "turns": [1, 1, 1], **more})
    return next(question for question in played.game(Scripted([])).pending if question.seat == seat)


def seats_asked(played: Any) -> list[int]:
    """Which seats were asked in windows, one after the other."""
    return [question.seat for question in played.asked if question.kind == "Trade"]


# --- windows --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("active", [0, 1, 2])
def test_before_and_after_the_move_all_seats_are_asked_at_once(both: Laid, active: int) -> None:
    """[C130 C32]"""
    played = both(trade=1, active=active, turns=[1, 1, 1])
    assert [question.seat for question in played.game(Scripted(MOVES)).pending] == [0, 1, 2]
    played.turn(luck=MOVES)
    assert seats_asked(played) == [0, 1, 2, 0, 1, 2]
    assert {question.because for question in played.asked} == {
        f"seat {active} is about to move",
        f"seat {active} has moved",
    }


def test_what_all_say_is_heard_when_all_have_answered(both: Laid, terms: Laid) -> None:
    """[C130] Not before, and all offers before anything is carried out."""
    game = both(trade=1, turns=[1, 1, 1]).game(Scripted(MOVES))
    game.answer(2, terms({"cash": 50}, {}, to=0))
    game.answer(0, "bankrupt")
    assert game.take_events() == []
    assert [question.seat for question in game.pending] == [1]
    assert game.state.money.cash == [1000, 1000, 1000]
    game.answer(1, "pass")
    assert [type(event).__name__ for event in game.take_events()] == ["OfferMade", "WentBankrupt", "Moved"]


def test_a_seat_passes_offers_pays_or_goes_bankrupt(both: Laid, terms: Laid) -> None:
    """[C130] To pass is the cautious answer."""
    question = window(both, notes=[[1, 0, 1, 500]], notes_issued=1)
    assert question.facts() == {"offers_left": 2, "payable": [1]}
    assert question.default() == "pass"
    for answer in ("pass", "bankrupt", {"pay": 1}, terms({}, {}, to=1), terms({}, {}, to=2)):
        question.check(answer)


def test_answers_are_carried_out_in_turn_order_from_the_active_player(both: Laid, terms: Laid) -> None:
    """[C130]"""
    answers = {0: terms({"cash": 50}, {}, to=1), 1: terms({"cash": 50}, {}, to=2), 2: terms({"cash": 50}, {}, to=0)}
    played = traded(both, ("Trade", answers), *[("AnswerOffer", "refuse")] * 3, active=1)
    assert [event.seat for event in played.told(OfferMade)] == [1, 2, 0]
    assert [event.seat for event in played.told(OfferRefused)] == [2, 0, 1]
    assert played.order()[:6] == ["OfferMade"] * 3 + ["OfferRefused"] * 3


def test_an_offer_goes_to_one_seat_of_another_side(both: Laid, terms: Laid) -> None:
    """[C130 C169] Not to oneself, not to the partner, not to a seat that there is not, nor to two."""
    question = window(both, seats=4, turns=[1] * 4, partnership=1)
    for to in (1, 3):
        question.check(terms({}, {}, to=to))
    for to in (0, 2, 4, -1, True, "1", [1, 3]):
        with pytest.raises(IllegalAnswer):
            question.check({**terms({}, {}), "to": to})
    with pytest.raises(IllegalAnswer):
        question.check(terms({}, {}))


# --- the budget -----------------------------------------------------------------------------------------------------

GIFT = {"cash": 50}
REFUSED = ("AnswerOffer", "refuse")


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_seat_makes_two_offers_in_the_two_windows_of_a_turn(both: Laid, terms: Laid, first: int) -> None:
    """[C131] So many in the first window, the rest in the second, whether the seat is active or not."""
    offer = {1: terms(GIFT, {}, to=2)}
    early, late = [("Trade", offer), REFUSED] * first, [("Trade", offer), REFUSED] * (2 - first)
    passed = [("Trade", {})] if first < 2 else []
    played = both(trade=1).turn(luck=MOVES, say=[*early, *passed, *late])
    assert played.told(OfferMade) == [OfferMade(1, 2, offer[1]["give"], offer[1]["ask"])] * 2


def test_a_third_offer_is_refused_by_the_engine(both: Laid, terms: Laid) -> None:
    """[C131] A bot that spams is asked on, but has no form to fill in."""
    offer = {0: terms(GIFT, {}, to=2)}
    with pytest.raises(IllegalAnswer, match=r"expected one of \"pass\", or one of \"bankrupt\""):
        both(trade=1).turn(luck=MOVES, say=[("Trade", offer), REFUSED, ("Trade", offer), REFUSED, ("Trade", offer)])


def test_on_the_next_turn_there_are_two_offers_again(both: Laid, terms: Laid) -> None:
    """[C131] It is counted by turns, of whomever."""
    offer = [("Trade", {2: terms(GIFT, {}, to=1)}), REFUSED] * 2
    played = both(trade=1).turn(luck=MOVES, say=offer)
    assert [sheet["offers_left"] for sheet in played.rules.view(played.state, 0)["seats"]] == [2, 2, 2]
    played.turn(luck=MOVES, say=[*offer, ("Bump", "bump")])
    assert len(played.told(OfferMade)) == 4


def test_a_further_round_is_for_those_who_made_an_offer_and_have_one_left(both: Laid, terms: Laid) -> None:
    """[C131] Whoever has passed in a round is not asked again in this window."""
    say = [
        ("Trade", {0: terms(GIFT, {}, to=2), 1: terms(GIFT, {}, to=2)}),
        REFUSED,
        REFUSED,
        ("Trade", {1: terms(GIFT, {}, to=0)}),
        REFUSED,
    ]
    played = both(trade=1).turn(luck=MOVES, say=say)
    assert seats_asked(played) == [0, 1, 2, 0, 1, 0, 1, 2]
    assert [question.offers_left for question in played.asked if question.kind == "Trade"] == [2, 2, 2, 1, 1, 1, 0, 2]


def test_answers_and_counter_offers_are_not_counted(both: Laid, terms: Laid) -> None:
    """[C131] Seat 2 has answered four offers and still makes two."""
    ask, counter = terms({}, {"cash": 50}, to=2), terms({"cash": 50}, {"cash": 100})
    haggled = [("AnswerOffer", counter), ("AnswerCounter", "refuse")]
    gift = [("Trade", {2: terms(GIFT, {}, to=0)}), REFUSED]
    say = [("Trade", {0: ask, 1: ask}), *haggled * 2, ("Trade", {0: ask, 1: ask}), *haggled * 2, *gift, *gift]
    played = both(trade=1).turn(luck=MOVES, say=say)
    assert len(played.told(CounterMade)) == 4
    assert [event.seat for event in played.told(OfferMade)][-2:] == [2, 2]


# --- the form -------------------------------------------------------------------------------------------------------

HANDS = {
    "opportunity": [["Exploring", "Politics", "Politics"], ["Farming"], []],
    "experience": [[1, 1, 4], [2, 3, 3], []],
    "notes": [[1, 2, 0, 500], [2, 2, 0, 100], [3, 1, 0, 300], [4, 0, 1, 50]],
    "notes_issued": 4,
}
"""What the seats have where an offer may hold everything."""


@pytest.mark.parametrize(
    ("give", "ask"),
    [
        ({"cash": 1000}, {"cash": 1000}),
        ({"cash": 50}, {}),
        ({}, {"cash": 50}),
        ({}, {}),
        ({"opportunity": ["Politics", "Politics"]}, {"opportunity": ["Farming"]}),
        ({"experience": [1, 1]}, {"experience": [4, 4]}),
        ({"experience": [4, 1]}, {"experience": [1, 3]}),
        ({"promise": 10_000}, {"promise": 50}),
        ({"notes": [3, 1]}, {"notes": [4]}),
    ],
    ids=str,
)
def test_an_offer_says_what_is_given_and_what_is_asked(
    table: Laid, terms: Laid, give: dict[str, Any], ask: dict[str, Any]
) -> None:
    """[C132]"""
    window(table, **HANDS).check(terms(give, ask, to=1))


@pytest.mark.parametrize(
    "give",
    [
        {"cash": 1050},
        {"cash": 25},
        {"cash": -50},
        {"cash": True},
        {"cash": "50"},
        {"cash": 50.0},
        {"opportunity": ["Farming"]},
        {"opportunity": ["Exploring", "Exploring"]},
        {"opportunity": ["Exploring", "Politics", "Politics"]},
        {"opportunity": "Exploring"},
        {"experience": [2]},
        {"experience": [4, 4]},
        {"experience": [1, 1, 4]},
        {"experience": 1},
        {"experience": [True]},
        {"promise": 75},
        {"promise": 10_050},
        {"promise": -50},
        {"notes": [4]},
        {"notes": [5]},
        {"notes": [1, 1]},
        {"notes": [1, 2, 3]},
    ],
    ids=str,
)
def test_a_bot_that_offers_what_it_has_not_is_refused(table: Laid, terms: Laid, give: dict[str, Any]) -> None:
    """[C132 C139 C141] The game is as it was, and the seat is still asked."""
    played = table(trade=1, turns=[1, 1, 1], **HANDS)
    game = played.game(Scripted([]))
    with pytest.raises(IllegalAnswer):
        game.answer(0, terms(give, {}, to=1))
    assert [question.seat for question in game.pending] == [0, 1, 2]
    assert game.state.to_plain() == played.game(Scripted([])).state.to_plain()


@pytest.mark.parametrize(
    "ask",
    [
        {"cash": 1050},
        {"cash": 75},
        {"opportunity": ["Exploring"]},
        {"opportunity": ["Farming", "Farming"]},
        {"experience": [1, 2, 3]},
        {"experience": [5]},
        {"promise": 10_050},
        {"notes": [1]},
    ],
    ids=str,
)
def test_what_all_know_that_a_seat_has_not_cannot_be_asked_of_it(table: Laid, terms: Laid, ask: dict[str, Any]) -> None:
    """[C132]"""
    with pytest.raises(IllegalAnswer):
        window(table, **HANDS).check(terms({}, ask, to=1))


def test_of_a_hand_only_the_number_is_known(table: Laid, terms: Laid) -> None:
    """[C132 C135] Every value may be asked for, of one card no more than one, of none nothing."""
    question = window(table, experience=[[], [2], []])
    for value in (1, 2, 3, 4):
        question.check(terms({}, {"experience": [value]}, to=1))
        with pytest.raises(IllegalAnswer):
            question.check(terms({}, {"experience": [value]}, to=2))
    with pytest.raises(IllegalAnswer):
        question.check(terms({}, {"experience": [2, 2]}, to=1))


@pytest.mark.parametrize(
    "extra",
    ["fame", "happiness", "stars", "hearts", "degree", "record", "completed", "salary", "formula", "peace", "to"],
)
def test_nothing_else_can_be_named_in_a_bargain(table: Laid, terms: Laid, extra: str) -> None:
    """[C25 C132 C137] Fame, happiness, experience of an occupation and degrees have no place in the form."""
    question = window(table, stars=[9, 9, 9], hearts=[9, 9, 9], degree=["Law", "Medicine", ""])
    good = terms({"cash": 50}, {"cash": 50}, to=1)
    question.check(good)
    for bad in (
        {**good, "give": {**good["give"], extra: 1}},
        {**good, "ask": {**good["ask"], extra: 0}},
        {**good, "give": {**good["give"], extra: []}},
        {**good, f"my {extra}": 1},
    ):
        with pytest.raises(IllegalAnswer):
            question.check(bad)


@pytest.mark.parametrize("field", ["cash", "opportunity", "experience", "promise", "notes"])
def test_both_halves_of_an_offer_name_the_same_five_things(table: Laid, terms: Laid, field: str) -> None:
    """[C132] A form that is not filled in to the end is none."""
    good = terms({}, {}, to=1)
    for half in ("give", "ask"):
        short = {name: value for name, value in good[half].items() if name != field}
        with pytest.raises(IllegalAnswer):
            window(table).check({**good, half: short})


@pytest.mark.parametrize(
    "answer", [None, True, 0, 2, [], {}, "Pass", "offer", {"pay": 1}, {"pay": 2}, {"to": 1}], ids=str
)
def test_nonsense_is_no_answer_in_a_window(table: Laid, answer: Any) -> None:
    """[C130] Nor is paying a note of another's."""
    with pytest.raises(IllegalAnswer):
        window(table, notes=[[2, 1, 0, 100]], notes_issued=2).check(answer)


def test_a_seat_under_the_duty_to_enter_offers_no_cash_of_its_fee(table: Laid, terms: Laid) -> None:
    """[C109 C132] Farming asks 1,000; a promise is another thing."""
    laid = {"at": ["farming", 0, 0], "must_enter": [True, False, False], "cash": [1250, 0, 0]}
    question = window(table, **laid)
    assert admits(question.options(), terms({"cash": 250, "promise": 5000}, {}, to=1))
    assert not admits(question.options(), terms({"cash": 300}, {}, to=1))
    assert not admits(window(table, seat=1, **laid).options(), terms({}, {"cash": 300}, to=0))


def test_an_answer_is_what_it_was_when_it_was_given(both: Laid, terms: Laid) -> None:
    """[C130] Whoever gave it cannot change it while others are still asked."""
    game = both(trade=1, turns=[1, 1, 1], cash=[1000, 0, 0]).game(Scripted([]))
    offer = terms({"cash": 50}, {}, to=1)
    game.answer(0, offer)
    offer["give"]["cash"] = 1000
    for seat in (1, 2):
        game.answer(seat, "pass")
    assert game.pending[0].get["cash"] == 50
