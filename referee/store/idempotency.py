"""Answers that were given to requests with an idempotency key, so that a repeated request gets the same one.

No answer that shows a secret may be put here as it is: the file would hold what it must not.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.store.database import Refused, Store

UNANSWERED_S = 60.0
"""For how long a request that has no answer yet keeps its key; who answered it has died by then."""


class Conflict(Refused):
    """The key belongs to another request; or to this one, which is being answered: then `is_in_progress`."""

    is_in_progress = False


class InProgress(Conflict):
    """The same request came before, and its answer is not ready."""

    is_in_progress = True


@dataclass(frozen=True)
class Stored:
    """The answer that was given to the first of equal requests."""

    status: int
    body: str = field(repr=False)


def begin(store: Store, account: int, key: str, request: bytes, now: float) -> Stored | None:
    """The answer that the request with that key, told by its hash, has got before; None where it is to be answered.

    Who gets None has the key for itself until it calls `finish` or `give_up`, or a minute has gone by. `now` is in
    seconds since 1970. Raises Conflict where the key came with another request, InProgress where the same one has no
    answer yet.
    """
    with store.writing() as db:
        rows = store.rows(
            "SELECT request, status, body, created_at FROM idempotency WHERE account = :account AND key = :key",
            {"account": account, "key": key},
        )
        if rows and rows[0]["request"] != request:
            raise Conflict(store.path, "the idempotency key was used for another request")
        if rows and rows[0]["status"] is not None:
            return Stored(rows[0]["status"], rows[0]["body"])
        if rows and 0 <= now - rows[0]["created_at"] < UNANSWERED_S:
            raise InProgress(store.path, "the same request is being answered")
        db.execute(
            "INSERT OR REPLACE INTO idempotency (account, key, request, created_at) VALUES (?, ?, ?, ?)",
            (account, key, request, now),
        )
        return None


def finish(store: Store, account: int, key: str, status: int, body: str) -> None:
    """Note the answer to the request with that key; the first one counts."""
    with store.writing() as db:
        db.execute(
            "UPDATE idempotency SET status = ?, body = ? WHERE account = ? AND key = ? AND status IS NULL",
            (status, body, account, key),
        )


def give_up(store: Store, account: int, key: str) -> None:
    """Let the key of a request that had no lasting answer be free again."""
    with store.writing() as db:
        db.execute("DELETE FROM idempotency WHERE account = ? AND key = ? AND status IS NULL", (account, key))


def forget(store: Store, before: float) -> int:
    """Drop what is older than that; returns how many answers."""
    with store.writing() as db:
        return int(db.execute("DELETE FROM idempotency WHERE created_at < ?", (before,)).rowcount)
