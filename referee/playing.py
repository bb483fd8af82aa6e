"""The hall in which one referee plays matches: side by side in threads, with one writer to the database.

A match is leased before it begins and stored when it ends, so that referees on one file share the work. Two promises
are kept here. A bot is in no more matches at a time than it takes. And no match waits for a bot that does not play in
it: of the matches side by side those do not count that only wait for bots which run elsewhere.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from types import TracebackType
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from sqlite_utils import Database

from parlour.core.events import Event
from referee.clock import TimeControl
from referee.match import MatchRecord, MatchSpec, Stopped, play, say_goodbye
from referee.seats.http import HttpSeat
from referee.store import matches
from referee.store.database import Store, StoreBusy
from referee.store.leases import Denied, Lease, LeaseLost, Leases
from referee.store.matches import MOST_VOIDS, AlreadyFinished
from referee.trace import where

WRITE_TRIES = 3
"""How often a write is offered to a database that another process is writing to, before the run is broken off."""

LENT_AFTER_S = 0.1
"""A match that has waited so long for bots elsewhere lends its place to another."""

SLOW_S = 10.0
"""For how long a bot counts as slow that was once waited for that long: matches without such bots begin first."""

MOST_IN_PLAY = 256
"""How many matches one referee plays at most, those that wait included: each has a thread."""

MOST_DENIED = 16
"""How many matches that others hold are asked for at a time, lest a long schedule be asked through again and again."""

DENIED_S = 0.5
"""How long a match that another referee holds is left alone."""

TICK_S = 0.1
"""How often leases, and places that were lent, are looked after while nothing ends."""

R = TypeVar("R")


class ToPlay(Protocol):
    """A match that waits: its id, its number in its schedule, and its bots in the order of their seats."""

    @property
    def id(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def players(self) -> tuple[str, ...]: ...


M = TypeVar("M", bound=ToPlay)
N = TypeVar("N", bound=ToPlay, contravariant=True)


class Work(Protocol[N]):
    """What is played in a hall, and by whom. `told` is called from the threads of matches, the others are not."""

    @property
    def places(self) -> int:
        """How many matches are played side by side."""
        ...

    def spec(self, match: N, attempt: int) -> MatchSpec:
        """All that a match needs."""
        ...

    def seat(self, match: N, bot: str) -> HttpSeat:
        """A bot at its seat in a match."""
        ...

    def limit(self, bot: str) -> int:
        """How many matches a bot may be in at a time."""
        ...

    def is_here(self, bot: str) -> bool:
        """Whether the bot runs on this machine for this referee alone."""
        ...

    def told(self, match: N, events: Sequence[Event]) -> None:
        """What has just happened in a match."""
        ...

    def stored(self, db: Database, match: N, record: MatchRecord) -> None:
        """A match is being stored: what belongs to that is written in the same transaction."""
        ...


class Listener(Protocol):
    """Whoever is told how matches end. Only `moved` is called from the threads of matches."""

    def moved(self) -> None: ...
    def finished(self, record: MatchRecord) -> None: ...
    def finished_elsewhere(self, match: str) -> None: ...
    def voided(self, match: str, error: BaseException) -> None: ...


@dataclass
class _Playing(Generic[M]):
    """A match in play. It is given up when the hall closes, or when its lease is lost."""

    match: M
    lease: Lease
    seats: list[HttpSeat]
    is_here: list[bool]
    """Whether each seat's bot runs on this machine, where it takes time from the others."""
    hall_closes: threading.Event
    lost: threading.Event = field(default_factory=threading.Event)

    def is_set(self) -> bool:
        """Whether to stop playing it."""
        return self.hall_closes.is_set() or self.lost.is_set()

    @property
    def only_waits(self) -> bool:
        """Whether all that happens in it, and for a while now, is that bots elsewhere think."""
        waits = [seat.waiting_s for seat in self.seats]
        here = any(waits_s > 0 and is_here for waits_s, is_here in zip(waits, self.is_here, strict=True))
        return not here and max(waits) > LENT_AFTER_S

    def slow(self) -> Iterator[str]:
        """The bots elsewhere that are being waited for, and have been for a while."""
        for name, seat, is_here in zip(self.match.players, self.seats, self.is_here, strict=True):
            if not is_here and seat.waiting_s > LENT_AFTER_S:
                yield name


class _Finished(NamedTuple):
    """A match that was played, and its seats, which have not been told how it ended."""

    record: MatchRecord
    seats: list[HttpSeat]
    time: TimeControl


class Hall(Generic[M]):
    """Where matches are played: those that wait, those in play, and those whose bots are told how they ended.

    Used in a `with`, step by step, by the thread that opened the store.
    """

    def __init__(self, store: Store, leases: Leases, work: Work[M], listener: Listener) -> None:
        self.waiting: list[M] = []
        """The matches to be played, in the order in which they are begun if their bots are free."""
        self.spoilt: list[str] = []
        """The ids of matches that the referee itself has spoilt too often."""
        self._store = store
        self._leases = leases
        self._work = work
        self._listener = listener
        self._closes = threading.Event()
        self._in_play: dict[Future[_Finished], _Playing[M]] = {}
        self._leaving: dict[Future[None], M] = {}
        self._denied: dict[str, float] = {}
        self._slow: dict[str, float] = {}
        self._seated: dict[str, HttpSeat] = {}
        self._said: dict[str, int] = {}
        self._renewed = time.monotonic()
        self._matches = ThreadPoolExecutor(MOST_IN_PLAY, "match")
        self._goodbyes = ThreadPoolExecutor(MOST_IN_PLAY, "goodbye")

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give up what is in play, and wait until nobody is called any more."""
        self._closes.set()
        self._matches.shutdown()
        self._goodbyes.shutdown()

    @property
    def is_busy(self) -> bool:
        """Whether there is anything left to do."""
        return bool(self.waiting or self._in_play or self._leaving)

    @property
    def in_play(self) -> list[M]:
        """The matches in play."""
        return [playing.match for playing in self._in_play.values()]

    def step(self) -> None:
        """Begin what can begin, wait a moment for what ends, and store it."""
        self._fill()
        self._settle(self._next_ended())
        self._renew()

    def close(self) -> None:
        """End the matches in play at their next question, and store those that are over."""
        self._closes.set()
        self._settle(wait(self._in_play).done)

    def _next_ended(self) -> Iterable[Future[Any]]:
        """What has ended; for a moment it is waited for."""
        under_way: list[Future[Any]] = [*self._in_play, *self._leaving]
        if under_way:
            return wait(under_way, timeout=TICK_S, return_when=FIRST_COMPLETED).done
        self._closes.wait(TICK_S)  # for others to play what they hold, or for new matches
        return ()

    def _fill(self) -> None:
        """Begin matches in the order of the schedule, as far as places and bots are free.

        Those with slow bots come after the others, lest they keep bots that are in both.
        """
        with_bots = [*(playing.match for playing in self._in_play.values()), *self._leaving.values()]
        busy = Counter(name for match in with_bots for name in match.players)
        now = time.monotonic()
        gone: set[str] = set()
        denials = 0
        for match in self._slow_ones_last(now):
            if denials == MOST_DENIED or not self._has_place():
                break
            is_left_alone = self._denied.get(match.id, now) > now
            if is_left_alone or any(busy[name] >= self._limit(name) for name in match.players):
                continue
            lease = self._claim(match, busy)
            if lease is Denied.HELD:
                self._denied[match.id] = now + DENIED_S
                denials += 1
                continue
            gone.add(match.id)
            if isinstance(lease, Lease):
                busy.update(match.players)
                self._begin(match, lease)
            elif lease is Denied.FINISHED:
                self._listener.finished_elsewhere(match.id)
        if gone:
            self.waiting = [match for match in self.waiting if match.id not in gone]

    def _slow_ones_last(self, now: float) -> Iterator[M]:
        self._slow |= {name: now for playing in self._in_play.values() for name in playing.slow()}
        slow = {name for name, seen in self._slow.items() if now - seen < SLOW_S}
        if not slow:
            return iter(self.waiting)
        return chain(
            (match for match in self.waiting if slow.isdisjoint(match.players)),
            (match for match in self.waiting if not slow.isdisjoint(match.players)),
        )

    def _limit(self, name: str) -> int:
        """In how many matches a bot may be at a time, as it has last said."""
        seat = self._seated.get(name)
        if seat is not None and seat.greeting is not None:
            self._said[name] = seat.greeting.max_parallel
        return self._said.get(name) or self._work.limit(name)

    def _has_place(self) -> bool:
        if len(self._in_play) >= MOST_IN_PLAY:
            return False
        return sum(not playing.only_waits for playing in self._in_play.values()) < self._work.places

    def _claim(self, match: M, busy: Mapping[str, int]) -> Lease | Denied:
        """Lease a match. A bot that this referee has started plays for it alone; others may be called by more."""
        elsewhere = [name for name in match.players if not self._work.is_here(name)]
        room = {name: self._limit(name) - busy[name] for name in elsewhere}
        return self._patiently(lambda: self._leases.claim(match.id, room))

    def _begin(self, match: M, lease: Lease) -> None:
        seats = [self._work.seat(match, name) for name in match.players]
        self._seated |= dict(zip(match.players, seats, strict=True))
        playing = _Playing(match, lease, seats, [self._work.is_here(name) for name in match.players], self._closes)
        self._in_play[self._matches.submit(self._play, playing, self._work.spec(match, lease.attempt))] = playing

    def _play(self, playing: _Playing[M], spec: MatchSpec) -> _Finished:
        told = partial(self._work.told, playing.match)
        try:
            record = play(spec, playing.seats, stop=playing, moved=self._listener.moved, told=told)
        except BaseException:
            _close(playing.seats)
            raise
        return _Finished(record, playing.seats, spec.time)

    def _settle(self, done: Iterable[Future[Any]]) -> None:
        """Store the matches that ended, in the order of the schedule, and let their bots go."""
        played = [future for future in done if self._leaving.pop(future, None) is None]
        for future in sorted(played, key=lambda each: self._in_play[each].match.number):
            playing = self._in_play.pop(future)
            error = future.exception()
            try:
                if error is None:
                    self._store_result(playing.match, future.result())
                elif not isinstance(error, Stopped):
                    self._void(playing, error)
                elif playing.lost.is_set():
                    self.waiting.append(playing.match)
            except AlreadyFinished:
                self._listener.finished_elsewhere(playing.match.id)
            except LeaseLost:
                self.waiting.append(playing.match)

    def _store_result(self, match: M, finished: _Finished) -> None:
        record = finished.record
        try:
            self._patiently(
                lambda: matches.finish(self._store, record, also=[lambda db: self._work.stored(db, match, record)])
            )
        except BaseException:
            _close(finished.seats)
            raise
        self._leaving[self._goodbyes.submit(_let_go, finished)] = match
        self._listener.finished(record)

    def _void(self, playing: _Playing[M], error: BaseException) -> None:
        """The referee's own fault: nobody pays, and the match is played again, but not for ever."""
        match, attempt = playing.lease
        voids = self._patiently(lambda: matches.void(self._store, match, attempt, where(error)))
        self._listener.voided(match, error)
        if voids < MOST_VOIDS:
            self.waiting.append(playing.match)
        else:
            self.spoilt.append(match)

    def _renew(self) -> None:
        """Renew the leases in good time; matches whose leases are lost all the same are given up."""
        now = time.monotonic()
        if now < self._renewed + self._leases.seconds / 3 or not self._in_play:
            return
        try:
            lost = self._leases.renew(playing.lease for playing in self._in_play.values())
        except StoreBusy:
            return  # the next tick tries again
        self._renewed = now
        for playing in self._in_play.values():
            if playing.lease in lost:
                playing.lost.set()

    def _patiently(self, write: Callable[[], R]) -> R:
        """What the write gives, offered again while another process is writing; StoreBusy in the end."""
        for _ in range(WRITE_TRIES - 1):
            try:
                return write()
            except StoreBusy:
                continue
        return write()


def _let_go(finished: _Finished) -> None:
    try:
        say_goodbye(finished.record, finished.seats, finished.time)
    finally:
        _close(finished.seats)


def _close(seats: Iterable[HttpSeat]) -> None:
    for seat in seats:
        seat.close()
