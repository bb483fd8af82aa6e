"""Tells whether a referee that uses a database is still there, however it ended.

Each has a file of its own beside the database and holds a lock on it. The system lets go of the lock when the process
ends, `kill -9` and power cuts included; a process that is only stopped keeps it. All processes that use one database
are on one machine, since its write-ahead log asks for that.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import secrets
from pathlib import Path
from types import TracebackType
from typing import Self

from referee.store.database import StoreError, StoreFailed

_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


class Presence:
    """One referee at a database, by a number that no other has; `with` ends it."""

    def __init__(self, database: Path) -> None:
        """StoreError if the file cannot be made beside the database."""
        self._database = database
        self.number = secrets.randbelow(2**62) + 1
        path = self._path(self.number)
        unlocked = path.with_name(f"{path.name}.new")
        try:
            self._file = os.open(unlocked, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            unlocked.rename(path)  # by its name it is there only once it is locked
        except OSError as error:
            kind = StoreFailed if error.errno in _DISK else StoreError
            raise kind(f"{path}: cannot be made or locked: {error.strerror}") from None
        self._sweep()

    def is_there(self, number: int) -> bool:
        """Whether the referee of that number has not ended; what one that has ended left behind is cleared away."""
        if number == self.number:
            return True
        path = self._path(number)
        try:
            file = os.open(path, os.O_RDWR)
        except OSError:
            return False
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(file)
        self._clear(path)
        return False

    def close(self) -> None:
        """End: whatever this referee still holds may be taken by others."""
        self._clear(self._path(self.number))
        os.close(self._file)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End."""
        self.close()

    def _sweep(self) -> None:
        """Clear away what referees that were killed have left behind."""
        prefix = self._path(0).name.removesuffix("0")
        names: list[str] = []
        with contextlib.suppress(OSError):  # it can wait
            names = os.listdir(self._database.parent)
        for name in names:
            if name.startswith(prefix) and re.fullmatch("[0-9a-f]+", name.removeprefix(prefix)):
                self.is_there(int(name.removeprefix(prefix), 16))

    def _path(self, number: int) -> Path:
        return self._database.with_name(f"{self._database.name}-referee-{number:x}")

    def _clear(self, path: Path) -> None:
        with contextlib.suppress(OSError):
            path.unlink()
