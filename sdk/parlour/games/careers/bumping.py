"""Bumping: whoever lands where another stands sends it to Unemployment, or bargains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from parlour.board.bargain import OfferMade, Terms, haggle, not_nothing
from parlour.core.decision import NOT_TOLD, Decision, Seat
from parlour.core.options import Json, OneOf, Product
from parlour.games.careers.dealings import Bumped, LetStay
from parlour.games.careers.edition import Edition
from parlour.games.careers.places import send, space_of
from parlour.games.careers.state import CareersState
from parlour.games.careers.trade import Market, settle

BUMP = "bump"
LET_STAY = "let stay"


@dataclass(frozen=True)
class Bump(Decision[Json]):
    """Do you bump the seat that stands where you have landed, or on what terms may it stay?

    Options are "bump" and a form of what you give and what you ask, which is something; a partner may stay for
    nothing. To bump is the cautious answer: it needs nobody's consent.  [C16 C121 C126 C128 C168]
    """

    occupant: Seat
    terms: tuple[Sequence[Json], ...] = field(metadata=NOT_TOLD)

    def options(self) -> OneOf:
        return OneOf(((BUMP,), *self.terms), (max(1, len(self.terms)), *(1 for _ in self.terms)))

    def default(self) -> str:
        return BUMP


async def settle_with_occupants(g: CareersState, e: Edition, seat: Seat) -> None:
    """Bump or bargain with everybody who is on the space, one after the other, from the left on.  [C121 C122 C125]"""
    space = space_of(g, e, seat)
    if space.kind in ("hospital", "unemployment"):
        return
    for other in g.around_from(seat)[1:]:
        if g.at[other] == space.id:
            await meet(g, e, seat, other)


async def meet(g: CareersState, e: Edition, seat: Seat, other: Seat) -> None:
    """Settle with one occupant: without an agreement it is bumped.  [C127 C128 C140 C168]"""
    market = Market(g, e)
    because = f"you have landed where seat {other} is"
    if g.side(other) == g.side(seat):
        terms: tuple[Sequence[Json], ...] = ((LET_STAY,),)
    elif g.trading:
        giving = market.giving(seat)
        terms = tuple(Product({"give": giving, "ask": ask}) for ask in not_nothing(market.asking(other)))
    else:
        terms = ()
    answer = await Bump(seat, occupant=other, terms=terms, because=because)
    stays = answer == LET_STAY
    if answer not in (BUMP, LET_STAY):
        offer = Terms(seat, other, answer["give"], answer["ask"])
        market.heard(OfferMade(*offer))
        agreed = await haggle(market, offer, because=f"seat {seat} has landed where you are", gift_asked=True)
        stays = agreed is not None and settle(market, agreed)
    if stays:
        g.tell(LetStay(other, by=seat))
    else:
        g.tell(Bumped(other, by=seat))
        send(g, e, other, "unemployment", f"bumped by seat {seat}")
