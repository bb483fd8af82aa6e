"""The keys with which accounts call the service: shown once when they are made, kept as SHA-256 only."""

from __future__ import annotations

import contextlib
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from referee.store import accounts, codes
from referee.store.accounts import Account
from referee.store.database import Store, StoreBusy, StoreFailed, timestamp

PREFIX = "rf_"
SIZE = 32
"""How many random bytes a key has: 43 characters behind the prefix."""

CHARACTERS = 43

NOTED_EVERY = timedelta(minutes=1)
"""How exactly it is noted when a key was last used; each note is a write."""


@dataclass(frozen=True)
class ApiKey:
    """What anybody may see of a key: `id` is the first eight characters behind `rf_`, `note` is its owner's."""

    id: str
    account: int
    note: str
    created_at: str
    last_used_at: str | None
    revoked_at: str | None


def issue(store: Store, account: int, note: str) -> tuple[ApiKey, str]:
    """A new key of an account, and its text, which nobody can read again."""
    with store.writing():
        return issue_within(store, account, note)


def issue_within(store: Store, account: int, note: str) -> tuple[ApiKey, str]:
    """The same, called inside a transaction."""
    code = codes.make(PREFIX, SIZE)
    key = ApiKey(code.id, account, note, timestamp(), None, None)
    store.db.execute(
        "INSERT INTO api_keys (id, account, hash, note, created_at) VALUES (?, ?, ?, ?, ?)",
        (key.id, account, code.hash, note, key.created_at),
    )
    return key, code.text


def check(store: Store, text: str) -> tuple[Account, ApiKey] | None:
    """Whose key that is; None for a text that is no key, or a key that nobody has or that was revoked.

    The key is looked up by its hash, so the time that takes tells nothing about keys that are nearly right. That it was
    used is noted once a minute.
    """
    if not codes.is_code(text, PREFIX, CHARACTERS):
        return None
    digest = codes.digest(text)
    rows = store.rows("SELECT * FROM api_keys WHERE hash = :hash", {"hash": digest})
    if not rows or not hmac.compare_digest(rows[0].pop("hash"), digest) or rows[0]["revoked_at"] is not None:
        return None
    key = ApiKey(**rows[0])
    account = accounts.by_id(store, key.account)
    if account is None:
        return None
    _note_use(store, key)
    return account, key


def of_account(store: Store, account: int) -> list[ApiKey]:
    """All keys of an account, those that were revoked too, in the order in which they were made."""
    rows = store.rows(
        """
        SELECT id, account, note, created_at, last_used_at, revoked_at FROM api_keys
        WHERE account = :account ORDER BY created_at, rowid
        """,
        {"account": account},
    )
    return [ApiKey(**row) for row in rows]


def revoke(store: Store, account: int, id: str) -> bool:
    """Let a key of the account open nothing any more; False where the account has no such key in force."""
    with store.writing() as db:
        changed = db.execute(
            "UPDATE api_keys SET revoked_at = ? WHERE account = ? AND id = ? AND revoked_at IS NULL",
            (timestamp(), account, id),
        )
        return bool(changed.rowcount)


def _note_use(store: Store, key: ApiKey) -> None:
    now = timestamp()
    long_ago = (datetime.fromisoformat(now) - NOTED_EVERY).astimezone(UTC).isoformat(timespec="seconds")
    if key.last_used_at is not None and long_ago < key.last_used_at <= now:
        return
    # Who asks something is answered all the same while another process writes, or the disk is full.
    with contextlib.suppress(StoreBusy, StoreFailed), store.writing() as db:
        db.execute("UPDATE api_keys SET last_used_at = ? WHERE id = ?", (now, key.id))
