"""What a person is told while a run is on, where there is no terminal."""

import os
import re
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour.protocol.messages import Handshake
from referee.cli.output import Output
from referee.cli.progress import Progress
from referee.match import FaultRecord, MatchRecord
from referee.seats.faults import Fault
from referee.store.tournaments import Run

RUN = Run(
    id=1,
    name="[/bold]",
    number=2,
    digest="d",
    plan={"game": "payday/2000"},
    secret=b"secret",
    created_at="2026-01-01T00:00:00+00:00",
    matches=200,
    finished=40,
)

RECORD = MatchRecord(
    id="m",
    attempt=1,
    game="payday/2000",
    rules="1",
    options={},
    players=("ann", "bob"),
    places=(1, 2),
    scores=(2, 1),
    forfeited=(False, False),
    termination="finished",
    faults=(),
    moves=30,
    seconds=1.0,
    commitment="c",
    secret="s",
    nonces=(None, None),
    thought_ms=(0, 0),
    slowest_ms=(0, 0),
    transcript="",
)

FAULT = FaultRecord(seat=0, turn=1, question="q", kind="timeout", detail="", strikes=1)


@pytest.fixture
def clock() -> list[float]:
    """The time, which a test sets."""
    return [0.0]


@pytest.fixture
def progress(tmp_path: Path, clock: list[float]) -> Progress:
    """Told of nothing yet."""
    return Progress(Output(), tmp_path / "referee.log", now=lambda: clock[0])


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[[], list[str]]:
    """The lines that were printed since it was last asked."""
    return lambda: capsys.readouterr().out.splitlines()


def test_a_run_that_goes_on_says_how_many_matches_are_done(progress: Progress, said: Any) -> None:
    progress.began(RUN, resumed=True)
    assert said() == ['tournament "[/bold]", run 2, goes on: 40 of 200 matches are done']
    progress.began(replace(RUN, finished=0), resumed=False)
    assert said() == ['tournament "[/bold]", run 2, begins: 200 matches of payday/2000']


def test_a_bot_says_who_it_is_in_one_line_that_cannot_steer_a_terminal(progress: Progress, said: Any) -> None:
    progress.bot_is_ready("ann", Handshake("1", "[bold]Ann\x1b[2J", "2.0", "A. Author", ("payday",), 4))
    assert said() == ['bot "ann" is ready: [bold]Ann\\u001b[2J 2.0 by A. Author, up to 4 matches at a time']


def test_a_bot_that_fails_is_named_with_the_sentence_of_its_fault(progress: Progress, said: Any) -> None:
    progress.bot_failed("ann", Fault("bad_status", "status 503"))
    assert said() == [
        'bot "ann" plays all the same, but its greeting is no good:'
        " The bot answered with another HTTP status than 200. (status 503)"
    ]
    for silent in (Fault("timeout"), Fault("unreachable")):
        progress.bot_failed("ann", silent)
        assert said() == [f'bot "ann" does not answer, and plays all the same: {silent}']


def test_there_is_a_line_for_every_tenth_of_the_matches_with_the_rate_and_the_time_left(
    progress: Progress, said: Any, clock: list[float]
) -> None:
    progress.began(RUN, resumed=True)
    progress.bot_is_ready("ann", Handshake("1", "Ann", "1", "", ("payday",), 4))
    said()
    for _ in range(160):
        clock[0] += 0.5
        for _ in range(30):
            progress.moved()
        progress.finished(RECORD)
    lines = said()
    assert lines[0] == "60 of 200 matches, 60 moves/s, 0 faults, about 70 s left"
    assert [int(line.split()[0]) for line in lines] == [60, 80, 100, 120, 140, 160, 180]
    clock[0] += 1000
    assert progress.summary() == "160 matches played, 4,800 moves, 60 moves/s, 0 faults"


@pytest.mark.parametrize(("seconds", "told"), [(1, "90 s"), (2, "3 min"), (70, "105 min"), (200, "5 h")])
def test_the_time_left_is_told_roughly(
    progress: Progress, said: Any, clock: list[float], seconds: float, told: str
) -> None:
    progress.began(replace(RUN, matches=100, finished=0), resumed=False)
    for _ in range(10):
        clock[0] += seconds
        progress.finished(RECORD)
    assert said()[-1].endswith(f", about {told} left")


def test_faults_are_counted(progress: Progress) -> None:
    progress.began(RUN, resumed=True)
    progress.finished(replace(RECORD, faults=(FAULT,)))
    assert progress.rates().endswith(" 1 fault")
    progress.finished(replace(RECORD, faults=(FAULT, FAULT)))
    assert progress.rates().endswith(" 3 faults")


def test_a_match_that_was_spoilt_is_named_and_its_traceback_kept(progress: Progress, said: Any, tmp_path: Path) -> None:
    for match in ("m-1", "m-2"):
        try:
            raise KeyError("fame 20\x1b")
        except KeyError as error:
            progress.voided(match, error)
    log = tmp_path / "referee.log"
    place = rf"KeyError at tests/cli/test_progress.py:\d+ \(more in {re.escape(str(log))}\)"
    lines = said()
    assert len(lines) == 2
    for number, line in enumerate(lines, start=1):
        assert re.fullmatch(f"match m-{number} is void, by an error of the referee's own: {place}", line)
    kept = re.findall(
        r"^m-\d\nTraceback .*?\nKeyError: 'fame 20\\x1b'\n$", log.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(kept) == 2


def test_the_log_of_spoilt_matches_is_its_owners_alone_but_one_that_is_there_keeps_its_mode(
    progress: Progress, tmp_path: Path
) -> None:
    log = tmp_path / "referee.log"
    before = os.umask(0)
    try:
        progress.voided("m-1", KeyError("x"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    log.chmod(0o644)
    progress.voided("m-1", KeyError("x"))
    assert stat.S_IMODE(log.stat().st_mode) == 0o644


def test_a_log_that_cannot_be_written_is_told_and_does_not_end_the_run(
    progress: Progress, said: Any, tmp_path: Path
) -> None:
    log = tmp_path / "referee.log"
    log.mkdir()
    progress.voided("m-1", KeyError("x"))
    why = f"no more can be told: {log} cannot be written: Is a directory"
    assert said() == [f"match m-1 is void, by an error of the referee's own: KeyError ({why})"]
