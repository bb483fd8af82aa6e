"""Reads a feed of Server-Sent Events from its bytes, however they were cut; no socket is known here.

Source: the HTML standard, section "Server-sent events".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from parlour.core.options import Json
from parlour.protocol.strict import BadJson, loads

USUAL_RETRY_S = 1.0
MOST_RETRY_S = 60.0
MOST_BYTES = 1 << 20
"""An event that is longer is none of ours."""

END = "end"
"""The event after which a match has no more."""

_ID = re.compile(rb"[!-~]{1,64}")  # it goes back in a header


class BadFeed(Exception):
    """What came is no feed of events; the message says why."""


@dataclass(frozen=True)
class FeedEvent:
    """An event of a match: its id in the feed, what it is, and what it tells.

    It is a `message` where something happened in the game, `again` where the match is begun anew, or the `end`.
    """

    id: str
    kind: str
    data: Json


@dataclass
class Feed:
    """What a feed has told so far: `last` is the id of the last whole event, `retry_s` when to come again."""

    last: str = ""
    retry_s: float = USUAL_RETRY_S
    _rest: bytes = b""
    _id: str = ""
    _kind: str = ""
    _data: list[bytes] = field(default_factory=list)
    _size: int = 0

    def take(self, piece: bytes) -> Iterator[FeedEvent]:
        """The events that are whole once this piece has come. Raises BadFeed.

        >>> feed = Feed()
        >>> list(feed.take(b"id: 7\\nevent: Rolled\\ndata: {\\"seat\\""))
        []
        >>> list(feed.take(b": 0}\\n\\n"))
        [FeedEvent(id='7', kind='Rolled', data={'seat': 0})]
        """
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            event = self._line(line.removesuffix(b"\r"))
            if event is not None:
                yield event
        if self._size + len(self._rest) > MOST_BYTES:
            raise BadFeed(f"an event has more than {MOST_BYTES} bytes")

    def begin(self) -> None:
        """A new connection begins: what the last one did not bring to its end comes once more."""
        self._rest, self._id, self._kind, self._data, self._size = b"", self.last, "", [], 0

    def _line(self, line: bytes) -> FeedEvent | None:
        if not line:
            return self._event()
        self._size += len(line)
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        match name:
            case b"data":
                self._data.append(value)
            case b"event":
                self._kind = value.decode(errors="replace")
            case b"id" if _ID.fullmatch(value):
                self._id = value.decode()
            case b"retry" if value.isdigit() and len(value) <= 9:
                self.retry_s = min(int(value) / 1000, MOST_RETRY_S)
        return None

    def _event(self) -> FeedEvent | None:
        """The event that an empty line ends, unless it was a comment alone."""
        kind, data = self._kind or "message", b"\n".join(self._data)
        self.last, self._kind, self._data, self._size = self._id, "", [], 0
        if not data:
            return None
        try:
            return FeedEvent(self.last, kind, loads(data))
        except BadJson as error:
            raise BadFeed(f"the data of an event is no JSON: {error.reason}") from None
