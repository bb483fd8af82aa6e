"""One match: a game, its seats and their clocks in; a record out.

Knows neither HTTP nor SQL. A match is a function of its secret and the answers. A seat that fails is a value (a Fault)
with a price: the decision's default is played for it and recorded as the referee's. An exception here is the referee's
own fault and leaves no record.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from parlour.core.decision import Decision
from parlour.core.events import Event
from parlour.core.game import Game
from parlour.core.luck import Keyed, commitment, mix
from parlour.core.options import Json, admits, misfit
from parlour.core.registry import find
from parlour.core.rules import Result, final_places
from parlour.core.transcript import Transcript
from parlour.protocol.fields import found
from parlour.protocol.messages import (
    Message,
    MoveReply,
    StartReply,
    Unread,
    asked_again,
    end_message,
    move_message,
    question_id,
    start_message,
)
from referee.clock import SeatClock, TimeControl
from referee.seats.faults import Fault

Outcome = TypeVar("Outcome")


class Seat(Protocol):
    """Who may answer for a seat: a bot behind HTTP, or one in this process. Budgets are in seconds.

    No method raises for what a bot does wrong: it gives a Fault.
    """

    @property
    def wants_position(self) -> bool:
        """Whether the bot is sent the position beside the view; known once it has been told of the match."""
        ...

    def start(self, message: Message, budget_s: float) -> StartReply | Fault: ...
    def move(self, message: Message, budget_s: float) -> MoveReply | Fault: ...
    def end(self, message: Message, budget_s: float) -> None: ...
    def close(self) -> None: ...


class Stop(Protocol):
    """Tells whether the match should be given up (a threading.Event does)."""

    def is_set(self) -> bool: ...


class Stopped(Exception):
    """The match was given up between two calls; it has no record and can be played again."""


@dataclass(frozen=True)
class Policy:
    """What faults lead to: over `max_strikes` a seat is forfeited; `reask` lets an illegal answer be mended once."""

    max_strikes: int = 3
    reask: bool = True


@dataclass(frozen=True)
class MatchSpec:
    """What is to be played, and by whom: `players` in seat order, `secret` 32 bytes that the luck comes from.

    Nonces of bots are mixed into the luck only with `takes_nonces`: where the secret can be known, a bot could choose
    its luck by its nonce. A match that was begun before and broken off is the same match in a higher `attempt`, so that
    no call of the one is taken for a call of the other.
    """

    id: str
    game: str
    options: Mapping[str, int]
    players: tuple[str, ...]
    secret: bytes
    time: TimeControl = TimeControl()
    policy: Policy = Policy()
    takes_nonces: bool = True
    attempt: int = 1


@dataclass(frozen=True)
class FaultRecord:
    """A seat's fault: in which turn and question, of which kind, what was seen, and the strikes it cost.

    `question` is the id of the question in the match's first attempt, so that every attempt has the same record.
    """

    seat: int
    turn: int
    question: str
    kind: str
    detail: str
    strikes: int


@dataclass(frozen=True)
class MatchRecord:
    """How a match went. `places` are final (forfeited seats below all others), `scores` are the game's.

    `thought_ms` is how long each seat's answers took in all, each to its last byte, and `slowest_ms` the longest.
    """

    id: str
    attempt: int
    game: str
    rules: str
    options: Mapping[str, int]
    players: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    forfeited: tuple[bool, ...]
    termination: str
    faults: tuple[FaultRecord, ...]
    moves: int
    seconds: float
    commitment: str
    secret: str
    nonces: tuple[str | None, ...]
    thought_ms: tuple[int, ...]
    slowest_ms: tuple[int, ...]
    transcript: str


def play(
    spec: MatchSpec,
    seats: Sequence[Seat],
    *,
    stop: Stop,
    now: Callable[[], float] = time.monotonic,
    moved: Callable[[], None] = lambda: None,
    told: Callable[[Sequence[Event]], None] = lambda events: None,
) -> MatchRecord:
    """Play the match to its end; `moved` is called after every decision, `now` gives monotonic seconds.

    `told` is called with what has happened, also with what not everybody may know.

    The seats are not told how it ended: that is for `say_goodbye`, once the record is safe. Raises Stopped when `stop`
    is set between two calls, and whatever goes wrong on the referee's own side.
    """
    return _Match(spec, seats, stop, now, moved, told).play()


GOODBYE_MS = 1_000
"""How long a bot may take, at the most, to hear how a match ended."""


def say_goodbye(record: MatchRecord, seats: Sequence[Seat], time: TimeControl) -> None:
    """Tell every seat how the match ended and what its secret was, all of them at once; what they say is lost.

    The secret must not be told before the record is stored: a match that is played again has the same luck.
    """
    faults = [sum(fault.seat == number for fault in record.faults) for number in range(len(seats))]
    calls = []
    for number, seat in enumerate(seats):
        message = end_message(
            match=record.id,
            seat=number,
            places=record.places,
            scores=record.scores,
            faults=faults,
            termination=record.termination,
            secret=record.secret,
            nonces=record.nonces,
            attempt=record.attempt,
        )
        calls.append(partial(seat.end, message, min(time.move_ms, GOODBYE_MS) / 1000))
    _at_once(calls)


@dataclass
class _Player:
    """One seat's side of the match."""

    seat: Seat
    clock: SeatClock
    nonce: str | None = None
    asked: int = 0
    forfeited: bool = False
    faults: list[FaultRecord] = field(default_factory=list)

    def strike(self, fault: Fault, policy: Policy, *, number: int, turn: int, question: str) -> None:
        """Put the fault down, and forfeit the seat when its strikes are over the limit."""
        self.faults.append(FaultRecord(number, turn, question, fault.kind, fault.detail, fault.strikes))
        self.forfeited = sum(each.strikes for each in self.faults) > policy.max_strikes


@dataclass(frozen=True)
class _Answer:
    """What is played for a question, whether the referee had to, and what the bot noted."""

    value: Json
    by_referee: bool = False
    note: str | None = None

    def remarks(self) -> dict[str, Json]:
        """What the transcript says beside the answer."""
        by = {"by": "referee"} if self.by_referee else {}
        return {**by, "note": self.note} if self.note else by


class _Match:
    """A match while it is played."""

    def __init__(
        self,
        spec: MatchSpec,
        seats: Sequence[Seat],
        stop: Stop,
        now: Callable[[], float],
        moved: Callable[[], None],
        told: Callable[[Sequence[Event]], None],
    ) -> None:
        self.spec = spec
        self.rules = find(spec.game)
        self.commitment = commitment(spec.secret)
        self.players = [_Player(seat, SeatClock(spec.time)) for seat in seats]
        self.unread = Unread(len(seats))
        self.stop = stop
        self.now = now
        self.moved = moved
        self.told = told

    def play(self) -> MatchRecord:
        began = self.now()
        head = {"match": self.spec.id, "players": list(self.spec.players), "commitment": self.commitment}
        transcript = Transcript(head)
        self._give_up_if_told()
        self._start()
        luck = Keyed(mix(self.spec.secret, self._nonces))
        game = Game.new(self.spec.game, seats=len(self.players), luck=luck, options=self.spec.options, watch=transcript)
        moves = 0
        while not game.is_over:
            self._give_up_if_told()
            self._tell(game.take_events())
            questions = game.pending
            answers = _at_once([self._asking(game, question) for question in questions])
            for question, answer in zip(questions, answers, strict=True):
                transcript.remark(question.seat, **answer.remarks())
                game.answer(question.seat, answer.value)
                moves += 1
                self.moved()
        self._tell(game.take_events())
        return self._record(game.result(), transcript, moves, began)

    def _tell(self, events: Sequence[Event]) -> None:
        """Put down what the seats may know of it, and pass it on."""
        self.unread.tell(events)
        self.told(events)

    @property
    def _nonces(self) -> tuple[str | None, ...]:
        return tuple(player.nonce for player in self.players)

    def _give_up_if_told(self) -> None:
        if self.stop.is_set():
            raise Stopped(self.spec.id)

    def _start(self) -> None:
        """Tell every seat that the match begins, all of them at once."""
        spec = self.spec
        calls = []
        for number, player in enumerate(self.players):
            message = start_message(
                match=spec.id,
                game=self.rules.full_name,
                rules=self.rules.version,
                seat=number,
                players=spec.players,
                options=spec.options,
                time=spec.time.to_json(),
                policy={"max_strikes": spec.policy.max_strikes},
                commitment=self.commitment,
                attempt=spec.attempt,
            )
            calls.append(partial(player.seat.start, message, spec.time.start_ms / 1000))
        for number, reply in enumerate(_at_once(calls)):
            player = self.players[number]
            if isinstance(reply, Fault):
                player.strike(reply, spec.policy, number=number, turn=0, question=f"{spec.id}-start")
            elif spec.takes_nonces:
                player.nonce = reply.nonce

    def _asking(self, game: Game, question: Decision[Any]) -> Callable[[], _Answer]:
        """The call that asks a seat; its message is made now, so that no seat's answer can show in another's."""
        player = self.players[question.seat]
        if player.forfeited:
            return lambda: _Answer(question.default(), by_referee=True)
        player.asked += 1
        message = move_message(
            game,
            question.seat,
            question,
            match=self.spec.id,
            attempt=self.spec.attempt,
            id=question_id(self.spec.id, question.seat, player.asked, self.spec.attempt),
            events=self.unread.take(question.seat),
            clock=player.clock.to_json(),
            with_position=player.seat.wants_position,
        )
        return partial(self._ask, player, question, message)

    def _ask(self, player: _Player, question: Decision[Any], message: Message) -> _Answer:
        began, budget_ms = self.now(), player.clock.budget_ms
        reply = self._call(player, question, message, budget_ms)
        if isinstance(reply, Fault) and reply.kind == "illegal" and self.spec.policy.reask:
            spent_ms = (self.now() - began) * 1000
            if spent_ms < budget_ms:
                again = asked_again(message, refused=reply.detail, clock=player.clock.while_asked(spent_ms))
                reply = self._call(player, question, again, budget_ms - spent_ms)
        player.clock.spend((self.now() - began) * 1000)
        if isinstance(reply, Fault):
            id = question_id(self.spec.id, question.seat, player.asked)
            player.strike(reply, self.spec.policy, number=question.seat, turn=message["turn"], question=id)
            return _Answer(question.default(), by_referee=True)
        return _Answer(reply.answer, note=reply.note)

    def _call(self, player: _Player, question: Decision[Any], message: Message, budget_ms: float) -> MoveReply | Fault:
        reply = player.seat.move(message, budget_ms / 1000)
        if isinstance(reply, Fault):
            return reply
        options = question.options()
        if admits(options, reply.answer):
            return reply
        return Fault("illegal", f"answer {found(reply.answer)} to {question.kind}; {misfit(options, reply.answer)}")

    def _record(self, result: Result, transcript: Transcript, moves: int, began: float) -> MatchRecord:
        """Close the transcript with the secret, and make the record."""
        spec = self.spec
        forfeited = tuple(player.forfeited for player in self.players)
        places = final_places(result.places, forfeited)
        termination = "forfeit" if any(forfeited) else "finished"
        secret = spec.secret.hex()
        transcript.close(
            places=list(places),
            forfeited=list(forfeited),
            termination=termination,
            secret=secret,
            nonces=list(self._nonces),
        )
        return MatchRecord(
            id=spec.id,
            attempt=spec.attempt,
            game=self.rules.full_name,
            rules=self.rules.version,
            options=dict(spec.options),
            players=tuple(spec.players),
            places=places,
            scores=result.scores,
            forfeited=forfeited,
            termination=termination,
            faults=tuple(fault for player in self.players for fault in player.faults),
            moves=moves,
            seconds=self.now() - began,
            commitment=self.commitment,
            secret=secret,
            nonces=self._nonces,
            thought_ms=tuple(player.clock.thought_ms for player in self.players),
            slowest_ms=tuple(player.clock.slowest_ms for player in self.players),
            transcript=transcript.text(),
        )


def _at_once(calls: Sequence[Callable[[], Outcome]]) -> list[Outcome]:
    """What the calls return, all of them under way at the same time; the first exception of any is raised."""
    if len(calls) == 1:
        return [calls[0]()]
    with ThreadPoolExecutor(max_workers=len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]
