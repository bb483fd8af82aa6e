"""The faults of bots in finished matches, in the order in which they happened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlite_utils import Database

from referee.store.database import Store

if TYPE_CHECKING:
    from referee.match import FaultRecord


@dataclass(frozen=True)
class StoredFault:
    """What one seat did wrong at one question, and how many strikes it cost."""

    seat: int
    turn: int
    question: str
    kind: str
    detail: str
    strikes: int


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


def of_match(store: Store, match: str) -> tuple[StoredFault, ...]:
    """The faults of all seats of a match."""
    rows = store.rows(
        "SELECT seat, turn, question, kind, detail, strikes FROM faults WHERE match = :match ORDER BY number",
        {"match": match},
    )
    return tuple(StoredFault(**row) for row in rows)
