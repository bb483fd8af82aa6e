"""Looks after a database that is in use: copies it, looks whether it is whole, and gives back the room it wastes."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from parlour.core.wording import counted
from referee.store import ratings
from referee.store.database import APPLICATION_ID, Store, StoreError, StoreFailed

_APPLICATION_ID_AT = 68
"""Where in a file of SQLite its application id stands. Source: sqlite.org/fileformat.html, 1.3."""

MOST_SAID = 100
"""How many faults of a database are listed."""


def backup(store: Store, to: Path) -> None:
    """Copy the database as it is at this moment, whatever is written meanwhile, into the one file `to`.

    The copy is its owner's alone, for signing keys stand in it. It is whole before it is seen under its name; a backup
    of before that bears the name is replaced. Raises StoreError where `to` is the database itself, a file that is no
    database of the referee, or one that is in use.
    """
    _refuse(store, to)
    try:
        file, name = tempfile.mkstemp(prefix=f".{to.name}-", dir=to.parent)
    except OSError as error:
        raise StoreError(f"{to}: cannot be made: {error.strerror}") from None
    os.close(file)
    part = Path(name)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            store.copy_into(copy)
            # One file without a log beside it, so that it can be carried away.
            copy.execute("PRAGMA journal_mode = DELETE")
        _sync(part)
        part.replace(to)
        _sync(to.parent)
    except (OSError, sqlite3.Error) as error:
        raise StoreFailed(f"{to}: the backup cannot be written: {error}") from None
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


def check(store: Store) -> list[str]:
    """What is wrong with the database, a sentence each, the first hundred; nothing is changed."""
    found = [row["integrity_check"] for row in store.rows(f"PRAGMA integrity_check({MOST_SAID})")]
    said = [] if found == ["ok"] else [" ".join(str(each).split()) for each in found]
    said += [
        f"a row of {row['table']} refers to a row of {row['parent']} that is not there"
        for row in store.rows("PRAGMA foreign_key_check")
    ]
    said += [
        f"match {row['id']} is finished and has no transcript"
        for row in store.rows(
            """
            SELECT m.id FROM matches AS m LEFT JOIN transcripts AS t ON t.match = m.id
            WHERE m.state = 'finished' AND t.match IS NULL ORDER BY m.serial
            """
        )
    ]
    for ladder in ratings.ladders(store):
        try:
            wrong = len(ratings.differences(store, ladder))
        except StoreError as error:
            said.append(f"the ratings of ladder {ladder} cannot be told: {error}")
            continue
        if wrong:
            said.append(f"ladder {ladder}: {counted(wrong, 'rating')} not as the results give; rebuild it")
    return said[:MOST_SAID]


def vacuum(store: Store) -> int:
    """Write the file anew without the room that nothing fills any more; returns how many bytes are won.

    Others wait with their writes meanwhile. Raises StoreBusy where one is writing for longer than the store waits.
    """
    before = store.path.stat().st_size
    store.compact()
    return before - store.path.stat().st_size


def _refuse(store: Store, to: Path) -> None:
    """Refuse to write over what is no backup, or is in use."""
    if not to.parent.is_dir():
        raise StoreError(f"{to}: the folder {to.parent} does not exist")
    if not to.exists():
        return
    if to.samefile(store.path):
        raise StoreError(f"{to}: that is the database itself; expected another file")
    if to.with_name(f"{to.name}-wal").exists():
        raise StoreError(f"{to}: a database that is in use; expected a new name")
    try:
        with to.open("rb") as file:
            head = file.read(_APPLICATION_ID_AT + 4)
    except OSError as error:
        raise StoreError(f"{to}: cannot be read: {error.strerror}") from None
    if head[_APPLICATION_ID_AT:] != APPLICATION_ID.to_bytes(4, "big"):
        raise StoreError(f"{to}: there is a file already that is no backup; expected a new name")


def _sync(path: Path) -> None:
    """Have the disk keep it."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
