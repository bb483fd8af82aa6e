"""The one table of misbehaviours, and the three ways to enter one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from referee.rogues.talk import Request, Talk

Door = Literal["open", "full", "shut"]
"""Whether a caller gets a connection, waits for one in a queue that never moves, or is refused."""


@dataclass(frozen=True)
class Misbehaviour:
    """What a rogue does, in words and on each connection, and what is promised: `ok`, or the kind of one fault."""

    name: str
    outcome: str
    sentence: str
    act: Callable[[Talk], None]
    door: Door = "open"


MISBEHAVIOURS: dict[str, Misbehaviour] = {}


def does(outcome: str, *, door: Door = "open") -> Callable[[Callable[[Talk], None]], Callable[[Talk], None]]:
    """Enter a function that holds the whole conversation on a connection, under its name and docstring."""

    def enter(act: Callable[[Talk], None]) -> Callable[[Talk], None]:
        _enter(Misbehaviour(act.__name__, outcome, act.__doc__ or "", act, door))
        return act

    return enter


def says(name: str, outcome: str, sentence: str, answer: Callable[[Request], bytes]) -> None:
    """Enter a misbehaviour that gives this answer to each request."""

    def act(talk: Talk) -> None:
        for request in talk.requests():
            talk.send(answer(request))

    _enter(Misbehaviour(name, outcome, sentence, act))


def hangs_up(name: str, outcome: str, sentence: str, answer: Callable[[Request], bytes]) -> None:
    """Enter a misbehaviour that gives this answer to the first request on a connection and closes it."""

    def act(talk: Talk) -> None:
        if request := next(talk.requests(), None):
            talk.send(answer(request))

    _enter(Misbehaviour(name, outcome, sentence, act))


def _enter(misbehaviour: Misbehaviour) -> None:
    if misbehaviour.name in MISBEHAVIOURS:
        raise ValueError(f"two misbehaviours are called {misbehaviour.name}")
    MISBEHAVIOURS[misbehaviour.name] = misbehaviour
