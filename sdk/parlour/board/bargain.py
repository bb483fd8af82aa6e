"""Bargains between two seats: an offer, then accept, refuse or one counter-offer; said aloud, so all may hear.

What can be given is the game's business: a bundle is one filled-in form of its own. Games build the forms, check at
settlement once more that both sides still have what they promised, and hand it over in one go.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, Protocol

from parlour.board.money import money
from parlour.core.decision import NOT_TOLD, Decision, Seat
from parlour.core.events import Event
from parlour.core.options import Json, OneOf, Product, Some, admits, has_choice

Bundle = dict[str, Json]
"""What one side hands over in a bargain, by the fields of the game's form."""

ACCEPT = "accept"
REFUSE = "refuse"


class Terms(NamedTuple):
    """`maker` hands over `give` and gets `ask` from `other`."""

    maker: Seat
    other: Seat
    give: Bundle
    ask: Bundle


class Market(Protocol):
    """What a game lets its seats bargain about."""

    def giving(self, seat: Seat) -> Product:
        """All that the seat can hand over now, as it knows itself."""

    def asking(self, seat: Seat) -> Product:
        """All that others may ask of the seat, as far as they can know what it has."""

    def heard(self, event: OfferMade | CounterMade) -> None:
        """Everybody hears an offer, and that its maker has what it gives."""

    def tell(self, event: Event) -> None:
        """Everybody is told."""


# --- what is said ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfferMade(Event):
    """A seat offered another to give something for something."""

    seat: Seat
    partner: Seat
    gives: Bundle
    asks: Bundle

    def __str__(self) -> str:
        return f"Seat {self.seat} offers seat {self.partner} ({in_words(self.gives)}) for ({in_words(self.asks)})."


@dataclass(frozen=True)
class CounterMade(Event):
    """A seat answered an offer by another one."""

    seat: Seat
    partner: Seat
    gives: Bundle
    asks: Bundle

    def __str__(self) -> str:
        return f"Seat {self.seat} would give seat {self.partner} ({in_words(self.gives)}) for ({in_words(self.asks)})."


@dataclass(frozen=True)
class OfferRefused(Event):
    """A seat refused what another had offered last."""

    seat: Seat
    partner: Seat

    def __str__(self) -> str:
        return f"Seat {self.seat} refuses what seat {self.partner} offers."


# --- what is asked --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AnswerOffer(Decision[Json]):
    """Do you accept the offer, refuse it, or make one counter-offer?

    Options are "refuse", "accept" where you have what is asked for, and a form of what you would give and what you ask
    for it. To refuse is the cautious answer: you keep what you have.
    """

    by: Seat
    get: Bundle
    give: Bundle
    market: Market = field(metadata=NOT_TOLD, repr=False, compare=False)
    must_give: bool = field(default=False, metadata=NOT_TOLD)

    @property
    def always_asked(self) -> bool:
        return True

    def options(self) -> OneOf:
        return self._form

    @cached_property
    def _form(self) -> OneOf:
        """Made when somebody looks. Of the answers of random play, every third one is a counter-offer."""
        giving = self.market.giving(self.seat)
        short = (REFUSE, ACCEPT) if admits(giving, self.give) else (REFUSE,)
        asking = self.market.asking(self.by)
        bundles = not_nothing(giving) if self.must_give else (giving,)
        counters = [Product({"give": bundle, "ask": asking}) for bundle in bundles]
        return OneOf((short, *counters), (2 * len(counters) or 1, *(1 for _ in counters)))

    def default(self) -> str:
        return REFUSE


@dataclass(frozen=True)
class AnswerCounter(Decision[str]):
    """Do you accept the counter-offer, or refuse it?

    To refuse is the cautious answer: you keep what you have.
    """

    by: Seat
    get: Bundle
    give: Bundle
    market: Market = field(metadata=NOT_TOLD, repr=False, compare=False)

    @property
    def always_asked(self) -> bool:
        return True

    def options(self) -> tuple[str, ...]:
        return (REFUSE, ACCEPT) if admits(self.market.giving(self.seat), self.give) else (REFUSE,)

    def default(self) -> str:
        return REFUSE


# --- the bargain ----------------------------------------------------------------------------------------------------


async def haggle(market: Market, terms: Terms, *, because: str, gift_asked: bool = False) -> Terms | None:
    """Once an offer is heard the other seat accepts, refuses or makes one counter-offer, which the maker answers.

    Returns the terms that both have agreed on, or None. With `gift_asked` a counter-offer must give something.
    """
    maker, other, give, ask = terms
    answer = await AnswerOffer(
        other, by=maker, get=give, give=ask, market=market, must_give=gift_asked, because=because
    )
    if answer == ACCEPT:
        return terms
    if answer == REFUSE:
        market.tell(OfferRefused(other, maker))
        return None
    counter = Terms(other, maker, answer["give"], answer["ask"])
    market.heard(CounterMade(*counter))
    reply = await AnswerCounter(maker, by=other, get=counter.give, give=counter.ask, market=market, because=because)
    if reply == ACCEPT:
        return counter
    market.tell(OfferRefused(maker, other))
    return None


def not_nothing(bundle: Product) -> Iterator[Product]:
    """The bundles but for the empty one, of fields that are each a range from 0 or Some of a few cards; none twice.

    >>> [dict(form.fields) for form in not_nothing(Product({"cash": range(3), "cards": range(2)}))]
    [{'cash': range(1, 3), 'cards': range(0, 2)}, {'cash': (0,), 'cards': range(1, 2)}]
    """
    nothing: dict[str, Sequence[Json]] = {}
    for name, options in bundle.fields.items():
        if has_choice(options):
            rest = dict(list(bundle.fields.items())[len(nothing) + 1 :])
            some = replace(options, least=1) if isinstance(options, Some) else options[1:]
            yield Product({**nothing, name: some, **rest})
        nothing[name] = (options[0],)


def in_words(bundle: Bundle) -> str:
    """What a bundle holds, for a sentence.

    >>> in_words({"cash": 500, "cards": ["a, b", "c"], "notes": []}), in_words({"cash": 0})
    ('cash $500; cards "a, b", "c"', 'nothing')
    """
    return "; ".join(f"{name} {_listed(value)}" for name, value in bundle.items() if value) or "nothing"


def _listed(value: Json) -> str:
    return ", ".join(map(json.dumps, value)) if type(value) is list else money(value)
