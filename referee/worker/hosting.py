"""What is hosted, as the work of a hall: every match by the plan of its run, every bot as its owner registered it."""

from __future__ import annotations

import queue
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from sqlite_utils import Database

from parlour.core.events import Event
from parlour.core.options import Json
from parlour.protocol.signing import read_keys
from referee.clock import TimeControl
from referee.match import MatchRecord, MatchSpec, Policy
from referee.seats.address import Reach
from referee.seats.http import HttpSeat
from referee.store import entrants, feed, matches, tournaments
from referee.store.database import Store
from referee.store.entrants import Entrant
from referee.store.hosted import ScheduledHosted
from referee.store.leases import Lease
from referee.store.tournaments import Run
from referee.tournament.plan import match_secret
from referee.worker import benching


class Hosting:
    """The matches of all hosted runs; used by the thread that opened the store, but for `told`."""

    def __init__(self, store: Store, *, places: int, reach: Reach, now: Callable[[], float]) -> None:
        """`now` gives seconds since 1970."""
        self.places = places
        self._store = store
        self._reach = reach
        self._now = now
        self._runs: dict[int, Run] = {}
        self._entrants: dict[str, Entrant] = {}
        self._seated: dict[str, dict[str, HttpSeat]] = {}
        self._leases: dict[str, Lease] = {}
        self._happened: queue.SimpleQueue[tuple[Lease, dict[str, Json]]] = queue.SimpleQueue()

    def look(self, waiting: Iterable[ScheduledHosted], in_play: Collection[ScheduledHosted]) -> None:
        """Read anew what owners may have changed of the bots of these matches, and forget matches that are over."""
        names = {name for matches in (waiting, in_play) for match in matches for name in match.players}
        self._entrants = {each.bot: each for each in entrants.of_names(self._store, names)}
        playing = {match.id for match in in_play}
        self._seated = {match: seats for match, seats in self._seated.items() if match in playing}
        self._leases = {match: lease for match, lease in self._leases.items() if match in playing}

    def spec(self, match: ScheduledHosted, attempt: int) -> MatchSpec:
        self._leases[match.id] = Lease(match.id, attempt)
        run = self._run(match.run)
        plan = run.plan
        return MatchSpec(
            id=match.id,
            game=plan["game"],
            options=plan["options"],
            players=match.players,
            secret=match_secret(run.secret, match.number),
            time=TimeControl(**plan["time"]),
            policy=Policy(**plan["policy"]),
            takes_nonces=plan.get("seed") is None,
            attempt=attempt,
        )

    def seat(self, match: ScheduledHosted, bot: str) -> HttpSeat:
        entrant = self._entrants[bot]
        seat = HttpSeat(entrant.url, read_keys(entrant.keys), reach=self._reach)
        self._seated.setdefault(match.id, {})[bot] = seat
        return seat

    def limit(self, bot: str) -> int:
        return self._entrants[bot].max_parallel

    def is_here(self, bot: str) -> bool:
        """Students' bots run elsewhere, and other workers call them too."""
        return False

    def told(self, match: ScheduledHosted, events: Sequence[Event]) -> None:
        """Keep what everybody may know, for those who look on; `write_feed` writes it down."""
        lease = self._leases[match.id]
        for event in events:
            if event.to is None:
                self._happened.put((lease, event.to_json()))

    def write_feed(self) -> None:
        """Write down what has happened since the last time."""
        happened: dict[Lease, list[dict[str, Json]]] = defaultdict(list)
        while not self._happened.empty():
            lease, event = self._happened.get()
            happened[lease].append(event)
        feed.append_all(self._store, happened)

    def stored(self, db: Database, match: ScheduledHosted, record: MatchRecord) -> None:
        """Note which version of each bot has played, and bench who fails again and again."""
        for number, bot in enumerate(match.players):
            greeting = self._seated[match.id][bot].greeting
            if greeting is not None:
                matches.note_version(db, match.id, number, greeting.version)
                entrants.seen_version(self._store, db, bot, greeting.version, greeting.author)
            reason = benching.failure(record, number)
            entrants.count_result(
                self._store,
                db,
                bot,
                failed=reason is not None,
                reason=reason,
                most=benching.most_failures(self._entrants[bot].benches),
                due=lambda benches: self._now() + benching.pause_s(benches),
            )

    def _run(self, number: int) -> Run:
        if number not in self._runs:
            (self._runs[number],) = tournaments.by_ids(self._store, [number])
        return self._runs[number]
