"""Plays a tournament: the bots are started and greeted, the run is begun or gone on with, and its matches are played.

A run is a function of its plan and its results. What is stored stays; a match in play when everything ends is played
again by the next call with the same plan. Several referees may play one run at the same time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sqlite_utils import Database

from parlour.core.events import Event
from parlour.core.wording import shown
from parlour.protocol.messages import Handshake
from referee.match import MatchRecord, MatchSpec
from referee.playing import Hall
from referee.playing import Listener as HallListener
from referee.seats.faults import Fault
from referee.seats.http import HttpSeat
from referee.store import matches, tournaments
from referee.store.database import Store
from referee.store.leases import LEASE_S, Leases
from referee.store.matches import Scheduled
from referee.store.presence import Presence
from referee.store.tournaments import Run
from referee.tournament.bots import Address, BotsFailed, running_bots
from referee.tournament.pairing import Schedule
from referee.tournament.plan import Plan, match_secret

MOST_GAMES = 5
"""How many of the games of a bot that does not play the tournament's are named."""


class Listener(HallListener, Protocol):
    """Whoever is told how a run goes."""

    def began(self, run: Run, *, resumed: bool) -> None: ...
    def bot_is_ready(self, name: str, handshake: Handshake) -> None: ...
    def bot_failed(self, name: str, fault: Fault) -> None: ...


class Interrupted(Exception):
    """The run was broken off before its last match; the same command goes on with it."""


@dataclass(frozen=True)
class Outcome:
    """How a call ended: the run as it stands, and the matches that the referee itself could not play."""

    run: Run
    spoilt: tuple[str, ...]


def schedule(plan: Plan) -> Schedule:
    """All matches of a plan, in the order in which their ratings count; who sits where follows from the plan alone."""
    return Schedule(plan.names, seats=plan.seats, rounds=plan.rounds, key=bytes.fromhex(plan.digest()))


def run_tournament(
    plan: Plan, store: Store, logs: Path, listener: Listener, *, seen: Run | None, lease_s: float = LEASE_S
) -> Outcome:
    """Play all that is still to be played of the plan's open run, or of a new run where none is open.

    `seen` is the latest run of that name that the caller has seen: if another referee finishes it before this one is
    ready, no new run is begun. A run is stored once its bots have been started and greeted, so a wrong command leaves
    no trace. A Ctrl-C (KeyboardInterrupt) ends the matches in play at their next question and raises Interrupted. Other
    referees may take the matches of this one when it has given no sign of life for `lease_s` seconds, or has ended.
    Raises BotsFailed, and StoreError where the database cannot be used.
    """
    with running_bots(plan.bots, logs, reach=plan.reach) as addresses, Presence(store.path) as presence:
        limits = _greet(plan, addresses, listener)
        was_open = tournaments.open_run(store, plan.name, plan.digest()) is not None
        run = tournaments.resume_or_begin(
            store,
            name=plan.name,
            digest=plan.digest(),
            plan=plan.deciding(),
            secret=plan.secret(),
            ladder=plan.ladder,
            pairings=schedule(plan),
            seen=seen,
        )
        listener.began(run, resumed=was_open or run.finished > 0)
        work = _RunOf(plan, run, addresses, limits)
        with Hall(store, Leases(store, presence, lease_s), work, listener) as hall:
            hall.waiting = matches.unplayed(store, run.id)
            try:
                while hall.is_busy:
                    hall.step()
            except KeyboardInterrupt:
                hall.close()
                raise Interrupted from None
    return Outcome(_reread(store, run), tuple(hall.spoilt))


class _RunOf:
    """The matches of one run as the work of a hall."""

    def __init__(self, plan: Plan, run: Run, addresses: Mapping[str, Address], limits: Mapping[str, int]) -> None:
        self._plan = plan
        self._run = run
        self._addresses = addresses
        self._limits = limits
        self._here = {bot.name for bot in plan.bots if bot.command is not None}
        self.places = plan.concurrency

    def spec(self, match: Scheduled, attempt: int) -> MatchSpec:
        return MatchSpec(
            id=match.id,
            game=self._plan.game,
            options=self._plan.options,
            players=match.players,
            secret=match_secret(self._run.secret, match.number),
            time=self._plan.time,
            policy=self._plan.policy,
            takes_nonces=self._plan.seed is None,
            attempt=attempt,
        )

    def seat(self, match: Scheduled, bot: str) -> HttpSeat:
        return self._addresses[bot].seat()

    def limit(self, bot: str) -> int:
        return self._limits[bot]

    def is_here(self, bot: str) -> bool:
        return bot in self._here

    def told(self, match: Scheduled, events: Sequence[Event]) -> None:
        """Nobody looks on."""

    def stored(self, db: Database, match: Scheduled, record: MatchRecord) -> None:
        """A run keeps nothing beside its matches."""


def _reread(store: Store, run: Run) -> Run:
    found = tournaments.find(store, run.name, run.number)
    assert found is not None
    return found


def _greet(plan: Plan, addresses: Mapping[str, Address], listener: Listener) -> dict[str, int]:
    """Ask every bot who it is, all at once; gives how many matches each may be in at a time.

    A bot that does not answer, or does not say that it plays the game, is announced and plays all the same: it may wake
    up, and if not, its faults are its own. BotsFailed for one that was started here and plays something else.
    """
    seats = [address.seat() for address in addresses.values()]
    with ThreadPoolExecutor(max_workers=len(seats)) as pool:
        try:
            found = pool.map(lambda seat: seat.handshake(plan.time.start_ms / 1000), seats)
            answers = dict(zip(addresses, found, strict=True))
        finally:  # after a Ctrl-C, handshakes that try again and again give up
            for seat in seats:
                seat.close()
    started = {bot.name for bot in plan.bots if bot.command is not None}
    game = plan.game.partition("/")[0]
    limits, strangers = {}, {}
    for name, answer in answers.items():
        limits[name] = 1 if isinstance(answer, Fault) else answer.max_parallel
        if isinstance(answer, Fault):
            listener.bot_failed(name, answer)
        elif {game, plan.game} & set(answer.games):
            listener.bot_is_ready(name, answer)
        elif name in started:
            strangers[name] = f"does not play {plan.game}: it says that it plays {_some(answer.games)}"
        else:  # a bot elsewhere may say one thing today and another tomorrow, and must not stop the others by that
            listener.bot_failed(name, Fault("bad_json", f"it says that it plays {_some(answer.games)}"))
    if strangers:
        raise BotsFailed(strangers)
    return limits


def _some(games: Sequence[str]) -> str:
    """The games that a bot says it plays, or the first of them: it may say many, and long ones."""
    return ", ".join([*map(shown, games[:MOST_GAMES]), *(["..."] if len(games) > MOST_GAMES else [])])
