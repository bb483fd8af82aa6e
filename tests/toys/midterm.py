"""A course in the middle of its term: accounts, bots, ladders, matches, and in each place a secret that is known here.

Tests of what strangers can do walk over it. Everything that nobody but its owner may see has a text of its own, so that
its bytes can be looked for in answers.
"""

import json
import random
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from staging import Recorder, Table, enter, open_ladder, recorders, scheduled

from referee.service.app import create_app
from referee.service.config import Config
from referee.service.database import stores
from referee.store import accounts, api_keys, database, entrants, hosted, invitations, ladders, matches
from referee.store.database import Store
from referee.store.presence import Presence
from referee.tournament.plan import match_secret

EVIDENCE = "evidence-of-ann"
FOUND = "found-at-ann"
QUERY = "token=s3cret"
"""What stands in the query of every bot's address, see `staging.enter`."""
CUP = """\
[tournament]
name = "Cup"
game = "payday"
options.months = 1
format = "round-robin"
seats = 2
rounds = 1

[[bot]]
name = "ann-1"
[[bot]]
name = "bob-1"
"""
FORMULAS = ([11, 17, 32], [13, 19, 28], [7, 23, 30])


@dataclass
class Term:
    """What stands in the database, by the words in which a test speaks of it."""

    path: Path
    """The database."""
    keys: dict[str, str] = field(default_factory=dict)
    """The API key of each who calls: ann, bob and the organiser olga; `revoked` is one of ann's that is no longer."""
    spare: str = ""
    """The id of ann's second key."""
    codes: dict[str, str] = field(default_factory=dict)
    """The codes of invitations by their ids."""
    finished: str = ""
    """A match of ann-1 and bob-1 that is over, in which ann-1 had faults."""
    waiting: str = ""
    """One of the same that waits."""
    playing: str = ""
    """A match of Careers that is in play, in which every bot has hidden its formula."""
    challenge: int = 0
    """One that ann has made."""
    secrets: dict[str, list[str]] = field(default_factory=dict)
    """By kind, texts that nobody but who owns them may be shown."""


def held(path: Path) -> Term:
    """A course on a new database, which is left closed: one file, to be copied as often as a test needs a new one."""
    term = Term(path)
    with database.open(path) as store, Presence(path) as presence:
        _accounts(store, term)
        _bots(store)
        _matches(store, Table(store, presence), term)
        _asked_for(path, term)
        _secrets(store, term)
    return term


def begin_anew(app: Flask, term: Term, path: Path) -> None:
    """Let the app go on with a new copy of the term at `path`, whatever became of the one before."""
    stores(app).close()
    for old in path.parent.glob(f"{path.name}*"):
        old.unlink()
    shutil.copyfile(term.path, path)
    stores(app).path = path


def stored(path: Path) -> dict[str, list[Any]]:
    """All that stands in a database, but when a key was last used."""
    with closing(sqlite3.connect(path)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        found = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in names}
        found["api_keys"] = db.execute("SELECT id, account, hash, note, revoked_at FROM api_keys").fetchall()
    return found


def app_on(path: Path, **settings: Any) -> Flask:
    """The service on that database, as patient as a test needs it."""
    limits = {"requests_per_minute": 1_000_000, "checks_per_hour": 1000, "challenges_per_day": 100_000}
    return create_app(Config(database=path, feed_s=1, worker_required=False, **(limits | settings)))


def _accounts(store: Store, term: Term) -> None:
    for name, role in (("ann", "player"), ("bob", "player"), ("olga", "organiser")):
        account = accounts.add(store, name, role)
        _, term.keys[name] = api_keys.issue(store, account.id, f"note-of-{name}")
    ann = accounts.find(store, "ann")
    assert ann is not None
    spare, spare_text = api_keys.issue(store, ann.id, "spare")
    revoked, term.keys["revoked"] = api_keys.issue(store, ann.id, "lost")
    assert api_keys.revoke(store, ann.id, revoked.id)
    term.spare = spare.id
    term.secrets["API key"] = [*term.keys.values(), spare_text]
    for note in ("for carl", "for dora"):
        invitation, code = invitations.make(store, "player", note, 30)
        term.codes[invitation.id] = code
    term.secrets["invitation"] = list(term.codes.values())


def _bots(store: Store) -> None:
    for owner, bot in (("ann", "ann-1"), ("bob", "bob-1"), ("carl", "carl-1")):
        enter(store, owner, bot)
    ann = accounts.find(store, "ann")
    assert ann is not None
    entrants.register(store, ann.id, "ann-2", f"https://ann-2.example/?{QUERY}", 100)
    pending = entrants.claim_check(store, 2.0**40, 60.0)
    assert pending is not None
    finding = {"kind": "timeout", "says": FOUND, "fix": "be faster", "stops": True}
    report = {"ok": False, "findings": [finding], "games": [], "trials": []}
    entrants.failed_check(store, "ann-2", token=pending.check_token, reason=FOUND, report=report, due=None)


def _matches(store: Store, table: Table, term: Term) -> None:
    spring = open_ladder(store, months=1)
    for bot in ("ann-1", "bob-1"):
        ladders.join(store, "spring", bot, most=2)
    term.finished = scheduled(store, spring, "ann-1", "bob-1")
    seats = [Recorder(random.Random(1), fails=(1, 3), evidence=EVIDENCE), Recorder(random.Random(2))]
    table.played(term.finished, seats)
    term.waiting = scheduled(store, spring, "bob-1", "ann-1")
    careers = open_ladder(store, "careers", "careers/reissue", 3)
    term.playing = scheduled(store, careers, "ann-1", "bob-1", "carl-1")
    hidden = recorders(5, 3)
    for seat, formula in zip(hidden, FORMULAS, strict=True):
        seat.says["ChooseFormula"] = formula
    told_to_some: list[str] = []
    table.played_halfway(term.playing, hidden, questions=40, hears=told_to_some)
    term.secrets["formula"] = told_to_some + [
        json.dumps(seat.chosen["ChooseFormula"], separators=separators)
        for seat in hidden
        for separators in ((",", ":"), (", ", ": "))
    ]


def _asked_for(path: Path, term: Term) -> None:
    """What the service itself is asked for: a challenge of ann's, and the organiser's tournament."""
    app = app_on(path)
    game = {"game": "payday", "options": {"months": 1}, "bots": ["ann-1", "bob-1"]}
    made = _posted(app, "/api/challenges", term.keys["ann"], game)
    term.challenge = made["id"]
    _posted(app, "/api/tournaments", term.keys["olga"], {"toml": CUP})
    stores(app).close()


def _posted(app: Flask, path: str, key: str, body: object) -> Any:
    answer = app.test_client().post(path, json=body, headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 201, answer.text
    return answer.json


def _secrets(store: Store, term: Term) -> None:
    term.secrets["evidence"] = [EVIDENCE]
    term.secrets["check"] = [FOUND]
    term.secrets["query"] = [QUERY, "s3cret"]
    term.secrets["note"] = ["note-of-ann"]
    every = [entrants.find(store, bot) for bot in ("ann-1", "ann-2", "bob-1", "carl-1")]
    term.secrets["signing key"] = [key for entrant in every if entrant for key in entrant.keys.split()]
    term.secrets["address"] = ["ann-1.example", "ann-2.example"]
    runs = {}
    for match in (term.waiting, term.playing):
        found = matches.find(store, match)
        assert found is not None
        host = hosted.find(store, found.tournament)
        assert host is not None
        runs[host.run.id] = host.run.secret.hex()
        runs[match] = match_secret(host.run.secret, found.number).hex()
    term.secrets["luck"] = list(runs.values())
