"""No bot outlives the referee, nor does anything that a bot has started, wherever it has gone."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from referee.tournament import keeper
from referee.tournament.bots import BotsFailed, running_bots
from referee.tournament.plan import BotEntry

PATIENCE_S = 60.0


def children(pid: int) -> list[str]:
    """What the system says of the processes whose parent is the one given."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            said = path.read_text()
            if int(said.rpartition(")")[2].split()[1]) == pid:
                found.append(said)
    return found


def get(url: str) -> Any:
    """What a bot answers."""
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=PATIENCE_S) as answer:
        return json.load(answer)


def test_a_bot_is_gone_when_the_tournament_is_over(
    answering: Callable[..., BotEntry], logs: Path, lifeline: Any
) -> None:
    with running_bots([answering(lifeline.code)], logs):
        assert lifeline.next() == b"up "
    assert lifeline.rest() == ""


def test_a_bot_is_gone_after_an_exception(answering: Callable[..., BotEntry], logs: Path, lifeline: Any) -> None:
    with pytest.raises(ZeroDivisionError), running_bots([answering(lifeline.code)], logs):
        raise ZeroDivisionError
    assert lifeline.rest() == "up "


def test_a_bot_that_does_not_want_to_end_is_killed(
    answering: Callable[..., BotEntry], logs: Path, lifeline: Any
) -> None:
    stubborn = "signal.signal(signal.SIGTERM, lambda *_: os.write(lifeline, b'no '))\n"
    with running_bots([answering(lifeline.code + stubborn)], logs):
        pass
    assert lifeline.rest() == "up no "


def test_what_a_bot_has_started_ends_with_it(answering: Callable[..., BotEntry], logs: Path, lifeline: Any) -> None:
    waits = "[sys.executable, '-c', 'import signal; signal.pause()']"
    child = f"import subprocess, sys; subprocess.Popen({waits}, close_fds=False)\n"
    with running_bots([answering(lifeline.code + child)], logs):
        pass
    assert lifeline.rest() == "up "


# A child that leaves the group of the bot and has no parent any more, as a daemon does; it stays until it is killed.
DAEMON = """
def stay():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        signal.pause()
def family():
    if os.fork() == 0:
        os.setsid()
    stay()
def daemon(life=stay):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            life()
        os._exit(0)
    os.wait()
"""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody is told of what leaves a group")


@on_linux
def test_what_leaves_the_group_of_a_bot_ends_with_it(
    answering: Callable[..., BotEntry], logs: Path, lifeline: Any
) -> None:
    code = lifeline.code + DAEMON + "daemon()\ndaemon(daemon)\ndaemon(family)\n"
    with running_bots([answering(code)], logs):
        pass
    assert lifeline.rest() == "up "


@on_linux
def test_what_has_left_the_group_of_a_bot_that_ends_by_itself_is_killed_at_once(
    bot: Callable[..., BotEntry], logs: Path, lifeline: Any
) -> None:
    with pytest.raises(BotsFailed, match="exit code 0"), running_bots([bot(lifeline.code + DAEMON + "daemon()")], logs):
        raise AssertionError("it runs")
    assert lifeline.rest() == "up "


@on_linux
def test_what_a_bot_leaves_behind_at_its_end_ends_too(
    answering: Callable[..., BotEntry], logs: Path, lifeline: Any
) -> None:
    leaves = "signal.signal(signal.SIGTERM, lambda *_: (daemon(), os._exit(0)))\n"
    with running_bots([answering(lifeline.code + DAEMON + leaves)], logs):
        pass
    assert lifeline.rest() == "up "


@on_linux
def test_a_child_in_another_group_that_has_ended_is_let_go_while_the_bot_plays(
    answering: Callable[..., BotEntry], logs: Path
) -> None:
    brief = """
reader, writer = os.pipe()
for _ in range(5):
    daemon(lambda: None)
os.close(writer)
assert os.read(reader, 1) == b""
"""
    with running_bots([answering("import os, signal\n" + DAEMON + brief)], logs) as addresses:
        give_up = time.monotonic() + PATIENCE_S
        while len(below := children(get(addresses["ann"].url)["keeper"])) > 1:
            assert time.monotonic() < give_up, f"still there: {below}"


def test_no_bot_survives_a_referee_that_is_killed(
    referee: Callable[[str], subprocess.Popen[str]], lifeline: Any
) -> None:
    process = referee(lifeline.code)
    assert lifeline.next() == b"up "
    process.send_signal(signal.SIGKILL)
    assert lifeline.rest() == ""


@on_linux
def test_nothing_that_left_the_group_of_its_bot_survives_a_referee_that_is_killed(
    referee: Callable[[str], subprocess.Popen[str]], lifeline: Any
) -> None:
    process = referee(lifeline.code + DAEMON + "daemon()\ndaemon(family)\n")
    assert lifeline.next() == b"up "
    process.send_signal(signal.SIGKILL)
    assert lifeline.rest() == ""


def test_a_ctrl_c_of_the_terminal_reaches_neither_bot_nor_keeper(
    answering: Callable[..., BotEntry], logs: Path
) -> None:
    with running_bots([answering()], logs) as addresses:
        seen = get(addresses["ann"].url)
        sessions = {os.getsid(0), os.getsid(seen["keeper"]), os.getsid(seen["pid"])}
    assert len(sessions) == 3


def test_a_ctrl_c_reaches_the_referee_which_ends_the_bot(
    referee: Callable[[str], subprocess.Popen[str]], lifeline: Any
) -> None:
    tells = """
def tell(number, _):
    os.write(lifeline, signal.Signals(number).name.encode())
    os._exit(0)
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, tell)
"""
    process = referee(lifeline.code + tells)
    os.killpg(process.pid, signal.SIGINT)
    assert lifeline.rest() == "up SIGTERM"
    assert process.communicate(timeout=PATIENCE_S)[0] == "interrupted\n"


@pytest.fixture
def kept(lifeline: Any) -> Iterator[subprocess.Popen[str]]:
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


def test_a_keeper_tells_of_its_bot_from_start_to_end(kept: subprocess.Popen[str], lifeline: Any) -> None:
    assert kept.stdout
    pid = json.loads(kept.stdout.readline())["pid"]
    os.kill(pid, signal.SIGUSR1)
    assert kept.communicate(timeout=PATIENCE_S)[0] == json.dumps({"exit": -signal.SIGUSR1}) + "\n"
    assert lifeline.rest() == ""


@on_linux
def test_a_keeper_tells_what_left_the_group_to_end_before_it_kills_it(lifeline: Any) -> None:
    # The bot ends when its daemon has: if that is not told to end, this test takes as long as the grace.
    waits = """
reader, writer = os.pipe()
def told(*_):
    os.write(lifeline, b"told")
    os._exit(0)
def wait_to_be_told():
    signal.signal(signal.SIGTERM, told)
    os.write(lifeline, b"ready")
    signal.pause()
signal.signal(signal.SIGTERM, signal.SIG_IGN)
daemon(wait_to_be_told)
os.close(writer)
os.read(reader, 1)
"""
    command = [keeper.__file__, str(PATIENCE_S), sys.executable, "-c", lifeline.code + DAEMON + waits]
    with subprocess.Popen([sys.executable, "-I", "-S", *command], stdin=subprocess.PIPE) as process:
        said = b""
        while not said.endswith(b"ready"):
            said += lifeline.next()
        process.terminate()
        assert lifeline.rest() == "told"
        assert process.wait(PATIENCE_S) == 0


def test_a_keeper_that_is_told_to_end_ends_its_bot_first(kept: subprocess.Popen[str], lifeline: Any) -> None:
    kept.terminate()
    assert lifeline.rest() == ""
    assert kept.wait(PATIENCE_S) == 0
