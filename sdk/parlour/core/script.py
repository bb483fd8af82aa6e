"""Runs rule scripts by hand: no event loop, one step at a time.

Rules for rule scripts: talk to the state and to questions only; never iterate a set; after an await, read again what
another seat could have changed; no try, with or finally around an await; no `except Exception`; money is whole numbers;
numbers come from the edition. A rule that ends the turn from within raises TurnEnds.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from parlour.core.decision import Decision, Everyone
from parlour.core.options import Json, size

Script = Coroutine[Any, Any, None]
"""One turn of a game: a coroutine that awaits decisions."""


class TurnEnds(Exception):
    """Raised by a rule where the rest of the turn does not take place: somebody has won, the game is over."""


class RuleError(Exception):
    """A defect of a game's rules: no bot's fault, so no bot pays for it."""


def advance(script: Script, answer: Json) -> Decision[Any] | Everyone | None:
    """Hand the answer to the script (None to start it) and return its next question, or None at the end.

    A question with a single option is not asked: this is the one place that answers it.

    Raises RuleError where a script asks without options, or awaits what is no question.
    """
    try:
        while True:
            asked = script.send(answer)
            if isinstance(asked, Decision):
                options = asked.options()
                count = size(options)
                if count > 1:
                    return asked
                if not count:
                    raise RuleError(f"{asked} has no options")
                answer = options[0]
            elif isinstance(asked, Everyone):
                if open_questions(asked):
                    return asked
                answer = complete(asked, {})
            else:
                raise RuleError(f"a rule script awaited {asked!r}, which is no question")
    except (StopIteration, TurnEnds):
        return None


def open_questions(asked: Everyone) -> list[Decision[Any]]:
    """The members that have a choice, in seat order."""
    return [decision for decision in asked.decisions.values() if size(decision.options()) > 1]


def complete(asked: Everyone, answers: dict[int, Json]) -> dict[int, Json]:
    """The answers of all members in seat order, where those without a choice give their only option."""
    return {
        seat: answers[seat] if seat in answers else decision.options()[0] for seat, decision in asked.decisions.items()
    }
