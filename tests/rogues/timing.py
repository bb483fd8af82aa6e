"""Time in tests of calls: a clock that a test moves, and bounds that a busy machine keeps and a held call does not."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

PATIENCE_S = 30.0
"""The budget of a call that is answered at once, and how long a test waits for what must come."""

LATEST_S = 2.0
"""How long after its budget a call may end on a machine with other work; a rogue holds on for several times that."""


class Clock:
    """Monotonic seconds that only pass when a test says so."""

    def __init__(self) -> None:
        self._seconds = 100.0

    def __call__(self) -> float:
        return self._seconds

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass at once."""
        self._seconds += seconds


@contextlib.contextmanager
def ending_with(budget_s: float) -> Iterator[None]:
    """What is done inside takes its whole budget, and ends by itself rather than when the bot lets go."""
    began = time.monotonic()
    yield
    took = time.monotonic() - began
    assert budget_s <= took < budget_s + LATEST_S, f"took {took:.3f} s with a budget of {budget_s} s"
