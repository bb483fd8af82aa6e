"""Vault: a toy game with what PayDay has not: secrets chosen at once, private cards, forms, a pile in known order.

Everyone first splits six stars between gold and fame, in secret. Then, in turn, a seat draws a private card, may give
coins away, may show a high card that it held before, and puts up to two cards of its hand under the pile. The very
first card is buried unseen. After three rounds hands and shown cards count, and the gold stars pay.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.core.decision import Decision, Draw, Everyone, Roll
from parlour.core.events import Event
from parlour.core.options import OneOf, Product, Some, Split
from parlour.core.registry import Title
from parlour.core.rules import Option, Result, Rules, places_by
from parlour.core.script import Script
from parlour.core.state import GameState, State, field


@dataclass(frozen=True)
class VaultEdition:
    coins: int
    stars: int
    high: int
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
    buried: Any = None
    tables: list[Any] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    fresh: list[int] = field(default_factory=list)


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
class ShowCard(Decision[int | None]):
    """Which high card do you lay open, if any? It counts as in your hand."""

    high: tuple[int, ...]

    @property
    def always_asked(self) -> bool:
        return True

    def options(self) -> Sequence[int | None]:
        return OneOf(((None,), self.high), odds=(2, 1)) if self.high else (None,)

    def default(self) -> None:
        return None


@dataclass(frozen=True)
class PutUnder(Decision[list[int]]):
    """Which cards do you put under the pile, if any? Nobody else will know."""

    hand: tuple[int, ...]

    @property
    def seen_by(self) -> tuple[int, ...]:
        return (self.seat,)

    def options(self) -> Some:
        return Some(self.hand, most=2)

    def default(self) -> list[int]:
        return []


@dataclass(frozen=True)
class GoalsChosen(Event):
    """Everyone has a goal."""

    def __str__(self) -> str:
        return "Everyone has chosen."


@dataclass(frozen=True)
class CardBuried(Event):
    """A card is out of play; nobody has seen it."""

    def __str__(self) -> str:
        return "A card is buried."


@dataclass(frozen=True)
class CardShown(Event):
    """A card was laid open."""

    seat: int
    card: int

    def __str__(self) -> str:
        return f"Seat {self.seat} shows card {self.card}."


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
    options = (Option("rounds", range(1, 6), 3, "rounds after the goals"),)
    state = VaultState
    decisions = (ChooseGoal, Give, ShowCard, PutUnder)
    events = (GoalsChosen, CardBuried, CardDrawn, Given, CardShown)

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
            tables=[[] for _ in range(seats)],
        )

    def opening(self, g: VaultState) -> Script:
        return self.choose_goals(g)

    async def turn(self, g: VaultState) -> None:
        await self.bury_card(g, g.active)
        await self.take_card(g, g.active)
        await self.give_coins(g, g.active)
        await self.hide_card(g, g.active)
        wages = await Roll(g.active, purpose="wages", dice=2)
        g.bank -= wages
        g.cash[g.active] += wages
        g.shown, g.fresh = [], []
        g.active = (g.active + 1) % g.seats

    async def choose_goals(self, g: VaultState) -> None:
        goals = await Everyone({seat: ChooseGoal(seat, stars=self.edition.stars) for seat in range(g.seats)})
        g.goals = [goals[seat] for seat in range(g.seats)]
        g.tell(GoalsChosen())

    async def bury_card(self, g: VaultState, seat: int) -> None:
        if g.buried is None:
            g.buried = await Draw(seat, purpose="buried", cards=tuple(g.pile.unknown), known_to=())
            g.pile.unknown.remove(g.buried)
            g.tell(CardBuried())

    async def take_card(self, g: VaultState, seat: int) -> None:
        if g.pile.unknown:
            card = await Draw(seat, purpose="card", cards=tuple(g.pile.unknown), known_to=(seat,))
            g.pile.unknown.remove(card)
        elif g.pile.under:
            card = g.pile.under.pop(0)
        else:
            return
        g.hands[seat] = sorted([*g.hands[seat], card])
        g.fresh = [card]
        g.tell(CardDrawn(seat, card, to=(seat,)))

    async def give_coins(self, g: VaultState, seat: int) -> None:
        gift = await Give(seat, most=g.cash[seat], others=tuple(s for s in range(g.seats) if s != seat))
        if gift["coins"]:
            g.cash[seat] -= gift["coins"]
            g.cash[gift["to"]] += gift["coins"]
            g.tell(Given(seat, gift["to"], gift["coins"]))

    async def show_card(self, g: VaultState, seat: int) -> None:
        held = [card for card in g.hands[seat] if card not in g.fresh]
        card = await ShowCard(seat, high=tuple(card for card in held if card >= self.edition.high))
        if card is not None:
            g.hands[seat].remove(card)
            g.tables[seat].append(card)
            g.shown.append(card)
            g.tell(CardShown(seat, card))

    async def hide_card(self, g: VaultState, seat: int) -> None:
        await self.show_card(g, seat)
        hidden = await PutUnder(seat, hand=tuple(g.hands[seat]), because="a card under the pile is nobody's")
        for card in hidden:
            g.hands[seat].remove(card)
            g.pile.under.append(card)

    def is_over(self, g: VaultState) -> bool:
        return g.turns[-1] >= g.rounds

    def result(self, g: VaultState) -> Result:
        scores = tuple(g.cash[s] * (g.goals[s] or [0])[0] + sum(g.hands[s]) + sum(g.tables[s]) for s in range(g.seats))
        return Result(places_by(scores), scores, "all rounds are played")

    def view(self, g: VaultState, seat: int) -> dict[str, Any]:
        return {
            "cash": list(g.cash),
            "goal": g.goals[seat],
            "hand": list(g.hands[seat]),
            "hands": [len(hand) for hand in g.hands],
            "tables": [list(cards) for cards in g.tables],
            "pile": len(g.pile.unknown),
        }

    def mask(self, g: VaultState, seat: int) -> dict[str, Any]:
        masked = g.to_plain()
        masked["goals"] = [goal if s == seat else goal and [] for s, goal in enumerate(g.goals)]
        masked["hands"] = [hand if s == seat else [None] * len(hand) for s, hand in enumerate(g.hands)]
        masked["pile"] = {"unknown": [None] * len(g.pile.unknown), "under": [None] * len(g.pile.under)}
        masked["buried"] = g.buried and []
        return masked

    def learned(self, g: VaultState, seat: int) -> Any:
        return None if seat == g.active or not g.shown else {"hand": g.active, "held": list(g.shown)}

    def imagine(self, masked: dict[str, Any], seat: int, rng: random.Random, learned: Any = None) -> VaultState:
        held = {learned["hand"]: learned["held"]} if learned else {}
        seen = {card for cards in [masked["hands"][seat], *masked["tables"], *held.values()] for card in cards}
        hidden = [card for card in self.edition.cards if card not in seen]
        rng.shuffle(hidden)
        for other, hand in enumerate(masked["hands"]):
            if other != seat:
                known = held.get(other, [])
                masked["hands"][other] = sorted([*known, *(hidden.pop() for _ in hand[len(known) :])])
        if masked["buried"] == []:
            masked["buried"] = hidden.pop()
        masked["pile"] = {part: [hidden.pop() for _ in masked["pile"][part]] for part in ("under", "unknown")}
        masked["pile"]["unknown"].sort()
        goals = Split(self.edition.stars, parts=2)
        masked["goals"] = [rng.choice(goals) if goal == [] else goal for goal in masked["goals"]]
        return VaultState.from_plain(masked)

    def totals(self, g: VaultState) -> dict[str, int]:
        in_hands = sum(len(hand) for hand in [*g.hands, *g.tables]) + (g.buried is not None)
        return {"coins": g.bank + sum(g.cash), "cards": in_hands + len(g.pile.unknown) + len(g.pile.under)}

    def reach(self) -> dict[tuple[type[Event], str], Sequence[Any]]:
        return {(CardDrawn, "card"): self.edition.cards}


TITLE = Title(Vault, VaultEdition, Path(__file__).parent / "editions", "plain")
