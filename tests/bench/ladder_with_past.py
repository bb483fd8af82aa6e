"""A ladder as it is after a term: bots that have passed their checks, and thousands of matches between them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from referee.ladder.ladderfile import read_text
from referee.store import accounts, database, entrants, hosted, ladders, ratings
from referee.store.database import Store

BOTS_OF_ONE = 2
"""How many bots each account has."""

LADDER = """
[ladder]
name = "{name}"
game = "payday"
seats = 2
matches_per_hour = 100000
options = {{ months = 1 }}
"""


def open_ladder(store: Store, name: str) -> None:
    """A ladder for two at a table."""
    settings = read_text(LADDER.format(name=name), matches_per_hour=600)
    hosted.open_ladder(store, settings.to_json(), account=None)


def enter(store: Store, ladder: str, urls: Mapping[str, str], keys: Mapping[str, str]) -> None:
    """Put bots on a ladder that have passed their checks; every account has two of them."""
    owner = None
    for number, (name, url) in enumerate(urls.items()):
        if owner is None or number % BOTS_OF_ONE == 0:
            owner = accounts.add(store, f"owner-{number}", "player")
        entrants.register(store, owner.id, name, url, BOTS_OF_ONE)
        claim = entrants.ask_for_check(store, name, now=0.0)
        said = {"games": ["payday"], "max_parallel": 4, "version": "1", "author": "bench", "report": {"ok": True}}
        assert entrants.passed(store, name, token=claim.check_token, **said)
        ladders.join(store, ladder, name)
    with store.writing() as db:
        db.conn.executemany("UPDATE entrants SET keys = ? WHERE bot = ?", [(keys[name], name) for name in urls])


def play(store: Store, ladder: str, names: Sequence[str], matches: int) -> None:
    """Give a ladder so many finished matches between its bots, without transcripts, and the ratings that they made.

    The rows are written as they would be after as many calls of matches.finish, but all together.
    """
    found = ladders.find(store, ladder)
    assert found is not None
    rng = random.Random(1)
    now = database.timestamp()
    with store.writing() as db:
        for _ in range(matches):
            hosted.append(db, found.run, rng.sample(names, 2), ladder=ladder, rated=True, now=now)
        db.execute(
            """
            UPDATE matches SET state = 'finished', started_at = created_at, finished_at = created_at, attempts = 1,
                game = 'payday/2000', rules = '1', options = '{"months": 1}', termination = 'finished', moves = 20,
                seconds = 0.2, commitment = 'c0ffee', secret = '5ec4e7'
            WHERE tournament = ?
            """,
            (found.run,),
        )
        db.execute(
            """
            UPDATE seats SET place = seat + 1, score = 100 - seat, strikes = 0, forfeited = 0, thought_ms = 100,
                slowest_ms = 10, version = '1'
            WHERE match IN (SELECT id FROM matches WHERE tournament = ?)
            """,
            (found.run,),
        )
    ratings.rebuild(store, ladder)
