"""Seats that play by a script, and a clock that shows what the test says."""

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest

from parlour.core.options import from_wire
from parlour.protocol.messages import Message, MoveReply, StartReply
from referee.clock import TimeControl
from referee.match import MatchRecord, MatchSpec, Policy, play, say_goodbye
from referee.seats.faults import Fault

Script = Callable[[Message], Any]


class Clock:
    """Monotonic seconds that only move when a seat takes time."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


class ScriptedSeat:
    """Answers what its script returns for a message (a Fault is passed on) and remembers what it was sent."""

    def __init__(self, script: Script, clock: Clock, *, takes_ms: float = 0.0, wants_position: bool = False) -> None:
        self.script = script
        self.clock = clock
        self.takes_ms = takes_ms
        self.wants_position = wants_position
        self.nonce: Any = None
        self.sent: list[Message] = []
        self.budgets: list[float] = []
        self.begun: Message = {}
        self.ended: Message = {}

    def start(self, message: Message, budget_s: float) -> StartReply | Fault:
        self.begun = message
        return self.nonce if isinstance(self.nonce, Fault) else StartReply(self.nonce)

    def move(self, message: Message, budget_s: float) -> MoveReply | Fault:
        self.sent.append(message)
        self.budgets.append(budget_s)
        said = self.script(message)
        self.clock.seconds += min(self.takes_ms / 1000, budget_s)
        if self.takes_ms / 1000 > budget_s:
            return Fault("timeout")
        return said if isinstance(said, Fault) else MoveReply(message["question"]["id"], said)

    def end(self, message: Message, budget_s: float) -> None:
        self.ended = message

    def close(self) -> None: ...


def default(message: Message) -> Any:
    """What a cautious bot says."""
    return message["question"]["default"]


def last_option(message: Message) -> Any:
    """What a bold bot says."""
    return from_wire(message["question"]["options"])[-1]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def seated(clock: Clock) -> Callable[..., ScriptedSeat]:
    """A seat with a script; by default it plays the defaults."""
    return lambda script=default, **more: ScriptedSeat(script, clock, **more)


@pytest.fixture
def bold() -> Script:
    return last_option


@pytest.fixture
def played(clock: Clock) -> Callable[..., MatchRecord]:
    """The record of a match of Vault between these seats."""

    def run(
        *seats: ScriptedSeat,
        policy: Policy | None = None,
        time: TimeControl | None = None,
        takes_nonces: bool = True,
        game: str = "vault",
        attempt: int = 1,
        **more: Any,
    ) -> Any:
        spec = MatchSpec(
            id="m1",
            game=game,
            options={"rounds": 3},
            players=tuple(f"bot{number}" for number in range(len(seats))),
            secret=b"s" * 32,
            time=time or TimeControl(start_ms=5000, move_ms=1000, bank_ms=500),
            policy=policy or Policy(),
            takes_nonces=takes_nonces,
            attempt=attempt,
        )
        record = play(spec, seats, **{"stop": Event(), "now": clock, **more})
        assert all(not seat.ended for seat in seats), "nobody is told before the record is safe"
        say_goodbye(record, seats, spec.time)
        return record

    return run
