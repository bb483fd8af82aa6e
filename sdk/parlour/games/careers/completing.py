"""What completing an occupation brings: experience and Experience Cards, or a degree."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Seat
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import Completed, Graduated
from parlour.games.careers.experience import draw_experience
from parlour.games.careers.money import change_salary
from parlour.games.careers.places import end_trip
from parlour.games.careers.state import CareersState


@dataclass(frozen=True)
class ChooseDegree(Decision[str]):
    """Which degree do you take?

    The first one is as good as any.  [C16 C72]
    """

    degrees: tuple[str, ...]

    def options(self) -> tuple[str, ...]:
        return self.degrees

    def default(self) -> str:
        return self.degrees[0]


async def complete(g: CareersState, e: Edition, seat: Seat, occupation: int) -> None:
    """Leave a path by its end: take the credit for it before anything else happens.  [C57 C67 C68 C69]"""
    end_trip(g, seat)
    path = e.paths[occupation]
    if path.college:
        await graduate(g, e, seat)
        return
    g.record[seat][occupation] += 1
    times = g.record[seat][occupation]
    g.tell(Completed(seat, occupation=path.name, times=times))
    cards = e.completion.cards
    await draw_experience(g, e, seat, cards[min(times, len(cards)) - 1])


async def graduate(g: CareersState, e: Edition, seat: Seat) -> None:
    """Take a degree that nobody has, or the plain one when there is none left, and a raise with either.  [C71 C72]"""
    left = degrees_left(g, e)
    degree = e.degrees.plain
    if left:
        degree = await ChooseDegree(seat, degrees=left, because="you leave College")
    g.degree[seat] = degree
    g.tell(Graduated(seat, degree=degree))
    change_salary(g, seat, g.salary[seat] + e.degrees.salary)


def degrees_left(g: CareersState, e: Edition) -> tuple[str, ...]:
    """The special degrees that nobody has.  [C72 C153]"""
    return tuple(degree for degree in e.degrees.special if degree not in g.degree)


def doctor(g: CareersState, e: Edition) -> Seat | None:
    """The seat that has the Doctor's degree, if there is one.  [C88]"""
    return g.degree.index(e.degrees.doctor) if e.degrees.doctor in g.degree else None
