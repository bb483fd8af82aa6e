"""A table of Life on which a test lays what it needs, plays a turn with given luck and answers, and looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import pytest

from parlour.core import registry
from parlour.core.decision import Chance, Decision, Roll, Seat
from parlour.core.events import Event
from parlour.core.options import admits
from parlour.core.script import advance
from parlour.games.life import events as told
from parlour.games.life.edition import START, Edition
from parlour.games.life.rules import Life
from parlour.games.life.state import LifeState

Say = Sequence[tuple[str, Any]]


@dataclass
class Ledger:
    """What each seat, the bank and the piles have, kept by the events alone: nothing changes hands untold."""

    cash: list[int]
    bank: int
    notes: list[int]
    career: list[str]
    salary: list[int]
    house: list[str]
    auto: list[bool]
    home: list[bool]
    stocks: list[list[int]]
    spouse: list[bool]
    children: list[int]
    tiles: list[int]
    pile: int
    reserved: int
    misses: list[bool]
    retired: list[str]

    @classmethod
    def of(cls, g: LifeState) -> Ledger:
        """The accounts as they are on the table."""
        mine = {each.name: getattr(g, each.name) for each in fields(cls) if each.name not in ("cash", "bank")}
        laid = {name: [*value] if isinstance(value, list) else value for name, value in mine.items()}
        laid["stocks"] = [[*each] for each in g.stocks]
        return cls(cash=[*g.money.cash], bank=g.money.bank, **laid)

    def enter(self, event: Event) -> None:
        """Move what an event tells of, and look whether the totals that it tells are right."""
        self._enter_money(event)
        self._enter_things(event)

    def _enter_money(self, event: Event) -> None:
        match event:
            case (
                told.PayDay(seat, amount)
                | told.Received(seat, amount)
                | told.DividendPaid(seat, _, amount)
                | told.CommissionPaid(seat, _, amount)
                | told.HomeSold(seat, _, amount)
            ):
                self.from_bank(seat, amount)
            case (
                told.TuitionPaid(seat, amount)
                | told.StockTaken(seat, _, amount)
                | told.PolicyBought(seat, _, amount)
                | told.HomeBought(seat, _, amount)
            ):
                self.from_bank(seat, -amount)
            case told.Paid(seat, amount, payee):
                self.cash[seat] -= amount
                if payee < 0:
                    self.bank += amount
                else:
                    self.cash[payee] += amount
            case told.LoanTaken(seat, count, amount, notes):
                self.from_bank(seat, amount)
                self.notes[seat] += count
                assert self.notes[seat] == notes
            case told.LoanRepaid(seat, count, amount, notes):
                self.from_bank(seat, -amount)
                self.notes[seat] -= count
                assert self.notes[seat] == notes

    def _enter_things(self, event: Event) -> None:
        match event:
            case told.CareerTaken(seat, career):
                self.career[seat] = career
            case told.SalaryTaken(seat, salary):
                self.salary[seat] = salary
            case told.SalariesTraded(seat, partner, gets, gives):
                assert (self.salary[partner], self.salary[seat]) == (gets, gives)
                self.salary[seat], self.salary[partner] = gets, gives
            case told.CardsReturned(seat, career, salary):
                assert (self.career[seat], self.salary[seat]) == (career, salary)
                self.career[seat], self.salary[seat] = "", 0
                self.auto[seat] = self.home[seat] = False
            case told.HomeBought(seat, deed):
                assert not self.house[seat], "a second house"
                self.house[seat] = deed
            case told.HomeSold(seat, deed):
                assert self.house[seat] == deed
                self.house[seat], self.home[seat] = "", False
            case told.PolicyBought(seat, policy):
                (self.auto if policy == "auto" else self.home)[seat] = True
            case told.StockTaken(seat, number):
                self.stocks[seat] = sorted([*self.stocks[seat], number])
            case told.StockLost(seat, number):
                self.stocks[seat].remove(number)
            case told.Married(seat):
                self.spouse[seat] = True
            case told.ChildrenBorn(seat, _, children):
                self.children[seat] = children
            case told.TileTaken(seat, left):
                self.tiles[seat] += 1
                self.pile -= 1
                assert self.pile == left
            case told.TileStolen(seat, victim):
                self.tiles[seat] += 1
                self.tiles[victim] -= 1
            case told.ReservedTilesGiven(seats, each):
                for seat in seats:
                    self.tiles[seat] += each
                    self.reserved -= each
            case told.MissesNextTurn(seat):
                self.misses[seat] = True
            case told.TurnMissed(seat):
                self.misses[seat] = False
            case told.Retired(seat, home):
                self.retired[seat] = home

    def from_bank(self, seat: Seat, amount: int) -> None:
        self.bank -= amount
        self.cash[seat] += amount


@dataclass
class Fortune:
    """Luck that gives exactly these numbers and cards, and writes down what it was asked."""

    spins: list[int]
    draws: list[Any]
    asked: list[Chance[Any]] = field(default_factory=list)

    def answer(self, question: Chance[Any]) -> Any:
        left, which = (self.spins, "spins") if isinstance(question, Roll) else (self.draws, "draws")
        assert left, f"no answer is left in {which} for {question}"
        answer = left.pop(0)
        assert admits(question.options(), answer), f"{answer!r} cannot answer {question}"
        self.asked.append(question)
        return answer


class Table:
    """A game at the start of a turn; keywords lay what differs from a game's beginning.

    What has one entry a seat is laid as a list of all, or as `{seat: entry}`. All are on the career road unless `at` or
    `entry` say otherwise (`entry={0: 0}` has its first decision before it); who has retired is on Retire. Cards and
    tiles laid before a seat are taken out of their piles, unless the test lays the pile too.
    """

    def __init__(self, rules: Life, *, seats: int = 3, active: int = 0, **laid: Any) -> None:
        self.rules = rules
        self.e: Edition = rules.edition
        self.state: LifeState = rules.setup(seats, {})
        self.state.active = active
        self.state.listen(self._hear)
        self.events: list[Event] = []
        self.asked: list[Decision[Any]] = []
        self.luck: list[Chance[Any]] = []
        self.over = False
        self._lay(laid)
        self.totals = rules.totals(self.state)
        self._ledger = Ledger.of(self.state)

    # --- places -----------------------------------------------------------------------------------------------------

    def space(self, where: int | str) -> int:
        """A space by number, or by a name or kind that there is once."""
        if isinstance(where, int):
            return where
        found = [number for number, each in enumerate(self.e.board.spaces, 1) if where in (each.name, each.kind)]
        assert len(found) == 1, f"not once on the board: {where}, but {found}"
        return found[0]

    # --- playing ----------------------------------------------------------------------------------------------------

    def land(
        self, where: int | str, *, spin: int = 0, spins: Sequence[int] = (), draws: Sequence[Any] = (), say: Say = ()
    ) -> Table:
        """The active seat moves to a space by a spin from somewhere near; `spins` are those after it.

        Unless `spin` says which, it is a number that pays nobody and passes no Pay Day where there is one, and else 1.
        Forks on the way are taken by the table itself.
        """
        target, seat = self.space(where), self.state.active
        owned = {number for stocks in self.state.stocks for number in stocks}
        quiet = [number for number in (2, 3, 4, 5, 6, 7, 8, 9) if number not in owned]
        ways = [(number, way) for number in ([spin] if spin else [*quiet, 1]) for way in self._ways(target, number)]
        calm = [each for each in ways if not any(self.e.on(passed).kind == "pay_day" for passed in each[1][1:-1])]
        number, way = (calm or ways)[0]
        self.state.at[seat] = way[0]
        if target < self.e.board.career:
            self.state.entry[seat], self.state.degree[seat] = self.e.board.college, True
        forks = [way[1:][index] for index, each in enumerate(way[:-1]) if each and len(self.e.roads[each]) > 1]
        before = [each for each in say if each[0] == "BeforeSpin"]
        after = [each for each in say if each[0] != "BeforeSpin"]
        return self.turn(spins=[number, *spins], draws=draws, say=[*before, *(("TakeFork", f) for f in forks), *after])

    def turn(self, *, spins: Sequence[int] = (), draws: Sequence[Any] = (), say: Say = ()) -> Table:
        """Play one turn: luck gives exactly `spins` and `draws`, and the questions are exactly those of `say`.

        An entry of `say` is a kind and an answer. `BeforeSpin` is answered "spin" unless the next entry is about it.
        A draw from one card is not asked of luck.
        """
        fortune, left = Fortune([*spins], [*draws]), [*say]
        assert self._play(self._begin(), fortune, left) is None
        assert not left, f"never asked: {left}"
        assert not fortune.spins, f"never spun: {fortune.spins}"
        assert not fortune.draws, f"never drawn: {fortune.draws}"
        self.over = self.rules.is_over(self.state)
        return self

    def until(self, kind: str, *, spins: Sequence[int] = (), draws: Sequence[Any] = (), say: Say = ()) -> Any:
        """Play a turn up to the first question of that kind, and return it; the table cannot go on from there."""
        script = self._begin()
        question = self._play(script, Fortune([*spins], [*draws]), [*say], stop=kind)
        script.close()
        assert question is not None, f"{kind} is not asked"
        return question

    def opening(self, *, spins: Sequence[int]) -> Table:
        """Spin for the first turn."""
        fortune = Fortune([*spins], [])
        self._play(self.rules.opening(self.state), fortune, [])
        assert not fortune.spins, f"never spun: {fortune.spins}"
        return self

    def again(self, seat: int = 0) -> Table:
        """The table at the start of another turn of the seat; what was told and asked before is forgotten."""
        self.state.active = seat
        self.events.clear()
        self.asked.clear()
        self.luck.clear()
        return self

    def _begin(self) -> Any:
        self.state.turns[self.state.active] += 1
        return self.rules.turn(self.state)

    def _play(self, script: Any, fortune: Fortune, say: list[tuple[str, Any]], stop: str = "") -> Any:
        """Answer for luck and for the seats to the end of the script, or up to a question of the kind `stop`."""
        question: Any = advance(script, None)
        while question is not None and question.kind != stop:
            self._look(question.kind)
            if isinstance(question, Chance):
                answer = fortune.answer(question)
                self.luck.append(question)
            elif question.kind == "BeforeSpin" and (not say or say[0][0] != "BeforeSpin"):
                answer = "spin"
                self.asked.append(question)
            else:
                assert say, f"{question} is asked too"
                kind, answer = say.pop(0)
                assert question.kind == kind, f"expected {kind}, but {question} is asked"
                self.asked.append(question)
            question.check(answer)
            question = advance(script, answer)
        self._look("" if question is None else question.kind)
        return question

    def _hear(self, event: Event) -> None:
        self._ledger.enter(event)
        self.events.append(event)

    def _look(self, asked: str) -> None:
        """Look whether everything changed hands as was told, and nothing was lost or made."""
        assert Ledger.of(self.state) == self._ledger, f"before {asked}"
        assert self.rules.totals(self.state) == self.totals, "money, cards or tiles were lost or made"

    def _ways(self, target: int, steps: int) -> list[list[int]]:
        """The ways of so many steps to a space that no STOP ends before it."""
        ways = [[target]]
        for _ in range(steps):
            ways = [
                [before, *way]
                for way in ways
                for before, roads in enumerate(self.e.roads)
                if way[0] in roads and (way[0] == target or not self.e.on(way[0]).stop)
            ]
        return ways

    # --- looking ----------------------------------------------------------------------------------------------------

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of that kind."""
        return [event for event in self.events if type(event) is kind]

    def order(self) -> list[str]:
        """The names of the events, in the order in which they were told."""
        return [type(event).__name__ for event in self.events]

    def kinds_asked(self) -> list[str]:
        """The kinds of the questions that were asked, without those before the spin."""
        return [question.kind for question in self.asked if question.kind != "BeforeSpin"]

    def path(self, seat: int = 0) -> list[int]:
        """The spaces on which the seat came to rest."""
        return [event.space for event in self.told(told.Moved) if event.seat == seat]

    def sheets(self, what: str) -> list[Any]:
        """What everybody can see of all seats under that name."""
        sheets: Any = self.rules.view(self.state, 0)["seats"]
        return [sheet[what] for sheet in sheets]

    @property
    def cash(self) -> list[int]:
        return self.state.money.cash

    # --- laying -----------------------------------------------------------------------------------------------------

    def _lay(self, laid: Mapping[str, Any]) -> None:
        g, e = self.state, self.e
        for what, value in laid.items():
            if what == "cash":
                cash = self._each(g.money.cash, value)
                g.money.bank -= sum(cash) - sum(g.money.cash)
                g.money.cash = cash
                continue
            assert hasattr(g, what), f"a game of Life has no {what}"
            now = getattr(g, what)
            one_a_seat = isinstance(now, list) and what not in ("careers_left", "salaries_left", "deeds_left")
            mine = [*value] if isinstance(value, list) else value  # a turn changes what is laid
            setattr(g, what, self._each(now, value) if one_a_seat and what != "stocks_left" else mine)
        g.stocks = [[each] if isinstance(each, int) else sorted(each) for each in g.stocks]
        g.at = [
            e.retire if home and where == START else self.space(where)
            for where, home in zip(g.at, g.retired, strict=True)
        ]
        if "entry" not in laid:
            college = [START < where < e.board.career for where in g.at]
            g.entry = [e.board.college if each else e.board.career for each in college]
        if "degree" not in laid:
            g.degree = [
                entry == e.board.college or (career != "" and e.career[career].degree)
                for entry, career in zip(g.entry, g.career, strict=True)
            ]
        self._take_from_piles(laid)

    def _take_from_piles(self, laid: Mapping[str, Any]) -> None:
        g = self.state
        stocks = [number for each in g.stocks for number in each]
        hands = {"careers_left": g.career, "salaries_left": g.salary, "deeds_left": g.house, "stocks_left": stocks}
        for pile, held in hands.items():
            cards = [card for card in held if card]
            assert len({*cards}) == len(cards), f"laid twice: {cards}"
            if pile not in laid:
                whole = getattr(g, pile)
                assert all(card in whole for card in cards), f"no such cards: {cards}"
                setattr(g, pile, [card for card in whole if card not in cards])
        if "pile" not in laid:
            g.pile -= sum(g.tiles)

    def _each(self, now: list[Any], value: Any) -> list[Any]:
        """One entry a seat, of which a test may give some only."""
        entries = [value.get(seat, entry) for seat, entry in enumerate(now)] if isinstance(value, Mapping) else [*value]
        assert len(entries) == self.state.seats, f"not one entry a seat: {value}"
        return entries


@pytest.fixture(scope="session")
def rules() -> Life:
    """The rules of the classic edition."""
    found = registry.find("life/classic")
    assert isinstance(found, Life)
    return found


@pytest.fixture(scope="session")
def edition(rules: Life) -> Edition:
    """The numbers of the classic edition."""
    edition: Edition = rules.edition
    return edition


@pytest.fixture
def table(rules: Life) -> Callable[..., Table]:
    """A table for a test: `table(seats=3, at=[...], cash={0: 500}, career={1: "Doctor"}, stocks={2: 7}, ...)`."""

    def laid(**what: Any) -> Table:
        return Table(rules, **what)

    return laid
