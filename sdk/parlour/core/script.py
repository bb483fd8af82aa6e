"""Runs rule scripts by hand: no event loop, one step at a time.

Rules for rule scripts: talk to the state and to questions only; never iterate a set; after an await, read again what
another seat could have changed; no try, with or finally around an await; no `except Exception`; money is whole numbers;
numbers come from the edition. A rule that ends the turn from within raises TurnEnds.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from parlour.core.decision import Decision, Everyone
from parlour.core.options import Json, has_choice

Script = Coroutine[Any, Any, None]
"""One turn of a game: a coroutine that awaits decisions."""


class TurnEnds(Exception):
    """Raised by a rule where the rest of the turn does not take place: somebody has won, the game is over."""


class RuleError(Exception):
    """A defect of a game's rules: no bot's fault, so no bot pays for it."""


def advance(script: Script, answer: Json) -> Decision[Any] | Everyone | None:
    """Hand the answer to the script (None to start it) and return its next question, or None at the end.

    A question with a single option is not asked, unless it is of a kind that always is: this is the one place that
    answers it.

    Raises RuleError where a script asks without options, or awaits what is no question.
    """
    try:
        while True:
            asked = script.send(answer)
            if isinstance(asked, Decision):
                options = asked.options()
                if has_choice(options):
                    return asked
                if not options:
                    raise RuleError(f"{asked} has no options")
                if asked.always_asked:
                    return asked
                answer = options[0]
            elif isinstance(asked, Everyone):
                if asked.open:
                    return asked
                answer = complete(asked, {})
            else:
                raise RuleError(f"a rule script awaited {asked!r}, which is no question")
    except (StopIteration, TurnEnds):
        return None


def complete(asked: Everyone, answers: dict[int, Json]) -> dict[int, Json]:
    """The answers of all members in seat order, where those that were not asked give their only option."""
    return {
        seat: answers[seat] if seat in answers else decision.options()[0] for seat, decision in asked.decisions.items()
    }
