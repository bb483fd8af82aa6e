"""Turns that begin in a corner: Hospital, Unemployment and the holiday."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Seat
from parlour.games.careers.arriving import go
from parlour.games.careers.completing import doctor
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import DoctorPaid, Stayed
from parlour.games.careers.experience import THROW, move_by, pips_to_go, play_experience, throw
from parlour.games.careers.money import pay, percent_of
from parlour.games.careers.places import space_of
from parlour.games.careers.scoring import look_for_winner, score
from parlour.games.careers.squares import Onward
from parlour.games.careers.state import CareersState

PAY = "pay"


@dataclass(frozen=True)
class LeaveCorner(Decision[str]):
    """Do you throw for your freedom, or pay the penalty first and then go on by any throw or card?

    To throw is the cautious answer: it costs nothing.  [C16 C87 C92 C94]
    """

    corner: str
    penalty: int

    def options(self) -> tuple[str, str]:
        return (THROW, PAY)

    def default(self) -> str:
        return THROW


@dataclass(frozen=True)
class StayOnHoliday(Decision[bool]):
    """Do you stay on holiday, for some more hearts, or move on as you have thrown?

    To stay is the cautious answer: hearts are certain.  [C16 C98]
    """

    hearts: int
    pips: int

    def options(self) -> tuple[bool, bool]:
        return (False, True)

    def default(self) -> bool:
        return True


async def leave_hospital(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Throw no more than the number that frees, or pay a share of the salary and go.  [C86 C87 C88 C95]"""
    penalty = percent_of(e, g.salary[seat], e.hospital.percent)
    if await will_pay(g, e, seat, penalty):
        pay_hospital(g, e, seat, penalty)
        return await go(g, e, seat, await pips_to_go(g, e, seat, e.dice.outer, "you leave the Hospital"))
    thrown = await throw(g, e, seat, e.dice.outer)
    if sum(thrown) <= e.hospital.most:
        return await go(g, e, seat, sum(thrown))
    g.tell(Stayed(seat, corner=space_of(g, e, seat).name))
    return None


async def leave_unemployment(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Throw a number that frees, or doubles, or pay a share of the cash; with none go free.  [C91 C92 C93 C95]"""
    penalty = percent_of(e, g.cash(seat), e.unemployment.percent)
    if await will_pay(g, e, seat, penalty):
        pay(g, seat, penalty, space_of(g, e, seat).name)
        return await go(g, e, seat, await pips_to_go(g, e, seat, e.dice.outer, "you leave Unemployment"))
    thrown = await throw(g, e, seat, e.dice.outer)
    if sum(thrown) in e.unemployment.totals or min(thrown) == max(thrown):
        return await go(g, e, seat, sum(thrown))
    g.tell(Stayed(seat, corner=space_of(g, e, seat).name))
    return None


async def will_pay(g: CareersState, e: Edition, seat: Seat, penalty: int) -> bool:
    """Whether the seat pays a penalty before it throws: nothing always, what is not there never.  [C93 C94]"""
    if not penalty or penalty > g.cash(seat):
        return not penalty
    name = space_of(g, e, seat).name
    return await LeaveCorner(seat, corner=name, penalty=penalty, because=f"you are in {name}") == PAY


def pay_hospital(g: CareersState, e: Edition, seat: Seat, penalty: int) -> None:
    """The Doctor gets what others pay to leave the Hospital; without a Doctor the bank does.  [C88 C167]"""
    payee = doctor(g, e)
    if payee is None or not penalty:
        pay(g, seat, penalty, space_of(g, e, seat).name)
        return
    g.money.give(payer=g.side(seat), payee=g.side(payee), amount=penalty)
    g.tell(DoctorPaid(seat, doctor=payee, amount=penalty))
    look_for_winner(g, e)


async def go_on_from_holiday(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Throw, and stay for more hearts if the throw is low enough; or leave by an Experience Card.  [C98 C99]"""
    name, rest = space_of(g, e, seat).name, e.holiday
    chosen = await move_by(g, seat, e.dice.outer, f"you are on {name}")
    if chosen != THROW:
        play_experience(g, seat, chosen)
        return await go(g, e, seat, chosen)
    pips = sum(await throw(g, e, seat, e.dice.outer))
    if pips <= rest.most and await StayOnHoliday(seat, hearts=rest.staying, pips=pips, because=f"you threw {pips}"):
        g.tell(Stayed(seat, corner=name))
        score(g, seat, hearts=rest.staying, why=name)
        look_for_winner(g, e)
        return None
    return await go(g, e, seat, pips)
