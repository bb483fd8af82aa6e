"""The bots that the database knows, each by its name."""

from __future__ import annotations

from collections.abc import Iterable

from sqlite_utils import Database


def enrol(db: Database, names: Iterable[str]) -> None:
    """Make the bots known that are not known yet; called inside a transaction."""
    db.conn.executemany("INSERT INTO bots (name) VALUES (?) ON CONFLICT DO NOTHING", [(name,) for name in names])
