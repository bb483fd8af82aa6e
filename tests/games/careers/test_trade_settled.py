"""How an offer is dealt with: rulings C133 to C140; and bots that never agree."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.board.bargain import CounterMade, OfferMade, OfferRefused, Terms
from parlour.core.decision import IllegalAnswer
from parlour.core.options import admits
from parlour.games.careers.dealings import OfferLapsed, Traded
from parlour.games.careers.trade import Market, settle

Laid = Callable[..., Any]

MOVES = [[1, 3]]
"""From Payday to an entrance, where nothing more happens."""


def traded(laid: Laid, *say: tuple[str, Any], **more: Any) -> Any:
    """A turn of seat 0 with these answers, the first of them in the first window."""
    return laid(**{"trade": 1, **more}).turn(luck=[] if ("MoveBy", 4) in say else MOVES, say=say)


ACCEPTED, REFUSED = ("AnswerOffer", "accept"), ("AnswerOffer", "refuse")
THROWS = ("MoveBy", "throw")


def test_an_offer_that_is_accepted_is_carried_out_at_once(both: Laid, terms: Laid) -> None:
    """[C134 C137] Opportunity and Experience Cards may be bought and sold."""
    offer = terms({"cash": 700}, {"opportunity": ["College"], "experience": [3]}, to=1)
    played = traded(
        both, ("Trade", {0: offer}), ACCEPTED, THROWS, opportunity=[[], ["College"], []], experience=[[], [3], []]
    )
    assert played.told(Traded) == [Traded(0, 1, gave=offer["give"], got=offer["ask"])]
    assert played.cash == [300, 1700, 1000]
    assert (played.state.opportunity, played.state.experience) == ([["College"], [], []], [[3], [], []])
    assert played.order()[:3] == ["OfferMade", "Traded", "Thrown"]


def test_a_gift_is_an_offer_that_must_be_accepted(both: Laid, terms: Laid) -> None:
    """[C132 C134]"""
    gift = {0: terms({"cash": 700}, {}, to=2)}
    assert traded(both, ("Trade", gift), ACCEPTED).cash == [300, 1000, 1700]
    assert traded(both, ("Trade", gift), REFUSED).cash == [1000, 1000, 1000]


def test_an_offer_that_is_refused_changes_nothing(both: Laid, terms: Laid) -> None:
    """[C134] Nor do bots that never agree hold up the game."""
    offers = {seat: terms({"cash": 50}, {"cash": 100}, to=(seat + 1) % 3) for seat in range(3)}
    played = traded(both, ("Trade", offers), *[REFUSED] * 3, ("Trade", offers), *[REFUSED] * 3)
    assert len(played.told(OfferRefused)) == 6
    assert played.told(OfferRefused)[0] == OfferRefused(1, 0)
    assert (played.cash, played.state.active) == ([1000] * 3, 1)


def test_a_counter_offer_takes_the_place_of_the_offer(both: Laid, terms: Laid) -> None:
    """[C134]"""
    offer, counter = terms({"cash": 100}, {"cash": 200}, to=1), terms({"cash": 150}, {"cash": 100})
    played = traded(both, ("Trade", {0: offer}), ("AnswerOffer", counter), ("AnswerCounter", "accept"))
    assert played.told(Traded) == [Traded(1, 0, gave=counter["give"], got=counter["ask"])]
    assert played.cash == [1050, 950, 1000]
    played = traded(both, ("Trade", {0: offer}), ("AnswerOffer", counter), ("AnswerCounter", "refuse"))
    assert played.told(OfferRefused) == [OfferRefused(0, 1)]
    assert played.cash == [1000, 1000, 1000]


def test_there_is_one_counter_offer_and_no_more(both: Laid, terms: Laid) -> None:
    """[C134]"""
    say = [("Trade", {0: terms({}, {}, to=1)}), ("AnswerOffer", terms({}, {}))]
    question = both(trade=1).until("AnswerCounter", say=say)
    assert tuple(question.options()) == ("refuse", "accept")
    assert question.default() == "refuse"


def test_a_counter_offer_may_ask_for_what_the_first_has_got_meanwhile(both: Laid, terms: Laid) -> None:
    """[C134 C130] Seat 0 has given 600 of its 1,000 to seat 1 when seat 2 answers seat 1."""
    answers = {0: terms({"cash": 600}, {}, to=1), 1: terms({}, {}, to=2)}
    say = [("Trade", answers), ACCEPTED, ("AnswerOffer", terms({}, {"cash": 1600}))]
    question = both(trade=1).until("AnswerCounter", say=say)
    assert tuple(question.options()) == ("refuse", "accept")
    with pytest.raises(IllegalAnswer):
        traded(both, ("Trade", answers), ACCEPTED, ("AnswerOffer", terms({}, {"cash": 1650})))


# --- what somebody has not ------------------------------------------------------------------------------------------


def test_a_seat_accepts_only_what_it_can_give(both: Laid, terms: Laid) -> None:
    """[C133 C135] It is put to it all the same; another hand would have allowed to accept."""
    offer = ("Trade", {0: terms({"cash": 50}, {"experience": [3]}, to=1)})
    for hand, options in (([2], False), ([3], True)):
        played = both(trade=1, experience=[[], hand, []])
        question = played.until("AnswerOffer", say=[offer])
        assert admits(question.options(), "accept") is options
        assert question.facts() == {
            "by": 0,
            "get": played.told(OfferMade)[0].gives,
            "give": played.told(OfferMade)[0].asks,
        }
    with pytest.raises(IllegalAnswer):
        traded(both, offer, ACCEPTED, experience=[[], [2], []])


def test_a_counter_offer_is_put_to_the_first_also_when_it_can_only_refuse(both: Laid, terms: Laid) -> None:
    """[C133 C135]"""
    say = [("Trade", {0: terms({"cash": 50}, {}, to=1)}), ("AnswerOffer", terms({}, {"experience": [3]}))]
    question = both(trade=1, experience=[[2], [], []]).until("AnswerCounter", say=say)
    assert tuple(question.options()) == ("refuse",)
    played = traded(both, *say, ("AnswerCounter", "refuse"), THROWS, experience=[[2], [], []])
    assert played.told(OfferRefused) == [OfferRefused(0, 1)]


@pytest.mark.parametrize(
    ("given", "laid"),
    [
        ({"cash": 600}, {}),
        ({"opportunity": ["Politics"]}, {"opportunity": [[], ["Politics"], []]}),
        ({"notes": [1]}, {"notes": [[1, 2, 1, 100]], "notes_issued": 1}),
    ],
    ids=str,
)
def test_an_offer_of_what_is_gone_by_then_lapses(
    both: Laid, terms: Laid, given: dict[str, Any], laid: dict[str, Any]
) -> None:
    """[C133] Seat 1 has sold it to seat 0 when its own offer's turn comes; the offer is used up."""
    answers = {0: terms({}, given, to=1), 1: terms(given, {}, to=2)}
    played = both(trade=1, **laid)
    played.until("AnswerOffer", say=[("Trade", answers)])
    played = traded(both, ("Trade", answers), ACCEPTED, ("Trade", {}), **laid)
    assert played.told(OfferLapsed) == [OfferLapsed(1, 2)]
    offered = ["OfferMade", "OfferMade", "Traded"]
    assert [kind for kind in played.order() if not kind.startswith("Note")][:4] == [*offered, "OfferLapsed"]
    assert [question.offers_left for question in played.asked if question.kind == "Trade"] == [2, 2, 2, 1, 1, 1, 1, 2]


def test_an_offer_that_can_still_be_met_holds(both: Laid, terms: Laid) -> None:
    """[C133] After the sale of 600 there are 400 left."""
    answers = {0: terms({}, {"cash": 600}, to=1), 1: terms({"cash": 400}, {}, to=2)}
    assert traded(both, ("Trade", answers), ACCEPTED, ACCEPTED).cash == [1600, 0, 1400]


def test_a_promise_lapses_when_there_are_too_many_notes_by_then(both: Laid, terms: Laid) -> None:
    """[C133 C141]"""
    laid = {"notes": [[number, 1, 2, 100] for number in (1, 2, 3)], "notes_issued": 3}
    answers = {0: terms({}, {"promise": 100}, to=1), 1: terms({"promise": 100}, {}, to=2)}
    played = traded(both, ("Trade", answers), ACCEPTED, **laid)
    assert played.told(OfferLapsed) == [OfferLapsed(1, 2)]


def test_an_offer_of_a_bankrupts_cards_lapses(both: Laid, terms: Laid) -> None:
    """[C133] The partner has turned them in."""
    answers = {0: "bankrupt", 2: terms({"opportunity": ["College"]}, {}, to=1)}
    played = both(seats=4, partnership=1, trade=1, opportunity=[["College"], []])
    played.turn(say=[("Trade", answers)])
    assert played.told(OfferLapsed) == [OfferLapsed(2, 1)]


def test_an_offer_that_asks_for_what_is_gone_can_only_be_refused(both: Laid, terms: Laid) -> None:
    """[C133 C135] Its maker can still meet it: the other refuses, or names terms of its own."""
    answers = {0: terms({}, {"cash": 600}, to=1), 2: terms({"cash": 50}, {"cash": 600}, to=1)}
    counter = ("AnswerOffer", terms({"cash": 400}, {"cash": 50}))
    played = traded(both, ("Trade", answers), ACCEPTED, counter, ("AnswerCounter", "accept"))
    assert played.cash == [1600, 50, 1350]
    with pytest.raises(IllegalAnswer):
        traded(both, ("Trade", answers), ACCEPTED, ACCEPTED)


@pytest.mark.parametrize(
    ("give", "ask"),
    [
        ({"cash": 1050}, {"cash": 50}),
        ({"cash": 50}, {"cash": 1050}),
        ({"cash": 50, "experience": [2]}, {"cash": 50}),
        ({"cash": 50}, {"cash": 50, "opportunity": ["College"]}),
        ({"cash": 50}, {"cash": 50, "notes": [1]}),
        ({"cash": 50, "promise": 10_050}, {}),
    ],
    ids=str,
)
def test_a_bargain_is_carried_out_whole_or_not_at_all(
    both: Laid, terms: Laid, give: dict[str, Any], ask: dict[str, Any]
) -> None:
    """[C133 C137] What both have agreed on is looked at once more: neither side hands over a half of it."""
    played = both(trade=1)
    before, told = played.state.to_plain(), []
    played.state.listen(told.append)
    agreed = terms(give, ask)
    assert settle(Market(played.state, played.e), Terms(0, 1, agreed["give"], agreed["ask"])) is False
    assert played.state.to_plain() == before
    assert told == [OfferLapsed(0, 1)]


def test_both_halves_change_hands_at_the_same_moment(both: Laid, terms: Laid) -> None:
    """[C137] Nobody wins on what is given before what is got for it: 2,000 are never in one hand."""
    offer = terms({"cash": 1000}, {"cash": 1000}, to=1)
    played = traded(both, ("Trade", {0: offer}), ACCEPTED, formulas=[[0, 0, 2], [0, 0, 2], [9, 9, 9]])
    assert played.cash == [1000, 1000, 1000]
    assert not played.over


# --- cards that were given away -------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [[3], [3, 3], [3, 3, 3, 4]], ids=str)
def test_an_offer_of_a_card_lapses_when_one_of_that_value_was_given_away(
    both: Laid, terms: Laid, hand: list[int]
) -> None:
    """[C136] Whether there is another in the hand is nobody's business."""
    answers = {0: terms({"cash": 50}, {"experience": [3]}, to=1), 1: terms({"experience": [3]}, {}, to=2)}
    played = traded(both, ("Trade", answers), ACCEPTED, THROWS, experience=[[], hand, []])
    assert played.told(OfferLapsed) == [OfferLapsed(1, 2)]
    assert played.rules.view(played.state, 2)["seats"][1]["experience_shown"] == []


def test_an_offer_that_lapses_is_told_to_all_and_so_are_the_cards_it_names(both: Laid, terms: Laid) -> None:
    """[C138 C139] The 3 is sold, and the 4 that was named with it is known."""
    answers = {0: terms({"cash": 50}, {"experience": [3]}, to=1), 1: terms({"experience": [3, 4]}, {}, to=0)}
    played = traded(both, ("Trade", answers), ACCEPTED, THROWS, experience=[[], [1, 3, 4], []])
    assert [event.may_know(2) for event in played.told(OfferLapsed)] == [True]
    assert shown(played) == [[3], [4], []]


def test_an_offer_of_another_value_holds(both: Laid, terms: Laid) -> None:
    """[C136]"""
    answers = {0: terms({"cash": 50}, {"experience": [3]}, to=1), 1: terms({"experience": [4]}, {}, to=2)}
    played = traded(both, ("Trade", answers), ACCEPTED, ACCEPTED, THROWS, experience=[[], [3, 4], []])
    assert played.state.experience == [[3], [], [4]]


def test_an_offer_of_a_card_holds_when_the_bargain_before_it_came_to_nothing(both: Laid, terms: Laid) -> None:
    """[C136]"""
    answers = {0: terms({"cash": 50}, {"experience": [3]}, to=1), 1: terms({"experience": [3]}, {}, to=2)}
    played = traded(both, ("Trade", answers), REFUSED, ACCEPTED, experience=[[], [3], []])
    assert played.state.experience == [[], [], [3]]


def test_an_offer_lapses_also_when_a_card_of_that_value_was_got_for_the_other(both: Laid, terms: Laid) -> None:
    """[C136] Given away is given away, in an offer of one's own or of another's."""
    swap = terms({"experience": [3]}, {"experience": [3]}, to=1)
    answers = {0: swap, 1: terms({"experience": [3]}, {}, to=2)}
    played = traded(both, ("Trade", answers), ACCEPTED, THROWS, experience=[[3], [3], []])
    assert played.told(OfferLapsed) == [OfferLapsed(1, 2)]


def test_a_card_given_away_in_a_counter_offer_counts_too(both: Laid, terms: Laid) -> None:
    """[C136]"""
    answers = {0: terms({}, {}, to=1), 1: terms({"experience": [3]}, {}, to=2)}
    counter = ("AnswerOffer", terms({"experience": [3]}, {}))
    say = [("Trade", answers), counter, ("AnswerCounter", "accept"), THROWS]
    played = traded(both, *say, experience=[[], [3, 3], []])
    assert played.told(OfferLapsed) == [OfferLapsed(1, 2)]


def test_in_the_next_round_a_card_of_that_value_may_be_offered_again(both: Laid, terms: Laid) -> None:
    """[C136]"""
    offer = terms({"experience": [3]}, {}, to=2)
    first = {0: terms({"cash": 50}, {"experience": [3]}, to=1), 1: offer}
    say = [("Trade", first), ACCEPTED, ("Trade", {1: offer}), ACCEPTED, THROWS]
    played = traded(both, *say, experience=[[], [3, 3], []])
    assert played.state.experience == [[3], [], [3]]


# --- what is known of it --------------------------------------------------------------------------------------------


def test_all_know_every_offer_answer_and_bargain(both: Laid, terms: Laid) -> None:
    """[C138] Seat 2 has no part in any of it."""
    offer, counter = terms({"cash": 100}, {"cash": 200}, to=1), terms({"cash": 150}, {"promise": 100})
    say = [("Trade", {0: offer}), ("AnswerOffer", counter), ("AnswerCounter", "accept")]
    played = traded(both, *say, ("Trade", {0: offer}), REFUSED)
    kinds = ["OfferMade", "CounterMade", "Traded", "NoteIssued", "OfferMade", "OfferRefused"]
    heard = [event for event in played.events if event.may_know(2)]
    assert [type(event).__name__ for event in heard][: len(kinds)] == kinds
    assert heard[:2] == [
        OfferMade(0, 1, offer["give"], offer["ask"]),
        CounterMade(1, 0, counter["give"], counter["ask"]),
    ]


def shown(played: Any) -> list[list[int]]:
    """Which Experience Cards everybody knows to be in the hands."""
    return [sheet["experience_shown"] for sheet in played.rules.view(played.state, 2)["seats"]]


def test_a_card_that_is_named_as_given_is_known_to_be_there(both: Laid, terms: Laid) -> None:
    """[C139] Also when it is refused; one that is asked for is known to nobody."""
    offer = terms({"experience": [3]}, {"experience": [2]}, to=1)
    played = traded(both, ("Trade", {0: offer}), REFUSED, THROWS, experience=[[3, 3, 4], [2], []])
    assert shown(played) == [[3], [], []]


def test_a_card_that_is_named_in_a_counter_offer_is_known_too(both: Laid, terms: Laid) -> None:
    """[C139]"""
    counter = ("AnswerOffer", terms({"experience": [2, 2]}, {}))
    say = [("Trade", {0: terms({}, {}, to=1)}), counter, ("AnswerCounter", "refuse")]
    assert shown(traded(both, *say, experience=[[], [1, 2, 2], []])) == [[], [2, 2], []]


def test_a_card_that_is_given_is_known_to_be_in_the_other_hand(both: Laid, terms: Laid) -> None:
    """[C139]"""
    offer = terms({"experience": [3]}, {"experience": [2]}, to=1)
    played = traded(both, ("Trade", {0: offer}), ACCEPTED, THROWS, experience=[[3, 3], [2], []])
    assert shown(played) == [[2], [3], []]


def test_a_card_is_known_until_one_of_its_value_leaves_the_hand(both: Laid, terms: Laid) -> None:
    """[C139] Seat 0 plays one of its two: the other is its secret again."""
    offer = terms({"experience": [4]}, {}, to=1)
    played = traded(both, ("Trade", {0: offer}), REFUSED, ("MoveBy", 4), experience=[[4, 4], [], []])
    assert shown(played) == [[], [], []]


# --- without trade --------------------------------------------------------------------------------------------------


def test_without_trade_only_the_active_player_is_asked_about_bankruptcy(both: Laid, terms: Laid) -> None:
    """[C140] And only before the move."""
    played = both(trade=0, active=1)
    question = played.until("Trade")
    assert (question.seat, tuple(question.options())) == (1, ("pass", "bankrupt"))
    with pytest.raises(IllegalAnswer):
        question.check(terms({}, {}, to=0))
    played = both(trade=0, active=1).turn(luck=MOVES)
    assert [question.seat for question in played.asked] == [1]


@pytest.mark.parametrize(("start", "luck"), [("payday", [[1, 1]]), (15, [[1, 2]])], ids=["taxes", "rent"])
def test_without_trade_no_money_is_raised(both: Laid, start: int | str, luck: list[Any]) -> None:
    """[C140 C149] There is a card to sell and a rich neighbour, and nothing is asked."""
    laid = {"cash": [0, 9000, 9000], "opportunity": [["Politics"], [], []]}
    played = both(trade=0, at=[start, 4, 4], salary=[4000] * 3, **laid).turn(luck=luck)
    assert played.order()[2:] == ["WentBankrupt", "Moved"]
    assert played.kinds_asked() == []
