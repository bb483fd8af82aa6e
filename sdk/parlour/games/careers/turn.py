"""A turn of Careers, as the rulebooks tell it, and what comes before the first one."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Seat
from parlour.games.careers.arriving import arrive, go
from parlour.games.careers.bumping import settle_with_occupants
from parlour.games.careers.corners import go_on_from_holiday, leave_hospital, leave_unemployment
from parlour.games.careers.edition import Edition
from parlour.games.careers.entering import enter, may_enter
from parlour.games.careers.events import Retired, TurnLost
from parlour.games.careers.experience import pips_to_go
from parlour.games.careers.opportunity import PlayOpportunity, play_opportunity, playable
from parlour.games.careers.places import move_directly, space_of
from parlour.games.careers.scoring import end_turn
from parlour.games.careers.squares import AGAIN, Onward, holiday
from parlour.games.careers.state import CareersState
from parlour.games.careers.trade import trade_window

MOVE = "move"
ENTER = "enter"
OPPORTUNITY = "opportunity"
RETIRE = "retire"


@dataclass(frozen=True)
class TakeTurn(Decision[str]):
    """How do you use your turn: move on, enter the occupation, play an Opportunity Card, or retire?

    To move on is the cautious answer: it costs nothing and uses nothing up.  [C16 C33]
    """

    ways: tuple[str, ...]

    def options(self) -> tuple[str, ...]:
        return self.ways

    def default(self) -> str:
        return self.ways[0]


@dataclass(frozen=True)
class FollowHoliday(Decision[bool]):
    """Do you follow what the holiday corner says, and take its hearts?

    To take them is the cautious answer: hearts do no harm.  [C16 C161]
    """

    hearts: int

    def options(self) -> tuple[bool, bool]:
        return (False, True)

    def default(self) -> bool:
        return True


async def turn(g: CareersState, e: Edition) -> None:
    """Trade, move in one way or another, trade again, and pass the turn on.  [C32 C155]"""
    seat = g.active
    ended = await trade_window(g, e, f"seat {seat} is about to move")
    if not ended:
        await use_turn(g, e, seat)
        if g.trading:
            await trade_window(g, e, f"seat {seat} has moved")
    end_turn(g, e)


async def use_turn(g: CareersState, e: Edition, seat: Seat) -> None:
    """Do one thing, and whatever follows from it at once; or lose the turn.  [C33 C35 C41]"""
    if g.loses_turn[seat]:
        g.loses_turn[seat] = False
        g.tell(TurnLost(seat))
        return
    onward = await first_move(g, e, seat)
    while onward is not None:
        onward = await move_again(g, e, seat) if onward == AGAIN else await use_card(g, e, seat, onward)


async def first_move(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Whoever is held in a corner has to get out of it; all others choose how to use the turn.  [C33 C85 C89]"""
    kind = space_of(g, e, seat).kind
    if kind == "unemployment":
        return await leave_unemployment(g, e, seat)
    if kind == "hospital" and g.degree[seat] != e.degrees.doctor:
        return await leave_hospital(g, e, seat)
    name = space_of(g, e, seat).name
    way = await TakeTurn(seat, ways=ways(g, e, seat), because=f"your turn begins on {name}")
    if way == ENTER:
        return await enter_occupation(g, e, seat)
    if way == OPPORTUNITY:
        cards = playable(g, e, seat)
        return await use_card(g, e, seat, await PlayOpportunity(seat, cards=cards, because="you play a card"))
    if way == RETIRE:
        return await retire(g, e, seat)
    if kind == "holiday":
        return await go_on_from_holiday(g, e, seat)
    return await move_again(g, e, seat)


def ways(g: CareersState, e: Edition, seat: Seat) -> tuple[str, ...]:
    """The ways to use a turn; the duty to enter leaves only one.  [C33 C52 C53 C106 C108 C158]"""
    if g.must_enter[seat]:
        return (ENTER,) if may_enter(g, e, seat) else (MOVE,)
    found = [MOVE]
    if may_enter(g, e, seat):
        found.append(ENTER)
    if playable(g, e, seat):
        found.append(OPPORTUNITY)
    if may_retire(g, e, seat):
        found.append(RETIRE)
    return tuple(found)


async def move_again(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Go by two dice outside and by one in a path, or by an Experience Card.  [C37 C38 C39 C41 C60]"""
    space = space_of(g, e, seat)
    dice = e.dice.path if space.kind == "path" else e.dice.outer
    return await go(g, e, seat, await pips_to_go(g, e, seat, dice, f"you move on from {space.name}"))


async def enter_occupation(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Meet the requirement and go into the path, by one die or an Experience Card.  [C56 C58]"""
    space = space_of(g, e, seat)
    assert space.occupation is not None
    first = enter(g, e, seat, space.occupation)
    return await go(g, e, seat, await pips_to_go(g, e, seat, e.dice.path, f"you enter {space.name}"), first)


async def use_card(g: CareersState, e: Edition, seat: Seat, card: str) -> Onward:
    """Play an Opportunity Card and land where it takes the token.  [C100 C101]"""
    await play_opportunity(g, e, seat, card)
    return await arrive(g, e, seat)


# --- retirement -----------------------------------------------------------------------------------------------------


def may_retire(g: CareersState, e: Edition, seat: Seat) -> bool:
    """Whether one occupation is completed often enough, and the token not held or on holiday.  [C156 C158 C159]"""
    kind = space_of(g, e, seat).kind
    return kind not in ("hospital", "unemployment", "holiday") and max(g.record[seat]) >= e.completion.retire_after


async def retire(g: CareersState, e: Edition, seat: Seat) -> Onward:
    """Go straight to the holiday corner; its directions must, or may, be followed.  [C121 C156 C157 C160 C161]"""
    g.tell(Retired(seat))
    move_directly(g, e, seat, e.corner["holiday"])
    await settle_with_occupants(g, e, seat)
    hearts = e.holiday.landing
    if e.holiday.may_decline and not await FollowHoliday(seat, hearts=hearts, because="you have retired"):
        return None
    return await holiday(g, e, seat)
