"""The runs that the service hosts: those of ladders, of submitted tournaments, and of challenges."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlite_utils import Database

from parlour.core.wording import shown
from referee.store import bots, ladders, matches, schedules, tournaments
from referee.store.accounts import NameTaken
from referee.store.database import Refused, Store
from referee.store.ladders import Ladder
from referee.store.tournaments import Run
from referee.tournament.pairing import Pairing

KINDS = ("ladder", "tournament", "challenge")

CHALLENGES = "challenges"
"""The name of the runs that challenges are matches of, one for each way to play; no ladder and no tournament has it."""


class LadderTaken(Refused):
    """The ladder belongs to the service, which makes all matches on it."""


@dataclass(frozen=True)
class Hosted:
    """A run of the service. `state` is that of its ladder; a run of another kind is `open` until it is over."""

    run: Run
    kind: str
    account: int | None
    state: str


@dataclass(frozen=True)
class ScheduledHosted:
    """A match that is to be played, of the run `run`; `voids` is how often the referee has spoilt it."""

    id: str
    run: int
    kind: str
    number: int
    players: tuple[str, ...]
    voids: int


def digest_of(plan: Mapping[str, Any]) -> str:
    """What tells one plan from another: the hash of its JSON."""
    return hashlib.sha256(json.dumps(plan, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def open_ladder(store: Store, settings: Mapping[str, Any], account: int | None) -> Ladder:
    """A new ladder by its settings, whose `name` it bears, with an empty run.

    Raises NameTaken where a run or a ladder, hosted or not, has the name.
    """
    name = settings["name"]
    plan = {**settings, "kind": "ladder", "ladder": name}
    with store.writing() as db:
        _refuse_taken(store, name)
        if store.rows("SELECT 1 FROM matches WHERE ladder = :name LIMIT 1", {"name": name}):
            raise NameTaken(store.path, f"the name {shown(name)} is taken by a ladder of tournaments")
        run = tournaments.begin(
            store,
            name=name,
            digest=digest_of(plan),
            plan=plan,
            secret=secrets.token_bytes(32),
            pairings=(),
            ladder=name,
        )
        _host(db, run.id, kind="ladder", account=account, next_number=0)
        db.execute(
            "INSERT INTO ladders (name, run, state, settings, created_at) VALUES (?, ?, 'open', ?, ?)",
            (name, run.id, json.dumps(dict(settings), ensure_ascii=False), run.created_at),
        )
        found = ladders.find(store, name)
        assert found is not None
        return found


def begin_tournament(
    store: Store,
    *,
    name: str,
    digest: str,
    plan: Mapping[str, Any],
    secret: bytes,
    ladder: str,
    pairings: Iterable[Pairing],
    account: int,
) -> Run:
    """The open run of a submitted tournament of that name and plan, or a new one with its whole schedule.

    Raises NameTaken where the name is that of a ladder, or of a tournament that is not hosted or not this account's;
    LadderTaken where the tournament would be rated on a ladder of the service.
    """
    with store.writing() as db:
        for row in store.rows(
            """
            SELECT h.kind, h.account FROM tournaments AS t LEFT JOIN hosted AS h ON h.run = t.id WHERE t.name = :name
            """,
            {"name": name},
        ):
            if (row["kind"], row["account"]) != ("tournament", account):
                raise NameTaken(store.path, f"the name {shown(name)} is taken")
        if name == CHALLENGES:
            raise NameTaken(store.path, f"the name {shown(name)} is taken")
        if ladder == CHALLENGES or ladders.find(store, ladder):
            raise LadderTaken(store.path, f"{shown(ladder)} is a ladder of the service, with matches of its own")
        run = tournaments.open_run(store, name, digest)
        if run is None:
            run = tournaments.begin(
                store, name=name, digest=digest, plan=plan, secret=secret, ladder=ladder, pairings=pairings
            )
            _host(db, run.id, kind="tournament", account=account, next_number=run.matches)
        return run


def challenge_run(store: Store, plan: Mapping[str, Any]) -> int:
    """The number of the run of all challenges that are played by that plan, made if need be; inside a transaction."""
    plan = {**plan, "kind": "challenge", "ladder": CHALLENGES}
    digest = digest_of(plan)
    rows = store.rows(
        """
        SELECT t.id FROM tournaments AS t JOIN hosted AS h ON h.run = t.id
        WHERE t.name = :name AND t.digest = :digest AND h.kind = 'challenge'
        """,
        {"name": CHALLENGES, "digest": digest},
    )
    if rows:
        return int(rows[0]["id"])
    run = tournaments.begin(
        store,
        name=CHALLENGES,
        digest=digest,
        plan=plan,
        secret=secrets.token_bytes(32),
        pairings=(),
        ladder=CHALLENGES,
    )
    _host(store.db, run.id, kind="challenge", account=None, next_number=0)
    return run.id


def append(db: Database, run: int, players: Sequence[str], *, ladder: str, rated: bool, now: str) -> str:
    """A new match at the end of a hosted run, behind all others of the ladder; called inside a transaction.

    Returns its id. Its number was never another match's, not even one's that was called off.
    """
    name, count, number = db.execute(
        "SELECT t.name, t.run, h.next_number FROM tournaments AS t JOIN hosted AS h ON h.run = t.id WHERE t.id = ?",
        (run,),
    ).fetchone()
    db.execute("UPDATE hosted SET next_number = next_number + 1 WHERE run = ?", (run,))
    bots.enrol(db, players)
    prefix = f"{matches.slug(name)}-{count}"
    pairing = Pairing(number, number, tuple(players))
    schedules.add(db, run, prefix=prefix, ladder=ladder, pairings=[pairing], rated=rated, now=now)
    id = f"{prefix}-{number}"
    db.conn.executemany(
        """
        UPDATE ladder_entrants SET matches = matches + 1,
            last_match = (SELECT ladder_number FROM matches WHERE id = :match)
        WHERE bot = :bot AND ladder = (SELECT name FROM ladders WHERE run = :run)
        """,
        [{"match": id, "bot": bot, "run": run} for bot in players],
    )
    return id


def find(store: Store, run: int) -> Hosted | None:
    """The hosted run of that number."""
    found = _hosted(store, "h.run = :run", run=run)
    return found[0] if found else None


def of_kind(store: Store, kind: str) -> list[Hosted]:
    """All hosted runs of one kind, the oldest first."""
    return _hosted(store, "h.kind = :kind", kind=kind)


def engaged(store: Store) -> dict[str, int]:
    """In how many matches each bot is that ladders have made, or that are in play for others."""
    # CROSS JOIN: SQLite is to begin with the few matches that are scheduled, not with the seats of all that ever were.
    rows = store.rows(
        f"""
        SELECT s.bot, count(*) AS matches FROM hosted AS h
        CROSS JOIN matches AS m ON m.tournament = h.run AND m.state = 'scheduled'
        CROSS JOIN seats AS s ON s.match = m.id
        WHERE {ladders.MAY_BE_PLAYED} AND (h.kind = 'ladder' OR m.holder IS NOT NULL)
        GROUP BY s.bot ORDER BY s.bot
        """,
        {"most_voids": matches.MOST_VOIDS},
    )
    return {row["bot"]: row["matches"] for row in rows}


def next_matches(
    store: Store, limit: int, *, is_held: Callable[[int | None, float | None], bool]
) -> list[ScheduledHosted]:
    """The matches to be begun next, at most `limit`, and none that `is_held` by somebody (holder, end of lease).

    Runs take turns: the oldest match of each comes before the second ones, matches in play counted, so that no long
    tournament keeps the others waiting. A match that the referee has spoilt too often is left for a person to look at.
    One of a ladder waits for a bot that is to be checked first; tournaments and challenges wait for nobody. But a bot
    is never in more challenges at a time than half of what it takes, so that nobody takes it off its ladders by them.
    """
    challenged = _challenged(store, is_held)
    full = [bot for bot, (count, room) in challenged.items() if count >= room]
    # Of each run only so many are read as may be needed, since all of a long tournament would take a while.
    rows = store.rows(
        f"""
        SELECT w.id, w.run, w.kind, w.number, w.voids, w.holder, w.lease_ends, s.bot, e.max_parallel FROM (
            SELECT n.id, h.run, h.kind, n.number, n.serial, n.voids, n.holder, n.lease_ends,
                row_number() OVER (PARTITION BY h.run ORDER BY n.number) AS turn
            FROM hosted AS h CROSS JOIN matches AS n ON n.id IN (
                SELECT m.id FROM matches AS m
                WHERE m.tournament = h.run AND m.state = 'scheduled' AND {ladders.MAY_BE_PLAYED}
                    AND NOT (h.kind = 'challenge' AND EXISTS (
                        SELECT 1 FROM seats AS f
                        WHERE f.match = m.id AND f.bot IN (SELECT value FROM json_each(:full))
                    ))
                ORDER BY m.number LIMIT :limit + (SELECT count(*) FROM matches WHERE holder IS NOT NULL)
            )
        ) AS w JOIN seats AS s ON s.match = w.id LEFT JOIN entrants AS e ON e.bot = s.bot
        ORDER BY w.turn, w.serial, s.seat
        """,
        {"limit": limit, "most_voids": matches.MOST_VOIDS, "full": json.dumps(full)},
    )
    found: list[ScheduledHosted] = []
    for id, seated in groupby(rows, key=lambda row: row["id"]):
        seats = list(seated)
        first = seats[0]
        if len(found) == limit:
            break
        if is_held(first["holder"], first["lease_ends"]):
            continue
        if first["kind"] == "challenge" and not _take(challenged, {row["bot"]: row["max_parallel"] for row in seats}):
            continue
        players = tuple(row["bot"] for row in seats)
        found.append(ScheduledHosted(id, first["run"], first["kind"], first["number"], players, first["voids"]))
    return found


Challenged = dict[str, tuple[int, int]]
"""For a bot, in how many challenges it is and in how many it may be at a time."""


def _challenged(store: Store, is_held: Callable[[int | None, float | None], bool]) -> Challenged:
    """The bots that are in challenges at the moment."""
    rows = store.rows(
        """
        SELECT s.bot, m.holder, m.lease_ends, e.max_parallel FROM matches AS m
        JOIN hosted AS h ON h.run = m.tournament AND h.kind = 'challenge' JOIN seats AS s ON s.match = m.id
        LEFT JOIN entrants AS e ON e.bot = s.bot WHERE m.holder IS NOT NULL AND m.state = 'scheduled'
        """
    )
    found: Challenged = {}
    for row in rows:
        if is_held(row["holder"], row["lease_ends"]):
            count, _ = found.get(row["bot"], (0, 0))
            found[row["bot"]] = (count + 1, _challenges_at_once(row["max_parallel"]))
    return found


def _take(challenged: Challenged, takes: Mapping[str, int | None]) -> bool:
    """Count one more challenge of all these bots, unless one of them is in as many as it may be."""
    after = {bot: (challenged.get(bot, (0, 0))[0] + 1, _challenges_at_once(most)) for bot, most in takes.items()}
    if any(count > room for count, room in after.values()):
        return False
    challenged.update(after)
    return True


def _challenges_at_once(max_parallel: int | None) -> int:
    return max(1, (max_parallel or 1) // 2)


def _refuse_taken(store: Store, name: str) -> None:
    taken = store.rows("SELECT 1 FROM tournaments WHERE name = :name LIMIT 1", {"name": name})
    if taken or name == CHALLENGES:
        raise NameTaken(store.path, f"the name {shown(name)} is taken by a tournament or a ladder")


def _host(db: Database, run: int, *, kind: str, account: int | None, next_number: int) -> None:
    db.execute(
        "INSERT INTO hosted (run, kind, account, next_number) VALUES (?, ?, ?, ?)", (run, kind, account, next_number)
    )


def _hosted(store: Store, where: str, **values: object) -> list[Hosted]:
    rows = store.rows(
        f"""
        SELECT h.run, h.kind, h.account, l.state FROM hosted AS h LEFT JOIN ladders AS l ON l.run = h.run
        WHERE {where} ORDER BY h.run
        """,
        values,
    )
    runs = {run.id: run for run in tournaments.by_ids(store, [row["run"] for row in rows])}
    return [
        Hosted(run, row["kind"], row["account"], row["state"] or ("finished" if run.is_finished else "open"))
        for row in rows
        for run in [runs[row["run"]]]
    ]
