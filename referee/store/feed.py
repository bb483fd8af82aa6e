"""What spectators are told of the matches in play, event by event; only what everyone may know may be put here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from parlour.core.wording import shown
from referee.store.database import Store, StoreDamaged
from referee.store.leases import Lease


def append(store: Store, lease: Lease, events: Sequence[Mapping[str, Any]]) -> None:
    """Tell of what has happened in a match that is played by that lease, numbered on from what was told before.

    Nothing is told where the match has a result or was leased anew, which drops what was told before.
    """
    append_all(store, {lease: events})


def append_all(store: Store, events: Mapping[Lease, Sequence[Mapping[str, Any]]]) -> None:
    """The same for many matches at once, in one write."""
    if not any(events.values()):
        return
    with store.writing() as db:
        for lease, happened in events.items():
            match, attempt = lease
            if not db.execute(
                "SELECT 1 FROM matches WHERE id = ? AND attempts = ? AND state = 'scheduled'", (match, attempt)
            ).fetchone():
                continue
            (last,) = db.execute("SELECT coalesce(max(number), 0) FROM feed WHERE match = ?", (match,)).fetchone()
            db.conn.executemany(
                "INSERT INTO feed (match, number, event) VALUES (?, ?, ?)",
                [
                    (match, number, json.dumps(dict(event), ensure_ascii=False))
                    for number, event in enumerate(happened, start=last + 1)
                ],
            )


def after(store: Store, match: str, number: int, limit: int) -> list[tuple[int, dict[str, Any]]]:
    """At most `limit` events of a match behind event `number`, each with its own number; the first is number 1."""
    rows = store.rows(
        """
        SELECT number, event FROM feed WHERE match = :match AND number > :number ORDER BY number LIMIT :limit
        """,
        {"match": match, "number": number, "limit": limit},
    )
    try:
        return [(row["number"], json.loads(row["event"])) for row in rows]
    except ValueError as error:
        raise StoreDamaged(store.path, match, f"an event of its feed is no JSON: {shown(str(error))}") from None


def clear(store: Store, before: str) -> int:
    """Drop the events of matches that were finished before that time; returns how many events."""
    with store.writing() as db:
        dropped = db.execute(
            """
            DELETE FROM feed WHERE match IN (
                SELECT DISTINCT f.match FROM feed AS f JOIN matches AS m ON m.id = f.match WHERE m.finished_at < ?
            )
            """,
            (before,),
        )
        return int(dropped.rowcount)
