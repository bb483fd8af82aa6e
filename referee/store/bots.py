"""The bots that the database knows, each by its name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from sqlite_utils import Database


def enrol(db: Database, names: Iterable[str]) -> None:
    """Make the bots known that are not known yet; called inside a transaction."""
    db.conn.executemany("INSERT INTO bots (name) VALUES (?) ON CONFLICT DO NOTHING", [(name,) for name in names])


def likeness(name: str) -> str:
    """What two names have in common that a reader takes for one: on the service, only one of them may be taken.

    >>> likeness("Bob") == likeness("BOB") == likeness("\uff22ob") != likeness("Rob")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
