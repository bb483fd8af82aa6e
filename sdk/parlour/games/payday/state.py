"""Everything that a game of PayDay saves: who has what, where the tokens are, and the piles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.board.deck import Deck
from parlour.board.money import Money
from parlour.core.decision import Seat
from parlour.core.state import GameState
from parlour.games.payday.edition import START, Edition


@dataclass
class PayDayState(GameState):
    """The table of a game; every list has one entry a seat.  [P9 P10 P12]

    `days` is where the tokens are, 0 being START, and needs no order or distance between them.  [P33]
    The money's pot is the Jackpot.
    """

    months: int
    months_done: list[int]
    days: list[int]
    money: Money
    loans: list[int]
    mail: list[list[str]]
    deals: list[list[str]]
    mail_deck: Deck
    deal_deck: Deck

    def is_retired(self, seat: Seat) -> bool:
        """Whether the seat has reached the last Pay Day; its token stands still from then on.  [P82 P85]"""
        return self.months_done[seat] >= self.months

    def net_worth(self, seat: Seat) -> int:
        """The cash less the loan.  [P88]"""
        return self.money.cash[seat] - self.loans[seat]

    def around_from(self, seat: Seat) -> list[Seat]:
        """All seats, retired ones too, from this one on to the left.  [P15 P84]"""
        return [*range(seat, self.seats), *range(seat)]


def set_up(e: Edition, seats: int, options: Mapping[str, int]) -> PayDayState:
    """The table before the first roll, with every seat a player and seat 0 to begin.  [P2 P5 P6 P11 P13 P14]"""
    return PayDayState(
        seats=seats,
        active=0,
        turns=[0] * seats,
        months=options["months"],
        months_done=[0] * seats,
        days=[START] * seats,
        money=Money.dealt(seats=seats, each=e.money.start),
        loans=[0] * seats,
        mail=[[] for _ in range(seats)],
        deals=[[] for _ in range(seats)],
        mail_deck=Deck.shuffled(e.letter),
        deal_deck=Deck.shuffled(e.deal),
    )
