"""Moving along the road: forks, Pay Days, STOPs and occupied spaces."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Seat
from parlour.games.life.edition import START, Edition
from parlour.games.life.events import Moved
from parlour.games.life.money_events import PayDay
from parlour.games.life.state import LifeState


@dataclass(frozen=True)
class TakeFork(Decision[int]):
    """Which road do you take, by its first space?

    `to_retire` says how many spaces each is from Retire, and `left` how many steps you have. The shorter is the
    cautious answer: it has less to pay for.  [L15 L42]
    """

    roads: tuple[int, ...]
    to_retire: tuple[int, ...]
    left: int

    def options(self) -> tuple[int, ...]:
        return self.roads

    def default(self) -> int:
        return self.roads[self.to_retire.index(min(self.to_retire))]


async def move(g: LifeState, e: Edition, seat: Seat, number: int) -> None:
    """Move so many spaces, or up to a STOP, and on to the next space without a car.  [L39 L40 L43 L44 L45 L49]"""
    left = number
    while left:
        await step(g, e, seat, left)
        left -= 1
        if e.on(g.at[seat]).stop:
            left = 0
    while is_occupied(g, e, seat):
        await step(g, e, seat, 1)
    space = e.on(g.at[seat])
    g.tell(Moved(seat, space=g.at[seat], name=space.name, kind=space.kind))


async def step(g: LifeState, e: Edition, seat: Seat, left: int) -> None:
    """Go on by one space; at a fork the player chooses, and every Pay Day pays.  [L20 L25 L41 L42 L47 L48]"""
    roads = (g.entry[seat],) if g.at[seat] == START else e.roads[g.at[seat]]
    far = tuple(1 + e.to_retire[road] for road in roads)
    g.at[seat] = await TakeFork(seat, roads=roads, to_retire=far, left=left, because="the road forks")
    if e.on(g.at[seat]).kind == "pay_day":
        g.money.collect(seat, g.salary[seat])
        g.tell(PayDay(seat, amount=g.salary[seat]))


def is_occupied(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Whether another car is on a space that holds only one.  [L43 L46]"""
    return g.at.count(g.at[seat]) > 1 and not e.on(g.at[seat]).stop


def is_in_the_lead(g: LifeState, e: Edition, seat: Seat) -> bool:
    """Whether nobody, retired or not, is nearer to Retire.  [L62]"""
    return min(e.to_retire[space] for space in g.at) == e.to_retire[g.at[seat]]
