"""The two kinds of cards: mail that comes, and Deals that are bought and sold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.board.money import units_short
from parlour.core.decision import Decision, Roll, Seat
from parlour.games.payday.edition import Deal, Edition
from parlour.games.payday.events import (
    DealBought,
    DealDeclined,
    DealSold,
    DealTurnedUp,
    JackpotFed,
    MailCame,
    NothingDrawn,
)
from parlour.games.payday.loans import pay_bank, pay_jackpot
from parlour.games.payday.state import PayDayState

# --- mail -----------------------------------------------------------------------------------------------------------


async def mail(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Draw as many Mail cards as the flag says, each dealt with before the next.  [P7 P8 P36 P37]"""
    for _ in range(e.on(g.days[seat]).cards):
        card = await g.mail_deck.draw(seat, "mail")
        if card is None:
            g.tell(NothingDrawn(seat, pile="Mail"))
            return
        receive(g, e, seat, card)


def receive(g: PayDayState, e: Edition, seat: Seat, card: str) -> None:
    """Lay a Mail card before the player until Pay Day; only a moneygram acts at once.  [P37 P38 P39 P40]"""
    letter = e.letter[card]
    g.mail[seat].append(card)
    g.tell(MailCame(seat, card=card, kind=letter.kind, amount=letter.amount))
    if letter.kind == "moneygram":
        send_moneygram(g, e, seat, card)


def send_moneygram(g: PayDayState, e: Edition, seat: Seat, card: str) -> None:
    """Put a moneygram's amount on the Jackpot and its card on the discards, at once.  [P41 P42]"""
    amount = e.letter[card].amount
    pay_jackpot(g, e, seat, amount)
    g.mail[seat].remove(card)
    g.mail_deck.discard(card)
    g.tell(JackpotFed(seat, amount=amount, reason=f"the moneygram of {card}", jackpot=g.money.pot))


def bills_of(g: PayDayState, e: Edition, seat: Seat) -> list[str]:
    """The bills that lie before the player.  [P40]"""
    return [card for card in g.mail[seat] if e.letter[card].kind == "bill"]


def amount_due(g: PayDayState, e: Edition, seat: Seat) -> int:
    """What the player's bills come to.  [P40]"""
    due = 0
    for card in g.mail[seat]:
        letter = e.letter[card]
        if letter.kind == "bill":
            due += letter.amount
    return due


# --- Deals ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BuyDeal(Decision[bool]):
    """Whether to buy the Deal for its cost; `loan_needed` thousands are borrowed with it.

    Not to buy is the cautious answer: it costs nothing.  [P45]
    """

    card: str
    cost: int
    value: int
    loan_needed: int

    def options(self) -> tuple[bool, bool]:
        return (False, True)

    def default(self) -> bool:
        return False


@dataclass(frozen=True)
class SellDeal(Decision[str | None]):
    """Which of your Deals to sell for its value, or none.

    To sell what brings most is the cautious answer: the costs are paid, and what stays may never find a buyer.  [P62]
    """

    values: dict[str, int]

    def options(self) -> Sequence[str | None]:
        return (*self.values, None)

    def default(self) -> str:
        return max(self.values, key=self.values.__getitem__)


async def turn_up(g: PayDayState, e: Edition, seat: Seat) -> Deal | None:
    """Turn up the top Deal: it lies on the discards unless it is bought.  None when there is none.  [P7 P8 P44 P46]"""
    card = await g.deal_deck.draw(seat, "deal")
    if card is None:
        g.tell(NothingDrawn(seat, pile="Deal"))
        return None
    g.deal_deck.discard(card)
    found = e.deal[card]
    g.tell(DealTurnedUp(seat, card=card, cost=found.cost, value=found.value))
    return found


async def deal(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Turn up a Deal; the player may buy it for its cost.  [P45 P46]"""
    found = await turn_up(g, e, seat)
    if found is None:
        return
    if await BuyDeal(
        seat,
        card=found.name,
        cost=found.cost,
        value=found.value,
        loan_needed=units_short(g.money.cash[seat], found.cost, e.loans.unit),
        because="you landed on Deal",
    ):
        buy(g, e, seat, price=found.cost)
    else:
        g.tell(DealDeclined(seat, card=found.name))


def buy(g: PayDayState, e: Edition, seat: Seat, *, price: int) -> None:
    """Pay the bank for the Deal that was turned up and keep it, beside any number of others.  [P17 P45 P47 P48]"""
    pay_bank(g, e, seat, price)
    card = g.deal_deck.take_discard()
    g.deals[seat].append(card)
    g.tell(DealBought(seat, card=card, price=price))


async def yard_sale(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Take the top Deal for a price that is rolled for; it cannot be refused.  [P68 P69]"""
    if await turn_up(g, e, seat) is None:
        return
    pips = await Roll(seat, purpose="yard sale", sides=e.die.sides)
    buy(g, e, seat, price=e.yard_sale.per_pip * pips)


async def found_a_buyer(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Sell one Deal, or none; the bank pays the value on the card; without Deals nothing happens.  [P49 P62 P64]"""
    if not g.deals[seat]:
        return
    values = {card: e.deal[card].value for card in g.deals[seat]}
    card = await SellDeal(seat, values=values, because="you landed on Found a Buyer")
    if card is not None:
        sell(g, e, seat, card)


def sell(g: PayDayState, e: Edition, seat: Seat, card: str) -> None:
    """The bank pays the value, and the card goes to the Deal discards.  [P48 P63]"""
    value = e.deal[card].value
    g.money.collect(seat, value)
    g.deals[seat].remove(card)
    g.deal_deck.discard(card)
    g.tell(DealSold(seat, card=card, value=value))


def lose_deals(g: PayDayState, seat: Seat) -> list[str]:
    """Put all of a player's Deals on the discards, for nothing; returns them.  [P50 P81]"""
    lost, g.deals[seat] = g.deals[seat], []
    for card in lost:
        g.deal_deck.discard(card)
    return lost
