"""What a seat may know of a game: all but the formulas and Experience Cards of other sides, and what the decks hold."""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.core.options import Json
from parlour.games.careers.completing import degrees_left
from parlour.games.careers.edition import Edition
from parlour.games.careers.scoring import points
from parlour.games.careers.state import CareersState, Note


def view(g: CareersState, e: Edition, seat: Seat) -> dict[str, Json]:
    """The table as the seat sees it; `formula` is its own, all are shown at the end.  [C21 C117 C178 C179]

    The parts of a formula are fame, happiness and money, in this order.
    """
    side = g.side(seat)
    return {
        "you": seat,
        "active": g.active,
        "turns": list(g.turns),
        "turns_limit": g.turns_limit,
        "total": g.target,
        "trade": g.trading,
        "formula": list(g.formulas[side]),
        "experience": list(g.experience[side]),
        "formulas": [list(formula) for formula in g.formulas] if g.over else [],
        "seats": [sheet(g, e, each) for each in range(g.seats)],
        "notes": [Note(*note)._asdict() for note in g.notes],
        "degrees_left": list(degrees_left(g, e)),
        "opportunity_deck": len(g.opportunity_deck),
        "opportunity_under": list(g.opportunity_deck.under),
        "experience_deck": len(g.experience_deck),
        "experience_under": list(g.experience_deck.under),
    }


def sheet(g: CareersState, e: Edition, seat: Seat) -> dict[str, Json]:
    """A seat's score sheet and what lies before it; partners share `side` and what stands after it.  [C178]

    `experience_cards` is how many there are, and `experience_shown` which of them everybody knows.
    """
    side, space = g.side(seat), e.spaces[g.at[seat]]
    stars, hearts, money = points(g, e, side)
    return {
        "space": space.id,
        "name": space.name,
        "kind": space.kind,
        "step": space.step,
        "occupation": "" if space.occupation is None else e.paths[space.occupation].name,
        "must_enter": g.must_enter[seat],
        "special": g.special[seat],
        "loses_turn": g.loses_turn[seat],
        "salary": g.salary[seat],
        "degree": g.degree[seat],
        "completed": {path.name: times for path, times in zip(e.paths, g.record[seat], strict=True) if times},
        "offers_left": g.offers_left[seat],
        "side": side,
        "cash": g.money.cash[side],
        "stars": stars,
        "hearts": hearts,
        "money_points": money,
        "opportunity": list(g.opportunity[side]),
        "experience_cards": len(g.experience[side]),
        "experience_shown": list(g.shown[side]),
    }
