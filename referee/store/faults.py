"""The faults of bots in finished matches, in the order in which they happened."""

from __future__ import annotations

from collections.abc import Iterable

from sqlite_utils import Database

from referee.match import FaultRecord
from referee.store.database import Store


def add(db: Database, match: str, faults: Iterable[FaultRecord]) -> None:
    """Store the faults of a match; called inside the transaction that finishes it."""
    db.conn.executemany(
        """
        INSERT INTO faults (match, number, seat, turn, question, kind, detail, strikes)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
            (match, number, fault.seat, fault.turn, fault.question, fault.kind, fault.detail, fault.strikes)
            for number, fault in enumerate(faults, start=1)
        ],
    )


def of_match(store: Store, match: str) -> tuple[FaultRecord, ...]:
    """The faults of all seats of a match."""
    rows = store.rows(
        "SELECT seat, turn, question, kind, detail, strikes FROM faults WHERE match = :match ORDER BY number",
        {"match": match},
    )
    return tuple(FaultRecord(**row) for row in rows)
