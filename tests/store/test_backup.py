"""A database in use is copied whole, looked through, and made smaller."""

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.match import MatchRecord
from referee.store import accounts, backup, bots, database, matches, ratings, transcripts
from referee.store.database import Store, StoreBusy, StoreError, StoreFailed
from referee.store.tournaments import Run

# Adds accounts in pairs, one pair a transaction, until it is ended.
WRITES = """
import sys
from referee.store import accounts, database
with database.open(sys.argv[1], timeout=60) as store:
    number = 0
    while True:
        with store.writing():
            accounts.add_within(store, f"one {number}", "player")
            accounts.add_within(store, f"two {number}", "player")
        number += 1
        print(number, flush=True)
"""


def everything_in(folder: Path) -> dict[str, bytes | None]:
    """What the files of a folder hold."""
    there = folder.iterdir() if folder.is_dir() else ()
    return {each.name: each.read_bytes() if each.is_file() else None for each in there}


def refusal(store: Store, to: Path) -> str:
    """Why a copy is not written there; whatever is there stays, and nothing is left beside it."""
    there = everything_in(to.parent)
    with pytest.raises(StoreError) as refused:
        backup.backup(store, to)
    assert everything_in(to.parent) == there
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_backup_is_one_file_of_its_owner_with_all_that_was_stored(
    store: Store, tmp_path: Path, begin: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    finish_all(store, begin(store, ("ann", "bob"), ("bob", "cy")))
    to = tmp_path / "backups" / "monday.db"
    to.parent.mkdir()
    backup.backup(store, to)
    assert [each.name for each in to.parent.iterdir()] == ["monday.db"]
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    assert to.read_bytes()[18:20] == b"\1\1", (
        "it needs no log beside it, so it can be read where nothing can be written"
    )
    with database.open_existing(to) as copy:
        assert ratings.standings(copy, "main") == ratings.standings(store, "main") != []
        assert transcripts.text(copy, "spring-1-0") == "{}\n"
        assert backup.check(copy) == []


def test_a_backup_replaces_the_one_before(store: Store, tmp_path: Path) -> None:
    to = tmp_path / "copy.db"
    backup.backup(store, to)
    before = to.read_bytes()
    accounts.add(store, "Ada", "player")
    with to.open("rb") as reader:
        backup.backup(store, to)
        assert reader.read() == before, "who is copying the one before away gets it whole"
    with database.open_existing(to) as copy:
        assert accounts.find(copy, "Ada")


def test_a_backup_that_is_made_while_another_process_writes_is_of_one_instant(
    path: Path, store: Store, tmp_path: Path
) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITES, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        copies = []
        for number in range(5):
            assert writer.stdout.readline()
            copies.append(tmp_path / f"copy-{number}.db")
            backup.backup(store, copies[-1])
        writer.kill()
    counted = []
    for to in copies:
        with database.open_existing(to) as copy:
            assert backup.check(copy) == []
            counted.append(len(accounts.page(copy, None, 10**6)))
    assert all(count > 0 and count % 2 == 0 for count in counted)
    assert counted == sorted(counted)


def test_a_backup_is_not_written_over_what_is_no_backup(path: Path, store: Store, tmp_path: Path) -> None:
    assert "that is the database itself" in refusal(store, path)
    link = tmp_path / "link.db"
    link.symlink_to(path)
    assert "that is the database itself" in refusal(store, link)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada, " * 50)
    assert "no backup" in refusal(store, letter)
    empty = tmp_path / "empty"
    empty.touch()
    assert "no backup" in refusal(store, empty)
    with closing(sqlite3.connect(tmp_path / "recipes.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    assert "no backup" in refusal(store, tmp_path / "recipes.db")
    assert "the folder" in refusal(store, tmp_path / "nowhere" / "copy.db")
    assert "cannot be read: Is a directory" in refusal(store, tmp_path)


def test_a_backup_is_not_written_over_a_database_in_use(store: Store, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with database.open(other) as used:
        accounts.add(used, "Ada", "player")
        with pytest.raises(StoreError, match="a database that is in use"):
            backup.backup(store, other)
        assert accounts.find(used, "Ada")


def test_a_backup_for_which_there_is_no_room_leaves_the_one_before(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = tmp_path / "backups" / "copy.db"
    to.parent.mkdir()
    backup.backup(store, to)
    before = to.read_bytes()
    with store.writing() as db:
        bots.enrol(db, (f"bot {number}" for number in range(10_000)))
    connect = sqlite3.connect

    def small(path: Path, **named: object) -> sqlite3.Connection:
        connection = connect(path, isolation_level=None)
        connection.execute("PRAGMA max_page_count = 10")
        return connection

    monkeypatch.setattr(sqlite3, "connect", small)
    with pytest.raises(StoreFailed, match="no room"):
        backup.backup(store, to)
    assert to.read_bytes() == before
    assert [each.name for each in to.parent.iterdir()] == ["copy.db"]


def test_a_whole_database_has_nothing_wrong_and_looking_changes_nothing(
    path: Path, store: Store, begin: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    assert backup.check(store) == []
    finish_all(store, begin(store, ("ann", "bob"), ("bob", "cy")))
    begin(store, ("ann", "bob"), name="open")
    before = store.db.conn.total_changes
    assert backup.check(store) == []
    assert store.db.conn.total_changes == before


def test_what_is_wrong_is_said_in_sentences(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"), ("bob", "cy"))
    for match in matches.unplayed(store, run.id):
        matches.finish(store, record(match))
    store.db.execute("PRAGMA foreign_keys = OFF")
    with store.writing() as db:
        db.execute("DELETE FROM bots WHERE name = 'cy'")
        db.execute("DELETE FROM transcripts WHERE match = 'spring-1-0'")
        db.execute('UPDATE ratings SET "after" = "after" + 1, change = change + 1 WHERE bot = \'ann\'')
    assert backup.check(store) == [
        "a row of seats refers to a row of bots that is not there",
        "a row of ratings refers to a row of bots that is not there",
        "match spring-1-0 is finished and has no transcript",
        "ladder main: 1 rating not as the results give; rebuild it",
    ]
    store.db.execute("PRAGMA ignore_check_constraints = ON")
    with store.writing() as db:
        db.execute("UPDATE seats SET place = NULL WHERE match = 'spring-1-0'")
        db.execute("UPDATE matches SET moves = -1 WHERE id = 'spring-1-1'")
    store.db.execute("PRAGMA ignore_check_constraints = OFF")
    assert backup.check(store)[0] == "CHECK constraint failed in matches"
    assert any("the ratings of ladder main cannot be told" in each for each in backup.check(store))


def test_a_damaged_page_is_said_in_one_line(path: Path, store: Store, begin: Callable[..., Run]) -> None:
    begin(store, *[("ann", "bob")] * 300)
    store.close()
    with closing(sqlite3.connect(path)) as other:
        (page,) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'seats_by_bot'").fetchone()
        (size,) = other.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xee" * size)
    with database.open(path) as damaged:
        try:
            said = backup.check(damaged)
        except StoreError as error:
            said = [str(error)]
    assert said
    assert all("\n" not in line for line in said)


def test_a_database_gets_smaller_when_the_room_of_what_was_dropped_is_given_back(path: Path, store: Store) -> None:
    with store.writing() as db:
        bots.enrol(db, (f"a bot with a long name, number {number}" for number in range(20_000)))
    with store.writing() as db:
        db.execute("DELETE FROM bots WHERE name <> 'a bot with a long name, number 7'")
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.stat().st_size
    won = backup.vacuum(store)
    assert won == before - path.stat().st_size
    assert won > before / 2
    assert [row["name"] for row in store.rows("SELECT name FROM bots")] == ["a bot with a long name, number 7"]


def test_pages_of_matches_are_the_same_after_the_file_is_written_anew(store: Store, begin: Callable[..., Run]) -> None:
    for name in ("one", "two", "three"):
        begin(store, ("ann", "bob"), ("bob", "ann"), name=name)
    before = matches.page(store, limit=9)
    backup.vacuum(store)
    assert matches.page(store, limit=9) == before
    assert matches.page(store, limit=9, before=before[2].serial) == before[3:]


def test_a_database_at_which_somebody_writes_for_too_long_is_not_made_smaller(path: Path, store: Store) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other, database.open(path, timeout=0.05) as hasty:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            backup.vacuum(hasty)
        other.execute("ROLLBACK")
