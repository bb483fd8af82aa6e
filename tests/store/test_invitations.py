"""An invitation is good once, for one account, until its day."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.store import accounts, api_keys, invitations
from referee.store.accounts import NameTaken
from referee.store.database import Store
from referee.store.invitations import BadInvitation


def refusal(store: Store, code: str, name: str = "Eve") -> str:
    """What who comes with a code that is not good is told; it makes no account."""
    with pytest.raises(BadInvitation) as refused:
        invitations.redeem(store, code, name)
    assert accounts.find(store, name) is None
    return refused.value.what


def test_a_code_is_exchanged_for_an_account_of_its_role_with_a_key_that_opens_it(store: Store) -> None:
    for role, name in (("organiser", "Ada"), ("player", "Ben")):
        invitation, code = invitations.make(store, role, f"for {name}", days=7)
        assert re.fullmatch("ri_[A-Za-z0-9_-]{32}", code)
        assert (invitation.id, invitation.role, invitation.account) == (code[3:11], role, None)
        account, key, text = invitations.redeem(store, code, name)
        assert (account.name, account.role, key.account) == (name, role, account.id)
        found = api_keys.check(store, text)
        assert found
        assert found[0] == account
    used = invitations.every(store)
    assert [(each.note, each.account is None, each.used_at is None) for each in used] == [
        ("for Ada", False, False),
        ("for Ben", False, False),
    ]


def test_a_code_that_is_unknown_used_withdrawn_or_too_old_is_refused_in_the_same_words(store: Store) -> None:
    _, used = invitations.make(store, "player", "", days=7)
    invitations.redeem(store, used, "Ada")
    old, expired = invitations.make(store, "player", "", days=0)
    gone, withdrawn = invitations.make(store, "player", "", days=7)
    assert invitations.withdraw(store, gone.id)
    said = {
        refusal(store, code)
        for code in (used, expired, withdrawn, "ri_" + "A" * 32, used[:-1], used + "A", "", "\ud800")
    }
    assert said == {"the invitation is not good: it is unknown, was used, or has expired"}
    assert old.expires_at == old.created_at


def test_an_invitation_is_good_until_its_day_is_over(store: Store) -> None:
    invitation, code = invitations.make(store, "player", "", days=3)
    made = datetime.fromisoformat(invitation.created_at)
    assert datetime.fromisoformat(invitation.expires_at) - made == timedelta(days=3)

    def ends(when: datetime) -> None:
        with store.writing() as db:
            db.execute("UPDATE invitations SET expires_at = ?", (when.isoformat(timespec="seconds"),))

    ends(made)
    refusal(store, code)
    ends(made + timedelta(minutes=10))
    assert invitations.redeem(store, code, "Eve")


def test_a_name_that_is_taken_leaves_the_invitation_good_and_a_bad_code_tells_nothing_of_names(store: Store) -> None:
    accounts.add(store, "Ada", "player")
    _, code = invitations.make(store, "player", "", days=7)
    with pytest.raises(NameTaken):
        invitations.redeem(store, code, "ada")
    assert [each.used_at for each in invitations.every(store)] == [None]
    with pytest.raises(BadInvitation):
        invitations.redeem(store, code[:-1] + "?", "Ada")
    assert invitations.redeem(store, code, "Ben")


def test_only_an_invitation_that_nobody_has_used_can_be_withdrawn(store: Store) -> None:
    invitation, code = invitations.make(store, "player", "", days=7)
    invitations.redeem(store, code, "Ada")
    assert not invitations.withdraw(store, invitation.id)
    assert not invitations.withdraw(store, "nobody's")
    assert len(invitations.every(store)) == 1


def test_a_code_is_not_in_the_file_and_not_in_a_repr(path: Path, store: Store) -> None:
    invitation, code = invitations.make(store, "player", "", days=7)
    files = b"".join(each.read_bytes() for each in path.parent.glob(f"{path.name}*"))
    assert invitation.id.encode() in files
    assert code[11:].encode() not in files
    assert code[11:] not in repr(invitation)


def test_a_role_is_organiser_or_player(store: Store) -> None:
    with pytest.raises(ValueError, match="'king' is no role"):
        invitations.make(store, "king", "", days=7)


def test_of_those_who_exchange_one_code_at_the_same_moment_one_gets_an_account(
    store: Store, at_once: Callable[..., list[Any]]
) -> None:
    _, code = invitations.make(store, "player", "", days=7)
    got = at_once(lambda own, number: invitations.redeem(own, code, f"Player {number}"))
    assert sum(isinstance(each, BadInvitation) for each in got) == len(got) - 1
    assert len(accounts.page(store, None, 99)) == 1
    assert len(store.rows("SELECT * FROM api_keys")) == 1
