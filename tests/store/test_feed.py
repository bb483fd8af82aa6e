"""What spectators are told: in order, of the newest attempt only, and not for ever."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.match import MatchRecord
from referee.store import feed, matches
from referee.store.database import Store, StoreError
from referee.store.leases import Lease, Leases
from referee.store.presence import Presence
from referee.store.tournaments import Run


def said(*words: str) -> list[dict[str, Any]]:
    """Events that say these words."""
    return [{"kind": "said", "word": word} for word in words]


def told(store: Store, match: str = "spring-1-0", after: int = 0, limit: int = 99) -> list[tuple[int, str]]:
    """What spectators of a match are told, with its numbers."""
    return [(number, event["word"]) for number, event in feed.after(store, match, after, limit)]


def test_events_are_told_in_their_order_from_any_number_on(store: Store, begin: Callable[..., Run]) -> None:
    begin(store, ("ann", "bob"), ("bob", "ann"))
    feed.append(store, Lease("spring-1-0", 0), said("a", "Zug — 五"))
    feed.append_all(store, {Lease("spring-1-0", 0): said("c"), Lease("spring-1-1", 0): said("other")})
    assert told(store) == [(1, "a"), (2, "Zug — 五"), (3, "c")]
    assert told(store, after=1) == [(2, "Zug — 五"), (3, "c")]
    assert told(store, after=1, limit=1) == [(2, "Zug — 五")]
    assert told(store, after=3) == []
    assert told(store, "spring-1-1") == [(1, "other")]
    assert told(store, "nowhere") == []


def test_who_tells_at_the_same_moment_gives_each_event_a_number_of_its_own(
    store: Store, begin: Callable[..., Run], at_once: Callable[..., list[Any]]
) -> None:
    begin(store, ("ann", "bob"))
    at_once(lambda own, number: feed.append(own, Lease("spring-1-0", 0), said(f"{number}", "next")))
    assert [number for number, _ in told(store)] == list(range(1, 13))


def test_a_match_that_is_begun_anew_is_told_from_its_beginning_and_the_old_attempt_tells_nothing_more(
    path: Path, store: Store, begin: Callable[..., Run]
) -> None:
    begin(store, ("ann", "bob"))
    with Presence(path) as presence:
        old = Leases(store, presence).claim("spring-1-0", {})
        assert isinstance(old, Lease)
        feed.append(store, old, said("a", "b"))
    with Presence(path) as presence:
        new = Leases(store, presence).claim("spring-1-0", {})
        assert isinstance(new, Lease)
        assert told(store) == []
        feed.append(store, new, said("x"))
        feed.append(store, old, said("late"))
    assert told(store) == [(1, "x")]


def test_nothing_is_told_of_a_match_that_is_finished_or_not_there(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"))
    matches.finish(store, record(matches.unplayed(store, run.id)[0]))
    feed.append_all(store, {Lease("spring-1-0", 0): said("late"), Lease("nowhere", 0): said("what?")})
    assert store.rows("SELECT * FROM feed") == []


def test_what_was_told_of_matches_that_ended_long_ago_is_dropped(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"), ("ann", "bob"), ("ann", "bob"))
    old, new, _ = matches.unplayed(store, run.id)
    for number in range(3):
        feed.append(store, Lease(f"spring-1-{number}", 0), said("a", "b"))
    for match in (old, new):
        matches.finish(store, record(match))
    with store.writing() as db:
        db.execute("UPDATE matches SET finished_at = '2027-01-01T00:00:00+00:00' WHERE id = ?", (old.id,))
        db.execute("UPDATE matches SET finished_at = '2027-01-02T00:00:00+00:00' WHERE id = ?", (new.id,))
    assert feed.clear(store, before="2027-01-02T00:00:00+00:00") == 2
    assert [len(told(store, f"spring-1-{number}")) for number in range(3)] == [0, 2, 2]


def test_a_damaged_event_is_said_to_be_one(store: Store, begin: Callable[..., Run]) -> None:
    begin(store, ("ann", "bob"))
    feed.append(store, Lease("spring-1-0", 0), said("a"))
    with store.writing() as db:
        db.execute("UPDATE feed SET event = '{'")
    with pytest.raises(StoreError, match="match spring-1-0 is damaged: an event of its feed is no JSON"):
        feed.after(store, "spring-1-0", 0, 9)
