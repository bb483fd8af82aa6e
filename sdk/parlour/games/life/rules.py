"""Life as the engine sees it: how to set up, play, end and show a game of it."""

from __future__ import annotations

import marshal
import random
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from parlour.board.money import money
from parlour.core.decision import Decision, Seat
from parlour.core.events import Event
from parlour.core.options import Json
from parlour.core.registry import Title
from parlour.core.rules import Result, Rules, places_by
from parlour.core.script import Script
from parlour.core.wording import listed
from parlour.games.life.before_spin import BeforeSpin, Borrow, ChooseStock, Repay
from parlour.games.life.edition import Edition
from parlour.games.life.events import EVENTS, CareerTaken, HomeBought, HomeSold, Moved, Retired, SalaryTaken, Spun
from parlour.games.life.homes import ChooseStarterHome
from parlour.games.life.jobs import ChooseCareer, ChooseSalary, GoToNightSchool, TradeSalary
from parlour.games.life.money_events import StockLost, StockTaken
from parlour.games.life.moving import TakeFork
from parlour.games.life.retirement import ChooseRetirement, wealth
from parlour.games.life.spaces import ReturnStock
from parlour.games.life.state import COUNTRYSIDE_ACRES, MILLIONAIRE_ESTATES, LifeState, set_up
from parlour.games.life.tiles import TakeTile
from parlour.games.life.turn import ChooseStart, opening, turn
from parlour.games.life.view import view

DECISIONS: tuple[type[Decision[Any]], ...] = (
    ChooseStart,
    BeforeSpin,
    ChooseStock,
    Borrow,
    Repay,
    TakeFork,
    ChooseCareer,
    ChooseSalary,
    GoToNightSchool,
    TradeSalary,
    ChooseStarterHome,
    ReturnStock,
    TakeTile,
    ChooseRetirement,
)


class Life(Rules):
    """End with the most wealth, in cash and LIFE tiles.  [L1]

    Nobody trades or lends but the bank: no other question is asked than those of `decisions`.  [L13 L14]
    """

    name = "life"
    version = "1"
    state = LifeState
    decisions = DECISIONS
    events = EVENTS
    options = ()

    def __init__(self, edition_name: str, edition: Edition) -> None:
        """How many play is the edition's to say.  [L5]"""
        super().__init__(edition_name, edition)
        self.seats = range(edition.seats.least, edition.seats.most + 1)

    def setup(self, seats: int, options: Mapping[str, int]) -> LifeState:
        return set_up(self.edition, seats)

    def opening(self, state: LifeState) -> Script:
        return opening(state, self.edition)

    def turn(self, state: LifeState) -> Script:
        return turn(state, self.edition)

    def is_over(self, state: LifeState) -> bool:
        """Whether all have retired and the tiles are turned up; no limit of turns is needed.  [L142 L143]"""
        return state.over

    def result(self, state: LifeState) -> Result:
        """The greatest wealth wins; equal ones share a place.  [L1 L148 L149]"""
        worth = tuple(wealth(state, self.edition, seat) for seat in range(state.seats))
        return Result(places_by(worth), worth, why_won(worth))

    def view(self, state: LifeState, seat: Seat) -> dict[str, Json]:
        return view(state, self.edition, seat)

    def mask(self, state: LifeState, seat: Seat) -> dict[str, Json]:
        """The whole state: what nobody knows is not in it.  [L6 L122 L150]"""
        return state.to_plain()

    def imagine(self, masked: dict[str, Json], seat: Seat, rng: random.Random, learned: Json) -> LifeState:
        """The state itself; luck of its own deals the tiles at the end.  [L122 L150]"""
        return LifeState.thaw(marshal.dumps(masked))

    def totals(self, state: LifeState) -> dict[str, int]:
        """The money with the bank's, and the cards and tiles.  [L9 L64]"""
        return {
            "money": state.money.total,
            "careers": len(state.careers_left) + sum(map(bool, state.career)),
            "salaries": sum(state.salaries_left) + sum(state.salary),
            "deeds": len(state.deeds_left) + sum(map(bool, state.house)),
            "stocks": sum(state.stocks_left) + sum(map(sum, state.stocks)),
            "tiles": state.pile + state.reserved + sum(state.tiles),
        }

    def reach(self) -> dict[tuple[type[Event], str], Collection[Json]]:
        """Every space, every number of the spinner, every card and both retirement homes."""
        e: Edition = self.edition
        return {
            (Moved, "space"): range(1, e.retire + 1),
            (Moved, "kind"): {space.kind for space in e.board.spaces},
            (Spun, "number"): range(e.spinner.least, e.spinner.most + 1),
            (CareerTaken, "career"): e.career,
            (SalaryTaken, "salary"): e.tax,
            (HomeBought, "deed"): e.deed,
            (HomeSold, "deed"): e.deed,
            (StockTaken, "number"): e.stocks.numbers,
            (StockLost, "number"): e.stocks.numbers,
            (Retired, "home"): (MILLIONAIRE_ESTATES, COUNTRYSIDE_ACRES),
        }


def why_won(worth: tuple[int, ...]) -> str:
    """Who has won and with what, in a sentence.  [L149]"""
    best = max(worth)
    winners = [f"seat {seat}" for seat, each in enumerate(worth) if each == best]
    return f"The greatest wealth, {money(best)}, is that of {listed(winners)}."


TITLE = Title(rules=Life, edition=Edition, folder=Path(__file__).parent / "editions", default="classic")
