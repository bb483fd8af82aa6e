"""Payments that must be made: with cash, with what can be raised, or by bankruptcy."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from parlour.board.bargain import OfferMade
from parlour.core.decision import NOT_TOLD, Decision, Seat
from parlour.core.options import Json, OneOf
from parlour.core.script import TurnEnds
from parlour.games.careers.bankruptcy import go_bankrupt
from parlour.games.careers.edition import Edition
from parlour.games.careers.money import pay
from parlour.games.careers.scoring import end_turn
from parlour.games.careers.state import CareersState
from parlour.games.careers.trade import Market, bargain, offers, terms_of

GIVE_UP = "give up"


@dataclass(frozen=True)
class RaiseMoney(Decision[Json]):
    """What do you offer, and to whom, to raise the money that you owe?

    Options are "give up", which is bankruptcy, and a form for each seat. To give up is the cautious answer, since it
    is the only one that always can be given.  [C16 C149]
    """

    short: int
    offers_left: int
    market: Market = field(metadata=NOT_TOLD, repr=False, compare=False)

    def options(self) -> OneOf:
        return self._form

    @cached_property
    def _form(self) -> OneOf:
        """Made when somebody looks."""
        return OneOf(((GIVE_UP,), *offers(self.market, self.seat)))

    def default(self) -> str:
        return GIVE_UP


async def owe(g: CareersState, e: Edition, seat: Seat, amount: int, what: str) -> None:
    """Pay in full; whoever cannot, and cannot raise it either, is bankrupt, and the turn is over.  [C148 C149 C155]"""
    if g.cash(seat) < amount:
        await raise_money(g, e, seat, amount, what)
    if g.cash(seat) >= amount:
        pay(g, seat, amount, what)
        return
    go_bankrupt(g, e, seat, forced=True)
    end_turn(g, e)
    raise TurnEnds


async def raise_money(g: CareersState, e: Edition, seat: Seat, amount: int, what: str) -> None:
    """Sell cards or borrow, in as many offers as there are until the money is there.  [C140 C149]"""
    left = e.trade.offers_to_raise if g.trading else 0
    while left and g.cash(seat) < amount:
        market = Market(g, e)
        answer = await RaiseMoney(
            seat,
            short=amount - g.cash(seat),
            offers_left=left,
            market=market,
            because=f"you owe for {what}",
        )
        if answer == GIVE_UP:
            return
        left -= 1
        market.heard(OfferMade(*terms_of(seat, answer)))
        await bargain(market, seat, answer, because=f"seat {seat} must raise money")
