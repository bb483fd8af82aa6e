"""A turn of PayDay, as the rulebook tells it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from parlour.core.decision import Roll, Seat
from parlour.games.payday import cards, squares
from parlour.games.payday.edition import Edition, SpaceName
from parlour.games.payday.events import JackpotWon, Moved
from parlour.games.payday.loans import offer_loan
from parlour.games.payday.pay_day import pay_day
from parlour.games.payday.state import PayDayState

Space = Callable[[PayDayState, Edition, Seat], Awaitable[None]]

SPACES: Mapping[SpaceName, Space] = {
    "mail": cards.mail,
    "sweepstakes": squares.sweepstakes,
    "deal": cards.deal,
    "lottery": squares.lottery,
    "sweet_sunday": squares.sweet_sunday,
    "radio_contest": squares.radio_contest,
    "found_a_buyer": cards.found_a_buyer,
    "happy_birthday": squares.happy_birthday,
    "fun_day": squares.fun_day,
    "buy_groceries": squares.buy_groceries,
    "yard_sale": cards.yard_sale,
    "family_casino_night": squares.family_casino_night,
    "charity_walk": squares.charity_walk,
    "pay_day": pay_day,
}
"""What each space that the calendar of an edition may name does."""


async def turn(g: PayDayState, e: Edition) -> None:
    """Borrow if you like, roll, win the Jackpot on a six, move, do what the space says, pass to the left.  [P28 P32]"""
    seat = g.active
    await offer_loan(g, e, seat)
    pips = await Roll(seat, purpose="move", sides=e.die.sides)
    win_jackpot(g, e, seat, pips)
    space = move(g, e, seat, pips)
    await SPACES[space](g, e, seat)
    pass_to_the_left(g)


def win_jackpot(g: PayDayState, e: Edition, seat: Seat, pips: int) -> None:
    """A six on the move wins whatever lies on the Jackpot, before anything else happens.  [P29 P30 P31 P32]"""
    if pips == e.die.jackpot and g.money.pot:
        g.tell(JackpotWon(seat, amount=g.money.win_pot(seat)))


def move(g: PayDayState, e: Edition, seat: Seat, pips: int) -> SpaceName:
    """Move the token that many days on, but never past Pay Day; returns the space reached.  [P26 P27 P33 P73]"""
    day = e.track.walk(g.days[seat], pips)[-1]
    space = e.on(day).space
    g.days[seat] = day
    g.tell(Moved(seat, pips=pips, day=day, date=e.date[day], space=space))
    return space


def pass_to_the_left(g: PayDayState) -> None:
    """The next player who is not retired acts.  [P15 P82 P83]"""
    for seat in g.around_from((g.active + 1) % g.seats):
        if not g.is_retired(seat):
            g.active = seat
            return
