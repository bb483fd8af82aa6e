"""What happened, and who may know.

>>> @dataclass(frozen=True)
... class Moved(Event):
...     '''A token moved along the calendar.'''
...     seat: int
...     day: int
...     def __str__(self): return f"Seat {self.seat} moves to day {self.day}."
>>> Moved(1, day=4).to_json(), str(Moved(1, day=4))
({'event': 'Moved', 'seat': 1, 'day': 4}, 'Seat 1 moves to day 4.')
>>> Moved(1, day=4, to=(1,)).may_know(0)
False
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from parlour.core.decision import Seat
from parlour.core.options import Json

RESERVED = frozenset({"event", "to", "ask", "luck", "turn", "over", "end"})


@dataclass(frozen=True)
class Event:
    """Something that happened, told to everyone or to the seats in `to`. Rules never read events.

    Fields are plain JSON. `str(event)` is one sentence.
    """

    _: KW_ONLY
    to: tuple[Seat, ...] | None = None

    def __init_subclass__(cls) -> None:
        """Raises TypeError where a field has a name by which a transcript tells its lines apart."""
        if taken := RESERVED.intersection(cls.__annotations__):
            raise TypeError(f"{cls.__name__}: no field of an event may be named {', '.join(sorted(taken))}")

    def may_know(self, seat: Seat) -> bool:
        """Whether the seat is told."""
        return self.to is None or seat in self.to

    def to_json(self) -> dict[str, Json]:
        """The event's name and its fields; who was told is the teller's business and not among them."""
        told = {"event": type(self).__name__, **vars(self)}
        del told["to"]
        return told
