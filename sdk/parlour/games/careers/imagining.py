"""What a seat may know of a saved state, and how the rest of it can be filled in again."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from parlour.board.deck import Deck
from parlour.core.decision import Draw, Seat
from parlour.core.options import Json, Split, choose
from parlour.core.rules import Implausible
from parlour.games.careers.edition import Edition
from parlour.games.careers.formulas import PARTS
from parlour.games.careers.scoring import is_met
from parlour.games.careers.state import CareersState

QUICK_GUESSES = 100
"""How many formulas are drawn before those that are left are counted."""


def mask(g: CareersState, seat: Seat) -> dict[str, Json]:
    """The plain state with null for each formula and card that only other sides know.  [C3 C21 C117 C178]"""
    own = g.side(seat)
    masked = g.to_plain()
    masked["formulas"] = [formula if side == own else None for side, formula in enumerate(g.formulas)]
    masked["experience"] = [
        hand if side == own else [*g.shown[side], *[None] * (len(hand) - len(g.shown[side]))]
        for side, hand in enumerate(g.experience)
    ]
    masked["fresh"] = []
    masked["experience_deck"] = {**masked["experience_deck"], "pile": [None] * len(g.experience_deck.pile)}
    if not any(g.formulas):
        masked["formulas"] = g.formulas
    return masked


def learned(g: CareersState) -> dict[str, Json]:
    """What all have learned in this turn: cards that were in hands, and how far sides have come.  [C117 C139 C172]"""
    return {"opened": g.opened, "peaks": g.peaks}


def imagine(e: Edition, masked: dict[str, Any], seat: Seat, rng: random.Random, learned: Json) -> CareersState:
    """Deal the unknown cards anew and choose formulas that nobody would have met by now.  [C21 C117]"""
    peaks = learned["peaks"] if learned else masked["peaks"]
    opened = learned["opened"] if learned else masked["shown"]
    drawn = deal_hands(e, masked, opened, seat % masked["sides"], rng)
    masked["formulas"] = [
        guess_formula(masked["target"], peaks[side], rng) if formula is None else formula
        for side, formula in enumerate(masked["formulas"])
    ]
    state = CareersState.from_plain(masked)
    if drawn:
        deck = state.experience_deck
        state.experience_deck = SeenDeck(deck.pile, deck.under, deck.discards, drawn)
    return state


@dataclass
class SeenDeck(Deck):
    """A deck in a guess: the cards that were drawn from it in secret and then seen come first.  [C117 C139]

    A guess that left them to luck would hardly ever fit. It is saved as any other deck.
    """

    first: list[int] = field(default_factory=list)

    def to_plain(self) -> dict[str, Json]:
        plain = super().to_plain()
        del plain["first"]
        return plain

    async def draw(self, seat: Seat, purpose: str, known_to: tuple[Seat, ...] | None = None) -> Any:
        """As from any deck, and asked of luck as often."""
        if not self.first or not self.pile:
            return await super().draw(seat, purpose, known_to)
        value = self.first.pop(0)
        card = await Draw(seat, purpose=purpose, cards=(value,) * len(self.pile), known_to=known_to)
        self.pile.remove(card)
        return card


def deal_hands(e: Edition, masked: dict[str, Any], opened: list[list[int]], own: Seat, rng: random.Random) -> list[int]:
    """Fill the hands, beginning with what is known, and then the pile with the other cards.  [C3 C4 C117]

    Returns what was seen beyond a hand as it was: that must have been drawn since, and is in the pile.
    """
    deck = masked["experience_deck"]
    hidden = [card.value for card in e.experience.cards for _ in range(card.count)]
    for value in (*deck["under"], *deck["discards"]):
        hidden.remove(value)
    hands, drawn = masked["experience"], []
    for side, hand in enumerate(hands):
        if side != own:
            seen, size = opened[side], len(hand)
            hands[side] = [*seen[:size], *[None] * (size - len(seen))]
            drawn += seen[size:]
    for value in (*drawn, *(value for hand in hands for value in hand if value is not None)):
        if value not in hidden:
            raise Implausible(f"there is no card {value} left")
        hidden.remove(value)
    rng.shuffle(hidden)
    for side, hand in enumerate(hands):
        if side != own:
            hands[side] = sorted(hidden.pop() if value is None else value for value in hand)
    deck["pile"] = sorted([*hidden, *drawn])
    return drawn


def guess_formula(total: int, peaks: list[list[int]], rng: random.Random) -> list[int]:
    """A formula that none of these points would have met, each as likely as any other.  [C17 C172]"""
    formulas = Split(total, parts=len(PARTS))
    for _ in range(QUICK_GUESSES):
        formula: list[int] = choose(formulas, rng)
        if not any(is_met(formula, held) for held in peaks):
            return formula
    open_parts = [(stars, hearts) for stars in range(total + 1) for hearts in open_hearts(total, stars, peaks)]
    count = sum(len(hearts) for _, hearts in open_parts)
    if not count:
        raise Implausible("no formula is left that has not been met")
    rank = rng.randrange(count)
    for stars, hearts in open_parts:
        if rank < len(hearts):
            return [stars, hearts[rank], total - stars - hearts[rank]]
        rank -= len(hearts)
    raise AssertionError("a formula was counted that is not there")


def open_hearts(total: int, stars: int, peaks: list[list[int]]) -> list[range]:
    """With so many stars in a formula, how many hearts it can have that nobody with these points has met.  [C172]"""
    found, first, most = [], 0, total - stars
    for low, high in sorted((most - peak[-1], peak[1]) for peak in peaks if peak[0] >= stars):
        if low <= high:
            found.append(range(first, max(first, min(low, most + 1))))
            first = max(first, high + 1)
    return [*found, range(first, max(first, most + 1))]
