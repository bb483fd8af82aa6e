"""How bots fare on ladders: what the lists of bots and of ladders say of each, in one query for all of a page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from referee.ladder import elo
from referee.store.database import Store


@dataclass(frozen=True)
class Fare:
    """A bot on a ladder: its rating in thousandths, `elo.START` before its first match, and its rated matches."""

    ladder: str
    rating: int
    matches: int


@dataclass(frozen=True)
class Entered:
    """A bot that is or was on a ladder: whose it is, its state, and whether it is on the ladder now."""

    bot: str
    owner: str
    state: str
    is_on: bool


def of_bots(store: Store, bots: Iterable[str]) -> dict[str, list[Fare]]:
    """How each of the bots fares on every ladder that it is on, by the names of the ladders; all that are asked for."""
    asked = list(bots)
    rows = store.rows(
        """
        SELECT le.bot, le.ladder, (
            SELECT r."after" FROM ratings AS r WHERE r.ladder = le.ladder AND r.bot = le.bot
            ORDER BY r.number DESC LIMIT 1
        ) AS rating, (
            SELECT r.matches FROM ratings AS r WHERE r.ladder = le.ladder AND r.bot = le.bot
            ORDER BY r.number DESC LIMIT 1
        ) AS matches
        FROM ladder_entrants AS le
        WHERE le.left_at IS NULL AND le.bot IN (SELECT value FROM json_each(:bots)) ORDER BY le.bot, le.ladder
        """,
        {"bots": json.dumps(asked)},
    )
    found = {
        bot: [
            Fare(row["ladder"], elo.START if row["rating"] is None else row["rating"], row["matches"] or 0)
            for row in own
        ]
        for bot, own in groupby(rows, key=lambda row: row["bot"])
    }
    return {bot: found.get(bot, []) for bot in asked}


def entered(store: Store, ladder: str) -> dict[str, Entered]:
    """Every bot that is or ever was on a ladder, by its name."""
    rows = store.rows(
        """
        SELECT le.bot, a.name AS owner, e.state, le.left_at IS NULL AS is_on
        FROM ladder_entrants AS le JOIN entrants AS e ON e.bot = le.bot JOIN accounts AS a ON a.id = e.account
        WHERE le.ladder = :ladder ORDER BY le.bot
        """,
        {"ladder": ladder},
    )
    return {row["bot"]: Entered(**{**row, "is_on": bool(row["is_on"])}) for row in rows}


def sizes(store: Store) -> dict[str, int]:
    """How many bots are on each ladder; one without bots is left out."""
    rows = store.rows("SELECT ladder, count(*) AS bots FROM ladder_entrants WHERE left_at IS NULL GROUP BY ladder")
    return {row["ladder"]: row["bots"] for row in rows}
