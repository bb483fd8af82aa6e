"""A league of honest bots and rogues that two referees play while they are killed, beside the same league undisturbed.

It has to end in the same ratings and the same table, and without a fault of an honest bot. Then one referee plays in
this process, and has to let go of all that it held. A seed on the command line chooses the moments of the kills.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from beside import beside, heading

from parlour.protocol.messages import Handshake
from referee.match import MatchRecord
from referee.seats.faults import Fault
from referee.store import database
from referee.store.tournaments import Run
from referee.tournament.plan import read
from referee.tournament.running import run_tournament

ROGUES = ("drip_body", "silent", "huge", "garbage", "stale_id", "deep", "redirect_huge", "reset")
HONEST = ("ann", "bob", "cy", "dan")
ROUNDS = 5
MATCHES = 330
KILLS = 20
LAST_KILL = 0.85
"""The kills come in this part of the time that the undisturbed league took, while there is something left to play."""

START_MS, MOVE_MS, BANK_MS = 600, 300, 600
MOST_GROWTH_MB = 20
PATIENCE_S = 600.0

# Two that answer at random, the same each time that they are asked; one that is cautious, and one that is not.
HONEST_BOTS = """
import contextlib, sys
import parlour
from parlour.bots import Cautious, Random
from parlour.serving import running

class Last(parlour.Bot):
    def choose(self, question):
        return question.options[-1]

with contextlib.ExitStack() as served:
    for name, policy in zip(sys.argv[1:], (Random, Random, Cautious, Last)):
        print(served.enter_context(running(type(name, (policy,), {"max_parallel": 8}))), flush=True)
    sys.stdin.read()
"""

ROGUE_BOTS = """
import contextlib, sys
from referee.rogues.rogue import Rogue

with contextlib.ExitStack() as served:
    for name in sys.argv[1:]:
        print(served.enter_context(Rogue(name, heard=lambda request: None)).url, flush=True)
    sys.stdin.read()
"""

LEAGUE = """\
[tournament]
name = "league"
game = "payday"
options = {{ months = 1 }}
format = "round-robin"
seats = 2
rounds = {rounds}
seed = 5
concurrency = 8
allow_hosts = ["127.0.0.1"]

[time]
start_ms = {START_MS}
move_ms = {MOVE_MS}
bank_ms = {BANK_MS}

[policy]
max_strikes = 1
"""

WITNESS = """
CREATE TABLE witness (match TEXT);
CREATE TRIGGER witness_finished AFTER UPDATE OF state ON matches WHEN NEW.state = 'finished'
    BEGIN INSERT INTO witness VALUES (NEW.id); END;
"""


class Held(NamedTuple):
    """What this process holds."""

    threads: int
    files: int
    megabytes: float


class Silent:
    """A listener to whom nothing need be told."""

    def began(self, run: Run, *, resumed: bool) -> None: ...
    def bot_is_ready(self, name: str, handshake: Handshake) -> None: ...
    def bot_failed(self, name: str, fault: Fault) -> None: ...
    def moved(self) -> None: ...
    def finished(self, record: MatchRecord) -> None: ...
    def finished_elsewhere(self, match: str) -> None: ...
    def voided(self, match: str, trace: str) -> None: ...


@contextlib.contextmanager
def served(code: str, names: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Bots in a process of their own, by their names the addresses."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *names], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield {name: process.stdout.readline().strip() for name in names}


def write(path: Path, rounds: int, urls: dict[str, str]) -> Path:
    """The file of a league of so many rounds."""
    text = LEAGUE.format(rounds=rounds, START_MS=START_MS, MOVE_MS=MOVE_MS, BANK_MS=BANK_MS)
    path.write_text(text + "".join(f'\n[[bot]]\nname = "{name}"\nurl = "{url}"\n' for name, url in urls.items()))
    return path


def referee(*words: str | Path) -> subprocess.Popen[str]:
    """A command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "referee", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def said(process: subprocess.Popen[str]) -> str:
    """What the command prints, which must succeed."""
    out, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, err) == (0, ""), f"{process.args}: {process.returncode} {out} {err}"
    return out


def witnessed(db: Path) -> Path:
    """A database without a run that notes each time that a match is finished."""
    with database.open(db) as store:
        store.db.executescript(WITNESS)
    return db


def undisturbed(league: Path, db: Path) -> float:
    """How many seconds one referee takes for the league."""
    began = time.monotonic()
    said(referee("tournament", "run", league, "--db", db))
    return time.monotonic() - began


def disturbed(league: Path, db: Path, moments: list[float], rng: random.Random) -> float:
    """How many seconds two referees take of which one is killed at each moment, and started again at once."""
    began = time.monotonic()
    run = ("tournament", "run", league, "--db", db)
    referees = [referee(*run), referee(*run)]
    try:
        for moment in moments:
            time.sleep(max(0.0, began + moment - time.monotonic()))
            one = rng.randrange(2)
            assert referees[one].poll() is None, f"a referee has ended before the kill at {moment:.1f} s"
            referees[one].kill()
            referees[one].communicate()
            referees[one] = referee(*run)
        for process in referees:
            said(process)
    finally:
        for process in referees:
            process.kill()
            process.communicate()
    return time.monotonic() - began


def rows(db: Path, sql: str) -> list[tuple[object, ...]]:
    """All rows of a query."""
    with database.open_existing(db) as store:
        return [tuple(row.values()) for row in store.rows(sql)]


def tables(db: Path) -> tuple[str, str]:
    """The ladder and the run with its standings as JSON, without the moment at which it began."""
    run = json.loads(said(referee("tournament", "show", "league", "--json", "--db", db)))
    del run["created_at"]
    return said(referee("ladder", "show", "--json", "--db", db)), json.dumps(run)


def check(db: Path) -> None:
    """Every match was finished exactly once, all records are sound, and no honest bot has a fault."""
    assert len(rows(db, "SELECT * FROM tournaments")) == 1, f"{db}: more than one run"
    finished = sorted(rows(db, "SELECT match FROM witness"))
    assert finished == sorted(rows(db, "SELECT id FROM matches")), f"{db}: matches finished not at all, or twice"
    assert len(finished) == MATCHES, f"{db}: {len(finished)} matches"
    faults = rows(
        db,
        "SELECT s.bot, f.* FROM faults AS f JOIN seats AS s ON s.match = f.match AND s.seat = f.seat ORDER BY s.bot",
    )
    of_honest = [fault for fault in faults if fault[0] in HONEST]
    assert not of_honest, f"{db}: faults of honest bots: {of_honest}"
    assert {fault[0] for fault in faults} == set(ROGUES), f"{db}: rogues without a fault"
    rebuilt = said(referee("ladder", "rebuild", "--db", db))
    assert rebuilt == 'ladder "league": equal to the last digit\n', rebuilt
    verified = said(referee("match", "verify", "--all", "--db", db))
    assert verified == f"{MATCHES} matches verified, 0 with differences\n", verified


def held() -> Held:
    """What this process holds at the moment."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    files = len(list(Path("/proc/self/fd").iterdir()))
    return Held(threading.active_count(), files, pages * os.sysconf("SC_PAGE_SIZE") / 1e6)


def play_here(league: Path, db: Path) -> Held:
    """Play the league in this process; what it holds afterwards."""
    with database.open(db) as store:
        outcome = run_tournament(read(league), store, db.parent / "logs", Silent(), seen=None)
    assert outcome.run.is_finished
    return held()


def slowest_ms(db: Path) -> int:
    """What the slowest answer of an honest bot took."""
    names = ", ".join(f"'{name}'" for name in HONEST)
    ((slowest,),) = rows(db, f"SELECT max(slowest_ms) AS slowest FROM seats WHERE bot IN ({names})")
    assert isinstance(slowest, int)
    return slowest


def measure(folder: Path, urls: dict[str, str], rng: random.Random) -> None:
    """Print the tables."""
    league = write(folder / "league.toml", ROUNDS, urls)
    alone, shared = witnessed(folder / "alone.sqlite"), witnessed(folder / "shared.sqlite")
    alone_s = undisturbed(league, alone)
    moments = sorted(rng.uniform(0, LAST_KILL * alone_s) for _ in range(KILLS))
    shared_s = disturbed(league, shared, moments, rng)
    for db in (alone, shared):
        check(db)
    assert tables(shared) == tables(alone), "the disturbed league ended in other tables"
    attempts = rows(shared, "SELECT sum(attempts) AS attempts, max(attempts) AS most FROM matches")
    ((begun, most),) = attempts
    assert isinstance(begun, int)
    assert isinstance(most, int)

    heading(f"{MATCHES} matches of {len(HONEST)} honest bots and {len(ROGUES)} rogues, two referees, {KILLS} x kill -9")
    beside("seconds, killed again and again", shared_s, alone_s, "s", "one referee, undisturbed")
    beside("matches begun anew", begun - MATCHES, KILLS, "matches", "kills")
    beside("most often that one match was begun", most, 1, "times", "once")
    beside("slowest answer of an honest bot", slowest_ms(shared), MOVE_MS + BANK_MS, "ms", "the time for a move")
    print(
        "  faults of honest bots 0; matches finished exactly once, ratings and tables equal to the byte, records sound"
    )

    one_round = write(folder / "round.toml", 1, urls)
    before = play_here(one_round, folder / "first.sqlite")
    after = play_here(one_round, folder / "second.sqlite")
    heading(f"{MATCHES // ROUNDS} more matches by one referee in one process")
    beside("threads afterwards", after.threads, before.threads, "threads", "before")
    beside("open files and sockets", after.files, before.files, "files", "before")
    beside("resident memory", after.megabytes, before.megabytes, "MB", "before")
    beside("its growth", after.megabytes - before.megabytes, MOST_GROWTH_MB, "MB", "the most that is promised")
    assert after[:2] == before[:2], "threads or sockets were left behind"
    assert after.megabytes - before.megabytes < MOST_GROWTH_MB, "memory has grown"


def main() -> None:
    """Serve the bots, and measure."""
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else secrets.randbits(32)
    print(f"seed {seed}; the same kills again: python tests/bench/league.py {seed}", flush=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(HONEST_BOTS, HONEST) as honest,
        served(ROGUE_BOTS, ROGUES) as rogues,
    ):
        measure(Path(folder), honest | rogues, random.Random(seed))


main()
