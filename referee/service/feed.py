"""The events of a match that are told to everyone, as a stream: Server-Sent Events.

While the match is in play they are read from the table that its worker writes; once it is finished, from its
transcript, and the last event is `end`. No other line of a transcript is looked at: in them stand answers, cards and
hashes of states that nobody may see while the match goes on.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from parlour.core.options import Json
from referee.service.links import link
from referee.store import feed, matches, transcripts
from referee.store.database import Store, StoreError
from referee.store.matches import StoredMatch

PAUSE_S = 0.5
"""How often a stream looks for something new."""

KEEP_ALIVE_S = 10.0
"""A stream that has nothing to tell says so this often, lest somebody between takes it for dead."""

RETRY_MS = 2_000
"""How long a client is to wait before it comes again."""

MOST_AT_ONCE = 500
"""How many events are read at a time."""


class BadMark(ValueError):
    """A text that no stream has given as the id of an event."""


@dataclass(frozen=True)
class Mark:
    """The id of an event: its number among the public events of a match, and in which attempt at the match.

    >>> str(Mark(17)), str(Mark(17, attempt=2)), Mark.read("a2-17")
    ('17', 'a2-17', Mark(number=17, attempt=2))
    """

    number: int = 0
    attempt: int = 1

    def __str__(self) -> str:
        return str(self.number) if self.attempt == 1 else f"a{self.attempt}-{self.number}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The mark that was written so; raises BadMark."""
        found = re.fullmatch(r"(?:a([1-9][0-9]{0,8})-)?([0-9]{1,9})", text)
        if found is None:
            raise BadMark("expected the id of an event, as in 17 or a2-17")
        return cls(int(found[2]), attempt=int(found[1] or 1))


class Room:
    """So many streams at once, and of one caller not more than half of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[Hashable] = Counter()
        self._lock = threading.Lock()

    def enter(self, caller: Hashable) -> bool:
        """Take a place; False when none is free for this caller."""
        with self._lock:
            if self._open.total() >= self._most or self._open[caller] >= (self._most + 1) // 2:
                return False
            self._open[caller] += 1
            return True

    def leave(self, caller: Hashable) -> None:
        """Give the place back."""
        with self._lock:
            self._open[caller] -= 1
            self._open += Counter()  # callers without a stream are forgotten


def written(data: Json, *, mark: Mark, kind: str | None = None) -> str:
    """One event as it stands in a stream; one without a kind is a public event of the game.

    >>> print(written({"event": "Moved", "seat": 1}, mark=Mark(3)), end="")
    id: 3
    data: {"event":"Moved","seat":1}
    <BLANKLINE>
    """
    named = f"event: {kind}\n" if kind else ""
    return f"{named}id: {mark}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


def public_events(transcript: str) -> list[dict[str, Json]]:
    """What was told to everyone in a match, in order. The other lines of the transcript are not even read."""
    events = [json.loads(line) for line in transcript.split("\n") if line.startswith('{"event":')]
    return [event for event in events if "to" not in event]


def is_read(match: StoredMatch, transcript: str, since: Mark) -> bool:
    """Whether somebody who has read so far has been told the end of a finished match too."""
    if not since.number or since.attempt != match.attempts:
        return False
    return since.number > len(public_events(transcript))


def stream(
    stores: Callable[[], Store],
    match: str,
    since: Mark,
    *,
    lasts_s: float,
    ending: threading.Event,
    now: Callable[[], float] = time.monotonic,
) -> Iterator[str]:
    """What has happened in a match since the mark, and what happens while the stream lasts; it ends with the match.

    `ending` ends it too. Whoever comes back with the last id that it was given misses nothing.
    """
    yield f"retry: {RETRY_MS}\n\n"
    ends = now() + lasts_s
    spoke = now()
    while True:
        try:
            news = _news(stores(), match, since)
        except StoreError:
            return  # the client comes again, and is told then what is wrong
        if news.text:
            spoke = now()
            yield news.text
        elif now() >= spoke + KEEP_ALIVE_S:
            spoke = now()
            yield ": nothing new\n\n"
        since = news.mark
        if news.is_over or now() >= ends:
            return
        if not news.is_cut and ending.wait(PAUSE_S):
            return


@dataclass(frozen=True)
class _News:
    """What is new, up to which mark, whether the match is over, and whether there is more than was read."""

    text: str
    mark: Mark
    is_over: bool = False
    is_cut: bool = False


def _news(store: Store, match: str, since: Mark) -> _News:
    with store.reading():
        found = matches.find(store, match)
        if found is None:
            return _News("", since, is_over=True)
        text = ""
        attempt = max(found.attempts, 1)
        if attempt != since.attempt:
            since = Mark(attempt=attempt)
            text = written({"attempt": attempt}, mark=since, kind="again") if attempt > 1 else ""
        if not found.is_finished:
            events = feed.after(store, match, since.number, MOST_AT_ONCE)
            for number, event in events:
                since = Mark(number, attempt)
                text += written(event, mark=since)
            return _News(text, since, is_cut=len(events) == MOST_AT_ONCE)
        transcript = transcripts.text(store, match) or ""
    told = public_events(transcript)
    for number, event in enumerate(told[since.number :], start=since.number + 1):
        text += written(event, mark=Mark(number, attempt))
    last = Mark(len(told) + 1, attempt)
    return _News(text + written(_end(found), mark=last, kind="end"), last, is_over=True)


def _end(match: StoredMatch) -> Mapping[str, Json]:
    """How a match ended, and where to look further."""
    return {
        "match": match.id,
        "places": [seat.place for seat in match.seats],
        "scores": [seat.score for seat in match.seats],
        "forfeited": [seat.forfeited for seat in match.seats],
        "termination": match.termination,
        "links": {"self": link("matches", match.id), "transcript": link("matches", match.id, "transcript")},
    }
