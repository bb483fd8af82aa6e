"""The time that a seat has: a limit per decision and a bank for what goes beyond, in whole milliseconds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TimeControl:
    """How long a bot may take, in ms: to begin a match, for each decision, and beyond that in the whole match."""

    start_ms: int = 10_000
    move_ms: int = 1_000
    bank_ms: int = 5_000

    def to_json(self) -> dict[str, int]:
        """The time control as bots are told it."""
        return {"start_ms": self.start_ms, "move_ms": self.move_ms, "bank_ms": self.bank_ms}


class SeatClock:
    """One seat's clock in one match.

    >>> clock = SeatClock(TimeControl(move_ms=1000, bank_ms=500))
    >>> clock.budget_ms, clock.spend(1200.0), clock.budget_ms, clock.to_json()
    (1500, None, 1300, {'move_ms': 1000, 'bank_ms': 300, 'last_ms': 1200})
    """

    def __init__(self, control: TimeControl) -> None:
        self._move_ms = control.move_ms
        self._bank_ms = control.bank_ms
        self._last_ms = 0
        self.thought_ms = 0
        """How long all its decisions took, in whole ms each."""
        self.slowest_ms = 0
        """How long the slowest took."""

    @property
    def budget_ms(self) -> int:
        """What the seat may take for its next decision."""
        return self._move_ms + self._bank_ms

    def spend(self, ms: float) -> None:
        """Take what a decision cost beyond its limit from the bank, to the ms below: nobody pays for a part of one."""
        self._last_ms = _whole(ms)
        self.thought_ms += self._last_ms
        self.slowest_ms = max(self.slowest_ms, self._last_ms)
        self._bank_ms = max(0, self._bank_ms - max(0, self._last_ms - self._move_ms))

    def while_asked(self, ms: float) -> dict[str, int]:
        """What the seat is told in mid-decision, `ms` after it was asked: the limit and the bank that are left."""
        spent = _whole(ms)
        return {
            "move_ms": max(0, self._move_ms - spent),
            "bank_ms": self._bank_ms - max(0, min(self._bank_ms, spent - self._move_ms)),
            "last_ms": self._last_ms,
        }

    def to_json(self) -> dict[str, int]:
        """What the seat is told: its limit, what is left in the bank, and what its last decision took."""
        return {"move_ms": self._move_ms, "bank_ms": self._bank_ms, "last_ms": self._last_ms}


def _whole(ms: float) -> int:
    """Whole milliseconds, rounded down, but for what floating point takes from a whole one."""
    return int(round(ms, 3))
