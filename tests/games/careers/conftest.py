"""A table of Careers on which a test lays what it needs, plays a turn with given luck and answers, and looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.decision import Decision
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Scripted
from parlour.games.careers import dealings
from parlour.games.careers import events as told
from parlour.games.careers.edition import Edition
from parlour.games.careers.rules import Careers
from parlour.games.careers.state import CareersState

OUT_OF_REACH = [999, 999, 999]
"""The formula of every side of which a test says nothing: nobody wins by chance."""

NOTHING: dict[str, Any] = {"cash": 0, "opportunity": [], "experience": [], "promise": 0, "notes": []}


def bundle(**what: Any) -> dict[str, Any]:
    """What is given or asked in a bargain, where nothing is said of it nothing."""
    assert what.keys() <= NOTHING.keys()
    return {**NOTHING, **what}


@dataclass
class Ledger:
    """What each side and the bank have, kept by the events alone: each sum that is told goes from one to another."""

    e: Edition
    cash: list[int]
    bank: int
    per_side: int

    @classmethod
    def of(cls, e: Edition, g: CareersState) -> Ledger:
        return cls(e, g.money.cash.copy(), g.money.bank, g.seats // g.sides)

    def enter(self, event: Event) -> None:
        """Move the money of an event."""
        side = getattr(event, "seat", 0) % len(self.cash)
        match event:
            case told.SalaryCollected(amount=amount) | told.Received(amount=amount):
                self.move(side, amount)
            case told.Paid(amount=amount):
                self.move(side, -amount)
            case told.DoctorPaid(doctor=doctor, amount=amount):
                self.cash[side] -= amount
                self.cash[doctor % len(self.cash)] += amount
            case dealings.NotePaid(holder=holder, amount=amount):
                self.cash[side] -= amount
                self.cash[holder] += amount
            case dealings.Traded(partner=partner, gave=gave, got=got):
                self.cash[side] += got["cash"] - gave["cash"]
                self.cash[partner % len(self.cash)] += gave["cash"] - got["cash"]
            case told.WentBankrupt(cash=cash):
                assert cash == self.cash[side]
                self.move(side, self.e.start.cash * self.per_side - cash)

    def move(self, side: int, amount: int) -> None:
        self.cash[side] += amount
        self.bank -= amount


class Table:
    """A game at the start of a turn; keywords lay what differs from a game's beginning, one entry a seat or a side.

    Without `trade` only the active seat is asked for a bargain, which it passes over; see `turn`.
    """

    def __init__(
        self, rules: Careers, *, seats: int = 3, active: int = 0, trade: int = 0, partnership: int = 0, **laid: Any
    ) -> None:
        self.rules = rules
        self.e: Edition = rules.edition
        options = rules.check_options({"trade": trade, "partnership": partnership}, seats=seats)
        self.state: CareersState = rules.setup(seats, options)
        self.state.active = active
        self.state.formulas = [OUT_OF_REACH.copy() for _ in range(self.state.sides)]
        self.events: list[Event] = []
        self.asked: list[Decision[Any]] = []
        self.over = False
        for what, value in laid.items():
            lay = getattr(self, f"_lay_{what}", None)
            if lay is not None:
                lay(value)
            else:
                assert hasattr(self.state, what), f"a game of Careers has no {what}"
                setattr(self.state, what, value)
        g = self.state
        g.opened = [shown.copy() for shown in g.shown]
        self.totals = rules.totals(g)

    # --- places -----------------------------------------------------------------------------------------------------

    def space(self, where: int | str) -> int:
        """A space by number, by the kind of a space that there is once, by a path's key, or by key and step.

        As in 7, "hospital", "farming" (its entrance) and "farming 3".
        """
        if isinstance(where, int):
            return where
        key, _, step = where.partition(" ")
        keys = list(self.e.occupations)
        if key in keys:
            index = keys.index(key)
            return self.e.first_step[index] + int(step) - 1 if step else self.e.paths[index].entrance
        assert self.e.ring.count(key) >= 1, f"there is no space {where}"
        return self.e.ring.index(key)

    def name(self, where: int | str) -> str:
        """What is written on a space."""
        return self.e.spaces[self.space(where)].name

    def occupation(self, key: str) -> int:
        """The index of an occupation by its key."""
        return list(self.e.occupations).index(key)

    def card(self, key: str) -> str:
        """The name of an Opportunity Card by its target and what is special about it, as in "sea double_hearts"."""
        target, _, special = key.partition(" ")
        cards = self.e.opportunity_card.items()
        return next((name for name, card in cards if (card.target, card.special) == (target, special)), key)

    # --- playing ----------------------------------------------------------------------------------------------------

    def land(self, where: int | str, *, luck: Sequence[Any] = (), say: Sequence[tuple[str, Any]] = ()) -> Table:
        """The active seat moves to a space by a throw from somewhere near; then luck and answers as in `turn`."""
        g, target = self.state, self.space(where)
        space = self.e.spaces[target]
        if space.step > 1:
            g.at[g.active] = target - 1
            return self.turn(luck=[[1], *luck], say=say)
        if space.step == 1:
            assert space.occupation is not None
            g.at[g.active] = self.e.paths[space.occupation].entrance
            if not self.e.paths[space.occupation].college:
                g.record[g.active][space.occupation] = 1
            return self.turn(luck=[[1], *luck], say=[("TakeTurn", "enter"), *say])
        ring = len(self.e.ring)
        plain = ("opportunity", "tax", "food", "rent", "hobby", "shop", "gamble", "hearts_menu", "stars_menu")
        pips = next(n for n in (3, 4, 5, 6) if self.e.ring[(target - n) % ring] in plain)
        g.at[g.active] = (target - pips) % ring
        return self.turn(luck=[[1, pips - 1], *luck], say=say)

    def turn(self, *, luck: Sequence[Any] = (), say: Sequence[tuple[str, Any]] = ()) -> Table:
        """Play one turn: luck gives exactly `luck`, and the questions are exactly those of `say`, in this order.

        An entry of `say` is a kind and an answer. The windows of trade are passed over by all, but for an entry
        ("Trade", {seat: answer}), which is the next one's; whom it leaves out passes.
        """
        luck_given = Scripted(luck)
        before = self.state.active, self.state.turns[self.state.active]
        game = self._start(luck_given)
        left = self._answer(game, list(say), before)
        assert not left, f"never asked: {left}"
        assert luck_given.left == []
        return self

    def again(self, seat: int = 0) -> Table:
        """The table at the start of another turn of the seat; what was told and asked before is forgotten."""
        self.state.active = seat
        self.events.clear()
        self.asked.clear()
        return self

    def until(self, kind: str, *, luck: Sequence[Any] = (), say: Sequence[tuple[str, Any]] = ()) -> Any:
        """Play a turn up to the first question of that kind, and return it."""
        game = self._start(Scripted(luck))
        self._answer(game, list(say), None, stop=kind)
        return next(question for question in game.pending if question.kind == kind)

    def game(self, luck: Any) -> Game:
        """The laid table as a game at the beginning of the active seat's turn."""
        data = {"checkpoint": self.state.to_plain(), "answers": [], "early": [], "ended": False}
        return Game.from_json({"game": self.rules.full_name, "rules": self.rules.version, **data}, luck)

    def _start(self, luck: Any) -> Game:
        # In a game that is under way the turn that begins has been counted; and an opening has been played.
        self.state.turns = [max(1, turns) for turns in self.state.turns]
        self._turns = self.state.turns.copy()
        game = self.game(luck)
        self._ledger = Ledger.of(self.e, self.state)
        self._look(game)
        return game

    def _answer(
        self, game: Game, say: list[tuple[str, Any]], before: tuple[int, int] | None, stop: str = ""
    ) -> list[tuple[str, Any]]:
        while not game.is_over and not any(question.kind == stop for question in game.pending):
            if before is not None and game.turn != sum(self._turns):
                break
            question = game.pending[0]
            if question.kind == "Trade":
                answers = dict(say.pop(0)[1]) if say and say[0][0] == "Trade" else {}
                for asked in game.pending:
                    self.asked.append(asked)
                    game.answer(asked.seat, answers.pop(asked.seat, "pass"))
                assert not answers, f"not asked in this window: {answers}"
            else:
                assert say, f"{question} is asked too"
                kind, answer = say.pop(0)
                assert question.kind == kind, f"expected {kind}, but {question} is asked"
                self.asked.append(question)
                game.answer(question.seat, answer)
            self._look(game)
        return say

    def _look(self, game: Game) -> None:
        """Take the events, and look whether money moved as they tell and nothing was lost or made."""
        for event in game.take_events():
            self._ledger.enter(event)
            self.events.append(event)
        self.state, self.over = game.state, game.is_over
        assert self.rules.totals(self.state) == self.totals, "money or cards were lost or made"
        assert Ledger.of(self.e, self.state) == self._ledger

    # --- looking ----------------------------------------------------------------------------------------------------

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of that kind."""
        return [event for event in self.events if type(event) is kind]

    def order(self) -> list[str]:
        """The names of the events, in the order in which they were told."""
        return [type(event).__name__ for event in self.events]

    def sheets(self, what: str) -> list[Any]:
        """What everybody can see of all seats under that name."""
        sheets: Any = self.rules.view(self.state, 0)["seats"]
        return [sheet[what] for sheet in sheets]

    def kinds_asked(self) -> list[str]:
        """The kinds of the questions that were asked, without those of trade windows."""
        return [question.kind for question in self.asked if question.kind != "Trade"]

    @property
    def cash(self) -> list[int]:
        return self.state.money.cash

    # --- laying -----------------------------------------------------------------------------------------------------

    def _lay_at(self, where: list[int | str]) -> None:
        self.state.at = [self.space(each) for each in where]

    def _lay_cash(self, cash: list[int]) -> None:
        money = self.state.money
        money.bank -= sum(cash) - sum(money.cash)
        money.cash = cash

    def _lay_completed(self, completed: list[dict[str, int]]) -> None:
        for seat, times in enumerate(completed):
            for key, count in times.items():
                self.state.record[seat][self.occupation(key)] = count

    def _lay_opportunity(self, hands: list[list[str]]) -> None:
        hands = [[self.card(each) for each in hand] for hand in hands]
        self.state.opportunity = hands
        _remove(self.state.opportunity_deck.pile, hands)

    def _lay_experience(self, hands: list[list[int]]) -> None:
        self.state.experience = [sorted(hand) for hand in hands]
        _remove(self.state.experience_deck.pile, hands)

    def _lay_experience_pile(self, cards: list[int]) -> None:
        self.state.experience_deck.pile = cards

    def _lay_experience_under(self, cards: list[int]) -> None:
        self.state.experience_deck.under = cards
        _remove(self.state.experience_deck.pile, [cards])

    def _lay_opportunity_pile(self, cards: list[str]) -> None:
        self.state.opportunity_deck.pile = [self.card(each) for each in cards]

    def _lay_opportunity_under(self, cards: list[str]) -> None:
        self.state.opportunity_deck.under = [self.card(each) for each in cards]
        _remove(self.state.opportunity_deck.pile, [self.state.opportunity_deck.under])


def _remove(pile: list[Any], hands: Iterable[list[Any]]) -> None:
    for hand in hands:
        for card in hand:
            if card in pile:  # a test that lays the pile too says itself what is in it
                pile.remove(card)


@pytest.fixture(scope="session")
def rules_1971() -> Careers:
    """The rules of 1971."""
    found = registry.find("careers/1971")
    assert isinstance(found, Careers)
    return found


@pytest.fixture(scope="session")
def rules_reissue() -> Careers:
    """The rules of the reissue."""
    found = registry.find("careers/reissue")
    assert isinstance(found, Careers)
    return found


@pytest.fixture
def table(rules_reissue: Careers) -> Callable[..., Table]:
    """A table of the reissue for a test: `table(seats=3, cash=[...], at=["farming 3", "payday", 5], ...)`."""

    def laid(**what: Any) -> Table:
        return Table(rules_reissue, **what)

    return laid


@pytest.fixture
def table_1971(rules_1971: Careers) -> Callable[..., Table]:
    """A table of the edition of 1971."""

    def laid(**what: Any) -> Table:
        return Table(rules_1971, **what)

    return laid


@pytest.fixture(params=["1971", "reissue"])
def both(request: pytest.FixtureRequest) -> Callable[..., Table]:
    """A table of either edition, for what both rulebooks say."""
    rules = registry.find(f"careers/{request.param}")
    assert isinstance(rules, Careers)

    def laid(**what: Any) -> Table:
        return Table(rules, **what)

    return laid


@pytest.fixture
def terms() -> Callable[..., dict[str, Any]]:
    """What is given and asked in a bargain: `terms({"cash": 500}, {"notes": [1]})`, with `to` an offer to a seat."""

    def named(give: dict[str, Any], ask: dict[str, Any], *, to: int | None = None) -> dict[str, Any]:
        both_ways = {"give": bundle(**give), "ask": bundle(**ask)}
        return both_ways if to is None else {"to": to, **both_ways}

    return named


@pytest.fixture
def couples(both: Callable[..., Table]) -> Callable[..., Table]:
    """A table of two couples, in either edition, for the partnership game."""
    return lambda **laid: both(**{"seats": 4, "partnership": 1, **laid})
