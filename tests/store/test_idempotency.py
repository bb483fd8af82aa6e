"""A request that is made again gets the answer that it got, and is not done again."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.store import accounts, idempotency
from referee.store.accounts import Account
from referee.store.database import Store
from referee.store.idempotency import UNANSWERED_S, Conflict, InProgress, Stored


def test_the_same_request_gets_the_same_answer(store: Store, account: Account) -> None:
    assert idempotency.begin(store, account.id, "k", b"one", now=0.0) is None
    idempotency.finish(store, account.id, "k", 201, '{"name": "ann"}')
    assert idempotency.begin(store, account.id, "k", b"one", now=9e9) == Stored(201, '{"name": "ann"}')
    idempotency.finish(store, account.id, "k", 500, "another")
    assert idempotency.begin(store, account.id, "k", b"one", now=0.0) == Stored(201, '{"name": "ann"}')
    assert "ann" not in repr(Stored(201, '{"name": "ann"}'))


def test_another_request_with_the_key_is_refused_and_another_account_may_have_the_same_key(
    store: Store, account: Account
) -> None:
    other = accounts.add(store, "Ben", "player")
    idempotency.begin(store, account.id, "k", b"one", now=0.0)
    with pytest.raises(Conflict, match="was used for another request") as refused:
        idempotency.begin(store, account.id, "k", b"two", now=0.0)
    assert not refused.value.is_in_progress
    idempotency.finish(store, account.id, "k", 201, "")
    with pytest.raises(Conflict):
        idempotency.begin(store, account.id, "k", b"two", now=9e9)
    assert idempotency.begin(store, other.id, "k", b"two", now=0.0) is None
    assert idempotency.begin(store, account.id, "l", b"two", now=0.0) is None


def test_a_request_that_has_no_answer_yet_is_not_done_a_second_time_until_who_does_it_must_have_died(
    store: Store, account: Account
) -> None:
    idempotency.begin(store, account.id, "k", b"one", now=100.0)
    with pytest.raises(InProgress) as refused:
        idempotency.begin(store, account.id, "k", b"one", now=100.0 + UNANSWERED_S - 1)
    assert refused.value.is_in_progress
    assert idempotency.begin(store, account.id, "k", b"one", now=100.0 + UNANSWERED_S) is None
    with pytest.raises(InProgress):
        idempotency.begin(store, account.id, "k", b"one", now=101.0 + UNANSWERED_S)
    assert idempotency.begin(store, account.id, "k", b"one", now=50.0) is None, "the clock was set back"


def test_a_key_that_was_given_up_is_free_and_an_answered_one_is_not_given_up(store: Store, account: Account) -> None:
    idempotency.begin(store, account.id, "k", b"one", now=0.0)
    idempotency.give_up(store, account.id, "k")
    assert idempotency.begin(store, account.id, "k", b"two", now=0.0) is None
    idempotency.finish(store, account.id, "k", 201, "done")
    idempotency.give_up(store, account.id, "k")
    assert idempotency.begin(store, account.id, "k", b"two", now=0.0) == Stored(201, "done")


def test_old_answers_are_forgotten(store: Store, account: Account) -> None:
    for key, now in (("old", 10.0), ("new", 20.0)):
        idempotency.begin(store, account.id, key, b"one", now=now)
        idempotency.finish(store, account.id, key, 201, "done")
    assert idempotency.forget(store, before=20.0) == 1
    assert idempotency.begin(store, account.id, "old", b"one", now=20.0) is None
    assert idempotency.begin(store, account.id, "new", b"one", now=20.0) == Stored(201, "done")


def test_of_equal_requests_at_the_same_moment_one_is_done(
    store: Store, account: Account, at_once: Callable[..., list[Any]]
) -> None:
    got = at_once(lambda own, number: idempotency.begin(own, account.id, "k", b"one", now=1.0))
    assert sum(each is None for each in got) == 1
    assert sum(isinstance(each, InProgress) for each in got) == len(got) - 1
