"""After which matches a bot is benched, for how long, and what its owner is told."""

from __future__ import annotations

import doctest

import pytest

from referee.match import FaultRecord, MatchRecord
from referee.worker import benching
from referee.worker.benching import MOST_FAILURES, Standing, failure, most_failures, pause_s


def standing(results: str) -> list[Standing]:
    """How a bot stands after each of its matches: `f` for one that failed, `.` for one that went well.

    Each time that it is benched it passes its check before the next match.
    """
    found = [Standing()]
    for result in results:
        before = found[-1]
        found.append(before.after(failed=result == "f"))
        if found[-1].benches > before.benches:
            found[-1] = Standing(failures=0, benches=found[-1].benches)
    return found[1:]


def benches(results: str) -> list[int]:
    return [each.benches for each in standing(results)]


def test_three_failed_matches_in_a_row_bench_a_bot() -> None:
    assert MOST_FAILURES == 3
    assert benches("fff") == [0, 0, 1]


def test_a_match_that_goes_well_in_between_starts_the_count_anew() -> None:
    assert benches("ff.ff.ff") == [0] * 8


def test_a_bot_that_comes_back_and_fails_its_first_match_is_benched_at_once() -> None:
    assert benches("ffff") == [0, 0, 1, 2]
    assert benches("fffff") == [0, 0, 1, 2, 3]


def test_a_bot_that_comes_back_and_plays_one_match_well_is_as_good_as_any() -> None:
    assert benches("fff.ff") == [0, 0, 1, 0, 0, 0]
    assert benches("ffff.fff") == [0, 0, 1, 2, 0, 0, 0, 1]


def test_the_store_that_counts_by_these_numbers_comes_to_the_same() -> None:
    for before in (Standing(0, 0), Standing(2, 0), Standing(0, 1), Standing(0, 5)):
        is_benched = before.failures + 1 >= most_failures(before.benches)
        assert (before.after(failed=True).benches > before.benches) == is_benched


def test_it_is_tried_again_after_ten_minutes_twenty_forty_and_at_the_latest_after_a_day() -> None:
    assert [pause_s(times) / 60 for times in range(1, 9)] == [10, 20, 40, 80, 160, 320, 640, 1280]
    assert {pause_s(times) for times in (9, 100, 10**9)} == {24 * 3600.0}


@pytest.fixture
def record() -> MatchRecord:
    """A match of three: seat 1 was forfeited, seat 2 made a fault and lived."""
    return MatchRecord(
        id="course-7",
        attempt=1,
        game="payday/2000",
        rules="1",
        options={},
        players=("ann", "bob", "cy"),
        places=(1, 3, 2),
        scores=(3, 2, 1),
        forfeited=(False, True, False),
        termination="forfeit",
        faults=(
            FaultRecord(1, 0, "course-7-start", "timeout", "", 1),
            FaultRecord(1, 1, "course-7-s1-q1", "bad_status", "status 500: first", 1),
            FaultRecord(2, 1, "course-7-s2-q1", "stale", "", 1),
            FaultRecord(2, 2, "course-7-s2-q2", "stale", "", 1),
            FaultRecord(2, 2, "course-7-s2-q3", "stale", "", 1),
            FaultRecord(1, 2, "course-7-s1-q2", "bad_status", "status 500: last", 1),
        ),
        moves=9,
        seconds=1.0,
        commitment="",
        secret="",
        nonces=(None, None, None),
        thought_ms=(0, 0, 0),
        slowest_ms=(0, 0, 0),
        transcript="",
    )


def test_a_match_fails_for_a_bot_whose_seat_was_forfeited_and_for_no_other(record: MatchRecord) -> None:
    assert [failure(record, seat) is not None for seat in range(3)] == [False, True, False]


def test_the_owner_is_told_the_match_and_what_was_wrong_most_often_with_the_latest_evidence(
    record: MatchRecord,
) -> None:
    assert failure(record, 1) == (
        "match course-7 was forfeited. 2 of its 3 faults: The bot answered with another HTTP status than 200."
        " (status 500: last)"
    )


def test_the_examples_in_the_module_are_true() -> None:
    assert doctest.testmod(benching).failed == 0
