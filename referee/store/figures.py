"""How much has been done and how much waits, for those who watch the service: numbers only, no names."""

from __future__ import annotations

from dataclasses import dataclass

from referee.store import ladders, matches
from referee.store.database import Store


@dataclass(frozen=True)
class Figures:
    """What the database holds at one moment."""

    finished: int
    begun: int
    """How often a match was begun, also those that broke off."""
    voided: int
    """How often the referee spoilt one by a mistake of its own."""
    backlog: int
    faults: dict[str, int]
    """By the kind of the fault."""
    entrants: dict[str, int]
    """By the state of the bot."""


def now(store: Store) -> Figures:
    """The figures at this moment."""
    with store.reading():
        (row,) = store.rows(
            """
            SELECT coalesce(sum(state = 'finished'), 0) AS finished, coalesce(sum(attempts), 0) AS begun,
                coalesce(sum(voids), 0) AS voided
            FROM matches
            """
        )
        return Figures(
            **row,
            backlog=backlog(store),
            faults=_counts(store, "SELECT kind AS of, count(*) AS n FROM faults GROUP BY kind ORDER BY kind"),
            entrants=_counts(store, "SELECT state AS of, count(*) AS n FROM entrants GROUP BY state ORDER BY state"),
        )


def backlog(store: Store) -> int:
    """How many matches of hosted runs wait to be played or are in play."""
    (row,) = store.rows(
        f"""
        SELECT count(*) AS n FROM hosted AS h JOIN matches AS m ON m.tournament = h.run AND m.state = 'scheduled'
        WHERE {ladders.MAY_BE_PLAYED}
        """,
        {"most_voids": matches.MOST_VOIDS},
    )
    return int(row["n"])


def _counts(store: Store, sql: str) -> dict[str, int]:
    return {row["of"]: row["n"] for row in store.rows(sql)}
