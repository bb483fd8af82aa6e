"""How the commands that never end by themselves are ended: the first signal asks, the second does not."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

STOPPED = 130
"""The shell's number for a program that Ctrl-C has ended."""


class StopSign:
    """Set once, by a signal's handler or another thread, and waited for by one.

    An Event would not do: its lock is not for handlers, which may come in the middle of the very wait that they end.
    """

    def __init__(self) -> None:
        self._near, self._far = socket.socketpair()

    def set(self) -> None:
        """End the wait."""
        with suppress(OSError):  # nobody waits any more
            self._far.send(b"!")

    def wait(self) -> None:
        """Return once it is set."""
        self._near.recv(1)

    def close(self) -> None:
        """Nobody will wait again."""
        self._near.close()
        self._far.close()


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """Inside, the first SIGTERM or SIGINT calls `stop`, and the second ends the process at once with 130."""
    signalled = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal signalled
        again, signalled = signalled, True
        if again:
            os._exit(STOPPED)
        stop()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
