"""A match is played by whoever holds its newest lease, and only that one may say how it ended."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.match import MatchRecord
from referee.store import database, matches
from referee.store.database import Store, StoreError
from referee.store.leases import LEASE_S, MOST_LEASE_S, Denied, Lease, LeaseLost, Leases
from referee.store.matches import AlreadyFinished
from referee.store.presence import Presence
from referee.store.tournaments import Run

# Leases the match, says so, and waits until it is ended.
HOLDS = """
import sys
from pathlib import Path
from referee.store import database
from referee.store.leases import Leases
from referee.store.presence import Presence
path = Path(sys.argv[1])
with database.open(path) as store, Presence(path) as presence:
    print(Leases(store, presence).claim(sys.argv[2], {}), flush=True)
    sys.stdin.read()
"""


class Wall:
    """A clock of the wall that shows what the test says."""

    def __init__(self) -> None:
        self.seconds = 1e9

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def referee(path: Path, store: Store, wall: Wall) -> Iterator[Callable[[], Leases]]:
    """Makes referees at the test's database, each with leases of its own."""
    present: list[Presence] = []

    def make() -> Leases:
        present.append(Presence(path))
        return Leases(store, present[-1], now=wall)

    yield make
    for presence in present:
        presence.close()


def test_a_match_that_one_referee_plays_is_denied_to_another(
    store: Store, begin: Callable[..., Run], referee: Callable[[], Leases]
) -> None:
    begin(store, ("ann", "bob"), ("bob", "ann"))
    one, two = referee(), referee()
    assert one.claim("spring-1-0", {}) == Lease("spring-1-0", 1)
    assert two.claim("spring-1-0", {}) is Denied.HELD
    assert two.claim("spring-1-1", {}) == Lease("spring-1-1", 1)


def test_a_lease_that_has_ended_is_free_and_one_that_is_renewed_has_not(
    store: Store, begin: Callable[..., Run], referee: Callable[[], Leases], wall: Wall
) -> None:
    begin(store, ("ann", "bob"))
    one, two = referee(), referee()
    lease = one.claim("spring-1-0", {})
    assert isinstance(lease, Lease)
    wall.seconds += LEASE_S - 1
    assert one.renew([lease]) == []
    wall.seconds += LEASE_S - 1
    assert two.claim("spring-1-0", {}) is Denied.HELD
    wall.seconds += 2
    assert two.claim("spring-1-0", {}) == Lease("spring-1-0", 2)
    assert one.renew([lease]) == [lease]


def test_only_the_newest_attempt_stores_a_result_or_a_void(
    store: Store,
    begin: Callable[..., Run],
    record: Callable[..., MatchRecord],
    referee: Callable[[], Leases],
    wall: Wall,
) -> None:
    run = begin(store, ("ann", "bob"))
    (match,) = matches.unplayed(store, run.id)
    one, two = referee(), referee()
    one.claim(match.id, {})
    wall.seconds += LEASE_S + 1
    two.claim(match.id, {})
    with pytest.raises(LeaseLost, match="match spring-1-0 was begun anew: attempt 2, no longer 1"):
        matches.finish(store, record(match, (1, 2), attempt=1))
    with pytest.raises(LeaseLost):
        matches.void(store, match.id, 1, "an error")
    found = matches.find(store, match.id)
    assert found
    assert (found.is_finished, found.voids) == (False, 0)
    matches.finish(store, record(match, (2, 1), attempt=2))
    found = matches.find(store, match.id)
    assert found
    assert ([seat.place for seat in found.seats], found.attempts) == ([2, 1], 2)
    with pytest.raises(AlreadyFinished):
        matches.finish(store, record(match, (1, 2), attempt=1))
    assert one.claim(match.id, {}) is Denied.FINISHED


def test_a_match_that_was_spoilt_is_free_at_once(
    store: Store, begin: Callable[..., Run], referee: Callable[[], Leases]
) -> None:
    begin(store, ("ann", "bob"))
    one, two = referee(), referee()
    one.claim("spring-1-0", {})
    assert matches.void(store, "spring-1-0", 1, "an error") == 1
    assert two.claim("spring-1-0", {}) == Lease("spring-1-0", 2)


def test_what_a_referee_held_is_free_when_it_ends(
    path: Path, store: Store, begin: Callable[..., Run], referee: Callable[[], Leases], wall: Wall
) -> None:
    begin(store, ("ann", "bob"))
    with Presence(path) as presence:
        Leases(store, presence, now=wall).claim("spring-1-0", {})
        other = referee()
        assert other.claim("spring-1-0", {}) is Denied.HELD
    assert other.claim("spring-1-0", {}) == Lease("spring-1-0", 2)


@pytest.mark.parametrize(
    ("number", "then"), [(signal.SIGSTOP, Denied.HELD), (signal.SIGKILL, Lease("spring-1-0", 2))], ids=["stop", "kill"]
)
def test_what_a_killed_referee_held_is_free_at_once_and_what_a_stopped_one_holds_is_not(
    path: Path, begin: Callable[..., Run], number: signal.Signals, then: object
) -> None:
    with database.open(path) as store, Presence(path) as presence:
        begin(store, ("ann", "bob"))
        leases = Leases(store, presence)
        with subprocess.Popen(
            [sys.executable, "-c", HOLDS, str(path), "spring-1-0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as other:
            assert other.stdout
            assert b"attempt=1" in other.stdout.readline()
            assert leases.claim("spring-1-0", {}) is Denied.HELD
            other.send_signal(number)
            os.waitid(os.P_PID, other.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            assert leases.claim("spring-1-0", {}) == then
            other.kill()


@pytest.mark.parametrize("back_s", [10.0, 1e8], ids=["a little", "years"])
def test_a_clock_that_is_set_back_holds_no_match_back_for_ever(
    store: Store, begin: Callable[..., Run], referee: Callable[[], Leases], wall: Wall, back_s: float
) -> None:
    begin(store, ("ann", "bob"))
    one, two = referee(), referee()
    one.claim("spring-1-0", {})
    wall.seconds -= back_s
    wall.seconds += MOST_LEASE_S
    assert two.claim("spring-1-0", {}) == Lease("spring-1-0", 2)


def test_a_clock_that_jumps_ahead_costs_a_match_played_twice_and_never_counted_twice(
    store: Store,
    begin: Callable[..., Run],
    record: Callable[..., MatchRecord],
    referee: Callable[[], Leases],
    wall: Wall,
) -> None:
    run = begin(store, ("ann", "bob"))
    (match,) = matches.unplayed(store, run.id)
    one, two = referee(), referee()
    one.claim(match.id, {})
    wall.seconds += 3600
    assert two.claim(match.id, {}) == Lease(match.id, 2)
    matches.finish(store, record(match, attempt=2))
    with pytest.raises(AlreadyFinished):
        matches.finish(store, record(match, attempt=1))


def test_a_bot_that_plays_for_several_referees_is_in_no_more_matches_than_it_takes(
    store: Store, begin: Callable[..., Run], referee: Callable[[], Leases], wall: Wall
) -> None:
    begin(store, ("ann", "bob"), ("ann", "cy"), ("cy", "bob"))
    one, two = referee(), referee()
    one.claim("spring-1-0", {"ann": 1, "bob": 1})
    assert two.claim("spring-1-1", {"ann": 1, "cy": 1}) is Denied.HELD
    assert two.claim("spring-1-1", {"ann": 2, "cy": 1}) == Lease("spring-1-1", 1)
    assert two.claim("spring-1-2", {"cy": 1, "bob": 1}) is Denied.HELD
    wall.seconds += LEASE_S + 1
    assert two.claim("spring-1-2", {"cy": 1, "bob": 1}) == Lease("spring-1-2", 1)


def test_a_match_that_is_on_no_schedule_any_more_is_denied(store: Store, referee: Callable[[], Leases]) -> None:
    assert referee().claim("nobody-1-0", {}) is Denied.GONE


def test_a_match_is_started_when_it_is_first_begun_and_in_play_as_long_as_its_lease_is_good(
    path: Path, store: Store, begin: Callable[..., Run]
) -> None:
    begin(store, ("ann", "bob"))
    before = matches.find(store, "spring-1-0")
    assert before
    assert (before.started_at, before.is_playing) == (None, False)
    with Presence(path) as presence:
        Leases(store, presence).claim("spring-1-0", {})
        playing = matches.find(store, "spring-1-0")
        assert playing
        assert playing.started_at
        assert playing.is_playing
        with store.writing() as db:
            db.execute("UPDATE matches SET lease_ends = 1.0, started_at = 'at first'")
        ended = matches.find(store, "spring-1-0")
        assert ended
        assert not ended.is_playing
        Leases(store, presence).claim("spring-1-0", {})
        again = matches.find(store, "spring-1-0")
        assert again
        assert (again.started_at, again.is_playing, again.attempts) == ("at first", True, 2)


def test_a_lease_of_before_the_clock_was_set_back_is_not_taken_for_a_match_in_play(
    store: Store, begin: Callable[..., Run]
) -> None:
    begin(store, ("ann", "bob"))
    with store.writing() as db:
        db.execute("UPDATE matches SET holder = 1, lease_ends = ?", (time.time() + 2 * MOST_LEASE_S,))
    found = matches.find(store, "spring-1-0")
    assert found
    assert not found.is_playing
    assert matches.page(store, state="playing", limit=9) == []
    assert matches.page(store, state="scheduled", limit=9) == [found]


def test_a_referee_leaves_no_file_behind_and_clears_away_those_of_killed_ones(
    path: Path, store: Store, begin: Callable[..., Run]
) -> None:
    begin(store, ("ann", "bob"))
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(path), "spring-1-0"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        other.stdout.readline()
        other.kill()
    assert len(list(path.parent.glob("*-referee-*"))) == 1
    with Presence(path), Presence(path):
        assert len(list(path.parent.glob("*-referee-*"))) == 2
    assert list(path.parent.glob("*-referee-*")) == []


def test_a_referee_that_cannot_leave_its_sign_is_refused_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be made or locked: No such file or directory"):
        Presence(tmp_path / "nowhere" / "ladder.db")
