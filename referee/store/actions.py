"""How often each account has done what is limited, so that a limit outlives a restart and holds for all processes."""

from __future__ import annotations

from referee.store.database import Store


def count(store: Store, account: int, kind: str, since: float) -> int:
    """How often the account has done that since then, in seconds since 1970."""
    (row,) = store.rows(
        "SELECT count(*) AS done FROM actions WHERE account = :account AND kind = :kind AND at >= :since",
        {"account": account, "kind": kind, "since": since},
    )
    return int(row["done"])


def note(store: Store, account: int, kind: str, at: float) -> None:
    """Note that the account does that now, whatever the limit."""
    with store.writing() as db:
        db.execute("INSERT INTO actions (account, kind, at) VALUES (?, ?, ?)", (account, kind, at))


def allow(store: Store, account: int, kind: str, most: int, window_s: float, now: float) -> float | None:
    """None where the account may do that now, which is noted; else after how many seconds it may.

    It may `most` times in any `window_s` seconds. What is noted for later than now, before the clock was set back,
    does not count.
    """
    if most <= 0:
        return window_s
    with store.writing() as db:
        done = db.execute(
            """
            SELECT at FROM actions WHERE account = ? AND kind = ? AND at > ? AND at <= ?
            ORDER BY at DESC LIMIT ?
            """,
            (account, kind, now - window_s, now, most),
        ).fetchall()
        if len(done) >= most:
            return float(done[-1][0]) + window_s - now
        db.execute("INSERT INTO actions (account, kind, at) VALUES (?, ?, ?)", (account, kind, now))
        return None


def forget(store: Store, before: float) -> int:
    """Drop what was done before that; returns how much."""
    with store.writing() as db:
        return int(db.execute("DELETE FROM actions WHERE at < ?", (before,)).rowcount)
