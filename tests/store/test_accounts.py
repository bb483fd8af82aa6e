"""Who has an account, and that no two are taken for one."""

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from referee.store import accounts
from referee.store.accounts import Account, NameTaken
from referee.store.database import Store


def test_an_account_is_found_by_its_name_and_by_its_number(store: Store) -> None:
    ada = accounts.add(store, "Ada", "organiser")
    accounts.add(store, "Ben", "player")
    assert (ada.name, ada.role) == ("Ada", "organiser")
    assert accounts.find(store, "Ada") == accounts.by_id(store, ada.id) == ada
    assert accounts.find(store, "ada") is None
    assert accounts.by_id(store, 99) is None


@pytest.mark.parametrize("name", ["Ada", "ADA", "ada", "\uff21da", "A\u1d30a"], ids=ascii)
def test_a_name_that_is_taken_or_looks_like_one_that_is_is_refused(store: Store, name: str) -> None:
    accounts.add(store, "Ada", "player")
    with pytest.raises(NameTaken) as refused:
        accounts.add(store, name, "player")
    assert str(store.path) in str(refused.value)
    assert str(store.path) not in refused.value.what
    assert refused.value.what.endswith("or one that looks like it, is taken")
    assert len(accounts.page(store, None, 9)) == 1


def test_a_role_is_organiser_or_player(store: Store) -> None:
    with pytest.raises(ValueError, match="'king' is no role; expected one of organiser, player"):
        accounts.add(store, "Ada", "king")
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"), store.writing() as db:
        db.execute("INSERT INTO accounts (name, likeness, role, created_at) VALUES ('x', 'x', 'king', 'now')")


def test_accounts_are_listed_in_pages_in_the_order_in_which_they_were_made(store: Store) -> None:
    made = [accounts.add(store, name, "player") for name in ("Zoe", "Ada", "Mia", "Ben", "Cy")]
    first = accounts.page(store, None, 2)
    assert first == made[:2]
    assert accounts.page(store, first[-1].id, 2) == made[2:4]
    assert accounts.page(store, made[3].id, 2) == made[4:]
    assert accounts.page(store, made[4].id, 2) == []


def test_of_those_who_want_one_name_at_the_same_moment_one_gets_it(at_once: Callable[..., list[Any]]) -> None:
    got = at_once(lambda store, number: accounts.add(store, "Ada", "player"))
    assert sum(isinstance(each, Account) for each in got) == 1
    assert sum(isinstance(each, NameTaken) for each in got) == len(got) - 1
