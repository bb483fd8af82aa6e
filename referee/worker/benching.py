"""When a bot is taken off the ladder, and when it is tried again: arithmetic on how its matches went.

A bot is benched after MOST_FAILURES failed matches in a row, and is tried again after ten minutes. One check that it
passes brings it back, on probation: if its first match fails too it is benched at once, for twice as long. The first
match that goes well ends the probation, and what was before is forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.match import MatchRecord
from referee.seats.faults import KINDS

MOST_FAILURES = 3
"""After so many failed matches in a row a bot is benched."""

FIRST_PAUSE_S = 600.0
"""How long a bot that was benched for the first time is left alone; each time after that for twice as long."""

LONGEST_PAUSE_S = 86_400.0
"""No bot is left alone for longer than a day."""


@dataclass(frozen=True)
class Standing:
    """How a bot stands: its failed matches in a row, and how often it was benched since a match last went well."""

    failures: int = 0
    benches: int = 0

    def after(self, *, failed: bool) -> Standing:
        """How it stands after one more match.

        >>> Standing(failures=1, benches=1).after(failed=False)
        Standing(failures=0, benches=0)
        >>> Standing().after(failed=True).after(failed=True).after(failed=True)
        Standing(failures=3, benches=1)
        """
        if not failed:
            return Standing()
        failures = self.failures + 1
        return Standing(failures, self.benches + (failures >= most_failures(self.benches)))


def most_failures(benches: int) -> int:
    """After how many failed matches in a row a bot is benched that was benched so often since one went well.

    >>> most_failures(0), most_failures(1), most_failures(7)
    (3, 1, 1)
    """
    return 1 if benches else MOST_FAILURES


def pause_s(benches: int) -> float:
    """For how many seconds a bot is left alone that has just been benched for the n-th time, from 1.

    >>> [pause_s(benches) / 60 for benches in (1, 2, 3)], pause_s(9) == pause_s(10_000) == 24 * 3600
    ([10.0, 20.0, 40.0], True)
    """
    doublings = min(max(0, benches - 1), 16)  # more would be a day in any case, and a float has an end
    return min(LONGEST_PAUSE_S, FIRST_PAUSE_S * float(1 << doublings))


def failure(record: MatchRecord, seat: int) -> str | None:
    """Why a match failed for the bot of a seat, in a sentence for its owner; None when it went well.

    A match fails when the bot lost its seat by its faults. Single faults that it lived through cost strikes only.
    """
    if not record.forfeited[seat]:
        return None
    faults = [fault for fault in record.faults if fault.seat == seat]
    kinds = [fault.kind for fault in faults]
    worst = max(KINDS, key=kinds.count)  # of those equally frequent, the one that a call meets first
    last = next(fault for fault in reversed(faults) if fault.kind == worst)
    evidence = f" ({last.detail})" if last.detail else ""
    count = f"{kinds.count(worst)} of its {len(faults)} faults" if len(faults) > 1 else "its only fault"
    return f"match {record.id} was forfeited. {count[0].upper()}{count[1:]}: {KINDS[worst].sentence}{evidence}"
