"""What is limited is allowed so many times in a window, for all processes and over restarts."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.store import accounts, actions, database
from referee.store.accounts import Account
from referee.store.database import Store


def test_so_much_is_allowed_in_a_window_and_then_it_is_told_how_long_to_wait(store: Store, account: Account) -> None:
    for moment in (100.0, 110.0, 115.0):
        assert actions.allow(store, account.id, "challenge", most=3, window_s=60.0, now=moment) is None
    assert actions.allow(store, account.id, "challenge", most=3, window_s=60.0, now=120.0) == 40.0
    assert actions.allow(store, account.id, "challenge", most=3, window_s=60.0, now=159.0) == 1.0
    assert actions.count(store, account.id, "challenge", since=0.0) == 3, "what was refused does not count"
    assert actions.allow(store, account.id, "challenge", most=3, window_s=60.0, now=160.0) is None
    assert actions.allow(store, account.id, "challenge", most=3, window_s=60.0, now=160.0) == 10.0


def test_whoever_waits_as_long_as_told_is_allowed(store: Store, account: Account, seed: int) -> None:
    rng = random.Random(seed)
    now, done = 0.0, []
    for _ in range(60):
        now += rng.uniform(0, 20)
        wait = actions.allow(store, account.id, "check", most=4, window_s=60.0, now=now)
        if wait is not None:
            assert 0 < wait <= 60.0
            assert actions.allow(store, account.id, "check", most=4, window_s=60.0, now=now + wait - 0.01) is not None
            now += wait + 1e-6
            assert actions.allow(store, account.id, "check", most=4, window_s=60.0, now=now) is None
        done.append(now)
        assert sum(now - 60.0 < at for at in done) <= 4


def test_each_account_and_each_kind_has_a_limit_of_its_own(store: Store, account: Account) -> None:
    other = accounts.add(store, "Ben", "player")
    assert actions.allow(store, account.id, "challenge", most=1, window_s=60.0, now=1.0) is None
    assert actions.allow(store, account.id, "challenge", most=1, window_s=60.0, now=2.0) is not None
    assert actions.allow(store, account.id, "check", most=1, window_s=60.0, now=2.0) is None
    assert actions.allow(store, other.id, "challenge", most=1, window_s=60.0, now=2.0) is None


def test_where_nothing_is_allowed_nothing_is_noted(store: Store, account: Account) -> None:
    assert actions.allow(store, account.id, "challenge", most=0, window_s=60.0, now=1.0) == 60.0
    assert actions.count(store, account.id, "challenge", since=0.0) == 0


def test_a_clock_that_is_set_back_keeps_nobody_waiting_for_long(store: Store, account: Account) -> None:
    assert actions.allow(store, account.id, "challenge", most=1, window_s=60.0, now=1e9) is None
    assert actions.allow(store, account.id, "challenge", most=1, window_s=60.0, now=1e6) is None


def test_a_limit_outlives_who_counted(path: Path, store: Store, account: Account) -> None:
    actions.note(store, account.id, "challenge", at=1.0)
    store.close()
    with database.open(path) as later:
        assert actions.allow(later, account.id, "challenge", most=1, window_s=60.0, now=2.0) == 59.0


def test_those_who_ask_at_the_same_moment_are_not_allowed_more_together(
    store: Store, account: Account, at_once: Callable[..., list[Any]]
) -> None:
    got = at_once(lambda own, number: actions.allow(own, account.id, "challenge", most=2, window_s=60.0, now=1.0))
    assert sum(each is None for each in got) == 2


def test_what_was_done_long_ago_is_forgotten(store: Store, account: Account) -> None:
    for at in (1.0, 2.0, 3.0):
        actions.note(store, account.id, "challenge", at)
    assert actions.forget(store, before=3.0) == 2
    assert actions.count(store, account.id, "challenge", since=0.0) == 1
    assert actions.count(store, account.id, "challenge", since=3.1) == 0
