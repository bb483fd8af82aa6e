"""`referee serve` and `referee worker` as processes: they answer, play, and end as they promise."""

import json
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, ClassVar

import pytest

import parlour
from parlour.bots import Cautious
from parlour.protocol.signing import SigningKey
from parlour.serving import running
from referee.store import accounts, database, entrants, hosted, ladders, workers
from referee.store.leases import Lease, Leases
from referee.store.presence import Presence

Start = Callable[..., subprocess.Popen[str]]
Call = Callable[..., Any]

PATIENCE_S = 120

# Answers one call never, so that the first signal has something to wait for.
STUCK = """\
import threading
from pathlib import Path

from referee.service.config import Config
from referee.service.serving import Service
from referee.service.stopping import end_by_signals


def stuck():
    print("in flight", flush=True)
    threading.Event().wait()


service = Service(Config(database=Path("referee.sqlite"), port=0), None)
service.app.add_url_rule("/stuck", "stuck", stuck)
end_by_signals(service.stop)
print(f"the referee listens at {service.address};", flush=True)
service.run()
"""

# Is over after the first signal, but takes its time to leave.
LINGERS = """\
import threading
from pathlib import Path

from referee.cli.serving import run_service
from referee.service.config import Config

run_service(Config(database=Path("referee.sqlite"), port=0), with_worker=False)
print("over", flush=True)
threading.Event().wait()
"""

LADDER: dict[str, Any] = {
    "name": "course",
    "game": "payday/2000",
    "rules": "1",
    "options": {"months": 1},
    "seats": 2,
    "matches_per_hour": 100_000,
    "max_bots_per_account": 2,
    "time": {"start_ms": 5_000, "move_ms": 3_600_000, "bank_ms": 0},
    "policy": {"max_strikes": 0, "reask": True},
}


class Ponders(Cautious):
    """Thinks in the matches of the ladder until it may go on."""

    games = ("payday",)
    asked: ClassVar[threading.Event]
    may: ClassVar[threading.Event]

    def choose(self, question: parlour.Question) -> parlour.Json:
        if question.match.startswith("course"):
            self.asked.set()
            self.may.wait()
        return super().choose(question)


@pytest.fixture
def pondering(tmp_path: Path) -> Iterator[type[Ponders]]:
    """A ladder with two bots that think for as long as the test lasts."""
    Ponders.asked, Ponders.may = threading.Event(), threading.Event()
    with ExitStack() as served, database.open(tmp_path / "referee.sqlite") as store:
        hosted.open_ladder(store, LADDER, None)
        for name in ("ann", "bob"):
            owner = accounts.add(store, f"{name}'s", "player")
            _, key = entrants.register(store, owner.id, name, "http://127.0.0.1:65535", 1)
            ladders.join(store, "course", name)
            entrants.change(store, name, url=served.enter_context(running(Ponders, (SigningKey(key),))))
        try:
            yield Ponders
        finally:
            Ponders.may.set()


def address(process: subprocess.Popen[str]) -> tuple[str, int]:
    """Where a service says that it listens."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"listens at http://([\d.]+):(\d+);", line):
            return found[1], int(found[2])
    raise AssertionError("it ended without listening")


def get(where: tuple[str, int], path: str) -> tuple[int, Any]:
    connection = HTTPConnection(*where, timeout=PATIENCE_S)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def is_ready(where: tuple[str, int]) -> bool:
    """Whether the service is ready before the test's patience ends."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if get(where, "/readyz")[0] == 200:
            return True
    return False


def end(process: subprocess.Popen[str], number: int = signal.SIGTERM) -> tuple[int, str, list[dict[str, Any]]]:
    """Send a signal; gives the exit code, what was printed since, and the log."""
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE_S)
    return process.returncode, out, [json.loads(line) for line in err.splitlines()]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_answers_has_a_worker_and_ends_with_0(tmp_path: Path, start: Start, number: int) -> None:
    process = start(tmp_path, "serve", "--port", "0")
    where = address(process)
    assert get(where, "/healthz") == (200, {"status": "up"})
    assert is_ready(where)
    code, out, log = end(process, number)
    assert (code, out) == (0, "")
    events = [line["event"] for line in log]
    assert "worker begins" in events
    assert events[-1] == "worker ends"
    assert "call" in events
    with database.open_existing(tmp_path / "referee.sqlite") as store:
        assert workers.alive(store, time.time(), 3600) == []


def test_killed_at_any_moment_it_comes_back(tmp_path: Path, start: Start) -> None:
    for _ in range(2):
        process = start(tmp_path, "serve", "--port", "0")
        assert is_ready(address(process))
        process.kill()
        process.communicate(timeout=PATIENCE_S)
    process = start(tmp_path, "serve", "--port", "0")
    assert is_ready(address(process))
    assert end(process)[0] == 0


def test_workers_of_their_own_play_beside_a_service_without_one(tmp_path: Path, start: Start) -> None:
    process = start(tmp_path, "serve", "--port", "0", "--no-worker")
    where = address(process)
    assert get(where, "/readyz")[0] == 503
    beside = start(tmp_path, "worker", "--places", "3")
    assert beside.stdout is not None
    assert beside.stdout.readline() == "working for referee.sqlite, 3 matches at a time\n"
    assert is_ready(where)
    code, _, log = end(beside)
    assert code == 0
    assert [line["event"] for line in log] == ["worker begins", "worker ends"]
    assert get(where, "/readyz")[0] == 503
    assert end(process)[0] == 0


def test_the_second_signal_ends_it_at_once_with_130(tmp_path: Path, start: Start) -> None:
    (tmp_path / "stuck.py").write_text(STUCK, encoding="utf-8")
    process = start(tmp_path, program=["stuck.py"])
    where = address(process)
    with socket.create_connection(where, timeout=PATIENCE_S) as caller:
        caller.sendall(b"GET /stuck HTTP/1.1\r\nHost: x\r\n\r\n")
        assert process.stdout is not None
        assert process.stdout.readline() == "in flight\n"
        process.send_signal(signal.SIGINT)
        # The first has been seen once nobody new is taken.
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            try:
                get(where, "/healthz")
            except OSError:
                break
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130


def test_a_second_signal_ends_it_with_130_even_when_all_is_over(tmp_path: Path, start: Start) -> None:
    (tmp_path / "lingers.py").write_text(LINGERS, encoding="utf-8")
    process = start(tmp_path, program=["lingers.py"])
    address(process)
    process.send_signal(signal.SIGTERM)
    assert process.stdout is not None
    assert process.stdout.readline() == "over\n"
    assert end(process)[0] == 130


@pytest.mark.parametrize("words", [("serve", "--port", "0"), ("worker",)], ids=["serve", "worker"])
def test_it_ends_with_0_when_its_time_is_up_though_a_bot_thinks_for_an_hour(
    tmp_path: Path, start: Start, pondering: type[Ponders], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("REFEREE_STOP_S", "1")
    monkeypatch.setenv("REFEREE_ALLOW_HOSTS", "127.0.0.1")
    process = start(tmp_path, *words)
    assert pondering.asked.wait(PATIENCE_S)
    code, _, log = end(process)
    assert code == 0
    assert log[-1]["event"] == "worker left behind, as bots were thinking for too long"
    with database.open_existing(tmp_path / "referee.sqlite") as store, Presence(store.path) as presence:
        assert isinstance(Leases(store, presence).claim("course-1-0", {}), Lease)  # free at once for another


def test_the_settings_come_from_the_file_the_environment_and_the_command(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "service.toml").write_text('[service]\ndatabase = "course.sqlite"\nport = 1\nlog_level = "error"\n')
    monkeypatch.setenv("REFEREE_PORT", "2")
    monkeypatch.setenv("REFEREE_WORKER_REQUIRED", "false")
    process = start(tmp_path, "serve", "--config", "service.toml", "--port", "0", "--no-worker")
    where = address(process)
    assert get(where, "/readyz")[0] == 200
    assert (tmp_path / "course.sqlite").exists()
    assert end(process) == (0, "", [])


def test_who_starts_it_for_the_first_time_is_told_how_to_invite(tmp_path: Path, start: Start, call: Call) -> None:
    process = start(tmp_path, "serve", "--port", "0", "--no-worker")
    assert process.stdout is not None
    assert "referee invite --organiser" in process.stdout.readline()
    address(process)
    assert end(process)[0] == 0


def test_mistakes_in_the_settings_are_lines_and_no_traceback(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "service.toml").write_text("[service]\nprot = 1\n")
    monkeypatch.setenv("REFEREE_THREADS", "few")
    for command in ("serve", "worker"):
        done = call(tmp_path, command, "--config", "service.toml")
        assert (done.code, done.out) == (2, "")
        assert done.err.splitlines() == [
            'service.toml:2: service.prot: unknown key; did you mean "port"?',
            'REFEREE_THREADS: found "few"; expected a whole number from 2 to 256',
        ]
    assert not (tmp_path / "referee.sqlite").exists()


def test_a_port_that_is_taken_and_a_host_that_is_none_are_told(tmp_path: Path, call: Call) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = call(tmp_path, "serve", "--port", port)
    assert done.code == 2
    assert done.err.splitlines()[-1] == f"cannot listen at 127.0.0.1 port {port}: another program listens there"
    done = call(tmp_path, "serve", "--host", "localhost")
    assert done.code == 2
    assert "--host: expected an address of this machine" in done.err


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_a_file_that_is_no_database_is_told_before_anything_is_served(tmp_path: Path, call: Call, command: str) -> None:
    (tmp_path / "x.sqlite").write_text("a text that is no database, and long enough that SQLite looks at it" * 20)
    done = call(tmp_path, command, "--db", "x.sqlite")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("x.sqlite: not a database")
    done = call(tmp_path, command, "--db", "no/folder/x.sqlite")
    assert (done.code, done.err) == (2, "no/folder/x.sqlite: the folder no/folder does not exist\n")
