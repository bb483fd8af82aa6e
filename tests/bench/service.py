"""A service with 200 bots on one ladder: how many matches it plays, and how it answers meanwhile.

Its matches a minute stand beside those of `referee tournament run` with the same bots, its answers beside those of the
same service while nothing is played, and those of a caller among 120 that drip beside those of one that is alone. What
is compared takes turns, so that what else the machine does meets both.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import ladder_with_past
from beside import beside, heading
from callers import dripping, quantile, times_ms
from many_bots import Course, served

from referee.store import database

BOTS = [f"bot-{number}" for number in range(200)]
PLACES = 8
ROUNDS = 3
WINDOW_S = 12.0
"""So long matches are counted, from the first that ends on."""

LISTS = ("/api/ladders/spring/standings", "/api/matches?limit=50", "/api/bots")
CALLS = 200
"""How often each of them is asked for."""

DRIPPING = 120
HONEST = ("/api/ladders",)
HONEST_CALLS = 400
PATIENCE_S = 60.0

CUP = """\
[tournament]
name = "cup"
game = "payday"
options = {{ months = 1 }}
format = "round-robin"
seats = 2
rounds = 1
concurrency = {places}
allow_hosts = ["127.0.0.1"]
"""

BOT = """
[[bot]]
name = "{name}"
url = "{url}"
key_env = "{variable}"
"""


def variable(name: str) -> str:
    """The environment variable with the key of a bot."""
    return "KEY_OF_" + name.replace("-", "_").upper()


@contextlib.contextmanager
def referee(*words: str | Path, more: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen[str]]:
    """A command in a process of its own, ended with the block as a person would end it."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    with (
        log.open("a") as errors,
        subprocess.Popen(
            [sys.executable, "-m", "referee", *words],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**environment, **more},
        ) as process,
    ):
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.communicate(timeout=PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()


def finished(db: Path) -> int:
    """How many matches have been played."""
    if not db.exists():
        return 0
    with database.open_existing(db) as store:
        return int(store.rows("SELECT count(*) AS n FROM matches WHERE state = 'finished'")[0]["n"])


def a_minute(db: Path) -> float:
    """How many matches end in a minute, counted from the next one on."""
    before, ends = finished(db), time.monotonic() + PATIENCE_S
    while (first := finished(db)) == before:
        assert time.monotonic() < ends, f"no match has ended in {PATIENCE_S:.0f} s"
        time.sleep(0.02)
    began = time.monotonic()
    time.sleep(WINDOW_S)
    return (finished(db) - first) / (time.monotonic() - began) * 60


def rates(folder: Path, course: Course, service: Mapping[str, str]) -> tuple[float, float]:
    """Matches a minute on the ladder and in the tournament: the means of windows that take turns."""
    cup = folder / "cup.toml"
    bots = (BOT.format(name=name, url=url, variable=variable(name)) for name, url in course.urls.items())
    cup.write_text(CUP.format(places=PLACES) + "".join(bots))
    keys = {variable(name): key for name, key in course.keys.items()}
    ladder, tournament = [], []
    for _ in range(ROUNDS):
        db = folder / "course.sqlite"
        with referee("worker", "--db", db, "--places", str(PLACES), more=service, log=folder / "worker.log"):
            ladder.append(a_minute(db))
        db = folder / "cup.sqlite"
        with referee("tournament", "run", cup, "--db", db, more=keys, log=folder / "cup.log"):
            tournament.append(a_minute(db))
    return sum(ladder) / ROUNDS, sum(tournament) / ROUNDS


def under_load(url: str, folder: Path, service: Mapping[str, str]) -> None:
    """Print how long lists take, with a worker at work and with none."""
    idle = times_ms(url, LISTS, CALLS)
    db = folder / "course.sqlite"
    with referee("worker", "--db", db, "--places", str(PLACES), more=service, log=folder / "worker.log"):
        before, ends = finished(db), time.monotonic() + PATIENCE_S
        while finished(db) == before:
            assert time.monotonic() < ends, "the worker plays nothing"
            time.sleep(0.02)
        busy = times_ms(url, LISTS, CALLS)
        assert finished(db) > before + PLACES, "the worker played hardly anything meanwhile"
    heading(f"the API with {PLACES} matches in play, {CALLS} calls of each, one after another")
    for path in LISTS:
        for share in (0.5, 0.99):
            what = f"p{share * 100:.0f} of {path}"
            beside(what, quantile(busy[path], share), quantile(idle[path], share), "ms", "nothing is played")


def among_drips(url: str) -> None:
    """Print how long an honest caller waits among those that drip, and alone; the best of rounds that take turns."""
    alone, among = [], []
    for _ in range(ROUNDS):
        alone.append(quantile(times_ms(url, HONEST, HONEST_CALLS)[HONEST[0]], 0.99))
        with dripping(url, DRIPPING):
            among.append(quantile(times_ms(url, HONEST, HONEST_CALLS)[HONEST[0]], 0.99))
    heading(f"an honest caller among {DRIPPING} that send a byte each 0.2 s, {ROUNDS} x {HONEST_CALLS} calls")
    beside(f"p99 of {HONEST[0]}", min(among), min(alone), "ms", "the same caller alone")
    assert min(among) <= 2 * min(alone), "callers that drip keep an honest one waiting"


def measure(folder: Path, course: Course) -> None:
    """Print the tables."""
    db = folder / "course.sqlite"
    with database.open(db) as store:
        ladder_with_past.open_ladder(store, "spring")
        ladder_with_past.enter(store, "spring", course.urls, course.keys)
    service = {"REFEREE_ALLOW_HOSTS": "127.0.0.1", "REFEREE_REQUESTS_PER_MINUTE": "1000000"}
    ladder, tournament = rates(folder, course, service)
    heading(f"{len(BOTS)} bots on a ladder, {PLACES} matches side by side")
    beside("matches a minute", ladder, tournament, "", "referee tournament run, the same bots")
    log = folder / "serve.log"
    with referee("serve", "--no-worker", "--port", "0", "--db", db, more=service, log=log) as process:
        assert process.stdout is not None
        lines = iter(process.stdout.readline, "")
        url = next(line.split("listens at ")[1].split(";")[0] for line in lines if "listens at" in line)
        under_load(url, folder, service)
        among_drips(url)


def main() -> None:
    """Serve the bots, and measure."""
    with tempfile.TemporaryDirectory() as folder, served(BOTS) as course:
        measure(Path(folder), course)


main()
