"""Payments that the cash cannot meet, and how money is raised for them: rulings C148 and C149."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.board.bargain import OfferMade
from parlour.core.decision import IllegalAnswer
from parlour.games.careers.dealings import NoteIssued
from parlour.games.careers.events import Paid, WentBankrupt

Laid = Callable[..., Any]

RENT = {"at": [15, 4, 4], "salary": [2000, 1000, 1000]}
"""Seat 0 is three squares before the rent, which is 1,000 for it."""

ACCEPTED, REFUSED = ("AnswerOffer", "accept"), ("AnswerOffer", "refuse")


def rent(laid: Laid, *say: tuple[str, Any], **more: Any) -> Any:
    """Seat 0 lands on the rent; with trade and no cash, where nothing else is said."""
    return laid(**{"trade": 1, "cash": [0, 5000, 5000], **RENT, **more}).turn(luck=[[1, 2]], say=say)


def raising(terms: Laid, give: dict[str, Any], ask: dict[str, Any], to: int = 1) -> tuple[str, Any]:
    """An offer to raise money."""
    return ("RaiseMoney", terms(give, ask, to=to))


# --- forced ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "bankrupt"), [(0, True), (950, True), (1000, False), (1050, False)])
def test_who_cannot_pay_the_rent_is_bankrupt_and_pays_none_of_it(both: Laid, cash: int, bankrupt: bool) -> None:
    """[C148]"""
    played = rent(both, trade=0, cash=[cash, 0, 0])
    if bankrupt:
        assert played.told(WentBankrupt) == [WentBankrupt(0, forced=True, cash=cash, opportunity=[], experience=[])]
        assert (played.told(Paid), played.cash[0]) == ([], 1000)
    else:
        assert played.told(Paid) == [Paid(0, amount=1000, what="Pay Rent")]
        assert (played.told(WentBankrupt), played.cash[0]) == ([], cash - 1000)


@pytest.mark.parametrize(("salary", "due"), [(3000, 300), (4000, 2000), (12_000, 10_800)])
@pytest.mark.parametrize("missing", [0, 50])
def test_who_cannot_pay_the_taxes_is_bankrupt(both: Laid, salary: int, due: int, missing: int) -> None:
    """[C148]"""
    played = both(salary=[salary] * 3, at=[0, 9, 9], cash=[due - missing, 0, 0]).turn(luck=[[1, 1]])
    assert len(played.told(WentBankrupt)) == bool(missing)
    assert played.cash[0] == (1000 if missing else 0)


@pytest.mark.parametrize("trade", [0, 1])
@pytest.mark.parametrize(
    ("where", "luck"),
    [
        ("food", []),
        ("shop", [6]),
        ("auto_show", []),
        ("hobby", []),
        ("gamble", []),
        ("hearts_menu", []),
        ("stars_menu", []),
        ("hospital", []),
        ("unemployment", []),
        ("farming 9", []),
        ("moon 4", []),
        ("exploring 3", []),
    ],
)
def test_no_other_square_makes_anybody_bankrupt(both: Laid, trade: int, where: str, luck: list[Any]) -> None:
    """[C148] Without a dollar; a share of nothing is nothing, and all else is a may or an or."""
    played = both(trade=trade, cash=[0, 0, 0], at=[0, 1, 1]).land(where, luck=luck)
    assert played.told(WentBankrupt) == []
    assert played.kinds_asked() == []
    assert played.cash == [0, 0, 0]


@pytest.mark.parametrize("corner", ["hospital", "unemployment", "farming"])
def test_what_opens_a_way_makes_nobody_bankrupt(both: Laid, corner: str) -> None:
    """[C148] Who cannot pay to leave, or a fee to enter, just throws."""
    played = both(trade=1, at=[corner, 1, 1], cash=[250, 0, 0], salary=[3000] * 3)
    say = [("LeaveCorner", "throw")] if corner == "unemployment" else []
    played.turn(luck=[[1, 5]], say=say)
    assert played.told(WentBankrupt) == []
    assert "RaiseMoney" not in played.kinds_asked()


def test_who_has_the_cash_is_not_asked(both: Laid) -> None:
    """[C149] Whether it would rather sell something or not."""
    played = rent(both, cash=[1000, 0, 0], experience=[[], [1], []])
    assert played.kinds_asked() == []
    assert played.cash[0] == 0


# --- raised ---------------------------------------------------------------------------------------------------------


def test_who_lacks_cash_is_asked_what_it_offers(both: Laid) -> None:
    """[C149] Five offers; to give up is the cautious answer."""
    played = both(trade=1, cash=[350, 0, 0], **RENT)
    question = played.until("RaiseMoney", luck=[[1, 2]])
    assert (question.seat, question.facts()) == (0, {"short": 650, "offers_left": 5})
    assert question.default() == "give up"
    assert question.because == "you owe for Pay Rent"


@pytest.mark.parametrize("answer", ["pass", "bankrupt", "pay", {"pay": 1}, None, {}, 650], ids=str)
def test_there_are_no_other_ways_to_raise_money(both: Laid, answer: Any) -> None:
    """[C149]"""
    played = both(trade=1, cash=[0, 0, 0], notes=[[1, 0, 1, 50]], notes_issued=1, **RENT)
    question = played.until("RaiseMoney", luck=[[1, 2]])
    with pytest.raises(IllegalAnswer):
        question.check(answer)


def test_who_gives_up_is_bankrupt_at_once(both: Laid) -> None:
    """[C149]"""
    played = rent(both, ("RaiseMoney", "give up"), cash=[350, 5000, 5000])
    assert played.told(WentBankrupt) == [WentBankrupt(0, forced=True, cash=350, opportunity=[], experience=[])]
    assert played.order()[2:] == ["WentBankrupt", "Moved"]


def test_cards_are_sold_to_pay(both: Laid, terms: Laid) -> None:
    """[C149] The payment is made as soon as the cash suffices, and the square is done with."""
    sale = raising(terms, {"opportunity": ["Politics"], "experience": [4]}, {"cash": 1200})
    hands = {"opportunity": [["Politics"], [], []], "experience": [[4], [], []]}
    played = rent(both, ("MoveBy", "throw"), sale, ACCEPTED, **hands)
    assert played.order()[2:] == ["OfferMade", "Traded", "Paid"]
    assert played.told(Paid) == [Paid(0, amount=1000, what="Pay Rent")]
    assert (played.cash, played.state.at[0]) == ([200, 3800, 5000], 18)
    assert (played.state.opportunity[1], played.state.experience[1]) == (["Politics"], [4])


def test_money_is_borrowed_to_pay(both: Laid, terms: Laid) -> None:
    """[C149 C141]"""
    played = rent(both, raising(terms, {"promise": 1500}, {"cash": 1000}, to=2), ACCEPTED)
    assert played.told(NoteIssued) == [NoteIssued(0, 2, number=1, amount=1500)]
    assert played.cash == [0, 5000, 4000]
    assert played.told(WentBankrupt) == []


def test_what_is_raised_bit_by_bit_lessens_what_is_short(both: Laid, terms: Laid) -> None:
    """[C149] One offer after the other, to whom one likes, until it is enough."""
    say = [
        raising(terms, {}, {"cash": 400}),
        ACCEPTED,
        raising(terms, {}, {"cash": 400}, to=2),
        REFUSED,
        raising(terms, {"promise": 50}, {"cash": 500}, to=2),
        ACCEPTED,
        raising(terms, {}, {"cash": 100}),
        ACCEPTED,
    ]
    played = rent(both, *say)
    asked = [question for question in played.asked if question.kind == "RaiseMoney"]
    assert [(question.short, question.offers_left) for question in asked] == [(1000, 5), (600, 4), (600, 3), (100, 2)]
    assert played.cash == [0, 4500, 4500]
    assert played.order()[-1] == "Paid"


def test_after_five_offers_that_came_to_nothing_the_player_is_bankrupt(both: Laid, terms: Laid) -> None:
    """[C149] Against a bot that never agrees nobody asks for ever."""
    played = rent(both, *[raising(terms, {}, {"cash": 1000}), REFUSED] * 5)
    assert len(played.told(OfferMade)) == 5
    assert played.order()[-3:] == ["OfferRefused", "WentBankrupt", "Moved"]


def test_five_offers_that_raise_too_little_are_bankruptcy_too(both: Laid, terms: Laid) -> None:
    """[C148 C149] What was raised is turned in with the rest."""
    played = rent(both, *[raising(terms, {}, {"cash": 150}), ACCEPTED] * 5)
    assert played.told(WentBankrupt)[0].cash == 750
    assert played.cash == [1000, 4250, 5000]


def test_the_fifth_offer_may_save_the_player(both: Laid, terms: Laid) -> None:
    """[C149]"""
    last = [raising(terms, {}, {"cash": 1000}, to=2), ACCEPTED]
    played = rent(both, *[raising(terms, {}, {"cash": 1000}), REFUSED] * 4, *last)
    assert (played.told(WentBankrupt), played.cash) == ([], [0, 5000, 4000])


def test_the_other_may_name_its_own_terms(both: Laid, terms: Laid) -> None:
    """[C149 C134]"""
    counter = ("AnswerOffer", terms({"cash": 1000}, {"promise": 3000}))
    played = rent(both, raising(terms, {"promise": 1000}, {"cash": 1000}), counter, ("AnswerCounter", "accept"))
    assert played.told(NoteIssued) == [NoteIssued(0, 1, number=1, amount=3000)]
    assert played.order()[-1] == "Paid"


def test_offers_to_raise_money_are_counted_apart(both: Laid, terms: Laid) -> None:
    """[C131 C149] Who has used up the two of a turn has five, and who has used five has two."""
    gift = [("Trade", {0: terms({}, {}, to=2)}), REFUSED]
    saved = [raising(terms, {}, {"cash": 1000}), ACCEPTED]
    lost = [raising(terms, {}, {"cash": 1000}), REFUSED]
    assert rent(both, *gift, *gift, *lost * 4, *saved).told(WentBankrupt) == []
    played = rent(both, ("Trade", {}), *lost * 4, *saved, *gift, *gift)
    assert len(played.told(OfferMade)) == 7


def test_who_gives_its_money_away_meanwhile_is_shorter_of_it(both: Laid, terms: Laid) -> None:
    """[C149]"""
    say = [raising(terms, {"cash": 350}, {}), ACCEPTED, ("RaiseMoney", "give up")]
    played = rent(both, *say, cash=[350, 0, 0])
    asked = [question for question in played.asked if question.kind == "RaiseMoney"]
    assert [question.short for question in asked] == [650, 1000]
    assert played.told(WentBankrupt)[0].cash == 0


@pytest.mark.parametrize(
    ("give", "ask", "to"),
    [
        ({"cash": 50}, {"cash": 1000}, 1),
        ({"experience": [4]}, {"cash": 1000}, 1),
        ({"opportunity": ["Farming"]}, {"cash": 1000}, 1),
        ({}, {"cash": 5050}, 1),
        ({}, {"cash": 1000}, 0),
        ({}, {"cash": 1000}, 3),
        ({"promise": 10_050}, {"cash": 1000}, 1),
    ],
    ids=str,
)
def test_who_is_in_need_can_offer_no_more_than_it_has(
    both: Laid, terms: Laid, give: dict[str, Any], ask: dict[str, Any], to: int
) -> None:
    """[C149 C132 C139]"""
    played = both(trade=1, cash=[0, 5000, 5000], **RENT)
    question = played.until("RaiseMoney", luck=[[1, 2]])
    with pytest.raises(IllegalAnswer):
        question.check(terms(give, ask, to=to))


def test_a_lender_may_win_by_it(both: Laid, terms: Laid) -> None:
    """[C146 C149] And the rent is paid no more."""
    formulas = [[9, 9, 9], [0, 0, 6], [9, 9, 9]]
    say = [raising(terms, {"cash": 950}, {"promise": 9000}), ACCEPTED]
    played = rent(both, *say, cash=[950, 5050, 0], formulas=formulas)
    assert (played.over, played.state.winner, played.told(Paid)) == (True, 1, [])


def test_the_money_of_a_couple_pays(both: Laid) -> None:
    """[C148 C167] It is common, and nobody need be asked for it."""
    played = both(seats=4, partnership=1, trade=1, cash=[1000, 0], at=[15, 4, 4, 4], salary=[2000] * 4)
    played.turn(luck=[[1, 2]])
    assert (played.told(WentBankrupt), played.cash) == ([], [0, 0])
