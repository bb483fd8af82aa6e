"""A league of honest bots and rogues that two referees play, of which one is killed again and again.

It ends as if one referee had played it undisturbed: every match counts once, and no honest bot pays for anything.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator, Set
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import parlour
from parlour.serving import running
from referee.cli import main
from referee.rogues.rogue import Rogue
from referee.store import database, transcripts

PATIENCE_S = 60.0
"""What fails after this long would never have ended."""

KILLS = 4
HONEST = ("ann", "bob")
ROGUES = ("huge", "illegal", "end_silent")

# An honest bot has more time than a busy machine takes, and no rogue takes all the time that it has.
LEAGUE = """\
[tournament]
name = "league"
game = "payday"
options = { months = 1 }
format = "round-robin"
seats = 2
rounds = 2
seed = 11
concurrency = 4
allow_hosts = ["127.0.0.1"]

[time]
start_ms = 30000
move_ms = 60000

[policy]
max_strikes = 1
"""

FINISHED = """
    CREATE TABLE witness (match TEXT);
    CREATE TRIGGER witness_finished AFTER UPDATE OF state ON matches WHEN NEW.state = 'finished'
        BEGIN INSERT INTO witness VALUES (NEW.id); END;
"""


class Gate:
    """Every question to an honest bot passes it. It is closed at first, and closes again at the questions told."""

    def __init__(self) -> None:
        self.asked = 0
        self._closes_at: Set[int] = frozenset()
        self._is_open = False
        self._changed = threading.Condition()

    def pass_through(self) -> None:
        """Wait until the gate is open; the question at which it closes does not pass before it opens again."""
        with self._changed:
            self._await(is_open=True)
            self.asked += 1
            if self.asked in self._closes_at:
                self._turn(is_open=False)
                self._await(is_open=True)

    def close_at(self, questions: Set[int]) -> None:
        """Close now, count the questions from 1 again, and close at these."""
        with self._changed:
            self.asked = 0
            self._closes_at = questions
            self._turn(is_open=False)

    def open(self) -> None:
        """Let every question pass."""
        with self._changed:
            self._turn(is_open=True)

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Inside, no honest bot answers; afterwards the gate is open."""
        with self._changed:
            self._await(is_open=False)
        yield
        self.open()

    def _turn(self, *, is_open: bool) -> None:
        self._is_open = is_open
        self._changed.notify_all()

    def _await(self, *, is_open: bool) -> None:
        assert self._changed.wait_for(lambda: self._is_open is is_open, PATIENCE_S), f"{self.asked} questions"


@pytest.fixture
def gate() -> Iterator[Gate]:
    """The gate of the honest bots; at the end nobody waits at it."""
    gate = Gate()
    yield gate
    gate.open()


@pytest.fixture
def told() -> list[tuple[str, str]]:
    """The matches of which an honest bot was told how they ended, with the bot's name."""
    return []


@pytest.fixture
def league(gate: Gate, told: list[tuple[str, str]], tmp_path: Path) -> Iterator[Path]:
    """The file of a tournament between honest bots and rogues, all of them served by this process."""

    class Honest(parlour.Bot):
        """Answers at random, the same each time it is asked."""

        def choose(self, question: parlour.Question) -> parlour.Json:
            gate.pass_through()
            return parlour.choose(question.options, question.rng)

        def end(self, result: parlour.MatchResult) -> None:
            told.append((result.match, self.name))

    with ExitStack() as served:
        urls = {name: served.enter_context(running(type(name, (Honest,), {}))) for name in HONEST}
        urls |= {name: served.enter_context(Rogue(name)).url for name in ROGUES}
        bots = "".join(f'\n[[bot]]\nname = "{name}"\nurl = "{url}"\n' for name, url in urls.items())
        path = tmp_path / "league.toml"
        path.write_text(LEAGUE + bots, "utf-8")
        yield path


@pytest.fixture
def play(league: Path) -> Iterator[Any]:
    """Starts a referee that plays the league on the database given, and waits until it begins with the matches."""
    started: list[subprocess.Popen[str]] = []

    def play(db: Path) -> subprocess.Popen[str]:
        command = [sys.executable, "-X", "faulthandler", "-m", "referee", "tournament", "run", league, "--db", db]
        command += ["--lease", "3600"]  # so that what a killed referee held is free because it is gone, and at once
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")
        started.append(process)
        assert process.stdout
        for line in process.stdout:
            if line.startswith('tournament "league", run 1,'):
                return process
        pytest.fail(f"did not begin: {process.communicate()}")

    yield play
    for process in started:
        with process:
            process.kill()


def with_witness(db: Path) -> Path:
    """A database without a run that notes each time that a match is finished."""
    with database.open(db) as store:
        store.db.executescript(FINISHED)
    return db


def call(*words: object) -> str:
    """What a command prints that must succeed."""
    done = CliRunner().invoke(main, [str(word) for word in words], prog_name="referee", catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def rows(db: Path, sql: str) -> list[tuple[Any, ...]]:
    """All rows of a query."""
    with database.open_existing(db) as store:
        return [tuple(row.values()) for row in store.rows(sql)]


def outcome(db: Path) -> dict[str, Any]:
    """All that came of the league but moments, durations, and the evidence of faults, which tells of them."""
    tournament = json.loads(call("tournament", "show", "league", "--json", "--db", db))
    del tournament["created_at"]
    faults = "SELECT match, seat, turn, question, kind, strikes FROM faults ORDER BY match, seat, number"
    with database.open_existing(db) as store:
        played = [transcripts.text(store, match["id"]) for match in tournament["matches"]]
    return {
        "ladder": call("ladder", "show", "--json", "--db", db),
        "tournament": json.dumps(tournament),
        "faults": rows(db, faults),
        "transcripts": played,
    }


def assert_ended(process: subprocess.Popen[str]) -> None:
    """The process ends by itself, and well."""
    try:
        _, err = process.communicate(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        pytest.fail(f"not ended: {process.communicate()}")
    assert (process.returncode, err) == (0, "")


def test_a_league_whose_referees_are_killed_ends_as_if_undisturbed_and_no_honest_bot_has_a_fault(
    league: Path, gate: Gate, told: list[tuple[str, str]], play: Any, tmp_path: Path, seed: int
) -> None:
    gate.open()
    alone = with_witness(tmp_path / "alone.sqlite")
    call("tournament", "run", league, "--db", alone)
    told.clear()

    rng = random.Random(seed)
    kills = frozenset(rng.sample(range(1, gate.asked + 1), KILLS))
    print(f"killed at questions {sorted(kills)} of {gate.asked}")
    gate.close_at(kills)
    shared = with_witness(tmp_path / "shared.sqlite")
    referees = [play(shared), play(shared)]
    gate.open()
    for kill in range(KILLS):
        with gate.closed():  # with a match in play: at the last kill both end, so that it is begun anew for certain
            for killed in (0, 1) if kill == KILLS - 1 else (rng.randrange(2),):
                referees[killed].kill()
                referees[killed].wait()
                referees[killed] = play(shared)
    for process in referees:
        assert_ended(process)

    assert outcome(shared) == outcome(alone)
    assert "equal to the last digit" in call("ladder", "rebuild", "--db", shared)
    assert "20 matches verified, 0 with differences" in call("match", "verify", "--all", "--db", shared)
    finished = sorted(rows(shared, "SELECT match FROM witness"))
    assert finished == sorted(rows(shared, "SELECT id FROM matches"))
    assert len(told) == len(set(told))
    assert rows(shared, "SELECT 1 FROM matches WHERE attempts > 1")
    at_fault = "SELECT DISTINCT s.bot FROM faults AS f JOIN seats AS s ON s.match = f.match AND s.seat = f.seat"
    assert {bot for (bot,) in rows(shared, at_fault)} == {"huge", "illegal"}
