"""The wall clock as the bots see it: signed calls carry its time, and a bot whose own differs refuses them.

A referee's wall clock may be set while it runs, for better or worse. So the time is known in two ways: as the wall
clock tells it now, and as it told it when the process began plus the monotonic seconds since.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from parlour.protocol.dates import WRONG_S, seconds_of


class Wall:
    """Seconds since 1970, told in two ways; they are the same until somebody sets the clock."""

    def __init__(
        self, wall: Callable[[], float] | None = None, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._wall = wall or (lambda: time.time())
        self._monotonic = monotonic
        self._began = self._wall() - monotonic()

    def now(self) -> float:
        """What the wall clock tells now."""
        return self._wall()

    def anchored(self) -> float:
        """What it would tell if nobody had set it since the beginning."""
        return self._began + self._monotonic()

    @property
    def was_set(self) -> bool:
        """Whether the two differ by more than clocks that run may."""
        return abs(self.now() - self.anchored()) > WRONG_S

    def ahead(self, date: str | None) -> float:
        """How many seconds the `Date` of an answer is ahead of the nearer of the two; 0.0 where it tells no time."""
        then = seconds_of(date)
        return 0.0 if then is None else min(then - self.now(), then - self.anchored(), key=abs)


SINCE_THE_START = Wall()
"""The one of this process."""
