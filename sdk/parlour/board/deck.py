"""A deck of cards whose order nobody knows, with its discards.

No hidden order is stored: to draw is to ask luck for one of the cards in the pile, so nothing can leak. Only cards that
were put back under the pile, before everybody's eyes, have an order, and they come up in it when the pile is used up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from parlour.core.decision import Draw, Seat
from parlour.core.state import State


@dataclass
class Deck(State):
    """Cards by name: the pile in unknown order, those known to lie under it, and the discards, the newest last."""

    pile: list[str]
    under: list[str]
    discards: list[str]

    @classmethod
    def shuffled(cls, cards: Iterable[str]) -> Self:
        """All the cards in the pile. It is kept in alphabetical order, so that nothing can be read from its order."""
        return cls(pile=sorted(cards), under=[], discards=[])

    async def draw(self, seat: Seat, purpose: str) -> str | None:
        """Take the top card, after turning the discards into the pile if need be; None when there is no card at all.

        The card is then in the caller's hands, who lays it somewhere before anything is told.
        """
        if not self.pile and self.under:
            return self.under.pop(0)
        if not self.pile:
            self.pile, self.discards = sorted(self.discards), []
        if not self.pile:
            return None
        card = await Draw(seat, purpose=purpose, cards=tuple(self.pile))
        self.pile.remove(card)
        return card

    def put_under(self, card: str) -> None:
        """Lay a card under the deck, face down but known to all."""
        self.under.append(card)

    def discard(self, card: str) -> None:
        """Lay a card face up on top of the discards."""
        self.discards.append(card)

    def take_discard(self) -> str:
        """Take the top card of the discards."""
        return self.discards.pop()

    def __len__(self) -> int:
        """How many cards lie here, face down and face up."""
        return len(self.pile) + len(self.under) + len(self.discards)
