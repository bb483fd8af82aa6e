"""Houses: the starter home and the one after it."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Draw, Seat
from parlour.games.life.edition import Edition
from parlour.games.life.events import HomeBought, HomeSold
from parlour.games.life.loans import raise_cash
from parlour.games.life.state import LifeState


@dataclass(frozen=True)
class ChooseStarterHome(Decision[str]):
    """Which starter home do you buy?

    The cheapest is the cautious answer.  [L15 L100]
    """

    prices: dict[str, int]

    def options(self) -> tuple[str, ...]:
        return tuple(self.prices)

    def default(self) -> str:
        return min(self.prices, key=self.prices.__getitem__)


async def buy_starter_home(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Choose one of the starter homes that nobody has, and pay for it; a STOP.  [L50 L100 L101]"""
    prices = {name: e.deed[name].price for name in g.deeds_left if e.deed[name].starter}
    buy(g, e, seat, await ChooseStarterHome(seat, prices=prices, because="you buy your first home"))
    return True


async def buy_house(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Sell the home, draw another deed that nobody had, and pay for it; a STOP.  [L50 L102 L104 L105 L106]"""
    cards = tuple(g.deeds_left)
    sell(g, e, seat)
    buy(g, e, seat, await Draw(seat, purpose="deed", cards=cards))
    return True


def buy(g: LifeState, e: Edition, seat: Seat, name: str) -> None:
    """Take a deed and pay its price, with loans if need be.  [L101 L105]"""
    price = e.deed[name].price
    raise_cash(g, e, seat, price)
    g.money.pay(seat, price)
    g.deeds_left.remove(name)
    g.house[seat] = name
    g.tell(HomeBought(seat, deed=name, price=price))


def sell(g: LifeState, e: Edition, seat: Seat) -> None:
    """The bank pays the selling price; deed and policy go back.  [L103 L113 L133]"""
    name = g.house[seat]
    g.money.collect(seat, e.deed[name].sells)
    g.deeds_left = sorted([*g.deeds_left, name])
    g.house[seat] = ""
    g.home[seat] = False
    g.tell(HomeSold(seat, deed=name, price=e.deed[name].sells))
