"""What each kind of space does; it returns whether the player spins again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from parlour.core.decision import Decision, Seat
from parlour.games.life.before_spin import take_stock
from parlour.games.life.edition import Edition
from parlour.games.life.events import MissesNextTurn
from parlour.games.life.family import baby, get_married
from parlour.games.life.homes import buy_house, buy_starter_home
from parlour.games.life.jobs import job_search, lose_job, night_school, trade_salary
from parlour.games.life.loans import pay_career, receive
from parlour.games.life.money_events import Covered, StockLost
from parlour.games.life.moving import is_in_the_lead
from parlour.games.life.retirement import retire
from parlour.games.life.spinning import spin
from parlour.games.life.state import LifeState
from parlour.games.life.tables import Kind
from parlour.games.life.tiles import take_tile


@dataclass(frozen=True)
class ReturnStock(Decision[int]):
    """Which stock do you give back?

    All numbers are equally likely, so the lowest is as good as any.  [L15 L119]
    """

    numbers: tuple[int, ...]

    def options(self) -> tuple[int, ...]:
        return self.numbers

    def default(self) -> int:
        return self.numbers[0]


async def get(g: LifeState, e: Edition, seat: Seat) -> bool:
    """The bank pays an amount.  [L57]"""
    space = e.on(g.at[seat])
    receive(g, seat, space.amount, space.name)
    return False


async def pay(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Pay an amount, unless a policy covers it.  [L58 L108 L109 L110 L112]"""
    space = e.on(g.at[seat])
    if (space.insured == "auto" and g.auto[seat]) or (space.insured == "home" and g.home[seat]):
        g.tell(Covered(seat, policy=space.insured, amount=space.amount, what=space.name))
    else:
        pay_career(g, e, seat, space.amount, space.payee, space.name)
    return False


async def tile(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Take a LIFE tile.  [L59]"""
    await take_tile(g, seat)
    return False


async def pay_day(g: LifeState, e: Edition, seat: Seat) -> bool:
    """The salary was collected as the car came here.  [L47]"""
    return False


async def miss_turn(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Miss the next turn.  [L31]"""
    g.misses[seat] = True
    g.tell(MissesNextTurn(seat))
    return False


async def stock_zooms(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Get a stock for nothing, if a number is free.  [L75 L118]"""
    if g.stocks_left:
        await take_stock(g, seat, 0, "the stock market zooms")
    return False


async def stock_slump(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Give one stock back, if there is one to give.  [L119]"""
    if g.stocks[seat]:
        number = await ReturnStock(seat, numbers=tuple(g.stocks[seat]), because="the stock market slumps")
        g.stocks[seat].remove(number)
        g.stocks_left = sorted([*g.stocks_left, number])
        g.tell(StockLost(seat, number=number))
    return False


async def tax(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Pay the tax of the Salary Card.  [L70 L80 L89]"""
    space = e.on(g.at[seat])
    pay_career(g, e, seat, e.tax[g.salary[seat]], space.payee, space.name)
    return False


async def per_child(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Pay an amount for each child.  [L60 L71]"""
    space = e.on(g.at[seat])
    if g.children[seat]:
        pay_career(g, e, seat, space.amount * g.children[seat], space.payee, space.name)
    return False


async def spin_again(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Spin again unless in the lead.  [L61 L62]"""
    return not is_in_the_lead(g, e, seat)


async def pension(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Spin, and get so much for each number.  [L63]"""
    space = e.on(g.at[seat])
    receive(g, seat, space.amount * await spin(g, e, seat), space.name)
    return False


SPACES: Mapping[Kind, Callable[[LifeState, Edition, Seat], Awaitable[bool]]] = {
    "get": get,
    "pay": pay,
    "tile": tile,
    "pay_day": pay_day,
    "miss_turn": miss_turn,
    "job_search": job_search,
    "get_married": get_married,
    "baby": baby,
    "stock_zooms": stock_zooms,
    "stock_slump": stock_slump,
    "trade_salary": trade_salary,
    "night_school": night_school,
    "lose_job": lose_job,
    "tax": tax,
    "per_child": per_child,
    "spin_again": spin_again,
    "buy_starter_home": buy_starter_home,
    "buy_house": buy_house,
    "pension": pension,
    "retire": retire,
}
"""What each kind of space does.  [L40 L52 L56]"""
