"""`referee db`: copies, checks and shortens the database, also while somebody uses it."""

import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.store import accounts, database

Call = Callable[..., Any]
DB = "referee.sqlite"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with a database that has one account."""
    with database.open(tmp_path / DB) as store:
        accounts.add(store, "ann", "player")
    return tmp_path


def test_a_backup_is_the_database_as_it_is_while_others_use_it(kept: Path, call: Call) -> None:
    with database.open(kept / DB) as in_use:
        accounts.add(in_use, "bob", "player")  # stands in the write-ahead log so far
        with in_use.writing() as db:
            db.execute("DELETE FROM accounts WHERE name = 'ann'")
            done = call(kept, "db", "backup", "copy.sqlite")
        accounts.add(in_use, "cy", "player")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("referee.sqlite is copied to copy.sqlite: ")
    assert stat.S_IMODE((kept / "copy.sqlite").stat().st_mode) == 0o600
    with database.open_existing(kept / "copy.sqlite") as copy:
        assert [account.name for account in accounts.page(copy, None, 10)] == ["ann", "bob"]


def test_an_older_backup_is_replaced_and_another_file_is_not(kept: Path, call: Call) -> None:
    assert call(kept, "db", "backup", "copy.sqlite").code == 0
    assert call(kept, "db", "backup", "copy.sqlite").code == 0
    (kept / "essay.txt").write_text("my essay")
    done = call(kept, "db", "backup", "essay.txt")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("essay.txt: there is a file already that is no backup")
    assert (kept / "essay.txt").read_text() == "my essay"
    assert call(kept, "db", "backup", DB).code == 2


def test_a_sound_database_is_said_to_be_sound(kept: Path, call: Call) -> None:
    done = call(kept, "db", "check")
    assert (done.code, done.out, done.err) == (0, "referee.sqlite is sound\n", "")


def test_what_is_damaged_is_named_and_the_exit_code_is_1(kept: Path, call: Call) -> None:
    connection = sqlite3.connect(kept / DB)
    connection.execute("INSERT INTO api_keys VALUES ('k', 999, ?, '', '2026-01-01', NULL, NULL)", (bytes(32),))
    connection.commit()
    connection.close()
    done = call(kept, "db", "check")
    assert (done.code, done.err) == (1, "")
    assert "a row of api_keys refers to a row of accounts that is not there" in done.out
    assert "sound" not in done.out


def test_the_room_of_what_was_deleted_is_given_back(kept: Path, call: Call) -> None:
    with database.open(kept / DB) as store, store.writing() as db:
        db.conn.executemany(
            "INSERT INTO bots (name) VALUES (?)", [(f"bot {number} " + "x" * 200,) for number in range(5000)]
        )
    with database.open(kept / DB) as store, store.writing() as db:
        db.execute("DELETE FROM bots")
    before = (kept / DB).stat().st_size
    done = call(kept, "db", "vacuum")
    after = (kept / DB).stat().st_size
    assert done.code == 0
    assert after < before / 2
    assert done.out == f"referee.sqlite: {before - after:,} bytes are free again, {after:,} remain\n"


@pytest.mark.parametrize("words", [("backup", "copy.sqlite"), ("check",), ("vacuum",)])
def test_a_database_that_is_not_there_is_told_and_not_made(tmp_path: Path, call: Call, words: tuple[str, ...]) -> None:
    done = call(tmp_path, "db", *words, "--db", "none.sqlite")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("none.sqlite: no such file")
    assert list(tmp_path.iterdir()) == []
