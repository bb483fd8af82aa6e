"""The bots that students have registered: where each is called, with which signing key, and whether it may play.

A bot is `pending` until it has passed a check, then `active`. It is `benched` when it failed too often, until it passes
a check again; one that an organiser has benched is held there until an organiser lifts that. Its owner may have it
`retired`, for good. What ladders have made for a bot that stops to be active, and nobody has begun, is called off. A
check belongs to its claim: when the bot was given another address meanwhile, or was claimed again by somebody else,
what the check found is not noted.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from sqlite_utils import Database

from parlour.core.wording import shown
from parlour.protocol.signing import new_key
from referee.store import bots, schedules
from referee.store.accounts import NameTaken
from referee.store.database import Refused, Store, StoreError, timestamp

STATES = ("pending", "active", "benched", "retired")


class NoSuchEntrant(Refused):
    """Nobody has registered a bot of that name."""


class Retired(Refused):
    """The bot was taken out for good: it is called no more and changes no more."""


class Held(Refused):
    """An organiser has benched the bot, and none has lifted that."""


class TooMany(Refused):
    """The account has as many bots as it may have."""


@dataclass(frozen=True)
class Entrant:
    """A registered bot. `url`, `keys`, `reason` and `report` are for its owner alone, and `keys` for nobody's eyes.

    `keys` are its signing keys, newest first; where there are two, the older ends at `key_until`. `failures` counts the
    failed matches in a row, `benches` how often it was benched since it last played well. `held` says that an organiser
    has benched it. `check_due` is in seconds since 1970; `check_token` tells one claim of a check from the next.
    """

    bot: str
    account: int
    owner: str
    url: str = field(repr=False)
    keys: str = field(repr=False)
    key_until: str | None
    state: str
    held: bool
    reason: str | None = field(repr=False)
    games: tuple[str, ...]
    max_parallel: int
    version: str | None
    author: str | None
    failures: int
    benches: int
    check_due: float | None
    check_token: int
    report: dict[str, Any] | None = field(repr=False)
    created_at: str
    updated_at: str


def register(store: Store, account: int, name: str, url: str, most: int) -> tuple[Entrant, str]:
    """A new bot of an account, to be checked at once, and its new signing key.

    Raises NameTaken where any bot that the database knows has the name, or a registered one has one that looks like it;
    TooMany where the account has `most` bots that are not retired.
    """
    key = new_key()
    with store.writing() as db:
        owned = _count(db, "SELECT count(*) FROM entrants WHERE account = ? AND state <> 'retired'", account)
        if owned >= most:
            raise TooMany(store.path, f"the account has {owned} bots, and may have {most}; retire one of them")
        if _count(db, "SELECT count(*) FROM bots WHERE name = ?", name) or _count(
            db, "SELECT count(*) FROM entrants WHERE likeness = ?", bots.likeness(name)
        ):
            raise NameTaken(store.path, f"the name {shown(name)}, or one that looks like it, is taken")
        bots.enrol(db, [name])
        now = timestamp()
        db.execute(
            """
            INSERT INTO entrants (bot, likeness, account, url, keys, state, check_due, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?)
            """,
            (name, bots.likeness(name), account, url, key, time.time(), now, now),
        )
        return _there(store, name), key


def find(store: Store, bot: str) -> Entrant | None:
    """The registered bot of that name."""
    found = _entrants(store, "e.bot = :bot", bot=bot)
    return found[0] if found else None


def page(
    store: Store, *, owner: str | None, game: str | None, state: str | None, after: str | None, limit: int
) -> list[Entrant]:
    """At most `limit` bots by name, from the first behind `after` on; of one account's name, game or state if asked."""
    return _entrants(
        store,
        """
        (:owner IS NULL OR a.name = :owner) AND (:state IS NULL OR e.state = :state)
            AND (:game IS NULL OR EXISTS (SELECT 1 FROM json_each(e.games) WHERE value = :game))
            AND (:after IS NULL OR e.bot > :after)
        ORDER BY e.bot LIMIT :limit
        """,
        owner=owner,
        game=game,
        state=state,
        after=after,
        limit=limit,
    )


def of_names(store: Store, names: Iterable[str]) -> list[Entrant]:
    """Those of the bots that are registered, by name."""
    return _entrants(store, "e.bot IN (SELECT value FROM json_each(:names)) ORDER BY e.bot", names=json.dumps([*names]))


def active(store: Store, game: str | None = None) -> list[Entrant]:
    """The bots that may play, by name; those that say they play the game if one is given."""
    return page(store, owner=None, game=game, state="active", after=None, limit=-1)


def change(store: Store, bot: str, *, url: str) -> Entrant:
    """Give a bot another address: it is to be checked at once, and plays again when it has passed.

    One that an organiser has benched stays so.
    """
    with store.writing() as db:
        _not_retired(store, bot)
        db.execute(
            """
            UPDATE entrants SET url = :url, state = iif(held, 'benched', 'pending'), reason = iif(held, reason, NULL),
                failures = 0, check_due = iif(held, NULL, :now), check_token = check_token + 1, updated_at = :at
            WHERE bot = :bot
            """,
            {"bot": bot, "url": url, "now": time.time(), "at": timestamp()},
        )
        schedules.call_off(db, bot)
        return _there(store, bot)


def rotate_key(store: Store, bot: str, until: str) -> tuple[Entrant, str]:
    """Give a bot a new signing key; calls are signed with the one before too, until the time `until`."""
    key = new_key()
    with store.writing() as db:
        before = _not_retired(store, bot).keys.split()[0]
        db.execute(
            "UPDATE entrants SET keys = ?, key_until = ?, updated_at = ? WHERE bot = ?",
            (f"{key} {before}", until, timestamp(), bot),
        )
        return _there(store, bot), key


def forget_old_keys(store: Store, now: str) -> int:
    """Drop the older keys whose time is over; returns how many bots had one."""
    if not store.rows("SELECT 1 FROM entrants WHERE key_until <= :now LIMIT 1", {"now": now}):
        return 0
    with store.writing() as db:
        dropped = db.execute(
            "UPDATE entrants SET keys = substr(keys, 1, instr(keys, ' ') - 1), key_until = NULL WHERE key_until <= ?",
            (now,),
        )
        return int(dropped.rowcount)


def retire(store: Store, bot: str) -> Entrant:
    """Take a bot out for good: it leaves its ladders, and is asked nothing any more but to end what it is in."""
    with store.writing() as db:
        _not_retired(store, bot)
        at = timestamp()
        db.execute(
            """
            UPDATE entrants SET state = 'retired', held = 0, reason = NULL, check_due = NULL, updated_at = ?
            WHERE bot = ?
            """,
            (at, bot),
        )
        db.execute("UPDATE ladder_entrants SET left_at = ? WHERE bot = ? AND left_at IS NULL", (at, bot))
        schedules.call_off(db, bot)
        return _there(store, bot)


def bench(store: Store, bot: str, *, reason: str) -> Entrant:
    """Take a bot out in the name of an organiser: it is checked no more until an organiser lifts that."""
    with store.writing() as db:
        _not_retired(store, bot)
        db.execute(
            """
            UPDATE entrants SET state = 'benched', held = 1, reason = ?, check_due = NULL,
                check_token = check_token + 1, updated_at = ?
            WHERE bot = ?
            """,
            (reason, timestamp(), bot),
        )
        schedules.call_off(db, bot)
        return _there(store, bot)


def ask_for_check(store: Store, bot: str, now: float) -> Entrant:
    """Have a bot checked as soon as somebody is free; an active one plays on meanwhile.

    Raises Held for one that an organiser has benched.
    """
    with store.writing() as db:
        found = _not_retired(store, bot)
        if found.held:
            raise Held(store.path, f"the bot {shown(bot)} is benched by an organiser: {found.reason}")
        db.execute("UPDATE entrants SET check_due = ? WHERE bot = ?", (now, bot))
        return _there(store, bot)


def lift(store: Store, bot: str, now: float) -> Entrant:
    """Have a bot checked in the name of an organiser: one that is held on the bench plays again when it passes."""
    with store.writing() as db:
        _not_retired(store, bot)
        db.execute("UPDATE entrants SET held = 0, check_due = ? WHERE bot = ?", (now, bot))
        return _there(store, bot)


def claim_check(store: Store, now: float, seconds: float) -> Entrant | None:
    """The bot whose check has been due for longest, claimed for so many seconds; None where none is due.

    A claim that ends without `passed` or `failed_check` is due again: whoever checked has died.
    """
    due = "SELECT bot FROM entrants WHERE check_due <= :now ORDER BY check_due, bot LIMIT 1"
    if not store.rows(due, {"now": now}):
        return None
    with store.writing() as db:
        rows = store.rows(due, {"now": now})
        if not rows:
            return None
        bot = rows[0]["bot"]
        db.execute(
            "UPDATE entrants SET check_due = ?, check_token = check_token + 1 WHERE bot = ?", (now + seconds, bot)
        )
        return _there(store, bot)


def passed(
    store: Store,
    bot: str,
    *,
    token: int,
    games: Sequence[str],
    max_parallel: int,
    version: str | None,
    author: str | None,
    report: dict[str, Any],
) -> bool:
    """Note that a bot passed the check that was claimed as `token`: it may play. False where the claim is void."""
    with store.writing() as db:
        noted = db.execute(
            """
            UPDATE entrants SET state = 'active', reason = NULL, games = :games, max_parallel = :max_parallel,
                version = :version, author = :author, failures = 0, check_due = NULL, report = :report, updated_at = :at
            WHERE bot = :bot AND check_token = :token AND state <> 'retired'
            """,
            {
                "bot": bot,
                "token": token,
                "games": _json(list(games)),
                "max_parallel": max_parallel,
                "version": version,
                "author": author,
                "report": _json(report),
                "at": timestamp(),
            },
        )
        return bool(noted.rowcount)


def failed_check(store: Store, bot: str, *, token: int, reason: str, report: dict[str, Any], due: float | None) -> bool:
    """Note that a bot failed the check that was claimed as `token`, and when the next is due; None: when asked for.

    It stays what it was: one that is active plays on, and is benched by the matches that it fails. One that is benched
    is so once more. False where the claim is void.
    """
    with store.writing() as db:
        noted = db.execute(
            """
            UPDATE entrants SET reason = :reason, check_due = iif(state = 'active', NULL, :due), report = :report,
                benches = benches + (state = 'benched'), updated_at = :at
            WHERE bot = :bot AND check_token = :token AND state <> 'retired'
            """,
            {"bot": bot, "token": token, "reason": reason, "due": due, "report": _json(report), "at": timestamp()},
        )
        return bool(noted.rowcount)


def count_result(
    store: Store,
    db: Database,
    bot: str,
    *,
    failed: bool,
    reason: str | None,
    most: int,
    due: Callable[[int], float],
) -> bool:
    """Count how a bot did in a match that has ended, inside a transaction; True where it is benched by that.

    The bot is benched at `most` failed matches in a row; `due` tells from how often that has happened to it, this time
    counted, when it is to be checked. A match that goes well sets both counts back. A bot that is not active is left as
    it is: the match is of before it was.
    """
    entrant = find(store, bot)
    if entrant is None or entrant.state != "active":
        return False
    if not failed:
        if entrant.failures or entrant.benches:
            db.execute("UPDATE entrants SET failures = 0, benches = 0 WHERE bot = ?", (bot,))
        return False
    failures = entrant.failures + 1
    if failures < most:
        db.execute("UPDATE entrants SET failures = ? WHERE bot = ?", (failures, bot))
        return False
    benches = entrant.benches + 1
    db.execute(
        """
        UPDATE entrants SET state = 'benched', reason = ?, failures = ?, benches = ?, check_due = ?,
            check_token = check_token + 1, updated_at = ?
        WHERE bot = ?
        """,
        (reason, failures, benches, due(benches), timestamp(), bot),
    )
    schedules.call_off(db, bot)
    return True


def seen_version(store: Store, db: Database, bot: str, version: str, author: str) -> None:
    """Note what a bot has just said about itself, inside a transaction."""
    db.execute("UPDATE entrants SET version = ?, author = ? WHERE bot = ?", (version, author, bot))


def _there(store: Store, bot: str) -> Entrant:
    found = find(store, bot)
    if found is None:
        raise NoSuchEntrant(store.path, f"no bot {shown(bot)} is registered")
    return found


def _not_retired(store: Store, bot: str) -> Entrant:
    found = _there(store, bot)
    if found.state == "retired":
        raise Retired(store.path, f"the bot {shown(bot)} is retired")
    return found


def _count(db: Database, sql: str, value: object) -> int:
    return int(db.execute(sql, (value,)).fetchone()[0])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _entrants(store: Store, where: str, **values: object) -> list[Entrant]:
    rows = store.rows(
        f"SELECT e.*, a.name AS owner FROM entrants AS e JOIN accounts AS a ON a.id = e.account WHERE {where}", values
    )
    return [_entrant(store, row) for row in rows]


def _entrant(store: Store, row: dict[str, Any]) -> Entrant:
    own = {each.name: row[each.name] for each in fields(Entrant)}
    try:
        own["held"] = bool(row["held"])
        own["games"] = tuple(json.loads(row["games"]))
        own["report"] = None if row["report"] is None else json.loads(row["report"])
    except ValueError as error:
        raise StoreError(f"{store.path}: what is stored of the bot {shown(row['bot'])} is damaged: {error}") from None
    return Entrant(**own)
