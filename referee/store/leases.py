"""Who plays which match: leases with fencing numbers, so that several referees may work on one database.

A referee leases a match before it begins it, and renews the lease while the match is played. A lease is free for others
when it has ended, or when the referee that holds it is gone. Every lease of a match has the next number, its `attempt`.
Only the newest attempt may store a result, so a referee that was stopped for longer than its lease changes nothing when
it goes on: each match counts once. Leases are told by the clock of the wall; one that jumps costs a match that is
played twice, and never one that counts twice.

LeaseLost               (a StoreError) the match was leased anew, and what was played under the old lease is void
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from referee.store.database import Store, StoreError, timestamp
from referee.store.presence import Presence

if TYPE_CHECKING:
    from sqlite_utils import Database

LEASE_S = 30.0
"""For how many seconds a lease is good unless it is renewed."""

MOST_LEASE_S = 3600.0
"""The longest lease. One that seems to end later than that from now was made before the clock was set back."""


class LeaseLost(StoreError):
    """Another referee has leased the match since; the result of the newest lease counts."""


class Lease(NamedTuple):
    """The right to play a match; `attempt` is how often it has been leased, this time included."""

    match: str
    attempt: int


class Denied(Enum):
    """Why a match cannot be leased."""

    FINISHED = "it has a result"
    GONE = "it was called off"
    HELD = "another referee plays it, or one of its bots plays as many matches as it takes"


class Leases:
    """The leases of one referee at one database, which belongs to the thread that opened it."""

    def __init__(
        self,
        store: Store,
        presence: Presence,
        seconds: float = LEASE_S,
        now: Callable[[], float] = time.time,
    ) -> None:
        """A lease is good for `seconds`; `now` gives seconds since 1970."""
        self._store = store
        self._presence = presence
        self.seconds = min(seconds, MOST_LEASE_S)
        self._now = now

    def claim(self, match: str, room: Mapping[str, int]) -> Lease | Denied:
        """Lease a match, unless somebody holds it or other referees use up what room its bots have.

        `room` tells for bots that play for several referees how many matches they could be in beside those of this
        referee.
        """
        with self._store.writing() as db:
            found = db.execute("SELECT state, holder, lease_ends, attempts FROM matches WHERE id = ?", (match,))
            row = found.fetchone()
            if row is None:
                return Denied.GONE
            state, holder, ends, attempts = row
            if state == "finished":
                return Denied.FINISHED
            if self.is_held(holder, ends) or not self._has_room(db, room):
                return Denied.HELD
            db.execute(
                """
                UPDATE matches SET holder = ?, lease_ends = ?, attempts = attempts + 1,
                    started_at = coalesce(started_at, ?)
                WHERE id = ?
                """,
                (self._presence.number, self._now() + self.seconds, timestamp(), match),
            )
            # What spectators were told of the attempt before did not happen.
            db.execute("DELETE FROM feed WHERE match = ?", (match,))
            return Lease(match, attempts + 1)

    def renew(self, leases: Iterable[Lease]) -> list[Lease]:
        """Make the leases good for as long as they were at first; returns those that are lost to others."""
        ends = self._now() + self.seconds
        with self._store.writing() as db:
            return [
                lease
                for lease in leases
                if not db.execute(
                    "UPDATE matches SET lease_ends = ? WHERE id = ? AND attempts = ? AND state = 'scheduled'",
                    (ends, *lease),
                ).rowcount
            ]

    def is_held(self, holder: int | None, ends: float | None) -> bool:
        """Whether a match with this holder, whose lease ends then, is not to be had."""
        if holder is None or ends is None or not 0 < ends - self._now() <= MOST_LEASE_S:
            return False
        return self._presence.is_there(holder)

    def _has_room(self, db: Database, room: Mapping[str, int]) -> bool:
        """Whether the bots are in fewer matches of other referees than they have room for."""
        for bot, most in room.items():
            held = db.execute(
                """
                SELECT m.holder, m.lease_ends FROM matches AS m JOIN seats AS s ON s.match = m.id
                WHERE m.holder IS NOT NULL AND m.holder <> ? AND s.bot = ?
                """,
                (self._presence.number, bot),
            ).fetchall()
            if sum(self.is_held(*lease) for lease in held) >= most:
                return False
        return True
