"""What a seat may know of a game: everything, since nobody knows what the LIFE tiles are worth."""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.core.options import Json
from parlour.games.life.edition import START, Edition
from parlour.games.life.retirement import wealth
from parlour.games.life.state import LifeState


def view(g: LifeState, e: Edition, seat: Seat) -> dict[str, Json]:
    """The table: every seat's car and cards, and what is left in the piles.  [L122 L150]"""
    return {
        "you": seat,
        "active": g.active,
        "seats": [side(g, e, each) for each in range(g.seats)],
        "careers_left": list(g.careers_left),
        "salaries_left": list(g.salaries_left),
        "deeds_left": list(g.deeds_left),
        "stocks_left": list(g.stocks_left),
        "tiles_left": g.pile,
        "tiles_reserved": g.reserved,
    }


def side(g: LifeState, e: Edition, seat: Seat) -> dict[str, Json]:
    """What one seat has; `space` 0 is the start, and `worth` is its wealth but for tiles that lie face down.  [L150]"""
    space = g.at[seat]
    return {
        "space": space,
        "name": e.on(space).name if space else "Start",
        "to_retire": distance(g, e, seat),
        "cash": g.money.cash[seat],
        "loan_notes": g.notes[seat],
        "worth": wealth(g, e, seat),
        "career": g.career[seat],
        "salary": g.salary[seat],
        "degree": g.degree[seat],
        "house": g.house[seat],
        "auto_insurance": g.auto[seat],
        "home_insurance": g.home[seat],
        "stocks": list(g.stocks[seat]),
        "married": g.spouse[seat],
        "children": g.children[seat],
        "tiles": g.tiles[seat],
        "tile_values": list(g.tile_values[seat]),
        "misses_turn": g.misses[seat],
        "retired": g.retired[seat],
    }


def distance(g: LifeState, e: Edition, seat: Seat) -> int:
    """How many spaces a car is from Retire by the shortest road; who has not begun may yet take any.  [L62]"""
    if g.at[seat] == START and g.entry[seat]:
        return 1 + e.to_retire[g.entry[seat]]
    return e.to_retire[g.at[seat]]
