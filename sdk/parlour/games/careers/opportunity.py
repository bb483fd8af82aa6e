"""Opportunity Cards: drawn face up, used at once or kept, and played in place of a whole turn."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Seat
from parlour.games.careers.dealings import NothingDrawn, OpportunityDrawn, OpportunityReturned
from parlour.games.careers.edition import Edition
from parlour.games.careers.entering import requirement
from parlour.games.careers.events import OpportunityPlayed
from parlour.games.careers.places import move_directly, outside, space_of
from parlour.games.careers.state import CareersState

KEEP = "keep"


@dataclass(frozen=True)
class UseAtOnce(Decision[str]):
    """Do you use a card that you have just drawn at once, or keep it?

    To keep it is the cautious answer: it can be used or sold later.  [C16 C101 C102]
    """

    cards: tuple[str, ...]

    def options(self) -> tuple[str, ...]:
        return (KEEP, *self.cards)

    def default(self) -> str:
        return KEEP


@dataclass(frozen=True)
class PlayOpportunity(Decision[str]):
    """Which Opportunity Card do you play?

    The first one is as good as any.  [C16 C102]
    """

    cards: tuple[str, ...]

    def options(self) -> tuple[str, ...]:
        return self.cards

    def default(self) -> str:
        return self.cards[0]


@dataclass(frozen=True)
class ChooseOccupation(Decision[str]):
    """To which occupation does your Opportunity Card take you?

    The one that costs least to enter is the cautious answer.  [C16 C111]
    """

    fees: dict[str, int]

    def options(self) -> tuple[str, ...]:
        return tuple(self.fees)

    def default(self) -> str:
        return min(self.fees, key=self.fees.__getitem__)


# --- drawing --------------------------------------------------------------------------------------------------------


async def draw_opportunity(g: CareersState, e: Edition, seat: Seat, count: int) -> str | None:
    """Draw Opportunity Cards; returns the one that is to be used at once, if any.  [C5 C63 C101]"""
    drawn = []
    for _ in range(count):
        card = await draw_one(g, e, seat)
        if card is None:
            g.tell(NothingDrawn(seat, deck="Opportunity"))
            break
        drawn.append(card)
    usable = tuple(card for card in dict.fromkeys(drawn) if targets(g, e, seat, card))
    if not usable:
        return None
    chosen = await UseAtOnce(seat, cards=usable, because="you have drawn")
    return None if chosen == KEEP else chosen


async def draw_one(g: CareersState, e: Edition, seat: Seat) -> str | None:
    """Take the top card; one for College goes back under the deck when everybody is a graduate.  [C114 C117]"""
    for _ in range(len(g.opportunity_deck)):
        card: str | None = await g.opportunity_deck.draw(seat, "opportunity")
        if card is None:
            return None
        if not is_useless(g, e, card):
            g.opportunity[g.side(seat)].append(card)
            g.tell(OpportunityDrawn(seat, card=card))
            return card
        g.opportunity_deck.put_under(card)
        g.tell(OpportunityReturned(seat, card=card))
    return None


def is_useless(g: CareersState, e: Edition, card: str) -> bool:
    """Whether a card leads to College and everybody has been there.  [C114]"""
    path = e.occupations.get(e.opportunity_card[card].target)
    return path is not None and path.college and all(g.degree)


# --- playing --------------------------------------------------------------------------------------------------------


def may_play_from(g: CareersState, e: Edition, seat: Seat) -> bool:
    """Whether it may be played where the seat is: not in Unemployment, in Hospital by the Doctor.  [C96 C103]"""
    kind = space_of(g, e, seat).kind
    return kind != "unemployment" and (kind != "hospital" or g.degree[seat] == e.degrees.doctor)


def targets(g: CareersState, e: Edition, seat: Seat, name: str) -> list[int]:
    """Where a card can take the seat: not where it is, nor to a closed entrance.  [C105 C110 C111 C112 C113]"""
    if not may_play_from(g, e, seat):
        return []
    card, start = e.opportunity_card[name], outside(g, e, seat)
    if card.target == "holiday":
        holiday = e.corner["holiday"]
        return [holiday] if holiday != start else []
    found = []
    for index, (key, path) in enumerate(e.occupations.items()):
        is_meant = card.target in ("any", key)
        if is_meant and path.entrance != start and requirement(g, e, seat, index, card.special):
            found.append(path.entrance)
    return found


def playable(g: CareersState, e: Edition, seat: Seat) -> tuple[str, ...]:
    """The kept cards that the seat can play now, each name once.  [C102 C105]"""
    return tuple(card for card in dict.fromkeys(g.opportunity[g.side(seat)]) if targets(g, e, seat, card))


async def play_opportunity(g: CareersState, e: Edition, seat: Seat, name: str) -> None:
    """Lay the card under the deck and move; an entrance must be entered.  [C4 C100 C106 C111 C115 C116]"""
    possible = targets(g, e, seat, name)
    fees = {}
    for space in possible:
        occupation = e.spaces[space].occupation
        if occupation is not None:
            by = requirement(g, e, seat, occupation, e.opportunity_card[name].special)
            fees[e.spaces[space].name] = e.paths[occupation].fee if by == "fee" else 0
    target = possible[0]
    if fees:
        chosen = await ChooseOccupation(seat, fees=fees, because=f"you play {name}")
        target = next(space for space in possible if e.spaces[space].name == chosen)
    g.opportunity[g.side(seat)].remove(name)
    g.opportunity_deck.put_under(name)
    g.tell(OpportunityPlayed(seat, card=name, target=e.spaces[target].name))
    move_directly(g, e, seat, target)
    if e.spaces[target].kind == "entrance":
        g.must_enter[seat] = True
        g.special[seat] = e.opportunity_card[name].special
