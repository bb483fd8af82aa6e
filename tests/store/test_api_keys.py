"""A key opens what it is for, is seen once, and is nowhere in the file."""

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from referee.store import accounts, api_keys, codes, database
from referee.store.accounts import Account
from referee.store.database import Store


def stored(path: Path) -> bytes:
    """All bytes that the database keeps, in whatever file."""
    return b"".join(each.read_bytes() for each in path.parent.glob(f"{path.name}*"))


def test_a_key_tells_whose_it_is_and_every_other_text_nothing(store: Store, account: Account) -> None:
    other = accounts.add(store, "Ben", "organiser")
    key, text = api_keys.issue(store, account.id, "laptop")
    _, others = api_keys.issue(store, other.id, "")
    assert re.fullmatch("rf_[A-Za-z0-9_-]{43}", text)
    assert (key.id, key.account, key.note, key.revoked_at) == (text[3:11], account.id, "laptop", None)
    found = api_keys.check(store, text)
    assert found
    assert (found[0], found[1].id) == (account, key.id)
    found = api_keys.check(store, others)
    assert found
    assert found[0] == other
    swapped = text[:-1] + ("A" if text[-1] != "A" else "B")
    for wrong in (
        "",
        "rf_",
        key.id,
        text[3:],
        text + "A",
        text + "\n",
        text + "\ud800",
        text.upper(),
        swapped,
        "rf_" + "ä" * 43,
        "\ud800",
    ):
        assert api_keys.check(store, wrong) is None, ascii(wrong)


def test_no_two_keys_are_alike(store: Store, account: Account) -> None:
    made = [api_keys.issue(store, account.id, "") for _ in range(20)]
    assert len({text for _, text in made}) == len({key.id for key, _ in made}) == 20


def test_a_key_is_not_in_the_file_and_not_in_a_repr(path: Path, store: Store, account: Account) -> None:
    key, text = api_keys.issue(store, account.id, "laptop")
    assert api_keys.check(store, text)
    assert text[11:] not in repr(key)
    assert key.id.encode() in stored(path)
    assert text[11:].encode() not in stored(path)
    assert text[11:] not in repr(codes.Code(key.id, b"", text))


def test_a_key_whose_stored_hash_is_another_s_opens_nothing(store: Store, account: Account) -> None:
    _, text = api_keys.issue(store, account.id, "")
    with store.writing() as db:
        db.execute("UPDATE api_keys SET hash = ?", (codes.digest("rf_something else"),))
    assert api_keys.check(store, text) is None


def test_a_key_that_was_revoked_opens_nothing_any_more(store: Store, account: Account) -> None:
    other = accounts.add(store, "Ben", "player")
    key, text = api_keys.issue(store, account.id, "lost")
    kept, good = api_keys.issue(store, account.id, "kept")
    assert not api_keys.revoke(store, other.id, key.id), "nobody revokes another's key"
    assert api_keys.check(store, text)
    assert api_keys.revoke(store, account.id, key.id)
    assert api_keys.check(store, text) is None
    assert not api_keys.revoke(store, account.id, key.id)
    found = api_keys.check(store, good)
    assert found
    assert found[1].id == kept.id
    listed = api_keys.of_account(store, account.id)
    assert [(each.note, each.revoked_at is None) for each in listed] == [("lost", False), ("kept", True)]
    assert api_keys.of_account(store, other.id) == []


def test_it_is_noted_when_a_key_was_last_used_but_not_more_than_once_a_minute(store: Store, account: Account) -> None:
    _, text = api_keys.issue(store, account.id, "")

    def noted(seconds: float) -> bool:
        """Whether a use is noted so many seconds after the one that was noted before."""
        then = (datetime.now(UTC) - timedelta(seconds=seconds)).isoformat(timespec="seconds")
        with store.writing() as db:
            db.execute("UPDATE api_keys SET last_used_at = ?", (then,))
        found = api_keys.check(store, text)
        assert found
        assert found[1].last_used_at == then
        return api_keys.of_account(store, account.id)[0].last_used_at != then

    assert api_keys.of_account(store, account.id)[0].last_used_at is None
    assert api_keys.check(store, text)
    assert api_keys.of_account(store, account.id)[0].last_used_at is not None
    assert not noted(20)
    assert noted(70)
    assert noted(-3600), "the clock was set back"


def test_who_calls_is_known_while_another_process_writes(path: Path, store: Store, account: Account) -> None:
    key, text = api_keys.issue(store, account.id, "")
    with closing(sqlite3.connect(path, isolation_level=None)) as other, database.open(path, timeout=0.01) as hasty:
        other.execute("BEGIN IMMEDIATE")
        found = api_keys.check(hasty, text)
        other.execute("ROLLBACK")
    assert found
    assert found[1].id == key.id
