"""What it costs the API to list and to show things once a ladder has 20,000 matches, beside one that has none.

The app answers in this process, and its CPU is counted, so neither the network nor what else the machine does is in the
figures. No median may be beyond 50 ms.
"""

from __future__ import annotations

import io
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import ladder_with_past
from beside import beside, heading
from flask import Flask

from referee.service import database as databases
from referee.service import logs
from referee.service.app import create_app
from referee.service.config import Config
from referee.store import accounts, database, hosted
from referee.tournament.pairing import Pairing

BOTS = [f"bot-{number}" for number in range(200)]
MATCHES = 20_000
TOURNAMENT = 5_000
CALLS = 25
MOST_MS = 50

CUP = {
    "game": "payday/2000",
    "rules": "1",
    "options": {"months": 1},
    "seats": 2,
    "rounds": 1,
    "ladder": "cup",
    "format": "round-robin",
    "bots": [{"name": name} for name in BOTS],
    "time": {"start_ms": 5000, "move_ms": 2000, "bank_ms": 60000},
    "policy": {"max_strikes": 5, "reask": True},
}

PATHS = (
    "/api/ladders",
    "/api/ladders/spring",
    "/api/ladders/spring/standings",
    "/api/ladders/spring/history?bot=bot-7",
    "/api/ladders/spring/bots/bot-7",
    "/api/bots",
    "/api/bots?owner=owner-10",
    "/api/bots/bot-7",
    "/api/bots/bot-7/history?ladder=spring",
    "/api/matches?limit=50",
    "/api/matches?ladder=spring",
    "/api/matches?ladder=autumn",
    "/api/matches?ladder=nobody's",
    "/api/matches?bot=bot-7",
    "/api/matches?bot=late",
    "/api/matches?ladder=spring&bot=late",
    "/api/matches?ladder=spring&bot=bot-7&state=finished",
    "/api/matches?state=finished",
    "/api/matches?state=playing",
    "/api/matches?state=scheduled",
    "/api/matches?ladder=spring&state=scheduled",
    "/api/matches?tournament=cup",
    "/api/matches?tournament=cup&state=finished",
    "/api/tournaments",
    "/api/tournaments/cup",
    "/api/tournaments/cup/runs/1",
    "/metrics",
    "/readyz",
)


def prepared(path: Path, matches: int, tournament: int) -> Flask:
    """The app on a database whose ladder has so many matches, with a tournament of so many that is not yet played."""
    urls = {name: f"http://127.0.0.1:9999/{name}" for name in (*BOTS, "late")}
    with database.open(path) as store:
        for ladder in ("spring", "autumn"):
            ladder_with_past.open_ladder(store, ladder)
        ladder_with_past.enter(store, "spring", urls, dict.fromkeys(urls, "whsec_none"))
        ladder_with_past.play(store, "spring", BOTS, matches)
        cup = accounts.add(store, "olga", "organiser")
        hosted.begin_tournament(
            store,
            name="cup",
            digest="cup",
            plan=CUP,
            secret=b"cup",
            ladder="cup",
            pairings=[Pairing(number, 0, (BOTS[number % 200], "late")) for number in range(tournament)],
            account=cup.id,
        )
    return create_app(Config(database=path, requests_per_minute=1_000_000, worker_required=False))


def medians_ms(app: Flask, paths: Sequence[str]) -> list[float]:
    """The CPU of a GET of each path, in the median of its calls."""
    client = app.test_client()
    found = []
    for path in paths:
        times = []
        for _ in range(CALLS):
            began = time.process_time()
            response = client.get(path)
            times.append((time.process_time() - began) * 1000)
            assert response.status_code == 200, f"{path}: {response.status_code} {response.text}"
        found.append(statistics.median(times))
    return found


def main() -> None:
    """Measure both, and say which is too slow."""
    logs.configure_calls("info", io.StringIO())
    with tempfile.TemporaryDirectory() as folder:
        few = prepared(Path(folder) / "few.sqlite", matches=0, tournament=1)
        many = prepared(Path(folder) / "many.sqlite", MATCHES, TOURNAMENT)
        without, with_past = medians_ms(few, PATHS), medians_ms(many, PATHS)
        heading(
            f"CPU of a GET: {MATCHES:,} matches on the ladder, {TOURNAMENT:,} of a tournament to be played; medians"
        )
        for path, measured, yardstick in zip(PATHS, with_past, without, strict=True):
            beside(path.removeprefix("/api"), measured, yardstick, "ms", "without a match")
        for app in (few, many):
            databases.stores(app).close()
    slow = [path for path, measured in zip(PATHS, with_past, strict=True) if measured > MOST_MS]
    assert not slow, f"slower than {MOST_MS} ms: {', '.join(slow)}"


main()
