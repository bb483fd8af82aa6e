"""Houses: rulings L99 to L107."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.decision import IllegalAnswer
from parlour.games.life.edition import Edition
from parlour.games.life.events import HomeBought, HomeSold, Moved
from parlour.games.life.money_events import LoanTaken

Laid = Callable[..., Any]

DEEDS = [
    ("Split-Level", 40_000, 10_000, 35_000),
    ("Mobile Home", 60_000, 15_000, 55_000),
    ("Log Cabin", 80_000, 20_000, 80_000),
    ("Cozy Condo", 100_000, 25_000, 105_000),
    ("Dutch Colonial", 120_000, 30_000, 130_000),
    ("Beach House", 140_000, 35_000, 130_000),
    ("Farmhouse", 160_000, 40_000, 180_000),
    ("Tudor", 180_000, 45_000, 210_000),
    ("Victorian", 200_000, 50_000, 230_000),
]
"""Each house with its price, the price of its insurance, and what the bank buys it for."""
STARTERS = [name for name, *_ in DEEDS[:6]]
NAMES = [name for name, *_ in DEEDS]
PRICE = {name: price for name, price, _, _ in DEEDS}
SELLS = {name: sells for name, _, _, sells in DEEDS}
FIRST, SECOND = 36, 81
HOME_EVENTS = [48, 54, 105, 110]


def test_there_are_nine_houses_and_six_are_starter_homes(edition: Edition) -> None:
    """[L99]"""
    found = [(deed.name, deed.price, deed.insurance, deed.sells) for deed in edition.deeds.cards]
    assert found == DEEDS
    assert [deed.name for deed in edition.deeds.cards if deed.starter] == STARTERS


# --- the first one --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STARTERS)
@pytest.mark.parametrize("cash", [0, 39_999, 40_000, 99_000, 250_000])
def test_a_starter_home_is_paid_to_the_bank_with_loans_if_need_be(table: Laid, name: str, cash: int) -> None:
    """[L99 L100 L101] The fewest notes of 20,000 that reach the price."""
    laid = table(cash={0: cash}, salary={0: 20_000})
    bank = laid.state.money.bank
    played = laid.land(FIRST, spins=[6], say=[("ChooseStarterHome", name)])
    price = PRICE[name]
    notes = next(count for count in range(10) if cash + 20_000 * count >= price)
    assert played.told(HomeBought) == [HomeBought(0, deed=name, price=price)]
    loans = [LoanTaken(0, count=notes, amount=20_000 * notes, notes=notes)] if notes else []
    assert played.told(LoanTaken) == loans
    # On the way to 42 there is a Pay Day of 20,000, and 42 brings 10,000 more.
    assert played.cash[0] == cash + 20_000 * notes - price + 30_000
    assert played.state.money.bank == bank + price - 20_000 * notes - 30_000
    assert (played.state.house[0], played.sheets("house")[0]) == (name, name)


@pytest.mark.parametrize(
    "owned", [{}, {1: "Split-Level"}, {1: "Cozy Condo", 2: "Tudor"}, {1: "Log Cabin", 2: "Mobile Home"}]
)
def test_it_is_chosen_among_the_starter_homes_that_nobody_owns(table: Laid, owned: dict[int, str]) -> None:
    """[L100 L15] The cheapest is the cautious answer."""
    question = table(house=owned, at={0: 35}).until("ChooseStarterHome", spins=[1])
    free = [name for name in STARTERS if name not in owned.values()]
    assert question.prices == {name: PRICE[name] for name in free}
    assert question.default() == free[0]


@pytest.mark.parametrize("answer", ["", None, "Tudor", "Farmhouse", "Log Cabin"])
def test_one_must_be_bought(table: Laid, answer: Any) -> None:
    """[L100] Not none, nor one that is no starter home, nor one that somebody has."""
    with pytest.raises(IllegalAnswer):
        table(house={1: "Log Cabin"}).land(FIRST, spins=[6], say=[("ChooseStarterHome", answer)])


def test_the_last_starter_home_is_bought_without_a_question(table: Laid) -> None:
    """[L100 L14]"""
    owned = {1: "Split-Level", 2: "Log Cabin", 3: "Cozy Condo", 4: "Dutch Colonial", 5: "Beach House"}
    played = table(seats=6, house=owned, cash={0: 60_000}).land(FIRST, spins=[6])
    assert (played.told(HomeBought), played.kinds_asked()) == ([HomeBought(0, deed="Mobile Home", price=60_000)], [])


# --- the next one ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spaces", range(1, 11))
def test_every_car_stops_to_move_house(table: Laid, spaces: int) -> None:
    """[L102] With a 10 or with what is just enough, wanted or not: the player is asked nothing."""
    for number in range(spaces, 11):
        laid = table(at={0: SECOND - spaces}, house={0: "Log Cabin"}, cash={0: 500_000}, salary={0: 20_000})
        played = laid.turn(spins=[number, 2], draws=["Tudor"])
        assert played.path() == [SECOND, 83]
        assert (played.kinds_asked(), played.state.house[0]) == ([], "Tudor")


@pytest.mark.parametrize("old", NAMES)
@pytest.mark.parametrize("new", ["Split-Level", "Dutch Colonial", "Victorian"])
def test_the_old_house_is_sold_before_the_new_one_is_bought(table: Laid, old: str, new: str) -> None:
    """[L102 L103 L105] With what the bank pays for it, so it counts for the loans that are needed."""
    if old == new:
        new = "Tudor"
    laid = table(house={0: old}, cash=[10_000, 70, 80])
    bank = laid.state.money.bank
    played = laid.land(SECOND, spins=[2], draws=[new])
    short = PRICE[new] - SELLS[old] - 10_000
    notes = next(count for count in range(12) if 20_000 * count >= short)
    sale = [HomeSold(0, deed=old, price=SELLS[old])]
    loan = [LoanTaken(0, count=notes, amount=20_000 * notes, notes=notes)] if notes else []
    arrived = next(index for index, event in enumerate(played.events) if type(event) is Moved)
    expected = [*sale, *loan, HomeBought(0, deed=new, price=PRICE[new])]
    assert played.events[arrived + 1 : arrived + 1 + len(expected)] == expected
    left = 10_000 + SELLS[old] + 20_000 * notes - PRICE[new]
    assert played.cash == [left + 80_000, 70, 80]  # 83 brings 80,000
    assert played.state.money.bank == bank - (left + 80_000 - 10_000)


@pytest.mark.parametrize(
    ("old", "owned"),
    [
        ("Split-Level", {}),
        ("Tudor", {1: "Mobile Home"}),
        ("Log Cabin", {1: "Victorian", 2: "Split-Level"}),
        ("Victorian", {1: "Farmhouse", 2: "Tudor"}),
    ],
)
def test_the_new_one_is_drawn_among_those_that_nobody_owns_but_not_the_one_just_sold(
    table: Laid, old: str, owned: dict[int, str]
) -> None:
    """[L104] Starter homes too."""
    played = table(house={0: old, **owned}, cash={0: 300_000}).land(SECOND, spins=[2], draws=["Cozy Condo"])
    (drawn,) = (question for question in played.luck if question.kind == "Draw")
    gone = [old, *owned.values()]
    assert (drawn.purpose, drawn.seat) == ("deed", 0)
    assert sorted(drawn.cards) == sorted(name for name in NAMES if name not in gone)


def test_the_house_that_was_sold_is_there_for_the_next_player(table: Laid) -> None:
    """[L103 L104 L7]"""
    laid = table(house={0: "Log Cabin", 1: "Split-Level"}, cash=[200_000, 200_000, 0])
    laid.land(SECOND, spins=[2], draws=["Tudor"])
    assert "Log Cabin" in laid.state.deeds_left
    laid.again(1).land(SECOND, spins=[1], draws=["Log Cabin"])
    assert laid.state.house == ["Tudor", "Log Cabin", ""]
    assert laid.state.deeds_left == sorted(name for name in NAMES if name not in ("Tudor", "Log Cabin"))


@pytest.mark.parametrize(("cash", "notes"), [(165_000, 0), (164_999, 1), (0, 9), (5_000, 8)])
def test_the_new_one_must_be_bought_even_on_loans(table: Laid, cash: int, notes: int) -> None:
    """[L105] Of 35,000 for the old one and the cash a Victorian of 200,000."""
    played = table(house={0: "Split-Level"}, cash={0: cash}).land(SECOND, spins=[2], draws=["Victorian"])
    assert (played.state.house[0], played.state.notes[0]) == ("Victorian", notes)


def test_nobody_ever_owns_two_houses(table: Laid) -> None:
    """[L106] From the first one through the second one to none."""
    laid = table(cash={0: 400_000}, salary={0: 20_000}, career={0: "Artist"})
    laid.land(FIRST, spins=[6], say=[("ChooseStarterHome", "Beach House")])
    laid.again(0).land(SECOND, spins=[2], draws=["Farmhouse"])
    laid.again(0).land(147, say=[("ChooseRetirement", "Millionaire Estates")])
    assert laid.state.house == ["", "", ""]
    assert laid.state.deeds_left == sorted(NAMES)
    assert laid.told(HomeSold) == [HomeSold(0, deed="Farmhouse", price=180_000)]


# --- between the first one and the end ------------------------------------------------------------------------------


@pytest.mark.parametrize("spaces", range(1, 11))
def test_nobody_passes_the_first_house(table: Laid, spaces: int) -> None:
    """[L107 L100] From all ten spaces before it, with any spin that reaches it."""
    for number in range(spaces, 11):
        laid = table(at={0: FIRST - spaces}, cash={0: 99_000}, salary={0: 20_000})
        played = laid.turn(spins=[number, 6], say=[("ChooseStarterHome", "Split-Level")])
        assert (played.path(), played.state.house[0]) == ([FIRST, 42], "Split-Level")


def test_what_happens_to_houses_happens_between_the_first_one_and_retirement(edition: Edition) -> None:
    """[L107] And every road leads over the first one."""
    events = [number for number in range(1, 148) if edition.on(number).insured == "home"]
    assert events == HOME_EVENTS
    assert min(events) > FIRST
    assert max(events) < edition.retire
    assert edition.on(FIRST).kind == "buy_starter_home"
    assert not any(before < FIRST < after for before, roads in enumerate(edition.roads) for after in roads)
