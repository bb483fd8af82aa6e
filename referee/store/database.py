"""Opens the database file, and is the one door through which anything is read from it or written to it.

Every write is one `BEGIN IMMEDIATE` transaction on a write-ahead log that is synchronised at each commit: a process
killed at any instant leaves all of it or nothing, and two processes may use one file. A store belongs to the thread
that opened it.

StoreError              what was asked cannot be done; the message is one line that names the file and says why
├── StoreBusy           another process was writing for longer than `timeout`
├── StoreFailed         the disk is full or fails; what was being written is not there, and the file is whole
├── StoreDamaged        what is stored of one match cannot have been stored so; `what` says it without the file
├── Refused             what was asked does not fit what is stored; `what` says why in words that anybody may read
│   ├── NameTaken       (accounts.py) somebody has the name, or one that looks like it
│   ├── BadInvitation   (invitations.py) the code opens nothing
│   ├── NoSuchEntrant   (entrants.py) nobody has registered the bot
│   ├── Retired         (entrants.py) the bot was taken out for good
│   ├── TooMany         (entrants.py) the account has as many bots as it may have
│   ├── NoSuchLadder    (ladders.py) nobody has opened the ladder
│   └── Conflict        (idempotency.py) the key belongs to another request, or to one that is being answered
├── NoSuchMatch         (matches.py) no schedule has the match
└── AlreadyFinished     (matches.py) the match has a result, perhaps from another process
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlite_utils import Database

from referee.private import make_file
from referee.store import migrations

APPLICATION_ID = int.from_bytes(b"Rfre")
"""What `PRAGMA application_id` says in a file of ours, so that no other program's file is taken for one."""


class StoreError(Exception):
    """What was asked of the database cannot be done; the message is one line that names the file and says why."""


class StoreBusy(StoreError):
    """Another process was writing to the database for longer than this one would wait."""


class StoreFailed(StoreError):
    """The disk has no room or does not work; nothing was half-written, and who makes room may go on."""


class StoreDamaged(StoreError):
    """What is stored of one match cannot have been stored so; `what` is the message without the name of the file."""

    def __init__(self, path: Path, match: str, what: str) -> None:
        super().__init__(f"{path}: match {match} is damaged: {what}")
        self.what = what


class Refused(StoreError):
    """What was asked does not fit what is stored; `what` says why, in words that anybody may read."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path}: {what}")
        self.what = what


class Store:
    """An open database; `with` closes it."""

    def __init__(self, path: Path, timeout: float) -> None:
        """Connect to the file without looking into it; `open` of this module gives a store that can be used."""
        self.path = path
        self.timeout = timeout
        with self._errors():
            self.db = Database(sqlite3.connect(path, isolation_level=None, timeout=timeout))

    def make_ready(self) -> None:
        """Refuse a file that is not ours, set the ways of this connection, and take the migrations that are missing."""
        with self._errors():
            with self.reading():
                version = self._version()
            self._write_ahead()
            self.db.execute("PRAGMA synchronous = FULL")
            if version < len(migrations.STEPS):
                self._upgrade()
            self.db.execute("PRAGMA foreign_keys = ON")

    def rows(self, sql: str, values: Mapping[str, object] | None = None) -> list[dict[str, Any]]:
        """All rows of a query; values are bound by name, so any text may stand in them."""
        with self._errors():
            return list(self.db.query(sql, dict(values or {})))

    @contextmanager
    def reading(self) -> Iterator[None]:
        """All queries made inside see the database at one instant, whatever is written meanwhile."""
        with self._errors(), self._transaction("BEGIN"):
            yield

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """All that is written inside is stored together, or nothing of it; one process writes at a time."""
        with self._errors(), self._transaction("BEGIN IMMEDIATE"):
            yield self.db

    def copy_into(self, empty: sqlite3.Connection) -> None:
        """Copy all that is stored at this moment; what others write meanwhile neither waits nor is copied."""
        with self._errors():
            self.db.conn.backup(empty)

    def compact(self) -> None:
        """Write the file anew without the room that nothing fills, outside any transaction, and empty its log."""
        with self._errors():
            self.db.conn.execute("VACUUM")
            self.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self.close()

    def _version(self) -> int:
        """How many migrations the file has seen; raises StoreError if it is not a file for this program."""
        application = self._pragma("application_id")
        version: int = self._pragma("user_version")
        tables = self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION_ID and (application or version or tables):
            raise StoreError(f"{self.path}: a database of another program, not of the referee")
        if version > len(migrations.STEPS):
            raise StoreError(
                f"{self.path}: made by a newer referee (version {version} of the tables; this one knows"
                f" {len(migrations.STEPS)}); install the newer referee"
            )
        return version

    def _write_ahead(self) -> None:
        """Switch the file to a write-ahead log; SQLite does not wait by itself if another process is switching it."""
        give_up = time.monotonic() + self.timeout
        while True:
            try:
                mode = self._pragma("journal_mode = WAL")
                break
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(random.uniform(0.001, 0.02))
        if mode != "wal":
            raise StoreError(f"{self.path}: this file system allows no write-ahead log; keep the file on a local disk")

    def _upgrade(self) -> None:
        """Take the missing migrations in one transaction, unless another process has just done so."""
        # A step may rebuild a table that others refer to: SQLite wants the keys off meanwhile and checked at the end.
        self.db.execute("PRAGMA foreign_keys = OFF")
        with self.writing() as db:
            if self._version() == len(migrations.STEPS):
                return
            migrations.upgrade(db)
            broken = db.execute("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise StoreError(f"{self.path}: rows refer to rows that are not there: {broken[0]}")
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {len(migrations.STEPS)}")

    def _pragma(self, text: str) -> Any:
        return self.db.execute(f"PRAGMA {text}").fetchone()[0]

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[None]:
        self.db.conn.execute(begin)
        try:
            yield
            self.db.conn.execute("COMMIT")
        except BaseException:
            self.db.rollback()
            raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn what SQLite says about the file into a StoreError; a mistake in our own SQL stays what it is."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise StoreBusy(f"{self.path}: database busy: another process keeps writing to it") from error
            if code in _SAYINGS:
                kind = StoreFailed if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR) else StoreError
                raise kind(f"{self.path}: {_SAYINGS[code]} (SQLite says: {error})") from error
            raise


_SAYINGS = {
    sqlite3.SQLITE_NOTADB: "not a database",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_FULL: "no room on the disk; nothing was half-written",
    sqlite3.SQLITE_IOERR: "the disk failed; nothing was half-written",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_PERM: "no permission",
    sqlite3.SQLITE_AUTH: "no permission",
    sqlite3.SQLITE_READONLY: "cannot be written",
    sqlite3.SQLITE_PROTOCOL: "cannot be locked",
}


def open(path: str | PathLike[str], *, timeout: float = 5.0) -> Store:
    """The database in the file `path`: made if there is none, brought up to date if an older referee made it.

    A new file can be read by its owner only, and so can the two that SQLite keeps beside it: a run's secret stands in
    them. A write waits `timeout` seconds for another process to end its own. Raises StoreError for a file that is
    damaged, is no database, or belongs to another program or a newer referee; such a file is left as it is.
    """
    if str(path) == ":memory:":
        raise StoreError(f"{path}: a database in memory would be lost; expected a file")
    folder = Path(path).parent
    if not folder.is_dir():
        raise StoreError(f"{path}: the folder {folder} does not exist")
    with suppress(OSError):  # what cannot be made cannot be opened either, and SQLite says so
        make_file(Path(path))
    store = Store(Path(path), timeout)
    try:
        store.make_ready()
    except BaseException:
        store.close()
        raise
    return store


def open_existing(path: str | PathLike[str], *, timeout: float = 5.0) -> Store:
    """The database in the file `path`, as `open` gives it, but a missing file is a StoreError and is not made."""
    if not Path(path).exists():
        raise StoreError(f"{path}: no such file")
    return open(path, timeout=timeout)


def timestamp() -> str:
    """The time now as the tables hold it: ISO 8601, UTC, whole seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")
