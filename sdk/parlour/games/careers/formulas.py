"""What is decided before the first turn: everybody's success formula, and who begins."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.decision import Decision, Everyone, Seat, Throw
from parlour.core.options import Split
from parlour.games.careers.edition import Edition
from parlour.games.careers.events import FirstThrown, FormulasChosen
from parlour.games.careers.state import CareersState

PARTS = ("fame", "happiness", "money")
"""What a formula is made of, in this order."""


@dataclass(frozen=True)
class ChooseFormula(Decision[list[int]]):
    """How do you split your success formula over fame, happiness and money?

    The answer is a list of the three, in points. Only your side will know it. Equal parts
    are the cautious answer.  [C16 C17 C21]
    """

    total: int
    side: tuple[Seat, ...]

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        return self.side

    def options(self) -> Split:
        return Split(self.total, parts=len(PARTS))

    def default(self) -> list[int]:
        part = self.total // len(PARTS)
        return [part, part, self.total - part - part]


async def opening(g: CareersState, e: Edition) -> None:
    """All sides choose a formula at once, then the dice show who begins.  [C20 C164]"""
    questions = {
        side: ChooseFormula(side, total=g.target, side=g.partners(side), because="the game begins")
        for side in range(g.sides)
    }
    chosen = await Everyone(questions)
    g.formulas = [list(chosen[side]) for side in range(g.sides)]
    g.tell(FormulasChosen(total=g.target))
    await throw_for_first(g, e)


async def throw_for_first(g: CareersState, e: Edition) -> None:
    """The highest throw begins; who ties for it throws again.  [C11]"""
    seats = list(range(g.seats))
    while len(seats) > 1:
        throws = []
        for seat in seats:
            throws.append(sum(await Throw(seat, purpose="first", dice=e.dice.outer, sides=e.dice.sides)))
        g.tell(FirstThrown(seats=seats, throws=throws))
        seats = [seat for seat, pips in zip(seats, throws, strict=True) if pips == max(throws)]
    g.active = seats[0]
