"""A match is finished once, with all that belongs to it, or not at all."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.match import FaultRecord, MatchRecord
from referee.store import database, faults, matches, ratings, transcripts
from referee.store.database import Store, StoreError
from referee.store.matches import AlreadyFinished, NoSuchMatch, StoredSeat
from referee.store.tournaments import Run


def everything(store: Store) -> list[list[dict[str, object]]]:
    """All rows of all tables."""
    return [store.rows(f"SELECT * FROM {table}") for table in sorted(store.db.table_names())]


def test_what_a_match_was_is_found_again_as_it_was(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob", "cy"))
    (scheduled,) = matches.unplayed(store, run.id)
    transcript = '{"game": "payday", "said": "Zug um Zug — 五"}\n' * 500
    matches.finish(store, record(scheduled, (1, 1, 3), transcript=transcript))
    match = matches.find(store, scheduled.id)
    assert match
    assert match.is_finished
    assert (match.game, match.rules, match.options, match.termination) == (
        "payday/2000",
        "1",
        {"months": 2},
        "finished",
    )
    assert (match.moves, match.seconds, match.commitment, match.secret) == (120, 1.5, "c0ffee", "5ec4e7")
    assert match.players == ("ann", "bob", "cy")
    assert match.seats == (
        StoredSeat(
            0,
            "ann",
            place=1,
            score=-1000,
            strikes=0,
            forfeited=False,
            nonce=None,
            thought_ms=100,
            slowest_ms=0,
            faults=0,
        ),
        StoredSeat(
            1,
            "bob",
            place=1,
            score=-1000,
            strikes=0,
            forfeited=False,
            nonce=None,
            thought_ms=101,
            slowest_ms=1,
            faults=0,
        ),
        StoredSeat(
            2,
            "cy",
            place=3,
            score=-3000,
            strikes=3,
            forfeited=True,
            nonce="00ff",
            thought_ms=102,
            slowest_ms=2,
            faults=2,
        ),
    )
    assert faults.of_match(store, match.id) == (
        FaultRecord(2, 3, "spring-1-0-q7", "timeout", "no answer", 1),
        FaultRecord(2, 4, "spring-1-0-q9", "illegal", "7 is not among the options", 2),
    )
    assert transcripts.text(store, match.id) == transcript
    assert [(row.bot, row.change) for row in ratings.of_match(store, match.id)] == [
        ("ann", 8000),
        ("bob", 8000),
        ("cy", -16000),
    ]
    assert matches.unplayed(store, run.id) == []


def test_a_match_that_is_still_to_be_played_has_seats_but_no_result(store: Store, begin: Callable[..., Run]) -> None:
    begin(store, ("ann", "bob"))
    match = matches.find(store, "spring-1-0")
    assert match
    assert not match.is_finished
    assert match.seats[0] == StoredSeat(0, "ann", None, None, None, None, None, None, None, faults=0)
    assert (match.finished_at, match.options, match.secret) == (None, None, None)
    assert transcripts.text(store, match.id) is None
    assert (faults.of_match(store, match.id), ratings.of_match(store, match.id)) == ((), [])


def test_a_damaged_transcript_is_said_to_be_one(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"))
    (scheduled,) = matches.unplayed(store, run.id)
    matches.finish(store, record(scheduled, (1, 2)))
    with store.writing() as db:
        db.execute("UPDATE transcripts SET packed = substr(packed, 1, 5)")
    with pytest.raises(StoreError, match="match spring-1-0 is damaged: the transcript cannot be unpacked"):
        transcripts.text(store, scheduled.id)


def test_a_run_s_matches_are_told_in_the_order_of_the_schedule(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, *[("ann", "bob")] * 12)
    other = begin(store, ("ann", "bob"), name="other")
    matches.finish(store, record(matches.unplayed(store, run.id)[5]))
    assert [match.number for match in matches.of_run(store, run.id)] == list(range(12))
    assert [match.number for match in matches.unplayed(store, run.id)] == [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11]
    assert [match.tournament for match in matches.of_run(store, other.id)] == [other.id]


def test_the_first_result_of_a_match_counts_and_a_second_is_refused(
    path: Path, store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"))
    (match,) = matches.unplayed(store, run.id)
    matches.finish(store, record(match, (1, 2)))
    before = everything(store)
    with database.open(path) as other, pytest.raises(AlreadyFinished, match=f"match {match.id} has a result already"):
        matches.finish(other, record(match, (2, 1)))
    assert everything(store) == before


def test_a_record_of_no_match_or_of_other_players_is_refused(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"))
    (match,) = matches.unplayed(store, run.id)
    before = everything(store)
    with pytest.raises(NoSuchMatch, match="no match spring-1-99"):
        matches.finish(store, record(replace(match, id="spring-1-99")))
    with pytest.raises(ValueError, match="is scheduled for"):
        matches.finish(store, record(replace(match, players=("bob", "ann"))))
    assert everything(store) == before


def test_a_record_that_cannot_be_stored_leaves_nothing_of_itself(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"))
    (match,) = matches.unplayed(store, run.id)
    before = everything(store)
    with pytest.raises(sqlite3.IntegrityError):
        matches.finish(store, record(match, detail="x" * 201))
    with pytest.raises(sqlite3.IntegrityError):
        matches.finish(store, record(match, (0, 1)))
    with pytest.raises(ValueError, match="zip"):
        matches.finish(store, replace(record(match), places=(1,)))
    assert everything(store) == before
    matches.finish(store, record(match, detail="x" * 200))


def test_a_match_that_the_referee_spoilt_is_played_again_and_rates_nobody(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"))
    (match,) = matches.unplayed(store, run.id)
    assert matches.void(store, match.id, 0, "the rules raised KeyError") == 1
    assert matches.void(store, match.id, 0, "the disk was full") == 2
    (again,) = matches.unplayed(store, run.id)
    assert again == replace(match, voids=2)
    found = matches.find(store, match.id)
    assert found
    assert found.void_reason == "the disk was full"
    assert ratings.standings(store, "main") == []
    matches.finish(store, record(again))
    assert [(row.match, row.bot) for row in ratings.of_match(store, match.id)] == [(match.id, "ann"), (match.id, "bob")]


def test_a_match_with_a_result_or_of_no_schedule_cannot_become_void(
    store: Store, begin: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    finish_all(store, begin(store, ("ann", "bob")))
    before = everything(store)
    with pytest.raises(AlreadyFinished):
        matches.void(store, "spring-1-0", 0, "too late")
    with pytest.raises(NoSuchMatch):
        matches.void(store, "spring-1-1", 0, "where?")
    assert everything(store) == before


def test_an_unknown_match_is_none(store: Store) -> None:
    assert matches.find(store, "spring-1-0") is None
    assert transcripts.text(store, "spring-1-0") is None


def test_a_database_will_not_hold_half_a_result(store: Store, begin: Callable[..., Run]) -> None:
    begin(store, ("ann", "bob"))
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"), store.writing() as db:
        db.execute("UPDATE matches SET state = 'finished'")
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"), store.writing() as db:
        db.execute("UPDATE matches SET moves = 3")
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"), store.writing() as db:
        db.execute("UPDATE matches SET voids = 1")
