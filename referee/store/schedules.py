"""What is put on the schedules of runs; and what is taken off them again, as long as nobody has begun it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlite_utils import Database

from referee.tournament.pairing import Pairing


def add(
    db: Database, tournament: int, *, prefix: str, ladder: str, pairings: Sequence[Pairing], rated: bool, now: str
) -> None:
    """Store matches of a run, in this order behind all others of the ladder; called inside a transaction."""
    (last,) = db.execute("SELECT coalesce(max(ladder_number), 0) FROM matches WHERE ladder = ?", (ladder,)).fetchone()
    (serial,) = db.execute("SELECT coalesce(max(serial), 0) FROM matches").fetchone()
    db.conn.executemany(
        """
        INSERT INTO matches (id, serial, tournament, number, round, ladder, ladder_number, rated, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
            (
                f"{prefix}-{pairing.number}",
                serial + place,
                tournament,
                pairing.number,
                pairing.round,
                ladder,
                last + place,
                int(rated),
                now,
            )
            for place, pairing in enumerate(pairings, start=1)
        ],
    )
    db.conn.executemany(
        "INSERT INTO seats (match, seat, bot, serial) VALUES (?, ?, ?, ?)",
        [
            (f"{prefix}-{pairing.number}", seat, bot, serial + place)
            for place, pairing in enumerate(pairings, start=1)
            for seat, bot in enumerate(pairing.players)
        ],
    )


def call_off(db: Database, bot: str) -> None:
    """Drop the matches of a bot on ladders, and its challenges, that nobody has ever begun; inside a transaction.

    Its ladders make others, so that who was to meet it does not wait for it. Tournaments keep their schedule.
    """
    never_begun = """
        SELECT m.id, h.run FROM matches AS m
        JOIN hosted AS h ON h.run = m.tournament AND h.kind IN ('ladder', 'challenge')
        JOIN seats AS s ON s.match = m.id
        WHERE s.bot = ? AND m.state = 'scheduled' AND m.attempts = 0
    """
    for match, run in db.execute(never_begun, (bot,)).fetchall():
        db.execute(
            """
            UPDATE ladder_entrants SET matches = matches - 1
            WHERE ladder = (SELECT name FROM ladders WHERE run = ?) AND bot IN (SELECT bot FROM seats WHERE match = ?)
            """,
            (run, match),
        )
        db.execute("DELETE FROM challenges WHERE match = ?", (match,))
        db.execute("DELETE FROM seats WHERE match = ?", (match,))
        db.execute("DELETE FROM matches WHERE id = ?", (match,))
