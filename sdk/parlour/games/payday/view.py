"""What a seat may know of a game: all but the order of the piles, which nobody knows."""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.core.options import Json
from parlour.games.payday.cards import amount_due
from parlour.games.payday.edition import Edition
from parlour.games.payday.state import PayDayState


def view(g: PayDayState, e: Edition, seat: Seat) -> dict[str, Json]:
    """The table as the seat sees it: every player's side of it, the Jackpot, the piles and their discards.  [P6 P92]"""
    return {
        "you": seat,
        "active": g.active,
        "months": g.months,
        "jackpot": g.money.pot,
        "seats": [side(g, e, each) for each in range(g.seats)],
        "mail_pile": len(g.mail_deck.pile),
        "mail_discards": list(g.mail_deck.discards),
        "deal_pile": len(g.deal_deck.pile),
        "deal_discards": list(g.deal_deck.discards),
    }


def side(g: PayDayState, e: Edition, seat: Seat) -> dict[str, Json]:
    """One player's side of the table; `day` 0 is START and `bills` is what they come to.  [P9 P12 P37 P48]"""
    cash, loan = g.money.cash[seat], g.loans[seat]
    deals = [e.deal[card] for card in g.deals[seat]]
    return {
        "cash": cash,
        "loan": loan,
        "net_worth": cash - loan,
        "day": g.days[seat],
        "months_done": g.months_done[seat],
        "retired": g.is_retired(seat),
        "mail": list(g.mail[seat]),
        "bills": amount_due(g, e, seat),
        "deals": [{"card": each.name, "cost": each.cost, "value": each.value} for each in deals],
    }
