"""The ladders that the service keeps going: their settings, the bots on them, and who has played whom."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from parlour.core.wording import shown
from referee.store.database import Refused, Store, StoreError, timestamp
from referee.store.entrants import NoSuchEntrant, Retired, TooMany
from referee.store.matches import MOST_VOIDS

STATES = ("open", "paused", "closed")

MAY_BE_PLAYED = """
    m.voids < :most_voids AND NOT (h.kind = 'ladder' AND EXISTS (
        SELECT 1 FROM seats AS b JOIN entrants AS e ON e.bot = b.bot
        WHERE b.match = m.id AND e.state IN ('pending', 'benched')
    ))
"""
"""Whether anybody may begin a match `m` of a hosted run `h` that is scheduled, or it waits: on a ladder for a bot that
is to be checked first, anywhere for a person who looks why the referee has spoilt it again and again."""


class NoSuchLadder(Refused):
    """Nobody has opened a ladder of that name."""


@dataclass(frozen=True)
class Ladder:
    """A ladder: matches are made for it as long as it is open, and those of a paused one are played to the end."""

    name: str
    run: int
    state: str
    settings: dict[str, Any]
    created_at: str
    account: int | None


@dataclass(frozen=True)
class Member:
    """A bot on a ladder, its state as an entrant, and its rating in thousandths; None before its first match."""

    bot: str
    account: int
    owner: str
    joined_at: str
    state: str
    max_parallel: int
    games: tuple[str, ...]
    rating: int | None


class Played(NamedTuple):
    """How many matches a ladder has ever made for a bot, the number on the ladder of the last of them, and how many of
    them are still to be played or in play."""

    matches: int
    last: int
    scheduled: int


def find(store: Store, name: str) -> Ladder | None:
    """The ladder of that name."""
    found = _ladders(store, "WHERE l.name = :name", name=name)
    return found[0] if found else None


def every(store: Store) -> list[Ladder]:
    """All ladders by name, closed ones too."""
    return _ladders(store, "ORDER BY l.name")


def set_state(store: Store, name: str, state: str) -> Ladder:
    """Open, pause or close a ladder. A ladder that was closed may be opened again."""
    if state not in STATES:
        raise ValueError(f"{state!r} is no state of a ladder; expected one of {', '.join(STATES)}")
    with store.writing() as db:
        db.execute("UPDATE ladders SET state = ? WHERE name = ?", (state, name))
        return _there(store, name)


def set_pace(store: Store, name: str, matches_per_hour: int) -> Ladder:
    """Let an hour have another number of matches from now on."""
    with store.writing() as db:
        db.execute(
            "UPDATE ladders SET settings = json_set(settings, '$.matches_per_hour', ?) WHERE name = ?",
            (matches_per_hour, name),
        )
        return _there(store, name)


def join(store: Store, ladder: str, bot: str, *, most: int | None = None) -> None:
    """Put a bot on a ladder; one that is on it stays, and one that was on it goes on where it was.

    Raises TooMany where the bot's account has `most` others on the ladder; None: it may have as many as it likes.
    """
    with store.writing() as db:
        _there(store, ladder)
        rows = store.rows("SELECT account, state FROM entrants WHERE bot = :bot", {"bot": bot})
        if not rows:
            raise NoSuchEntrant(store.path, f"no bot {shown(bot)} is registered")
        if rows[0]["state"] == "retired":
            raise Retired(store.path, f"the bot {shown(bot)} is retired")
        (others,) = db.execute(
            """
            SELECT count(*) FROM ladder_entrants AS le JOIN entrants AS e ON e.bot = le.bot
            WHERE le.ladder = ? AND le.left_at IS NULL AND e.account = ? AND le.bot <> ?
            """,
            (ladder, rows[0]["account"], bot),
        ).fetchone()
        if most is not None and others >= most:
            raise TooMany(
                store.path, f"the account has {others} bots on the ladder {shown(ladder)}, and may have {most}"
            )
        db.execute(
            """
            INSERT INTO ladder_entrants (ladder, bot, joined_at) VALUES (:ladder, :bot, :at)
            ON CONFLICT (ladder, bot) DO UPDATE SET left_at = NULL, joined_at = :at WHERE left_at IS NOT NULL
            """,
            {"ladder": ladder, "bot": bot, "at": timestamp()},
        )


def leave(store: Store, ladder: str, bot: str) -> bool:
    """Take a bot off a ladder; what is scheduled for it is still played. False where it is not on the ladder."""
    with store.writing() as db:
        left = db.execute(
            "UPDATE ladder_entrants SET left_at = ? WHERE ladder = ? AND bot = ? AND left_at IS NULL",
            (timestamp(), ladder, bot),
        )
        return bool(left.rowcount)


def members(store: Store, ladder: str) -> list[Member]:
    """The bots that are on a ladder, by name, whatever their state."""
    rows = store.rows(
        """
        SELECT le.bot, e.account, a.name AS owner, le.joined_at, e.state, e.max_parallel, e.games, (
            SELECT r."after" FROM ratings AS r WHERE r.ladder = le.ladder AND r.bot = le.bot
            ORDER BY r.number DESC LIMIT 1
        ) AS rating
        FROM ladder_entrants AS le JOIN entrants AS e ON e.bot = le.bot JOIN accounts AS a ON a.id = e.account
        WHERE le.ladder = :ladder AND le.left_at IS NULL ORDER BY le.bot
        """,
        {"ladder": ladder},
    )
    return [Member(**{**row, "games": tuple(json.loads(row["games"]))}) for row in rows]


def waiting(store: Store, ladder: str) -> int:
    """How many matches of a ladder can be played now or are in play."""
    (row,) = store.rows(
        f"""
        SELECT count(*) AS matches FROM ladders AS l JOIN hosted AS h ON h.run = l.run
        JOIN matches AS m ON m.tournament = h.run AND m.state = 'scheduled'
        WHERE l.name = :ladder AND {MAY_BE_PLAYED}
        """,
        {"ladder": ladder, "most_voids": MOST_VOIDS},
    )
    return int(row["matches"])


def played(store: Store, ladder: str) -> dict[str, Played]:
    """For every bot that is or was on a ladder, what the ladder has made it play."""
    rows = store.rows(
        """
        SELECT le.bot, le.matches, le.last_match, coalesce(waiting.matches, 0) AS scheduled
        FROM ladder_entrants AS le LEFT JOIN (
            SELECT s.bot, count(*) AS matches FROM ladders AS l
            JOIN matches AS m ON m.tournament = l.run AND m.state = 'scheduled' JOIN seats AS s ON s.match = m.id
            WHERE l.name = :ladder GROUP BY s.bot
        ) AS waiting ON waiting.bot = le.bot
        WHERE le.ladder = :ladder ORDER BY le.bot
        """,
        {"ladder": ladder},
    )
    return {row["bot"]: Played(row["matches"], row["last_match"], row["scheduled"]) for row in rows}


def tables(store: Store, ladder: str, last: int) -> list[tuple[str, ...]]:
    """Who sits at each of the last so many matches of a ladder, seat by seat, those to be played included; the oldest
    first."""
    rows = store.db.execute(
        """
        SELECT m.number, s.bot FROM (
            SELECT id, number FROM matches WHERE tournament = (SELECT run FROM ladders WHERE name = ?)
            ORDER BY number DESC LIMIT ?
        ) AS m JOIN seats AS s ON s.match = m.id ORDER BY m.number, s.seat
        """,
        (ladder, last),
    )
    return [tuple(bot for _, bot in seats) for _, seats in groupby(rows, key=itemgetter(0))]


def created_since(store: Store, ladder: str, since: str) -> int:
    """How many matches the ladder has made since that time."""
    (row,) = store.rows(
        """
        SELECT count(*) AS made FROM ladders AS l JOIN matches AS m ON m.tournament = l.run
        WHERE l.name = :ladder AND m.created_at >= :since
        """,
        {"ladder": ladder, "since": since},
    )
    return int(row["made"])


def _there(store: Store, name: str) -> Ladder:
    found = find(store, name)
    if found is None:
        raise NoSuchLadder(store.path, f"no ladder {shown(name)}")
    return found


def _ladders(store: Store, where: str, **values: object) -> list[Ladder]:
    rows = store.rows(
        f"""
        SELECT l.name, l.run, l.state, l.settings, l.created_at, h.account
        FROM ladders AS l JOIN hosted AS h ON h.run = l.run {where}
        """,
        values,
    )
    try:
        return [Ladder(**{**row, "settings": json.loads(row["settings"])}) for row in rows]
    except ValueError as error:
        raise StoreError(f"{store.path}: the settings of a ladder are damaged: {error}") from None
