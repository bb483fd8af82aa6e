"""Invitations to the service: a code that one person exchanges, once, for an account and its first key."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from referee.store import accounts, api_keys, codes
from referee.store.accounts import ROLES, Account
from referee.store.api_keys import ApiKey
from referee.store.database import Refused, Store, timestamp

PREFIX = "ri_"
SIZE = 24
"""How many random bytes a code has: 32 characters behind the prefix."""

CHARACTERS = 32


class BadInvitation(Refused):
    """The code opens nothing; whether it was used, has expired or never was is nobody's business."""


@dataclass(frozen=True)
class Invitation:
    """What an organiser sees of an invitation: `id` is the first eight characters of its code behind `ri_`."""

    id: str
    role: str
    note: str
    created_at: str
    expires_at: str
    account: int | None
    used_at: str | None


_COLUMNS = "id, role, note, created_at, expires_at, account, used_at"


def make(store: Store, role: str, note: str, days: int) -> tuple[Invitation, str]:
    """A new invitation, good for so many days, and its code, which nobody can read again."""
    if role not in ROLES:
        raise ValueError(f"{role!r} is no role; expected one of {', '.join(ROLES)}")
    code = codes.make(PREFIX, SIZE)
    now = datetime.now(UTC)
    expires = now + timedelta(days=days)
    made = Invitation(code.id, role, note, _text(now), _text(expires), None, None)
    with store.writing() as db:
        db.execute(
            "INSERT INTO invitations (id, hash, role, note, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
            (made.id, code.hash, role, note, made.created_at, made.expires_at),
        )
    return made, code.text


def redeem(store: Store, code: str, name: str) -> tuple[Account, ApiKey, str]:
    """Exchange a code for an account of that name with its first key, whose text is shown this once.

    Raises BadInvitation for a code that is unknown, used or out of date, always in the same words; NameTaken where
    somebody has the name, and then the code is still good.
    """
    with store.writing() as db:
        id, role = _good(store, code)
        account = accounts.add_within(store, name, role)
        key, text = api_keys.issue_within(store, account.id, "from the invitation")
        db.execute("UPDATE invitations SET account = ?, used_at = ? WHERE id = ?", (account.id, account.created_at, id))
        return account, key, text


def every(store: Store) -> list[Invitation]:
    """All invitations, in the order in which they were made; those that were used or have expired too."""
    return [Invitation(**row) for row in store.rows(f"SELECT {_COLUMNS} FROM invitations ORDER BY created_at, rowid")]


def withdraw(store: Store, id: str) -> bool:
    """Let an invitation that nobody has used be none any more; False where there is no such one."""
    with store.writing() as db:
        return bool(db.execute("DELETE FROM invitations WHERE id = ? AND used_at IS NULL", (id,)).rowcount)


def _good(store: Store, code: str) -> tuple[str, str]:
    """Id and role of the invitation of a code that can be exchanged."""
    if codes.is_code(code, PREFIX, CHARACTERS):
        digest = codes.digest(code)
        for row in store.rows("SELECT * FROM invitations WHERE hash = :hash", {"hash": digest}):
            is_open = row["used_at"] is None and row["expires_at"] > timestamp()
            if hmac.compare_digest(row["hash"], digest) and is_open:
                return row["id"], row["role"]
    raise BadInvitation(store.path, "the invitation is not good: it is unknown, was used, or has expired")


def _text(time: datetime) -> str:
    return time.isoformat(timespec="seconds")
