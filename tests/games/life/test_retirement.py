"""Retirement: rulings L131 to L141."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.life import events as told

Laid = Callable[..., Any]
Old = Callable[..., Any]

ACRES = "Countryside Acres"
ESTATES = "Millionaire Estates"
HOMES = pytest.mark.parametrize("home", [ACRES, ESTATES])
SELLS = [
    ("Split-Level", 35_000),
    ("Mobile Home", 55_000),
    ("Log Cabin", 80_000),
    ("Cozy Condo", 105_000),
    ("Dutch Colonial", 130_000),
    ("Beach House", 130_000),
    ("Farmhouse", 180_000),
    ("Tudor", 210_000),
    ("Victorian", 230_000),
]


@pytest.fixture
def old(table: Laid) -> Old:
    """A table whose seat 0 is two spaces before Retire, an Artist with 20,000 a year and a Log Cabin."""

    def laid(**what: Any) -> Any:
        mine: dict[str, Any] = {"at": 145, "career": "Artist", "salary": 20_000, "house": "Log Cabin", "cash": 0}
        for name, value in mine.items():
            what[name] = {0: value, **what.get(name, {})}
        return table(**what)

    return laid


def retire(table: Any, home: str = ESTATES, *, spin: int = 2) -> Any:
    """The turn in which seat 0 retires."""
    return table.turn(spins=[spin], say=[("ChooseRetirement", home)])


# --- the end of the road --------------------------------------------------------------------------------------------


@HOMES
@pytest.mark.parametrize("spin", [2, 3, 6, 10])
def test_a_car_stops_at_retire_and_does_not_spin_again(old: Old, spin: int, home: str) -> None:
    """[L131] What is left of the spin is lost, and the next seat has its turn."""
    played = retire(old(), home, spin=spin)
    assert played.path() == [147]
    assert len(played.told(told.Spun)) == 1
    assert played.state.active == 1
    assert [question.kind for question in played.asked] == ["BeforeSpin", "ChooseRetirement"]


def test_pay_days_on_the_way_are_collected_first(old: Old) -> None:
    """[L131] By the card that is given back after that."""
    played = retire(old(at={0: 141}, salary={0: 90_000}), spin=10)
    assert played.order()[:3] == ["Spun", "PayDay", "Moved"]
    assert played.cash[0] == 90_000 + 80_000


@pytest.mark.parametrize("there", [0, 1, 4])
def test_retire_holds_all_cars(old: Old, there: int) -> None:
    """[L131 L46] Nobody moves on from it."""
    played = retire(old(seats=6, retired=dict.fromkeys(range(1, 1 + there), ACRES)))
    assert played.path() == [147]
    assert played.state.retired[0] == ESTATES


# --- the account ----------------------------------------------------------------------------------------------------


def test_everything_is_settled_in_the_order_of_the_rulebook(old: Old) -> None:
    """[L132 L133 L134 L135 L137] Notes, house, cards, children, and then the home."""
    played = retire(old(notes={0: 1}, children={0: 2}, auto={0: True}, home={0: True}), ACRES)
    assert played.order() == [
        "Spun",
        "Moved",
        "LoanRepaid",
        "HomeSold",
        "CardsReturned",
        "Received",
        "Retired",
        "TileTaken",
    ]
    assert played.cash[0] == -25_000 + 80_000 + 20_000


@pytest.mark.parametrize("notes", [1, 2, 5, 14])
def test_all_notes_are_repaid_at_25000_each(old: Old, notes: int) -> None:
    """[L132] Also more than one question could repay."""
    laid = old(notes={0: notes, 1: 3}, cash={0: 400_000})
    bank = laid.state.money.bank
    played = retire(laid)
    assert played.told(told.LoanRepaid) == [told.LoanRepaid(0, count=notes, amount=25_000 * notes, notes=0)]
    assert played.state.notes == [0, 3, 0]
    assert played.cash[0] == 400_000 - 25_000 * notes + 80_000
    assert played.state.money.bank == bank + 25_000 * notes - 80_000


def test_who_owes_nothing_repays_nothing(old: Old) -> None:
    """[L132]"""
    assert not retire(old()).told(told.LoanRepaid)


@pytest.mark.parametrize(("deed", "sells"), SELLS)
def test_the_bank_takes_the_house_for_its_selling_price(old: Old, deed: str, sells: int) -> None:
    """[L133] Which is on its deed."""
    played = retire(old(house={0: deed}))
    assert played.told(told.HomeSold) == [told.HomeSold(0, deed=deed, price=sells)]
    assert played.cash[0] == sells
    assert played.state.house[0] == ""
    assert deed in played.state.deeds_left


def test_cards_and_policies_go_back_without_refund(old: Old) -> None:
    """[L134] Only the house brings money."""
    played = retire(old(auto={0: True}, home={0: True}))
    g = played.state
    assert played.told(told.CardsReturned) == [told.CardsReturned(0, career="Artist", salary=20_000)]
    assert (g.career[0], g.salary[0], g.auto[0], g.home[0]) == ("", 0, False, False)
    assert "Artist" in g.careers_left
    assert 20_000 in g.salaries_left
    assert (g.careers_left, g.salaries_left) == (sorted(g.careers_left), sorted(g.salaries_left))
    assert played.cash[0] == 80_000


def test_what_came_back_can_be_drawn_by_others(old: Old) -> None:
    """[L134 L7] Another who loses the job."""
    laid = old(at={1: 37}, career={1: "Athlete"}, salary={1: 30_000})
    retire(laid).again(1).turn(spins=[1], draws=["Artist", 20_000])
    assert (laid.state.career[1], laid.state.salary[1]) == ("Artist", 20_000)


@HOMES
def test_stocks_are_kept(old: Old, home: str) -> None:
    """[L134]"""
    played = retire(old(stocks={0: [4, 7]}), home)
    assert played.state.stocks[0] == [4, 7]
    assert not {4, 7} & set(played.state.stocks_left)


@pytest.mark.parametrize("children", [0, 1, 2, 3, 4])
def test_the_bank_pays_10000_for_each_child(old: Old, children: int) -> None:
    """[L135] The others give nothing."""
    laid = old(children={0: children, 1: 3}, cash={0: 500, 1: 700, 2: 900})
    played = retire(laid)
    assert played.cash == [500 + 80_000 + 10_000 * children, 700, 900]
    assert [event.amount for event in played.told(told.Received)] == ([10_000 * children] if children else [])


@pytest.mark.parametrize(
    ("cash", "notes", "children", "left"),
    [
        (24_999, 1, 0, 79_999),
        (0, 3, 0, 5_000),
        (0, 3, 2, 25_000),
        (0, 4, 2, 0),
        (0, 4, 0, -20_000),
        (10_000, 20, 4, -370_000),
    ],
)
def test_nothing_is_borrowed_and_what_is_lacking_stays_as_a_debt(
    old: Old, cash: int, notes: int, children: int, left: int
) -> None:
    """[L136] In cash, not in notes; and it counts."""
    played = retire(old(cash={0: cash}, notes={0: notes}, children={0: children}))
    assert played.cash[0] == left
    assert played.state.notes[0] == 0
    assert not played.told(told.LoanTaken)
    assert played.sheets("worth")[0] == left


def test_the_question_tells_cash_and_tiles(old: Old) -> None:
    """[L136 L137] It comes after everything has been settled."""
    question = old(notes={0: 1}, children={0: 1}, tiles={0: 3}).until("ChooseRetirement", spins=[2])
    assert (question.cash, question.tiles) == (-25_000 + 80_000 + 10_000, 3)
    assert set(question.options()) == {ACRES, ESTATES}
    assert question.default() == ACRES


# --- the home -------------------------------------------------------------------------------------------------------


@HOMES
def test_there_is_room_for_all_in_either_home(old: Old, home: str) -> None:
    """[L137] Five are there already."""
    laid = old(seats=6, retired=dict.fromkeys(range(1, 6), home))
    assert set(laid.until("ChooseRetirement", spins=[2]).options()) == {ACRES, ESTATES}
    played = retire(old(seats=6, retired=dict.fromkeys(range(1, 5), home)), home)
    assert played.state.retired == [home] * 5 + [""]
    assert played.told(told.Retired) == [told.Retired(0, home=home)]


@pytest.mark.parametrize(("home", "tiles"), [(ACRES, 4), (ESTATES, 3)])
def test_countryside_acres_brings_one_more_tile(old: Old, home: str, tiles: int) -> None:
    """[L138] Millionaire Estates none."""
    played = retire(old(tiles={0: 3}), home)
    assert played.state.tiles[0] == tiles
    assert played.state.pile == 21 - tiles


def test_the_tile_of_countryside_acres_is_safe_as_are_the_others(old: Old) -> None:
    """[L138] Nobody can take from there."""
    laid = old(tiles=[3, 0, 0], pile=1, at={1: 14})
    retire(laid, ACRES).again(1).turn(spins=[2])
    assert laid.told(told.NoTile) == [told.NoTile(1)]
    assert laid.state.tiles == [4, 0, 0]


def test_with_an_empty_pile_it_is_taken_from_an_opponent(old: Old) -> None:
    """[L139] Whom the player chooses, but not from Countryside Acres."""
    laid = old(seats=5, tiles=[3, 2, 1, 4, 0], pile=0, retired={3: ACRES})
    played = laid.turn(spins=[2], say=[("ChooseRetirement", ACRES), ("TakeTile", 2)])
    assert played.asked[-1].options() == (1, 2)
    assert played.told(told.TileStolen) == [told.TileStolen(0, victim=2)]
    assert played.state.tiles == [4, 2, 0, 4, 0]


def test_with_an_empty_pile_and_nobody_to_take_from_there_is_none(old: Old) -> None:
    """[L139 L125] The four for Millionaire Estates are not touched."""
    played = retire(old(tiles=[3, 0, 4], pile=0, retired={2: ACRES}), ACRES)
    assert played.told(told.NoTile) == [told.NoTile(0)]
    assert (played.state.tiles, played.state.reserved) == ([3, 0, 4], 4)


def test_at_millionaire_estates_tiles_can_still_be_taken(old: Old) -> None:
    """[L140] By who is the only one to find some there, unasked."""
    laid = old(tiles=[3, 0, 0], pile=0, at={1: 14})
    retire(laid).again(1).turn(spins=[2])
    assert laid.told(told.TileStolen) == [told.TileStolen(1, victim=0)]
    assert laid.state.tiles == [2, 1, 0]


# --- after that -----------------------------------------------------------------------------------------------------


@HOMES
def test_the_retired_give_nothing_for_a_birth_or_a_wedding(table: Laid, home: str) -> None:
    """[L141]"""
    born = table(retired={1: home}, cash=[0, 90_000, 90_000]).land(39)
    assert born.cash == [5_000, 90_000, 85_000]
    married = table(retired={2: home}, cash=[10_000, 90_000, 90_000]).land(25, spins=[8, 2])
    assert married.cash == [20_000, 80_000, 90_000]


@HOMES
def test_the_retired_get_dividends(table: Laid, home: str) -> None:
    """[L141] For the spins of others, which are all that are left."""
    played = table(retired={2: home}, stocks={2: [3, 8]}, cash=[0, 0, 0]).land(16, spin=3)
    assert played.cash == [0, 0, 10_000]


@pytest.mark.parametrize(("space", "career"), [(103, None), (19, "Doctor"), (124, "Teacher")])
def test_the_retired_are_paid_for_no_career(old: Old, space: int, career: str | None) -> None:
    """[L141 L66] The card is back in the pile: the bank has the money."""
    laid = old(career={0: career or "Artist"}, cash={0: 0, 1: 90_000}, children={1: 1})
    retire(laid, ACRES)
    laid.again(1).land(space)
    assert laid.cash[0] == 80_000
    assert laid.cash[1] < 90_000


@pytest.mark.parametrize(("spun", "career"), [(10, "Police Officer"), (1, "Artist")])
def test_the_retired_are_paid_for_no_spin(old: Old, spun: int, career: str) -> None:
    """[L141 L72 L77]"""
    laid = old(career={0: career}, cash={1: 50_000})
    retire(laid, ACRES)
    laid.again(1).land(22, spin=spun)
    assert laid.cash[:2] == [80_000, 50_000]


def test_the_retired_get_no_commission(old: Old) -> None:
    """[L141 L75] The Salesperson's card is gone."""
    laid = old(career={0: "Salesperson"}, cash={1: 60_000}, at={1: 13})
    retire(laid, ACRES)
    laid.again(1).turn(spins=[1], say=[("BeforeSpin", "buy auto insurance")])
    assert not laid.told(told.CommissionPaid)
    assert laid.cash[0] == 80_000


@HOMES
def test_the_retired_are_not_asked_for_a_turn(table: Laid, home: str) -> None:
    """[L141 L32] So they neither buy nor borrow; the others go on."""
    laid = table(seats=4, retired={1: home, 2: home}, cash=[400_000] * 4)
    laid.land(22)
    assert laid.state.active == 3
    laid.again(3).land(16)
    assert laid.state.active == 0


def test_salaries_are_not_traded_with_the_retired(table: Laid) -> None:
    """[L141 L88] They have none."""
    laid = table(seats=4, retired={2: ESTATES}, salary={0: 20_000, 1: 30_000, 3: 40_000}, at={0: 61})
    assert laid.until("TradeSalary", spins=[1]).salaries == {"1": 30_000, "3": 40_000}
