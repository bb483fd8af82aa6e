"""What a service's database needs before there is something to see: bots, ladders, matches that are played here."""

import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from parlour.core.options import choose, from_wire
from parlour.core.registry import find
from parlour.protocol.messages import MoveReply, StartReply, as_sent
from referee.clock import TimeControl
from referee.match import MatchRecord, MatchSpec, Policy, Stopped, play, say_goodbye
from referee.seats.faults import Fault
from referee.store import accounts, entrants, feed, hosted, matches
from referee.store.database import Store, timestamp
from referee.store.entrants import Entrant
from referee.store.ladders import Ladder
from referee.store.leases import Lease, Leases
from referee.store.presence import Presence
from referee.tournament.plan import match_secret

TIME = TimeControl(start_ms=5000, move_ms=1000, bank_ms=500)
EVERY_GAME = ("payday", "careers", "life")


@dataclass
class Recorder:
    """A seat that keeps what it is sent, answers at random, and fails where it is told to (numbers of questions).

    `says` tells what it answers to a kind of question; what it chose last for each kind is in `chosen`.
    """

    rng: random.Random
    fails: Sequence[int] = ()
    starts: bool = True
    evidence: str = "silent"
    says: dict[str, Any] = field(default_factory=dict)
    chosen: dict[str, Any] = field(default_factory=dict)
    begun: Any = None
    sent: list[Any] = field(default_factory=list)
    ended: Any = None
    wants_position: bool = False

    def start(self, message: Any, budget_s: float) -> StartReply | Fault:
        self.begun = as_sent(message)
        return StartReply("00c0ffee00c0ffee") if self.starts else Fault("unreachable", self.evidence)

    def move(self, message: Any, budget_s: float) -> MoveReply | Fault:
        self.sent.append(as_sent(message))
        if len(self.sent) in self.fails:
            return Fault("timeout", self.evidence)
        question = message["question"]
        answer = choose(from_wire(question["options"]), self.rng)
        answer = self.chosen[question["kind"]] = self.says.get(question["kind"], answer)
        return MoveReply(question["id"], answer, "as one does" if self.rng.random() < 0.1 else None)

    def end(self, message: Any, budget_s: float) -> None:
        self.ended = as_sent(message)

    def close(self) -> None: ...


def recorders(seed: int, seats: int) -> list[Recorder]:
    """So many seats, each with luck of its own."""
    return [Recorder(random.Random(seed + number)) for number in range(seats)]


def enter(store: Store, owner: str, bot: str, games: Iterable[str] = EVERY_GAME) -> Entrant:
    """An active bot of an account, which is made if need be."""
    account = accounts.find(store, owner) or accounts.add(store, owner, "player")
    entrants.register(store, account.id, bot, f"https://{bot}.example/?token=s3cret", 100)
    claimed = entrants.claim_check(store, 2.0**40, 60.0)
    assert claimed is not None
    assert claimed.bot == bot
    entrants.passed(
        store,
        bot,
        token=claimed.check_token,
        games=tuple(games),
        max_parallel=4,
        version="1.2",
        author=owner,
        report={"ok": True, "findings": []},
    )
    found = entrants.find(store, bot)
    assert found is not None
    return found


def open_ladder(
    store: Store, name: str = "spring", game: str = "payday/2000", seats: int = 2, **options: int
) -> Ladder:
    """A ladder with these options, the others at their defaults."""
    rules = find(game)
    settings = {
        "name": name,
        "game": rules.full_name,
        "rules": rules.version,
        "options": rules.check_options(options, seats=seats),
        "seats": seats,
        "matches_per_hour": 600,
        "max_bots_per_account": 2,
        "time": TIME.to_json(),
        "policy": {"max_strikes": 3, "reask": True},
    }
    return hosted.open_ladder(store, settings, None)


def scheduled(store: Store, ladder: Ladder, *players: str) -> str:
    """A match of the ladder that is to be played; its id."""
    with store.writing() as db:
        return hosted.append(db, ladder.run, players, ladder=ladder.name, rated=True, now=timestamp())


class Table:
    """Where a test plays the matches of a database, one after the other."""

    def __init__(self, store: Store, presence: Presence) -> None:
        self.store = store
        self._leases = Leases(store, presence)

    def begun(self, match: str) -> Lease:
        """The lease of a match that is now in play."""
        lease = self._leases.claim(match, {})
        assert isinstance(lease, Lease), lease
        return lease

    def played(self, match: str, seats: Sequence[Recorder], told: Callable[[], None] = lambda: None) -> MatchRecord:
        """The match, played to its end and stored; `told` is called whenever the feed has been written."""
        lease = self.begun(match)
        record = self._play(lease, seats, told, Event())
        matches.finish(self.store, record)
        say_goodbye(record, seats, TIME)
        return record

    def played_halfway(
        self,
        match: str,
        seats: Sequence[Recorder],
        questions: int,
        hears: list[str] | None = None,
    ) -> Lease:
        """The lease of a match that is in play, after so many questions in all.

        `hears` is given what is told to some seats only, each event as JSON; then it goes on until there is one.
        """
        lease = self.begun(match)
        enough = Event()

        def look() -> None:
            if sum(len(seat.sent) for seat in seats) >= questions and hears != []:
                enough.set()

        try:
            self._play(lease, seats, look, enough, hears)
        except Stopped:
            return lease
        raise AssertionError(f"the match was over before {questions} questions, or had no secret event")

    def gives_up(self, match: str) -> None:
        """The referee spoils the match that is in play; it is free to be played again."""
        found = matches.find(self.store, match)
        assert found is not None
        matches.void(self.store, match, found.attempts, "a test")

    def _play(
        self,
        lease: Lease,
        seats: Sequence[Recorder],
        told: Callable[[], None],
        stop: Event,
        hears: list[str] | None = None,
    ) -> MatchRecord:
        found = matches.find(self.store, lease.match)
        assert found is not None
        host = hosted.find(self.store, found.tournament)
        assert host is not None
        plan = host.run.plan

        def write(events: Iterable[Any]) -> None:
            happened = [*events]
            if hears is not None:
                hears.extend(_compact(event.to_json()) for event in happened if event.to is not None)
            feed.append(self.store, lease, [event.to_json() for event in happened if event.to is None])
            told()

        spec = MatchSpec(
            id=lease.match,
            game=plan["game"],
            options=plan["options"],
            players=found.players,
            secret=match_secret(host.run.secret, found.number),
            time=TimeControl(**plan["time"]),
            policy=Policy(**plan["policy"]),
            attempt=lease.attempt,
        )
        return play(spec, seats, stop=stop, told=write)


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
