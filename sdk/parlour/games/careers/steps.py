"""The squares of the occupation paths."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Roll, Seat
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import LosesNextTurn
from parlour.games.careers.experience import draw_experience
from parlour.games.careers.money import change_salary, due_to_bank, pay, receive
from parlour.games.careers.opportunity import draw_opportunity
from parlour.games.careers.places import send, space_of
from parlour.games.careers.scoring import look_for_winner, score
from parlour.games.careers.squares import AGAIN, Onward
from parlour.games.careers.state import CareersState
from parlour.games.careers.tables import Step


@dataclass(frozen=True)
class PayToll(Decision[bool]):
    """Do you pay, or go to Unemployment?

    To pay is the cautious answer: whoever goes loses the path.  [C16 C65]
    """

    toll: int

    def options(self) -> tuple[bool, ...]:
        return (False, True)

    def default(self) -> bool:
        return True


async def take_step(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Do what a path square says; what it gives and takes is one change, before cards are drawn.  [C31 C61 C62 C63]"""
    space = space_of(g, e, seat)
    assert space.occupation is not None
    step = e.paths[space.occupation].steps[space.step - 1]
    pips = await Roll(seat, purpose="square", sides=e.dice.sides) if step.cash_per_pip or step.salary_per_pip else 0
    move_points(g, seat, step, space.name)
    move_money(g, e, seat, step, space.name, pips)
    move_salary(g, seat, step, pips)
    if step.lose_turn:
        g.loses_turn[seat] = True
        g.tell(LosesNextTurn(seat))
    if step.go_to:
        send(g, e, seat, step.go_to, space.name)
    look_for_winner(g, e)
    if step.toll:
        await pay_toll(g, e, seat, step.toll, space.name)
    await draw_experience(g, e, seat, step.experience)
    if step.opportunity:
        return await draw_opportunity(g, e, seat, step.opportunity)
    return AGAIN if step.throw_again else None


def move_points(g: CareersState, seat: Seat, step: Step, why: str) -> None:
    """Stars and hearts to gain and to lose; a card may double the hearts of a trip.  [C29 C30 C116]"""
    side = g.side(seat)
    hearts = step.hearts * 2 if g.special[seat] == "double_hearts" else step.hearts
    stars = step.stars
    if step.halve_stars:
        stars -= g.stars[side] // 2
    if step.lose_stars:
        stars -= g.stars[side]
    if step.lose_hearts:
        hearts -= g.hearts[side]
    if stars or hearts:
        score(g, seat, stars=stars, hearts=hearts, why=why)


def move_money(g: CareersState, e: Edition, seat: Seat, step: Step, why: str, pips: int) -> None:
    """Cash to gain and to lose.  [C28 C30]"""
    gain = step.cash + step.cash_per_pip * pips
    if gain:
        receive(g, seat, gain, why)
    if step.halve_cash:
        pay(g, seat, due_to_bank(e, g.cash(seat) // 2), why)
    if step.lose_cash:
        pay(g, seat, g.cash(seat), why)


def move_salary(g: CareersState, seat: Seat, step: Step, pips: int) -> None:
    """A raise, or a cut to one half; half a dollar counts as a whole one.  [C48]"""
    rise = step.salary + step.salary_per_pip * pips
    if rise:
        change_salary(g, seat, g.salary[seat] + rise)
    if step.halve_salary:
        change_salary(g, seat, (g.salary[seat] + 1) // 2)


async def pay_toll(g: CareersState, e: Edition, seat: Seat, toll: int, why: str) -> None:
    """Pay the toll, or go to Unemployment, as everybody must who has not enough.  [C65]"""
    if g.cash(seat) >= toll and await PayToll(seat, toll=toll, because=f"you are on {why}"):
        pay(g, seat, toll, why)
    else:
        send(g, e, seat, "unemployment", why)
