"""What Ctrl-C does while a tournament is played: the first ends it cleanly, the second at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from referee.cli.exits import STOPPED

SAID = b"ending after the calls in flight; Ctrl-C again to stop at once\n"
CLEAR_LINE = b"\r\x1b[2K"


@contextmanager
def ending_cleanly() -> Iterator[None]:
    """Inside, the first SIGINT or SIGTERM says so and raises KeyboardInterrupt; the second ends the process with 130.

    Bots that the process has started end with it either way: their keepers see that it is gone.
    """
    interrupted = False

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        again, interrupted = interrupted, True  # first of all: the second signal may come in the middle of the first
        # Not print: the signal may have come in the middle of one, and a stream cannot be entered twice.
        with suppress(OSError):
            os.write(2, (CLEAR_LINE if os.isatty(2) else b"") + (b"" if again else SAID))
        if again:
            os._exit(STOPPED)
        raise KeyboardInterrupt

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
