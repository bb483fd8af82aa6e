"""Plays a tournament: matches side by side in threads, one writer to the database, and resumable at any point.

A run is a function of its plan and its results. What is stored stays; a match in play when everything ends is played
again by the next call with the same plan.
"""

from __future__ import annotations

import threading
import traceback
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from parlour.core.wording import shown
from parlour.protocol.messages import Handshake
from referee.match import MatchRecord, MatchSpec, Stopped, play, say_goodbye
from referee.seats.faults import Fault
from referee.seats.http import HttpSeat
from referee.store import matches, tournaments
from referee.store.database import Store, StoreBusy
from referee.store.matches import AlreadyFinished, Scheduled
from referee.store.tournaments import Run
from referee.tournament.bots import Address, BotsFailed, running_bots
from referee.tournament.pairing import Schedule
from referee.tournament.plan import Plan, match_secret

WRITE_TRIES = 3
"""How often a result is offered to a database that another process is writing to, before the run is broken off."""

MOST_VOIDS = 3
"""How often a match may be spoilt by the referee itself before it is left alone for a person to look at."""


MOST_GAMES = 5
"""How many of the games of a bot that does not play the tournament's are named."""


class Listener(Protocol):
    """Whoever is told how a run goes. Only `moved` is called from the threads of matches."""

    def began(self, run: Run, *, resumed: bool) -> None: ...
    def bot_is_ready(self, name: str, handshake: Handshake) -> None: ...
    def bot_failed(self, name: str, fault: Fault) -> None: ...
    def moved(self) -> None: ...
    def finished(self, record: MatchRecord) -> None: ...
    def voided(self, match: str, trace: str) -> None: ...


class Interrupted(Exception):
    """The run was broken off before its last match; the same command goes on with it."""


@dataclass(frozen=True)
class Outcome:
    """How a call ended: the run as it stands, and the matches that the referee itself could not play."""

    run: Run
    spoilt: tuple[str, ...]


def schedule(plan: Plan) -> Schedule:
    """All matches of a plan, in the order in which their ratings count; who sits where follows from the plan alone."""
    return Schedule(plan.names, seats=plan.seats, rounds=plan.rounds, key=bytes.fromhex(plan.digest()))


def run_tournament(plan: Plan, store: Store, logs: Path, listener: Listener) -> Outcome:
    """Play all that is still to be played of the plan's open run, or of a new run where none is open.

    A run is stored once its bots have been started and greeted, so a wrong command leaves no trace. A Ctrl-C
    (KeyboardInterrupt) ends the matches in play at their next question and raises Interrupted. Raises BotsFailed, and
    StoreError where the database cannot be used.
    """
    with running_bots(plan.bots, logs) as addresses:
        limits = _greet(plan, addresses, listener)
        resumed = tournaments.open_run(store, plan.name, plan.digest()) is not None
        run = tournaments.resume_or_begin(
            store,
            name=plan.name,
            digest=plan.digest(),
            plan=plan.deciding(),
            secret=plan.secret(),
            ladder=plan.ladder,
            pairings=schedule(plan),
        )
        listener.began(run, resumed=resumed)
        spoilt = _Round(plan, run, store, addresses, limits, listener).play()
    return Outcome(_reread(store, run), tuple(spoilt))


def _reread(store: Store, run: Run) -> Run:
    found = tournaments.find(store, run.name, run.number)
    assert found is not None
    return found


def _greet(plan: Plan, addresses: Mapping[str, Address], listener: Listener) -> dict[str, int]:
    """Ask every bot who it is, all at once; gives how many matches each may be in at a time.

    A bot that does not answer is announced and plays all the same: it may wake up, and if not, its faults are its own.
    """
    seats = [HttpSeat(address.url, address.key) for address in addresses.values()]
    with ThreadPoolExecutor(max_workers=len(seats)) as pool:
        try:
            found = pool.map(lambda seat: seat.handshake(plan.time.start_ms / 1000), seats)
            answers = dict(zip(addresses, found, strict=True))
        finally:  # after a Ctrl-C, handshakes that try again and again give up
            for seat in seats:
                seat.close()
    game = plan.game.partition("/")[0]
    strangers = {
        name: f"does not play {plan.game}: it says that it plays {_some(answer.games)}"
        for name, answer in answers.items()
        if isinstance(answer, Handshake) and not {game, plan.game} & set(answer.games)
    }
    if strangers:
        raise BotsFailed(strangers)
    limits = {}
    for name, answer in answers.items():
        if isinstance(answer, Fault):
            listener.bot_failed(name, answer)
            limits[name] = 1
        else:
            listener.bot_is_ready(name, answer)
            limits[name] = answer.max_parallel
    return limits


def _some(games: Sequence[str]) -> str:
    """The games that a bot says it plays, or the first of them: it may say many, and long ones."""
    return ", ".join([*map(shown, games[:MOST_GAMES]), *(["..."] if len(games) > MOST_GAMES else [])])


class _Finished(NamedTuple):
    """A match that was played, and its seats, which have not been told how it ended."""

    record: MatchRecord
    seats: list[HttpSeat]


class _Round:
    """The matches of one call: those that wait, those in play, and those whose bots are told how they ended."""

    def __init__(
        self,
        plan: Plan,
        run: Run,
        store: Store,
        addresses: Mapping[str, Address],
        limits: Mapping[str, int],
        listener: Listener,
    ) -> None:
        self.plan = plan
        self.run = run
        self.store = store
        self.addresses = addresses
        self.limits = limits
        self.listener = listener
        self.stop = threading.Event()
        self.waiting = matches.unplayed(store, run.id)
        self.in_play: dict[Future[_Finished], Scheduled] = {}
        self.leaving: dict[Future[None], Scheduled] = {}
        self.spoilt: list[str] = []

    def play(self) -> list[str]:
        """Play all that waits; returns the ids of matches that were given up."""
        threads = self.plan.concurrency
        with ThreadPoolExecutor(threads, "match") as pool, ThreadPoolExecutor(threads, "goodbye") as self.goodbyes:
            try:
                while self.waiting or self.in_play or self.leaving:
                    self._fill(pool)
                    under_way: list[Future[Any]] = [*self.in_play, *self.leaving]
                    self._settle(wait(under_way, return_when=FIRST_COMPLETED).done)
            except BaseException as broken:
                self.stop.set()
                if isinstance(broken, KeyboardInterrupt):
                    self._settle(wait(self.in_play).done)
                    raise Interrupted from None
                raise
        return self.spoilt

    def _fill(self, pool: ThreadPoolExecutor) -> None:
        """Begin matches in the order of the schedule, as far as threads and bots are free."""
        with_bots = [*self.in_play.values(), *self.leaving.values()]
        busy = Counter(name for match in with_bots for name in match.players)
        for match in list(self.waiting):
            if len(self.in_play) == self.plan.concurrency:
                return
            if all(busy[name] < self.limits[name] for name in match.players):
                self.waiting.remove(match)
                busy.update(match.players)
                self.in_play[pool.submit(self._play, match)] = match

    def _play(self, match: Scheduled) -> _Finished:
        spec = MatchSpec(
            id=match.id,
            game=self.plan.game,
            options=self.plan.options,
            players=match.players,
            secret=match_secret(self.run.secret, match.number),
            time=self.plan.time,
            policy=self.plan.policy,
            takes_nonces=self.plan.seed is None,
        )
        addresses = [self.addresses[name] for name in match.players]
        seats = [HttpSeat(address.url, address.key) for address in addresses]
        try:
            return _Finished(play(spec, seats, stop=self.stop, moved=self.listener.moved), seats)
        except BaseException:
            _close(seats)
            raise

    def _settle(self, done: Iterable[Future[Any]]) -> None:
        """Store the matches that ended, in the order of the schedule, and let their bots go."""
        played = [future for future in done if self.leaving.pop(future, None) is None]
        for future in sorted(played, key=lambda each: self.in_play[each].number):
            match = self.in_play.pop(future)
            error = future.exception()
            if error is None:
                self._store(match, future.result())
            elif not isinstance(error, Stopped):
                self._void(match, error)

    def _store(self, match: Scheduled, finished: _Finished) -> None:
        for tries_left in reversed(range(WRITE_TRIES)):
            try:
                matches.finish(self.store, finished.record)
                break
            except AlreadyFinished:  # another referee on the same file was faster; its result counts
                _close(finished.seats)
                return
            except StoreBusy:
                if not tries_left:
                    raise
        self.leaving[self.goodbyes.submit(self._let_go, finished)] = match
        self.listener.finished(finished.record)

    def _let_go(self, finished: _Finished) -> None:
        try:
            say_goodbye(finished.record, finished.seats, self.plan.time)
        finally:
            _close(finished.seats)

    def _void(self, match: Scheduled, error: BaseException) -> None:
        """The referee's own fault: nobody pays, and the match is played again, but not for ever."""
        trace = "".join(traceback.format_exception(error))
        try:
            voids = matches.void(self.store, match.id, f"{type(error).__name__}: {error}")
        except AlreadyFinished:
            return
        self.listener.voided(match.id, trace)
        if voids < MOST_VOIDS:
            self.waiting.append(match)
        else:
            self.spoilt.append(match.id)


def _close(seats: Iterable[HttpSeat]) -> None:
    for seat in seats:
        seat.close()
