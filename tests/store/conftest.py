"""Pieces of the store's tests: a database in a file of its own, and runs and records to put into it."""

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from referee.match import FaultRecord, MatchRecord
from referee.store import accounts, database, entrants, hosted, ladders, matches, tournaments
from referee.store.accounts import Account
from referee.store.database import Store
from referee.store.entrants import Entrant
from referee.store.ladders import Ladder
from referee.store.matches import Scheduled
from referee.store.tournaments import Run
from referee.tournament.pairing import Pairing

BOTS = ("ann", "bob", "cy", "dee", "eve")

T = TypeVar("T")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of this test is, or will be."""
    return tmp_path / "ladder.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A new database, open."""
    with database.open(path) as opened:
        yield opened


@pytest.fixture
def begin() -> Callable[..., Run]:
    """Stores a run whose matches have the players given, in that order, one a round."""

    def begin(
        store: Store,
        *players: Sequence[str],
        name: str = "spring",
        digest: str = "d1",
        ladder: str = "main",
        secret: bytes = b"secret",
        **seen: Run | None,
    ) -> Run:
        return tournaments.resume_or_begin(
            store,
            name=name,
            digest=digest,
            plan={"name": name, "seats": 2},
            secret=secret,
            ladder=ladder,
            pairings=[Pairing(number, number, tuple(names)) for number, names in enumerate(players)],
            **({"seen": tournaments.latest(store, name)} | seen),
        )

    return begin


@pytest.fixture
def record() -> Callable[..., MatchRecord]:
    """The record of a match that a run has scheduled; its last seat timed out once. Nobody leased it."""

    def record(
        match: Scheduled,
        places: Sequence[int] | None = None,
        *,
        attempt: int = 0,
        detail: str = "no answer",
        transcript: str = "{}\n",
    ) -> MatchRecord:
        seats = len(match.players)
        places = tuple(places or range(1, seats + 1))
        return MatchRecord(
            id=match.id,
            attempt=attempt,
            game="payday/2000",
            rules="1",
            options={"months": 2},
            players=match.players,
            places=places,
            scores=tuple(-1000 * place for place in places),
            forfeited=(False,) * (seats - 1) + (True,),
            termination="finished",
            faults=(
                FaultRecord(seats - 1, 3, f"{match.id}-q7", "timeout", detail, 1),
                FaultRecord(seats - 1, 4, f"{match.id}-q9", "illegal", "7 is not among the options", 2),
            ),
            moves=120,
            seconds=1.5,
            commitment="c0ffee",
            secret="5ec4e7",
            nonces=(None,) * (seats - 1) + ("00ff",),
            thought_ms=tuple(range(100, 100 + seats)),
            slowest_ms=tuple(range(seats)),
            transcript=transcript,
        )

    return record


@pytest.fixture
def random_run(begin: Callable[..., Run]) -> Callable[..., Run]:
    """Stores a run of so many matches of two to five of five bots."""

    def random_run(store: Store, matches: int, rng: random.Random, **named: str) -> Run:
        return begin(store, *(rng.sample(BOTS, rng.randint(2, len(BOTS))) for _ in range(matches)), **named)

    return random_run


@pytest.fixture
def finish_all(record: Callable[..., MatchRecord]) -> Callable[..., None]:
    """Finishes all that is left of a run, in the order given; a match ends the same in whatever order."""

    def finish_all(store: Store, run: Run, order: Callable[[list[Scheduled]], list[Scheduled]] = list) -> None:
        for match in order(matches.unplayed(store, run.id)):
            result = random.Random(match.id)
            places = [result.randint(1, len(match.players)) for _ in match.players]
            matches.finish(store, record(match, places))

    return finish_all


@pytest.fixture
def account(store: Store) -> Account:
    """The account of a player."""
    return accounts.add(store, "Ada", "player")


@pytest.fixture
def register(account: Account) -> Callable[..., Entrant]:
    """Registers a bot of Ada's, or of another account, that has passed its check for Payday."""

    def register(store: Store, name: str, owner: Account = account, **said: Any) -> Entrant:
        entrants.register(store, owner.id, name, f"https://{name}.example/", most=99)
        claimed = entrants.ask_for_check(store, name, now=0.0)
        said = {"games": ["payday"], "max_parallel": 4, "version": "1", "author": "Ada", "report": {"ok": True}} | said
        assert entrants.passed(store, name, token=claimed.check_token, **said)
        found = entrants.find(store, name)
        assert found
        return found

    return register


@pytest.fixture
def ladder(store: Store, register: Callable[..., Entrant]) -> Ladder:
    """An open ladder with the bots Ann, Bob, Cy and Dee on it, who may all play."""
    found = hosted.open_ladder(store, {"name": "main", "game": "payday/2000", "seats": 2}, account=None)
    for name in ("ann", "bob", "cy", "dee"):
        register(store, name)
        ladders.join(store, "main", name)
    return found


@pytest.fixture
def make() -> Callable[..., str]:
    """Makes one more match of a ladder, between these bots, and gives its id."""

    def make(store: Store, ladder: Ladder, *players: str) -> str:
        with store.writing() as db:
            return hosted.append(db, ladder.run, players, ladder=ladder.name, rated=True, now=database.timestamp())

    return make


@pytest.fixture
def at_once(path: Path) -> Callable[..., list[Any]]:
    """Does the same thing at the same moment in several threads, each with a store of its own; what each got or met."""

    def at_once(do: Callable[[Store, int], T], threads: int = 6) -> list[T | Exception]:
        together = threading.Barrier(threads)
        got: list[T | Exception] = []

        def one(number: int) -> None:
            with database.open(path, timeout=60) as store:
                together.wait()
                try:
                    got.append(do(store, number))
                except database.StoreError as error:
                    got.append(error)

        doing = [threading.Thread(target=one, args=(number,)) for number in range(threads)]
        for thread in doing:
            thread.start()
        for thread in doing:
            thread.join()
        assert len(got) == threads
        return got

    return at_once
