"""Money only moves: from account to account, never out of nothing."""

import random

import pytest

from parlour.board.money import Money, Overdrawn, units_short


def test_the_bank_deals_out_what_the_seats_have() -> None:
    assert Money.dealt(seats=3, each=500) == Money(cash=[500, 500, 500], bank=-1500, pot=0)


def test_each_movement_has_two_ends() -> None:
    money = Money.dealt(seats=2, each=500)
    money.collect(0, 50)
    assert (money.cash, money.bank, money.pot) == ([550, 500], -1050, 0)
    money.pay(1, 100)
    assert (money.cash, money.bank, money.pot) == ([550, 400], -950, 0)
    money.stake(0, 200)
    assert (money.cash, money.bank, money.pot) == ([350, 400], -950, 200)
    money.give(payer=1, payee=0, amount=400)
    assert (money.cash, money.bank, money.pot) == ([750, 0], -950, 200)


def test_the_pot_is_won_whole() -> None:
    money = Money(cash=[0, 10], bank=-50, pot=40)
    assert money.win_pot(1) == 40
    assert (money.cash, money.pot) == ([0, 50], 0)
    assert money.win_pot(0) == 0


@pytest.mark.parametrize("payment", ["pay", "stake"])
def test_nobody_pays_what_is_not_there(payment: str) -> None:
    money = Money.dealt(seats=2, each=500)
    with pytest.raises(Overdrawn, match="seat 1 has 500 and is to pay 501"):
        getattr(money, payment)(1, 501)
    assert money == Money.dealt(seats=2, each=500)


def test_nobody_gives_what_is_not_there() -> None:
    money = Money.dealt(seats=2, each=500)
    with pytest.raises(Overdrawn):
        money.give(payer=1, payee=0, amount=501)
    assert money == Money.dealt(seats=2, each=500)


def test_the_total_stays_what_it_was(seed: int) -> None:
    rng, money = random.Random(seed), Money.dealt(seats=3, each=500)
    for _ in range(300):
        seat, amount = rng.randrange(3), rng.randrange(100)
        ways = [
            lambda seat, amount: money.collect(seat, amount),
            lambda seat, amount: money.pay(seat, min(amount, money.cash[seat])),
            lambda seat, amount: money.stake(seat, min(amount, money.cash[seat])),
            lambda seat, amount: money.give(payer=seat, payee=0, amount=min(amount, money.cash[seat])),
            lambda seat, _: money.win_pot(seat),
        ]
        rng.choice(ways)(seat, amount)
        assert money.total == 0
        assert min(money.cash) >= 0


@pytest.mark.parametrize(
    ("cash", "price", "units"),
    [(0, 0, 0), (500, 500, 0), (500, 501, 1), (500, 1500, 1), (500, 1501, 2), (0, 20_000, 20), (900, 100, 0)],
)
def test_the_fewest_units_that_raise_cash_to_a_price(cash: int, price: int, units: int) -> None:
    assert units_short(cash, price, 1000) == units
