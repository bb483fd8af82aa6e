"""Where tokens are put without walking: to a corner, to an entrance, to Unemployment."""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.games.careers.edition import Edition, Space
from parlour.games.careers.events import Moved, Sent
from parlour.games.careers.money import collect_salary
from parlour.games.careers.state import CareersState


def space_of(g: CareersState, e: Edition, seat: Seat) -> Space:
    """The space that a token is on.  [C6]"""
    return e.spaces[g.at[seat]]


def outside(g: CareersState, e: Edition, seat: Seat) -> int:
    """The outer space that a direct move begins on: in a path it is the path's entrance.  [C50 C110]"""
    space = space_of(g, e, seat)
    return e.paths[space.occupation].entrance if space.kind == "path" and space.occupation is not None else space.id


def end_trip(g: CareersState, seat: Seat) -> None:
    """Off an entrance or out of a path, the duty to enter and a card's favour are gone.  [C107 C115 C116 C129]"""
    g.must_enter[seat] = False
    g.special[seat] = ""


def put(g: CareersState, e: Edition, seat: Seat, space: int) -> None:
    """Put a token on a space, out of whatever it was doing.  [C104 C107 C123]"""
    end_trip(g, seat)
    g.at[seat] = space
    g.tell(Moved(seat, space=space, name=e.spaces[space].name))


def send(g: CareersState, e: Edition, seat: Seat, corner: str, why: str) -> None:
    """Send a token straight to a corner, without salary, credit or bump.  [C36 C42 C64 C90 C123 C129]"""
    end_trip(g, seat)
    space = e.corner[corner]
    g.at[seat] = space
    g.tell(Sent(seat, to_corner=e.spaces[space].name, why=why))


def move_directly(g: CareersState, e: Edition, seat: Seat, target: int) -> None:
    """Move clockwise to an outer space; passing Payday pays.  [C43 C46 C50 C100 C104 C157 C159]"""
    start = outside(g, e, seat)
    put(g, e, seat, target)
    if target < start:
        collect_salary(g, e, seat, e.payday.passing)
