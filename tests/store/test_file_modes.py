"""A database that is made here can be read by its owner only, whatever the process would let others do."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.store import bots, database


@pytest.fixture(autouse=True)
def no_umask() -> Iterator[None]:
    """Whatever this process makes is everybody's, unless it says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Who may do what with each file of a folder."""
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


def test_a_new_database_is_its_owners_alone_with_all_that_sqlite_keeps_beside_it(path: Path) -> None:
    with database.open(path) as store, store.writing() as db:
        bots.enrol(db, ["ann"])
        assert modes(path.parent) == dict.fromkeys(("ladder.db", "ladder.db-wal", "ladder.db-shm"), "0o600")


def test_a_new_database_is_its_owners_alone_from_its_first_moment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect
    seen = []

    def look_first(*args: Any, **named: Any) -> sqlite3.Connection:
        seen.append(modes(path.parent))
        return connect(*args, **named)

    monkeypatch.setattr(sqlite3, "connect", look_first)
    database.open(path).close()
    assert seen == [{"ladder.db": "0o600"}]


def test_a_file_that_is_there_keeps_its_mode(path: Path) -> None:
    path.touch(0o640)
    with database.open(path) as store, store.writing() as db:
        bots.enrol(db, ["ann"])
        assert modes(path.parent) == dict.fromkeys(("ladder.db", "ladder.db-wal", "ladder.db-shm"), "0o640")
    with database.open(path):
        assert modes(path.parent)["ladder.db"] == "0o640"


def test_a_database_behind_a_link_is_its_owners_alone_too(path: Path) -> None:
    path.symlink_to("elsewhere.db")
    database.open(path).close()
    assert modes(path.parent)["elsewhere.db"] == "0o600"
