"""A tournament that is broken off or held up in the middle: by signals, a full disk, a database that is kept busy.

A bot of `spring` waits in match 3 at a gate, so it is known what is in play when the signal comes: three matches are
stored, and a call is in flight.
"""

import json
import re
import resource
import shlex
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
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
            self.open()

    def open(self) -> None:
        """Let every bot pass that comes from now on."""
        self.sign.unlink(missing_ok=True)


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


def test_a_referee_started_beside_another_takes_a_share_of_the_matches(
    folder: Path, gate: Gate, start: Start, call: Any, spring: Any
) -> None:
    one = start(folder, "tournament", "run", "spring.toml")
    with gate.reached(one):
        two = start(folder, "tournament", "run", "spring.toml")
        wait_for(two.stdout, "goes on: 3 of 12 matches are done")
        wait_for(two.stdout, "11 of 12 matches, ")
    for process, played in ((one, "4 matches played, 8 by other referees"), (two, "8 matches played, 1 by other")):
        out, err = end_of(process)
        assert (process.returncode, err) == (0, "")
        assert played in out
    assert outcome(call, folder) == outcome(call, spring[0])
    assert call(folder, "ladder", "rebuild").code == 0


def test_a_referee_stopped_for_longer_than_its_lease_loses_its_match_and_changes_nothing_when_it_goes_on(
    folder: Path, gate: Gate, start: Start, call: Any, spring: Any
) -> None:
    one = start(folder, "tournament", "run", "spring.toml", "--lease", "1")
    with gate.reached(one):
        one.send_signal(signal.SIGSTOP)
        gate.open()
        two = start(folder, "tournament", "run", "spring.toml")
        out, err = end_of(two)
        assert (two.returncode, err) == (0, "")
        assert "9 matches played, " in out
    before = outcome(call, folder)
    one.send_signal(signal.SIGCONT)
    out, err = end_of(one)
    assert (one.returncode, err) == (0, "")
    assert "3 matches played, 9 by other referees" in out
    assert outcome(call, folder) == before == outcome(call, spring[0])
    assert "begun 2 times" in call(folder, "match", "show", "spring-1-3").out
    assert call(folder, "match", "verify", "--all").code == 0


def finished(folder: Path) -> int:
    """How many matches are stored, in a file that is sound."""
    with closing(sqlite3.connect(folder / "referee.sqlite")) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (rated,) = db.execute("SELECT count(DISTINCT number) FROM ratings").fetchone()
        (number,) = db.execute("SELECT count(*) FROM matches WHERE state = 'finished'").fetchone()
    assert rated == number
    return number


def writing(folder: Path) -> sqlite3.Connection:
    """Another program that writes to the database until it is closed."""
    other = sqlite3.connect(folder / "referee.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


def goes_on(folder: Path, call: Any, spring: Any) -> bool:
    """Whether the same command plays what is left, and ends as if undisturbed."""
    done = call(folder, "tournament", "run", "spring.toml")
    assert (done.code, done.err) == (0, "")
    assert 'tournament "spring", run 1, goes on: 3 of 12 matches are done\n' in done.out
    assert call(folder, "ladder", "rebuild").code == 0
    return outcome(call, folder) == outcome(call, spring[0])


def told_to_go_on(process: subprocess.Popen[str]) -> str:
    """Why a run has ended that prints the command which goes on."""
    _, err = end_of(process)
    why, onward, command = err.splitlines()
    assert onward == "To go on:"
    assert command.endswith(" tournament run spring.toml")
    return why


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="no limit can be set for another process")
def test_a_full_disk_ends_a_run_which_goes_on_when_there_is_room(
    folder: Path, gate: Gate, start: Start, call: Any, spring: Any
) -> None:
    process = start(folder, "tournament", "run", "spring.toml")
    with gate.reached(process):
        # No file may grow beyond this: the next transaction finds no room.
        largest = max(path.stat().st_size for path in folder.glob("referee.sqlite*"))
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (largest + 100, resource.RLIM_INFINITY))
    why = told_to_go_on(process)
    assert process.returncode == 74
    assert re.match(r"referee\.sqlite: (the disk failed|no room on the disk); nothing was half-written ", why)
    assert finished(folder) == 3
    assert goes_on(folder, call, spring)


LITTLE_ROOM = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, resource.RLIM_INFINITY))
from referee.cli import main
main(prog_name="referee")
"""


def test_a_disk_without_room_for_a_database_is_told_and_nothing_is_in_the_way_of_one_later(
    folder: Path, start: Start, call: Any
) -> None:
    process = start(folder, "tournament", "run", "spring.toml", program=("-c", LITTLE_ROOM))
    out, err = end_of(process)
    assert (process.returncode, out) == (74, "")
    assert re.fullmatch(r"referee\.sqlite: [^\n]*; nothing was half-written [^\n]*\n", err)
    assert call(folder, "tournament", "run", "spring.toml").code == 0


def test_a_database_that_is_busy_for_three_seconds_is_waited_for(
    folder: Path, gate: Gate, start: Start, call: Any, spring: Any
) -> None:
    process = start(folder, "tournament", "run", "spring.toml")
    with gate.reached(process):
        other = writing(folder)
    with closing(other), pytest.raises(subprocess.TimeoutExpired):  # meanwhile it waits
        process.wait(3)
    out, err = end_of(process)
    assert (process.returncode, err) == (0, "")
    assert "12 matches played, " in out
    assert outcome(call, folder) == outcome(call, spring[0])


IMPATIENT = """
from referee.store import database
database.open.__kwdefaults__["timeout"] = 0.05
from referee.cli import main
main(prog_name="referee")
"""


def test_a_database_that_stays_busy_ends_a_run_which_goes_on_when_it_is_free(
    folder: Path, gate: Gate, start: Start, call: Any, spring: Any
) -> None:
    process = start(folder, "tournament", "run", "spring.toml", program=("-c", IMPATIENT))
    with gate.reached(process):
        other = writing(folder)
    with closing(other):
        why = told_to_go_on(process)
    assert process.returncode == 75
    assert why == "referee.sqlite: database busy: another process keeps writing to it"
    assert finished(folder) == 3
    assert goes_on(folder, call, spring)
