"""Careers as the engine sees it: how to set up, play, end and show a game of it."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from parlour.board.bargain import AnswerCounter, AnswerOffer
from parlour.core.decision import Decision, Seat
from parlour.core.events import Event
from parlour.core.options import Json
from parlour.core.registry import Title
from parlour.core.rules import BadOption, Option, Result, Rules
from parlour.core.script import Script
from parlour.games.careers.bumping import Bump
from parlour.games.careers.completing import ChooseDegree
from parlour.games.careers.corners import LeaveCorner, StayOnHoliday
from parlour.games.careers.dealings import OpportunityDrawn
from parlour.games.careers.debts import RaiseMoney
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import (
    EVENTS,
    Completed,
    Entered,
    ExperiencePlayed,
    Graduated,
    Moved,
    OpportunityPlayed,
)
from parlour.games.careers.experience import MoveBy
from parlour.games.careers.formulas import ChooseFormula, opening
from parlour.games.careers.imagining import imagine, learned, mask
from parlour.games.careers.opportunity import ChooseOccupation, PlayOpportunity, UseAtOnce
from parlour.games.careers.scoring import points_reached
from parlour.games.careers.squares import Buy, BuyCar, BuyStars, Stake
from parlour.games.careers.state import NOBODY, CareersState, set_up
from parlour.games.careers.steps import PayToll
from parlour.games.careers.trade import Trade
from parlour.games.careers.turn import FollowHoliday, TakeTurn, turn
from parlour.games.careers.view import view

DECISIONS: tuple[type[Decision[Any]], ...] = (
    ChooseFormula,
    Trade,
    AnswerOffer,
    AnswerCounter,
    RaiseMoney,
    TakeTurn,
    MoveBy,
    PlayOpportunity,
    ChooseOccupation,
    UseAtOnce,
    Bump,
    LeaveCorner,
    StayOnHoliday,
    ChooseDegree,
    PayToll,
    BuyCar,
    BuyStars,
    Stake,
    Buy,
)


class Careers(Rules):
    """Be the first to meet a secret formula of fame, happiness and money.  [C171]

    A question with one answer is not asked, unless its absence could tell what is in a hand.  [C15 C135]
    """

    name = "careers"
    version = "1"
    state = CareersState
    events = EVENTS

    def __init__(self, edition_name: str, edition: Edition) -> None:
        """How many play, and which totals a formula may have, is the edition's to say.  [C1 C18 C19 C140 C162 C175]"""
        super().__init__(edition_name, edition)
        totals, turns = edition.formula, edition.turns
        self.seats = range(edition.seats.least, edition.seats.most + 1)
        self.decisions = (*DECISIONS, FollowHoliday) if edition.holiday.may_decline else DECISIONS
        self.brief = {"turns": turns.brief}
        self.options = (
            Option(
                "formula",
                (0, *sorted({*totals.short, totals.total, totals.two_seats, totals.partnership})),
                0,
                "points of a formula; 0 is what the rulebook says for the table",
            ),
            Option("turns", range(turns.least, turns.most + 1), turns.default, "turns of each seat until it ends"),
            Option("trade", range(2), 1, "whether seats may trade"),
            Option("partnership", range(2), 0, "whether couples play together"),
        )

    def check_table(self, seats: int, options: Mapping[str, int]) -> None:
        """Couples are two or three with their own formula; the long one is for two seats.  [C18 C19 C162 C164]"""
        totals, chosen = self.edition.formula, options["formula"]
        if options["partnership"]:
            if seats % 2 or seats == 2:
                raise BadOption.unfit("seats", found=seats, expected="4 or 6 where couples play together")
            if chosen not in (0, totals.partnership):
                expected = f"0 or {totals.partnership} where couples play together"
                raise BadOption.unfit("formula", found=chosen, expected=expected)
            return
        allowed = [0, *sorted({*totals.short, totals.total, *([totals.two_seats] if seats == 2 else [])})]
        if chosen not in allowed:
            expected = f"{', '.join(map(str, allowed[:-1]))} or {allowed[-1]} for {seats} seats"
            raise BadOption.unfit("formula", found=chosen, expected=expected)

    def setup(self, seats: int, options: Mapping[str, int]) -> CareersState:
        return set_up(self.edition, seats, options)

    def opening(self, state: CareersState) -> Script:
        return opening(state, self.edition)

    def turn(self, state: CareersState) -> Script:
        return turn(state, self.edition)

    def is_over(self, state: CareersState) -> bool:
        return state.over

    def result(self, state: CareersState) -> Result:
        """The winner comes first, all others by how many points of their formula they have reached.  [C176 C177]"""
        scores = tuple(points_reached(state, self.edition, state.side(seat)) for seat in range(state.seats))
        ranks = [(state.side(seat) == state.winner, scores[seat]) for seat in range(state.seats)]
        places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
        return Result(places, scores, why_ended(state))

    def view(self, state: CareersState, seat: Seat) -> dict[str, Json]:
        return view(state, self.edition, seat)

    def mask(self, state: CareersState, seat: Seat) -> dict[str, Json]:
        return mask(state, seat)

    def learned(self, state: CareersState, seat: Seat) -> Json:
        return learned(state)

    def imagine(self, masked: dict[str, Json], seat: Seat, rng: random.Random, learned: Json) -> CareersState:
        return imagine(self.edition, masked, seat, rng, learned)

    def totals(self, state: CareersState) -> dict[str, int]:
        """The money with the bank's, the cards of each kind, and each special degree at most once.  [C9 C72]"""
        held = [degree for degree in state.degree if degree in self.edition.degrees.special]
        return {
            "money": state.money.total,
            "opportunity cards": len(state.opportunity_deck) + sum(map(len, state.opportunity)),
            "experience cards": len(state.experience_deck) + sum(map(len, state.experience)),
            "experience pips": sum(
                map(sum, [*state.experience, state.experience_deck.pile, state.experience_deck.under])
            ),
            "degrees given twice": len(held) - len(dict.fromkeys(held)),
        }

    def reach(self) -> dict[tuple[type[Event], str], Collection[Json]]:
        """Every space, card, occupation and degree."""
        e: Edition = self.edition
        occupations = [path.name for path in e.paths]
        return {
            (Moved, "space"): range(len(e.spaces)),
            (OpportunityDrawn, "card"): e.opportunity_card,
            (OpportunityPlayed, "card"): e.opportunity_card,
            (ExperiencePlayed, "value"): [card.value for card in e.experience.cards],
            (Entered, "occupation"): occupations,
            (Entered, "by"): ("experience", "degree", "card", "fee"),
            (Completed, "occupation"): [path.name for path in e.paths if not path.college],
            (Graduated, "degree"): (*e.degrees.special, e.degrees.plain),
        }


def why_ended(state: CareersState) -> str:
    """Why a game has ended, or that it has not, in a sentence.  [C171 C175]"""
    if state.winner != NOBODY:
        couple = " and ".join(f"seat {seat}" for seat in state.partners(state.winner))
        return f"The success formula of {couple} is met."
    limit = f" in {state.turns_limit} turn{'s' * (state.turns_limit > 1)}" if state.over else " yet"
    return f"Nobody has met a formula{limit}; places are by the points that were reached."


TITLE = Title(rules=Careers, edition=Edition, folder=Path(__file__).parent / "editions", default="1971")
