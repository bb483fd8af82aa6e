"""Which files are opened and which refused, and that a transaction is stored whole or not at all."""

import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from referee.store import bots, database, migrations, tournaments
from referee.store.database import Store, StoreBusy, StoreError, StoreFailed
from referee.store.tournaments import Run

PATIENCE_S = 60.0
"""How long a process waits for another one, however busy the machine is."""

HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
connection.execute("INSERT INTO bots (name) VALUES ('holder')")
print("locked", flush=True)
sys.stdin.readline()
connection.execute("COMMIT")
connection.close()
"""

OPENER = """
import sys
from referee.store import database
print("ready", flush=True)
sys.stdin.readline()
database.open(sys.argv[1], timeout=60).close()
"""


def tables(path: Path) -> set[str]:
    """The names of the tables in a file."""
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def pragma(path: Path, name: str) -> Any:
    """What a file says about itself."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]


def refusal(path: Path) -> str:
    """The one line with which a file is refused; it names the file, which is left as it was, with nothing beside it."""
    there = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    with pytest.raises(StoreError) as error:
        database.open(path)
    assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == there
    line = str(error.value)
    assert line.startswith(f"{path}: ")
    assert "\n" not in line
    return line


@contextmanager
def locked_by_another_process(path: Path) -> Iterator[Callable[[], None]]:
    """Another process holds the database for writing until what is yielded is called."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdin
        assert holder.stdout
        assert holder.stdout.readline() == "locked\n"

        def release() -> None:
            holder.communicate("\n")

        yield release
        if holder.poll() is None:
            release()


def test_a_new_file_is_synchronised_at_each_commit_and_checks_what_refers_to_what(store: Store) -> None:
    assert [store.db.execute(f"PRAGMA {each}").fetchone()[0] for each in ("journal_mode", "synchronous")] == ["wal", 2]
    assert store.db.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"), store.writing() as db:
        db.execute("INSERT INTO seats (match, seat, bot) VALUES ('nowhere-1', 0, 'nobody')")


def test_a_file_is_made_by_open_but_not_by_open_existing(path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        database.open_existing(path)
    assert not path.exists()
    database.open(path).close()
    database.open_existing(path).close()
    assert pragma(path, "application_id") == database.APPLICATION_ID
    assert pragma(path, "user_version") == len(migrations.STEPS)


def test_an_empty_file_is_a_new_database(path: Path) -> None:
    path.touch()
    database.open(path).close()
    assert "matches" in tables(path)


@pytest.mark.parametrize("text", ["a shopping list\n", "a long letter\n" * 1000])
def test_a_text_file_is_refused_and_left_as_it_is(path: Path, text: str) -> None:
    path.write_text(text)
    assert "not a database" in refusal(path)


@pytest.mark.parametrize(
    "made_by", ["CREATE TABLE recipes (name TEXT)", "PRAGMA application_id = 77", "PRAGMA user_version = 1"]
)
def test_the_database_of_another_program_is_refused_and_left_as_it_is(path: Path, made_by: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(made_by)
        connection.commit()
    assert "another program" in refusal(path)


def test_a_file_of_a_newer_referee_is_refused_and_left_as_it_is(path: Path) -> None:
    database.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")
    assert "newer referee" in refusal(path)


def test_a_folder_and_a_file_in_no_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        database.open(tmp_path)
    with pytest.raises(StoreError, match=r"ladder\.db: the folder .*nowhere does not exist"):
        database.open(tmp_path / "nowhere" / "ladder.db")


def enrolled(store: Store) -> list[str]:
    """The bots that the database knows."""
    return [row["name"] for row in store.rows("SELECT name FROM bots ORDER BY name")]


def test_a_damaged_file_is_an_error_of_one_line(path: Path, begin: Callable[..., Run]) -> None:
    with database.open(path) as store:
        begin(store, *[("ann", "bob")] * 200)
    size = pragma(path, "page_size")
    whole = path.read_bytes()
    path.write_bytes(whole[:size] + b"\xee" * (len(whole) - size))
    with pytest.raises(StoreError, match=r"damaged .*malformed"), database.open(path) as store:
        tournaments.every_run(store)


def test_what_is_written_in_a_transaction_that_fails_is_not_there(store: Store) -> None:
    def interrupted() -> None:
        with store.writing() as db:
            bots.enrol(db, ["ann"])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert enrolled(store) == []
    with store.writing() as db:
        bots.enrol(db, ["bob"])
    assert enrolled(store) == ["bob"]


def test_a_transaction_that_finds_no_room_is_refused_whole(store: Store) -> None:
    pages = store.db.execute("PRAGMA page_count").fetchone()[0]
    store.db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFailed, match="no room on the disk"), store.writing() as db:
        bots.enrol(db, (f"bot {number}" for number in range(10_000)))
    assert enrolled(store) == []
    store.db.execute(f"PRAGMA max_page_count = {pages + 100}")
    with store.writing() as db:
        bots.enrol(db, ["ann"])
    assert enrolled(store) == ["ann"]


def test_queries_in_one_reading_see_one_instant(path: Path, store: Store) -> None:
    with database.open(path) as other, store.reading():
        before = enrolled(store)
        with other.writing() as db:
            bots.enrol(db, ["ann"])
        assert enrolled(store) == before
    assert enrolled(store) == ["ann"]


def test_a_write_waits_for_the_write_of_another_process(path: Path) -> None:
    begun, released = threading.Event(), threading.Event()
    database.open(path).close()
    with database.open(path, timeout=PATIENCE_S) as store, locked_by_another_process(path) as release:

        def let_go() -> None:
            begun.wait(PATIENCE_S)
            released.set()
            release()

        other = threading.Thread(target=let_go)
        other.start()
        store.db.conn.set_trace_callback(lambda _: begun.set())
        with store.writing() as db:
            assert released.is_set()
            bots.enrol(db, ["waiter"])
        other.join()
        assert enrolled(store) == ["holder", "waiter"]


def test_a_write_that_waits_too_long_says_that_the_database_is_busy(path: Path) -> None:
    database.open(path).close()
    with database.open(path, timeout=0.05) as store:
        with locked_by_another_process(path):
            with pytest.raises(StoreBusy) as error, store.writing() as db:
                bots.enrol(db, ["waiter"])
            assert str(error.value) == f"{path}: database busy: another process keeps writing to it"
            assert enrolled(store) == []
        with store.writing() as db:
            bots.enrol(db, ["waiter"])
        assert enrolled(store) == ["holder", "waiter"]


def test_a_new_file_that_another_process_is_making_is_waited_for(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("ROLLBACK")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            database.open(path, timeout=0.05)
        switched: list[str] = []

        def let_go_at_the_second_try(statement: str) -> None:
            if "journal_mode" in statement:
                switched.append(statement)
                if len(switched) == 2:
                    other.execute("ROLLBACK")

        with closing(Store(path, PATIENCE_S)) as store:
            store.db.conn.set_trace_callback(let_go_at_the_second_try)
            store.make_ready()
    assert len(switched) >= 2
    assert "matches" in tables(path)


def test_a_database_is_opened_and_read_while_another_process_writes(path: Path) -> None:
    database.open(path).close()
    with locked_by_another_process(path), database.open_existing(path, timeout=0.05) as store:
        assert enrolled(store) == []


def test_processes_that_make_one_file_at_the_same_moment_all_succeed(tmp_path: Path) -> None:
    for attempt in range(5):
        path = tmp_path / f"{attempt}.db"
        openers = [
            subprocess.Popen([sys.executable, "-c", OPENER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for _ in range(4)
        ]
        for opener in openers:
            assert opener.stdout
            assert opener.stdout.readline()
        for opener in openers:
            assert opener.stdin
            opener.stdin.write(b"\n")
            opener.stdin.flush()
        for opener in openers:
            opener.communicate()
        assert [opener.returncode for opener in openers] == [0, 0, 0, 0]
        assert "matches" in tables(path)


def test_threads_that_make_one_file_at_the_same_moment_all_succeed(tmp_path: Path) -> None:
    threads = 8
    together = threading.Barrier(threads)
    opened = []

    def make(path: Path) -> None:
        together.wait()
        database.open(path, timeout=PATIENCE_S).close()
        opened.append(path)

    for attempt in range(20):
        path = tmp_path / f"{attempt}.db"
        makers = [threading.Thread(target=make, args=(path,)) for _ in range(threads)]
        for maker in makers:
            maker.start()
        for maker in makers:
            maker.join()
        assert opened.count(path) == threads


def with_colour(db: Database) -> None:
    """A step that a later version might bring."""
    db.execute("ALTER TABLE bots ADD COLUMN colour TEXT")


def broken(db: Database) -> None:
    """A step with a mistake at its end."""
    db.execute("CREATE TABLE half_made (a)")
    raise ZeroDivisionError


def test_an_older_file_is_brought_up_to_date_with_all_that_is_in_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.open(path) as store, store.writing() as db:
        bots.enrol(db, ["ann"])
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, with_colour))
    with database.open(path) as store:
        assert store.rows("SELECT * FROM bots") == [{"name": "ann", "colour": None}]
    assert pragma(path, "user_version") == len(migrations.STEPS)


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database.open(path).close()
    before, version = tables(path), pragma(path, "user_version")
    known = migrations.STEPS
    monkeypatch.setattr(migrations, "STEPS", (*known, with_colour, broken))
    with pytest.raises(ZeroDivisionError):
        database.open(path)
    assert (tables(path), pragma(path, "user_version")) == (before, version)
    monkeypatch.setattr(migrations, "STEPS", (*known, with_colour))
    with database.open(path) as store:
        assert store.rows("SELECT count(colour) AS coloured FROM bots") == [{"coloured": 0}]


def test_a_new_file_whose_migration_fails_stays_empty(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, broken))
    with pytest.raises(ZeroDivisionError):
        database.open(path)
    assert tables(path) == set()


def test_a_migration_that_leaves_rows_without_what_they_refer_to_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch, begin: Callable[..., Run]
) -> None:
    with database.open(path) as store:
        begin(store, ("ann", "bob"))
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, lambda db: db.execute("DELETE FROM bots")))
    with pytest.raises(StoreError, match="refer to rows that are not there"):
        database.open(path)
    monkeypatch.undo()
    with database.open(path) as store:
        assert enrolled(store) == ["ann", "bob"]


def test_a_file_made_without_strict_tables_serves_as_well(
    path: Path, monkeypatch: pytest.MonkeyPatch, begin: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    monkeypatch.setattr(migrations, "STRICT", "")
    monkeypatch.setattr(migrations, "WITHOUT_ROWID", "WITHOUT ROWID")
    with database.open(path) as store:
        assert "STRICT" not in store.db.schema
        run = begin(store, ("ann", "bob"), ("bob", "cy"))
        finish_all(store, run)
    shutil.copy(path, path.with_suffix(".copy"))
    with database.open(path.with_suffix(".copy")) as store:
        assert [run.finished for run in tournaments.every_run(store)] == [2]
