"""The ratings of each ladder as its finished matches left them, in thousandths of a point.

Matches count in the order of their numbers on the ladder, not in the order in which they end. When one ends, every
later match of the ladder that had ended before it is folded again, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from sqlite_utils import Database

from referee.ladder.ratings import Rating, Result, fold
from referee.store.database import Store, StoreDamaged


@dataclass(frozen=True)
class Standing:
    """One line of a ladder; a shared first place counts as a win."""

    bot: str
    rating: int
    matches: int
    wins: int
    average_place: float
    last_change: int


@dataclass(frozen=True)
class RatedMatch:
    """What one match, the `number`-th of its ladder, made of one bot's rating."""

    match: str
    number: int
    bot: str
    before: int
    after: int
    change: int


@dataclass(frozen=True)
class Difference:
    """A bot whose stored rating before and after a match is not what the results give; None where there is none."""

    number: int
    bot: str
    stored: tuple[int, int] | None
    rebuilt: tuple[int, int] | None


def refold(store: Store, ladder: str, since: int) -> list[Difference]:
    """Fold the results from number `since` on again and store what differs; called inside a transaction.

    The ratings before that number are taken as they are stored. Returns what differed. Raises StoreDamaged where a
    finished match has not the seats and places that it must have.
    """
    db = store.db
    rebuilt = _folded(store, ladder, since)
    differences = _differences(store, ladder, since, rebuilt)
    db.conn.executemany(
        "DELETE FROM ratings WHERE ladder = ? AND bot = ? AND number = ?",
        [(ladder, difference.bot, difference.number) for difference in differences if not difference.rebuilt],
    )
    db.conn.executemany(
        """
        INSERT OR REPLACE INTO ratings (ladder, bot, number, before, "after", change, matches, wins, places)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
            (ladder, row.bot, row.number, row.before, row.after, row.change, row.matches, row.wins, row.places)
            for row in (rebuilt[difference.number, difference.bot] for difference in differences if difference.rebuilt)
        ],
    )
    return differences


def differences(store: Store, ladder: str) -> list[Difference]:
    """Where the stored ratings of a ladder are not what its results give; nothing is changed."""
    with store.reading():
        return _differences(store, ladder, 1, _folded(store, ladder, 1))


def rebuild(store: Store, ladder: str) -> list[Difference]:
    """Fold all finished matches of a ladder from the first, store the ratings, and return where they differed.

    None is expected, to the last digit: a match that ends is folded by the same function.
    """
    with store.writing():
        return refold(store, ladder, since=1)


def ladders(store: Store) -> list[str]:
    """The names of all ladders for which a rated match was ever scheduled."""
    return [row["ladder"] for row in store.rows("SELECT DISTINCT ladder FROM matches WHERE rated = 1 ORDER BY ladder")]


def standings(store: Store, ladder: str) -> list[Standing]:
    """The bots that have finished a match of the ladder, the highest rating first, equal ratings by name."""
    # For each bot of the ladder, by two look-ups in the key of the table and however long its history is, its last row.
    rows = store.rows(
        """
        WITH RECURSIVE rated (bot) AS (
            SELECT min(bot) FROM ratings WHERE ladder = :ladder
            UNION ALL
            SELECT (SELECT min(bot) FROM ratings WHERE ladder = :ladder AND bot > rated.bot) FROM rated
            WHERE rated.bot IS NOT NULL
        )
        SELECT r.bot, r."after" AS rating, r.matches, r.wins, r.places, r.change FROM rated
        JOIN ratings AS r ON r.ladder = :ladder AND r.bot = rated.bot AND r.number = (
            SELECT max(number) FROM ratings WHERE ladder = :ladder AND bot = rated.bot
        )
        ORDER BY rating DESC, r.bot
        """,
        {"ladder": ladder},
    )
    return [
        Standing(row["bot"], row["rating"], row["matches"], row["wins"], row["places"] / row["matches"], row["change"])
        for row in rows
    ]


def history(store: Store, ladder: str, bot: str) -> list[RatedMatch]:
    """The rating of a bot after each match of a ladder, in ladder order."""
    return _rated(store, "r.ladder = :ladder AND r.bot = :bot ORDER BY r.number", ladder=ladder, bot=bot)


def of_match(store: Store, match: str) -> list[RatedMatch]:
    """What a match made of the ratings of its bots, seat by seat; nothing as long as it is not finished."""
    return _rated(store, "m.id = :match ORDER BY s.seat", match=match)


def _rated(store: Store, where: str, **values: object) -> list[RatedMatch]:
    rows = store.rows(
        f"""
        SELECT m.id AS match, r.number, r.bot, r.before, r."after", r.change
        FROM matches AS m
        JOIN seats AS s ON s.match = m.id
        JOIN ratings AS r ON r.ladder = m.ladder AND r.number = m.ladder_number AND r.bot = s.bot
        WHERE {where}
        """,
        values,
    )
    return [RatedMatch(**row) for row in rows]


def _folded(store: Store, ladder: str, since: int) -> dict[tuple[int, str], Rating]:
    """What the results from number `since` on make of the ratings before it, by number and bot."""
    results = _results(store, ladder, since)
    start = _ratings_before(store.db, ladder, since, {bot for result in results for bot in result.bots})
    return {(row.number, row.bot): row for row in fold(results, start)}


def _differences(store: Store, ladder: str, since: int, rebuilt: Mapping[tuple[int, str], Rating]) -> list[Difference]:
    stored = {
        (row[0], row[1]): Rating(*row)
        for row in store.db.execute(
            """
            SELECT number, bot, before, "after", matches, wins, places FROM ratings WHERE ladder = ? AND number >= ?
            """,
            (ladder, since),
        )
    }
    return [
        Difference(
            number, bot, _before_and_after(stored.get((number, bot))), _before_and_after(rebuilt.get((number, bot)))
        )
        for number, bot in sorted(stored.keys() | rebuilt.keys())
        if stored.get((number, bot)) != rebuilt.get((number, bot))
    ]


def _results(store: Store, ladder: str, since: int) -> list[Result]:
    """The finished and rated matches of a ladder from number `since` on, in ladder order."""
    rows = store.db.execute(
        """
        SELECT m.ladder_number, m.id, s.seat, s.bot, s.place FROM matches AS m LEFT JOIN seats AS s ON s.match = m.id
        WHERE m.ladder = ? AND m.ladder_number >= ? AND m.state = 'finished' AND m.rated = 1
        ORDER BY m.ladder_number, s.seat
        """,
        (ladder, since),
    )
    results = []
    for (number, match), seated in groupby(rows, key=lambda row: row[:2]):
        seats, bots, places = zip(*(row[2:] for row in seated), strict=True)
        if len(seats) < 2 or seats != tuple(range(len(seats))):
            raise StoreDamaged(store.path, match, "a seat is missing")
        if None in places:
            raise StoreDamaged(store.path, match, "a seat has no place")
        results.append(Result(number, bots, places))
    return results


def _ratings_before(db: Database, ladder: str, number: int, bots: set[str]) -> dict[str, Rating]:
    """What the last match before that number made of each bot; one that had not played by then is left out."""
    last = {
        bot: db.execute(
            """
            SELECT number, bot, before, "after", matches, wins, places FROM ratings
            WHERE ladder = ? AND bot = ? AND number < ? ORDER BY number DESC LIMIT 1
            """,
            (ladder, bot, number),
        ).fetchone()
        for bot in bots
    }
    return {bot: Rating(*row) for bot, row in last.items() if row}


def _before_and_after(row: Rating | None) -> tuple[int, int] | None:
    return (row.before, row.after) if row else None
