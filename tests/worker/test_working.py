"""A worker checks bots, makes matches and plays them; what it leaves another takes on, and each match counts once."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import ClassVar

import pytest
from loopback import LOOPBACK

import parlour
from parlour.bots import Cautious, Random
from parlour.core.registry import find
from parlour.core.transcript import read
from parlour.protocol.signing import SigningKey
from parlour.serving import running
from referee.store import accounts, database, entrants, feed, hosted, ladders, matches, ratings, transcripts, workers
from referee.store.database import Store
from referee.worker import benching
from referee.worker.working import Worker

PATIENCE_S = 60.0
"""What has not come by then would never come."""

SETTINGS = {
    "name": "course",
    "game": "payday/2000",
    "rules": "1",
    "options": {"months": 1},
    "seats": 2,
    "matches_per_hour": 100_000,
    "max_bots_per_account": 2,
    "time": {"start_ms": 5_000, "move_ms": 5_000, "bank_ms": 0},
    "policy": {"max_strikes": 0, "reask": True},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "course.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """The database as the service sees it, with an open ladder."""
    with database.open(path) as opened:
        hosted.open_ladder(opened, SETTINGS, None)
        yield opened


@pytest.fixture
def enter(store: Store) -> Iterator[Callable[..., entrants.Entrant]]:
    """Registers a bot of a student of its own, serves it with its key, and puts it on the ladder."""
    with ExitStack() as served:

        def enter(name: str, kind: type[parlour.Bot] = Cautious) -> entrants.Entrant:
            owner = accounts.add(store, f"{name}'s", "player")
            _, key = entrants.register(store, owner.id, name, "http://127.0.0.1:65535", 1)
            url = served.enter_context(running(type(name, (kind,), {"games": ["payday"]}), (SigningKey(key),)))
            ladders.join(store, "course", name)
            return entrants.change(store, name, url=url)

        yield enter


@contextmanager
def working(path: Path, places: int = 2) -> Iterator[Worker]:
    """Inside, a worker works; afterwards it has ended."""
    worker = Worker(path, places=places, reach=LOOPBACK, look_s=0.05)
    thread = threading.Thread(target=worker.run)
    thread.start()
    try:
        yield worker
    finally:
        worker.stop()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def until(is_so: Callable[[], object]) -> None:
    """Wait until something that others bring about is so."""
    ends, pause = time.monotonic() + PATIENCE_S, threading.Event()
    while not is_so():
        assert time.monotonic() < ends, "it did not come about"
        pause.wait(0.02)


def state(store: Store, bot: str) -> str:
    found = entrants.find(store, bot)
    assert found
    return found.state


def test_registered_bots_are_checked_and_then_play_each_other_on_their_ladder(
    path: Path, store: Store, enter: Callable[..., entrants.Entrant]
) -> None:
    enter("ann")
    enter("bob")
    with working(path):
        until(lambda: len(matches.finished(store)) >= 4)
        assert workers.alive(store, time.time(), 60)
    assert (state(store, "ann"), state(store, "bob")) == ("active", "active")
    found = entrants.find(store, "ann")
    assert found
    assert found.report
    assert found.report["ok"]
    first = matches.find(store, "course-1-0")
    assert first
    assert [seat.version for seat in first.seats] == [Cautious.version] * 2
    assert {standing.bot for standing in ratings.standings(store, "course")} == {"ann", "bob"}
    assert ratings.rebuild(store, "course") == []
    assert workers.alive(store, time.time(), 60) == []


class Gated(Cautious):
    """Thinks until it may go on."""

    asked: ClassVar[threading.Event]
    may: ClassVar[threading.Event]

    def choose(self, question: parlour.Question) -> parlour.Json:
        if question.match.startswith("course"):
            self.asked.set()
            assert self.may.wait(PATIENCE_S)
        return super().choose(question)


@pytest.fixture
def gate() -> Iterator[type[Gated]]:
    Gated.asked, Gated.may = threading.Event(), threading.Event()
    yield Gated
    Gated.may.set()


class Late(Cautious):
    """Thinks at its third question, when there is something to tell of the match."""

    asked: ClassVar[threading.Event]
    may: ClassVar[threading.Event]
    questions = 0

    def choose(self, question: parlour.Question) -> parlour.Json:
        self.questions += 1
        if question.match.startswith("course") and self.questions == 3:
            self.asked.set()
            assert self.may.wait(PATIENCE_S)
        return super().choose(question)


def test_who_looks_on_is_told_what_everybody_may_know_while_the_match_is_played(
    path: Path, store: Store, enter: Callable[..., entrants.Entrant]
) -> None:
    Late.asked, Late.may = threading.Event(), threading.Event()
    enter("ann", Late)
    enter("bob", Late)
    with working(path, places=1):
        until(lambda: feed.after(store, "course-1-0", 0, 100))
        assert Late.asked.wait(PATIENCE_S)
        told = feed.after(store, "course-1-0", 0, 100)
        found = matches.find(store, "course-1-0")
        assert found
        assert not found.is_finished
        assert [number for number, _ in told] == list(range(1, len(told) + 1))
        assert all("event" in event for _, event in told)
        Late.may.set()
        until(lambda: matches.finished(store))


class Dealt(Random):
    """Says that it plays Careers, where cards are dealt that only their seat may see."""

    games = ("careers",)


def test_of_what_only_one_seat_may_know_the_feed_tells_nothing(path: Path, store: Store) -> None:
    rules = find("careers/1971")
    options = rules.check_options(rules.brief, seats=2)
    hosted.open_ladder(store, {**SETTINGS, "name": "cards", "game": "careers/1971", "options": options}, None)
    happened: dict[str, list[dict[str, object]]] = {}

    def told(match: str) -> list[dict[str, object]]:
        return [event for _, event in feed.after(store, match, 0, 100_000)]

    def a_card_was_dealt_and_more_was_told() -> bool:
        for match in set(matches.finished(store)) - happened.keys():
            lines = read(transcripts.text(store, match) or "").lines
            happened[match] = [line for line in lines if "event" in line]
        return any("to" in event for match in happened for event in happened[match][: len(told(match))])

    with ExitStack() as served:
        for name in ("ann", "bob"):
            owner = accounts.add(store, f"{name}'s", "player")
            _, key = entrants.register(store, owner.id, name, "http://127.0.0.1:65535", 1)
            url = served.enter_context(running(type(name, (Dealt,), {}), (SigningKey(key),)))
            entrants.change(store, name, url=url)
            ladders.join(store, "cards", name)
        with working(path):
            until(a_card_was_dealt_and_more_was_told)
    for match, events in happened.items():
        public = [event for event in events if "to" not in event]
        assert told(match) == public[: len(told(match))]


def test_a_worker_that_is_stopped_leaves_its_matches_at_once_to_another(
    path: Path, store: Store, enter: Callable[..., entrants.Entrant], gate: type[Gated]
) -> None:
    enter("ann", gate)
    enter("bob", gate)
    with working(path, places=1) as worker:
        assert gate.asked.wait(PATIENCE_S)
        worker.stop()
        gate.may.set()
    begun = matches.find(store, "course-1-0")
    assert begun
    with working(path, places=1):
        until(lambda: matches.finished(store))
    found = matches.find(store, "course-1-0")
    assert found
    assert (found.is_finished, found.attempts) == (True, 1 if begun.is_finished else 2)
    assert [seat.faults for seat in found.seats] == [0, 0]


def test_workers_share_what_there_is_to_do_and_every_match_counts_once(
    path: Path, store: Store, enter: Callable[..., entrants.Entrant]
) -> None:
    for name in ("ann", "bob", "cy"):
        enter(name)
    with working(path), working(path):
        until(lambda: len(matches.finished(store)) >= 12)
    assert ratings.rebuild(store, "course") == []
    finished = matches.finished(store)
    assert len(finished) == len(set(finished))
    numbers = [number for (number,) in store.db.execute("SELECT number FROM matches ORDER BY number")]
    assert numbers == list(range(len(numbers)))


class Failing(Cautious):
    """Fails in every match of the ladder for as long as it is ill."""

    is_ill: ClassVar[bool] = True

    def choose(self, question: parlour.Question) -> parlour.Json:
        if self.is_ill and question.match.startswith("course"):
            raise RuntimeError("I am ill")
        return super().choose(question)


def test_a_bot_that_fails_again_and_again_is_benched_its_owner_told_and_it_comes_back_when_it_is_well(
    path: Path, store: Store, enter: Callable[..., entrants.Entrant]
) -> None:
    Failing.is_ill = True
    enter("ann")
    enter("bob")
    enter("ill", Failing)
    with working(path):
        until(lambda: state(store, "ill") == "benched")
        found = entrants.find(store, "ill")
        assert found
        assert found.reason
        assert "was forfeited" in found.reason
        assert "I am ill" in found.reason
        assert found.check_due
        assert abs(found.check_due - time.time() - benching.FIRST_PAUSE_S) < PATIENCE_S
        assert found.failures == benching.MOST_FAILURES
        before = len(matches.finished(store))
        until(lambda: len(matches.finished(store)) >= before + 4)  # the others go on
        Failing.is_ill = False
        entrants.ask_for_check(store, "ill", time.time())
        until(lambda: state(store, "ill") == "active")
        met = [match for match in matches.of_run(store, 1) if "ill" in match.players and match.is_finished]
        until(
            lambda: any(
                match.is_finished and match not in met and "ill" in match.players for match in matches.of_run(store, 1)
            )
        )


def test_a_bot_that_fails_its_check_is_told_why_and_is_called_no_more(path: Path, store: Store) -> None:
    owner = accounts.add(store, "dee", "player")
    entrants.register(store, owner.id, "gone", "http://127.0.0.1:22/", 1)
    with working(path):
        until(lambda: (found := entrants.find(store, "gone")) and found.report)
    found = entrants.find(store, "gone")
    assert found
    assert (found.state, found.check_due) == ("pending", None)
    assert found.reason
    assert "below 1024" in found.reason


def test_a_database_that_others_keep_busy_is_waited_for(
    path: Path, store: Store, enter: Callable[..., entrants.Entrant], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.worker.working.TROUBLED_S", 0.05)
    monkeypatch.setattr(database.open, "__kwdefaults__", {"timeout": 0.05})
    enter("ann")
    enter("bob")
    with working(path, places=1):
        until(lambda: matches.finished(store))
        blocker = sqlite3.connect(path, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        threading.Event().wait(1.0)  # many times longer than the worker waits for a write
        blocker.execute("COMMIT")
        blocker.close()
        before = len(matches.finished(store))
        until(lambda: len(matches.finished(store)) > before)
    assert ratings.rebuild(store, "course") == []
