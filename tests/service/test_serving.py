"""The server: it listens, outlives slow callers, and ends without cutting anybody off."""

import io
import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from flask import request

from referee.service.config import Config
from referee.service.crew import Crew
from referee.service.ending import ending
from referee.service.serving import CannotListen, Service

PATIENCE_S = 60


class Slow:
    """A view that answers when the test says so."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.go_on = threading.Event()

    def __call__(self) -> str:
        self.begun.set()
        assert self.go_on.wait(PATIENCE_S)
        return "done"


class Player:
    """A worker that plays one match, which ends when the test says so."""

    def __init__(self, settings: Config) -> None:
        self.settings = settings
        self.playing = threading.Event()
        self.stopped = threading.Event()
        self.match_over = threading.Event()
        self.ended = threading.Event()

    def run(self) -> None:
        self.playing.set()
        assert self.stopped.wait(PATIENCE_S)
        assert self.match_over.wait(PATIENCE_S)
        self.ended.set()

    def stop(self) -> None:
        self.stopped.set()


@pytest.fixture
def settings(tmp_path: Path, logged: io.StringIO) -> Config:
    """A port that the system chooses, and few threads."""
    return Config(database=tmp_path / "referee.sqlite", port=0, threads=4, feeds=2, requests_per_minute=100_000)


@contextmanager
def running(service: Service) -> Iterator[threading.Thread]:
    """The service answers in a thread; it is stopped at the end unless the test did so."""
    thread = threading.Thread(target=service.run)
    thread.start()
    try:
        yield thread
    finally:
        service.stop()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def call(service: Service, path: str = "/healthz", **headers: str) -> tuple[int, bytes]:
    with closing(HTTPConnection(service.settings.host, service.settings.port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def in_thread(do: Callable[[], Any]) -> tuple[threading.Thread, list[Any]]:
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.append(do()))
    thread.start()
    return thread, answers


def refuses_callers(service: Service) -> bool:
    """Whether the port is closed, or soon is."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        try:
            call(service)
        except ConnectionError:
            return True
    return False


def test_it_answers_at_the_port_that_the_system_chose(settings: Config) -> None:
    service = Service(settings, None)
    with running(service):
        assert service.settings.port > 0
        assert service.address == f"http://127.0.0.1:{service.settings.port}"
        assert call(service) == (200, b'{"status":"up"}\n')


def test_it_does_not_call_itself_when_a_bot_says_so(settings: Config) -> None:
    service = Service(settings, None)
    with running(service):
        refusal = service.settings.reach.refusal("127.0.0.1", service.settings.port)
        assert refusal is not None
        assert "the referee itself listens" in refusal


def test_a_port_that_is_taken_is_told_in_a_line(settings: Config) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            CannotListen, match=f"^cannot listen at 127.0.0.1 port {port}: another program listens there$"
        ):
            Service(Config(database=settings.database, port=port), None)


def test_an_address_of_another_machine_is_told_in_a_line(settings: Config) -> None:
    with pytest.raises(CannotListen, match=r"^cannot listen at 192\.0\.2\.1 port 0: "):
        Service(Config(database=settings.database, host="192.0.2.1", port=0), None)


def test_callers_that_drip_keep_nobody_waiting(settings: Config) -> None:
    service = Service(settings, None)
    with running(service):
        head = b"POST /api/bots HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n"
        address = ("127.0.0.1", service.settings.port)
        dripping = [socket.create_connection(address, timeout=PATIENCE_S) for _ in range(150)]
        try:
            for number, each in enumerate(dripping):
                each.sendall(head + (b"\r\n{" if number % 2 else b"X-Slow: "))
            began = time.monotonic()
            for number in range(20):
                assert call(service)[0] == 200
                dripping[number].sendall(b" ")
            assert time.monotonic() - began < 20
        finally:
            for each in dripping:
                each.close()


def test_a_body_beyond_all_bounds_is_a_problem(settings: Config) -> None:
    service = Service(settings, None)
    with (
        running(service),
        closing(HTTPConnection("127.0.0.1", service.settings.port, timeout=PATIENCE_S)) as connection,
    ):
        connection.request("POST", "/api/accounts", b"x" * 300_000, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Content-Type"]) == (413, "application/problem+json")


def test_what_is_in_flight_is_answered_and_nothing_new_is_taken(settings: Config) -> None:
    service = Service(settings, None)
    slow = Slow()
    service.app.add_url_rule("/slow", "slow", slow)
    with running(service) as thread:
        caller, answers = in_thread(lambda: call(service, "/slow"))
        assert slow.begun.wait(PATIENCE_S)
        service.stop()
        assert ending(service.app).wait(PATIENCE_S)
        assert refuses_callers(service)
        assert thread.is_alive()
        slow.go_on.set()
        caller.join(PATIENCE_S)
        assert answers == [(200, b"done")]
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def test_it_does_not_wait_for_ever(settings: Config) -> None:
    service = Service(Config(database=settings.database, port=0, threads=4, feeds=2, stop_s=1), None)
    slow = Slow()
    service.app.add_url_rule("/slow", "slow", slow)

    def cut_off() -> bool:
        try:
            call(service, "/slow")
        except OSError:
            return True
        return False

    with running(service) as thread:
        caller, answers = in_thread(cut_off)
        assert slow.begun.wait(PATIENCE_S)
        service.stop()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
        caller.join(PATIENCE_S)
        slow.go_on.set()
        assert answers == [True]


def test_a_stop_that_comes_before_the_start_is_a_stop(settings: Config) -> None:
    service = Service(settings, None)
    service.stop()
    service.run()
    service.stop()


def test_the_worker_is_stopped_and_the_match_in_play_comes_to_its_end(settings: Config) -> None:
    players: queue.Queue[Player] = queue.Queue()

    def make(given: Config) -> Player:
        player = Player(given)
        players.put(player)
        return player

    service = Service(settings, make)
    with running(service) as thread:
        player = players.get(timeout=PATIENCE_S)
        assert player.playing.wait(PATIENCE_S)
        assert player.settings.port == service.settings.port
        service.stop()
        assert player.stopped.wait(PATIENCE_S)
        thread.join(0.5)  # long enough to end, if it did not wait for the match
        assert thread.is_alive()
        player.match_over.set()
        thread.join(PATIENCE_S)
        assert player.ended.is_set()


def test_a_worker_that_dies_is_told_in_the_log_and_started_anew(
    lines: Callable[[], list[dict[str, Any]]],
) -> None:
    made: list[int] = []
    plays = threading.Event()
    over = threading.Event()

    class Frail:
        def __init__(self) -> None:
            made.append(1)
            if len(made) == 1:
                raise OSError("no room")

        def run(self) -> None:
            if len(made) == 2:
                raise ZeroDivisionError
            plays.set()
            assert over.wait(PATIENCE_S)

        def stop(self) -> None:
            over.set()

    crew = Crew(Frail, restart_s=0.01)
    crew.start()
    assert plays.wait(PATIENCE_S)
    crew.stop()
    assert crew.join(PATIENCE_S)
    assert len(made) == 3
    died = [line["exception"] for line in lines() if line["event"] == "the worker died"]
    assert ["OSError: no room" in died[0], "ZeroDivisionError" in died[1]] == [True, True]


@pytest.mark.parametrize(("trusted", "expected"), [(False, b"127.0.0.1"), (True, b"192.0.2.7")])
def test_the_callers_address_is_the_proxys_word_only_where_one_is_trusted(
    settings: Config, trusted: bool, expected: bytes
) -> None:
    service = Service(Config(database=settings.database, port=0, trusted_proxy=trusted), None)
    service.app.add_url_rule("/whence", "whence", lambda: str(request.remote_addr))
    with running(service):
        assert call(service, "/whence", **{"X-Forwarded-For": "192.0.2.7"}) == (200, expected)
