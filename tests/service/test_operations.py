"""What is told to whoever watches: up, ready, figures; and the documentation of the API."""

import re
import resource
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from referee.match import FaultRecord, MatchRecord
from referee.service import blueprint
from referee.service import database as databases
from referee.service.app import create_app
from referee.service.config import Config
from referee.service.database import Stores
from referee.service.ending import ending
from referee.store import accounts, entrants, hosted, matches, workers
from referee.store.database import Store, timestamp


def alive(store: Store, ago_s: float = 0.0) -> None:
    """A worker gave a sign of life so long ago."""
    workers.seen(store, 7, time.time() - ago_s, 0, 4)


def figures(client: Any) -> dict[str, float]:
    """Every sample of /metrics by its name and labels."""
    response = client.get("/metrics")
    assert response.status_code == 200
    families = text_string_to_metric_families(response.get_data(as_text=True))
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


def test_a_process_that_answers_is_up_whatever_the_database_does(tmp_path: Path) -> None:
    (tmp_path / "referee.sqlite").write_text("no database at all, but a text that is long enough to be looked at")
    client = create_app(Config(database=tmp_path / "referee.sqlite")).test_client()
    assert client.get("/healthz").get_json() == {"status": "up"}
    ready = client.get("/readyz")
    assert (ready.status_code, ready.get_json()["reasons"]) == (503, ["the database cannot be written"])


def test_it_is_ready_when_the_database_can_be_written_and_a_worker_is_alive(anonymous: Any, store: Store) -> None:
    alive(store)
    response = anonymous.get("/readyz")
    assert (response.status_code, response.get_json()) == (
        200,
        {"ready": True, "reasons": [], "workers": 1, "backlog": 0},
    )


@pytest.mark.parametrize("ago_s", [None, 61.0])
def test_it_is_not_ready_without_a_worker_that_is_alive(anonymous: Any, store: Store, ago_s: float | None) -> None:
    if ago_s is not None:
        alive(store, ago_s)
    response = anonymous.get("/readyz")
    assert response.status_code == 503
    assert response.get_json()["reasons"] == ["no worker gave a sign of life in the last 60 seconds"]


def test_where_no_worker_is_required_none_is_missed(tmp_path: Path) -> None:
    app = create_app(Config(database=tmp_path / "referee.sqlite", worker_required=False))
    assert app.test_client().get("/readyz").status_code == 200
    databases.stores(app).close()


def test_it_is_not_ready_while_another_process_keeps_the_database_to_itself(
    app: Flask, anonymous: Any, store: Store
) -> None:
    alive(store)
    databases.install(app, Stores(store.path, timeout_s=0.05))
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    response = anonymous.get("/readyz")
    other.execute("ROLLBACK")
    other.close()
    assert (response.status_code, response.get_json()["reasons"]) == (503, ["the database cannot be written"])
    assert anonymous.get("/readyz").status_code == 200
    databases.stores(app).close()


def test_it_is_not_ready_when_it_is_about_to_end(app: Flask, anonymous: Any, store: Store) -> None:
    alive(store)
    ending(app).set()
    assert anonymous.get("/readyz").get_json()["reasons"] == ["the service is about to end"]


def test_it_is_not_ready_when_the_disk_has_no_room(anonymous: Any, store: Store) -> None:
    alive(store)
    assert anonymous.get("/readyz").status_code == 200
    with no_longer_than(store.path.with_name(f"{store.path.name}-wal").stat().st_size):
        response = anonymous.get("/readyz")
    reasons = ["the database cannot be written: the disk is full or does not work"]
    assert (response.status_code, response.get_json()["reasons"]) == (503, reasons)
    assert anonymous.get("/readyz").status_code == 200


@contextmanager
def no_longer_than(size: int) -> Iterator[None]:
    """Inside, no file of this process can grow beyond so many bytes, as if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_asking_whether_it_is_ready_changes_nothing(anonymous: Any, store: Store) -> None:
    alive(store)
    before = list(store.db.conn.iterdump()), store.rows("PRAGMA user_version"), store.rows("PRAGMA schema_version")
    assert anonymous.get("/readyz").status_code == 200
    after = list(store.db.conn.iterdump()), store.rows("PRAGMA user_version"), store.rows("PRAGMA schema_version")
    assert after == before


def test_calls_are_counted_by_their_rule_and_never_by_a_name(anonymous: Any, store: Store) -> None:
    for path in ("/api/bots/secret-name", "/api/bots/other-name", "/nothing/here", "/else"):
        anonymous.get(path)
    found = figures(anonymous)
    assert found["referee_calls_total GET /api/bots/<name> 404"] == 2
    assert found["referee_calls_total (any) (none) 404"] == 2
    assert found["referee_call_seconds_count /api/bots/<name>"] == 2
    assert not [name for name in found if "secret-name" in name or "/else" in name]


def test_what_is_stored_is_counted_whichever_process_did_it(anonymous: Any, player: Any, store: Store) -> None:
    workers.seen(store, 7, time.time(), in_play=3, places=4)
    ann = accounts.find(store, "ann")
    assert ann is not None
    for bot in ("amy", "art"):
        entrants.register(store, ann.id, bot, f"https://{bot}.example/", most=9)
    ladder = hosted.open_ladder(store, {"name": "main", "game": "payday/2000", "seats": 2}, account=None)
    with store.writing() as db:
        ids = [
            hosted.append(db, ladder.run, ["amy", "art"], ladder="main", rated=True, now=timestamp()) for _ in range(5)
        ]
        db.execute("UPDATE entrants SET state = 'active'")
        db.execute("UPDATE matches SET attempts = 2, voids = 1, void_reason = 'ours' WHERE id = ?", (ids[0],))
    matches.finish(store, record(ids[0], attempt=2))
    found = figures(anonymous)
    assert {name: value for name, value in found.items() if not name.startswith("referee_call")} == {
        "referee_matches_finished_total": 1,
        "referee_matches_begun_total": 2,
        "referee_matches_voided_total": 1,
        "referee_faults_total timeout": 1,
        "referee_bots active": 2,
        "referee_backlog": 4,
        "referee_workers": 1,
        "referee_matches_in_play": 3,
    }
    assert anonymous.get("/readyz").get_json()["backlog"] == 4


def test_what_waits_for_a_bot_that_is_to_be_checked_is_no_backlog(anonymous: Any, player: Any, store: Store) -> None:
    alive(store)
    ann = accounts.find(store, "ann")
    assert ann is not None
    entrants.register(store, ann.id, "amy", "https://amy.example/", most=9)
    ladder = hosted.open_ladder(store, {"name": "main", "game": "payday/2000", "seats": 1}, account=None)
    with store.writing() as db:
        hosted.append(db, ladder.run, ["amy"], ladder="main", rated=True, now=timestamp())
    assert anonymous.get("/readyz").get_json()["backlog"] == 0


def test_a_method_that_nobody_knows_makes_no_new_figure(anonymous: Any) -> None:
    for method in ("BREW", "STEEP", "DELETE"):
        anonymous.call(method, "/healthz")
    names = [name for name in figures(anonymous) if name.startswith("referee_calls_total")]
    assert names == ["referee_calls_total (any) (none) 405"]


def record(match: str, attempt: int) -> MatchRecord:
    """A match of amy and art in which amy was once too slow."""
    return MatchRecord(
        id=match,
        attempt=attempt,
        game="payday/2000",
        rules="1",
        options={},
        players=("amy", "art"),
        places=(2, 1),
        scores=(0, 1),
        forfeited=(False, False),
        termination="finished",
        faults=(FaultRecord(0, 3, f"{match}-q7", "timeout", "no answer", 1),),
        moves=9,
        seconds=1.0,
        commitment="c0",
        secret="5e",
        nonces=(None, None),
        thought_ms=(1, 1),
        slowest_ms=(1, 1),
        transcript="{}\n",
    )


def document(client: Any) -> dict[str, Any]:
    found = client.get("/openapi.json")
    assert found.content_type == "application/json"
    return found.get_json()  # type: ignore[no-any-return]


def operations(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in described["paths"].items():
        for method in ("get", "post", "put", "patch", "delete"):
            if method in item:
                yield path, method, item[method]


def test_every_call_of_the_api_is_in_the_document(app: Flask, anonymous: Any) -> None:
    described = document(anonymous)
    assert described["openapi"] == "3.1.0"
    there = {(path, method.upper()) for path, method, _ in operations(described)}
    outside = {"/openapi.json", "/docs", "/docs.css"}
    views = {(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule), method) for rule, method, _ in blueprint.views(app)}
    assert there == {(rule, method) for rule, method in views if rule not in outside}


def test_every_call_says_in_a_sentence_what_it_does_and_which_errors_it_has(anonymous: Any) -> None:
    for path, method, call in operations(document(anonymous)):
        assert call["summary"].endswith("."), (method, path)
        assert {"401", "422", "429", "500", "503"} <= call["responses"].keys(), (method, path)
        assert any(status.startswith("2") for status in call["responses"]), (method, path)


def test_the_document_says_which_calls_need_a_key(app: Flask, anonymous: Any) -> None:
    described = document(anonymous)
    (scheme,) = described["components"]["securitySchemes"].items()
    assert scheme[1]["scheme"] == "bearer"
    needed = {(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule), method): role for rule, method, role in blueprint.views(app)}
    for path, method, call in operations(described):
        role = needed[path, method.upper()]
        assert call["security"] == ([{}, {scheme[0]: []}] if role == "public" else [{scheme[0]: []}])
        assert ("403" in call["responses"]) >= (role == "organiser")


class Page(HTMLParser):
    """Collects what a page loads and runs."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.tags: set[str] = set()
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "src" or (name == "href" and tag == "link"):
                self.loads.append(value or "")
            if name.startswith("on") or name == "style":
                self.handlers.append(name)


def test_the_page_of_the_documentation_loads_nothing_from_elsewhere(anonymous: Any) -> None:
    response = anonymous.get("/docs")
    page = Page()
    page.feed(response.get_data(as_text=True))
    assert page.loads == ["/docs.css"]
    assert "script" not in page.tags
    assert page.handlers == []
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'")
    assert "unsafe" not in policy
    sheet = anonymous.get("/docs.css")
    assert sheet.content_type.startswith("text/css")
    assert "url(" not in sheet.get_data(as_text=True)


def test_the_page_shows_every_call(anonymous: Any) -> None:
    text = anonymous.get("/docs").get_data(as_text=True)
    for path, method, call in operations(document(anonymous)):
        assert f'id="{method}-{path}"' in text
        assert call["summary"].replace("'", "&#39;") in text


def test_every_answer_tells_browsers_to_load_nothing_and_guess_nothing(
    anonymous: Any, player: Any, toy: list[Any]
) -> None:
    for response in (
        anonymous.get("/toy"),
        anonymous.get("/nothing"),
        player.get("/api/me"),
        anonymous.get("/healthz"),
    ):
        assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_the_settings_give_the_document_its_server(tmp_path: Path) -> None:
    app = create_app(Config(database=tmp_path / "referee.sqlite", public_url="https://ladder.example"))
    found = app.test_client().get("/openapi.json").get_json()
    assert found["servers"] == [{"url": "https://ladder.example"}]


def test_each_thread_has_a_store_of_its_own(tmp_path: Path, run_in_thread: Callable[[Callable[[], Any]], Any]) -> None:
    stores = Stores(tmp_path / "referee.sqlite")
    here = stores.store()
    assert stores.store() is here
    assert run_in_thread(lambda: stores.store() is here) is False
    stores.close()
    assert stores.store() is not here
    stores.close()


@pytest.fixture
def run_in_thread() -> Callable[[Callable[[], Any]], Any]:
    """Runs a function in a thread and gives what it returns."""

    def run(do: Callable[[], Any]) -> Any:
        results: list[Any] = []
        thread = threading.Thread(target=lambda: results.append(do()))
        thread.start()
        thread.join()
        return results[0]

    return run
