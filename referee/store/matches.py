"""The matches of every schedule: what is still to be played, and what became of what was.

A match is `scheduled` until it is finished, in one transaction with all that belongs to it. A match that the referee
itself spoilt is void: it stays scheduled and is played again. Who may play it is told in leases.py. An unrated match
has a number on its ladder like any other, and changes nobody's rating.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlite_utils import Database

from referee.store import faults, ratings, transcripts
from referee.store.database import Store, StoreDamaged, StoreError, timestamp
from referee.store.leases import MOST_LEASE_S, LeaseLost

if TYPE_CHECKING:
    from referee.match import MatchRecord


MOST_VOIDS = 3
"""How often a match may be spoilt by the referee itself before it is left alone for a person to look at."""


class NoSuchMatch(StoreError):
    """No match of that id is in the schedule of any tournament."""


class AlreadyFinished(StoreError):
    """The match has a result; the first one counts, and what came after it is not stored."""


@dataclass(frozen=True)
class Scheduled:
    """A match that is still to be played, and how often the referee has spoilt it."""

    id: str
    number: int
    round: int
    players: tuple[str, ...]
    voids: int


@dataclass(frozen=True)
class StoredSeat:
    """A seat of a match: its bot and, once the match is finished, how it fared; `faults` counts them.

    `thought_ms` is how long its answers took in all, each to its last byte, `slowest_ms` the longest of them; None in
    matches of before this was recorded. `version` is what the bot said of itself when the match was played.
    """

    seat: int
    bot: str
    place: int | None
    score: int | None
    strikes: int | None
    forfeited: bool | None
    nonce: str | None
    thought_ms: int | None
    slowest_ms: int | None
    version: str | None
    faults: int


@dataclass(frozen=True)
class StoredMatch:
    """A match with its seats; what only a finished match has is None before. `attempts` counts how often it began.

    `serial` counts the matches of all runs in the order in which they were scheduled, at `created_at`; `started_at` is
    when it was first begun, None too where that was not recorded. `is_playing` is whether somebody has leased it now.
    """

    id: str
    serial: int
    tournament: int
    number: int
    round: int
    ladder: str
    ladder_number: int
    rated: bool
    state: str
    is_playing: bool
    created_at: str | None
    started_at: str | None
    attempts: int
    voids: int
    void_reason: str | None
    finished_at: str | None
    game: str | None
    rules: str | None
    options: dict[str, Any] | None
    termination: str | None
    moves: int | None
    seconds: float | None
    commitment: str | None
    secret: str | None
    seats: tuple[StoredSeat, ...]

    @property
    def is_finished(self) -> bool:
        """Whether the match has a result."""
        return self.state == "finished"

    @property
    def players(self) -> tuple[str, ...]:
        """The bots, seat by seat."""
        return tuple(seat.bot for seat in self.seats)


def slug(name: str) -> str:
    """The name as it stands in match ids: letters, digits, `-` and `_`, at most 49 of them, the first no `-` or `_`.

    A name that had to be changed gets eight digits of its hash behind it, and so does one that looks like such a name,
    so that two names do not meet.

    >>> slug("spring_2027"), slug("Frühling!"), slug("日本")
    ('spring_2027', 'Fr-hling--f539c7bc', 'tournament-cf2abf0c')
    """
    plain = re.sub(r"[^A-Za-z0-9_-]", "-", name)[:40].lstrip("-_") or "tournament"
    if plain == name and not re.search(r"-[0-9a-f]{8}$", name):
        return name
    return f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def finish(store: Store, record: MatchRecord, also: Sequence[Callable[[Database], None]] = ()) -> None:
    """Store result, seats, faults, transcript and ratings of the match `record.id`, together or not at all.

    What `also` writes when it is called is stored with them, and whatever it raises leaves nothing of either.
    Raises NoSuchMatch, AlreadyFinished if this or another process has stored a result of the match before, or LeaseLost
    if the match was leased anew since the attempt that this record is of; then nothing is changed. Raises ValueError if
    the record's players are not those of the schedule.
    """
    packed = transcripts.pack(record.transcript)
    with store.writing() as db:
        ladder, ladder_number = _unfinished(store, db, record.id, record.attempt)
        _check_players(db, record)
        db.execute(
            """
            UPDATE matches SET state = 'finished', finished_at = :finished_at, game = :game, rules = :rules,
                options = :options, termination = :termination, moves = :moves, seconds = :seconds,
                commitment = :commitment, secret = :secret, holder = NULL, lease_ends = NULL
            WHERE id = :id
            """,
            {
                "id": record.id,
                "finished_at": timestamp(),
                "game": record.game,
                "rules": record.rules,
                "options": json.dumps(dict(record.options)),
                "termination": record.termination,
                "moves": record.moves,
                "seconds": record.seconds,
                "commitment": record.commitment,
                "secret": record.secret,
            },
        )
        _finish_seats(db, record)
        faults.add(db, record.id, record.faults)
        transcripts.add(db, record.id, packed)
        ratings.refold(store, ladder, since=ladder_number)
        for write in also:
            write(db)


def note_version(db: Database, match: str, seat: int, version: str) -> None:
    """Note which version of itself a bot said has played in a match; called inside a transaction."""
    db.execute("UPDATE seats SET version = ? WHERE match = ? AND seat = ?", (version, match, seat))


def void(store: Store, match: str, attempt: int, reason: str) -> int:
    """Note that the referee spoilt this attempt at a match, which is free to be played again; returns how often that
    has happened to it.

    Raises NoSuchMatch, AlreadyFinished if the match has a result by now, or LeaseLost if it was leased anew.
    """
    with store.writing() as db:
        _unfinished(store, db, match, attempt)
        db.execute(
            """
            UPDATE matches SET voids = voids + 1, void_reason = ?, holder = NULL, lease_ends = NULL WHERE id = ?
            """,
            (reason, match),
        )
        (voids,) = db.execute("SELECT voids FROM matches WHERE id = ?", (match,)).fetchone()
        return int(voids)


def unplayed(store: Store, tournament: int) -> list[Scheduled]:
    """The matches of a run that are still to be played, in the order of the schedule."""
    rows = store.rows(
        """
        SELECT m.id, m.number, m.round, m.voids, s.bot FROM matches AS m JOIN seats AS s ON s.match = m.id
        WHERE m.tournament = :tournament AND m.state = 'scheduled' ORDER BY m.number, s.seat
        """,
        {"tournament": tournament},
    )
    matches = [list(seats) for _, seats in groupby(rows, key=lambda row: row["id"])]
    return [
        Scheduled(
            id=seats[0]["id"],
            number=seats[0]["number"],
            round=seats[0]["round"],
            players=tuple(seat["bot"] for seat in seats),
            voids=seats[0]["voids"],
        )
        for seats in matches
    ]


def of_run(store: Store, tournament: int) -> list[StoredMatch]:
    """All matches of a run with their seats, in the order of the schedule."""
    return _stored(store, "m.tournament = :tournament ORDER BY m.number, s.seat", tournament=tournament)


def find(store: Store, match: str) -> StoredMatch | None:
    """The match of that id with its seats."""
    stored = _stored(store, "m.id = :match ORDER BY s.seat", match=match)
    return stored[0] if stored else None


def page(
    store: Store,
    *,
    ladder: str | None = None,
    bot: str | None = None,
    tournament: str | None = None,
    run: int | None = None,
    state: str | None = None,
    before: int | None = None,
    limit: int,
) -> list[StoredMatch]:
    """At most `limit` matches with their seats, the newest first, from the first older than serial `before` on.

    Those that are rated on a ladder, of a bot, of the runs of a tournament's name or only its run of that number, and
    in a state: `scheduled`, `playing` or `finished`.
    """
    values = {"ladder": ladder, "bot": bot, "before": before, "limit": limit}
    asked = []
    if before is not None:
        asked.append("m.serial < :before" if bot is None else "b.serial < :before")
    if ladder is not None:
        asked.append("m.rated = 1 AND m.ladder = :ladder")
    if tournament is not None:
        runs = {f"run_{number}": id for number, id in enumerate(_runs_of(store, tournament, run))}
        values |= runs
        asked.append(f"m.tournament IN ({', '.join(f':{name}' for name in runs)})")
    if state is not None:
        asked.append(_STATES[state])
    # SQLite is told to begin with the bot's seats, which lie in the order of the list.
    where = (
        "matches AS m" if bot is None else "seats AS b CROSS JOIN matches AS m ON b.bot = :bot AND m.serial = b.serial"
    )
    order = "m.serial" if bot is None else "b.serial"
    return _stored(
        store,
        f"""
        m.id IN (
            SELECT m.id FROM {where} WHERE {" AND ".join(asked) or "1"} ORDER BY {order} DESC LIMIT :limit
        ) ORDER BY m.serial DESC, s.seat
        """,
        **values,
    )


def finished(store: Store) -> list[str]:
    """The ids of all finished matches, in the order in which they were scheduled."""
    rows = store.rows("SELECT id FROM matches WHERE state = 'finished' ORDER BY tournament, number")
    return [row["id"] for row in rows]


def _stored(store: Store, where: str, **values: object) -> list[StoredMatch]:
    rows = store.rows(
        f"""
        SELECT m.*, s.*, {_IS_PLAYING} AS is_playing,
            (SELECT count(*) FROM faults AS f WHERE f.match = s.match AND f.seat = s.seat) AS faults
        FROM matches AS m LEFT JOIN seats AS s ON s.match = m.id WHERE {where}
        """,
        {**values, "now": time.time(), "longest": MOST_LEASE_S},
    )
    return [_match(store, list(seats)) for _, seats in groupby(rows, key=lambda row: row["id"])]


def _runs_of(store: Store, tournament: str, run: int | None) -> list[int]:
    """The ids of all runs of that name, or of the one of that number."""
    rows = store.rows(
        "SELECT id FROM tournaments WHERE name = :name AND (:run IS NULL OR run = :run)",
        {"name": tournament, "run": run},
    )
    return [row["id"] for row in rows]


_IS_PLAYING = """
    m.holder IS NOT NULL AND coalesce(m.lease_ends > :now AND m.lease_ends <= :now + :longest, 0)
"""
"""Whether somebody has leased the match now, as leases.py tells it from the time alone."""

_STATES = {
    "scheduled": f"m.state = 'scheduled' AND NOT ({_IS_PLAYING})",
    "playing": f"m.state = 'scheduled' AND {_IS_PLAYING}",
    "finished": "m.state = 'finished'",
}


def _match(store: Store, rows: list[dict[str, Any]]) -> StoredMatch:
    """The match of which these are the rows, one a seat."""
    first = rows[0]
    own = {field.name: first[field.name] for field in fields(StoredMatch) if field.name in first}
    own |= {"rated": bool(first["rated"]), "is_playing": bool(first["is_playing"])}
    own["options"] = None if first["options"] is None else _options(store, first["id"], first["options"])
    if [row["seat"] for row in rows] != list(range(len(rows))):
        raise StoreDamaged(store.path, first["id"], "a seat is missing")
    if own["state"] == "finished" and any(row[key] is None for row in rows for key in _FARED):
        raise StoreDamaged(store.path, first["id"], f"a seat lacks one of {', '.join(_FARED)}")
    return StoredMatch(**own, seats=tuple(_seat(row) for row in rows))


_FARED = ("place", "score", "strikes", "forfeited")
"""What every seat of a finished match has."""


def _options(store: Store, match: str, text: str) -> dict[str, Any]:
    try:
        options = json.loads(text)
    except ValueError as error:
        raise StoreDamaged(store.path, match, f"its options are no JSON: {error}") from None
    if not isinstance(options, dict):
        raise StoreDamaged(store.path, match, "its options are no JSON object")
    return options


def _seat(row: dict[str, Any]) -> StoredSeat:
    own = {field.name: row[field.name] for field in fields(StoredSeat)}
    own["forfeited"] = None if row["forfeited"] is None else bool(row["forfeited"])
    return StoredSeat(**own)


def _unfinished(store: Store, db: Database, match: str, attempt: int) -> tuple[str, int]:
    """The ladder of a match and its number there; raises unless it is to be played and this is its newest attempt."""
    row = db.execute("SELECT state, attempts, ladder, ladder_number FROM matches WHERE id = ?", (match,)).fetchone()
    if row is None:
        raise NoSuchMatch(f"{store.path}: no match {match}")
    state, attempts, ladder, number = row
    if state == "finished":
        raise AlreadyFinished(f"{store.path}: match {match} has a result already")
    if attempt != attempts:
        raise LeaseLost(f"{store.path}: match {match} was begun anew: attempt {attempts}, no longer {attempt}")
    return ladder, number


def _check_players(db: Database, record: MatchRecord) -> None:
    """Refuse a record whose seats are not those of the schedule."""
    rows = db.execute("SELECT bot FROM seats WHERE match = ? ORDER BY seat", (record.id,)).fetchall()
    scheduled = tuple(bot for (bot,) in rows)
    if scheduled != tuple(record.players):
        raise ValueError(f"match {record.id} is scheduled for {scheduled}, not for {record.players}")


def _finish_seats(db: Database, record: MatchRecord) -> None:
    """Write beside every seat how it fared."""
    strikes = [0] * len(record.players)
    for fault in record.faults:
        strikes[fault.seat] += fault.strikes
    fared = zip(
        record.places,
        record.scores,
        strikes,
        record.forfeited,
        record.nonces,
        record.thought_ms,
        record.slowest_ms,
        strict=True,
    )
    db.conn.executemany(
        """
        UPDATE seats SET place = ?, score = ?, strikes = ?, forfeited = ?, nonce = ?, thought_ms = ?, slowest_ms = ?
        WHERE match = ? AND seat = ?
        """,
        [(*how, record.id, seat) for seat, how in enumerate(fared)],
    )
