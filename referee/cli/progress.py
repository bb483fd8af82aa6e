"""Tells a person how a run of a tournament goes: in lines, and on a terminal with a bar below them."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from rich import progress
from rich.text import Text

from parlour.core.wording import shown
from parlour.protocol.messages import Handshake
from referee.cli.output import Output, count
from referee.match import MatchRecord
from referee.private import opener
from referee.seats.faults import Fault
from referee.store.tournaments import Run
from referee.trace import where

LINES = 10
"""How many lines tell of finished matches where there is no bar, however many matches there are."""


class Progress:
    """The Listener of a run; `run` is what it was told of, None before. A `with` ends the bar."""

    def __init__(self, out: Output, log: Path, now: Callable[[], float] = time.monotonic) -> None:
        """`log` is the file in which the tracebacks of spoilt matches are kept; `now` gives monotonic seconds."""
        self.run: Run | None = None
        self._out = out
        self._log = log
        self._now = now
        self._began = self._ended = now()
        self._lock = threading.Lock()
        self._moves = 0
        self._faults = 0
        self._matches = 0
        self._elsewhere = 0
        self._bar: progress.Progress | None = None

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def began(self, run: Run, *, resumed: bool) -> None:
        """A run begins, or goes on with what was played of it before."""
        self.run = run
        if resumed:
            self._out.line(f"{_title(run)} goes on: {run.finished} of {run.matches} matches are done")
        else:
            self._out.line(f"{_title(run)} begins: {count(run.matches, 'match')} of {run.plan['game']}")
        if self._out.is_terminal:
            self._bar = _Bar(self._out, self.rates)
            self._bar.add_task("matches", total=run.matches, completed=run.finished)
            self._bar.start()
            self._out.console.show_cursor(True)  # a process that is killed could not show it again

    def bot_is_ready(self, name: str, handshake: Handshake) -> None:
        """A bot has said who it is."""
        author = f" by {handshake.author}" if handshake.author else ""
        program = f"{handshake.name} {handshake.version}{author}"
        self._out.line(f"bot {shown(name)} is ready: {program}, up to {handshake.max_parallel} matches at a time")
        self._began = self._ended = self._now()

    def bot_failed(self, name: str, fault: Fault) -> None:
        """A bot has not said who it is, or not as it should; it plays all the same."""
        if fault.kind in ("unreachable", "timeout"):
            how = "does not answer, and plays all the same"
        else:
            how = "plays all the same, but its greeting is no good"
        self._out.line(f"bot {shown(name)} {how}: {fault}")
        self._began = self._ended = self._now()

    def moved(self) -> None:
        """A decision was made; called from any thread."""
        with self._lock:
            self._moves += 1

    def finished(self, record: MatchRecord) -> None:
        """A match was played and stored."""
        self._ended = self._now()
        self._matches += 1
        self._faults += len(record.faults)
        self._advance()

    def finished_elsewhere(self, match: str) -> None:
        """A match was played and stored by another referee on the same database."""
        self._elsewhere += 1
        self._advance()

    def _advance(self) -> None:
        """One more match is done."""
        assert self.run is not None
        if self._bar is not None:
            self._bar.advance(self._bar.task_ids[0])
            return
        here = self._matches + self._elsewhere
        done, total = self.run.finished + here, self.run.matches
        if done < total and done * LINES // total > (done - 1) * LINES // total:
            left = (self._now() - self._began) / here * (total - done)
            self._out.line(f"{done} of {total} matches, {self.rates()}, about {_duration(left)} left")

    def voided(self, match: str, error: BaseException) -> None:
        """The referee spoilt a match; what the error says goes into the log only, since it may tell what is hidden."""
        trace = "".join(traceback.format_exception(error))
        try:
            with open(self._log, "a", encoding="utf-8", errors="backslashreplace", opener=opener) as log:
                log.write(f"{match}\n{trace}\n")
            more = f"more in {self._log}"
        except OSError as failed:
            more = f"no more can be told: {self._log} cannot be written: {failed.strerror}"
        self._out.line(f"match {match} is void, by an error of the referee's own: {where(error)} ({more})")

    def rates(self) -> str:
        """How fast it has gone since the bots were ready, and how many faults there were."""
        return self._rates_at(self._now())

    def summary(self) -> str:
        """What this call has played."""
        elsewhere = f", {self._elsewhere:,} by other referees" if self._elsewhere else ""
        moves = count(self._moves, "move")
        return f"{count(self._matches, 'match')} played{elsewhere}, {moves}, {self._rates_at(self._ended)}"

    def _rates_at(self, moment: float) -> str:
        with self._lock:
            moves = self._moves
        seconds = max(moment - self._began, 0.001)
        return f"{moves / seconds:,.0f} moves/s, {count(self._faults, 'fault')}"


class _Bar(progress.Progress):
    """Matches done of all, moves per second, faults, and the time that is left."""

    def __init__(self, out: Output, rates: Callable[[], str]) -> None:
        super().__init__(
            progress.MofNCompleteColumn(),
            progress.BarColumn(bar_width=None),
            _Rates(rates),
            progress.TimeRemainingColumn(),
            console=out.console,
            refresh_per_second=4,
            transient=True,
            expand=True,
        )


class _Rates(progress.ProgressColumn):
    """The column for what `rates` says."""

    def __init__(self, rates: Callable[[], str]) -> None:
        super().__init__()
        self._rates = rates

    def render(self, task: progress.Task) -> Text:
        """The text of this moment."""
        return Text(self._rates())


def _duration(seconds: float) -> str:
    """A guessed time, roughly: seconds below two minutes, minutes below two hours, and hours above."""
    for unit, size in (("s", 1), ("min", 60)):
        if seconds < 120 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds / 3600:,.0f} h"


def _title(run: Run) -> str:
    return f"tournament {shown(run.name)}, run {run.number},"
