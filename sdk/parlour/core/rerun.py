"""Runs a script again from the answers that were given, guessing those that are not known."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from parlour.core.decision import Chance, Decision, Everyone, Seat
from parlour.core.options import Json, admits, choose
from parlour.core.rules import Implausible
from parlour.core.script import Script, advance, complete


def rerun(
    script: Script,
    answers: Sequence[list[Json] | None],
    note: Callable[[Decision[Any], Json], None],
    rng: random.Random | None = None,
) -> Decision[Any] | Everyone | None:
    """Start the script, hand over the answers, and return what it asks then.

    Each answer stands in a list of its own; null is one to be guessed with `rng`. `note` is told each question and its
    answer. Raises Implausible where they do not fit. Without `rng` they are the game's own, so whether they are options
    is not looked at again.
    """
    asked = advance(script, None)
    given = iter(answers)
    for known in given:
        if asked is None:
            raise Implausible("the turn ended before its last answer")
        members = list(asked.open.values()) if isinstance(asked, Everyone) else [asked]
        values: dict[Seat, Json] = {}
        for number, member in enumerate(members):
            heard = known if number == 0 else next(given, None)
            value = _guess(member, rng) if heard is None else heard[0]
            if rng is not None and not admits(member.options(), value):
                raise Implausible(f"{value!r} is no option of {member}")
            values[member.seat] = value
            note(member, value)
        answer = complete(asked, values) if isinstance(asked, Everyone) else values[members[0].seat]
        asked = advance(script, answer)
    return asked


def _guess(decision: Decision[Any], rng: random.Random | None) -> Json:
    if rng is None:
        raise Implausible(f"no answer to {decision} is known")
    if isinstance(decision, Chance):
        return decision.sample(rng.randrange)
    return choose(decision.options(), rng)
