"""The bargain in place of a bump: rulings C126 to C128, and how bots lie in it."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.board.bargain import CounterMade, OfferMade, OfferRefused
from parlour.core.decision import IllegalAnswer
from parlour.core.options import admits
from parlour.games.careers.dealings import Bumped, LetStay, NoteIssued, NotePassed, Traded

Laid = Callable[..., Any]

AT = [1, "farming", 0]
"""Seat 0 is about to land on an entrance, where nothing more happens, and seat 1 stands there."""

LANDS = [[1, 2]]


def landed(laid: Laid, say: list[tuple[str, Any]], **more: Any) -> Any:
    """Seat 0 has landed where seat 1 is, with these answers."""
    return laid(**{"trade": 1, "at": AT, **more}).turn(luck=LANDS, say=[*throws(more), *say])


def asked(laid: Laid, **more: Any) -> Any:
    """What seat 0 is asked when it lands where seat 1 is."""
    return laid(**{"trade": 1, "at": AT, **more}).until("Bump", luck=LANDS, say=throws(more))


def throws(laid: dict[str, Any]) -> list[tuple[str, Any]]:
    """Who holds an Experience Card is asked how to move."""
    return [("MoveBy", "throw")] if "experience" in laid and laid["experience"][0] else []


# --- the mover ------------------------------------------------------------------------------------------------------


def test_the_mover_says_bump_and_nobody_else_is_asked(both: Laid) -> None:
    """[C126]"""
    played = landed(both, [("Bump", "bump")])
    assert played.kinds_asked() == ["Bump"]
    assert played.told(Bumped) == [Bumped(1, by=0)]


def test_the_mover_names_terms_and_is_paid_for_letting_the_other_stay(both: Laid, terms: Laid) -> None:
    """[C121 C126] A fee, in the rulebooks' words."""
    played = landed(both, [("Bump", terms({}, {"cash": 650})), ("AnswerOffer", "accept")])
    assert played.order() == ["Thrown", "Moved", "OfferMade", "Traded", "LetStay"]
    assert played.told(LetStay) == [LetStay(1, by=0)]
    assert (played.cash, played.state.at) == ([1650, 350, 1000], [4, 4, 0])


HAS = {
    "opportunity": [["Exploring"], ["Vacation", "Politics", "Politics"], []],
    "experience": [[2], [1, 4], []],
    "notes": [[1, 2, 0, 500], [2, 0, 1, 800]],
    "notes_issued": 2,
}
"""What the seats have where terms may hold everything."""


@pytest.mark.parametrize(
    "ask",
    [{"cash": 50}, {"opportunity": ["Politics"]}, {"experience": [3]}, {"promise": 50}, {"notes": [2]}],
    ids=str,
)
def test_each_kind_of_compensation_is_enough(table: Laid, terms: Laid, ask: dict[str, Any]) -> None:
    """[C126] The mover may also give something for it."""
    question = asked(table, **HAS)
    assert terms({}, ask) in question.options()
    assert terms({"cash": 1000, "experience": [2]}, ask) in question.options()


@pytest.mark.parametrize("give", [{}, {"cash": 500}, {"promise": 500}, {"experience": [2]}], ids=str)
def test_terms_bring_the_mover_something(table: Laid, terms: Laid, give: dict[str, Any]) -> None:
    """[C126] Nobody is let stay for nothing, and nobody is paid for staying."""
    with pytest.raises(IllegalAnswer):
        asked(table, **HAS).check(terms(give, {}))


def test_terms_are_between_the_two_alone(table: Laid, terms: Laid) -> None:
    """[C126] No third seat can be named, and nothing but the two halves."""
    good = terms({}, {"cash": 50})
    question = asked(table)
    question.check(good)
    for bad in ({**good, "to": 1}, {**good, "to": 2}, {"ask": good["ask"]}, "let stay", "pass", "bankrupt", None):
        with pytest.raises(IllegalAnswer):
            question.check(bad)


@pytest.mark.parametrize(
    ("give", "ask"),
    [
        ({"cash": 1050}, {"cash": 50}),
        ({"experience": [3]}, {"cash": 50}),
        ({"opportunity": ["Politics"]}, {"cash": 50}),
        ({"notes": [2]}, {"cash": 50}),
        ({}, {"cash": 1050}),
        ({}, {"cash": 25}),
        ({}, {"opportunity": ["Exploring"]}),
        ({}, {"opportunity": ["Politics", "Politics", "Vacation"]}),
        ({}, {"experience": [1, 1, 1]}),
        ({}, {"experience": [5]}),
        ({}, {"notes": [1]}),
        ({}, {"promise": 10_050}),
    ],
    ids=str,
)
def test_terms_name_only_what_there_is(table: Laid, terms: Laid, give: dict[str, Any], ask: dict[str, Any]) -> None:
    """[C126 C128 C132 C139] A bot that offers what is not its own, or asks for what cannot be, is refused."""
    with pytest.raises(IllegalAnswer):
        asked(table, **HAS).check(terms(give, ask))


def test_who_has_nothing_to_give_is_bumped_without_a_question(both: Laid) -> None:
    """[C126 C127] No cash, no card, no note, and as many debts as there may be."""
    debts = {"notes": [[number, 1, 2, 100] for number in (1, 2, 3, 4)], "notes_issued": 4}
    played = landed(both, [], cash=[1000, 0, 1000], **debts)
    assert played.kinds_asked() == []
    assert played.told(Bumped) == [Bumped(1, by=0)]


def test_who_has_no_money_may_still_promise_some(both: Laid, terms: Laid) -> None:
    """[C126 C128 C141]"""
    say = [("Bump", terms({}, {"promise": 700})), ("AnswerOffer", "accept")]
    played = landed(both, say, cash=[1000, 0, 1000])
    assert played.told(NoteIssued) == [NoteIssued(1, 0, number=1, amount=700)]
    assert played.state.at[1] == 4


# --- the other ------------------------------------------------------------------------------------------------------


def test_without_agreement_the_player_is_bumped(both: Laid, terms: Laid) -> None:
    """[C127]"""
    played = landed(both, [("Bump", terms({}, {"cash": 500})), ("AnswerOffer", "refuse")])
    assert played.order()[2:] == ["OfferMade", "OfferRefused", "Bumped", "Sent"]
    assert (played.cash, played.state.at[1]) == ([1000, 1000, 1000], 16)


def test_a_counter_offer_that_the_mover_accepts_lets_the_player_stay(both: Laid, terms: Laid) -> None:
    """[C127]"""
    counter = terms({"cash": 300, "promise": 100}, {"cash": 50})
    say = [("Bump", terms({}, {"cash": 900})), ("AnswerOffer", counter), ("AnswerCounter", "accept")]
    played = landed(both, say)
    assert played.order()[2:] == ["OfferMade", "CounterMade", "Traded", "NoteIssued", "LetStay"]
    assert played.told(Traded) == [Traded(1, 0, gave=counter["give"], got=counter["ask"])]
    assert (played.cash, played.state.at[1]) == ([1250, 750, 1000], 4)


def test_after_a_counter_offer_that_is_refused_there_is_no_other(both: Laid, terms: Laid) -> None:
    """[C127]"""
    say = [
        ("Bump", terms({}, {"cash": 900})),
        ("AnswerOffer", terms({"cash": 850}, {})),
        ("AnswerCounter", "refuse"),
    ]
    played = landed(both, say)
    assert played.told(OfferRefused) == [OfferRefused(0, 1)]
    assert played.order()[-2:] == ["Bumped", "Sent"]
    assert played.cash == [1000, 1000, 1000]


@pytest.mark.parametrize(("give", "ask"), [({}, {}), ({}, {"cash": 50}), ({}, {"promise": 50})], ids=str)
def test_a_counter_offer_brings_the_mover_something_too(
    both: Laid, terms: Laid, give: dict[str, Any], ask: dict[str, Any]
) -> None:
    """[C126 C127]"""
    played = both(trade=1, at=AT)
    question = played.until("AnswerOffer", luck=LANDS, say=[("Bump", terms({}, {"cash": 500}))])
    with pytest.raises(IllegalAnswer):
        question.check(terms(give, ask))
    question.check(terms({"cash": 50}, ask))


def test_who_has_not_what_is_asked_may_refuse_or_offer_something_else(both: Laid, terms: Laid) -> None:
    """[C127 C133 C135] An Experience Card that the mover only guesses at."""
    bump = ("Bump", terms({}, {"experience": [4]}))
    played = both(trade=1, at=AT, experience=[[], [2], []])
    question = played.until("AnswerOffer", luck=LANDS, say=[bump])
    with pytest.raises(IllegalAnswer):
        question.check("accept")
    counter = terms({"experience": [2]}, {})
    say = [bump, ("AnswerOffer", counter), ("AnswerCounter", "accept")]
    played = landed(both, say, experience=[[], [2], []])
    assert (played.state.experience, played.state.at[1]) == ([[2], [], []], 4)


@pytest.mark.parametrize("answer", ["bump", "pass", "let stay", "bankrupt", "give up", True, 0, {}], ids=str)
def test_there_are_no_other_answers_to_terms(both: Laid, terms: Laid, answer: Any) -> None:
    """[C127 C147] Nobody goes bankrupt in the middle of a bargain."""
    played = both(trade=1, at=AT)
    offer = ("Bump", terms({}, {"cash": 500}))
    with pytest.raises(IllegalAnswer):
        played.until("AnswerOffer", luck=LANDS, say=[offer]).check(answer)
    counter = ("AnswerOffer", terms({"cash": 50}, {}))
    with pytest.raises(IllegalAnswer):
        both(trade=1, at=AT).until("AnswerCounter", luck=LANDS, say=[offer, counter]).check(answer)


def test_who_never_answers_is_bumped(both: Laid, terms: Laid) -> None:
    """[C127] The cautious answers refuse."""
    played = both(trade=1, at=AT)
    question = played.until("AnswerOffer", luck=LANDS, say=[("Bump", terms({}, {"cash": 500}))])
    played = landed(both, [("Bump", terms({}, {"cash": 500})), ("AnswerOffer", question.default())])
    assert played.told(Bumped) == [Bumped(1, by=0)]


# --- what terms may hold --------------------------------------------------------------------------------------------


def test_terms_hold_whatever_a_trade_may_hold(table: Laid, terms: Laid) -> None:
    """[C128 C137] Cash, cards of both kinds, a new note and an old one, both ways and in one go."""
    laid = {**HAS, "opportunity": [["Exploring"], ["Vacation", "Farming"], []]}
    give = {"cash": 100, "opportunity": ["Exploring"], "experience": [2], "promise": 150, "notes": [1]}
    ask = {"cash": 700, "opportunity": ["Farming", "Vacation"], "experience": [1, 4], "promise": 300, "notes": [2]}
    played = landed(table, [("Bump", terms(give, ask)), ("AnswerOffer", "accept")], **laid)
    assert played.cash == [1600, 400, 1000]
    assert [sorted(hand) for hand in played.state.opportunity] == [["Farming", "Vacation"], ["Exploring"], []]
    assert played.state.experience == [[1, 4], [2], []]
    assert played.rules.view(played.state, 2)["notes"] == [
        {"number": 1, "debtor": 2, "holder": 1, "amount": 500},
        {"number": 3, "debtor": 0, "holder": 1, "amount": 150},
        {"number": 4, "debtor": 1, "holder": 0, "amount": 300},
    ]
    assert played.told(NotePassed) == [NotePassed(1, holder=1)]


def test_the_bargain_of_a_bump_is_not_one_of_the_offers(both: Laid, terms: Laid) -> None:
    """[C128 C131] Who has none left may still bargain, and the bargain takes none from the second window."""
    gift = terms({}, {}, to=2)
    bump = [("Bump", terms({}, {"cash": 50})), ("AnswerOffer", "accept")]
    refused = ("AnswerOffer", "refuse")
    played = landed(both, [("Trade", {0: gift}), refused, ("Trade", {0: gift}), refused, *bump])
    assert len(played.told(LetStay)) == 1
    played = landed(both, [("Trade", {}), *bump, ("Trade", {0: gift}), refused, ("Trade", {0: gift}), refused])
    assert len(played.told(OfferMade)) == 3


def test_a_card_that_is_got_over_a_bump_may_be_used_at_once(table: Laid, terms: Laid) -> None:
    """[C119 C128] Here for the throw that the square asks for."""
    played = table(trade=1, at=["exploring 1", "exploring 2", 0], experience=[[], [2], []])
    say = [("Bump", terms({}, {"experience": [2]})), ("AnswerOffer", "accept"), ("MoveBy", 2)]
    played.turn(luck=[[1]], say=say)
    assert played.state.at[0] == played.space("exploring 4")


def test_a_seat_under_the_duty_to_enter_cannot_give_away_its_fee(table: Laid, terms: Laid) -> None:
    """[C109 C128] Farming asks 1,000, so that 500 of 1,500 may be asked for, or offered, and no more."""
    laid = {"at": AT, "cash": [0, 1500, 0], "must_enter": [False, True, False]}
    question = asked(table, **laid)
    assert terms({}, {"cash": 500}) in question.options()
    assert terms({}, {"cash": 550}) not in question.options()
    played = table(trade=1, **laid)
    answer = played.until("AnswerOffer", luck=LANDS, say=[("Bump", terms({}, {"promise": 500}))])
    assert admits(answer.options(), terms({"cash": 500}, {}))
    assert not admits(answer.options(), terms({"cash": 550}, {}))


def test_who_is_let_stay_keeps_the_duty_to_enter(table: Laid, terms: Laid) -> None:
    """[C127 C129] Nothing is lost by staying."""
    say = [("Bump", terms({}, {"cash": 50})), ("AnswerOffer", "accept")]
    laid = {"must_enter": [False, True, False], "special": ["", "free_entry", ""]}
    played = landed(table, say, cash=[0, 1500, 0], **laid)
    assert (played.state.must_enter[1], played.state.special[1]) == (True, "free_entry")


def test_a_bargain_makes_the_mover_win_before_the_square_is_carried_out(both: Laid, terms: Laid) -> None:
    """[C124 C128 C146]"""
    played = both(trade=1, at=[6, "food", 0], formulas=[[0, 0, 2], [9, 9, 9], [9, 9, 9]])
    played.turn(luck=[[1, 3]], say=[("Bump", terms({}, {"cash": 1000})), ("AnswerOffer", "accept")])
    assert played.order()[-3:] == ["Traded", "FormulaMet", "FormulasRevealed"]
    assert (played.over, played.state.winner, played.cash[0]) == (True, 0, 2000)


def test_all_hear_what_is_said_and_settled_over_a_bump(both: Laid, terms: Laid) -> None:
    """[C138]"""
    offer, counter = terms({}, {"cash": 900}), terms({"cash": 300}, {})
    played = landed(both, [("Bump", offer), ("AnswerOffer", counter), ("AnswerCounter", "accept")])
    assert played.told(OfferMade) == [OfferMade(0, 1, offer["give"], offer["ask"])]
    assert played.told(CounterMade) == [CounterMade(1, 0, counter["give"], counter["ask"])]
    assert all(event.may_know(2) for event in played.events)


def test_an_experience_card_that_the_mover_names_is_known_even_if_it_is_refused(both: Laid, terms: Laid) -> None:
    """[C139]"""
    played = landed(
        both,
        [("Bump", terms({"experience": [2]}, {"cash": 50})), ("AnswerOffer", "refuse")],
        experience=[[2, 2, 3], [], []],
    )
    assert played.rules.view(played.state, 2)["seats"][0]["experience_shown"] == [2]


def test_without_trade_a_bump_is_a_bump(both: Laid) -> None:
    """[C140]"""
    played = both(at=AT).turn(luck=LANDS)
    assert played.kinds_asked() == []
    assert played.told(Bumped) == [Bumped(1, by=0)]
