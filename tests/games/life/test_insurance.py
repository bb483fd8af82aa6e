"""Insurance of car and house: rulings L108 to L113."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.life.edition import Edition
from parlour.games.life.events import HomeSold
from parlour.games.life.money_events import Covered, LoanTaken, Paid, PolicyBought

Laid = Callable[..., Any]

BANK = -1
AUTO, HOME = "buy auto insurance", "buy home insurance"
CAR_EVENTS = {9: 5_000, 24: 15_000, 29: 10_000, 61: 15_000}
"""The crash by friends, the car that rolls away, the accident and the theft, with what each costs."""
HOUSE_EVENTS = {48: 40_000, 54: 15_000, 105: 50_000, 110: 125_000}
"""The flood, the fallen tree, the burglary and the tornado, with what each costs."""
EVENTS = [("auto", *each) for each in CAR_EVENTS.items()] + [("home", *each) for each in HOUSE_EVENTS.items()]
HOUSES = {
    "Split-Level": 10_000,
    "Mobile Home": 15_000,
    "Log Cabin": 20_000,
    "Cozy Condo": 25_000,
    "Dutch Colonial": 30_000,
    "Beach House": 35_000,
    "Farmhouse": 40_000,
    "Tudor": 45_000,
    "Victorian": 50_000,
}
"""What the insurance of each house costs."""
QUIET = {"at": {0: 62}}
"""From where a 2 leads to a tile."""


def offered(played: Any) -> list[tuple[str, ...]]:
    """What could be done before the spin, question by question."""
    return [question.actions for question in played.asked if question.kind == "BeforeSpin"]


# --- buying ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cash", [10_000, 10_001, 75_000])
def test_an_auto_policy_costs_10000(table: Laid, cash: int) -> None:
    """[L108] Paid to the bank, with a house or without."""
    laid = table(cash=[cash, 0, 0], **QUIET)
    bank = laid.state.money.bank
    played = laid.turn(spins=[2], say=[("BeforeSpin", AUTO)])
    assert played.told(PolicyBought) == [PolicyBought(0, policy="auto", price=10_000)]
    assert (played.cash[0], played.state.money.bank) == (cash - 10_000, bank + 10_000)
    assert (played.state.auto, played.state.home) == ([True, False, False], [False] * 3)
    assert (played.sheets("auto_insurance"), played.sheets("home_insurance")) == ([True, False, False], [False] * 3)


@pytest.mark.parametrize(("house", "price"), HOUSES.items())
def test_a_home_policy_costs_what_the_deed_of_the_own_house_says(table: Laid, house: str, price: int) -> None:
    """[L109] A quarter of the price of the house, and it is offered to who has just that."""
    played = table(cash=[price, 0, 0], house={0: house}, **QUIET).turn(spins=[2], say=[("BeforeSpin", HOME)])
    assert played.told(PolicyBought) == [PolicyBought(0, policy="home", price=price)]
    assert (played.cash[0], price * 4) == (0, played.e.deed[house].price)
    assert (played.state.auto, played.state.home) == ([False] * 3, [True, False, False])
    short = table(cash=[price - 1, 0, 0], house={0: house}, **QUIET).turn(spins=[2])
    assert HOME not in offered(short)[0]


@pytest.mark.parametrize("auto", [False, True])
@pytest.mark.parametrize("home", [False, True])
def test_nobody_has_two_policies_of_a_kind(table: Laid, auto: bool, home: bool) -> None:
    """[L111] What one has is not offered, and what one has just bought neither."""
    laid = table(cash={0: 300_000}, house={0: "Tudor"}, auto={0: auto}, home={0: home}, **QUIET)
    missing = [policy for policy, has in ((AUTO, auto), (HOME, home)) if not has]
    played = laid.turn(spins=[2], say=[("BeforeSpin", policy) for policy in missing])
    found = [[policy for policy in (AUTO, HOME) if policy in actions] for actions in offered(played)]
    assert found == [missing[count:] for count in range(len(missing) + 1)]


def test_policies_of_others_do_not_count(table: Laid) -> None:
    """[L111]"""
    laid = table(cash={0: 99_000}, house={0: "Tudor", 1: "Log Cabin"}, auto={1: True}, home={1: True}, **QUIET)
    assert {AUTO, HOME} <= {*offered(laid.turn(spins=[2]))[0]}


def test_without_a_house_there_is_no_home_policy(table: Laid) -> None:
    """[L111] Though others have one."""
    laid = table(cash={0: 500_000}, house={1: "Split-Level"}, at={0: 15})
    (actions,) = offered(laid.turn(spins=[1]))
    assert (AUTO in actions, HOME in actions) == (True, False)


# --- what is covered ------------------------------------------------------------------------------------------------


def test_these_spaces_are_insured(edition: Edition) -> None:
    """[L108 L109]"""
    spaces = [(edition.on(number).insured, number, edition.on(number).amount) for number in range(1, 148)]
    assert sorted(space for space in spaces if space[0]) == EVENTS


@pytest.mark.parametrize(("policy", "number", "amount"), EVENTS)
@pytest.mark.parametrize("other", [False, True])
def test_a_policy_covers_its_events(table: Laid, policy: str, number: int, amount: int, other: bool) -> None:
    """[L108 L109 L110] Nobody pays anything, neither the player nor the bank."""
    policies = {policy: {0: True}, ("home" if policy == "auto" else "auto"): {0: other}}
    laid = table(cash=[0, 60, 70], house={0: "Tudor"}, **policies)
    bank = laid.state.money.bank
    played = laid.land(number)
    name = played.e.on(number).name
    assert played.events[-1] == Covered(0, policy=policy, amount=amount, what=name)
    assert (played.cash, played.state.money.bank, played.state.notes) == ([0, 60, 70], bank, [0, 0, 0])


@pytest.mark.parametrize(("policy", "number", "amount"), EVENTS)
@pytest.mark.parametrize("other", [False, True])
def test_without_the_policy_the_bank_is_paid(table: Laid, policy: str, number: int, amount: int, other: bool) -> None:
    """[L108 L109 L110] The policy of the other kind does not help, nor do policies of other players."""
    policies = {"auto": [False, True, True], "home": [False, True, True]}
    policies["home" if policy == "auto" else "auto"][0] = other
    laid = table(cash=[amount + 100, 60, 70], house={0: "Tudor", 1: "Log Cabin", 2: "Farmhouse"}, **policies)
    bank = laid.state.money.bank
    played = laid.land(number)
    assert (played.told(Covered), played.cash) == ([], [100, 60, 70])
    assert played.told(Paid) == [Paid(0, amount=amount, payee=BANK, what=played.e.on(number).name)]
    assert played.state.money.bank == bank + amount


@pytest.mark.parametrize(("number", "cash", "notes"), [(110, 0, 7), (110, 5_000, 6), (48, 39_999, 1), (9, 0, 1)])
def test_what_is_not_insured_may_have_to_be_borrowed_for(table: Laid, number: int, cash: int, notes: int) -> None:
    """[L110]"""
    played = table(cash={0: cash}, house={0: "Split-Level"} if number > 36 else {}).land(number)
    assert [(event.count, event.notes) for event in played.told(LoanTaken)] == [(notes, notes)]


def test_insurance_covers_no_other_payment(table: Laid, edition: Edition) -> None:
    """[L108 L109] Thirty-three other spaces cost what they cost."""
    paid = 0
    for number in range(1, 147):
        space = edition.on(number)
        if space.kind == "pay" and not space.insured:
            laid = table(cash={0: 200_000}, auto={0: True}, home={0: True}, house={0: "Tudor"})
            played = laid.land(number)
            assert played.told(Paid) == [Paid(0, amount=space.amount, payee=BANK, what=space.name)]
            assert played.told(Covered) == []
            paid += 1
    assert paid == 33


@pytest.mark.parametrize(("policy", "numbers"), [("auto", [24, 29, 61]), ("home", [48, 54, 105, 110])])
def test_a_policy_covers_one_event_after_another(table: Laid, policy: str, numbers: list[int]) -> None:
    """[L112]"""
    laid = table(cash=[0, 0, 0], house={0: "Tudor"}, **{policy: {0: True}})
    for number in numbers:
        played = laid.again(0).land(number)
        assert [event.what for event in played.told(Covered)] == [played.e.on(number).name]
        assert getattr(played.state, policy) == [True, False, False]
    assert laid.state.notes == [0, 0, 0]


# --- moving house ---------------------------------------------------------------------------------------------------


def test_a_home_policy_goes_with_the_house_that_is_sold(table: Laid) -> None:
    """[L113] Without refund; that for the car is kept."""
    laid = table(cash=[200_000, 0, 0], house={0: "Log Cabin"}, auto={0: True}, home={0: True})
    played = laid.land(81, spins=[2], draws=["Tudor"])
    assert played.told(HomeSold) == [HomeSold(0, deed="Log Cabin", price=80_000)]
    assert played.cash[0] == 200_000 + 80_000 - 180_000 + 80_000
    assert (played.state.auto, played.state.home) == ([True, False, False], [False] * 3)


def test_a_new_house_is_insured_before_the_spin_of_a_later_turn(table: Laid) -> None:
    """[L113 L109] For what its own deed says, and not before the further spin of the STOP."""
    laid = table(cash=[300_000, 0, 0], house={0: "Log Cabin"}, home={0: True})
    played = laid.land(81, spins=[2], draws=["Tudor"])
    assert [HOME in actions for actions in offered(played)] == [False]
    played = laid.again(0).turn(spins=[3], say=[("BeforeSpin", HOME), ("TakeFork", 92)])
    assert [HOME in actions for actions in offered(played)] == [True, False]
    assert played.told(PolicyBought) == [PolicyBought(0, policy="home", price=45_000)]


@pytest.mark.parametrize("insured", [False, True])
def test_what_happens_to_the_new_house_is_covered_by_a_new_policy_only(table: Laid, insured: bool) -> None:
    """[L110 L113]"""
    laid = table(cash=[300_000, 0, 0], house={0: "Log Cabin"}, home={0: True})
    laid.land(81, spins=[2], draws=["Farmhouse"])
    played = laid.again(0).land(105, say=[("BeforeSpin", HOME)] if insured else [])
    assert [type(event) for event in played.events[-1:]] == [Covered if insured else Paid]
    assert played.cash[0] == 300_000 + 80_000 - 160_000 + 80_000 - (40_000 if insured else 50_000)


def test_a_policy_is_not_handed_on_with_the_deed(table: Laid) -> None:
    """[L113] Who draws the house that an insured player has sold has to insure it anew."""
    laid = table(cash=[200_000, 200_000, 0], house={0: "Log Cabin", 1: "Tudor"}, home={0: True})
    laid.land(81, spins=[2], draws=["Farmhouse"])
    laid.again(1).land(81, spins=[1], draws=["Log Cabin"])
    assert (laid.state.house[1], laid.state.home) == ("Log Cabin", [False] * 3)
