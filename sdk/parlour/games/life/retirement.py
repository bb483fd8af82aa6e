"""Retirement, and the end of the game."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Seat
from parlour.games.life.edition import Edition
from parlour.games.life.events import CardsReturned, Retired
from parlour.games.life.homes import sell
from parlour.games.life.loans import receive
from parlour.games.life.money_events import LoanRepaid
from parlour.games.life.state import COUNTRYSIDE_ACRES, MILLIONAIRE_ESTATES, LifeState
from parlour.games.life.tiles import give_reserved, take_tile, turn_up


@dataclass(frozen=True)
class ChooseRetirement(Decision[str]):
    """Where do you retire?

    Countryside Acres is the cautious answer: your tiles are safe there, and there is one more.  [L15 L137]
    """

    tiles: int
    cash: int

    def options(self) -> tuple[str, str]:
        return (MILLIONAIRE_ESTATES, COUNTRYSIDE_ACRES)

    def default(self) -> str:
        return COUNTRYSIDE_ACRES


async def retire(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Settle all in the rulebook's order, and choose a home; no further spin.  [L131 L135 L136 L137 L138 L139]"""
    repay_all(g, e, seat)
    sell(g, e, seat)
    return_cards(g, seat)
    if g.children[seat]:
        receive(g, seat, e.child.bonus * g.children[seat], "the children")
    home = await ChooseRetirement(
        seat, tiles=g.tiles[seat], cash=g.cash(seat), because="you have come to the end of the road"
    )
    g.retired[seat] = home
    g.tell(Retired(seat, home=home))
    if home == COUNTRYSIDE_ACRES:
        await take_tile(g, seat)
    return False


def repay_all(g: LifeState, e: Edition, seat: Seat) -> None:
    """Repay all loan notes; the cash may be below nothing after that.  [L132 L136]"""
    count, g.notes[seat] = g.notes[seat], 0
    if count:
        g.money.charge(seat, count * e.loans.repay)
        g.tell(LoanRepaid(seat, count=count, amount=count * e.loans.repay, notes=0))


def return_cards(g: LifeState, seat: Seat) -> None:
    """Career Card, Salary Card and policies go back; stocks are kept.  [L7 L134]"""
    career, g.career[seat] = g.career[seat], ""
    salary, g.salary[seat] = g.salary[seat], 0
    g.careers_left = sorted([*g.careers_left, career])
    g.salaries_left = sorted([*g.salaries_left, salary])
    g.auto[seat] = g.home[seat] = False
    g.tell(CardsReturned(seat, career=career, salary=salary))


async def finish(g: LifeState, e: Edition) -> None:
    """When all have retired, the reserved tiles are given and all are turned up.  [L142 L144 L147]"""
    give_reserved(g)
    await turn_up(g, e)
    g.over = True


def wealth(g: LifeState, e: Edition, seat: Seat) -> int:
    """Cash and tiles; before the end also what retirement would bring, tiles counting for nothing yet.  [L1 L148]"""
    worth = g.cash(seat) + sum(g.tile_values[seat]) - g.notes[seat] * e.loans.repay
    if g.house[seat]:
        worth += e.deed[g.house[seat]].sells
    if not g.retired[seat]:
        worth += e.child.bonus * g.children[seat]
    return worth
