"""Everything that a game of Life saves: who is where on the way, with what career, house, family and money."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.board.money import Money
from parlour.core.decision import Seat
from parlour.core.state import GameState
from parlour.games.life.edition import START, Edition

MILLIONAIRE_ESTATES = "Millionaire Estates"
COUNTRYSIDE_ACRES = "Countryside Acres"


@dataclass
class LifeState(GameState):
    """The table of a game; every list of the first block has one entry a seat.

    `at` is a space's number, 0 before the first step; `entry` is the first space of the road that was chosen, 0 before
    that. `notes` are loan notes. LIFE tiles are counted: nobody knows what they are worth before `tile_values` says so.
    `pile` is how many lie on the draw pile, and `reserved` how many wait at Millionaire Estates.
    """

    entry: list[int]
    at: list[int]
    degree: list[bool]
    career: list[str]
    salary: list[int]
    house: list[str]
    auto: list[bool]
    home: list[bool]
    stocks: list[list[int]]
    notes: list[int]
    spouse: list[bool]
    children: list[int]
    tiles: list[int]
    tile_values: list[list[int]]
    misses: list[bool]
    retired: list[str]

    money: Money
    careers_left: list[str]
    salaries_left: list[int]
    deeds_left: list[str]
    stocks_left: list[int]
    pile: int
    reserved: int
    over: bool

    def around_from(self, seat: Seat) -> list[Seat]:
        """All seats from this one on, clockwise."""
        return [*range(seat, self.seats), *range(seat)]

    def others_in_play(self, seat: Seat) -> list[Seat]:
        """The other seats that have not retired, from the left on."""
        return [other for other in self.around_from(seat)[1:] if not self.retired[other]]

    def cash(self, seat: Seat) -> int:
        """The cash of a seat."""
        return self.money.cash[seat]


def set_up(e: Edition, seats: int) -> LifeState:
    """The table before the first spin, with every seat a player.  [L8 L10 L11 L12]"""
    return LifeState(
        seats=seats,
        active=0,
        turns=[0] * seats,
        entry=[0] * seats,
        at=[START] * seats,
        degree=[False] * seats,
        career=[""] * seats,
        salary=[0] * seats,
        house=[""] * seats,
        auto=[False] * seats,
        home=[False] * seats,
        stocks=[[] for _ in range(seats)],
        notes=[0] * seats,
        spouse=[False] * seats,
        children=[0] * seats,
        tiles=[0] * seats,
        tile_values=[[] for _ in range(seats)],
        misses=[False] * seats,
        retired=[""] * seats,
        money=Money.dealt(seats=seats, each=e.start.cash),
        careers_left=sorted(e.career),
        salaries_left=sorted(e.tax),
        deeds_left=sorted(e.deed),
        stocks_left=sorted(e.stocks.numbers),
        pile=len(e.tile_values) - e.tiles.reserved,
        reserved=e.tiles.reserved,
        over=False,
    )
