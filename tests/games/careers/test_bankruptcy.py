"""Bankruptcy, declared or forced: rulings C147 and C150 to C155."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.decision import IllegalAnswer
from parlour.core.luck import Scripted
from parlour.games.careers.dealings import ExperienceDrawn, NoteCancelled, OpportunityDrawn
from parlour.games.careers.events import Graduated, WentBankrupt

Laid = Callable[..., Any]

MOVES = [[1, 3]]
"""From Payday to an entrance, where nothing more happens."""

RICH: dict[str, Any] = {
    "cash": [0, 8450, 0],
    "stars": [1, 20, 3],
    "hearts": [4, 15, 6],
    "salary": [1000, 9000, 1000],
    "degree": ["Law", "Medicine", ""],
    "loses_turn": [False, True, False],
    "must_enter": [False, True, False],
    "special": ["", "free_entry", ""],
    "completed": [{"farming": 1}, {"farming": 3, "sea": 1}, {}],
    "opportunity": [[], ["Politics", "College", "Politics"], []],
    "experience": [[], [3, 1, 2], []],
    "at": [0, "politics", 0],
}
"""Seat 1 has all that can be lost."""


def bankrupt(laid: Laid, seat: int = 1, **more: Any) -> Any:
    """Seat 0 moves to an entrance; in the first window a seat has declared bankruptcy."""
    return laid(**{"trade": 1, **more}).turn(luck=[] if seat == 0 else MOVES, say=[("Trade", {seat: "bankrupt"})])


# --- declared -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_player_declares_bankruptcy_in_any_window_on_anybodys_turn(both: Laid, seat: int) -> None:
    """[C147] Before the move and after it, with money or without."""
    before = bankrupt(both, seat, cash=[5000, 5000, 5000])
    after = both(trade=1, cash=[5000, 5000, 5000])
    after.turn(luck=MOVES, say=[("Trade", {}), ("Trade", {seat: "bankrupt"})])
    for played in (before, after):
        assert played.told(WentBankrupt) == [WentBankrupt(seat, forced=False, cash=5000, opportunity=[], experience=[])]
        assert played.cash == [1000 if each == seat else 5000 for each in range(3)]
    assert before.order()[0] == "WentBankrupt"
    assert after.order()[:3] == ["Thrown", "Moved", "WentBankrupt"]


def test_several_may_go_bankrupt_in_one_window(both: Laid) -> None:
    """[C147 C130] In turn order."""
    answers = dict.fromkeys(range(3), "bankrupt")
    played = both(trade=1, active=2).turn(say=[("Trade", answers)])
    assert [event.seat for event in played.told(WentBankrupt)] == [2, 0, 1]


def test_nobody_goes_bankrupt_in_the_middle_of_a_move(both: Laid, terms: Laid) -> None:
    """[C147] Nor of a bargain: the windows are closed then."""
    hands = {"experience": [[3], [], []], "opportunity": [["College"], [], []]}
    for kind, say in (("TakeTurn", []), ("MoveBy", [("TakeTurn", "move")])):
        with pytest.raises(IllegalAnswer):
            both(trade=1, **hands).until(kind, say=say).check("bankrupt")
    offer = ("Trade", {0: terms({}, {}, to=1)})
    with pytest.raises(IllegalAnswer):
        both(trade=1).until("AnswerOffer", say=[offer]).check("bankrupt")


def test_bankruptcy_is_no_offer_and_has_no_further_round(both: Laid, terms: Laid) -> None:
    """[C147 C131] The bankrupt is asked again after the move, with two offers left."""
    played = bankrupt(both, 2)
    windows = [(question.seat, question.offers_left) for question in played.asked]
    assert windows == [(0, 2), (1, 2), (2, 2)] * 2


def test_a_couple_that_declares_it_twice_goes_bankrupt_once(both: Laid) -> None:
    """[C147 C170] Partners are asked at the same moment; both tokens start over, with 1,000 for each."""
    played = both(seats=4, partnership=1, trade=1, at=[0, 9, 0, 13], cash=[0, 7000])
    played.turn(luck=MOVES, say=[("Trade", {1: "bankrupt", 3: "bankrupt"})])
    assert played.told(WentBankrupt) == [WentBankrupt(1, forced=False, cash=7000, opportunity=[], experience=[])]
    assert (played.cash, played.state.at) == ([0, 2000], [4, 0, 0, 0])


# --- turned in ------------------------------------------------------------------------------------------------------


def test_cash_and_cards_are_turned_in_for_all_to_see(both: Laid) -> None:
    """[C150] Opportunity Cards in the order in which they came, Experience Cards by value, the lowest first."""
    under = {"opportunity_under": ["Any occupation"], "experience_under": [4]}
    played = bankrupt(both, **RICH, **under)
    assert played.told(WentBankrupt) == [
        WentBankrupt(1, forced=False, cash=8450, opportunity=["Politics", "College", "Politics"], experience=[1, 2, 3])
    ]
    assert played.told(WentBankrupt)[0].may_know(2)
    assert played.state.opportunity_deck.under == ["Any occupation", "Politics", "College", "Politics"]
    assert played.state.experience_deck.under == [4, 1, 2, 3]
    assert (played.state.opportunity, played.state.experience) == ([[]] * 3, [[]] * 3)


def test_what_was_turned_in_comes_up_in_that_order(both: Laid) -> None:
    """[C150] Once the others are drawn, for all to know."""
    piles: dict[str, Any] = {"opportunity_pile": [], "experience_pile": []}
    hands: dict[str, Any] = {"opportunity": [[], ["Politics", "Politics"], []], "experience": [[], [4, 2], []]}
    played = bankrupt(both, **hands, **piles)
    played.state.active = 2
    played.land("opportunity")
    assert played.told(OpportunityDrawn) == [OpportunityDrawn(2, card="Politics")]
    played.state.active = 2
    played.land("farming 2")
    assert played.told(ExperienceDrawn) == [ExperienceDrawn(2, count=1, known=[2])]


def test_cards_that_were_known_are_known_no_more_to_be_in_the_hand(both: Laid, terms: Laid) -> None:
    """[C150 C139]"""
    offer = ("Trade", {1: terms({"experience": [3]}, {}, to=0)})
    say = [offer, ("AnswerOffer", "refuse"), ("Trade", {1: "bankrupt"})]
    played = both(trade=1, experience=[[], [2, 3], []]).turn(luck=MOVES, say=say)
    sheet = played.rules.view(played.state, 0)["seats"][1]
    assert (sheet["experience_cards"], sheet["experience_shown"]) == (0, [])


# --- started over ---------------------------------------------------------------------------------------------------


def test_a_bankrupt_starts_over_like_at_the_beginning(both: Laid) -> None:
    """[C151] The whole sheet and all that lies before the player; the sheets of others are what they were."""
    started = both(trade=1)
    played, untouched = bankrupt(both, **RICH), both(trade=1, **RICH).turn(luck=MOVES)
    found, fresh, kept = (each.rules.view(each.state, 1)["seats"] for each in (played, started, untouched))
    assert found[1] == fresh[1]
    assert (found[0], found[2]) == (kept[0], kept[2])
    assert kept[1] != fresh[1]


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("space", 0),
        ("cash", 1000),
        ("salary", 1000),
        ("stars", 0),
        ("hearts", 0),
        ("completed", {}),
        ("degree", ""),
        ("loses_turn", False),
        ("must_enter", False),
        ("special", ""),
        ("opportunity", []),
        ("experience_cards", 0),
    ],
)
def test_nothing_of_the_old_career_is_left(both: Laid, what: str, value: Any) -> None:
    """[C151]"""
    played = bankrupt(both, **RICH)
    assert played.rules.view(played.state, 1)["seats"][1][what] == value


def test_who_was_forced_starts_over_in_the_same_way(both: Laid) -> None:
    """[C148 C151]"""
    laid = {**RICH, "active": 1, "at": [0, 15, 0], "must_enter": [False] * 3, "loses_turn": [False] * 3}
    played = both(**{**laid, "cash": [0, 50, 0], "special": [""] * 3})
    played.turn(luck=[[1, 2]], say=[("TakeTurn", "move"), ("MoveBy", "throw")])
    sheets = played.rules.view(played.state, 0)["seats"]
    fresh = both().rules.view(both().state, 0)["seats"]
    assert played.told(WentBankrupt)[0].forced
    assert sheets[1] == fresh[1]


def test_a_bankrupt_owes_no_lost_turn(both: Laid) -> None:
    """[C151] It moves on its next turn like anybody."""
    played = bankrupt(both, **RICH)
    played.turn(luck=[[1, 6]])
    assert played.order()[-2:] == ["Thrown", "Moved"]


def test_a_formula_stays_what_it_was(both: Laid) -> None:
    """[C152] It still wins, and nobody is asked for another."""
    formulas = [[999] * 3, [2, 0, 0], [999] * 3]
    played = bankrupt(both, **{**RICH, "stars": [0, 1, 0]}, formulas=formulas)
    assert played.rules.view(played.state, 1)["formula"] == [2, 0, 0]
    assert played.kinds_asked() == []
    played.state.active = 1
    played.land("hollywood 1")
    assert (played.over, played.state.winner) == (True, 1)


def test_a_bankrupts_degree_may_be_chosen_again(both: Laid) -> None:
    """[C153]"""
    played = bankrupt(both, at=[0, 9, "college 7"], degree=["Law", "Medicine", ""])
    played.state.active = 2
    played.turn(luck=[[1]], say=[("ChooseDegree", "Medicine")])
    asked = next(question for question in played.asked if question.kind == "ChooseDegree")
    assert set(asked.options()) == {"Medicine", "Science", "Engineering"}
    assert played.told(Graduated) == [Graduated(2, degree="Medicine")]


def test_a_bankrupt_may_go_to_college_again(both: Laid) -> None:
    """[C153]"""
    played = bankrupt(both, degree=["", "Medicine", ""], opportunity=[[], [], ["College"]])
    played.turn(luck=[[3, 4]])
    assert played.state.at[1] == played.space("college")
    played.state.active = 1
    played.turn(luck=[[1]], say=[("TakeTurn", "enter")])
    assert played.state.at[1] == played.space("college 1")


def test_all_notes_of_a_bankrupt_are_void(both: Laid) -> None:
    """[C154] Those it owes and those it holds; a note between others is not."""
    about = {"notes": [[1, 1, 0, 500], [2, 0, 2, 300], [3, 2, 1, 700], [4, 1, 2, 50]], "notes_issued": 4}
    played = bankrupt(both, **about)
    assert sorted(event.number for event in played.told(NoteCancelled)) == [1, 3, 4]
    assert {event.why for event in played.told(NoteCancelled)} == {"seat 1 is bankrupt"}
    assert played.rules.view(played.state, 0)["notes"] == [{"number": 2, "debtor": 0, "holder": 2, "amount": 300}]


def test_the_debtors_of_a_bankrupt_keep_their_salary(both: Laid) -> None:
    """[C154]"""
    about = {"notes": [[1, 0, 1, 700]], "notes_issued": 1, "cash": [0, 0, 0]}
    played = both(trade=1, at=[30, 9, 9], **about).turn(luck=[[1, 5]], say=[("Trade", {1: "bankrupt"})])
    assert played.cash == [1000, 1000, 0]


def test_a_bankrupt_may_borrow_anew(both: Laid, terms: Laid) -> None:
    """[C154 C141] Its four notes are gone; numbers are not given twice."""
    about = {"notes": [[number, 1, 0, 50] for number in (1, 2, 3, 4)], "notes_issued": 4}
    loan = ("Trade", {1: terms({"promise": 600}, {"cash": 500}, to=2)})
    say = [("Trade", {1: "bankrupt"}), loan, ("AnswerOffer", "accept")]
    played = both(trade=1, **about).turn(luck=MOVES, say=say)
    assert played.state.notes == [[5, 1, 2, 600]]
    assert played.cash[1] == 1500


# --- the turn -------------------------------------------------------------------------------------------------------


def test_bankruptcy_of_the_active_player_ends_the_turn(both: Laid) -> None:
    """[C155] There is no move and no second window."""
    played = bankrupt(both, 0, at=[9, 9, 9])
    assert played.order() == ["WentBankrupt", "Moved"]
    assert [question.seat for question in played.asked] == [0, 1, 2]
    assert (played.state.active, played.state.at) == (1, [0, 9, 9])


def test_without_trade_bankruptcy_ends_the_turn_too(both: Laid) -> None:
    """[C140 C155]"""
    played = bankrupt(both, 0, trade=0, at=[9, 9, 9])
    assert played.order() == ["WentBankrupt", "Moved"]
    assert played.state.active == 1


def test_a_forced_bankruptcy_ends_the_turn(both: Laid) -> None:
    """[C155 C149] Also without a second window."""
    played = both(trade=1, at=[15, 9, 9], cash=[0, 0, 0]).turn(luck=[[1, 2]], say=[("RaiseMoney", "give up")])
    assert [question.kind for question in played.asked] == ["Trade"] * 3 + ["RaiseMoney"]
    assert played.state.active == 1
    played.turn(luck=[[1, 3]], say=[])
    assert [question.kind for question in played.asked][4:] == ["Trade"] * 6


def test_bankruptcy_of_another_player_does_not_end_the_turn(both: Laid) -> None:
    """[C155]"""
    played = bankrupt(both, 1, at=[0, 9, 9])
    assert played.order() == ["WentBankrupt", "Moved", "Thrown", "Moved"]
    assert len(played.asked) == 6


@pytest.mark.parametrize("active", [0, 2])
def test_bankruptcy_of_the_active_players_partner_ends_the_turn(both: Laid, active: int) -> None:
    """[C155 C170] It is the couple's, whoever of them says so."""
    played = both(seats=4, partnership=1, trade=1, active=active, at=[9, 9, 13, 9])
    played.turn(say=[("Trade", {2 - active: "bankrupt"})])
    assert (played.state.at, played.state.active, len(played.asked)) == ([0, 9, 0, 9], active + 1, 4)


def test_what_others_said_in_that_window_is_carried_out(both: Laid, terms: Laid) -> None:
    """[C130 C155] They all spoke at once."""
    answers = {0: "bankrupt", 1: terms({"cash": 50}, {}, to=2)}
    played = both(trade=1).turn(say=[("Trade", answers), ("AnswerOffer", "accept")])
    assert played.order() == ["OfferMade", "WentBankrupt", "Moved", "Traded"]


def test_a_skipped_turn_is_skipped_by_bankruptcy_once(both: Laid) -> None:
    """[C151 C155] The active player was to lose this turn: it is bankrupt, and the next turn is its own."""
    played = bankrupt(both, 0, loses_turn=[True, False, False])
    assert played.order() == ["WentBankrupt", "Moved"]
    assert played.state.loses_turn == [False] * 3


def test_a_bankrupt_is_told_in_a_sentence(both: Laid) -> None:
    """[C147 C148]"""
    found = [str(WentBankrupt(1, forced=forced, cash=0, opportunity=[], experience=[])) for forced in (False, True)]
    assert found == [
        "Seat 1 goes bankrupt and starts over again from Payday.",
        "Seat 1 must go bankrupt and starts over again from Payday.",
    ]


def test_a_game_of_bankrupts_goes_on(both: Laid) -> None:
    """[C147] Nothing is lost by it but one's own: the table's money and cards are all there after a hundred of them."""
    game = both(trade=1, turns=[1, 1, 1]).game(Scripted([]))
    for _ in range(300):
        for question in game.pending:
            game.answer(question.seat, "bankrupt" if question.seat == game.state.active else "pass")
    assert game.state.money.cash == [1000, 1000, 1000]
    assert both().rules.totals(game.state) == both().totals


# --- the cash of the new start --------------------------------------------------------------------------------------


def cash_to_offer(game: Any, seat: int) -> int:
    """The most cash that a seat can offer now."""
    question = next(asked for asked in game.pending if asked.seat == seat)
    forms = [part for part in question.options().parts if hasattr(part, "fields") and "give" in part.fields]
    return max(form.fields["give"].fields["cash"][-1] for form in forms)


def test_the_cash_of_a_new_start_cannot_be_given_away_again_and_again(both: Laid) -> None:
    """[C151 C147] Bankrupt in the first window, the player has 1,000 in the second and can offer none of it."""
    game = both(trade=1, turns=[1, 1, 1], cash=[0, 0, 0]).game(Scripted(MOVES))
    assert cash_to_offer(game, 1) == 0
    for seat, answer in ((0, "pass"), (1, "bankrupt"), (2, "pass")):
        game.answer(seat, answer)
    assert (game.state.money.cash[1], cash_to_offer(game, 1)) == (1000, 0)


def test_after_the_next_salary_all_cash_can_be_given_away(both: Laid) -> None:
    """[C151]"""
    laid = both(trade=1, turns=[1, 1, 1], cash=[1000, 5000, 0], kept=[1000, 1000, 0], at=["stars_menu", 0, 0])
    game = laid.game(Scripted([[2, 3]]))
    assert (cash_to_offer(game, 0), cash_to_offer(game, 1)) == (0, 4000)
    for seat in range(3):
        game.answer(seat, "pass")
    assert cash_to_offer(game, 0) == game.state.money.cash[0] == 2000


def test_the_cash_of_a_new_start_can_be_spent(both: Laid) -> None:
    """[C151] Rent is paid of it."""
    assert both(kept=[1000, 0, 0]).land("rent").cash[0] == 500
