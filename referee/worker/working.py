"""The worker of a service: plays what is hosted, makes matches for the ladders, and checks bots.

Any number of workers may use one database. Each match is leased, each check is claimed, and new matches are made in one
transaction, so they share the work, and none does what another has done. One that is killed leaves nothing behind but
what others take over. A database that is busy, or a disk that is full, is waited for.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import structlog

from parlour.protocol.signing import read_keys
from referee.match import MatchRecord, Stopped
from referee.playing import Hall
from referee.seats.address import PUBLIC, Reach
from referee.seats.faults import RefereeFault
from referee.store import actions, database, entrants, feed, hosted, ladders, workers
from referee.store.database import Store, StoreBusy, StoreError, StoreFailed
from referee.store.entrants import Entrant
from referee.store.hosted import ScheduledHosted
from referee.store.leases import LEASE_S, Leases
from referee.store.presence import Presence
from referee.trace import where
from referee.worker import benching
from referee.worker.checking import check
from referee.worker.hosting import Hosting
from referee.worker.making import make_matches
from referee.worker.report import Report

LOOK_S = 1.0
"""How often a worker gives a sign of life, and looks for what others have changed."""

TIDY_S = 60.0
"""How often what nobody needs any more is cleared away."""

KEPT_S = 3600.0
"""How long the feed of a finished match is kept, whose transcript tells the same, and the row of a killed worker."""

AHEAD = 4
"""For each place of a worker at most so many matches of every ladder wait or are in play."""

LEAST_AHEAD = 3
"""Where fewer of them do, others are made: several at a time, which costs little more than one."""

LOOKED_AT = 16
"""For each place so many matches are looked at: the first of them may wait for one bot that has no room."""

KEPT_ACTIONS_S = 2 * 86_400.0
"""How long it is known what an account has done: longer than the longest time for which it is counted."""

MOST_CHECKS = 2
"""How many bots one worker checks at a time."""

CHECK_S = 180.0
"""A check that is not over by then is done again: the worker that began it is gone."""

TROUBLED_S = 2.0
"""How long a worker waits when the database is busy or the disk is full."""


class Worker:
    """Plays until it is stopped. `run` is for one thread, `stop` for any."""

    def __init__(
        self, path: Path, *, places: int, lease_s: float = LEASE_S, reach: Reach = PUBLIC, look_s: float = LOOK_S
    ) -> None:
        """`places` matches are played side by side, by bots at addresses that the `reach` allows."""
        self._path = path
        self._places = places
        self._lease_s = lease_s
        self._reach = reach
        self._look_s = look_s
        self._stop = threading.Event()

    def run(self) -> None:
        """Work until `stop`. Matches in play then end at their next question, and others may have them."""
        with database.open(self._path) as store, Presence(self._path) as presence:
            leases = Leases(store, presence, self._lease_s)
            hosting = Hosting(store, places=self._places, reach=self._reach, now=time.time)
            with (
                Hall(store, leases, hosting, heard := _Heard()) as hall,
                ThreadPoolExecutor(MOST_CHECKS, "check") as checkers,
            ):
                look = _Every(self._look_s)
                shift = _Shift(store, presence, leases, hosting, hall, heard, checkers, self._reach, self._stop, look)
                shift.work()

    def stop(self) -> None:
        """Let `run` return soon."""
        self._stop.set()


class _Heard:
    """Tells the log how matches end; `has_ended` says whether one has since somebody set it back."""

    def __init__(self) -> None:
        self.has_ended = False
        self._log = structlog.get_logger("referee.worker")

    def moved(self) -> None:
        """Moves are too many to tell."""

    def finished(self, record: MatchRecord) -> None:
        self.has_ended = True
        faults, seconds = len(record.faults), round(record.seconds, 3)
        self._log.info("match finished", match=record.id, moves=record.moves, seconds=seconds, faults=faults)

    def finished_elsewhere(self, match: str) -> None:
        """The worker that finished it tells of it."""

    def voided(self, match: str, error: BaseException) -> None:
        self.has_ended = True
        self._log.error("match void by an error of the referee's own", match=match, error=where(error))


class _Shift:
    """What a worker does between its start and its end, all of it in one thread but for matches and checks."""

    def __init__(
        self,
        store: Store,
        presence: Presence,
        leases: Leases,
        hosting: Hosting,
        hall: Hall[ScheduledHosted],
        heard: _Heard,
        checkers: ThreadPoolExecutor,
        reach: Reach,
        stop: threading.Event,
        look: _Every,
    ) -> None:
        self._store = store
        self._presence = presence
        self._leases = leases
        self._hosting = hosting
        self._hall = hall
        self._heard = heard
        self._checkers = checkers
        self._reach = reach
        self._stop = stop
        self._look = look
        self._tidy = _Every(TIDY_S)
        self._checks: dict[Future[Report], Entrant] = {}
        self._log = structlog.get_logger("referee.worker")

    def work(self) -> None:
        """Play, check and make matches until it is time to stop."""
        self._log.info("worker begins", places=self._hosting.places)
        try:
            while not self._stop.is_set():
                try:
                    self._step()
                except (StoreBusy, StoreFailed) as error:
                    self._log.warning("the database has to be waited for", error=str(error))
                    self._stop.wait(TROUBLED_S)
        finally:
            with suppress(StoreError):
                self._hall.close()
                self._hosting.write_feed()
                workers.gone(self._store, self._presence.number)
            self._log.info("worker ends")

    def _step(self) -> None:
        if self._look.is_due():
            self._show_up()
            self._look_around()
            self._begin_checks()
        elif self._heard.has_ended and len(self._hall.waiting) < self._hosting.places:
            self._look_around()
        self._hall.step()
        self._hosting.write_feed()
        self._settle_checks()
        if self._tidy.is_due():
            self._clear_away()

    def _show_up(self) -> None:
        """Give a sign of life."""
        in_play, places = len(self._hall.in_play), self._hosting.places
        workers.seen(self._store, self._presence.number, time.time(), in_play, places)

    def _look_around(self) -> None:
        """See what is to be played, and make matches where too few are."""
        self._heard.has_ended = False
        places = self._hosting.places
        for ladder in ladders.every(self._store):
            now = datetime.now(UTC)
            make_matches(self._store, ladder, least=LEAST_AHEAD * places, target=AHEAD * places, now=now)
        in_play = self._hall.in_play
        ids = {match.id for match in in_play}
        found = hosted.next_matches(self._store, LOOKED_AT * places, is_held=self._leases.is_held)
        self._hall.waiting = [match for match in found if match.id not in ids]
        self._hosting.look(self._hall.waiting, in_play)

    def _begin_checks(self) -> None:
        while len(self._checks) < MOST_CHECKS:
            entrant = entrants.claim_check(self._store, time.time(), CHECK_S)
            if entrant is None:
                break
            keys = read_keys(entrant.keys)
            self._checks[self._checkers.submit(check, entrant.url, keys, stop=self._stop, reach=self._reach)] = entrant

    def _settle_checks(self) -> None:
        for done in [each for each in self._checks if each.done()]:
            entrant = self._checks.pop(done)
            error = done.exception()
            if error is None:
                self._note(entrant, done.result())
            elif isinstance(error, Stopped | RefereeFault):
                self._log.warning("check broken off", bot=entrant.bot, error=str(error))
            else:
                self._log.error("check failed by an error of the referee's own", bot=entrant.bot, error=where(error))

    def _note(self, entrant: Entrant, report: Report) -> None:
        """Let a bot that was checked play, or tell its owner why it may not."""
        if report.ok and report.handshake is not None:
            entrants.passed(
                self._store,
                entrant.bot,
                token=entrant.check_token,
                games=report.games,
                max_parallel=report.handshake.max_parallel,
                version=report.handshake.version,
                author=report.handshake.author,
                report=report.to_json(),
            )
        else:
            entrants.failed_check(
                self._store,
                entrant.bot,
                token=entrant.check_token,
                reason=report.reason or "The check found that it may not play.",
                report=report.to_json(),
                due=time.time() + benching.pause_s(entrant.benches + 1) if entrant.state == "benched" else None,
            )
        self._log.info("bot checked", bot=entrant.bot, ok=report.ok)

    def _clear_away(self) -> None:
        before = datetime.fromtimestamp(time.time() - KEPT_S, UTC).isoformat(timespec="seconds")
        feed.clear(self._store, before)
        workers.forget(self._store, time.time() - KEPT_S)
        actions.forget(self._store, time.time() - KEPT_ACTIONS_S)
        entrants.forget_old_keys(self._store, database.timestamp())


class _Every:
    """Due at once, and again each time that so many seconds have passed."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._now = now
        self._last = -math.inf

    def is_due(self) -> bool:
        """Whether it is time, and if so the time begins anew."""
        if self._now() < self._last + self._seconds:
            return False
        self._last = self._now()
        return True
