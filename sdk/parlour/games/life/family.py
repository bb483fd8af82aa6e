"""Marriage and children."""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.games.life.edition import Edition
from parlour.games.life.events import ChildrenBorn, Married
from parlour.games.life.loans import pay_seat
from parlour.games.life.spinning import spin
from parlour.games.life.state import LifeState
from parlour.games.life.tiles import take_tile


async def get_married(g: LifeState, e: Edition, seat: Seat) -> bool:
    """A spouse gets in, there is a tile, and a spin says what the others give; a STOP.  [L50 L90 L91]"""
    g.spouse[seat] = True
    g.tell(Married(seat))
    await take_tile(g, seat)
    give(g, e, seat, e.wedding_gift(await spin(g, e, seat)), "the wedding")
    return True


async def baby(g: LifeState, e: Edition, seat: Seat) -> bool:
    """As many children as find room get in; there is one gift of each other player, and one tile.  [L92 L94 L95 L96]"""
    born = e.on(g.at[seat]).children
    g.children[seat] = min(e.child.most, g.children[seat] + born)
    g.tell(ChildrenBorn(seat, born=born, children=g.children[seat]))
    give(g, e, seat, e.child.gift, "a birth")
    await take_tile(g, seat)
    return False


def give(g: LifeState, e: Edition, seat: Seat, gift: int, what: str) -> None:
    """Each other player in play gives so much, from the left on.  [L91 L93 L95 L97 L98]"""
    if gift:
        for other in g.others_in_play(seat):
            pay_seat(g, e, payer=other, payee=seat, amount=gift, what=what)
