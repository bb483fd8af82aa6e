"""A table of PayDay on which a test lays what it needs, plays a turn with given luck and answers, and looks."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.decision import Decision
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Scripted
from parlour.games.payday.edition import Edition
from parlour.games.payday.rules import PayDay
from parlour.games.payday.state import PayDayState


class Table:
    """A game at the start of a turn; keywords lay what differs from a game's beginning, one entry a seat."""

    def __init__(self, rules: PayDay, *, seats: int = 3, months: int = 2, active: int = 0, **laid: Any) -> None:
        self.rules = rules
        self.state: PayDayState = rules.setup(seats, {"months": months})
        self.state.active = active
        self.events: list[Event] = []
        self.asked: list[Decision[Any]] = []
        self.over = False
        for what, value in laid.items():
            getattr(self, f"_lay_{what}", lambda value, what=what: setattr(self.state, what, value))(value)
        self.totals = rules.totals(self.state)

    def land(self, space: str, *, luck: Sequence[Any] = (), say: Sequence[tuple[str, Any]] = ()) -> "Table":
        """The active seat rolls a 1 that brings it to a space of that name; then luck and answers as in `turn`."""
        day = next(day.day for day in self.rules.edition.calendar.days if day.space == space)
        self.state.days[self.state.active] = day - 1
        return self.turn(luck=[1, *luck], say=say)

    def turn(self, *, luck: Sequence[Any], say: Sequence[tuple[str, Any]] = (), borrow: int = 0) -> "Table":
        """Play one turn: luck gives exactly `luck`, and the questions after Borrow are exactly those of `say`."""
        scripted = Scripted(luck)
        game = self._game(scripted)
        for kind, answer in [("Borrow", borrow), *say]:
            (question,) = game.pending
            assert question.kind == kind, f"expected {kind}, but {question} is asked"
            self.asked.append(question)
            game.answer(question.seat, answer)
        assert game.is_over or game.pending[0].kind == "Borrow", f"{game.pending[0]} is asked too"
        assert scripted.left == []
        self._keep(game)
        return self

    def until(self, kind: str, *, luck: Sequence[Any] = (), say: Sequence[tuple[str, Any]] = ()) -> Decision[Any]:
        """Play a turn up to the first question of that kind, and return it."""
        game = self._game(Scripted(luck))
        for expected, answer in [("Borrow", 0), *say] if kind != "Borrow" else []:
            assert game.pending[0].kind == expected
            game.answer(game.pending[0].seat, answer)
        (question,) = game.pending
        assert question.kind == kind
        self._keep(game)
        return question

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of that kind."""
        return [event for event in self.events if type(event) is kind]

    def order(self) -> list[str]:
        """The names of the events, in the order in which they were told."""
        return [type(event).__name__ for event in self.events]

    @property
    def cash(self) -> list[int]:
        return self.state.money.cash

    def loans_and_cash(self, seat: int) -> tuple[int, int]:
        """What the seat owes, and what it has."""
        return self.state.loans[seat], self.cash[seat]

    @property
    def jackpot(self) -> int:
        return self.state.money.pot

    def _game(self, luck: Scripted) -> Game:
        data = {"checkpoint": self.state.to_plain(), "answers": [], "early": [], "ended": False}
        return Game.from_json({"game": self.rules.full_name, "rules": self.rules.version, **data}, luck)

    def _keep(self, game: Game) -> None:
        self.state, self.over = game.state, game.is_over
        self.events += game.take_events()
        assert self.rules.totals(self.state) == self.totals, "money or cards were lost or made"

    def _lay_cash(self, cash: list[int]) -> None:
        money = self.state.money
        money.bank -= sum(cash) - sum(money.cash)
        money.cash = cash

    def _lay_jackpot(self, amount: int) -> None:
        self.state.money.bank -= amount - self.state.money.pot
        self.state.money.pot = amount

    def _lay_mail(self, mail: list[list[str]]) -> None:
        self.state.mail = mail
        _remove(self.state.mail_deck.pile, mail)

    def _lay_deals(self, deals: list[list[str]]) -> None:
        self.state.deals = deals
        _remove(self.state.deal_deck.pile, deals)

    def _lay_mail_pile(self, cards: list[str]) -> None:
        self.state.mail_deck.pile = cards

    def _lay_mail_discards(self, cards: list[str]) -> None:
        self.state.mail_deck.discards = cards

    def _lay_deal_pile(self, cards: list[str]) -> None:
        self.state.deal_deck.pile = cards

    def _lay_deal_discards(self, cards: list[str]) -> None:
        self.state.deal_deck.discards = cards


def _remove(pile: list[str], hands: Iterable[list[str]]) -> None:
    for hand in hands:
        for card in hand:
            pile.remove(card)


@pytest.fixture(scope="session")
def rules() -> PayDay:
    """The rules of the edition of 2000."""
    found = registry.find("payday/2000")
    assert isinstance(found, PayDay)
    return found


@pytest.fixture(scope="session")
def edition(rules: PayDay) -> Edition:
    """The numbers of the edition of 2000."""
    edition: Edition = rules.edition
    return edition


@pytest.fixture
def table(rules: PayDay) -> Callable[..., Table]:
    """A table for a test: `table(seats=3, cash=[...], mail=[[...], ...], jackpot=...)`."""

    def laid(**what: Any) -> Table:
        return Table(rules, **what)

    return laid
