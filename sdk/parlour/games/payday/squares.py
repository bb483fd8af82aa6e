"""The spaces of the calendar that need no cards: prizes, expenses, and contests of the whole table."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Roll, Seat
from parlour.games.payday.edition import Edition
from parlour.games.payday.events import (
    BirthdayHeld,
    CasinoWon,
    CharityWalked,
    JackpotFed,
    LotteryCalledOff,
    LotteryEntered,
    LotteryRolled,
    LotteryWon,
    RadioRolled,
    RadioWon,
    SweepstakesWon,
)
from parlour.games.payday.loans import pay_bank, pay_jackpot, pay_seat
from parlour.games.payday.state import PayDayState

STAY_OUT = "stay out"
ANTE = "ante"
ANTE_WITH_A_LOAN = "ante with a loan"


async def sweepstakes(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Roll again and get a prize from the bank for each pip.  [P52]"""
    pips = await Roll(seat, purpose="sweepstakes", sides=e.die.sides)
    prize = e.sweepstakes.per_pip * pips
    g.money.collect(seat, prize)
    g.tell(SweepstakesWon(seat, pips=pips, amount=prize))


# --- the lottery ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ante(Decision[str]):
    """Whether to play the lottery; with too little cash, to ante is to borrow.

    `prize` is what lies there now, without your ante. To stay out is the cautious answer: it costs nothing.  [P54 P55]
    """

    ante: int
    prize: int
    cash: int
    taken: list[int]

    def options(self) -> tuple[str, str]:
        return (STAY_OUT, ANTE if self.cash >= self.ante else ANTE_WITH_A_LOAN)

    def default(self) -> str:
        return STAY_OUT


@dataclass(frozen=True)
class PickNumber(Decision[int]):
    """Which free number to bet on in the lottery; all are equally likely.  [P56]"""

    free: tuple[int, ...]

    def options(self) -> tuple[int, ...]:
        return self.free

    def default(self) -> int:
        return self.free[0]


async def lottery(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Everybody may bet on a number, then the lander rolls until one of them comes up.  [P53 P54 P57 P58 P59]"""
    numbers: dict[int, Seat] = {}
    for player in g.around_from(seat):
        await enter_lottery(g, e, player, numbers)
    if not numbers:
        g.tell(LotteryCalledOff(seat))
        return
    while (number := await Roll(seat, purpose="lottery", sides=e.die.sides)) not in numbers:
        g.tell(LotteryRolled(seat, number=number))
    prize = lottery_prize(e, numbers)
    g.money.collect(numbers[number], prize)
    g.tell(LotteryWon(numbers[number], number=number, amount=prize))


async def enter_lottery(g: PayDayState, e: Edition, player: Seat, numbers: dict[int, Seat]) -> None:
    """A player, retired or not, may pay the ante, which the bank holds, and then picks a free number.  [P54 P56 P84]"""
    ante = e.lottery.ante
    question = Ante(
        player,
        ante=ante,
        prize=lottery_prize(e, numbers),
        cash=g.money.cash[player],
        taken=sorted(numbers),
        because=f"seat {g.active} landed on Lottery",
    )
    if await question == STAY_OUT:
        return
    pay_bank(g, e, player, ante)
    free = tuple(number for number in range(1, e.die.sides + 1) if number not in numbers)
    number = await PickNumber(player, free=free, because="you are in the lottery")
    numbers[number] = player
    g.tell(LotteryEntered(player, ante=ante, number=number))


def lottery_prize(e: Edition, numbers: dict[int, Seat]) -> int:
    """The bank's stake and an ante for each number that is taken.  [P53 P57]"""
    return e.lottery.bank + e.lottery.ante * len(numbers)


# --- contests and occasions of the whole table ----------------------------------------------------------------------


async def radio_contest(g: PayDayState, e: Edition, seat: Seat) -> None:
    """All players roll, and those who tie for the highest roll again, until one wins the prize.  [P60 P61 P84]"""
    players = g.around_from(seat)
    while len(players) > 1:
        rolls = [await Roll(player, purpose="radio contest", sides=e.die.sides) for player in players]
        g.tell(RadioRolled(seats=players, rolls=rolls))
        highest = max(rolls)
        players = [player for player, pips in zip(players, rolls, strict=True) if pips == highest]
    g.money.collect(players[0], e.radio_contest.amount)
    g.tell(RadioWon(players[0], amount=e.radio_contest.amount))


async def happy_birthday(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Get a gift of money from every other player, retired or not.  [P65 P84]"""
    gift = e.happy_birthday.amount
    others = g.around_from(seat)[1:]
    for player in others:
        pay_seat(g, e, payer=player, payee=seat, amount=gift)
    g.tell(BirthdayHeld(seat, gift=gift, amount=gift * len(others)))


async def charity_walk(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Roll, and every other player, retired or not, puts so much a pip on the Jackpot.  [P71 P84]"""
    pips = await Roll(seat, purpose="charity walk", sides=e.die.sides)
    gift = e.charity_walk.per_pip * pips
    for player in g.around_from(seat)[1:]:
        pay_jackpot(g, e, player, gift)
    g.tell(CharityWalked(seat, pips=pips, gift=gift, jackpot=g.money.pot))


# --- days out -------------------------------------------------------------------------------------------------------


async def fun_day(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Put the price of a day at the amusement park on the Jackpot.  [P66]"""
    pay_jackpot(g, e, seat, e.fun_day.amount)
    g.tell(JackpotFed(seat, amount=e.fun_day.amount, reason="a fun day", jackpot=g.money.pot))


async def buy_groceries(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Put the price of the groceries on the Jackpot.  [P67]"""
    pay_jackpot(g, e, seat, e.buy_groceries.amount)
    g.tell(JackpotFed(seat, amount=e.buy_groceries.amount, reason="groceries", jackpot=g.money.pot))


async def family_casino_night(g: PayDayState, e: Edition, seat: Seat) -> None:
    """Roll again: odd wins from the bank, even costs and feeds the Jackpot.  [P70]"""
    pips = await Roll(seat, purpose="casino", sides=e.die.sides)
    casino = e.family_casino_night
    if pips % 2:
        g.money.collect(seat, casino.win)
        g.tell(CasinoWon(seat, pips=pips, amount=casino.win))
    else:
        pay_jackpot(g, e, seat, casino.loss)
        g.tell(JackpotFed(seat, amount=casino.loss, reason=f"a {pips} at the casino", jackpot=g.money.pot))


async def sweet_sunday(g: PayDayState, e: Edition, seat: Seat) -> None:
    """A day of rest.  [P72]"""
