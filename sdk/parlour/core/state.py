"""The plain data of a game: everything that a checkpoint saves, and nothing else.

>>> @dataclass
... class Table(State):
...     cash: list[int]
...     jackpot: int = 0
>>> table = Table([5, 7])
>>> table.to_plain()
{'cash': [5, 7], 'jackpot': 0}
>>> Table.thaw(table.freeze()) == table
True
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Self, get_type_hints

from parlour.core.decision import Seat
from parlour.core.events import Event
from parlour.core.options import Json

__all__ = ["GameState", "State", "field"]


@dataclass
class State:
    """A dataclass whose fields are int, str, bool, None, lists and string-keyed dicts of them, or further States."""

    def to_plain(self) -> dict[str, Json]:
        """The state as plain values, which share their lists with it: serialise or read them, never change them."""
        plain = dict(self.__dict__)
        plain.pop("tell", None)  # the listener of a GameState
        for name in _pieces(type(self)):  # type: ignore[arg-type]  # a class is hashable
            plain[name] = plain[name].to_plain()
        return plain

    @classmethod
    def from_plain(cls, plain: Mapping[str, Json]) -> Self:
        """The state of such values, which it takes over: hand in a copy that nobody else keeps.

        Raises ValueError where a field is missing or unknown.
        """
        names = cls.__dataclass_fields__.keys()
        if plain.keys() != names:
            odd = sorted(plain.keys() ^ names)
            raise ValueError(f"{cls.__name__}: fields missing or unknown: {', '.join(odd)}")
        state = cls.__new__(cls)
        values = state.__dict__
        values.update(plain)
        for name, piece in _pieces(cls).items():  # type: ignore[arg-type]  # a class is hashable
            values[name] = piece.from_plain(values[name])
        return state

    def freeze(self) -> bytes:
        """An immutable copy, cheap to keep and to share; for this process only."""
        return marshal.dumps(self.to_plain())

    @classmethod
    def thaw(cls, frozen: bytes) -> Self:
        """A new state equal to the frozen one."""
        return cls.from_plain(marshal.loads(frozen))


@dataclass
class GameState(State):
    """The state of a whole game: who acts, and how many turns each seat has begun (the driver counts them)."""

    seats: int
    active: Seat
    turns: list[int]

    def tell(self, event: Event) -> None:
        """Tell whoever listens; a state that no game drives is heard by nobody."""

    def listen(self, listener: Callable[[Event], None]) -> None:
        """From now on what the rules tell goes to `listener`."""
        self.__dict__["tell"] = listener


@cache
def _pieces(cls: Any) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {
        each.name: hints[each.name]
        for each in fields(cls)
        if isinstance(hints[each.name], type) and issubclass(hints[each.name], State)
    }
