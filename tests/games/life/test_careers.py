"""What the nine careers bring: rulings L64 to L77."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.life.edition import Edition
from parlour.games.life.events import CardsReturned
from parlour.games.life.money_events import CommissionPaid, LoanTaken, Paid, StockTaken

Laid = Callable[..., Any]

BANK = -1
DEGREE = ["Doctor", "Lawyer", "Accountant", "Teacher"]
FREE = ["Police Officer", "Entertainer", "Salesperson", "Athlete", "Artist"]
CAREERS = [*DEGREE, *FREE]
COLLECTS = {
    "Doctor": {19: 5_000, 49: 5_000, 112: 25_000, 123: 100_000},
    "Lawyer": {30: 10_000, 67: 25_000, 78: 25_000, 141: 45_000, 145: 45_000},
    "Accountant": dict.fromkeys((33, 76, 95, 113, 126), 25_000),
    "Teacher": {82: 10_000, 100: 10_000, 124: 100_000},
    "Police Officer": {92: 15_000},
    "Entertainer": {47: 5_000, 85: 15_000, 119: 100_000, 144: 35_000},
    "Salesperson": {28: 10_000, 40: 5_000, 56: 5_000, 90: 25_000, 114: 30_000},
    "Athlete": {45: 20_000, 77: 25_000, 108: 30_000, 115: 35_000, 135: 65_000},
    "Artist": {70: 20_000, 88: 35_000, 97: 25_000, 129: 125_000},
}
"""What others pay each career on its spaces, with a salary of 60,000, which is taxed 25,000, and two children."""
COLLECTED = [(career, number, amount) for career, each in COLLECTS.items() for number, amount in each.items()]


def other_than(career: str) -> str:
    """A career without a power that is another one."""
    return "Athlete" if career != "Athlete" else "Entertainer"


def payer(paid: str, /, **laid: Any) -> dict[str, Any]:
    """Seat 0 with enough to be paid from, and whoever else the test lays."""
    mine = {"salary": {0: 60_000}, "children": {0: 2}, "cash": [200_000, 0, 0]}
    return {**mine, **laid, "career": {0: other_than(paid), **laid.get("career", {})}}


# --- the cards ------------------------------------------------------------------------------------------------------


def test_there_are_nine_careers_and_four_of_them_need_a_degree(edition: Edition) -> None:
    """[L64 L65]"""
    assert [(card.name, card.degree) for card in edition.careers.cards] == [
        *((name, True) for name in DEGREE),
        *((name, False) for name in FREE),
    ]


@pytest.mark.parametrize("held", [[], ["Artist"], ["Artist", "Doctor"], ["Police Officer", "Athlete", "Salesperson"]])
def test_who_starts_a_career_draws_one_that_nobody_has_and_that_needs_no_degree(table: Laid, held: list[str]) -> None:
    """[L64 L65]"""
    laid = table(seats=5, entry={0: 0}, career=dict(enumerate(held, 1)))
    played = laid.turn(spins=[2], draws=["Entertainer", 50_000], say=[("ChooseStart", "start a career")])
    assert played.luck[0].cards == tuple(sorted({*FREE} - {*held}))
    assert (played.state.career[0], played.state.degree[0]) == ("Entertainer", False)


@pytest.mark.parametrize("career", CAREERS)
def test_whoever_went_to_college_may_have_any_career(table: Laid, career: str) -> None:
    """[L64 L65] Of those that nobody has, and then nobody else can draw it."""
    others = [name for name in CAREERS if name != career][:3]
    laid = table(seats=5, at={0: 10}, career={1: others[0]}, salary={1: 20_000})
    draws = [*others[1:], career, 30_000, 40_000, 50_000]
    say = [("ChooseCareer", career), ("ChooseSalary", 30_000)]
    played = laid.turn(spins=[1, 2], draws=draws, say=say)
    assert played.state.career[:2] == [career, others[0]]
    assert played.luck[1].cards == tuple(sorted({*CAREERS} - {others[0]}))
    assert played.state.careers_left == sorted({*CAREERS} - {others[0], career})


# --- spaces that pay a career ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("holder", [1, 2])
@pytest.mark.parametrize(("career", "number", "amount"), COLLECTED)
def test_the_holder_of_a_career_is_paid_on_its_spaces(
    table: Laid, career: str, number: int, amount: int, holder: int
) -> None:
    """[L58 L66 L68 L69 L70 L71 L72 L73 L74 L76 L77] By who lands there, and the bank is not."""
    # An Artist is paid for a 1 as well, which the table would spin to a space right behind a Pay Day.
    played = table(**payer(career, career={holder: career})).land(number, spin=2 if career == "Artist" else 0)
    name = played.e.on(number).name
    assert played.told(Paid) == [Paid(0, amount=amount, payee=holder, what=name)]
    assert (played.cash[holder], played.cash[3 - holder]) == (amount, 0)


@pytest.mark.parametrize(("career", "number", "amount"), COLLECTED)
def test_without_a_holder_the_bank_is_paid(table: Laid, career: str, number: int, amount: int) -> None:
    """[L58 L66]"""
    played = table(**payer(career), at={1: 3}).land(number)
    assert played.told(Paid) == [Paid(0, amount=amount, payee=BANK, what=played.e.on(number).name)]
    assert played.cash[1:] == [0, 0]


@pytest.mark.parametrize("career", CAREERS)
def test_who_has_retired_holds_no_career_any_more(table: Laid, career: str) -> None:
    """[L66] The card has gone back, so the bank is paid, until somebody else has drawn it."""
    laid = table(
        active=1,
        cash=[200_000, 0, 0],
        at={1: 146, 0: 40},
        house={1: "Log Cabin"},
        career={0: other_than(career), 1: career},
        salary={0: 60_000, 1: 30_000},
        children={0: 2},
    )
    laid.turn(spins=[2], say=[("ChooseRetirement", "Millionaire Estates")])
    assert laid.told(CardsReturned) == [CardsReturned(1, career=career, salary=30_000)]
    assert career in laid.state.careers_left
    number, amount = list(COLLECTS[career].items())[-1]
    played = laid.again(0).land(number)
    assert played.told(Paid) == [Paid(0, amount=amount, payee=BANK, what=played.e.on(number).name)]


@pytest.mark.parametrize(("career", "number", "amount"), COLLECTED)
def test_the_holder_pays_nothing_there(table: Laid, career: str, number: int, amount: int) -> None:
    """[L67] Nor is anybody paid."""
    played = table(**payer(career, career={0: career}, cash=[0, 70, 80])).land(number)
    salaries = sum(event.amount for event in played.events if type(event).__name__ == "PayDay")
    assert (played.told(Paid), played.cash) == ([], [salaries, 70, 80])


@pytest.mark.parametrize(
    ("career", "together"),
    [
        ("Doctor", 135_000),
        ("Lawyer", 150_000),
        ("Entertainer", 155_000),
        ("Salesperson", 75_000),
        ("Athlete", 175_000),
        ("Artist", 205_000),
    ],
)
def test_the_spaces_of_a_career_come_to_so_much(table: Laid, career: str, together: int) -> None:
    """[L68 L69 L73 L74 L76 L77] From somebody who lands on all 147 spaces but the STOPs, the taxes and the schools."""
    collected = 0
    for number in range(12, 147):
        laid = table(**payer(career, career={2: career}), house={0: "Log Cabin"}, at={1: number - 11})
        space = laid.e.on(number)
        if space.kind == "pay":
            laid.land(number, spin=2 if number == 97 else 0)
            collected += sum(event.amount for event in laid.told(Paid) if event.payee == 2 and event.what == space.name)
    assert collected == together


@pytest.mark.parametrize("number", [31, 68])
def test_the_teacher_is_paid_for_night_school(table: Laid, number: int) -> None:
    """[L71] 20,000 by who takes a card there."""
    careers = {0: "Artist", 2: "Teacher"}
    laid = table(career=careers, salary={0: 60_000, 2: 20_000}, cash=[30_000, 0, 0], degree={0: True, 2: True})
    say = [("GoToNightSchool", True), ("ChooseCareer", "Doctor"), ("ChooseSalary", 60_000)]
    played = laid.land(number, draws=["Doctor", "Athlete", 30_000, 40_000], say=say)
    assert played.cash == [10_000, 0, 20_000]


# --- spins that cost ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 11))
@pytest.mark.parametrize("career", CAREERS)
def test_only_police_officer_and_artist_are_paid_for_spins(table: Laid, career: str, number: int) -> None:
    """[L68 L69 L72 L73 L76 L77] 5,000 for a 10 and 10,000 for a 1, from who spun it."""
    fine = {("Police Officer", 10): 5_000, ("Artist", 1): 10_000}.get((career, number), 0)
    name = f"a {number} spun, to the {career}"
    played = table(at={0: 14}, cash=[90_000, 0, 0], career={0: other_than(career), 1: career}).turn(spins=[number])
    fined = [event for event in played.told(Paid) if event.what == name]
    assert fined == ([Paid(0, amount=fine, payee=1, what=name)] if fine else [])


@pytest.mark.parametrize(("career", "number"), [("Police Officer", 10), ("Artist", 1)])
def test_nobody_is_fined_for_the_own_spin(table: Laid, career: str, number: int) -> None:
    """[L72 L77]"""
    played = table(at={0: 62}, cash=[90_000, 0, 0], career={0: career}).turn(spins=[number])
    assert (played.told(Paid), played.cash[1:]) == ([], [0, 0])


@pytest.mark.parametrize(
    ("career", "number", "cash", "notes", "left"),
    [("Police Officer", 10, 4_999, 1, 19_999), ("Police Officer", 10, 5_000, 0, 0), ("Artist", 1, 0, 1, 10_000)],
)
def test_a_fine_is_borrowed_if_need_be(table: Laid, career: str, number: int, cash: int, notes: int, left: int) -> None:
    """[L72 L77] On a way that costs nothing else: from 62 to 63, a tile, and to 72, another."""
    laid = table(at={0: 62}, cash={0: cash, 2: 0}, career={0: "Athlete", 2: career})
    played = laid.turn(spins=[number])
    assert (played.state.notes[0], played.cash[0], played.cash[2]) == (notes, left, 20_000 * notes + cash - left)
    assert len(played.told(LoanTaken)) == notes


def test_both_are_paid_by_a_student_too(table: Laid) -> None:
    """[L72 L77] A 1 to the Textbooks; then a 10, which ends on Job Search and is followed by a 1."""
    laid = table(at={0: 1}, cash=[20_000, 0, 0], career={1: "Police Officer", 2: "Artist"})
    assert laid.turn(spins=[1]).cash == [5_000, 0, 10_000]
    say = [("ChooseCareer", "Doctor"), ("ChooseSalary", 20_000)]
    draws = ["Doctor", "Lawyer", "Teacher", 20_000, 30_000, 40_000]
    assert laid.again(0).turn(spins=[10, 1], draws=draws, say=say).cash == [30_000, 5_000, 20_000]
    assert laid.state.notes[0] == 1


# --- what the Salesperson sells -------------------------------------------------------------------------------------


def bought(*actions: str) -> list[tuple[str, Any]]:
    """These actions before the spin, one after another, a stock being number 7."""
    say: list[tuple[str, Any]] = []
    for action in actions:
        say += [("BeforeSpin", action), *([("ChooseStock", 7)] if action == "buy a stock" else [])]
    return say


PRICES = {"buy a stock": 50_000, "buy auto insurance": 10_000, "buy home insurance": 20_000}


@pytest.mark.parametrize("actions", [*[[action] for action in PRICES], [*PRICES], list(PRICES)[1:]])
def test_the_bank_pays_the_salesperson_for_what_another_buys(table: Laid, actions: list[str]) -> None:
    """[L74] 5,000 for each stock and each policy; the buyer pays the price and no more."""
    laid = table(at={0: 62}, cash=[80_000, 0, 0], career={2: "Salesperson"}, house={0: "Log Cabin"})
    bank = laid.state.money.bank
    played = laid.turn(spins=[2], say=bought(*actions))
    price = sum(PRICES[action] for action in actions)
    assert played.told(CommissionPaid) == [CommissionPaid(2, buyer=0, amount=5_000)] * len(actions)
    assert played.cash == [80_000 - price, 0, 5_000 * len(actions)]
    assert played.state.money.bank == bank + price - 5_000 * len(actions)
    assert played.told(Paid) == []


@pytest.mark.parametrize("action", PRICES)
def test_nobody_else_is_paid_for_what_is_bought(table: Laid, action: str) -> None:
    """[L68 L69 L73 L74 L76]"""
    careers = [career for career in CAREERS if career != "Salesperson"]
    for others in (careers[:5], careers[3:]):
        laid = table(seats=6, at={0: 62}, cash={0: 90_000}, career=dict(enumerate(others, 1)), house={0: "Log Cabin"})
        played = laid.turn(spins=[2], say=bought(action))
        assert (played.told(CommissionPaid), played.cash[1:]) == ([], [10_000] * 5)


def test_loans_bring_the_salesperson_nothing(table: Laid) -> None:
    """[L74]"""
    laid = table(at={0: 62}, cash={0: 50_000}, notes={0: 1}, career={1: "Salesperson"})
    say = [("BeforeSpin", "take loans"), ("Borrow", 1), ("BeforeSpin", "repay loans"), ("Repay", 1)]
    assert laid.turn(spins=[2], say=say).told(CommissionPaid) == []


@pytest.mark.parametrize("action", PRICES)
def test_the_salesperson_gets_nothing_for_the_own_purchases(table: Laid, action: str) -> None:
    """[L75]"""
    laid = table(at={0: 62}, cash={0: 80_000}, career={0: "Salesperson"}, house={0: "Log Cabin"})
    played = laid.turn(spins=[2], say=bought(action))
    assert (played.told(CommissionPaid), played.cash[0]) == ([], 80_000 - PRICES[action])


def test_the_salesperson_gets_nothing_for_a_stock_got_free(table: Laid) -> None:
    """[L75]"""
    played = table(career={1: "Salesperson"}).land(57, say=[("ChooseStock", 3)])
    assert played.told(StockTaken) == [StockTaken(0, number=3, price=0)]
    assert (played.told(CommissionPaid), played.cash) == ([], [10_000] * 3)


def test_a_salesperson_who_has_retired_gets_nothing(table: Laid) -> None:
    """[L75] The next one does, who has drawn the card."""
    laid = table(
        active=1,
        at={0: 40, 1: 146},
        cash=[90_000, 0, 0],
        career={1: "Salesperson"},
        salary={1: 20_000},
        house={1: "Tudor"},
    )
    laid.turn(spins=[1], say=[("ChooseRetirement", "Countryside Acres")])
    cash = laid.cash.copy()
    played = laid.again(0).turn(spins=[2], say=bought("buy auto insurance"))
    assert (played.told(CommissionPaid), played.cash[1:]) == ([], cash[1:])
