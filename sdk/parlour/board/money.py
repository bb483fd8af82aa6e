"""Money and where it is: with the seats, in the bank, or in a pot on the board.

Money only ever moves, so the sum of all accounts stays what it was.

>>> purse = Money.dealt(seats=2, each=500)
>>> purse.stake(0, 200); purse.collect(1, 50); purse.give(payer=1, payee=0, amount=100)
>>> purse.cash, purse.pot, purse.bank, purse.total
([400, 450], 200, -1050, 0)
>>> purse.win_pot(1), purse.cash
(200, [400, 650])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from parlour.core.decision import Seat
from parlour.core.state import State


class Overdrawn(Exception):
    """Rules let a seat pay what it does not have: a defect of the rules, which must find the money first."""


@dataclass
class Money(State):
    """The cash of each seat, the pot, and the account of a bank that never runs dry, so it may be negative."""

    cash: list[int]
    bank: int
    pot: int

    @classmethod
    def dealt(cls, *, seats: int, each: int) -> Self:
        """The bank has given each seat the same sum out of nothing."""
        return cls(cash=[each] * seats, bank=-each * seats, pot=0)

    def collect(self, seat: Seat, amount: int) -> None:
        """The bank pays the seat."""
        self.bank -= amount
        self.cash[seat] += amount

    def pay(self, seat: Seat, amount: int) -> None:
        """The seat pays the bank."""
        self._take(seat, amount)
        self.bank += amount

    def charge(self, seat: Seat, amount: int) -> None:
        """The seat pays the bank, even if that leaves it with less than nothing."""
        self.cash[seat] -= amount
        self.bank += amount

    def stake(self, seat: Seat, amount: int) -> None:
        """The seat puts money in the pot."""
        self._take(seat, amount)
        self.pot += amount

    def give(self, *, payer: Seat, payee: Seat, amount: int) -> None:
        """One seat pays another."""
        self._take(payer, amount)
        self.cash[payee] += amount

    def win_pot(self, seat: Seat) -> int:
        """The seat takes the whole pot; returns how much that was."""
        won, self.pot = self.pot, 0
        self.cash[seat] += won
        return won

    @property
    def total(self) -> int:
        """All the money there is, the bank's account included."""
        return sum(self.cash) + self.bank + self.pot

    def _take(self, seat: Seat, amount: int) -> None:
        if amount > self.cash[seat]:
            raise Overdrawn(f"seat {seat} has {self.cash[seat]} and is to pay {amount}")
        self.cash[seat] -= amount


def units_short(cash: int, price: int, unit: int) -> int:
    """The fewest units of `unit` that raise the cash to the price.

    >>> units_short(300, 200, 1000), units_short(300, 1300, 1000), units_short(300, 1301, 1000)
    (0, 1, 2)
    """
    return max(0, -((cash - price) // unit))


def money(amount: int) -> str:
    """A sum as people write it.

    >>> money(12500), money(-300)
    ('$12,500', '-$300')
    """
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"
