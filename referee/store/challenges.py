"""The matches that students ask for, against bots that they name; these are unrated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.store import hosted
from referee.store.database import Store, timestamp


@dataclass(frozen=True)
class Challenge:
    """A match that an account has asked for."""

    id: int
    account: int
    match: str
    created_at: str


def make(store: Store, account: int, plan: Mapping[str, Any], players: Sequence[str]) -> Challenge:
    """Schedule a match of these bots, in this order of seats, played by `plan`: game, options, seats, time, policy."""
    with store.writing() as db:
        run = hosted.challenge_run(store, plan)
        now = timestamp()
        match = hosted.append(db, run, players, ladder=hosted.CHALLENGES, rated=False, now=now)
        added = db.execute(
            "INSERT INTO challenges (account, match, created_at) VALUES (?, ?, ?)", (account, match, now)
        )
        assert added.lastrowid is not None
        return Challenge(added.lastrowid, account, match, now)


def find(store: Store, id: int) -> Challenge | None:
    """The challenge of that number."""
    found = _challenges(store, "id = :id", id=id)
    return found[0] if found else None


def of_account(store: Store, account: int, before: int | None, limit: int) -> list[Challenge]:
    """At most `limit` challenges of an account, the newest first, from the first older than number `before` on."""
    return _challenges(
        store,
        "account = :account AND (:before IS NULL OR id < :before) ORDER BY id DESC LIMIT :limit",
        account=account,
        before=before,
        limit=limit,
    )


def _challenges(store: Store, where: str, **values: object) -> list[Challenge]:
    rows = store.rows(f"SELECT id, account, match, created_at FROM challenges WHERE {where}", values)
    return [Challenge(**row) for row in rows]
