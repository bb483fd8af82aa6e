"""The runs of tournaments: each is stored with its whole schedule before its first match is played."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from parlour.core.wording import shown
from referee.store import bots, matches, schedules
from referee.store.database import Store, StoreError, timestamp

if TYPE_CHECKING:
    from referee.tournament.pairing import Pairing


@dataclass(frozen=True)
class Run:
    """One run of a tournament: `number` counts the runs of that name, `digest` tells by which plan it is played."""

    id: int
    name: str
    number: int
    digest: str
    plan: Any
    secret: bytes = field(repr=False)
    """What the secrets of its matches derive from; nobody outside the referee may see it before the run is over."""
    created_at: str
    matches: int
    finished: int

    @property
    def is_finished(self) -> bool:
        """Whether every match of the schedule has a result."""
        return self.finished == self.matches


_RUNS = """
    SELECT t.id, t.name, t.run AS number, t.digest, t.plan, t.secret, t.created_at,
        (SELECT count(*) FROM matches WHERE tournament = t.id) AS matches,
        (SELECT count(*) FROM matches WHERE tournament = t.id AND state = 'finished') AS finished
    FROM tournaments AS t
"""

_ONE_RUN = "WHERE t.name = :name AND t.run = :number"


def _runs(store: Store, where: str, **values: object) -> list[Run]:
    rows = store.rows(f"{_RUNS} {where}", values)
    return [Run(**{**row, "plan": _plan(store, row)}) for row in rows]


def _plan(store: Store, row: Mapping[str, Any]) -> Any:
    try:
        return json.loads(row["plan"])
    except ValueError as error:
        name = f"run {row['number']} of tournament {shown(row['name'])}"
        raise StoreError(f"{store.path}: the plan of {name} is damaged: {error}") from None


def every_run(store: Store) -> list[Run]:
    """All runs of all tournaments, the oldest first."""
    return _runs(store, "ORDER BY t.id")


def by_ids(store: Store, ids: Iterable[int]) -> list[Run]:
    """The runs of those ids, the oldest first."""
    return _runs(store, "WHERE t.id IN (SELECT value FROM json_each(:ids)) ORDER BY t.id", ids=json.dumps([*ids]))


def find(store: Store, name: str, number: int) -> Run | None:
    """The run of that name and number."""
    runs = _runs(store, _ONE_RUN, name=name, number=number)
    return runs[0] if runs else None


def latest(store: Store, name: str) -> Run | None:
    """The newest run of that name, whatever its plan and whether or not it is over."""
    runs = _runs(store, "WHERE t.name = :name ORDER BY t.run DESC LIMIT 1", name=name)
    return runs[0] if runs else None


def open_run(store: Store, name: str, digest: str) -> Run | None:
    """The newest run of that name and plan that still has matches to play."""
    runs = _runs(
        store,
        """
        WHERE t.name = :name AND t.digest = :digest AND EXISTS (
            SELECT 1 FROM matches WHERE tournament = t.id AND state = 'scheduled'
        ) ORDER BY t.run DESC LIMIT 1
        """,
        name=name,
        digest=digest,
    )
    return runs[0] if runs else None


def resume_or_begin(
    store: Store,
    *,
    name: str,
    digest: str,
    plan: Mapping[str, Any],
    secret: bytes,
    ladder: str,
    pairings: Iterable[Pairing],
    seen: Run | None,
) -> Run:
    """The open run of that name and plan, or a new one with its whole schedule stored.

    `seen` is the latest run of that name when it was decided to play. If other referees have begun or finished a run of
    the plan since, it is that run: nobody asked for another. A resumed run keeps its own secret and schedule; those
    given serve a new run only. Two referees that are started on one plan at the same moment get the same run.
    """
    with store.writing():
        run = open_run(store, name, digest)
        if run is not None:
            return run
        before = latest(store, name)
        if before and before.digest == digest and before != seen:
            return before
        return begin(store, name=name, digest=digest, plan=plan, secret=secret, ladder=ladder, pairings=pairings)


def begin(
    store: Store,
    *,
    name: str,
    digest: str,
    plan: Mapping[str, Any],
    secret: bytes,
    ladder: str,
    pairings: Iterable[Pairing],
) -> Run:
    """A new run, the next of that name, with its whole schedule; called inside a transaction."""
    before = latest(store, name)
    number = before.number + 1 if before else 1
    now = timestamp()
    store.db.execute(
        """
        INSERT INTO tournaments (name, run, digest, plan, secret, created_at)
        VALUES (:name, :run, :digest, :plan, :secret, :created_at)
        """,
        {
            "name": name,
            "run": number,
            "digest": digest,
            "plan": json.dumps(plan, ensure_ascii=False),
            "secret": secret,
            "created_at": now,
        },
    )
    (run,) = _runs(store, _ONE_RUN, name=name, number=number)
    schedule = tuple(pairings)
    bots.enrol(store.db, {player for pairing in schedule for player in pairing.players})
    prefix = f"{matches.slug(name)}-{number}"
    schedules.add(store.db, run.id, prefix=prefix, ladder=ladder, pairings=schedule, rated=True, now=now)
    return replace(run, matches=len(schedule))
