"""What stays of a tournament, on the disk and in what commands print: never a key, a token or the secret of a run."""

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.protocol.signing import new_key

LOOKS = [
    ("tournament", "show"),
    ("tournament", "show", "--json"),
    ("tournament", "show", "cup"),
    ("tournament", "show", "cup", "--json"),
    ("ladder", "show"),
    ("ladder", "show", "--json"),
    ("ladder", "rebuild"),
    ("match", "show", "cup-1-0"),
    ("match", "show", "cup-1-0", "--json"),
    ("match", "replay", "cup-1-0"),
    ("match", "verify", "--all"),
]
"""Every command that shows what the database has of a tournament."""


def texts(folder: Path) -> Iterator[bytes]:
    """What stands in every file of a folder but the tournament's own, and in every cell of its database."""
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".toml":
            yield path.read_bytes()
    with contextlib.closing(sqlite3.connect(folder / "referee.sqlite")) as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in db.execute(f'SELECT * FROM "{table}"'):
                yield from (cell if isinstance(cell, bytes) else str(cell).encode() for cell in row)


def test_a_key_and_the_query_of_a_url_stand_in_no_file_and_in_nothing_that_is_printed(
    cup: Any, call: Any, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = new_key()
    monkeypatch.setenv("ANN_KEY", key)
    path = cup(rounds=1)
    file = path.read_text("utf-8").replace(f'url = "{url}"', f'url = "{url}/?token=s3cret"\nkey_env = "ANN_KEY"', 1)
    gone = f'\n[[bot]]\nname = "cy"\nurl = "{url}/nowhere?token=s3cret"\n'
    path.write_text(f"{file}{gone}\n[time]\nstart_ms = 500\n\n[policy]\nmax_strikes = 0\n", "utf-8")
    said = [call(path.parent, *words) for words in (("tournament", "run", "cup.toml"), *LOOKS)]
    assert {done.code for done in said} == {0}
    show = json.loads(call(path.parent, "match", "show", "cup-1-2", "--json").out)
    assert any(seat["faults"] for seat in show["seats"]), "a bot that is not there leaves evidence"
    kept = [*texts(path.parent), *((done.out + done.err).encode() for done in said)]
    assert len(kept) > 100
    for secret in ("s3cret", "token=", key, key.removeprefix("whsec_")):
        assert not [text for text in kept if secret.encode() in text], secret


def test_the_secret_of_a_run_is_printed_by_no_command_and_stands_in_no_log(cup: Any, call: Any) -> None:
    path = cup(rounds=1, seed=1)
    said = [call(path.parent, *words) for words in (("tournament", "run", "cup.toml"), *LOOKS)]
    assert {done.code for done in said} == {0}
    secret = hashlib.sha256(b"tournament seed 1").digest()
    assert secret in set(texts(path.parent)), "the database has it: the run goes on with it"
    logs = [path.read_bytes() for path in (path.parent / "referee-logs").rglob("*") if path.is_file()]
    for text in [*logs, *((done.out + done.err).encode() for done in said)]:
        assert secret not in text
        assert secret.hex().encode() not in text.lower()
