"""Bots with a command: each has a port, a key and a log of its own, and none of them outlives the referee."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.protocol.signing import SigningKey, new_key
from referee.tournament import keeper
from referee.tournament.bots import HOST, LAST_LINES, BotsFailed, free_ports, running_bots
from referee.tournament.plan import BotEntry

PATIENCE_S = 60.0

# Says "up" and the names of its signals into a pipe, which shows when the last process that holds it is gone.
LIFELINE = """
import os, signal
lifeline = os.open({fifo!r}, os.O_WRONLY)
os.set_inheritable(lifeline, True)
os.write(lifeline, b"up ")
"""

# Answers whatever it is asked with what it finds around it.
ANSWERS = """
import http.server, json, os, shutil, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        seen = {"env": dict(os.environ), "cwd": os.getcwd(), "python": shutil.which("python"), "keeper": os.getppid()}
        body = json.dumps({**seen, "pid": os.getpid()}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
print("to stdout")
print("to stderr", file=sys.stderr)
http.server.HTTPServer((os.environ["HOST"], int(os.environ["PORT"])), Handler).serve_forever()
"""


class Lifeline:
    """The reading end of a pipe that bots hold."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self.code = LIFELINE.format(fifo=str(path))
        self.reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def next(self) -> bytes:
        """What comes next; nothing when no process holds the other end any more."""
        ready, _, _ = select.select([self.reader], [], [], PATIENCE_S)
        assert ready, "a process is still alive"
        return os.read(self.reader, 1024)

    def rest(self) -> str:
        """All that still comes until no process holds the other end, or ever has: none may still be starting."""
        os.close(os.open(self.path, os.O_WRONLY))
        return b"".join(iter(self.next, b"")).decode()


@pytest.fixture
def lifeline(tmp_path: Path) -> Iterator[Lifeline]:
    """A pipe for the bots of one test."""
    line = Lifeline(tmp_path / "lifeline")
    yield line
    os.close(line.reader)


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., BotEntry]:
    """A bot that runs Python code."""

    def entry(code: str, name: str = "ann") -> BotEntry:
        return BotEntry(name, None, ("python", "-c", code), None, tmp_path)

    return entry


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Where the output of bots goes."""
    return tmp_path / "logs"


def get(url: str) -> Any:
    """What a bot answers."""
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=PATIENCE_S) as answer:
        return json.load(answer)


def test_a_bot_finds_its_address_and_key_and_the_referees_python(
    bot: Callable[..., BotEntry], logs: Path, tmp_path: Path
) -> None:
    with running_bots([bot(ANSWERS)], logs) as addresses:
        seen = get(addresses["ann"].url)
    assert addresses["ann"].url == f"http://{HOST}:{seen['env']['PORT']}"
    assert seen["env"]["HOST"] == "127.0.0.1"
    signed = [key.sign("id", 1, b"") for key in (SigningKey(seen["env"]["PARLOUR_KEY"]), addresses["ann"].key) if key]
    assert len(signed) == 2
    assert signed[0] == signed[1]
    assert Path(seen["python"]).parent == Path(sys.executable).parent
    assert Path(seen["cwd"]) == tmp_path


def test_no_two_bots_share_a_port_a_key_or_a_log(bot: Callable[..., BotEntry], logs: Path) -> None:
    with running_bots([bot(ANSWERS, "a b"), bot(ANSWERS, "a_b"), bot(ANSWERS, "../a/b")], logs) as addresses:
        seen = [get(address.url)["env"] for address in addresses.values()]
    assert len({env["PORT"] for env in seen}) == len({env["PARLOUR_KEY"] for env in seen}) == 3
    assert sorted(path.name for path in logs.iterdir()) == ["1-a_b.log", "2-a_b.log", "3-_a_b.log"]


def test_free_ports_are_all_different() -> None:
    ports = free_ports(200)
    assert len(set(ports)) == 200


def test_a_log_holds_all_that_its_bot_printed_in_every_run(bot: Callable[..., BotEntry], logs: Path) -> None:
    for _ in range(2):
        with running_bots([bot(ANSWERS)], logs):
            pass
    lines = (logs / "1-ann.log").read_text().splitlines()
    assert lines.count("to stdout") == lines.count("to stderr") == 2


def test_a_bot_is_gone_when_the_tournament_is_over(
    bot: Callable[..., BotEntry], logs: Path, lifeline: Lifeline
) -> None:
    with running_bots([bot(lifeline.code + ANSWERS)], logs):
        assert lifeline.next() == b"up "
    assert lifeline.rest() == ""


def test_a_bot_is_gone_after_an_exception(bot: Callable[..., BotEntry], logs: Path, lifeline: Lifeline) -> None:
    with pytest.raises(ZeroDivisionError), running_bots([bot(lifeline.code + ANSWERS)], logs):
        raise ZeroDivisionError
    assert lifeline.rest() == "up "


def test_a_bot_that_does_not_want_to_end_is_killed(
    bot: Callable[..., BotEntry], logs: Path, lifeline: Lifeline
) -> None:
    stubborn = "signal.signal(signal.SIGTERM, lambda *_: os.write(lifeline, b'no '))\n"
    with running_bots([bot(lifeline.code + stubborn + ANSWERS)], logs):
        pass
    assert lifeline.rest() == "up no "


def test_what_a_bot_has_started_ends_with_it(bot: Callable[..., BotEntry], logs: Path, lifeline: Lifeline) -> None:
    waits = "[sys.executable, '-c', 'import signal; signal.pause()']"
    child = f"import subprocess, sys; subprocess.Popen({waits}, close_fds=False)\n"
    with running_bots([bot(lifeline.code + child + ANSWERS)], logs):
        pass
    assert lifeline.rest() == "up "


# The referee of the next tests: a process that runs one bot until its standard input ends.
REFEREE = """
import pathlib, sys
from referee.tournament.bots import running_bots
from referee.tournament.plan import BotEntry
folder = pathlib.Path(sys.argv[1])
try:
    with running_bots([BotEntry("ann", None, ("python", "-c", sys.argv[2]), None, folder)], folder / "logs"):
        print("running", flush=True)
        sys.stdin.read()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Callable[[str], subprocess.Popen[str]]]:
    """A referee process in a group of its own, as a shell starts it, whose bot is already running."""
    started: list[subprocess.Popen[str]] = []

    def start(code: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", REFEREE, str(tmp_path), code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        assert process.stdout
        assert process.stdout.readline() == "running\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_no_bot_survives_a_referee_that_is_killed(
    referee: Callable[[str], subprocess.Popen[str]], lifeline: Lifeline
) -> None:
    process = referee(lifeline.code + ANSWERS)
    assert lifeline.next() == b"up "
    process.send_signal(signal.SIGKILL)
    assert lifeline.rest() == ""


def test_a_ctrl_c_of_the_terminal_reaches_neither_bot_nor_keeper(bot: Callable[..., BotEntry], logs: Path) -> None:
    with running_bots([bot(ANSWERS)], logs) as addresses:
        seen = get(addresses["ann"].url)
        sessions = {os.getsid(0), os.getsid(seen["keeper"]), os.getsid(seen["pid"])}
    assert len(sessions) == 3


def test_a_ctrl_c_reaches_the_referee_which_ends_the_bot(
    referee: Callable[[str], subprocess.Popen[str]], lifeline: Lifeline
) -> None:
    tells = """
def tell(number, _):
    os.write(lifeline, signal.Signals(number).name.encode())
    os._exit(0)
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, tell)
"""
    process = referee(lifeline.code + tells + ANSWERS)
    os.killpg(process.pid, signal.SIGINT)
    assert lifeline.rest() == "up SIGTERM"
    assert process.communicate(timeout=PATIENCE_S)[0] == "interrupted\n"


def failure(entries: list[BotEntry], logs: Path, **patience: float) -> BotsFailed:
    """Why bots do not run."""
    with pytest.raises(BotsFailed) as caught, running_bots(entries, logs, **patience):
        raise AssertionError("they run")
    return caught.value


def test_all_commands_that_are_not_found_are_named(bot: Callable[..., BotEntry], logs: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no program")
    failed = failure(
        [
            BotEntry("ann", None, ("no-such-program", "x"), None, tmp_path),
            bot(ANSWERS, "bob"),
            BotEntry("cy", None, ("./notes.txt",), None, tmp_path),
        ],
        logs,
    )
    assert str(failed) == (
        'bot "ann" cannot be started: No such file or directory: no-such-program\n'
        'bot "cy" cannot be started: Permission denied: ./notes.txt'
    )


def test_a_bot_that_ends_early_shows_its_exit_code_and_its_last_lines(bot: Callable[..., BotEntry], logs: Path) -> None:
    code = "for n in range(20): print('line', n)\nprint('\\x1b[2J')\nraise SystemExit(3)"
    with running_bots([bot(ANSWERS)], logs):
        pass
    reason = failure([bot(code)], logs).reasons["ann"]
    first, *lines = reason.splitlines()
    assert re.fullmatch(rf"ended with exit code 3 before it answered on port \d+; the end of {logs}/1-ann.log:", first)
    assert lines == [*(f"    line {n}" for n in range(21 - LAST_LINES, 20)), "    \\u001b[2J"]


def test_only_this_runs_lines_are_shown(bot: Callable[..., BotEntry], logs: Path) -> None:
    with running_bots([bot(ANSWERS)], logs):
        pass
    assert failure([bot("raise SystemExit")], logs).reasons["ann"].endswith("; it printed nothing")


def test_a_bot_that_is_killed_shows_the_signal(bot: Callable[..., BotEntry], logs: Path) -> None:
    code = "import os; os.kill(os.getpid(), 9)"
    assert failure([bot(code)], logs).reasons["ann"].startswith("was ended by SIGKILL before it answered on port ")


def test_a_bot_that_never_listens_is_told_of_its_port(
    bot: Callable[..., BotEntry], logs: Path, lifeline: Lifeline
) -> None:
    code = lifeline.code + "print('thinking', flush=True)\nsignal.pause()"
    reason = failure([bot(code)], logs, patience_s=0.5).reasons["ann"]
    assert re.match(r"has not answered within 0.5 s on port \d+, which it finds in PORT", reason)
    lifeline.rest()


def test_a_bot_elsewhere_is_called_where_it_is_with_its_key(
    monkeypatch: pytest.MonkeyPatch, logs: Path, tmp_path: Path
) -> None:
    key = new_key()
    monkeypatch.setenv("BOB_KEY", key)
    entries = [
        BotEntry("ann", "http://127.0.0.1:1", None, None, tmp_path),
        BotEntry("bob", "http://127.0.0.1:2", None, "BOB_KEY", tmp_path),
    ]
    with running_bots(entries, logs) as addresses:
        assert [address.url for address in addresses.values()] == ["http://127.0.0.1:1", "http://127.0.0.1:2"]
        assert addresses["ann"].key is None
        assert addresses["bob"].key
        assert addresses["bob"].key.sign("id", 1, b"") == SigningKey(key).sign("id", 1, b"")
        assert key not in repr(addresses)


def test_a_missing_or_wrong_key_is_named_but_not_shown(
    monkeypatch: pytest.MonkeyPatch, logs: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOB_KEY", "s3cret")
    monkeypatch.delenv("ANN_KEY", raising=False)
    failed = failure(
        [
            BotEntry("ann", "http://127.0.0.1:1", None, "ANN_KEY", tmp_path),
            BotEntry("bob", "http://127.0.0.1:2", None, "BOB_KEY", tmp_path),
        ],
        logs,
    )
    assert failed.reasons["ann"] == "has no key: the environment variable ANN_KEY is not set"
    assert failed.reasons["bob"].startswith("has a bad key in the environment variable BOB_KEY: ")
    assert "s3cret" not in str(failed)


def test_a_bot_does_not_find_the_keys_of_others(
    bot: Callable[..., BotEntry], monkeypatch: pytest.MonkeyPatch, logs: Path, tmp_path: Path
) -> None:
    monkeypatch.setenv("BOB_KEY", new_key())
    bob = BotEntry("bob", "http://127.0.0.1:2", None, "BOB_KEY", tmp_path)
    with running_bots([bot(ANSWERS), bob], logs) as addresses:
        assert "BOB_KEY" not in get(addresses["ann"].url)["env"]


@pytest.fixture
def kept(lifeline: Lifeline) -> Iterator[subprocess.Popen[str]]:
    """A keeper of a bot that waits for a signal."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", keeper.__file__, "1", sys.executable, "-c", lifeline.code + "signal.pause()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert lifeline.next() == b"up "
    yield process
    process.kill()
    process.communicate()


def test_a_keeper_tells_of_its_bot_from_start_to_end(kept: subprocess.Popen[str], lifeline: Lifeline) -> None:
    assert kept.stdout
    pid = json.loads(kept.stdout.readline())["pid"]
    os.kill(pid, signal.SIGUSR1)
    assert kept.communicate(timeout=PATIENCE_S)[0] == json.dumps({"exit": -signal.SIGUSR1}) + "\n"
    assert lifeline.rest() == ""


def test_a_keeper_that_is_told_to_end_ends_its_bot_first(kept: subprocess.Popen[str], lifeline: Lifeline) -> None:
    kept.terminate()
    assert lifeline.rest() == ""
    assert kept.wait(PATIENCE_S) == 0
