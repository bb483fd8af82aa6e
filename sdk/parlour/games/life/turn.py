"""A turn of Life, as the rulebook tells it, and what comes before the first one."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Roll, Seat
from parlour.games.life.before_spin import before_spin
from parlour.games.life.edition import Edition
from parlour.games.life.events import CareerBegun, OrderSpun, TuitionPaid, TurnMissed, WentToCollege
from parlour.games.life.jobs import first_job, open_careers
from parlour.games.life.loans import borrow
from parlour.games.life.moving import move
from parlour.games.life.retirement import finish
from parlour.games.life.spaces import SPACES
from parlour.games.life.spinning import spin
from parlour.games.life.state import LifeState

CAREER = "start a career"
COLLEGE = "go to college"


@dataclass(frozen=True)
class ChooseStart(Decision[str]):
    """Do you start a career, or go to college?

    A career is the cautious answer where one is open: college has to be borrowed for.  [L15 L19 L24]
    """

    starts: tuple[str, ...]
    tuition: int

    def options(self) -> tuple[str, ...]:
        return self.starts

    def default(self) -> str:
        return self.starts[0]


async def opening(g: LifeState, e: Edition) -> None:
    """The highest spin begins; those who tie for it spin again.  [L16 L17]"""
    seats = list(range(g.seats))
    while len(seats) > 1:
        numbers = [await Roll(seat, purpose="order", sides=e.spinner.most) for seat in seats]
        g.tell(OrderSpun(seats=seats, numbers=numbers))
        seats = [seat for seat, number in zip(seats, numbers, strict=True) if number == max(numbers)]
    g.active = seats[0]


async def turn(g: LifeState, e: Edition) -> None:
    """Choose how to begin, do what can be done before the spin, spin and move; then play passes on.  [L19 L23 L29]"""
    seat = g.active
    if not g.entry[seat]:
        await begin(g, e, seat)
    if g.misses[seat]:
        g.misses[seat] = False
        g.tell(TurnMissed(seat))
    else:
        await before_spin(g, e, seat)
        await travel(g, e, seat)
    if all(g.retired):
        await finish(g, e)
    else:
        pass_on(g)


async def begin(g: LifeState, e: Edition, seat: Seat) -> None:
    """Start a career, where one is open without a degree, or go to college on loans.  [L19 L20 L24 L25 L26 L27 L28]"""
    starts = (CAREER, COLLEGE) if open_careers(g, e, seat) else (COLLEGE,)
    chosen = await ChooseStart(seat, starts=starts, tuition=e.start.tuition, because="your life begins")
    if chosen == CAREER:
        g.entry[seat] = e.board.career
        g.tell(CareerBegun(seat))
        await first_job(g, e, seat)
        return
    g.entry[seat] = e.board.college
    g.degree[seat] = True
    g.tell(WentToCollege(seat))
    borrow(g, e, seat, e.tuition_notes)
    g.money.pay(seat, e.start.tuition)
    g.tell(TuitionPaid(seat, amount=e.start.tuition))


async def travel(g: LifeState, e: Edition, seat: Seat) -> None:
    """Spin, move, and do what the space says, again after a STOP and where a space says so.  [L29 L30 L50]"""
    again = True
    while again:
        await move(g, e, seat, await spin(g, e, seat))
        again = await SPACES[e.on(g.at[seat]).kind](g, e, seat)


def pass_on(g: LifeState) -> None:
    """The next seat that has not retired, clockwise, has its turn.  [L18 L32 L141]"""
    g.active = next(seat for seat in g.around_from((g.active + 1) % g.seats) if not g.retired[seat])
