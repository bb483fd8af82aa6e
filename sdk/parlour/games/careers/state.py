"""Everything that a game of Careers saves: who has earned what, where the tokens are, and the two decks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from parlour.board.deck import Deck
from parlour.board.money import Money
from parlour.core.decision import Seat
from parlour.core.state import GameState
from parlour.games.careers.edition import Edition

NOBODY: Seat = -1


class Note(NamedTuple):
    """A promissory note: its number, whose debt it is, which side holds it, and how much is owed.  [C141]"""

    number: int
    debtor: Seat
    holder: Seat
    amount: int


@dataclass
class CareersState(GameState):
    """The table of a game.  [C13 C165 C166]

    A side is who shares a formula, points, cash and cards: one seat, or a couple. It is named by its first seat. The
    fields from `formulas` to `peaks` have one entry a side, those from `at` to `offers_left` one a seat.

    `experience` is secret but for how many cards there are; `shown` is the part of a hand that everybody knows. When
    the turn begins, `opened` is the same; cards that are seen in the turn join it: first those that were in the hand,
    then those that were drawn in the turn. `kept` is the cash that a side got after a
    bankruptcy and has to keep until it next collects salary. `peaks` are the greatest stars, hearts and Money points
    that a side has had at one time. `at` is a space's number.
    """

    sides: int
    target: int
    turns_limit: int
    trading: bool
    winner: Seat
    over: bool
    formulas: list[list[int]]
    stars: list[int]
    hearts: list[int]
    money: Money
    opportunity: list[list[str]]
    experience: list[list[int]]
    shown: list[list[int]]
    opened: list[list[int]]
    kept: list[int]
    peaks: list[list[list[int]]]
    at: list[int]
    salary: list[int]
    record: list[list[int]]
    degree: list[str]
    loses_turn: list[bool]
    must_enter: list[bool]
    special: list[str]
    offers_left: list[int]
    fresh: list[int]
    fresh_given: bool
    card_played: bool
    notes: list[list[int]]
    notes_issued: int
    opportunity_deck: Deck
    experience_deck: Deck

    # --- seats and sides --------------------------------------------------------------------------------------------

    def side(self, seat: Seat) -> Seat:
        """The side that a seat plays for: partners sit opposite each other.  [C13 C163]"""
        return seat % self.sides

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of the side, this one among them.  [C163]"""
        return tuple(range(seat % self.sides, self.seats, self.sides))

    def around_from(self, seat: Seat) -> list[Seat]:
        """All seats from this one on, clockwise.  [C12]"""
        return [*range(seat, self.seats), *range(seat)]

    def rivals(self, seat: Seat) -> list[Seat]:
        """The seats of other sides, clockwise from this one.  [C169]"""
        side = self.side(seat)
        return [other for other in self.around_from(seat) if self.side(other) != side]

    # --- what a seat has --------------------------------------------------------------------------------------------

    def cash(self, seat: Seat) -> int:
        """The cash of the seat's side.  [C166]"""
        return self.money.cash[seat % self.sides]

    def is_graduate(self, seat: Seat) -> bool:
        """Whether the seat has been through College.  [C59]"""
        return bool(self.degree[seat])

    def notes_of(self, debtor: Seat) -> list[Note]:
        """What a side owes, the oldest note first.  [C143]"""
        return [Note(*note) for note in self.notes if note[1] == debtor] if self.notes else []

    def notes_held(self, holder: Seat) -> list[Note]:
        """What is owed to a side, the oldest note first."""
        return [Note(*note) for note in self.notes if note[2] == holder] if self.notes else []

    # --- hands ------------------------------------------------------------------------------------------------------

    def usable_cards(self, seat: Seat) -> list[int]:
        """The Experience Cards that the active seat may play: one a turn, none drawn in it.  [C118 C119 C120]"""
        if self.card_played:
            return []
        cards = self.experience[seat % self.sides].copy()
        for value in self.fresh:
            if value in cards:
                cards.remove(value)
        return cards

    def take_card(self, side: Seat, value: int, *, known: bool) -> None:
        """Lay an Experience Card in a hand; `known` if everybody saw which it is.  [C117 C139]"""
        self.experience[side] = sorted([*self.experience[side], value])
        if known:
            self.shown[side] = sorted([*self.shown[side], value])

    def lose_card(self, side: Seat, value: int) -> None:
        """Take an Experience Card out of a hand, for everybody to see.  [C139]"""
        self.show_cards(side, [value])
        self.shown[side].remove(value)
        self.experience[side].remove(value)

    def play_card(self, side: Seat, value: int) -> None:
        """Play an Experience Card: it was not drawn in this turn, so of those seen it comes first.  [C118 C139]"""
        self.lose_card(side, value)
        if value in self.opened[side]:
            self.opened[side].remove(value)
            self.opened[side].insert(0, value)

    def show_cards(self, side: Seat, values: list[int]) -> None:
        """Everybody knows now that these Experience Cards are in the hand, each as often as it is named.  [C139]"""
        shown = self.shown[side]
        for value in sorted(values):
            if shown.count(value) < values.count(value):
                self.shown[side] = shown = sorted([*shown, value])
                self.opened[side] = [*self.opened[side], value]

    # --- the turn ---------------------------------------------------------------------------------------------------

    def pass_on(self, offers: int) -> None:
        """The turn goes to the next seat, clockwise, and what holds for one turn only begins anew.  [C12 C34 C131]"""
        self.active = (self.active + 1) % self.seats
        self.offers_left = [offers if self.trading else 0] * self.seats
        self.fresh = []
        self.fresh_given = False
        self.card_played = False
        self.opened = [shown.copy() for shown in self.shown]


def target(e: Edition, seats: int, options: Mapping[str, int]) -> int:
    """How many points a formula has: what the match says, or else the rulebook for such a table.  [C18 C19 C164]"""
    if options["partnership"]:
        return e.formula.partnership
    usual = e.formula.two_seats if seats == 2 else e.formula.total
    return options["formula"] or usual


def set_up(e: Edition, seats: int, options: Mapping[str, int]) -> CareersState:
    """The table before the formulas are chosen: all tokens on Payday, all with the same start.  [C6 C7 C45]"""
    partnership = bool(options["partnership"])
    sides = seats // 2 if partnership else seats
    trading = bool(options["trade"])
    money = Money.dealt(seats=sides, each=e.start.cash * (seats // sides))
    return CareersState(
        seats=seats,
        active=0,
        turns=[0] * seats,
        sides=sides,
        target=target(e, seats, options),
        turns_limit=options["turns"],
        trading=trading,
        winner=NOBODY,
        over=False,
        formulas=[[] for _ in range(sides)],
        stars=[0] * sides,
        hearts=[0] * sides,
        money=money,
        opportunity=[[] for _ in range(sides)],
        experience=[[] for _ in range(sides)],
        shown=[[] for _ in range(sides)],
        opened=[[] for _ in range(sides)],
        kept=[0] * sides,
        peaks=[[] for _ in range(sides)],
        at=[e.corner["payday"]] * seats,
        salary=[e.start.salary] * seats,
        record=[[0] * len(e.paths) for _ in range(seats)],
        degree=[""] * seats,
        loses_turn=[False] * seats,
        must_enter=[False] * seats,
        special=[""] * seats,
        offers_left=[e.trade.offers_per_turn if trading else 0] * seats,
        fresh=[],
        fresh_given=False,
        card_played=False,
        notes=[],
        notes_issued=0,
        opportunity_deck=Deck.shuffled(card.name for card in e.opportunity_card.values() for _ in range(card.count)),
        experience_deck=Deck.shuffled(card.value for card in e.experience.cards for _ in range(card.count)),
    )
