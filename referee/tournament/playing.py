"""The matches of a run that one referee plays: side by side in threads, with one writer to the database.

A match is leased before it begins and stored when it ends, so that referees on one file share the work. Two promises
are kept here. A bot is in no more matches at a time than it takes. And no match waits for a bot that does not play in
it: of the matches side by side those do not count that only wait for bots which run elsewhere.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple, Protocol, TypeVar

from parlour.protocol.messages import Handshake
from referee.match import MatchRecord, MatchSpec, Stopped, play, say_goodbye
from referee.seats.faults import Fault
from referee.seats.http import HttpSeat
from referee.store import matches
from referee.store.database import Store, StoreBusy
from referee.store.leases import Denied, Lease, LeaseLost, Leases
from referee.store.matches import AlreadyFinished, Scheduled
from referee.store.tournaments import Run
from referee.tournament.bots import Address
from referee.tournament.plan import Plan, match_secret
from referee.tournament.trace import where

WRITE_TRIES = 3
"""How often a write is offered to a database that another process is writing to, before the run is broken off."""

MOST_VOIDS = 3
"""How often a match may be spoilt by the referee itself before it is left alone for a person to look at."""

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


class Listener(Protocol):
    """Whoever is told how a run goes. Only `moved` is called from the threads of matches."""

    def began(self, run: Run, *, resumed: bool) -> None: ...
    def bot_is_ready(self, name: str, handshake: Handshake) -> None: ...
    def bot_failed(self, name: str, fault: Fault) -> None: ...
    def moved(self) -> None: ...
    def finished(self, record: MatchRecord) -> None: ...
    def finished_elsewhere(self, match: str) -> None: ...
    def voided(self, match: str, error: BaseException) -> None: ...


class Interrupted(Exception):
    """The run was broken off before its last match; the same command goes on with it."""


@dataclass
class _Playing:
    """A match in play. It is given up when the run is, or when its lease is lost."""

    match: Scheduled
    lease: Lease
    seats: list[HttpSeat]
    is_here: list[bool]
    """Whether each seat's bot runs on this machine, where it takes time from the others."""
    run_is_over: threading.Event
    lost: threading.Event = field(default_factory=threading.Event)

    def is_set(self) -> bool:
        """Whether to stop playing it."""
        return self.run_is_over.is_set() or self.lost.is_set()

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


class Round:
    """The matches of one call: those that wait, those in play, and those whose bots are told how they ended."""

    def __init__(
        self,
        plan: Plan,
        run: Run,
        store: Store,
        leases: Leases,
        addresses: Mapping[str, Address],
        limits: Mapping[str, int],
        listener: Listener,
    ) -> None:
        """`limits` tells for every bot in how many matches it may be at a time."""
        self._plan = plan
        self._run = run
        self._store = store
        self._leases = leases
        self._addresses = addresses
        self._limits = dict(limits)
        self._listener = listener
        self._here = {bot.name for bot in plan.bots if bot.command is not None}
        self._stop = threading.Event()
        self._waiting = matches.unplayed(store, run.id)
        self._in_play: dict[Future[_Finished], _Playing] = {}
        self._leaving: dict[Future[None], Scheduled] = {}
        self._denied: dict[str, float] = {}
        self._slow: dict[str, float] = {}
        self._seated: dict[str, HttpSeat] = {}
        self._renewed = time.monotonic()
        self._spoilt: list[str] = []

    def play(self) -> list[str]:
        """Play all that waits; returns the ids of matches that were given up.

        A KeyboardInterrupt ends the matches in play at their next question and raises Interrupted.
        """
        with ThreadPoolExecutor(MOST_IN_PLAY, "match") as pool, ThreadPoolExecutor(MOST_IN_PLAY, "goodbye") as goodbyes:
            try:
                while self._waiting or self._in_play or self._leaving:
                    self._fill(pool)
                    self._settle(self._next_ended(), goodbyes)
                    self._renew()
            except BaseException as broken:
                self._stop.set()
                if isinstance(broken, KeyboardInterrupt):
                    self._settle(wait(self._in_play).done, goodbyes)
                    raise Interrupted from None
                raise
        return self._spoilt

    def _next_ended(self) -> Iterable[Future[Any]]:
        """What has ended; for a moment it is waited for."""
        under_way: list[Future[Any]] = [*self._in_play, *self._leaving]
        if under_way:
            return wait(under_way, timeout=TICK_S, return_when=FIRST_COMPLETED).done
        if self._waiting:  # for others to play what they hold
            self._stop.wait(TICK_S)
        return ()

    def _fill(self, pool: ThreadPoolExecutor) -> None:
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
            if self._denied.get(match.id, now) > now or any(busy[name] >= self._limit(name) for name in match.players):
                continue
            lease = self._claim(match, busy)
            if lease is Denied.HELD:
                self._denied[match.id] = now + DENIED_S
                denials += 1
                continue
            gone.add(match.id)
            if isinstance(lease, Lease):
                busy.update(match.players)
                self._begin(pool, match, lease)
            else:
                self._listener.finished_elsewhere(match.id)
        if gone:
            self._waiting = [match for match in self._waiting if match.id not in gone]

    def _slow_ones_last(self, now: float) -> Iterator[Scheduled]:
        self._slow |= {name: now for playing in self._in_play.values() for name in playing.slow()}
        slow = {name for name, seen in self._slow.items() if now - seen < SLOW_S}
        if not slow:
            return iter(self._waiting)
        return chain(
            (match for match in self._waiting if slow.isdisjoint(match.players)),
            (match for match in self._waiting if not slow.isdisjoint(match.players)),
        )

    def _limit(self, name: str) -> int:
        """In how many matches a bot may be at a time, as it has last said."""
        seat = self._seated.get(name)
        if seat is not None and seat.greeting is not None:
            self._limits[name] = seat.greeting.max_parallel
        return self._limits[name]

    def _has_place(self) -> bool:
        if len(self._in_play) >= MOST_IN_PLAY:
            return False
        return sum(not playing.only_waits for playing in self._in_play.values()) < self._plan.concurrency

    def _claim(self, match: Scheduled, busy: Mapping[str, int]) -> Lease | Denied:
        """Lease a match. A bot that this referee has started plays for it alone; others may be called by more."""
        room = {name: self._limit(name) - busy[name] for name in match.players if name not in self._here}
        return self._patiently(lambda: self._leases.claim(match.id, room))

    def _begin(self, pool: ThreadPoolExecutor, match: Scheduled, lease: Lease) -> None:
        seats = [self._addresses[name].seat() for name in match.players]
        self._seated |= dict(zip(match.players, seats, strict=True))
        playing = _Playing(match, lease, seats, [name in self._here for name in match.players], self._stop)
        self._in_play[pool.submit(self._play, playing)] = playing

    def _play(self, playing: _Playing) -> _Finished:
        match = playing.match
        spec = MatchSpec(
            id=match.id,
            game=self._plan.game,
            options=self._plan.options,
            players=match.players,
            secret=match_secret(self._run.secret, match.number),
            time=self._plan.time,
            policy=self._plan.policy,
            takes_nonces=self._plan.seed is None,
            attempt=playing.lease.attempt,
        )
        try:
            return _Finished(play(spec, playing.seats, stop=playing, moved=self._listener.moved), playing.seats)
        except BaseException:
            _close(playing.seats)
            raise

    def _settle(self, done: Iterable[Future[Any]], goodbyes: ThreadPoolExecutor) -> None:
        """Store the matches that ended, in the order of the schedule, and let their bots go."""
        played = [future for future in done if self._leaving.pop(future, None) is None]
        for future in sorted(played, key=lambda each: self._in_play[each].match.number):
            playing = self._in_play.pop(future)
            error = future.exception()
            try:
                if error is None:
                    self._store_result(playing.match, future.result(), goodbyes)
                elif not isinstance(error, Stopped):
                    self._void(playing, error)
                elif playing.lost.is_set():
                    self._waiting.append(playing.match)
            except AlreadyFinished:
                self._listener.finished_elsewhere(playing.match.id)
            except LeaseLost:
                self._waiting.append(playing.match)

    def _store_result(self, match: Scheduled, finished: _Finished, goodbyes: ThreadPoolExecutor) -> None:
        try:
            self._patiently(lambda: matches.finish(self._store, finished.record))
        except BaseException:
            _close(finished.seats)
            raise
        self._leaving[goodbyes.submit(self._let_go, finished)] = match
        self._listener.finished(finished.record)

    def _let_go(self, finished: _Finished) -> None:
        try:
            say_goodbye(finished.record, finished.seats, self._plan.time)
        finally:
            _close(finished.seats)

    def _void(self, playing: _Playing, error: BaseException) -> None:
        """The referee's own fault: nobody pays, and the match is played again, but not for ever."""
        match, attempt = playing.lease
        voids = self._patiently(lambda: matches.void(self._store, match, attempt, where(error)))
        self._listener.voided(match, error)
        if voids < MOST_VOIDS:
            self._waiting.append(playing.match)
        else:
            self._spoilt.append(match)

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


def _close(seats: Iterable[HttpSeat]) -> None:
    for seat in seats:
        seat.close()
