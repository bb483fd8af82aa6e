"""A deck of cards whose order nobody knows, with its discards.

No hidden order is stored: to draw is to ask luck for one of the cards in the pile, so nothing can leak. Only cards that
were put back under the pile, before everybody's eyes, have an order, and they come up in it when the pile is used up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from parlour.core.decision import Draw, Seat
from parlour.core.state import State

Card = str | int
"""A card's name or value; all cards of one deck are of one type."""


@dataclass
class Deck(State):
    """Cards by name or value: the pile in unknown order, those known to lie under it, the discards, the newest last."""

    pile: list[Any]
    under: list[Any]
    discards: list[Any]

    @classmethod
    def shuffled(cls, cards: Iterable[Card]) -> Self:
        """All the cards in the pile. It is kept sorted, so that nothing can be read from its order."""
        return cls(pile=sorted(cards), under=[], discards=[])

    @property
    def top_is_known(self) -> bool:
        """Whether the next card comes from those under the pile, which everybody knows."""
        return not self.pile and bool(self.under)

    async def draw(self, seat: Seat, purpose: str, known_to: tuple[Seat, ...] | None = None) -> Any:
        """Take the top card, after turning the discards into the pile if need be; None when there is no card at all.

        Only the seats in `known_to` may know which it is, None is everyone; a card from under the pile is known to all.
        The card is then in the caller's hands, who lays it somewhere before anything is told.
        """
        if self.top_is_known:
            return self.under.pop(0)
        if not self.pile:
            self.pile, self.discards = sorted(self.discards), []
        if not self.pile:
            return None
        card = await Draw(seat, purpose=purpose, cards=tuple(self.pile), known_to=known_to)
        self.pile.remove(card)
        return card

    def put_under(self, card: Card) -> None:
        """Lay a card under the deck, face down but known to all."""
        self.under.append(card)

    def discard(self, card: Card) -> None:
        """Lay a card face up on top of the discards."""
        self.discards.append(card)

    def take_discard(self) -> Any:
        """Take the top card of the discards."""
        return self.discards.pop()

    def __len__(self) -> int:
        """How many cards lie here, face down and face up."""
        return len(self.pile) + len(self.under) + len(self.discards)
