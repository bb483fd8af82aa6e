"""Trade between seats: what can be given, when it may be offered, and how a bargain is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parlour.board.bargain import Bundle, CounterMade, OfferMade, Terms, haggle
from parlour.core.decision import NOT_TOLD, Decision, Everyone, Seat
from parlour.core.events import Event
from parlour.core.options import Json, Later, OneOf, Product, Some, admits
from parlour.games.careers.bankruptcy import go_bankrupt
from parlour.games.careers.dealings import NoteCancelled, NoteIssued, NotePassed, OfferLapsed, Traded
from parlour.games.careers.edition import Edition
from parlour.games.careers.entering import cash_to_keep
from parlour.games.careers.money import pay_note
from parlour.games.careers.scoring import look_for_winner
from parlour.games.careers.state import CareersState, Note

PASS = "pass"
BANKRUPT = "bankrupt"

NONE = Some((), 0)
"""No cards or notes, since there are none."""

OFTEN = 100
"""How often random play passes, for each time that it goes bankrupt."""


class Market:
    """What seats can give each other; fame, happiness, experience and degrees are not among it.  [C25 C128]"""

    def __init__(self, g: CareersState, e: Edition) -> None:
        self.g = g
        self.e = e
        self._asked: dict[Seat, Product] = {}

    def giving(self, seat: Seat) -> Product:
        """What the seat can hand over now: cash, cards, a new note of its own, notes that it holds.  [C132]"""
        return Product(Later(lambda: self._goods(seat, self._some(self.g.experience[self.g.side(seat)]))))

    def asking(self, seat: Seat) -> Product:
        """What may be asked of the seat: of its Experience Cards others know the number, but not the values.  [C133]"""
        if seat not in self._asked:
            self._asked[seat] = Product(Later(lambda: self._goods(seat, self._any_cards(seat))))
        return self._asked[seat]

    def _any_cards(self, seat: Seat) -> Some:
        held = self.g.experience[self.g.side(seat)]
        if not held:
            return NONE
        count = min(self.e.trade.cards_per_offer, len(held))
        return Some(tuple(card.value for card in self.e.experience.cards for _ in range(count)), count)

    def _goods(self, seat: Seat, experience: Some) -> dict[str, Sequence[Json]]:
        g, e, side = self.g, self.e, self.g.side(seat)
        change, cash = e.cash.change, max(0, g.cash(seat) - cash_to_keep(g, e, seat))
        debts, notes = 0, []
        for number, debtor, holder, _ in g.notes:
            debts += debtor == side
            if holder == side:
                notes.append(number)
        room = e.trade.largest_note if debts < e.trade.most_notes else 0
        return {
            "cash": range(0, cash + 1, change),
            "opportunity": self._some(g.opportunity[side]),
            "experience": experience,
            "promise": range(0, room + 1, change),
            "notes": self._some(notes),
        }

    def _some(self, held: list[Json]) -> Some:
        return Some(tuple(held), self.e.trade.cards_per_offer) if held else NONE

    def heard(self, event: OfferMade | CounterMade) -> None:
        """Everybody hears an offer, and knows that its maker has the Experience Cards that it gives.  [C138 C139]"""
        self.g.show_cards(self.g.side(event.seat), event.gives["experience"])
        self.g.tell(event)

    def tell(self, event: Event) -> None:
        self.g.tell(event)


def offers(market: Market, seat: Seat) -> tuple[Product, ...]:
    """The forms of what a seat may offer, one for each seat that is not its partner.  [C130 C132 C169]"""
    giving = market.giving(seat)
    return tuple(
        Product({"to": (other,), "give": giving, "ask": market.asking(other)}) for other in market.g.rivals(seat)
    )


# --- settling -------------------------------------------------------------------------------------------------------


def terms_of(seat: Seat, offer: Bundle) -> Terms:
    """The terms of an offer by a seat.  [C132]"""
    return Terms(seat, offer["to"], offer["give"], offer["ask"])


async def bargain(market: Market, seat: Seat, offer: Bundle, *, because: str) -> Terms | None:
    """Haggle about an offer that was heard, and settle what both agree on; returns the terms if so.  [C134 C135]"""
    agreed = await haggle(market, terms_of(seat, offer), because=because)
    return agreed if agreed is not None and settle(market, agreed) else None


def settle(market: Market, terms: Terms) -> bool:
    """Hand over both bundles in one go if both sides have all of it; otherwise the bargain lapses.  [C133 C137]"""
    g, e = market.g, market.e
    maker, other, give, ask = terms
    if not (admits(market.giving(maker), give) and admits(market.giving(other), ask)):
        g.tell(OfferLapsed(maker, other))
        return False
    hand_over(g, g.side(maker), g.side(other), give)
    hand_over(g, g.side(other), g.side(maker), ask)
    g.tell(Traded(maker, other, gave=give, got=ask))
    for debtor, holder, bundle in ((maker, other, give), (other, maker, ask)):
        issue_note(g, g.side(debtor), g.side(holder), bundle["promise"])
        for number in bundle["notes"]:
            pass_note(g, number, g.side(holder))
    look_for_winner(g, e)
    return True


def hand_over(g: CareersState, giver: Seat, taker: Seat, bundle: Bundle) -> None:
    """Move cash and cards from one side to another, for everybody to see.  [C119 C137]"""
    g.money.give(payer=giver, payee=taker, amount=bundle["cash"])
    for card in bundle["opportunity"]:
        g.opportunity[giver].remove(card)
        g.opportunity[taker].append(card)
    for value in bundle["experience"]:
        g.lose_card(giver, value)
        g.take_card(taker, value, known=True)
        if giver == g.side(g.active) and g.fresh:
            g.fresh_given = True
            if value in g.fresh:
                g.fresh.remove(value)


def issue_note(g: CareersState, debtor: Seat, holder: Seat, amount: int) -> None:
    """Write a promissory note.  [C141]"""
    if amount:
        g.notes_issued += 1
        g.notes.append([*Note(g.notes_issued, debtor, holder, amount)])
        g.tell(NoteIssued(debtor, holder, number=g.notes_issued, amount=amount))


def pass_note(g: CareersState, number: int, holder: Seat) -> None:
    """A note goes to another side; in the hands of its debtor it is cancelled.  [C144]"""
    index = [each[0] for each in g.notes].index(number)
    note = Note(*g.notes[index])
    if note.debtor == holder:
        del g.notes[index]
        g.tell(NoteCancelled(number, why=f"seat {holder} has it back"))
    else:
        g.notes[index] = [*note._replace(holder=holder)]
        g.tell(NotePassed(number, holder=holder))


# --- windows --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trade(Decision[Json]):
    """Do you offer a bargain, pay a note early, declare bankruptcy, or pass?

    Options are "pass", a form for an offer to each other seat while you have offers left, {"pay": number} for a note
    that your cash can pay, and "bankrupt". To pass is the cautious answer.  [C16 C130 C145 C147]
    """

    offers_left: int
    payable: tuple[int, ...]
    market: Market = field(metadata=NOT_TOLD, repr=False, compare=False)

    @property
    def always_asked(self) -> bool:
        return True

    def options(self) -> OneOf:
        return self._form

    @cached_property
    def _form(self) -> OneOf:
        """Made when somebody looks. Random play passes as often as not, and hardly ever goes bankrupt."""
        half = OFTEN // 2
        forms = offers(self.market, self.seat) if self.offers_left else ()
        parts: list[Sequence[Json]] = [(PASS,), (BANKRUPT,), *forms]
        odds = [OFTEN, 1, *(max(1, half // len(forms)) for _ in forms)]
        if self.payable:
            parts.append(Product({"pay": self.payable}))
            odds.append(half)
        return OneOf(tuple(parts), tuple(odds))

    def default(self) -> str:
        return PASS


async def trade_window(g: CareersState, e: Edition, because: str) -> bool:
    """All speak at once and are served in turn order; who made an offer may make another.  [C32 C130 C131 C140 C147]

    Returns whether the active player has gone bankrupt. Without trade only the active player is asked.
    """
    asked = g.around_from(g.active) if g.trading else [g.active]
    active_is_bankrupt = False
    while asked:
        market = Market(g, e)
        answers = await Everyone({seat: may_trade(market, seat, because) for seat in asked})
        for seat in asked:
            if is_offer(answers[seat]):
                market.heard(OfferMade(*terms_of(seat, answers[seat])))
        given: list[tuple[Seat, int]] = []
        bankrupt: list[Seat] = []
        changed = False
        for seat in asked:
            answer = answers[seat]
            if answer == BANKRUPT and g.side(seat) not in bankrupt:
                go_bankrupt(g, e, seat, forced=False)
                bankrupt.append(g.side(seat))
                changed = True
            elif answer not in (PASS, BANKRUPT):
                held = not changed or still_held(Market(g, e), seat, answer, given)
                changed |= await act(Market(g, e), seat, answer, given, because, held=held)
        active_is_bankrupt |= g.side(g.active) in bankrupt
        asked = [seat for seat in asked if is_offer(answers[seat]) and g.offers_left[seat]]
    return active_is_bankrupt


def is_offer(answer: Json) -> bool:
    """Whether the answer to a window's question is an offer.  [C131]"""
    return type(answer) is dict and "to" in answer


def may_trade(market: Market, seat: Seat, because: str) -> Trade:
    """The question to one seat of a window.  [C130]"""
    return Trade(
        seat,
        offers_left=market.g.offers_left[seat],
        payable=tuple(note.number for note in payable(market, seat)),
        market=market,
        because=because,
    )


def payable(market: Market, seat: Seat) -> list[Note]:
    """The notes that the seat can pay in full, before they fall due.  [C109 C145]"""
    g = market.g
    if not g.notes:
        return []
    most = g.cash(seat) - cash_to_keep(g, market.e, seat)
    return [note for note in g.notes_of(g.side(seat)) if note.amount <= most]


def still_held(market: Market, seat: Seat, answer: Bundle, given: list[tuple[Seat, int]]) -> bool:
    """Whether, after what others did, an offer can be met; a value given away cannot be offered.  [C133 C136]"""
    if not is_offer(answer):
        return True
    gone = any((market.g.side(seat), value) in given for value in answer["give"]["experience"])
    return not gone and admits(market.giving(seat), answer["give"])


async def act(
    market: Market, seat: Seat, answer: Bundle, given: list[tuple[Seat, int]], because: str, *, held: bool
) -> bool:
    """Pay a note, or put an offer if it is still held; returns whether anything changed hands.  [C131 C133 C145]"""
    g = market.g
    if not is_offer(answer):
        for note in payable(market, seat):
            if note.number == answer["pay"]:
                pay_note(g, seat, note, note.amount)
                look_for_winner(g, market.e)
        return True
    g.offers_left[seat] -= 1
    if not held:
        g.tell(OfferLapsed(seat, answer["to"]))
        return False
    settled = await bargain(market, seat, answer, because=because)
    if settled is None:
        return False
    given += [(g.side(settled.maker), value) for value in settled.give["experience"]]
    given += [(g.side(settled.other), value) for value in settled.ask["experience"]]
    return True
