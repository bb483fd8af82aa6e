"""Pieces of the store's tests: a database in a file of its own, and runs and records to put into it."""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from referee.match import FaultRecord, MatchRecord
from referee.store import database, matches, tournaments
from referee.store.database import Store
from referee.store.matches import Scheduled
from referee.store.tournaments import Run
from referee.tournament.pairing import Pairing

BOTS = ("ann", "bob", "cy", "dee", "eve")


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
