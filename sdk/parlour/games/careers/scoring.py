"""Stars, hearts and Money points, and the moment at which a formula is met."""

from __future__ import annotations

from parlour.core.decision import Seat
from parlour.core.script import TurnEnds
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import FormulaMet, FormulasRevealed, PointsChanged
from parlour.games.careers.state import CareersState


def score(g: CareersState, seat: Seat, *, stars: int = 0, hearts: int = 0, why: str) -> None:
    """Add to the stars and hearts of the seat's side, or take from them; nobody has less than none.  [C8 C22 C23]"""
    side = g.side(seat)
    g.stars[side] = max(0, g.stars[side] + stars)
    g.hearts[side] = max(0, g.hearts[side] + hearts)
    g.tell(PointsChanged(seat, stars=stars, hearts=hearts, has_stars=g.stars[side], has_hearts=g.hearts[side], why=why))


def points(g: CareersState, e: Edition, side: Seat) -> list[int]:
    """Fame, Happiness and Money points: the last are the whole thousands of the cash in hand.  [C24 C146]"""
    return [g.stars[side], g.hearts[side], g.money.cash[side] // e.cash.point]


def is_met(formula: list[int], held: list[int]) -> bool:
    """Whether every part of a formula is reached or exceeded.  [C23 C171]"""
    return held[0] >= formula[0] and held[1] >= formula[1] and held[2] >= formula[2]


def look_for_winner(g: CareersState, e: Edition) -> None:
    """After every change, whoever meets the formula has won, the active side first.  [C171 C172 C173 C174]"""
    first = g.side(g.active)
    for side in (*range(first, g.sides), *range(first)):
        held = points(g, e, side)
        if is_met(g.formulas[side], held):
            g.winner = side
            g.tell(FormulaMet(side, formula=list(g.formulas[side]), points=held))
            finish(g)
            raise TurnEnds
        remember(g, side, held)


def remember(g: CareersState, side: Seat, held: list[int]) -> None:
    """Keep the most that a side has had at one time: no formula that it would have met can be the side's.  [C172]"""
    stars, hearts, cash = held
    peaks = g.peaks[side]
    for peak in peaks:
        if peak[0] >= stars and peak[1] >= hearts and peak[2] >= cash:
            return
    g.peaks[side] = [peak for peak in peaks if not is_met(peak, held)] + [held]


def points_reached(g: CareersState, e: Edition, side: Seat) -> int:
    """How many points of its formula a side has; what exceeds a part counts for nothing.  [C176]"""
    if not g.formulas[side]:
        return 0
    return sum(min(goal, held) for goal, held in zip(g.formulas[side], points(g, e, side), strict=True))


def end_turn(g: CareersState, e: Edition) -> None:
    """Pass the turn on; the game is over when everybody has had all the turns of the match.  [C175]"""
    g.pass_on(e.trade.offers_per_turn)
    if min(g.turns) >= g.turns_limit:
        finish(g)


def finish(g: CareersState) -> None:
    """The game is over, and everybody shows the formula.  [C179]"""
    g.over = True
    g.tell(FormulasRevealed(formulas=[list(formula) for formula in g.formulas]))
