"""What a couple pays, whom it meets, trade and bankruptcy in the partnership game: rulings C167 to C170."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.options import admits
from parlour.games.careers.dealings import Bumped, LetStay, NotePaid
from parlour.games.careers.events import DoctorPaid, Entered, Paid, SalaryCollected, Sent, WentBankrupt

Laid = Callable[..., Any]


# --- the common fund pays -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "luck", "cash"),
    [
        ("food", [], 6000),
        ("shop", [3], 5600),
        ("rent", [], 7500),
        ("tax", [], 8000 + 1000 - 100),
        ("farming 9", [], 4000),
    ],
)
def test_penalties_are_taken_from_what_the_couple_holds(couples: Laid, where: str, luck: list[int], cash: int) -> None:
    """[C167] A share of the cash is one of the common cash; a share of salary is one of the own salary."""
    t = couples(cash=[8000, 3000], salary=[9000, 1000, 1000, 1000], active=2)
    t.land(where, luck=luck)
    assert t.cash == [cash, 3000]


def test_stars_and_hearts_are_lost_from_the_common_sheet(couples: Laid) -> None:
    """[C167 C166 C29] Half of 5 and 4 stars is 4; all hearts are all of both."""
    t = couples(stars=[9, 3], hearts=[5, 5], active=2).land("politics 10")
    assert t.state.stars == [5, 3]
    t.again(2).land("hollywood 7")
    assert (t.state.stars, t.state.hearts) == ([15, 3], [0, 5])


def test_the_hospital_fee_of_the_doctors_partner_stays_in_the_couple(couples: Laid) -> None:
    """[C167 C88] It is paid and received, and the fund is as before; but there has to be enough for it."""
    laid = {"at": ["hospital", 9, 9, 9], "degree": ["", "", "Medicine", ""], "salary": [3000, 1000, 1000, 1000]}
    t = couples(**laid, cash=[2000, 0]).turn(luck=[[1, 4]], say=[("LeaveCorner", "pay")])
    assert t.told(DoctorPaid) == [DoctorPaid(0, doctor=2, amount=1500)]
    assert (t.cash, t.state.at[0]) == ([2000, 0], 13)
    assert couples(**laid, cash=[1450, 0]).turn(luck=[[5, 5]]).kinds_asked() == []


def test_another_couples_doctor_is_paid_into_its_fund(couples: Laid) -> None:
    """[C167 C88] Into the fund of both, by the fund of both."""
    t = couples(at=["hospital", 9, 9, 9], degree=["", "", "", "Medicine"], cash=[2000, 100])
    t.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay")])
    assert (t.told(DoctorPaid), t.cash) == ([DoctorPaid(0, doctor=3, amount=500)], [1500, 600])


def test_unemployment_costs_half_of_the_common_cash(couples: Laid) -> None:
    """[C167 C92 C93] And a partner without cash of its own is not free as long as the couple has any."""
    t = couples(at=[9, 9, "unemployment", 9], cash=[3000, 100], active=2)
    t.turn(luck=[[1, 2]], say=[("LeaveCorner", "pay")])
    assert t.cash == [1500, 100]


@pytest.mark.parametrize(("needs_fee", "most"), [(True, 500), (False, 1500)])
def test_the_fee_that_a_partner_needs_is_not_given_away(couples: Laid, needs_fee: bool, most: int, terms: Laid) -> None:
    """[C109 C167] By neither of the two: the duty of one binds what is common."""
    t = couples(
        trade=1, cash=[1500, 5000], at=[9, 9, "farming", 9], turns=[1] * 4,
        must_enter=[False, False, needs_fee, False],
    )  # fmt: skip
    for question in (asked for asked in t.game(None).pending if asked.seat in (0, 2)):
        for cash, is_fine in ((most, True), (most + 50, False)):
            offer = terms({"cash": cash}, {"promise": 50}, to=1)
            assert admits(question.options(), offer) == is_fine


def test_a_partner_may_spend_the_fee_and_so_end_the_duty(couples: Laid) -> None:
    """[C108 C167] Food for the one leaves too little for the entry of the other, who goes on outside."""
    t = couples(cash=[1000, 0], at=["farming", 9, 9, 9], must_enter=[True, False, False, False], active=2)
    t.land("food")
    assert t.told(Paid) == [Paid(2, amount=250, what=t.name("food"))]
    t.again(0).turn(luck=[[1, 2]])
    assert (t.state.at[0], t.told(Entered)) == (7, [])


def test_a_partners_salary_pays_the_couples_note(couples: Laid) -> None:
    """[C166 C142] Whichever of the two is the next to pass Payday."""
    t = couples(cash=[0, 0], at=[9, 9, 31, 9], active=2, notes=[[1, 0, 1, 700]], notes_issued=1)
    t.turn(luck=[[2, 3]])
    assert t.told(NotePaid) == [NotePaid(2, holder=1, number=1, amount=700, left=0)]
    assert t.cash == [300, 700]


# --- meeting the partner --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trade", [0, 1])
def test_a_partner_may_stay_for_nothing(couples: Laid, trade: int) -> None:
    """[C168] Or is bumped, which is the cautious answer; there are no terms."""
    laid = {"trade": trade, "at": [9, 9, 11, 9], "cash": [500, 500]}
    t = couples(**laid)
    assert (question := t.until("Bump", luck=[[1, 1]])).default() == "bump"
    assert list(question.options()) == ["bump", "let stay"]
    stays = couples(**laid).turn(luck=[[1, 1]], say=[("Bump", "let stay")])
    assert (stays.told(LetStay), stays.state.at, stays.cash) == ([LetStay(2, by=0)], [11, 9, 11, 9], [500, 500])
    goes = couples(**laid).turn(luck=[[1, 1]], say=[("Bump", "bump")])
    assert (goes.told(Bumped), goes.state.at) == ([Bumped(2, by=0)], [11, 9, 16, 9])


def test_who_meets_the_partner_and_another_settles_with_each(couples: Laid) -> None:
    """[C168 C125] Without trade nothing but a bump is possible with the other, so only the partner's is a question."""
    t = couples(at=[9, 11, 11, 11]).turn(luck=[[1, 1]], say=[("Bump", "let stay")])
    assert [(type(event), event.seat) for event in t.events if type(event) in (Bumped, LetStay)] == [
        (Bumped, 1),
        (LetStay, 2),
        (Bumped, 3),
    ]
    assert [event.seat for event in t.told(Sent)] == [1, 3]


# --- trade ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "rivals"), [(4, {1, 3}), (6, {1, 2, 4, 5})])
def test_partners_make_each_other_no_offers(both: Laid, seats: int, rivals: set[int], terms: Laid) -> None:
    """[C169 C130] But to any seat of another couple, with what is common."""
    t = both(seats=seats, partnership=1, trade=1, turns=[1] * seats)
    question = t.game(None).pending[0]
    gift = {"cash": 2000}
    assert {to for to in range(seats) if admits(question.options(), terms(gift, {}, to=to))} == rivals


def test_partners_raise_no_money_from_each_other(couples: Laid, terms: Laid) -> None:
    """[C169 C149]"""
    t = couples(trade=1, cash=[0, 5000], salary=[2000] * 4)
    t.state.at[0] = 15
    question = t.until("RaiseMoney", luck=[[1, 2]])
    ask = {"cash": 1000}
    assert [to for to in range(4) if admits(question.options(), terms({}, ask, to=to))] == [1, 3]


# --- bankruptcy -----------------------------------------------------------------------------------------------------

WEALTH: dict[str, Any] = {
    "cash": [700, 5000],
    "stars": [9, 9],
    "hearts": [8, 8],
    "salary": [3000, 3000, 4000, 4000],
    "degree": ["Law", "Medicine", "Science", ""],
    "completed": [{"sea": 1}, {"sea": 1}, {"moon": 2}, {}],
    "opportunity": [["sea"], ["moon"]],
    "experience": [[2], [3]],
    "loses_turn": [False, False, True, True],
    "must_enter": [False, False, True, False],
}


@pytest.mark.parametrize(("active", "declares"), [(0, 0), (0, 2), (2, 0), (2, 2)])
def test_bankruptcy_is_the_couples(couples: Laid, active: int, declares: int) -> None:
    """[C170 C151 C155] Of whichever partner: all that both have is gone, and 1,000 for each is there; the turn ends."""
    t = couples(**WEALTH, trade=1, at=[20, 20, "moon", 20], active=active)
    t.turn(say=[("Trade", {declares: "bankrupt"})])
    assert t.told(WentBankrupt) == [
        WentBankrupt(declares, forced=False, cash=700, opportunity=[t.card("sea")], experience=[2])
    ]
    assert (t.state.at, t.cash, t.state.active) == ([0, 20, 0, 20], [2000, 5000], active + 1)
    assert (t.state.stars, t.state.hearts, t.sheets("salary")) == ([0, 9], [0, 8], [1000, 3000, 1000, 4000])
    assert t.sheets("degree") == ["", "Medicine", "", ""]
    assert t.sheets("completed") == [{}, {t.name("sea"): 1}, {}, {}]
    assert (t.sheets("loses_turn"), t.sheets("must_enter")) == ([False, False, False, True], [False] * 4)
    assert (t.state.opportunity, t.state.experience) == ([[], [t.card("moon")]], [[], [3]])
    assert (t.state.opportunity_deck.under, t.state.experience_deck.under) == ([t.card("sea")], [2])


def test_a_couple_that_cannot_pay_is_bankrupt_together(couples: Laid) -> None:
    """[C170 C148] Rent of 1,500 with 700 in the common fund."""
    t = couples(**WEALTH, at=[14, 20, 20, 20])
    t.turn(luck=[[1, 3]], say=[("TakeTurn", "move"), ("MoveBy", "throw")])
    assert [(event.seat, event.forced) for event in t.told(WentBankrupt)] == [(0, True)]
    assert (t.state.at, t.cash) == ([0, 20, 0, 20], [2000, 5000])


def test_a_couple_goes_bankrupt_once_where_both_partners_say_so(couples: Laid) -> None:
    """[C170] They are asked at the same time, and have one fund."""
    t = couples(**WEALTH, trade=1, at=[20, 20, 20, 20])
    t.turn(say=[("Trade", {0: "bankrupt", 2: "bankrupt"})])
    assert (len(t.told(WentBankrupt)), t.cash) == (1, [2000, 5000])


def test_bankruptcy_of_others_does_not_end_the_turn(couples: Laid) -> None:
    """[C170 C155] Of the other couple only its own sheets and tokens are touched."""
    t = couples(**{**WEALTH, "experience": [[], []], "opportunity": [[], []]}, trade=1, at=[9, 20, 20, 20])
    t.turn(luck=[[1, 1]], say=[("Trade", {3: "bankrupt"})])
    assert (t.state.at, t.cash) == ([11, 0, 20, 0], [700, 2000])
    assert t.sheets("degree") == ["Law", "", "Science", ""]
    assert t.told(SalaryCollected) == []
