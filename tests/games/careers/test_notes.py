"""Promissory notes, from the bargain in which they are written to their end: rulings C141 to C146."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.decision import IllegalAnswer
from parlour.core.luck import Scripted
from parlour.core.options import admits
from parlour.games.careers.dealings import NoteCancelled, NoteIssued, NotePaid, NotePassed
from parlour.games.careers.events import FormulaMet, SalaryCollected

Laid = Callable[..., Any]

ACCEPTED = ("AnswerOffer", "accept")
PAST_PAYDAY = {"at": [30, 9, 9]}
"""From the moon's entrance a throw of 6 passes Payday and ends on an entrance, where nothing more happens."""


def passes(laid: Laid, *say: tuple[str, Any], notes: list[list[int]], **more: Any) -> Any:
    """Seat 0 passes Payday with these notes about; its cash is 0 where nothing is said."""
    what = {"cash": [0, 1000, 1000], "notes": notes, "notes_issued": len(notes), **PAST_PAYDAY, **more}
    return laid(**what).turn(luck=[[1, 5]], say=say)


def notes(played: Any) -> list[tuple[int, int, int, int]]:
    """Number, debtor, holder and amount of all notes, as everybody sees them."""
    return [tuple(note.values()) for note in played.rules.view(played.state, 2)["notes"]]


def window(laid: Laid, seat: int = 0, **more: Any) -> Any:
    """What a seat is asked in the first window of a turn."""
    game = laid(**{"trade": 1, "turns": [1, 1, 1], **more}).game(Scripted([]))
    return next(question for question in game.pending if question.seat == seat)


# --- written --------------------------------------------------------------------------------------------------------


def test_money_is_lent_on_a_note(both: Laid, terms: Laid) -> None:
    """[C141] Seat 1 lends 500 and is to get 600; everybody sees it."""
    offer = terms({"promise": 600}, {"cash": 500}, to=1)
    played = both(trade=1).turn(luck=[[1, 3]], say=[("Trade", {0: offer}), ACCEPTED])
    assert played.told(NoteIssued) == [NoteIssued(0, 1, number=1, amount=600)]
    assert played.order()[:3] == ["OfferMade", "Traded", "NoteIssued"]
    assert (played.cash, notes(played)) == ([1500, 500, 1000], [(1, 0, 1, 600)])


def test_a_loan_may_be_asked_for_or_offered(both: Laid, terms: Laid) -> None:
    """[C141] Whoever gives the promise is the debtor, in an offer, an answer and a counter-offer; numbers go on."""
    laid = {"notes": [[3, 2, 0, 100]], "notes_issued": 5}
    offer = ("Trade", {0: terms({"cash": 500}, {"promise": 600}, to=1)})
    played = both(trade=1, **laid).turn(luck=[[1, 3]], say=[offer, ACCEPTED])
    assert notes(played) == [(3, 2, 0, 100), (6, 1, 0, 600)]
    counter = ("AnswerOffer", terms({"promise": 700}, {"cash": 500}))
    played = both(trade=1).turn(luck=[[1, 3]], say=[offer, counter, ("AnswerCounter", "accept")])
    assert notes(played) == [(1, 1, 0, 700)]


@pytest.mark.parametrize(
    ("amount", "allowed"),
    [(0, True), (50, True), (9950, True), (10_000, True), (10_050, False), (20_000, False), (75, False), (-50, False)],
)
def test_a_note_is_a_multiple_of_50_up_to_10000(both: Laid, terms: Laid, amount: int, allowed: bool) -> None:
    """[C141] By who gives it and by who asks for it."""
    options = window(both, cash=[0, 0, 0]).options()
    assert admits(options, terms({"promise": amount}, {}, to=1)) is allowed
    assert admits(options, terms({}, {"promise": amount}, to=1)) is allowed


@pytest.mark.parametrize(("owed", "allowed"), [(0, True), (3, True), (4, False)])
def test_a_side_has_at_most_four_notes_outstanding(both: Laid, terms: Laid, owed: int, allowed: bool) -> None:
    """[C141] What it holds of others does not count."""
    about = [[number, 0, 1, 50] for number in range(1, owed + 1)]
    about += [[number, 1, 0, 50] for number in range(owed + 1, owed + 4)]
    options = window(both, notes=about, notes_issued=len(about)).options()
    assert admits(options, terms({"promise": 50}, {}, to=1)) is allowed
    assert admits(options, terms({}, {"promise": 50}, to=1))
    assert admits(window(both, seat=2, notes=about).options(), terms({}, {"promise": 50}, to=0)) is allowed


def test_a_note_that_is_paid_makes_room_for_another(both: Laid, terms: Laid) -> None:
    """[C141] Passing Payday seat 0 pays two of its four."""
    four = [[number, 0, 1, 500] for number in (1, 2, 3, 4)]
    offer = terms({"promise": 50}, {}, to=1)
    played = passes(both, ("Trade", {}), ("Trade", {0: offer}), ACCEPTED, notes=four, trade=1)
    assert notes(played) == [(3, 0, 1, 500), (4, 0, 1, 500), (5, 0, 1, 50)]


def test_no_note_is_written_for_nothing(both: Laid, terms: Laid) -> None:
    """[C141]"""
    played = both(trade=1).turn(luck=[[1, 3]], say=[("Trade", {0: terms({}, {"cash": 50}, to=1)}), ACCEPTED])
    assert (notes(played), played.told(NoteIssued)) == ([], [])


# --- due ------------------------------------------------------------------------------------------------------------


def test_a_note_is_paid_when_its_debtor_passes_payday(both: Laid) -> None:
    """[C142]"""
    played = passes(both, notes=[[1, 0, 1, 600]])
    assert played.order() == ["Thrown", "Moved", "SalaryCollected", "NotePaid"]
    assert played.told(NotePaid) == [NotePaid(0, holder=1, number=1, amount=600, left=0)]
    assert (played.cash, notes(played)) == ([400, 1600, 1000], [])


def test_a_note_is_paid_when_its_debtor_lands_on_payday(both: Laid) -> None:
    """[C142] Out of the doubled salary."""
    played = both(cash=[0, 0, 0], at=[0, 9, 9], notes=[[1, 0, 2, 1500]], notes_issued=1).land("payday")
    assert (played.cash, notes(played)) == ([500, 0, 1500], [])


def test_a_note_is_not_due_on_any_other_turn(both: Laid) -> None:
    """[C142] Nor when its holder collects, nor out of other income."""
    about = {"notes": [[1, 1, 0, 600]], "notes_issued": 1}
    played = both(at=[30, 9, 9], **about).turn(luck=[[1, 5]])
    assert notes(played) == [(1, 1, 0, 600)]
    about = {"notes": [[1, 0, 1, 600]], "notes_issued": 1}
    played = both(at=[1, 9, 9], **about).land("farming 7")
    assert (notes(played), played.cash[0]) == ([(1, 0, 1, 600)], 6000)


@pytest.mark.parametrize("active", [0, 2])
def test_a_couples_note_is_due_when_either_partner_collects(both: Laid, active: int) -> None:
    """[C142]"""
    about = {"notes": [[1, 0, 1, 600]], "notes_issued": 1}
    played = both(seats=4, partnership=1, active=active, at=[30] * 4, cash=[0, 0], **about).turn(luck=[[1, 5]])
    assert played.told(NotePaid) == [NotePaid(active, holder=1, number=1, amount=600, left=0)]
    assert played.cash == [400, 600]


@pytest.mark.parametrize(("owed", "winner"), [(0, 0), (50, -1), (1000, -1)])
def test_salary_that_is_owed_never_wins(both: Laid, owed: int, winner: int) -> None:
    """[C142] With 1,000 of salary there are 2,000 for a moment, which is no moment."""
    about = [[1, 0, 1, owed]] if owed else []
    played = passes(both, notes=about, cash=[1000, 0, 0], formulas=[[0, 0, 2], [9, 9, 9], [9, 9, 9]])
    assert played.state.winner == winner


def test_a_note_that_is_paid_makes_its_holder_win(both: Laid) -> None:
    """[C142] Though it is not its turn, and before the debtor's move is carried out."""
    played = passes(both, notes=[[1, 0, 1, 600]], cash=[0, 1400, 0], formulas=[[9, 9, 9], [0, 0, 2], [9, 9, 9]])
    assert played.told(FormulaMet) == [FormulaMet(1, formula=[0, 0, 2], points=[0, 0, 2])]
    assert (played.over, played.cash[0]) == (True, 400)


# --- in part --------------------------------------------------------------------------------------------------------


def test_the_oldest_note_is_paid_first_and_the_rest_carried(both: Laid) -> None:
    """[C143] Of 1,000 the first takes 700, the second 300 of its 700, and nothing is left for the third."""
    played = passes(both, notes=[[1, 0, 2, 700], [2, 0, 1, 700], [3, 0, 2, 50]])
    assert played.told(NotePaid) == [
        NotePaid(0, holder=2, number=1, amount=700, left=0),
        NotePaid(0, holder=1, number=2, amount=300, left=400),
    ]
    assert notes(played) == [(2, 0, 1, 400), (3, 0, 2, 50)]
    assert played.cash == [0, 1300, 1700]


def test_what_is_carried_is_due_at_the_next_salary(both: Laid) -> None:
    """[C143] One note of 2,500 takes three salaries."""
    laid, left = {"notes": [[1, 0, 1, 2500]], "notes_issued": 1}, []
    for cash in ([0, 0, 0], [0, 1000, 0], [0, 2000, 0]):
        played = both(at=[30, 9, 9], cash=cash, **laid).turn(luck=[[1, 5]])
        laid["notes"] = played.state.notes
        left.append([note[-1] for note in notes(played)])
    assert left == [[1500], [500], []]
    assert played.cash == [500, 2500, 0]


def test_all_the_cash_in_hand_is_there_for_the_notes(both: Laid) -> None:
    """[C143] Not the salary alone."""
    played = passes(both, notes=[[1, 0, 1, 1800]], cash=[1250, 0, 0])
    assert (played.cash, notes(played)) == ([450, 1800, 0], [])


def test_the_number_of_a_note_says_how_old_it_is(both: Laid, terms: Laid) -> None:
    """[C143 C144] Also after it has been traded on."""
    about = {"notes": [[1, 0, 1, 700], [2, 0, 1, 700]], "notes_issued": 2, "cash": [0, 0, 0], **PAST_PAYDAY}
    offer = terms({"notes": [1]}, {}, to=2)
    played = both(trade=1, **about).turn(luck=[[1, 5]], say=[("Trade", {1: offer}), ACCEPTED])
    assert [(paid.number, paid.holder, paid.amount) for paid in played.told(NotePaid)] == [(1, 2, 700), (2, 1, 300)]


# --- traded ---------------------------------------------------------------------------------------------------------


def test_the_holder_trades_a_note_on(both: Laid, terms: Laid) -> None:
    """[C144] It is paid to whoever holds it then; the debtor is not asked."""
    about = {"notes": [[1, 0, 1, 600]], "notes_issued": 1}
    say = [("Trade", {1: terms({"notes": [1]}, {"cash": 400}, to=2)}), ACCEPTED]
    played = both(trade=1, cash=[0, 0, 400], **PAST_PAYDAY, **about).turn(luck=[[1, 5]], say=say)
    assert played.told(NotePassed) == [NotePassed(1, holder=2)]
    assert [question.seat for question in played.asked if question.kind == "AnswerOffer"] == [2]
    assert played.cash == [400, 400, 600]


def test_a_note_may_be_asked_for(both: Laid, terms: Laid) -> None:
    """[C144] By number, of its holder only."""
    about = {"notes": [[1, 0, 1, 600]], "notes_issued": 1}
    question = window(both, seat=2, **about)
    assert admits(question.options(), terms({}, {"notes": [1]}, to=1))
    for to, give, ask in [(0, [], [1]), (1, [1], []), (1, [], [2]), (1, [], [1, 1])]:
        with pytest.raises(IllegalAnswer):
            question.check(terms({"notes": give}, {"notes": ask}, to=to))


@pytest.mark.parametrize("by", ["holder", "debtor"])
def test_a_note_that_comes_to_its_own_debtor_is_cancelled(both: Laid, terms: Laid, by: str) -> None:
    """[C144] A debt may be forgiven, or bought back."""
    back = {
        "holder": {1: terms({"notes": [1]}, {"cash": 400}, to=0)},
        "debtor": {0: terms({"cash": 400}, {"notes": [1]}, to=1)},
    }
    about = {"notes": [[1, 0, 1, 600], [2, 0, 1, 50]], "notes_issued": 2}
    played = both(trade=1, **about).turn(luck=[[1, 3]], say=[("Trade", back[by]), ACCEPTED])
    assert played.told(NoteCancelled) == [NoteCancelled(1, why="seat 0 has it back")]
    assert (played.cash, notes(played)) == ([600, 1400, 1000], [(2, 0, 1, 50)])


def test_a_note_that_comes_back_to_a_couple_is_cancelled(both: Laid, terms: Laid) -> None:
    """[C144] Seat 2 promised, and its partner gets the note: it is one debt of both."""
    about = {"notes": [[1, 0, 1, 600]], "notes_issued": 1}
    say = [("Trade", {3: terms({"notes": [1]}, {}, to=2)}), ACCEPTED]
    played = both(seats=4, partnership=1, trade=1, **about).turn(luck=[[1, 3]], say=say)
    assert (notes(played), len(played.told(NoteCancelled))) == ([], 1)


def test_two_notes_may_be_set_off_against_each_other(both: Laid, terms: Laid) -> None:
    """[C144] Both are cancelled by one bargain."""
    about = {"notes": [[1, 0, 1, 600], [2, 1, 0, 500]], "notes_issued": 2}
    say = [("Trade", {0: terms({"notes": [2]}, {"notes": [1]}, to=1)}), ACCEPTED]
    played = both(trade=1, **about).turn(luck=[[1, 3]], say=say)
    assert notes(played) == []
    assert [event.number for event in played.told(NoteCancelled)] == [2, 1]


# --- paid early -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2])
def test_a_debtor_pays_a_note_early(both: Laid, seat: int) -> None:
    """[C145] In any window, on anybody's turn, and the holder is not asked."""
    about = {"notes": [[1, seat, 1, 600], [2, seat, 1, 300]], "notes_issued": 2}
    for windows in ([], [("Trade", {})]):
        played = both(trade=1, **about).turn(luck=[[1, 3]], say=[*windows, ("Trade", {seat: {"pay": 2}})])
        assert played.told(NotePaid) == [NotePaid(seat, holder=1, number=2, amount=300, left=0)]
        assert notes(played) == [(1, seat, 1, 600)]
        assert (played.cash[seat], played.cash[1]) == (700, 1300)
        assert played.kinds_asked() == []


def test_a_note_is_paid_early_only_whole_and_by_its_debtor(both: Laid) -> None:
    """[C145] Of 900, 1,000 and 1,050 the first two can be paid; that of another cannot, nor a part."""
    about = {"notes": [[1, 0, 1, 900], [2, 0, 1, 1000], [3, 0, 1, 1050], [4, 2, 0, 50]], "notes_issued": 4}
    question = window(both, **about)
    assert question.facts()["payable"] == [1, 2]
    for answer in ({"pay": 3}, {"pay": 4}, {"pay": True}, {"pay": 1, "amount": 50}, {"pay": [1]}, {"pay": 5}):
        with pytest.raises(IllegalAnswer):
            question.check(answer)


def test_paying_is_no_offer(both: Laid, terms: Laid) -> None:
    """[C131 C145] Whoever has paid is not asked again in this window, and has all offers left in the next."""
    about = {"notes": [[1, 0, 1, 600]], "notes_issued": 1}
    offer = ("Trade", {0: terms({"cash": 50}, {}, to=2)})
    refused = ("AnswerOffer", "refuse")
    say = [("Trade", {0: {"pay": 1}}), offer, refused, offer, refused]
    played = both(trade=1, **about).turn(luck=[[1, 3]], say=say)
    assert played.order() == ["NotePaid", "Thrown", "Moved", *["OfferMade", "OfferRefused"] * 2]


def test_a_note_that_the_cash_no_longer_meets_is_not_paid(both: Laid, terms: Laid) -> None:
    """[C130 C145] Seat 1 has given its cash away when its turn comes to pay."""
    about = {"notes": [[1, 1, 2, 600]], "notes_issued": 1}
    answers = {0: terms({}, {"cash": 600}, to=1), 1: {"pay": 1}}
    played = both(trade=1, **about).turn(luck=[[1, 3]], say=[("Trade", answers), ACCEPTED])
    assert (notes(played), played.cash) == ([(1, 1, 2, 600)], [1600, 400, 1000])


def test_a_note_that_was_traded_on_is_paid_to_its_new_holder(both: Laid, terms: Laid) -> None:
    """[C130 C144 C145]"""
    about = {"notes": [[1, 1, 0, 600]], "notes_issued": 1}
    answers = {0: terms({"notes": [1]}, {}, to=2), 1: {"pay": 1}}
    played = both(trade=1, **about).turn(luck=[[1, 3]], say=[("Trade", answers), ACCEPTED])
    assert played.cash == [1000, 400, 1600]


def test_the_fee_of_a_duty_to_enter_is_not_paid_away(both: Laid) -> None:
    """[C109 C145] Of 1,500 there are 500 for notes, since the entrance asks 1,000."""
    about = {"notes": [[1, 0, 1, 500], [2, 0, 1, 550]], "notes_issued": 2}
    laid = {"at": ["farming", 0, 0], "must_enter": [True, False, False], "cash": [1500, 0, 0]}
    assert window(both, **about, **laid).facts()["payable"] == [1]


def test_paying_early_makes_the_holder_win(both: Laid) -> None:
    """[C145 C146]"""
    about = {"notes": [[1, 0, 1, 600]], "notes_issued": 1, "formulas": [[9, 9, 9], [0, 0, 2], [9, 9, 9]]}
    played = both(trade=1, cash=[1000, 1400, 0], **about).turn(say=[("Trade", {0: {"pay": 1}})])
    assert played.order() == ["NotePaid", "FormulaMet", "FormulasRevealed"]


# --- what money counts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("give", [{"promise": 1000}, {"opportunity": ["College"]}, {}], ids=["lent", "paid", "given"])
def test_borrowed_and_given_cash_wins_like_any_other(both: Laid, terms: Laid, seat: int, give: dict[str, Any]) -> None:
    """[C146] At once, whoever's turn it is; all that the bargain holds is handed over before."""
    hands: list[list[str]] = [[], [], []]
    hands[seat] = ["College"]
    formulas = [[9, 9, 9], [9, 9, 9], [9, 9, 9]]
    formulas[seat] = [0, 0, 2]
    played = both(trade=1, opportunity=hands, formulas=formulas)
    played.turn(say=[("Trade", {seat: terms(give, {"cash": 1000}, to=1)}), ACCEPTED])
    assert (played.over, played.state.winner) == (True, seat)
    assert played.order()[-2:] == ["FormulaMet", "FormulasRevealed"]
    assert (played.cash[seat], played.cash[1], len(notes(played))) == (2000, 0, int("promise" in give))


def test_a_debt_takes_nothing_from_the_money_that_counts(both: Laid) -> None:
    """[C146] Seat 0 owes more than it has, and lands on a square that brings it to 5,000."""
    about = {"notes": [[1, 0, 1, 9000]], "notes_issued": 1, "formulas": [[0, 0, 5], [9, 9, 9], [9, 9, 9]]}
    played = both(cash=[0, 0, 0], **about).land("farming 7")
    assert played.state.winner == 0
    assert played.told(SalaryCollected) == []
