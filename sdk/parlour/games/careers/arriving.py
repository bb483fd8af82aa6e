"""Going on by so many spaces, and what happens where the token comes to rest."""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.games.careers.bumping import settle_with_occupants
from parlour.games.careers.completing import complete
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import Moved
from parlour.games.careers.money import collect_salary
from parlour.games.careers.places import end_trip, space_of
from parlour.games.careers.squares import SQUARES, Onward
from parlour.games.careers.state import CareersState
from parlour.games.careers.steps import take_step


async def go(g: CareersState, e: Edition, seat: Seat, pips: int, first: int | None = None) -> Onward:
    """Go on so many spaces, `first` being the one where a path is entered, and do what the last one says.  [C40]"""
    await walk(g, e, seat, pips, first)
    return await arrive(g, e, seat)


async def walk(g: CareersState, e: Edition, seat: Seat, pips: int, first: int | None) -> None:
    """Walk the spaces and, in their order, complete a path, pass Payday.  [C37 C38 C43 C46 C66 C67 C69 C70]"""
    path = space_of(g, e, seat).occupation if first is not None or space_of(g, e, seat).kind == "path" else None
    if path is None:
        end_trip(g, seat)
    entered = e.track.walk(g.at[seat], pips, first)
    g.at[seat] = entered[-1]
    g.tell(Moved(seat, space=entered[-1], name=e.spaces[entered[-1]].name))
    for space in entered:
        if path is not None and e.spaces[space].kind != "path":
            await complete(g, e, seat, path)
            path = None
        if space == e.corner["payday"] and space != entered[-1]:
            collect_salary(g, e, seat, e.payday.passing)


async def arrive(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Settle with whoever is there, then do what the space says.  [C40 C44 C124]"""
    await settle_with_occupants(g, e, seat)
    space = space_of(g, e, seat)
    if space.kind == "path":
        return await take_step(g, e, seat)
    return await SQUARES[space.kind](g, e, seat)
