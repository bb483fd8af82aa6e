"""What each of the 147 spaces does to who lands on it: rulings L57 to L63."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.core.events import Event
from parlour.games.life.edition import Edition
from parlour.games.life.events import (
    CardsDrawn,
    CardsReturned,
    CareerTaken,
    ChildrenBorn,
    HomeBought,
    HomeSold,
    JobLost,
    Married,
    MissesNextTurn,
    Moved,
    Retired,
    SalariesTraded,
    SalaryTaken,
    Spun,
    TileTaken,
)
from parlour.games.life.money_events import Paid, PayDay, Received, StockLost, StockTaken
from parlour.games.life.moving import is_in_the_lead
from parlour.games.life.state import COUNTRYSIDE_ACRES

Laid = Callable[..., Any]
Played = tuple[dict[str, Any], list[Event]]

BANK = -1
EFFECTS = """
    +20 -5 tile +5 miss tile -5 tile -5 tile
    job payday -5 +10 payday tile miss tile Doctor:5 +10
    tile tile payday -15 wedding -10 tile Salesperson:10 -10 Lawyer:10
    night payday tax +50 tile starter payday lose child Salesperson:5
    child +10 payday twins Athlete:20 child Entertainer:5 -40 Doctor:5 trade
    child payday child -15 tile Salesperson:5 zooms tile tile payday
    -15 trade tile tile child payday Lawyer:25 night tile Artist:20
    payday tile +10 again:5 trade tax Athlete:25 Lawyer:25 payday slump
    house school:5 +80 twins Entertainer:15 payday tile Artist:35 trade Salesperson:25
    +75 Police_Officer:15 payday +80 tax payday Artist:25 tile +95 school:5
    tile tile -90 payday -50 +100 trade Athlete:30 slump -125
    payday Doctor:25 tax Salesperson:30 Athlete:35 lose again:1 payday Entertainer:100 trade
    tile again:3 Doctor:100 school:50 payday tax again:5 tile Artist:125 tile
    trade payday tile again:3 Athlete:65 tile payday tile again:4 tile
    Lawyer:45 tile payday Entertainer:35 Lawyer:45 pension retire
"""
"""What each space does, ten in a line, from number 1 on; amounts in thousands.

`+` is paid by the bank and `-` to it, a career's name says whose holder gets it, `school` is for each child, and
`again` says how far the next Pay Day is.
"""
SPACES = list(enumerate(EFFECTS.split(), 1))
PAYEES = {"tax": "Accountant", "school": "Teacher", "night": "Teacher"}
AGAIN = (74, 117, 122, 127, 134, 139)


def spun_on(e: Edition, by: int, to: int) -> list[Event]:
    """A further spin that leads to that space, of which a Pay Day pays seat 0 its 60,000."""
    space = e.on(to)
    pays = [PayDay(0, amount=60_000)] if space.kind == "pay_day" else []
    return [Spun(0, number=by), *pays, Moved(0, space=to, name=space.name, kind=space.kind)]


def money_of(what: str, amount: int, name: str) -> Played:
    """What is paid on a space: by the bank, to it, or to seat 1."""
    match what:
        case "+":
            return {}, [Received(0, amount=amount, what=name)]
        case "-":
            return {}, [Paid(0, amount=amount, payee=BANK, what=name)]
        case "school":
            return {}, [Paid(0, amount=2 * amount, payee=1, what=name)]
        case "pension":
            return {"spins": [7]}, [Spun(0, number=7), Received(0, amount=140_000, what=name)]
        case "tax":
            return {}, [Paid(0, amount=25_000, payee=1, what=name)]
    return {}, [Paid(0, amount=amount, payee=1, what=name)]


def job_of(what: str, e: Edition) -> Played:
    """What a space does about careers and salaries."""
    match what:
        case "job":
            draws: list[Any] = ["Athlete", "Lawyer", "Artist", 30_000, 60_000, 50_000]
            say = [("ChooseCareer", "Lawyer"), ("ChooseSalary", 60_000)]
            taken: list[Event] = [CareerTaken(0, career="Lawyer"), SalaryTaken(0, salary=60_000)]
            return {"draws": draws, "spins": [1], "say": say}, [CardsDrawn(0, cards=draws), *taken, *spun_on(e, 1, 15)]
        case "night":
            draws = ["Athlete", "Artist", 30_000, 90_000]
            say = [("GoToNightSchool", True), ("ChooseCareer", "Athlete"), ("ChooseSalary", 90_000)]
            paid = Paid(0, amount=20_000, payee=1, what="Night School")
            taken = [CareerTaken(0, career="Athlete"), SalaryTaken(0, salary=90_000)]
            return {"draws": draws, "say": say}, [CardsDrawn(0, cards=draws), paid, *taken]
        case "lose":
            taken = [CareerTaken(0, career="Athlete"), SalaryTaken(0, salary=20_000)]
            return {"draws": ["Athlete", 20_000]}, [JobLost(0), *taken]
    traded = SalariesTraded(0, partner=1, gets=40_000, gives=60_000)
    return {"say": [("TradeSalary", 1)]}, [traded]


def life_of(what: str, e: Edition) -> Played:
    """What a space does about family, house, stocks and tiles."""
    tile = TileTaken(0, left=20)
    gifts = [Paid(other, amount=5_000, payee=0, what="a birth") for other in (1, 2)]
    match what:
        case "child" | "twins":
            born = 1 if what == "child" else 2
            return {}, [ChildrenBorn(0, born=born, children=2 + born), *gifts, tile]
        case "wedding":
            return {"spins": [4, 7]}, [Married(0), tile, Spun(0, number=4), *spun_on(e, 7, 32)]
        case "starter":
            bought = HomeBought(0, deed="Mobile Home", price=60_000)
            return {"spins": [1], "say": [("ChooseStarterHome", "Mobile Home")]}, [bought, *spun_on(e, 1, 37)]
        case "house":
            moved: list[Event] = [
                HomeSold(0, deed="Log Cabin", price=80_000),
                HomeBought(0, deed="Tudor", price=180_000),
            ]
            tuition = Paid(0, amount=10_000, payee=BANK, what=e.on(82).name)
            return {"draws": ["Tudor"], "spins": [1]}, [*moved, *spun_on(e, 1, 82), tuition]
        case "zooms":
            return {"say": [("ChooseStock", 4)]}, [StockTaken(0, number=4, price=0)]
        case "slump":
            return {}, [StockLost(0, number=9)]
        case "retire":
            given: list[Event] = [HomeSold(0, deed="Log Cabin", price=80_000)]
            given += [CardsReturned(0, career="Police Officer", salary=60_000)]
            given += [Received(0, amount=20_000, what="the children"), Retired(0, home=COUNTRYSIDE_ACRES), tile]
            return {"say": [("ChooseRetirement", COUNTRYSIDE_ACRES)]}, given
    plain: dict[str, list[Event]] = {"tile": [tile], "miss": [MissesNextTurn(0)], "payday": []}
    return {}, plain[what]


def effect_of(number: int, effect: str, e: Edition) -> Played:
    """What is spun, drawn and said on a space, and what is told there."""
    what, _, amount = effect.partition(":")
    if what[0] in "+-":
        what, amount = effect[0], effect[1:]
    if what == "again":
        return {"spins": [int(amount)]}, spun_on(e, int(amount), number + int(amount))
    if amount or what in ("tax", "pension"):
        return money_of(what, 1_000 * int(amount or 0), e.on(number).name)
    return (job_of if what in ("job", "night", "lose", "trade") else life_of)(what, e)


@pytest.mark.parametrize(("number", "effect"), SPACES)
def test_each_space_does_this_and_nothing_else(table: Laid, edition: Edition, number: int, effect: str) -> None:
    """[L52 L56 L57 L58 L59 L60 L61 L63] Nobody has a policy; seat 1 holds the career, and seat 2 is ahead."""
    what = effect.partition(":")[0].replace("_", " ")
    payee = PAYEES.get(what, what if what in edition.career else "Salesperson")
    laid: dict[str, Any] = {"career": {1: payee}, "salary": {1: 40_000}, "at": {2: 145 if number == 146 else 146}}
    if number > 11:
        own = "Police Officer" if payee != "Police Officer" else "Entertainer"
        laid |= {"career": {0: own, 1: payee}, "salary": {0: 60_000, 1: 40_000}}
    if number > 36:
        laid["house"] = {0: "Log Cabin"}
    played = table(cash=[300_000] * 3, spouse={0: number > 25}, children={0: 2}, stocks={0: 9}, **laid)
    luck, told = effect_of(number, effect, edition)
    played.land(number, **luck)
    arrived = next(index for index, event in enumerate(played.events) if type(event) is Moved)
    moved = played.events[arrived]
    assert (moved.space, moved.kind) == (number, edition.on(number).kind)
    assert played.events[arrived + 1 :] == told
    assert (played.events[arrived - 1] == PayDay(0, amount=60_000)) is (effect == "payday")


# --- the bank -------------------------------------------------------------------------------------------------------

GETS = [(number, 1_000 * int(effect)) for number, effect in SPACES if effect[0] == "+"]
COSTS = [(number, -1_000 * int(effect)) for number, effect in SPACES if effect[0] == "-"]


def test_there_are_twelve_spaces_where_the_bank_pays_and_thirteen_where_it_is_paid() -> None:
    """[L57 L58]"""
    assert (len(GETS), len(COSTS)) == (12, 13)


@pytest.mark.parametrize(("number", "amount"), GETS)
def test_what_a_space_pays_comes_from_the_bank(table: Laid, number: int, amount: int) -> None:
    """[L57]"""
    played = table(cash=[700, 800, 900], career={0: "Artist"} if number > 11 else {})
    bank = played.state.money.bank
    played.land(number)
    assert (played.cash, played.state.money.bank) == ([700 + amount, 800, 900], bank - amount)


@pytest.mark.parametrize(("number", "amount"), COSTS)
@pytest.mark.parametrize(
    "other", [{}, {"career": {1: "Lawyer"}}, {"at": {1: 4}}, {"retired": {1: "Countryside Acres"}}]
)
def test_what_goes_to_no_career_goes_to_the_bank(table: Laid, number: int, amount: int, other: dict[str, Any]) -> None:
    """[L58 L66] Not to a student or to somebody retired, who has no career, nor to oneself."""
    played = table(seats=2, cash=[200_000, 500], **other)
    bank = played.state.money.bank
    played.land(number)
    name = played.e.on(number).name
    assert played.told(Paid) == [Paid(0, amount=amount, payee=BANK, what=name)]
    assert (played.cash, played.state.money.bank) == ([200_000 - amount, 500], bank + amount)


@pytest.mark.parametrize(
    ("number", "cash", "notes", "left"),
    [(103, 89_999, 1, 19_999), (103, 90_000, 0, 0), (103, 0, 5, 10_000), (13, 4_999, 1, 19_999), (2, 0, 1, 15_000)],
)
def test_what_a_space_costs_must_be_paid_with_loans_if_need_be(
    table: Laid, number: int, cash: int, notes: int, left: int
) -> None:
    """[L56 L58] The fewest notes with which it can be paid, and nothing is asked."""
    played = table(cash={0: cash}).land(number)
    assert (played.cash[0], played.state.notes, played.kinds_asked()) == (left, [notes, 0, 0], [])


@pytest.mark.parametrize("number", [number for number, effect in SPACES if effect == "tile"])
def test_a_life_space_brings_one_tile_and_no_money(table: Laid, number: int) -> None:
    """[L59]"""
    played = table(tiles=[2, 1, 0]).land(number)
    assert (played.state.tiles, played.state.pile, played.cash) == ([3, 1, 0], 17, [10_000] * 3)


# --- schools --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "each"), [(82, 5_000), (100, 5_000), (124, 50_000)])
@pytest.mark.parametrize("children", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("teacher", [BANK, 0, 1])
def test_a_school_costs_so_much_for_each_child(
    table: Laid, number: int, each: int, children: int, teacher: int
) -> None:
    """[L60 L66 L67 L71] Nothing without children, nor for the Teacher."""
    career = {0: "Artist"} if teacher == BANK else {teacher: "Teacher"}
    played = table(cash=[200_000, 0, 0], children={0: children, 1: 3}, career=career)
    played.land(number)
    cost = each * children if teacher else 0
    paid = [Paid(0, amount=cost, payee=teacher, what=played.e.on(number).name)] if cost else []
    assert played.told(Paid) == paid
    assert played.cash == [200_000 - cost, cost if teacher == 1 else 0, 0]


# --- spin again -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", AGAIN)
@pytest.mark.parametrize(
    "ahead", [{"at": {2: 1}}, {"retired": {2: "Millionaire Estates"}}, {"retired": {1: "Countryside Acres"}}]
)
def test_who_is_behind_anybody_spins_again_and_moves(table: Laid, number: int, ahead: dict[str, Any]) -> None:
    """[L61 L62] Behind the next car, or behind somebody retired."""
    if "at" in ahead:
        ahead = {"at": {2: number + 2}}
    played = table(salary={0: 20_000}, cash={0: 99_000}, career={0: "Lawyer"}, **ahead)
    onward = dict(SPACES)[number].partition(":")[2]
    played.land(number, spins=[int(onward)])
    assert played.path() == [number, number + int(onward)]
    assert len(played.told(Spun)) == 2


@pytest.mark.parametrize("number", AGAIN)
@pytest.mark.parametrize("behind", [1, 40])
def test_the_leader_does_not_spin_again(table: Laid, number: int, behind: int) -> None:
    """[L61 L62] A car right behind is not ahead, and one that has not started neither."""
    played = table(at={2: number - behind}, salary={0: 20_000}, career={0: "Lawyer"})
    played.land(number, spin=2 if behind != 2 else 3)
    assert (played.path(), len(played.told(Spun))) == ([number], 1)


def test_a_spin_again_space_may_lead_to_the_next_one(table: Laid) -> None:
    """[L61 L62] From 117 to 122, where somebody is still ahead, and to 127, from which nobody is."""
    played = table(at={1: 126}, salary={0: 20_000}, career={0: "Lawyer"}).land(117, spins=[5, 5])
    assert played.path() == [117, 122, 127]
    assert [question.purpose for question in played.luck] == ["spin", "spin", "spin"]


@pytest.mark.parametrize(
    ("at", "leads"),
    [
        ([48, 49], [True, True]),
        ([48, 56], [False, True]),
        ([84, 85], [True, False]),
        ([84, 92], [False, True]),
        ([87, 84], [True, True]),
        ([10, 12], [True, False]),
        ([10, 13], [True, True]),
        ([11, 14], [True, True]),
        ([0, 0], [True, True]),
        ([147, 146], [True, False]),
    ],
)
def test_ahead_is_who_has_fewer_spaces_to_go_by_the_shortest_road(
    table: Laid, at: list[int], leads: list[bool]
) -> None:
    """[L62] Left of the first fork the first space is as far as the fork; the long way is behind the second one.

    Equally far is not behind, so both lead.
    """
    laid = table(seats=2, at=at, entry=[12, 12])
    assert [is_in_the_lead(laid.state, laid.e, seat) for seat in (0, 1)] == leads


# --- the pension ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 11))
def test_the_pension_is_20000_times_a_spin(table: Laid, number: int) -> None:
    """[L63] The car stays there."""
    played = table(cash=[0, 0, 0], career={0: "Artist"}).land(146, spins=[number])
    assert played.cash == [20_000 * number, 0, 0]
    assert (played.path(), played.told(Received)) == ([146], [Received(0, amount=20_000 * number, what="Pension")])


def test_the_spin_for_the_pension_is_fined_before_the_bank_pays(table: Laid) -> None:
    """[L63 L72] A 10 of who has nothing."""
    played = table(cash=[0, 0, 0], career={1: "Police Officer"}).land(146, spins=[10])
    assert played.order()[-4:] == ["Spun", "LoanTaken", "Paid", "Received"]
    assert (played.cash, played.state.notes) == ([215_000, 5_000, 0], [1, 0, 0])
