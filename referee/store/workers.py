"""The workers that play hosted matches: each gives a sign of life, by which others know that matches get played."""

from __future__ import annotations

from dataclasses import dataclass

from referee.store.database import Store, timestamp


@dataclass(frozen=True)
class Worker:
    """A worker by the number of its Presence; it was last seen at `seen_at`, in seconds since 1970."""

    number: int
    started_at: str
    seen_at: float
    in_play: int
    places: int


def seen(store: Store, number: int, now: float, in_play: int, places: int) -> None:
    """A sign of life: so many matches are in play on so many places."""
    with store.writing() as db:
        db.execute(
            """
            INSERT INTO workers (number, started_at, seen_at, in_play, places)
            VALUES (:number, :at, :now, :in_play, :places)
            ON CONFLICT (number) DO UPDATE SET seen_at = :now, in_play = :in_play, places = :places
            """,
            {"number": number, "at": timestamp(), "now": now, "in_play": in_play, "places": places},
        )


def gone(store: Store, number: int) -> None:
    """The worker has ended."""
    with store.writing() as db:
        db.execute("DELETE FROM workers WHERE number = ?", (number,))


def alive(store: Store, now: float, within_s: float) -> list[Worker]:
    """The workers that were seen in the last so many seconds; one seen later than now is seen."""
    rows = store.rows(
        "SELECT * FROM workers WHERE seen_at >= :since ORDER BY started_at, number", {"since": now - within_s}
    )
    return [Worker(**row) for row in rows]


def forget(store: Store, before: float) -> int:
    """Drop the workers that were not seen since: they were killed; returns how many."""
    with store.writing() as db:
        return int(db.execute("DELETE FROM workers WHERE seen_at < ?", (before,)).rowcount)
