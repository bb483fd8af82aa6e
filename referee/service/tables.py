"""The tables of tournaments, made again only when another match has ended, and not all the time.

A table is made from all matches of its run. With thousands of them that takes a while, and everybody may ask.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import cast

from flask import Flask, current_app

from referee.service.database import store
from referee.store import matches
from referee.store.matches import StoredSeat
from referee.store.tournaments import Run
from referee.tournament.standings import SeatResult, Standing, table

SHARE = 10
"""A table may be out of date for as many times as long as it took to make."""

MOST_KEPT = 256

_KEY = "referee.tables"


@dataclass(frozen=True)
class _Made:
    """A table, after how many matches it was made, and until when it will do."""

    standings: tuple[Standing, ...]
    finished: int
    until: float


def install(app: Flask) -> None:
    """Give the app its memory."""
    app.extensions[_KEY] = {}


def standings_of(run: Run) -> tuple[Standing, ...]:
    """The table of a run after the matches that have ended."""
    kept = cast("dict[int, _Made]", current_app.extensions[_KEY])
    made = kept.get(run.id)
    if made is None or (made.finished != run.finished and time.monotonic() > made.until):
        if len(kept) >= MOST_KEPT:
            kept.clear()
        made = kept[run.id] = _make(run)
    return made.standings


def _make(run: Run) -> _Made:
    began = time.monotonic()
    played = [match for match in matches.of_run(store(), run.id) if match.is_finished]
    bots = [bot["name"] for bot in run.plan["bots"]]
    standings = table(bots, [[_result(seat) for seat in match.seats] for match in played])
    now = time.monotonic()
    return _Made(standings, run.finished, now + SHARE * (now - began))


def _result(seat: StoredSeat) -> SeatResult:
    """How a finished match went for a seat: what a finished match lacks, the store has refused."""
    assert seat.place is not None
    assert seat.strikes is not None
    assert seat.forfeited is not None
    return SeatResult(seat.bot, seat.place, seat.faults, seat.strikes, seat.forfeited)
