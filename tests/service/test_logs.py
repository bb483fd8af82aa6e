"""What is logged: one JSON line a call, that the caller's id leads to, and nothing that is secret."""

import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog

from referee.service import logs

Lines = Callable[[], list[dict[str, Any]]]


def test_each_call_is_one_line_that_its_id_leads_to(player: Any, lines: Lines) -> None:
    response = player.get("/api/me")
    (line,) = [line for line in lines() if line["event"] == "call"]
    assert line["request_id"] == response.headers["X-Request-Id"]
    assert {key: line[key] for key in ("level", "method", "route", "status")} == {
        "level": "info",
        "method": "GET",
        "route": "/api/me",
        "status": 200,
    }
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", line["ts"])
    assert line["ms"] >= 0
    assert line["account"] >= 1


def test_every_call_has_another_id_and_the_caller_cannot_choose_it(anonymous: Any) -> None:
    ids = {anonymous.get("/healthz", headers={"X-Request-Id": "mine"}).headers["X-Request-Id"] for _ in range(20)}
    assert len(ids) == 20
    assert "mine" not in ids


def test_no_name_no_query_and_no_key_of_a_call_is_logged(player: Any, anonymous: Any, logged: io.StringIO) -> None:
    player.get("/api/bots/the-name?token=the-query", headers={"User-Agent": "the-agent", "Cookie": "the=cookie"})
    anonymous.get("/api/bots/the-name/nothing/the-path")
    anonymous.get("/api/me", headers={"Authorization": "Bearer rf_" + "w" * 43})
    assert len(logged.getvalue().splitlines()) == 3
    for word in ("the-name", "the-query", "the-agent", "cookie", "the-path", "www", player.key):
        assert word not in logged.getvalue()


def test_a_call_that_crashes_is_logged_with_its_traceback_in_one_field(
    player: Any, toy: list[Any], lines: Lines
) -> None:
    player.post("/toy", json={"name": "crash"})
    failed, call = lines()
    assert failed["level"] == "error"
    assert failed["exception"].count("\n") > 5
    assert "rf_ccc" not in json.dumps(failed)  # the key in the message of the exception
    assert (call["event"], call["status"]) == ("call", 500)


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """The logging of a whole process, put back at the end."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_what_libraries_say_is_json_too_and_hides_keys(process: io.StringIO) -> None:
    logs.configure("info", process)
    logging.getLogger("waitress").warning("a caller with %s", "rf_" + "s" * 43)
    logging.getLogger("urllib3").info("chatter")
    structlog.get_logger("referee.worker").info("match finished", match="m-1")
    said = [json.loads(line) for line in process.getvalue().splitlines()]
    assert [(line["event"], line["level"]) for line in said] == [
        ("a caller with (hidden)", "warning"),
        ("match finished", "info"),
    ]
    assert all(line["ts"].endswith("Z") for line in said)


def test_what_is_below_the_level_is_not_logged(process: io.StringIO) -> None:
    logs.configure("warning", process)
    structlog.get_logger().info("much")
    structlog.get_logger().warning("little")
    assert [json.loads(line)["event"] for line in process.getvalue().splitlines()] == ["little"]


def test_a_name_that_steers_a_terminal_is_escaped(process: io.StringIO) -> None:
    logs.configure("info", process)
    structlog.get_logger().info("x", bot="[/bold]\x1b[2J\u202e\n{}")
    assert "\x1b" not in process.getvalue()
    assert "\u202e" not in process.getvalue()
    assert len(process.getvalue().splitlines()) == 1
