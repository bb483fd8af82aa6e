"""Keeps a worker at work: in a thread of its own, started anew when it dies of an error, until it is to stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

import structlog

RESTART_S = 5.0
"""A worker that died is started anew after so long."""


class Works(Protocol):
    """A worker: `run` plays until `stop` is called in another thread, and then what is in flight to its end."""

    def run(self) -> None:
        """Play."""

    def stop(self) -> None:
        """Let `run` return soon; also if it has not begun."""


class Crew:
    """One worker at a time, each made anew by `make`."""

    def __init__(self, make: Callable[[], Works], restart_s: float = RESTART_S) -> None:
        self._make = make
        self._restart_s = restart_s
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._worker: Works | None = None
        # Not waited for when the process ends: `join` has a limit, and what is in flight then is played again.
        self._thread = threading.Thread(target=self._work, name="worker", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Claim no more."""
        self._stopped.set()
        with self._lock:
            if self._worker is not None:
                self._worker.stop()

    def join(self, seconds: float) -> bool:
        """Wait so long for what is in flight; whether all of it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _work(self) -> None:
        while not self._stopped.is_set():
            try:
                worker = self._make()
                with self._lock:
                    self._worker = worker
                if self._stopped.is_set():
                    worker.stop()
                worker.run()
            except Exception:  # noqa: BLE001  (whatever it is, the ladder goes on, and the log says what it was)
                structlog.get_logger("referee.worker").error("the worker died", exc_info=True)
                self._stopped.wait(self._restart_s)


def seconds_until(end: float) -> float:
    """How long it is until a time of the monotonic clock; none if it is past."""
    return max(0.0, end - time.monotonic())
