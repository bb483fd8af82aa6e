"""A referee killed at any instant leaves every match finished whole or not at all, and rated once."""

import pickle
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.match import MatchRecord
from referee.store import database, matches, ratings, transcripts
from referee.store.ratings import Standing
from referee.store.tournaments import Run

RunAndItsEnd = Callable[[Path, random.Random], tuple[Run, dict[str, MatchRecord], list[Standing]]]

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system knows no SIGKILL")

# Finishes the match of a pickled record in copy after copy of a database, in a child that kills itself before the first
# statement, before the second, and so on, until one comes through.
KILLED_AT_EACH_STATEMENT = """
import os, pickle, shutil, signal, sys
from referee.store import database, matches
origin, record = sys.argv[1], pickle.loads(bytes.fromhex(sys.argv[2]))

def finish(path, last):
    store = database.open(path)
    seen = 0
    def count(statement):
        nonlocal seen
        seen += 1
        if seen == last:
            os.kill(os.getpid(), signal.SIGKILL)
    store.db.conn.set_trace_callback(count)
    matches.finish(store, record)
    os._exit(0)

for last in range(1, 1000):
    path = f"{origin}.killed-{last}"
    shutil.copy(origin, path)
    child = os.fork()
    if not child:
        finish(path, last)
    if os.waitpid(child, 0)[1] == 0:
        print(path)
        break
"""

# Goes on with the open run, and says after each match that it is stored.
PLAYS_ON = """
import pickle, sys
from referee.store import database, matches, tournaments
path, records = sys.argv[1], pickle.loads(sys.stdin.buffer.read())
with database.open(path) as store:
    run = tournaments.latest(store, "spring")
    for match in matches.unplayed(store, run.id):
        matches.finish(store, records[match.id])
        print(match.id, flush=True)
"""

# Finishes all matches of the latest run in an order of its own, and says how many it was the first to finish.
PLAYS_BESIDE_ANOTHER = """
import pickle, random, sys
from referee.store import database, matches, tournaments
path, seed, records = sys.argv[1], int(sys.argv[2]), pickle.loads(sys.stdin.buffer.read())
first = 0
with database.open(path, timeout=60) as store:
    run = tournaments.latest(store, "spring")
    left = matches.unplayed(store, run.id)
    random.Random(seed).shuffle(left)
    for match in left:
        try:
            matches.finish(store, records[match.id])
            first += 1
        except matches.AlreadyFinished:
            pass
print(first)
"""


def whole(path: Path, match: str) -> bool:
    """Whether a match is finished with all that belongs to it; anything between that and nothing fails the test."""
    with database.open(path) as store:
        found = matches.find(store, match)
        assert found
        parts = [
            found.is_finished,
            transcripts.text(store, match) is not None,
            all(seat.place for seat in found.seats),
            found.seats[-1].faults == 2,
            len(ratings.of_match(store, match)) == len(found.players),
        ]
        assert len(set(parts)) == 1, parts
        assert ratings.rebuild(store, "main") == []
        assert store.rows("PRAGMA integrity_check") == [{"integrity_check": "ok"}]
        assert store.rows("PRAGMA foreign_key_check") == []
    return found.is_finished


def test_a_referee_killed_before_any_statement_of_a_finish_leaves_all_or_nothing(
    path: Path, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    with database.open(path) as store:
        run = begin(store, ("ann", "bob", "cy"), ("bob", "ann"), ("cy", "ann"))
        first, late, last = matches.unplayed(store, run.id)
        matches.finish(store, record(first))
        matches.finish(store, record(last))
    result = record(late, (2, 1))
    child = subprocess.run(
        [sys.executable, "-c", KILLED_AT_EACH_STATEMENT, str(path), pickle.dumps(result).hex()],
        capture_output=True,
        text=True,
        check=True,
    )
    unhurt = Path(child.stdout.strip())
    killed = sorted(set(path.parent.glob("*.killed-*[0-9]")) - {unhurt})
    assert len(killed) > 10
    assert whole(unhurt, late.id)
    with database.open(unhurt) as store:
        expected = ratings.standings(store, "main")
    for left in killed:
        assert not whole(left, late.id)
        with database.open(left) as store:
            matches.finish(store, result)
            assert ratings.standings(store, "main") == expected


@pytest.fixture
def a_run_and_how_it_ends(random_run: Callable[..., Run], record: Callable[..., MatchRecord]) -> RunAndItsEnd:
    """Stores a run of 200 matches; with their records, and the ladder that these give if nobody is disturbed."""

    def a_run_and_how_it_ends(path: Path, rng: random.Random) -> tuple[Run, dict[str, MatchRecord], list[Standing]]:
        with database.open(path) as store:
            run = random_run(store, 200, rng)
            records = {
                match.id: record(match, [rng.randint(1, len(match.players)) for _ in match.players])
                for match in matches.unplayed(store, run.id)
            }
        alone = path.with_suffix(".alone")
        shutil.copy(path, alone)
        with database.open(alone) as store:
            for result in records.values():
                matches.finish(store, result)
            return run, records, ratings.standings(store, "main")

    return a_run_and_how_it_ends


def test_a_run_killed_again_and_again_at_random_ends_as_if_it_had_been_left_alone(
    path: Path, a_run_and_how_it_ends: RunAndItsEnd, seed: int
) -> None:
    rng = random.Random(seed)
    run, records, expected = a_run_and_how_it_ends(path, rng)
    finished: list[str] = []
    kills = 0
    while len(finished) < len(records):
        with subprocess.Popen(
            [sys.executable, "-c", PLAYS_ON, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as referee:
            assert referee.stdin
            assert referee.stdout
            referee.stdin.write(pickle.dumps(records))
            referee.stdin.close()
            said = [referee.stdout.readline().decode().strip() for _ in range(rng.randint(1, 40))]
            referee.kill()
        kills += 1
        with database.open(path) as store:
            before = len(finished)
            finished = [match.id for match in matches.of_run(store, run.id) if match.is_finished]
            assert len(finished) > before
            assert {match for match in said if match} <= set(finished)
            assert ratings.rebuild(store, "main") == []
    assert kills > 1
    with database.open(path) as store:
        assert ratings.standings(store, "main") == expected
    assert all(whole(path, match) for match in records)


def test_referees_that_play_the_same_matches_at_the_same_time_rate_each_of_them_once(
    path: Path, a_run_and_how_it_ends: RunAndItsEnd, seed: int
) -> None:
    _, records, expected = a_run_and_how_it_ends(path, random.Random(seed))
    referees = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYS_BESIDE_ANOTHER, str(path), str(seed + number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for number in range(3)
    ]
    for referee in referees:
        assert referee.stdin
        referee.stdin.write(pickle.dumps(records))
    said = []
    for referee in referees:
        assert referee.stdin
        referee.stdin.close()
    for referee in referees:
        assert referee.stdout
        said.append(referee.stdout.read().decode().split())
        referee.stdout.close()
        assert referee.wait() == 0
    assert sum(int(first) for (first,) in said) == len(records)
    assert all(whole(path, match) for match in records)
    with database.open(path) as store:
        assert ratings.standings(store, "main") == expected
