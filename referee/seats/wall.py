"""The wall clock as the bots see it: signed calls carry its time, and a bot whose own differs refuses them.

A referee's wall clock may be set while it runs, for better or worse. So the time is known in two ways: as the wall
clock tells it now, and as it told it when the process began plus the monotonic seconds since.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime

BEARABLE_S = 60.0
"""Clocks that differ by less are in step: a bot bears five minutes."""


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
        return abs(self.now() - self.anchored()) > BEARABLE_S

    def ahead(self, date: str | None) -> float:
        """How many seconds the `Date` of an answer is ahead of the nearer of the two; 0.0 where it tells no time."""
        then = seconds_of(date)
        return 0.0 if then is None else min(then - self.now(), then - self.anchored(), key=abs)


SINCE_THE_START = Wall()
"""The one of this process."""


def seconds_of(date: str | None) -> float | None:
    """An HTTP date as seconds since 1970; None for what is no date.

    >>> seconds_of("Thu, 01 Jan 1970 00:01:00 GMT"), seconds_of("soon")
    (60.0, None)
    """
    try:
        return parsedate_to_datetime(date or "").timestamp()
    except (ValueError, TypeError, OverflowError):
        return None


def out_of_step(ahead_s: float) -> str | None:
    """What is said of a bot whose clock is so many seconds ahead of ours; None while it is in step.

    >>> out_of_step(-660.0), out_of_step(7300.0), out_of_step(30.0)
    ("the bot's clock is 11 min slow", "the bot's clock is 2 h fast", None)
    """
    off = abs(ahead_s)
    if off <= BEARABLE_S:
        return None
    seconds, unit = next((seconds, unit) for seconds, unit in _UNITS if off >= 2 * seconds)
    return f"the bot's clock is {off / seconds:.0f} {unit} {'fast' if ahead_s > 0 else 'slow'}"


_UNITS = ((86400, "days"), (3600, "h"), (60, "min"), (1, "s"))
"""A difference is told in the largest of which it is at least two."""
