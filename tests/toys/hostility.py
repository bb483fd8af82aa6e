"""What tests of hostile calls share: a caller of whose calls nothing may come, and how a refusal is read."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import midterm
from flask import Flask
from midterm import Term
from werkzeug.test import TestResponse

from referee.store import backup, database

JSON = "application/json"
SQL = "'); DROP TABLE bots; --"
URL = "https://bots.example/"
Send = Callable[..., TestResponse]

READS_JSON = {
    ("POST", "/api/accounts"): {"invitation": "ri_" + "x" * 32, "name": "zoe"},
    ("POST", "/api/me/keys"): {"note": "more"},
    ("POST", "/api/invitations"): {"role": "player"},
    ("POST", "/api/bots"): {"name": "new", "url": URL},
    ("PATCH", "/api/bots/ann-1"): {"url": URL},
    ("POST", "/api/bots/ann-1/bench"): {"reason": "too loud"},
    ("POST", "/api/ladders"): {"toml": ""},
    ("PATCH", "/api/ladders/spring"): {"state": "paused"},
    ("POST", "/api/challenges"): {"bots": ["ann-1", "bob-1"], "game": "payday"},
    ("POST", "/api/tournaments"): {"toml": ""},
}
"""Every call that takes a body, with one as it should be."""


@contextmanager
def harmless(app: Flask, term: Term, path: Path) -> Iterator[Send]:
    """Calls the service as somebody, by default the organiser; at the end nothing may have come of it."""
    midterm.begin_anew(app, term, path)
    before = midterm.stored(path)

    def send(method: str, target: str, body: bytes | None = None, role: str = "olga", **more: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {term.keys[role]}", **more.pop("headers", {})}
        kind = {} if body is None else {"content_type": JSON, "data": body}
        return app.test_client().open(target, method=method, headers=headers, **(kind | more))

    yield send
    assert midterm.stored(path) == before, "a call that was refused changed something"
    with database.open(path) as store:
        assert backup.check(store) == []
    assert [send("GET", each).status_code for each in ("/api/me", "/api/bots", "/api/matches", "/docs")] == [200] * 4


def refused(answer: TestResponse, *statuses: int) -> list[str]:
    """The places of a problem, which has one of these statuses; each as it stands there, without the detail."""
    assert answer.status_code in statuses, f"{answer.status_code} {answer.text[:300]}"
    assert answer.content_type == "application/problem+json"
    problem = json.loads(answer.data)
    assert problem["status"] == answer.status_code
    assert problem["instance"] == f"urn:uuid:{answer.headers['X-Request-Id']}"
    assert len(answer.data) < 20_000
    assert problem["detail"].isprintable()
    errors = problem.get("errors", [])
    assert all(error["detail"].isprintable() for error in errors)
    return [error.get("pointer") or error.get("parameter") or error["header"] for error in errors]
