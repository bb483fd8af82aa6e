"""What never changes of a run, so that it is looked up once: its name, what it was made for, and its plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app

from referee.service.database import store
from referee.store import hosted, tournaments
from referee.store.hosted import Hosted
from referee.store.tournaments import Run

MOST_KNOWN = 4_096
"""So many runs are remembered; then all are forgotten, and looked up again."""

_KEY = "referee.runs"


@dataclass(frozen=True)
class Known:
    """A run as it will always be. What `referee tournament run` has played is of the kind `tournament` too."""

    id: int
    name: str
    number: int
    kind: str
    account: int | None
    plan: Mapping[str, Any]


def install(app: Flask) -> None:
    """Give the app its memory."""
    app.extensions[_KEY] = {}


def known(id: int) -> Known:
    """The run of that id, which a match or a ladder names."""
    memory: dict[int, Known] = current_app.extensions[_KEY]
    found = memory.get(id)
    if found is None:
        if len(memory) >= MOST_KNOWN:
            memory.clear()
        found = memory[id] = _looked_up(id)
    return found


def _looked_up(id: int) -> Known:
    host = hosted.find(store(), id)
    if host is not None:
        return of(host.run, host)
    (run,) = tournaments.by_ids(store(), [id])
    return of(run, None)


def of(run: Run, host: Hosted | None) -> Known:
    """The same of a run that has been read already."""
    kind, account = (host.kind, host.account) if host else ("tournament", None)
    return Known(run.id, run.name, run.number, kind, account, run.plan)
