"""What a player may do before the spin: buy a stock or insurance, take and repay loans."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Seat
from parlour.games.life.edition import Edition
from parlour.games.life.loans import borrow, repay
from parlour.games.life.money_events import CommissionPaid, PolicyBought, StockTaken
from parlour.games.life.state import LifeState

SPIN = "spin"
STOCK = "buy a stock"
AUTO = "buy auto insurance"
HOME = "buy home insurance"
BORROW = "take loans"
REPAY = "repay loans"


@dataclass(frozen=True)
class BeforeSpin(Decision[str]):
    """What do you do before you spin?

    You are asked again until you spin, which is the cautious answer: it costs nothing.  [L15 L33 L34]
    """

    actions: tuple[str, ...]

    def options(self) -> tuple[str, ...]:
        return self.actions

    def default(self) -> str:
        return SPIN


@dataclass(frozen=True)
class ChooseStock(Decision[int]):
    """Which number do you choose for your stock?

    All are equally likely, so the lowest is as good as any.  [L15 L115 L118]
    """

    numbers: tuple[int, ...]

    def options(self) -> tuple[int, ...]:
        return self.numbers

    def default(self) -> int:
        return self.numbers[0]


@dataclass(frozen=True)
class Borrow(Decision[int]):
    """How many loan notes do you take?

    One is the cautious answer, since each costs interest.  [L15 L127 L128]
    """

    note: int
    most: int

    def options(self) -> range:
        return range(1, self.most + 1)

    def default(self) -> int:
        return 1


@dataclass(frozen=True)
class Repay(Decision[int]):
    """How many loan notes do you repay?

    One is the cautious answer: the cash is kept.  [L15 L129]
    """

    price: int
    most: int

    def options(self) -> range:
        return range(1, self.most + 1)

    def default(self) -> int:
        return 1


async def before_spin(g: LifeState, e: Edition, seat: Seat) -> None:
    """Take one action after another until the spin; loans are taken and repaid once each.  [L33 L34]"""
    done: list[str] = []
    while True:
        actions = [action for action in open_actions(g, e, seat) if action not in done]
        action = await BeforeSpin(seat, actions=(SPIN, *actions), because="your turn begins")
        if action == SPIN:
            return
        done.append(action)
        await act(g, e, seat, action)


def open_actions(g: LifeState, e: Edition, seat: Seat) -> list[str]:
    """What the seat can do now, with the cash that it has.  [L35 L111 L114 L116 L129]"""
    cash, house = g.cash(seat), g.house[seat]
    found = []
    if g.stocks_left and not g.stocks[seat] and cash >= e.stocks.price:
        found.append(STOCK)
    if not g.auto[seat] and cash >= e.insurance.auto:
        found.append(AUTO)
    if house and not g.home[seat] and cash >= e.deed[house].insurance:
        found.append(HOME)
    found.append(BORROW)
    if g.notes[seat] and cash >= e.loans.repay:
        found.append(REPAY)
    return found


async def act(g: LifeState, e: Edition, seat: Seat, action: str) -> None:
    """Do one of the things that can be done before the spin.  [L108 L109 L115 L128 L129]"""
    loans = e.loans
    if action == STOCK:
        await take_stock(g, seat, e.stocks.price, "you buy a stock")
        commission(g, e, seat)
    elif action == AUTO:
        buy_policy(g, e, seat, "auto", e.insurance.auto)
    elif action == HOME:
        buy_policy(g, e, seat, "home", e.deed[g.house[seat]].insurance)
    elif action == BORROW:
        borrow(g, e, seat, await Borrow(seat, note=loans.note, most=loans.most_at_once, because="you take loans"))
    else:
        most = min(loans.most_at_once, g.notes[seat], g.cash(seat) // loans.repay)
        repay(g, e, seat, await Repay(seat, price=loans.repay, most=most, because="you repay loans"))


async def take_stock(g: LifeState, seat: Seat, price: int, because: str) -> None:
    """Choose a free number.  [L114 L115 L118]"""
    number = await ChooseStock(seat, numbers=tuple(g.stocks_left), because=because)
    g.money.pay(seat, price)
    g.stocks_left.remove(number)
    g.stocks[seat] = sorted([*g.stocks[seat], number])
    g.tell(StockTaken(seat, number=number, price=price))


def buy_policy(g: LifeState, e: Edition, seat: Seat, kind: str, price: int) -> None:
    """Buy a policy, which goes on until it is returned.  [L108 L109 L112]"""
    g.money.pay(seat, price)
    (g.auto if kind == "auto" else g.home)[seat] = True
    g.tell(PolicyBought(seat, policy=kind, price=price))
    commission(g, e, seat)


def commission(g: LifeState, e: Edition, buyer: Seat) -> None:
    """The bank pays the Salesperson for what another player has bought.  [L74 L75]"""
    for holder in g.others_in_play(buyer):
        card = e.career.get(g.career[holder])
        if card is not None and card.commission:
            g.money.collect(holder, card.commission)
            g.tell(CommissionPaid(holder, buyer=buyer, amount=card.commission))
