"""Bankruptcy: all is turned in, and the side starts over again with the same formula."""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.games.careers.dealings import NoteCancelled
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import WentBankrupt
from parlour.games.careers.places import put
from parlour.games.careers.state import CareersState


def go_bankrupt(g: CareersState, e: Edition, seat: Seat, *, forced: bool) -> None:
    """Turn in cash and cards, and begin again on Payday with a clear sheet.  [C45 C150 C151 C152 C153 C170]"""
    side = g.side(seat)
    cash, opportunity, experience = g.cash(seat), g.opportunity[side].copy(), g.experience[side].copy()
    cancel_notes(g, side)
    for value in experience:
        g.lose_card(side, value)
        g.experience_deck.put_under(value)
    for card in opportunity:
        g.opportunity_deck.put_under(card)
    g.opportunity[side] = []
    g.stars[side] = g.hearts[side] = 0
    g.money.pay(side, cash)
    g.tell(WentBankrupt(seat, forced=forced, cash=cash, opportunity=opportunity, experience=experience))
    g.kept[side] = e.start.cash * len(g.partners(seat))
    for partner in g.partners(seat):
        g.money.collect(side, e.start.cash)
        g.salary[partner] = e.start.salary
        g.record[partner] = [0] * len(e.paths)
        g.degree[partner] = ""
        g.loses_turn[partner] = False
        put(g, e, partner, e.corner["payday"])


def cancel_notes(g: CareersState, side: Seat) -> None:
    """Debts end both ways.  [C154]"""
    gone = [*g.notes_of(side), *g.notes_held(side)]
    g.notes = [note for note in g.notes if side not in note[1:-1]]
    for note in gone:
        g.tell(NoteCancelled(note.number, why=f"seat {side} is bankrupt"))
