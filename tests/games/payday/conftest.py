"""A table of PayDay on which a test lays what it needs, plays a turn with given luck and answers, and looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.decision import Chance, Decision, Roll, Seat
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Scripted, Use
from parlour.games.payday import events as told
from parlour.games.payday.edition import Edition
from parlour.games.payday.rules import PayDay
from parlour.games.payday.state import PayDayState


@dataclass
class Ledger:
    """What everybody has and owes, kept by the events alone: each sum that is told goes from one account to another."""

    cash: list[int]
    loans: list[int]
    bank: int
    jackpot: int

    @classmethod
    def of(cls, state: PayDayState) -> Ledger:
        """The accounts as they are on the table."""
        return cls(state.money.cash.copy(), state.loans.copy(), state.money.bank, state.money.pot)

    def enter(self, event: Event) -> None:
        """Move the money of an event, and look whether the totals that it tells are right."""
        match event:
            case told.LoanTaken(seat, amount, loan):
                self.from_bank(seat, amount)
                self.loans[seat] += amount
                assert self.loans[seat] == loan
            case told.LoanRepaid(seat, amount, loan):
                self.from_bank(seat, -amount)
                self.loans[seat] -= amount
                assert self.loans[seat] == loan
            case told.SalaryPaid(seat, amount) | told.RadioWon(seat, amount) | told.DealSold(seat, _, amount):
                self.from_bank(seat, amount)
            case (
                told.SweepstakesWon(seat, _, amount)
                | told.LotteryWon(seat, _, amount)
                | told.CasinoWon(seat, _, amount)
            ):
                self.from_bank(seat, amount)
            case told.InterestPaid(seat, amount) | told.BillsPaid(seat, _, amount):
                self.from_bank(seat, -amount)
            case told.DealBought(seat, _, price) | told.LotteryEntered(seat, price, _):
                self.from_bank(seat, -price)
            case told.JackpotFed(seat, amount, _, jackpot):
                self.to_jackpot(seat, amount)
                assert self.jackpot == jackpot
            case told.CharityWalked(walker, _, gift, jackpot):
                for seat in self.all_but(walker):
                    self.to_jackpot(seat, gift)
                assert self.jackpot == jackpot
            case told.JackpotWon(seat, amount):
                self.to_jackpot(seat, -amount)
                assert self.jackpot == 0
            case told.BirthdayHeld(host, gift, amount):
                for seat in self.all_but(host):
                    self.cash[seat] -= gift
                self.cash[host] += amount

    def from_bank(self, seat: Seat, amount: int) -> None:
        self.bank -= amount
        self.cash[seat] += amount

    def to_jackpot(self, seat: Seat, amount: int) -> None:
        self.cash[seat] -= amount
        self.jackpot += amount

    def all_but(self, seat: Seat) -> list[Seat]:
        return [other for other in range(len(self.cash)) if other != seat]

    def agree(self, game: Game) -> list[Event]:
        """Enter what the game has told since, which is returned, and look whether that is all that was paid."""
        events = game.take_events()
        for event in events:
            self.enter(event)
        picking = game.pending and game.pending[0].kind == "PickNumber"
        if not picking:  # the ante is paid before the number is picked, and is told together with it
            assert self == Ledger.of(game.state)
        return events


class Dice(Scripted):
    """Scripted luck that writes down who rolled, and what for."""

    def __init__(self, answers: Iterable[Any]) -> None:
        super().__init__(answers)
        self.rolls: list[tuple[Seat, str]] = []

    def answer(self, question: Chance[Any], use: Use) -> Any:
        if isinstance(question, Roll):
            self.rolls.append((question.seat, question.purpose))
        return super().answer(question, use)


class Table:
    """A game at the start of a turn; keywords lay what differs from a game's beginning, one entry a seat."""

    def __init__(self, rules: PayDay, *, seats: int = 3, months: int = 2, active: int = 0, **laid: Any) -> None:
        self.rules = rules
        self.state: PayDayState = rules.setup(seats, {"months": months})
        self.state.active = active
        self.events: list[Event] = []
        self.rolls: list[tuple[Seat, str]] = []
        self.asked: list[Decision[Any]] = []
        self.over = False
        for what, value in laid.items():
            getattr(self, f"_lay_{what}", lambda value, what=what: setattr(self.state, what, value))(value)
        self.totals = rules.totals(self.state)

    def land(self, space: str, *, luck: Sequence[Any] = (), say: Sequence[tuple[str, Any]] = ()) -> Table:
        """The active seat rolls a 1 that brings it to a space of that name; then luck and answers as in `turn`."""
        day = next(day.day for day in self.rules.edition.calendar.days if day.space == space)
        self.state.days[self.state.active] = day - 1
        return self.turn(luck=[1, *luck], say=say)

    def turn(self, *, luck: Sequence[Any], say: Sequence[tuple[str, Any]] = (), borrow: int = 0) -> Table:
        """Play one turn: luck gives exactly `luck`, and the questions after Borrow are exactly those of `say`."""
        dice = Dice(luck)
        game = self._play(dice, [("Borrow", borrow), *say])
        assert game.is_over or game.pending[0].kind == "Borrow", f"{game.pending[0]} is asked too"
        assert dice.left == []
        return self

    def until(self, kind: str, *, luck: Sequence[Any] = (), say: Sequence[tuple[str, Any]] = ()) -> Decision[Any]:
        """Play a turn up to the first question of that kind, and return it."""
        game = self._play(Dice(luck), [("Borrow", 0), *say] if kind != "Borrow" else [])
        (question,) = game.pending
        assert question.kind == kind
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

    def _play(self, dice: Dice, say: Sequence[tuple[str, Any]]) -> Game:
        """Give the answers, and after each look whether money moved as was told and none was lost or made."""
        data = {"checkpoint": self.state.to_plain(), "answers": [], "early": [], "ended": False}
        game = Game.from_json({"game": self.rules.full_name, "rules": self.rules.version, **data}, dice)
        ledger = Ledger.of(self.state)
        for kind, answer in say:
            (question,) = game.pending
            assert question.kind == kind, f"expected {kind}, but {question} is asked"
            self.asked.append(question)
            game.answer(question.seat, answer)
            self.events += ledger.agree(game)
        self.state, self.over = game.state, game.is_over
        self.rolls += dice.rolls
        assert self.rules.totals(self.state) == self.totals, "money or cards were lost or made"
        return game

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
        _remove(self.state.mail_deck.pile, [cards])

    def _lay_deal_pile(self, cards: list[str]) -> None:
        self.state.deal_deck.pile = cards

    def _lay_deal_discards(self, cards: list[str]) -> None:
        self.state.deal_deck.discards = cards
        _remove(self.state.deal_deck.pile, [cards])


def _remove(pile: list[str], hands: Iterable[list[str]]) -> None:
    for hand in hands:
        for card in hand:
            if card in pile:  # a test that lays the pile too says itself what is in it
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
def ledger() -> Callable[[PayDayState], Ledger]:
    """Accounts for a test: `ledger(game.state)`, to be kept from there on."""
    return Ledger.of


@pytest.fixture
def table(rules: PayDay) -> Callable[..., Table]:
    """A table for a test: `table(seats=3, cash=[...], mail=[[...], ...], jackpot=...)`."""

    def laid(**what: Any) -> Table:
        return Table(**{"rules": rules, **what})

    return laid
