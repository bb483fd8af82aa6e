"""How the commands that never end by themselves are ended: the first signal asks, the second does not."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NoReturn

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


def end_by_signals(stop: Callable[[], None]) -> None:
    """From now on the first SIGTERM or SIGINT calls `stop`, and the second ends the process at once with 130.

    For the whole process and until its end: a second signal may come while all is being closed.
    """
    signalled = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal signalled
        again, signalled = signalled, True
        if again:
            os._exit(STOPPED)
        stop()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)


def leave_behind() -> NoReturn:
    """End the process with 0 though threads of it still wait for bots, for which the interpreter would wait in turn.

    Nothing is lost: each write is whole or not there, and with the process its hold on the matches in play ends.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody reads it any more
            stream.flush()
    os._exit(0)
