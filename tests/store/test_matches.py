"""A match is finished once, with all that belongs to it, or not at all."""

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlite_utils import Database

from referee.match import FaultRecord, MatchRecord
from referee.store import bots, database, faults, matches, ratings, transcripts
from referee.store.database import Store, StoreError
from referee.store.leases import Leases
from referee.store.matches import AlreadyFinished, NoSuchMatch, StoredMatch, StoredSeat
from referee.store.presence import Presence
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
            version=None,
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
            version=None,
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
            version=None,
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
    assert match.seats[0] == StoredSeat(0, "ann", None, None, None, None, None, None, None, None, faults=0)
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


def ids(found: list[StoredMatch]) -> list[str]:
    """The ids of matches, in their order."""
    return [match.id for match in found]


def test_what_is_to_be_written_with_a_result_is_stored_with_it_or_leaves_nothing_of_either(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"))
    (match,) = matches.unplayed(store, run.id)
    before = everything(store)

    def fail(db: Database) -> None:
        bots.enrol(db, ["gus"])
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        matches.finish(store, record(match), also=[lambda db: bots.enrol(db, ["fay"]), fail])
    assert everything(store) == before

    def see_the_ratings(db: Database) -> None:
        assert len(ratings.of_match(store, match.id)) == 2
        matches.note_version(db, match.id, 1, "2.1")

    matches.finish(store, record(match), also=[see_the_ratings])
    found = matches.find(store, match.id)
    assert found
    assert [seat.version for seat in found.seats] == [None, "2.1"]


def test_matches_are_listed_page_by_page_from_the_newest_each_once_whatever_is_added_meanwhile(
    store: Store, begin: Callable[..., Run]
) -> None:
    begin(store, *[("ann", "bob")] * 5, name="one")
    begin(store, *[("bob", "cy")] * 5, name="two")
    seen: list[str] = []
    before = None
    while found := matches.page(store, before=before, limit=3):
        assert len(found) <= 3
        assert all(match.players in (("ann", "bob"), ("bob", "cy")) for match in found)
        seen += ids(found)
        before = found[-1].serial
        begin(store, ("ann", "cy"), name=f"later {before}")
    assert seen == [*(f"two-1-{number}" for number in range(4, -1, -1)), *(f"one-1-{n}" for n in range(4, -1, -1))]
    assert matches.page(store, limit=1)[0].players == ("ann", "cy")


def test_matches_are_listed_by_ladder_bot_tournament_run_and_state_and_by_all_of_them(
    path: Path, store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    one = begin(store, ("ann", "bob"), ("bob", "cy"), name="one", ladder="x")
    begin(store, ("cy", "ann"), name="two", ladder="y")
    matches.finish(store, record(matches.unplayed(store, one.id)[0]))
    again = begin(store, ("ann", "dee"), name="one", digest="d2", ladder="x")
    with Presence(path) as presence:
        Leases(store, presence).claim("two-1-0", {})
        for asked, expected in (
            ({"ladder": "x"}, ["one-2-0", "one-1-1", "one-1-0"]),
            ({"ladder": "z"}, []),
            ({"bot": "ann"}, ["one-2-0", "two-1-0", "one-1-0"]),
            ({"bot": "ann", "ladder": "x"}, ["one-2-0", "one-1-0"]),
            ({"tournament": "one"}, ["one-2-0", "one-1-1", "one-1-0"]),
            ({"tournament": "one", "run": again.number}, ["one-2-0"]),
            ({"tournament": "one", "run": 9}, []),
            ({"tournament": "nobody's"}, []),
            ({"state": "finished"}, ["one-1-0"]),
            ({"state": "playing"}, ["two-1-0"]),
            ({"state": "scheduled"}, ["one-2-0", "one-1-1"]),
            ({"state": "scheduled", "bot": "cy", "ladder": "x", "tournament": "one"}, ["one-1-1"]),
            ({"bot": "x' OR '1'='1"}, []),
        ):
            assert ids(matches.page(store, **asked, limit=9)) == expected, asked  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="lost"):
        matches.page(store, state="lost", limit=9)


def test_the_matches_of_one_bot_are_listed_page_by_page_too(store: Store, begin: Callable[..., Run]) -> None:
    run = begin(store, *[("ann", "bob"), ("bob", "cy")] * 3)
    newest_first = [match.id for match in reversed(matches.of_run(store, run.id)) if "ann" in match.players]
    first = matches.page(store, bot="ann", limit=2)
    assert ids(first) == newest_first[:2]
    assert ids(matches.page(store, bot="ann", before=first[-1].serial, limit=2)) == newest_first[2:]


def test_an_unrated_match_rates_nobody_and_its_ladder_is_none(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob"), ("ann", "bob"), ("bob", "ann"))
    first, unrated, last = matches.unplayed(store, run.id)
    other = begin(store, ("ann", "bob"), name="for nothing", ladder="nothing")
    with store.writing() as db:
        db.execute("UPDATE matches SET rated = 0 WHERE id = ? OR tournament = ?", (unrated.id, other.id))
    for match in (last, unrated, first, *matches.unplayed(store, other.id)):
        matches.finish(store, record(match))
    assert [row.number for row in ratings.history(store, "main", "ann")] == [1, 3]
    assert ratings.of_match(store, unrated.id) == []
    assert ratings.standings(store, "nothing") == []
    assert ratings.ladders(store) == ["main"]
    assert ratings.rebuild(store, "main") == ratings.differences(store, "main") == []
    found = matches.find(store, unrated.id)
    assert found
    assert (found.is_finished, found.rated) == (True, False)
    assert ids(matches.page(store, ladder="main", limit=9)) == [last.id, first.id]


def test_every_match_tells_when_it_was_scheduled(store: Store, begin: Callable[..., Run]) -> None:
    run = begin(store, ("ann", "bob"))
    (match,) = matches.of_run(store, run.id)
    assert match.created_at == run.created_at
    assert datetime.fromisoformat(match.created_at).tzinfo is UTC
