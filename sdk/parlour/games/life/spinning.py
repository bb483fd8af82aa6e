"""A spin, and who is paid for its number."""

from __future__ import annotations

from parlour.core.decision import Roll, Seat
from parlour.games.life.edition import Edition
from parlour.games.life.events import Spun
from parlour.games.life.loans import pay_seat
from parlour.games.life.money_events import DividendPaid
from parlour.games.life.state import LifeState


async def spin(g: LifeState, e: Edition, seat: Seat) -> int:
    """Spin; fines and sales come first, then dividends.  [L36 L37 L38]"""
    number = await Roll(seat, purpose="spin", sides=e.spinner.most)
    g.tell(Spun(seat, number=number))
    for holder in g.others_in_play(seat):
        card = e.career.get(g.career[holder])
        if card is not None and card.fine_on == number:
            pay_seat(g, e, payer=seat, payee=holder, amount=card.fine, what=f"a {number} spun, to the {card.name}")
    for owner in g.around_from(seat):
        if number in g.stocks[owner]:
            g.money.collect(owner, e.stocks.dividend)
            g.tell(DividendPaid(owner, number=number, amount=e.stocks.dividend))
    return number
