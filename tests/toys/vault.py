"""Vault: a toy game with what PayDay has not: secrets chosen at once, private cards, forms, a pile in known order.

Everyone first splits six stars between gold and fame, in secret. Then, in turn, a seat draws a private card, may give a
coin away, and puts one card of its hand under the pile. After three rounds the hand counts, and the gold stars pay.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.core.decision import Decision, Draw, Everyone, Roll
from parlour.core.events import Event
from parlour.core.options import Product, Split
from parlour.core.registry import Title
from parlour.core.rules import Option, Result, Rules, places_by
from parlour.core.script import Script
from parlour.core.state import GameState, State, field


@dataclass(frozen=True)
class VaultEdition:
    coins: int
    stars: int
    cards: tuple[int, ...]


@dataclass
class Pile(State):
    unknown: list[int] = field(default_factory=list)
    under: list[int] = field(default_factory=list)


@dataclass
class VaultState(GameState):
    rounds: int
    bank: int
    cash: list[int]
    goals: list[Any]
    hands: list[Any]
    pile: Pile


@dataclass(frozen=True)
class ChooseGoal(Decision[list[int]]):
    """How do you split the stars between gold and fame? Nobody else will know."""

    stars: int

    @property
    def seen_by(self) -> tuple[int, ...]:
        return (self.seat,)

    def options(self) -> Split:
        return Split(self.stars, parts=2)

    def default(self) -> list[int]:
        return [0, self.stars]


@dataclass(frozen=True)
class Give(Decision[dict[str, Any]]):
    """How many coins do you give, and to whom?"""

    most: int
    others: tuple[int, ...]

    def options(self) -> Product:
        return Product({"coins": range(self.most + 1), "to": self.others})

    def default(self) -> dict[str, Any]:
        return {"coins": 0, "to": self.others[0]}


@dataclass(frozen=True)
class PutUnder(Decision[int | None]):
    """Which card do you put under the pile, if any? Nobody else will know."""

    hand: tuple[int, ...]

    @property
    def seen_by(self) -> tuple[int, ...]:
        return (self.seat,)

    def options(self) -> tuple[int | None, ...]:
        return (None, *self.hand)

    def default(self) -> None:
        return None


@dataclass(frozen=True)
class GoalsChosen(Event):
    """Everyone has a goal."""

    def __str__(self) -> str:
        return "Everyone has chosen."


@dataclass(frozen=True)
class CardDrawn(Event):
    """A card came to a hand; only its owner sees which."""

    seat: int
    card: int

    def __str__(self) -> str:
        return f"Seat {self.seat} draws card {self.card}."


@dataclass(frozen=True)
class Given(Event):
    """Coins changed hands."""

    seat: int
    payee: int
    coins: int

    def __str__(self) -> str:
        return f"Seat {self.seat} gives {self.coins} coins to seat {self.payee}."


class Vault(Rules):
    name = "vault"
    version = "1"
    seats = range(2, 5)
    options = (Option("rounds", 1, 5, 3, "rounds after the goals"),)
    state = VaultState
    decisions = (ChooseGoal, Give, PutUnder)
    events = (GoalsChosen, CardDrawn, Given)

    def setup(self, seats: int, options: Mapping[str, int]) -> VaultState:
        edition: VaultEdition = self.edition
        return VaultState(
            seats=seats,
            active=0,
            turns=[0] * seats,
            rounds=options["rounds"],
            bank=-edition.coins * seats,
            cash=[edition.coins] * seats,
            goals=[None] * seats,
            hands=[[] for _ in range(seats)],
            pile=Pile(unknown=list(edition.cards)),
        )

    def opening(self, g: VaultState) -> Script:
        return self.choose_goals(g)

    async def turn(self, g: VaultState) -> None:
        await self.take_card(g, g.active)
        await self.give_coins(g, g.active)
        await self.hide_card(g, g.active)
        wages = await Roll(g.active, purpose="wages", dice=2)
        g.bank -= wages
        g.cash[g.active] += wages
        g.active = (g.active + 1) % g.seats

    async def choose_goals(self, g: VaultState) -> None:
        goals = await Everyone({seat: ChooseGoal(seat, stars=self.edition.stars) for seat in range(g.seats)})
        g.goals = [goals[seat] for seat in range(g.seats)]
        g.tell(GoalsChosen())

    async def take_card(self, g: VaultState, seat: int) -> None:
        if g.pile.unknown:
            card = await Draw(seat, purpose="card", cards=tuple(g.pile.unknown), private=True)
            g.pile.unknown.remove(card)
        elif g.pile.under:
            card = g.pile.under.pop(0)
        else:
            return
        g.hands[seat] = sorted([*g.hands[seat], card])
        g.tell(CardDrawn(seat, card, to=(seat,)))

    async def give_coins(self, g: VaultState, seat: int) -> None:
        gift = await Give(seat, most=g.cash[seat], others=tuple(s for s in range(g.seats) if s != seat))
        if gift["coins"]:
            g.cash[seat] -= gift["coins"]
            g.cash[gift["to"]] += gift["coins"]
            g.tell(Given(seat, gift["to"], gift["coins"]))

    async def hide_card(self, g: VaultState, seat: int) -> None:
        under = await PutUnder(seat, hand=tuple(g.hands[seat]), because="a card under the pile is nobody's")
        if under is not None:
            g.hands[seat].remove(under)
            g.pile.under.append(under)

    def is_over(self, g: VaultState) -> bool:
        return g.turns[-1] >= g.rounds

    def result(self, g: VaultState) -> Result:
        scores = tuple(g.cash[s] * (g.goals[s] or [0])[0] + sum(g.hands[s]) for s in range(g.seats))
        return Result(places_by(scores), scores, "all rounds are played")

    def view(self, g: VaultState, seat: int) -> dict[str, Any]:
        return {"cash": list(g.cash), "goal": g.goals[seat], "hand": list(g.hands[seat]), "pile": len(g.pile.unknown)}

    def mask(self, g: VaultState, seat: int) -> dict[str, Any]:
        masked = g.to_plain()
        masked["goals"] = [goal if s == seat else goal and [] for s, goal in enumerate(g.goals)]
        masked["hands"] = [hand if s == seat else [None] * len(hand) for s, hand in enumerate(g.hands)]
        masked["pile"] = {"unknown": [None] * len(g.pile.unknown), "under": [None] * len(g.pile.under)}
        return masked

    def imagine(self, masked: dict[str, Any], seat: int, rng: random.Random) -> VaultState:
        hidden = [card for card in self.edition.cards if card not in masked["hands"][seat]]
        rng.shuffle(hidden)
        for other, hand in enumerate(masked["hands"]):
            if other != seat:
                masked["hands"][other] = sorted(hidden.pop() for _ in hand)
        masked["pile"] = {part: [hidden.pop() for _ in masked["pile"][part]] for part in ("under", "unknown")}
        goals = Split(self.edition.stars, parts=2)
        masked["goals"] = [rng.choice(goals) if goal == [] else goal for goal in masked["goals"]]
        return VaultState.from_plain(masked)

    def totals(self, g: VaultState) -> dict[str, int]:
        in_hands = sum(len(hand) for hand in g.hands)
        return {"coins": g.bank + sum(g.cash), "cards": in_hands + len(g.pile.unknown) + len(g.pile.under)}

    def reach(self) -> dict[tuple[type[Event], str], Sequence[Any]]:
        return {(CardDrawn, "card"): self.edition.cards}


TITLE = Title(Vault, VaultEdition, Path(__file__).parent / "editions", "plain")
