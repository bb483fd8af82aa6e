"""A result that cannot be written now is offered again, and is told to nobody before it is written."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import parlour
from parlour.bots import Cautious
from parlour.serving import running
from referee.cli.output import Output
from referee.cli.progress import Progress
from referee.clock import TimeControl
from referee.match import Policy
from referee.playing import WRITE_TRIES
from referee.seats.address import Reach, read_hosts
from referee.store import database, matches, tournaments
from referee.store.database import Store, StoreBusy
from referee.tournament.plan import BotEntry, Plan
from referee.tournament.running import run_tournament


class Lock:
    """Another process that writes: it holds the database from `take` on."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.connection: sqlite3.Connection | None = None

    def take(self) -> None:
        if self.connection is None:
            self.connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
            self.connection.execute("BEGIN IMMEDIATE")

    def release(self) -> None:
        if self.connection is not None:
            self.connection.close()


@pytest.fixture
def lock(tmp_path: Path) -> Iterator[Lock]:
    held = Lock(tmp_path / "test.sqlite")
    yield held
    held.release()


@pytest.fixture
def told() -> list[str]:
    """The matches of which a bot was told how they ended."""
    return []


@pytest.fixture
def plan(lock: Lock, told: list[str], tmp_path: Path) -> Iterator[Plan]:
    """One match, in the middle of which another process begins to write."""

    class Witness(Cautious):
        def choose(self, question: parlour.Question) -> parlour.Json:
            lock.take()
            return super().choose(question)

        def end(self, result: parlour.MatchResult) -> None:
            told.append(result.match)

    with running(Witness) as url:
        yield Plan(
            file=tmp_path / "test.toml",
            name="test",
            game="payday/2000",
            rules="1",
            options={"months": 1},
            format="round-robin",
            seats=2,
            rounds=1,
            seed=3,
            concurrency=1,
            ladder="test",
            time=TimeControl(),
            policy=Policy(),
            bots=tuple(BotEntry(name, url, None, None, tmp_path) for name in ("one", "two")),
            reach=Reach(allow=(read_hosts("127.0.0.1"),)),
        )


@pytest.fixture
def store(lock: Lock) -> Iterator[Store]:
    """The database, with little patience."""
    with database.open(lock.file, timeout=0.05) as opened:
        yield opened


@pytest.fixture
def run(store: Store, tmp_path: Path) -> Callable[[Plan], object]:
    return lambda plan: run_tournament(plan, store, tmp_path, Progress(Output(), tmp_path / "referee.log"), seen=None)


def when_offered(store: Store, lock: Lock, number: int, act: Callable[[], None]) -> list[str]:
    """Do `act` just before the result is offered for this time (from 1); gives the list of all the offers."""
    offers: list[str] = []

    def hear(sql: str) -> None:
        if sql.startswith("BEGIN IMMEDIATE") and lock.connection is not None:
            offers.append(sql)
            if len(offers) == number:
                act()

    store.db.conn.set_trace_callback(hear)
    return offers


def test_a_result_is_offered_again_to_a_database_that_was_busy(plan, run, store, lock, told) -> None:
    offers = when_offered(store, lock, 2, lock.release)
    assert run(plan).run.is_finished
    assert len(offers) == 2
    assert told == ["test-1-0", "test-1-0"]


def test_a_database_that_stays_busy_breaks_the_run_off_and_nothing_is_told(plan, run, store, lock, told) -> None:
    offers = when_offered(store, lock, 0, lock.release)
    with pytest.raises(StoreBusy):
        run(plan)
    assert len(offers) == WRITE_TRIES
    assert told == []
    lock.release()
    assert not matches.find(store, "test-1-0").is_finished
    assert run(replace(plan, concurrency=2)).run.is_finished
    assert len(tournaments.every_run(store)) == 1
