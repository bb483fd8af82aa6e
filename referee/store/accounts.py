"""The accounts of the service: organisers and players, each by a name that no other has."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.core.wording import shown
from referee.store.bots import likeness
from referee.store.database import Refused, Store, timestamp

ROLES = ("organiser", "player")


class NameTaken(Refused):
    """Somebody has the name, or one that looks like it."""


@dataclass(frozen=True)
class Account:
    """Somebody who may use the service; `created_at` is ISO 8601, UTC."""

    id: int
    name: str
    role: str
    created_at: str


def find(store: Store, name: str) -> Account | None:
    """The account of exactly that name."""
    return _one(store, "name = :name", name=name)


def by_id(store: Store, id: int) -> Account | None:
    """The account of that number."""
    return _one(store, "id = :id", id=id)


def page(store: Store, after: int | None, limit: int) -> list[Account]:
    """At most `limit` accounts in the order in which they were made, from the first behind account `after` on."""
    return _accounts(store, "id > :after ORDER BY id LIMIT :limit", after=after or 0, limit=limit)


def add(store: Store, name: str, role: str) -> Account:
    """A new account. Raises NameTaken where somebody has the name or one that looks like it."""
    with store.writing():
        return add_within(store, name, role)


def add_within(store: Store, name: str, role: str) -> Account:
    """The same, called inside a transaction."""
    if role not in ROLES:
        raise ValueError(f"{role!r} is no role; expected one of {', '.join(ROLES)}")
    if store.rows("SELECT 1 FROM accounts WHERE likeness = :likeness", {"likeness": likeness(name)}):
        raise NameTaken(store.path, f"the name {shown(name)}, or one that looks like it, is taken")
    created_at = timestamp()
    added = store.db.execute(
        "INSERT INTO accounts (name, likeness, role, created_at) VALUES (?, ?, ?, ?)",
        (name, likeness(name), role, created_at),
    )
    assert added.lastrowid is not None
    return Account(added.lastrowid, name, role, created_at)


def _one(store: Store, where: str, **values: object) -> Account | None:
    found = _accounts(store, where, **values)
    return found[0] if found else None


def _accounts(store: Store, where: str, **values: object) -> list[Account]:
    rows = store.rows(f"SELECT id, name, role, created_at FROM accounts WHERE {where}", values)
    return [Account(**row) for row in rows]
