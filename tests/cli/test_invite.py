"""`referee invite`: codes that open an account each, once, and are kept nowhere."""

import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.store import database, invitations
from referee.store.invitations import BadInvitation

Call = Callable[..., Any]


def test_a_code_opens_one_account(tmp_path: Path, call: Call) -> None:
    done = call(tmp_path, "invite")
    assert done.code == 0
    code = done.out.strip()
    assert re.fullmatch(r"ri_[A-Za-z0-9_-]{32}", code)
    assert re.fullmatch(r"1 invitation for players, good until \d{4}-\d\d-\d\d\n", done.err)
    with database.open_existing(tmp_path / "referee.sqlite") as store:
        account, _, key = invitations.redeem(store, code, "ann")
        assert (account.name, account.role) == ("ann", "player")
        assert key.startswith("rf_")
        with pytest.raises(BadInvitation):
            invitations.redeem(store, code, "bob")


def test_an_organiser_is_invited_as_one(tmp_path: Path, call: Call) -> None:
    done = call(tmp_path, "invite", "--organiser", "--db", "course.sqlite")
    assert "for organisers" in done.err
    with database.open_existing(tmp_path / "course.sqlite") as store:
        account, _, _ = invitations.redeem(store, done.out.strip(), "olga")
        assert account.role == "organiser"


def test_many_codes_are_one_a_line_and_all_different(tmp_path: Path, call: Call) -> None:
    done = call(tmp_path, "invite", "--count", "30", "--days", "7", "--note", "group B")
    codes = done.out.splitlines()
    assert len(set(codes)) == 30
    assert done.err.startswith("30 invitations for players, good until ")
    with database.open_existing(tmp_path / "referee.sqlite") as store:
        every = invitations.every(store)
        assert {one.note for one in every} == {"group B"}
        assert {one.created_at[:10] < one.expires_at[:10] for one in every} == {True}


def test_no_code_is_kept_and_the_file_is_its_owners_alone(tmp_path: Path, call: Call) -> None:
    code = call(tmp_path, "invite").out.strip()
    for path in tmp_path.iterdir():
        assert code.encode() not in path.read_bytes()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--count", "0"), "0 is not in the range"),
        (("--days", "4000"), "4000 is not in the range"),
        (("--note", "x" * 101), "at most 100 characters"),
        (("--note", "a\x1b[2J"), "characters that can all be seen"),
    ],
)
def test_what_cannot_be_made_is_told_and_makes_nothing(
    tmp_path: Path, call: Call, words: tuple[str, str], said: str
) -> None:
    done = call(tmp_path, "invite", *words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert not (tmp_path / "referee.sqlite").exists()
