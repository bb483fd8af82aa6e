"""Experience Cards: drawn in secret, kept, and played in place of a throw."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.core.decision import NOT_TOLD, Decision, Seat, Throw
from parlour.core.options import Json
from parlour.games.careers.dealings import ExperienceDrawn, ExperienceSeen, NothingDrawn
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import ExperiencePlayed, Thrown
from parlour.games.careers.state import CareersState

THROW = "throw"


@dataclass(frozen=True)
class MoveBy(Decision[Json]):
    """Do you throw, or which Experience Card do you play instead?

    Options are "throw" and the values of your cards. To throw is the cautious answer: the cards are kept.  [C16 C39]
    """

    dice: int
    cards: tuple[int, ...]
    may_have: bool = field(metadata=NOT_TOLD)
    """Whether others cannot tell if a card in the hand was drawn in this turn, since one was given away."""

    @property
    def always_asked(self) -> bool:
        return self.may_have

    def options(self) -> tuple[Json, ...]:
        return (THROW, *self.cards)

    def default(self) -> str:
        return THROW


async def draw_experience(g: CareersState, e: Edition, seat: Seat, count: int) -> None:
    """Draw Experience Cards, which only the side sees, unless all know the next one.  [C4 C5 C63 C117]"""
    side, drawn, known = g.side(seat), [], []
    for _ in range(count):
        is_known = g.experience_deck.top_is_known
        value = await g.experience_deck.draw(seat, "experience", known_to=g.partners(seat))
        if value is None:
            g.tell(NothingDrawn(seat, deck="Experience"))
            break
        g.take_card(side, value, known=is_known)
        g.fresh.append(value)
        drawn.append(value)
        if is_known:
            known.append(value)
    if drawn:
        g.tell(ExperienceDrawn(seat, count=len(drawn), known=known))
        g.tell(ExperienceSeen(seat, values=drawn, to=g.partners(seat)))


def play_experience(g: CareersState, seat: Seat, value: int) -> None:
    """Play an Experience Card: it goes under the deck, and no other may be played in this turn.  [C4 C120]"""
    g.play_card(g.side(seat), value)
    g.experience_deck.put_under(value)
    g.card_played = True
    g.tell(ExperiencePlayed(seat, value=value))


async def throw(g: CareersState, e: Edition, seat: Seat, dice: int) -> list[int]:
    """Throw the dice of a move.  [C37 C38]"""
    thrown = await Throw(seat, purpose="move", dice=dice, sides=e.dice.sides)
    g.tell(Thrown(seat, dice=thrown))
    return thrown


def move_by(g: CareersState, seat: Seat, dice: int, because: str) -> MoveBy:
    """The question by what a seat moves.  [C15 C39 C118]"""
    cards = tuple(sorted(dict.fromkeys(g.usable_cards(seat))))
    may_have = g.fresh_given and bool(g.experience[g.side(seat)]) and not g.card_played
    return MoveBy(seat, dice=dice, cards=cards, may_have=may_have, because=because)


async def pips_to_go(g: CareersState, e: Edition, seat: Seat, dice: int, because: str) -> int:
    """How far the seat goes: by throw, or by an Experience Card not drawn just now.  [C39 C41 C118 C120]"""
    chosen = await move_by(g, seat, dice, because)
    if chosen == THROW:
        return sum(await throw(g, e, seat, dice))
    play_experience(g, seat, chosen)
    return int(chosen)
