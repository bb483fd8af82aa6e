"""Stocks: rulings L114 to L119."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.life import events as told
from parlour.games.life.edition import Edition

Laid = Callable[..., Any]

BUY = ("BeforeSpin", "buy a stock")
NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]


def offered(table: Any) -> bool:
    """Whether a stock is for sale before the spin."""
    return "buy a stock" in table.until("BeforeSpin").actions


def buying(stocks: Any = (), price: int = 50_000) -> dict[str, Any]:
    """What is laid for a seat that buys its first stock beside the owners of others, and lands on Inheritance."""
    return {"seats": 6, "at": {0: 13}, "cash": {0: price}, "stocks": dict(enumerate(stocks, 1))}


# --- the cards ------------------------------------------------------------------------------------------------------


def test_there_is_one_card_of_each_number_from_1_to_9(table: Laid, edition: Edition) -> None:
    """[L114] None has a 10, and what is owned is not in the pile."""
    assert list(edition.stocks.numbers) == NINE
    assert table().state.stocks_left == NINE
    assert table(stocks={0: 3, 1: [1, 9]}).state.stocks_left == [2, 4, 5, 6, 7, 8]


def test_nobody_can_have_a_number_that_somebody_owns(table: Laid) -> None:
    """[L114 L115] Only what is free is to be chosen from."""
    question = table(**buying([4, 2, [7, 9]])).until("ChooseStock", say=[BUY])
    assert question.numbers == (1, 3, 5, 6, 8)
    assert question.default() == 1


@pytest.mark.parametrize("number", NINE)
def test_the_buyer_chooses_any_free_number(table: Laid, number: int) -> None:
    """[L115] Whatever the number, the price is 50,000, and it is the bank's; it is paid when the number is chosen."""
    laid = table(**buying(price=60_000))
    bank = laid.state.money.bank
    laid.until("ChooseStock", say=[BUY])
    assert (laid.cash[0], laid.state.money.bank, laid.state.stocks[0], laid.events) == (60_000, bank, [], [])
    spin = 1 if number != 1 else 7
    played = table(**buying(price=60_000)).turn(spins=[spin], say=[BUY, ("ChooseStock", number)])
    inherited = sum(event.amount for event in played.told(told.Received))
    assert (played.cash[0], played.state.money.bank) == (10_000 + inherited, bank + 50_000 - inherited)
    assert played.told(told.StockTaken) == [told.StockTaken(0, number=number, price=50_000)]
    assert played.state.stocks[0] == [number]
    assert played.state.stocks_left == [each for each in NINE if each != number]


@pytest.mark.parametrize(("cash", "enough"), [(0, False), (49_999, False), (50_000, True), (400_000, True)])
def test_a_stock_costs_50000_in_cash(table: Laid, cash: int, enough: bool) -> None:
    """[L115]"""
    assert offered(table(cash={0: cash})) is enough


def test_a_stock_is_paid_for_even_by_who_has_no_career(table: Laid) -> None:
    """[L115] A student on the college road can buy one too."""
    played = table(at={0: 1}, cash={0: 50_000}).turn(spins=[2], say=[BUY, ("ChooseStock", 5)])
    assert played.state.stocks == [[5], [], []]
    assert played.cash == [0, 10_000, 10_000]


@pytest.mark.parametrize("owned", [[6], [1, 6]], ids=str)
def test_who_owns_a_stock_cannot_buy_another(table: Laid, owned: list[int]) -> None:
    """[L116] Whatever the cash; the others still can."""
    assert not offered(table(stocks={0: owned}, cash={0: 900_000}))
    assert offered(table(stocks={1: owned}, cash={0: 900_000}))


def test_nobody_buys_two_in_one_turn(table: Laid) -> None:
    """[L116] After the first, the question is asked again without it."""
    laid = table(at={0: 13}, cash={0: 900_000})
    laid.turn(spins=[1], say=[BUY, ("ChooseStock", 3)])
    first, second = (question.actions for question in laid.asked if question.kind == "BeforeSpin")
    assert "buy a stock" in first
    assert "buy a stock" not in second


def test_who_lost_the_only_stock_can_buy_again(table: Laid) -> None:
    """[L116 L119]"""
    laid = table(stocks={0: 6}, cash={0: 90_000}).land(80)
    assert laid.state.stocks[0] == []
    assert offered(laid.again())


def test_when_no_number_is_free_none_is_for_sale(table: Laid) -> None:
    """[L118] Others have all nine."""
    assert not offered(table(stocks={1: [1, 2, 3, 4, 5], 2: [6, 7, 8, 9]}, cash={0: 900_000}))
    assert offered(table(stocks={1: [1, 2, 3, 4, 5], 2: [6, 7, 8]}, cash={0: 900_000}))


# --- dividends ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", [0, 1, 2])
@pytest.mark.parametrize("number", NINE)
def test_the_bank_pays_10000_for_every_spin_of_the_number(table: Laid, number: int, owner: int) -> None:
    """[L117] Whoever spins it, the owner too."""
    laid = table(stocks={owner: number}, cash=[0, 0, 0])
    bank = laid.state.money.bank
    played = laid.land(22, spin=number)
    assert played.told(told.DividendPaid) == [told.DividendPaid(owner, number=number, amount=10_000)]
    assert played.cash == [10_000 if seat == owner else 0 for seat in range(3)]
    assert played.state.money.bank == bank - 10_000


@pytest.mark.parametrize("spun", [2, 4, 6, 8, 10])
def test_other_numbers_pay_nothing(table: Laid, spun: int) -> None:
    """[L114 L117] Least of all a 10, which no stock has."""
    played = table(stocks={0: 3, 1: 5, 2: [1, 7, 9]}, cash=[0, 0, 0]).land(22, spin=spun)
    assert not played.told(told.DividendPaid)
    assert played.cash == [0, 0, 0]


def test_a_spin_pays_its_owner_before_the_car_moves(table: Laid) -> None:
    """[L117] The spinner owns the number and lands on a LIFE space."""
    played = table(at={0: 14}, stocks={0: [2, 5]}).turn(spins=[2])
    assert played.order() == ["Spun", "DividendPaid", "PayDay", "Moved", "TileTaken"]
    assert played.cash[0] == 20_000


def test_each_spin_of_a_turn_pays(table: Laid) -> None:
    """[L117] To the wedding, for the gifts, and after the STOP."""
    played = table(at={0: 18}, stocks={1: 7, 2: 2}, cash=[50_000] * 3).turn(spins=[7, 7, 2])
    assert [event.seat for event in played.told(told.DividendPaid)] == [1, 1, 2]
    assert played.cash == [50_000 + 10_000, 50_000 + 20_000 - 5_000, 50_000 + 10_000 - 5_000]


def test_the_spin_for_the_pension_pays_too(table: Laid) -> None:
    """[L117]"""
    played = table(stocks={0: 9, 1: 3}).land("pension", spin=3, spins=[9])
    assert played.told(told.DividendPaid) == [
        told.DividendPaid(1, number=3, amount=10_000),
        told.DividendPaid(0, number=9, amount=10_000),
    ]


# --- Stock Market Zooms ---------------------------------------------------------------------------------------------


def test_zooms_gives_a_stock_for_nothing(table: Laid) -> None:
    """[L118] Of a number that the player chooses among the free ones."""
    laid = table(stocks={1: 4}, cash=[0, 0, 0])
    played = laid.land("stock_zooms", say=[("ChooseStock", 8)])
    assert played.told(told.StockTaken) == [told.StockTaken(0, number=8, price=0)]
    assert played.asked[-1].numbers == (1, 2, 3, 5, 6, 7, 8, 9)
    assert played.state.stocks == [[8], [4], []]
    assert played.cash == [0, 0, 0]


def test_who_owns_a_stock_gets_another_by_zooms(table: Laid) -> None:
    """[L116 L118] And both pay from then on."""
    played = table(stocks={0: [3]}).land("stock_zooms", say=[("ChooseStock", 1)])
    assert played.state.stocks[0] == [1, 3]
    again = table(stocks={0: [1, 3]}, at={0: 1, 1: 13, 2: 17}, active=1)
    assert again.turn(spins=[1]).cash[0] == 20_000
    assert again.again(2).turn(spins=[3]).cash[0] == 30_000


def test_zooms_gives_nothing_when_all_numbers_are_taken(table: Laid) -> None:
    """[L118] Nothing is asked."""
    laid = table(stocks={0: [1, 2, 3], 1: [4, 5, 6], 2: [7, 8, 9]})
    played = laid.land("stock_zooms", spin=2)
    assert not played.told(told.StockTaken)
    assert "ChooseStock" not in played.kinds_asked()


def test_the_last_free_number_is_taken_unasked(table: Laid) -> None:
    """[L14 L118]"""
    played = table(stocks={1: [1, 2, 3, 4], 2: [6, 7, 8, 9]}).land("stock_zooms", spin=1)
    assert played.state.stocks[0] == [5]
    assert "ChooseStock" not in played.kinds_asked()
    assert played.state.stocks_left == []


# --- slumps ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("space", [80, 109])
def test_a_slump_takes_the_only_stock(table: Laid, space: int) -> None:
    """[L119] It is free again, and nothing is asked or paid for it."""
    played = table(stocks={0: 6, 1: 2}, cash=[0, 0, 0]).land(space)
    assert played.told(told.StockLost) == [told.StockLost(0, number=6)]
    assert played.state.stocks == [[], [2], []]
    assert played.state.stocks_left == [1, 3, 4, 5, 6, 7, 8, 9]
    assert played.cash == [0, 0, 0]
    assert played.kinds_asked() == []


@pytest.mark.parametrize("space", [80, 109])
@pytest.mark.parametrize(("lost", "kept"), [(2, [5, 9]), (5, [2, 9]), (9, [2, 5])])
def test_of_several_stocks_the_player_chooses_the_one_that_a_slump_takes(
    table: Laid, space: int, lost: int, kept: list[int]
) -> None:
    """[L119] One only."""
    played = table(stocks={0: [2, 5, 9]}).land(space, say=[("ReturnStock", lost)])
    assert played.state.stocks[0] == kept
    assert played.asked[-1].options() == (2, 5, 9)
    assert played.asked[-1].default() == 2


@pytest.mark.parametrize("space", [80, 109])
def test_a_slump_takes_nothing_where_nothing_is(table: Laid, space: int) -> None:
    """[L119] The stocks of others are left alone."""
    played = table(stocks={1: 2, 2: [3, 4]}, cash=[0, 0, 0]).land(space)
    assert not played.told(told.StockLost)
    assert played.state.stocks == [[], [2], [3, 4]]
    assert played.cash == [0, 0, 0]
