"""What opens an occupation, and how one is entered."""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import Entered
from parlour.games.careers.money import pay
from parlour.games.careers.state import CareersState

FEE = "fee"
FREE = "free_entry"


def requirement(g: CareersState, e: Edition, seat: Seat, occupation: int, special: str) -> str:
    """What opens it to the seat: experience, a degree, a card, the fee; or nothing.  [C54 C55 C57 C59 C73 C115]"""
    path = e.paths[occupation]
    if path.college and g.is_graduate(seat):
        return ""
    if g.record[seat][occupation]:
        return "experience"
    degree = g.degree[seat]
    if degree and (path.any_degree or degree in path.degrees):
        return "degree"
    if special == FREE:
        return "card"
    return FEE if g.cash(seat) >= path.fee else ""


def may_enter(g: CareersState, e: Edition, seat: Seat) -> bool:
    """Whether the seat is on an entrance and meets a requirement there now.  [C51 C52 C53]"""
    space = e.spaces[g.at[seat]]
    if space.kind != "entrance" or space.occupation is None:
        return False
    return bool(requirement(g, e, seat, space.occupation, g.special[seat]))


def enter(g: CareersState, e: Edition, seat: Seat, occupation: int) -> int:
    """Pay the fee where nothing else opens the way; returns the path's first square.  [C55 C56 C58]"""
    by = requirement(g, e, seat, occupation, g.special[seat])
    path = e.paths[occupation]
    fee = path.fee if by == FEE else 0
    pay(g, seat, fee, f"the way into {path.name}")
    g.must_enter[seat] = False
    if g.special[seat] == FREE:
        g.special[seat] = ""
    g.tell(Entered(seat, occupation=path.name, by=by, fee=fee))
    return e.first_step[occupation]


def cash_to_keep(g: CareersState, e: Edition, seat: Seat) -> int:
    """What the side may not give away: cash of a new start, and fees that its duties to enter need.  [C109 C151]"""
    fees = 0
    if True in g.must_enter:
        for partner in g.partners(seat):
            occupation = e.spaces[g.at[partner]].occupation
            if occupation is None or not g.must_enter[partner]:
                continue
            if requirement(g, e, partner, occupation, g.special[partner]) == FEE:
                fees += e.paths[occupation].fee
    return max(fees, g.kept[g.side(seat)])
