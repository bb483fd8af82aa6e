"""One short match of a bot that is checked, against bots of the house: what it did wrong, and how long it took."""

from __future__ import annotations

import json
import secrets
import statistics
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import TypeVar

from parlour import Bot
from parlour.bots import Cautious, Random
from parlour.core.rules import Rules
from parlour.protocol.fields import found
from parlour.protocol.messages import Message, MoveReply, StartReply
from referee.clock import TimeControl
from referee.match import FaultRecord, MatchRecord, MatchSpec, Policy, Seat, play, say_goodbye
from referee.seats.faults import KINDS, Fault
from referee.seats.http import HttpSeat
from referee.seats.local import LocalSeat
from referee.worker.advice import finding
from referee.worker.report import Finding, Trial

HOUSE: Sequence[type[Bot]] = (Random, Cautious)
"""The bots of the house, at the table in turn."""

SEATS, SEAT = 3, 1
"""How many sit at the table, if the game takes so many, and where the bot sits: not first, as some bots expect."""

REPEATS = 3
"""How many of its questions the bot is asked twice, the second time with the same id."""

POLICY = Policy(max_strikes=3, reask=False)
"""An illegal answer that could be mended is told all the same."""

R = TypeVar("R")


class OutOfTime(Exception):
    """The time for the check was over in the middle of the match; `questions` had been asked by then."""

    def __init__(self, questions: int) -> None:
        super().__init__(questions)
        self.questions = questions


@dataclass
class _OnTrial:
    """The bot at its seat: its answers are timed, some questions come again, and all ends when the check does."""

    seat: HttpSeat
    ends: float
    now: Callable[[], float]
    times_ms: list[float] = field(default_factory=list)
    spent_on_repeats_s: float = 0.0
    """What the match's clock must not count."""
    changed_mind: str | None = None
    _to_repeat: int = REPEATS

    @property
    def wants_position(self) -> bool:
        """Whether the bot is sent the position."""
        return self.seat.wants_position

    def start(self, message: Message, budget_s: float) -> StartReply | Fault:
        """Tell the bot that the match begins."""
        return self._within(budget_s, lambda left: self.seat.start(message, left))

    def move(self, message: Message, budget_s: float) -> MoveReply | Fault:
        """Ask the bot a question, and one of the first ones again."""
        began = self.now()
        reply = self._within(budget_s, lambda left: self.seat.move(message, left))
        answered = self.now()
        self.times_ms.append(1000 * (answered - began))
        if self._to_repeat and isinstance(reply, MoveReply):
            self._to_repeat -= 1
            self._ask_again(message, reply, budget_s)
            self.spent_on_repeats_s += self.now() - answered
        return reply

    def end(self, message: Message, budget_s: float) -> None:
        """Tell the bot how the match ended."""
        self.seat.end(message, budget_s)

    def close(self) -> None:
        """Close the connection."""
        self.seat.close()

    def _ask_again(self, message: Message, reply: MoveReply, budget_s: float) -> None:
        again = self._within(budget_s, lambda left: self.seat.move(message, left))
        if isinstance(again, Fault):
            self.changed_mind = f"first {found(reply.answer)}, then none. {again}"
        elif json.dumps(again.answer, sort_keys=True) != json.dumps(reply.answer, sort_keys=True):  # True is not 1
            self.changed_mind = f"first {found(reply.answer)}, then {found(again.answer)}."

    def _within(self, budget_s: float, call: Callable[[float], R | Fault]) -> R | Fault:
        """What the call gives within its budget; what is late because the check is over, is no fault."""
        left = self.ends - self.now()
        reply = call(min(budget_s, left)) if left > 0 else None
        if reply is None or (isinstance(reply, Fault) and self.now() >= self.ends):
            raise OutOfTime(len(self.times_ms))
        return reply


def play_trial(
    rules: Rules,
    seat: HttpSeat,
    *,
    bot: str,
    id: str,
    time: TimeControl,
    ends: float,
    stop: threading.Event,
    now: Callable[[], float],
) -> tuple[Trial, list[Finding]]:
    """The figures of a match of the bot at a seat, and what it did wrong; the seat is closed then.

    Raises OutOfTime when `ends` comes first, in the seconds of `now`, Stopped when `stop` is set, and RefereeFault when
    this machine cannot make a call.
    """
    seats = max(rules.seats[0], min(SEATS, rules.seats[-1]))
    tested = _OnTrial(seat, ends, now)
    house = list(islice(cycle(HOUSE), seats - 1))
    table: list[Seat] = [LocalSeat(each) for each in house]
    table.insert(SEAT, tested)
    players = [each.name for each in house]
    players.insert(SEAT, bot)
    options = rules.check_options(rules.brief, seats=seats)
    spec = MatchSpec(id, rules.full_name, options, tuple(players), secrets.token_bytes(32), time, POLICY)
    try:
        record = play(spec, table, stop=stop, now=lambda: now() - tested.spent_on_repeats_s)
        say_goodbye(record, table, time)
    finally:
        for each in table:
            each.close()
    return _figures(rules, tested.times_ms), _found(record, tested)


def _figures(rules: Rules, times_ms: Sequence[float]) -> Trial:
    median = statistics.median(times_ms) if times_ms else 0
    return Trial(rules.full_name, len(times_ms), round(median), round(max(times_ms, default=0)))


def _found(record: MatchRecord, tested: _OnTrial) -> list[Finding]:
    """A finding for each kind of fault, with the evidence of the first, and one for a changed mind."""
    of_kind: dict[str, list[FaultRecord]] = {}
    for fault in record.faults:
        if fault.seat == SEAT:
            of_kind.setdefault(fault.kind, []).append(fault)
    findings = [_told(record, faults[0], len(faults)) for faults in of_kind.values()]
    if tested.changed_mind is not None:
        says = f"{record.game}: a question that came again with the same id got another answer"
        findings.append(finding("repeat", f"{says}: {tested.changed_mind}"))
    return findings


def _told(record: MatchRecord, fault: FaultRecord, times: int) -> Finding:
    where = f"{record.game}, {'question ' if fault.turn else ''}{fault.question}"
    evidence = f" ({fault.detail})" if fault.detail else ""
    often = f" It did so {times} times." if times > 1 else ""
    return finding(fault.kind, f"{where}: {KINDS[fault.kind].sentence}{evidence}{often}")
