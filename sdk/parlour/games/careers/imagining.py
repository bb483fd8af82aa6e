"""What a seat may know of a saved state, and how the rest of it can be filled in again."""

from __future__ import annotations

import random
from typing import Any

from parlour.core.decision import Seat
from parlour.core.options import Json, Split, choose
from parlour.core.rules import Implausible
from parlour.games.careers.edition import Edition
from parlour.games.careers.formulas import PARTS
from parlour.games.careers.scoring import is_met
from parlour.games.careers.state import CareersState

QUICK_GUESSES = 100
"""How many formulas are drawn before all of them are listed."""


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
    deal_hands(e, masked, opened, rng)
    masked["formulas"] = [
        guess_formula(masked["target"], peaks[side], rng) if formula is None else formula
        for side, formula in enumerate(masked["formulas"])
    ]
    return CareersState.from_plain(masked)


def deal_hands(e: Edition, masked: dict[str, Any], opened: list[list[int]], rng: random.Random) -> None:
    """Fill the hands, beginning with what is known, and then the pile with the other cards.  [C3 C4 C117]"""
    deck = masked["experience_deck"]
    hidden = [card.value for card in e.experience.cards for _ in range(card.count)]
    for value in (*deck["under"], *deck["discards"]):
        hidden.remove(value)
    hands = masked["experience"]
    unknown = [side for side, hand in enumerate(hands) if None in hand]
    for side, hand in enumerate(hands):
        if side in unknown:
            hands[side] = [*opened[side], *[None] * (len(hand) - len(opened[side]))]
        for value in hands[side]:
            if value is not None:
                if value not in hidden:
                    raise Implausible(f"there is no card {value} left for side {side}")
                hidden.remove(value)
    rng.shuffle(hidden)
    for side in unknown:
        hands[side] = sorted(hidden.pop() if value is None else value for value in hands[side])
    deck["pile"] = sorted(hidden)


def guess_formula(total: int, peaks: list[list[int]], rng: random.Random) -> list[int]:
    """A formula that none of these points would have met.  [C17 C172]"""
    formulas = Split(total, parts=len(PARTS))
    for _ in range(QUICK_GUESSES):
        formula: list[int] = choose(formulas, rng)
        if not any(is_met(formula, held) for held in peaks):
            return formula
    left = [formula for formula in formulas if not any(is_met(formula, held) for held in peaks)]
    if not left:
        raise Implausible("no formula is left that has not been met")
    return rng.choice(left)
