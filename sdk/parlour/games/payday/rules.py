"""PayDay as the engine sees it: how to set up, play, end and show a game of it."""

from __future__ import annotations

import marshal
import random
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from parlour.board.money import money
from parlour.core.decision import Decision, Seat
from parlour.core.events import Event
from parlour.core.options import Json
from parlour.core.registry import Title
from parlour.core.rules import Option, Result, Rules, places_by
from parlour.core.script import Script
from parlour.core.wording import listed
from parlour.games.payday.cards import BuyDeal, SellDeal
from parlour.games.payday.edition import Edition
from parlour.games.payday.events import EVENTS, DealSold, DealTurnedUp, LotteryEntered, MailCame, Moved
from parlour.games.payday.loans import Borrow
from parlour.games.payday.pay_day import Repay
from parlour.games.payday.squares import Ante, PickNumber
from parlour.games.payday.state import PayDayState, set_up
from parlour.games.payday.turn import turn
from parlour.games.payday.view import view

DECISIONS: tuple[type[Decision[Any]], ...] = (Borrow, BuyDeal, SellDeal, Ante, PickNumber, Repay)


class PayDay(Rules):
    """Have the most money when the agreed months are over, debts taken off.  [P1]

    Nobody trades or lends but the bank: no other question is asked than the six of `decisions`.  [P16]
    """

    name = "payday"
    version = "1"
    state = PayDayState
    decisions = DECISIONS
    events = EVENTS

    def __init__(self, edition_name: str, edition: Edition) -> None:
        """How many play, and for how many months, is the edition's to say.  [P2 P3 P4]"""
        super().__init__(edition_name, edition)
        months = edition.months
        self.seats = range(edition.seats.least, edition.seats.most + 1)
        self.options = (
            Option("months", range(months.least, months.most + 1), months.default, "how many months each player plays"),
        )

    def setup(self, seats: int, options: Mapping[str, int]) -> PayDayState:
        return set_up(self.edition, seats, options)

    def turn(self, state: PayDayState) -> Script:
        return turn(state, self.edition)

    def is_over(self, state: PayDayState) -> bool:
        """Whether nobody has a month left to play.  [P87]"""
        return all(state.is_retired(seat) for seat in range(state.seats))

    def result(self, state: PayDayState) -> Result:
        """The highest net worth wins, also among debts; what lies on the Jackpot is nobody's.  [P88 P89 P90 P91]"""
        worth = tuple(state.net_worth(seat) for seat in range(state.seats))
        return Result(places_by(worth), worth, why_won(worth))

    def view(self, state: PayDayState, seat: Seat) -> dict[str, Json]:
        return view(state, self.edition, seat)

    def mask(self, state: PayDayState, seat: Seat) -> dict[str, Json]:
        """The whole state: a pile has no order that could be seen in it, and all else is open.  [P5 P92]"""
        return state.to_plain()

    def imagine(self, masked: dict[str, Json], seat: Seat, rng: random.Random, learned: Json = None) -> PayDayState:
        """The state itself, since nothing is left out of it.  [P92]"""
        return PayDayState.thaw(marshal.dumps(masked))

    def totals(self, state: PayDayState) -> dict[str, int]:
        """The money with the bank's, and the cards of each kind.  [P10]"""
        return {
            "money": state.money.total,
            "mail": len(state.mail_deck) + sum(len(cards) for cards in state.mail),
            "deals": len(state.deal_deck) + sum(len(cards) for cards in state.deals),
        }

    def reach(self) -> dict[tuple[type[Event], str], Collection[Json]]:
        """Every day with its space, every card and every number of the lottery."""
        e = self.edition
        return {
            (Moved, "day"): [day.day for day in e.calendar.days],
            (Moved, "space"): {day.space for day in e.calendar.days},
            (MailCame, "card"): e.letter,
            (DealTurnedUp, "card"): e.deal,
            (DealSold, "card"): e.deal,
            (LotteryEntered, "number"): range(1, e.die.sides + 1),
        }


def why_won(worth: tuple[int, ...]) -> str:
    """Who has won and with what, in a sentence.  [P89 P90]"""
    best = max(worth)
    winners = [f"seat {seat}" for seat, each in enumerate(worth) if each == best]
    if best >= 0:
        return f"The highest net worth, {money(best)}, is that of {listed(winners)}."
    if len(winners) > 1:
        return f"All ended in debt; {listed(winners)} owe the least, {money(-best)} each."
    return f"All ended in debt; {listed(winners)} owes the least, {money(-best)}."


TITLE = Title(rules=PayDay, edition=Edition, folder=Path(__file__).parent / "editions", default="2000")
