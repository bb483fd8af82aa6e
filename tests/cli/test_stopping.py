"""A tournament that is broken off in the middle: by Ctrl-C once and twice, by SIGTERM, by `kill -9`.

A bot of `spring` waits in match 3 at a gate, so it is known what is in play when the signal comes: three matches are
stored, and a call is in flight.
"""

import json
import shlex
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ENDING = "ending after the calls in flight; Ctrl-C again to stop at once\n"

PATIENCE_S = 60.0
"""What fails after this long would never have ended."""

Start = Callable[..., subprocess.Popen[str]]


class Gate:
    """Where the bots of `spring` wait in match 3."""

    def __init__(self, folder: Path) -> None:
        """The gate is closed."""
        self.sign = folder / "gate"
        self.keeper = socket.create_server(("127.0.0.1", 0))
        self.keeper.settimeout(PATIENCE_S)
        self.sign.write_text(str(self.keeper.getsockname()[1]))

    @contextmanager
    def reached(self, process: subprocess.Popen[str]) -> Iterator[None]:
        """Inside, a bot of the process waits; afterwards the gate is open for good."""
        try:
            bot, _ = self.keeper.accept()
        except TimeoutError:
            process.kill()
            pytest.fail(f"no bot came to the gate: {process.communicate()}")
        with bot:
            yield
            self.sign.unlink()


@pytest.fixture
def gate(folder: Path) -> Iterator[Gate]:
    """The gate in the folder of `spring`."""
    gate = Gate(folder)
    with gate.keeper:
        yield gate


def wait_for(stream: Any, text: str) -> None:
    """Read lines until one holds the text."""
    for line in stream:
        if text in line:
            return
    pytest.fail(f"no line with {text!r}")


def end_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What the process has printed when it has ended; if it does not, that and where its threads are."""
    try:
        return process.communicate(timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
        pytest.fail(f"not ended: {process.communicate()}")


def outcome(call: Any, folder: Path) -> list[Any]:
    """The table and the ladder, and all of the matches that is not a moment of a day."""
    ladder = json.loads(call(folder, "ladder", "show", "--json").out)
    tournament = json.loads(call(folder, "tournament", "show", "spring", "--json").out)
    del tournament["created_at"]
    replays = [call(folder, "match", "replay", match["id"]).out for match in tournament["matches"]]
    return [ladder, tournament, replays]


def test_killed_in_the_middle_the_same_command_ends_as_if_undisturbed(
    folder: Path, gate: Gate, start: Start, call: Any, spring: Any
) -> None:
    process = start(folder, "tournament", "run", "spring.toml")
    with gate.reached(process):
        process.kill()
        process.wait()
    done = call(folder, "tournament", "run", "spring.toml")
    assert (done.code, done.err) == (0, "")
    assert 'tournament "spring", run 1, goes on: 3 of 12 matches are done\n' in done.out
    assert "9 matches played, " in done.out
    assert outcome(call, folder) == outcome(call, spring[0])
    assert call(folder, "ladder", "rebuild").code == 0
    assert call(folder, "match", "verify", "--all").code == 0


def test_ctrl_c_ends_after_the_call_in_flight_and_prints_the_command_that_goes_on(
    folder: Path, gate: Gate, start: Start, call: Any, spring: Any
) -> None:
    process = start(folder, "tournament", "run", "spring.toml", "--db", "my ladder.sqlite", "--logs", "logs")
    with gate.reached(process):
        process.send_signal(signal.SIGINT)
        wait_for(process.stderr, ENDING)
    _, err = end_of(process)
    assert process.returncode == 130
    stopped, command = err.splitlines()
    assert stopped == "Stopped after 3 of 12 matches. To go on:"
    assert command.endswith(" -m referee tournament run spring.toml --db 'my ladder.sqlite' --logs logs")
    done = subprocess.run(shlex.split(command), cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "goes on: 3 of 12 matches are done" in done.stdout
    (folder / "my ladder.sqlite").rename(folder / "referee.sqlite")
    assert outcome(call, folder) == outcome(call, spring[0])


def test_a_second_ctrl_c_does_not_wait_for_the_call_in_flight(folder: Path, gate: Gate, start: Start) -> None:
    process = start(folder, "tournament", "run", "spring.toml")
    with gate.reached(process):
        process.send_signal(signal.SIGINT)
        wait_for(process.stderr, ENDING)
        process.send_signal(signal.SIGINT)
        _, err = end_of(process)
    assert (process.returncode, err) == (130, "")


def test_sigterm_is_treated_like_ctrl_c_and_bots_that_are_not_up_yet_are_not_waited_for(
    folder: Path, start: Start
) -> None:
    (folder / "bot.py").write_text("import signal; signal.pause()", "utf-8")
    process = start(folder, "tournament", "run", "spring.toml")
    wait_for(process.stdout, "starting 3 bots")
    process.send_signal(signal.SIGTERM)
    out, err = end_of(process)
    assert (process.returncode, out) == (130, "")
    first, stopped, command = err.splitlines()
    assert f"{first}\n" == ENDING
    assert stopped == "Stopped before the first match. To go on:"
    assert command.endswith(" -m referee tournament run spring.toml")
