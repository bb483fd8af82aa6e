"""How many matches a second are stored and rated, beside the same statements in bare sqlite3."""

import json
import random
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from beside import beside, heading

from parlour.core import registry
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose
from parlour.core.transcript import Transcript
from referee.ladder.ratings import Result, fold
from referee.match import FaultRecord, MatchRecord
from referee.store import database, matches, ratings, tournaments, transcripts
from referee.store.database import Store
from referee.tournament.pairing import Pairing

MATCHES = 2000
BATCH = 100
SEATS = 4
SIDE_BY_SIDE = 16
BOTS = [f"bot {number}" for number in range(12)]

FINISH = """
    UPDATE matches SET state = 'finished', finished_at = ?, game = ?, rules = ?, options = ?, termination = ?,
        moves = ?, seconds = ?, commitment = ?, secret = ?
    WHERE id = ?
"""
SEAT = "UPDATE seats SET place = ?, score = ?, strikes = ?, forfeited = ?, nonce = ? WHERE match = ? AND seat = ?"
FAULT = "INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
TRANSCRIPT = "INSERT INTO transcripts VALUES (?, ?)"
RATING = "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?)"


def a_transcript() -> str:
    """The transcript of one game of random answers."""
    transcript, rng = Transcript(), random.Random(1)
    game = Game.new(registry.names()[0], seats=SEATS, luck=Keyed(b"bench"), watch=transcript)
    while not game.is_over:
        for question in game.pending:
            game.answer(question.seat, choose(question.options(), rng))
    return transcript.text()


def stored_schedule(store: Store) -> list[MatchRecord]:
    """Store a run of matches; the records with which they end, in the order of the schedule, one fault in each."""
    rng = random.Random(1)
    run = tournaments.resume_or_begin(
        store,
        name="bench",
        digest="bench",
        plan={},
        secret=b"bench",
        ladder="bench",
        pairings=[Pairing(number, 0, tuple(rng.sample(BOTS, SEATS))) for number in range(MATCHES)],
        seen=None,
    )
    transcript = a_transcript()
    return [
        MatchRecord(
            id=match.id,
            game=registry.names()[0],
            rules="1",
            options={},
            players=match.players,
            places=tuple(rng.sample(range(1, SEATS + 1), SEATS)),
            scores=(4000, 3000, 2000, 1000),
            forfeited=(False,) * SEATS,
            termination="finished",
            faults=(FaultRecord(0, 1, f"{match.id}-q1", "timeout", "no answer within 500 ms", 1),),
            moves=300,
            seconds=1.0,
            commitment="0" * 64,
            secret="1" * 64,
            nonces=(None,) * SEATS,
            transcript=transcript,
        )
        for match in matches.unplayed(store, run.id)
    ]


def bare_statements(records: Sequence[MatchRecord]) -> Iterator[Callable[[sqlite3.Connection], object]]:
    """For each record a call that stores it in bare sqlite3; ratings and packed transcripts are computed beforehand."""
    results = [Result(number, record.players, record.places) for number, record in enumerate(records, start=1)]
    rated: dict[int, list[tuple[object, ...]]] = {result.number: [] for result in results}
    for row in fold(results):
        rated[row.number].append(("bench", row.bot, row.number, row.before, row.after, row.change))
    packed = transcripts.pack(records[0].transcript)
    for number, record in enumerate(records, start=1):
        yield lambda bare, number=number, record=record: store_bare(bare, record, packed, rated[number])


def store_bare(
    bare: sqlite3.Connection, record: MatchRecord, packed: bytes, rated: Sequence[tuple[object, ...]]
) -> None:
    """One transaction with what `matches.finish` writes."""
    bare.execute("BEGIN IMMEDIATE")
    facts = (record.game, record.rules, json.dumps(dict(record.options)), record.termination, record.moves)
    secrets = (record.seconds, record.commitment, record.secret)
    bare.execute(FINISH, (database.timestamp(), *facts, *secrets, record.id))
    fared = zip(record.places, record.scores, (1, 0, 0, 0), record.forfeited, record.nonces, strict=True)
    bare.executemany(SEAT, [(*how, record.id, seat) for seat, how in enumerate(fared)])
    bare.executemany(
        FAULT,
        [
            (record.id, number, fault.seat, fault.turn, fault.question, fault.kind, fault.detail, fault.strikes)
            for number, fault in enumerate(record.faults, start=1)
        ],
    )
    bare.execute(TRANSCRIPT, (record.id, packed))
    bare.executemany(RATING, rated)
    bare.execute("COMMIT")


def seconds(call: Callable[[], object]) -> float:
    """How long a call takes by the clock on the wall, for a commit waits for the disk."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def as_they_end(records: Sequence[MatchRecord]) -> list[MatchRecord]:
    """The order in which matches of different lengths end when so many are played side by side."""
    rng = random.Random(2)
    return [
        record
        for _, record in sorted(enumerate(records), key=lambda numbered: numbered[0] + rng.uniform(0, SIDE_BY_SIDE))
    ]


def measure(folder: Path) -> None:
    """Print the table."""
    with database.open(folder / "schedule.db") as store:
        records = stored_schedule(store)
    for name in ("ours", "mixed", "late", "bare"):
        shutil.copy(folder / "schedule.db", folder / f"{name}.db")
    ours = mixed = bare = 0.0
    with (
        database.open(folder / "ours.db") as store,
        database.open(folder / "mixed.db") as other,
        closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as connection,
    ):
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        statements, ending = list(bare_statements(records)), as_they_end(records)
        # Turn and turn about, so that all three meet the same moods of the disk.
        for first in range(0, MATCHES, BATCH):
            batch = slice(first, first + BATCH)
            bare += seconds(lambda batch=batch: [store_match(connection) for store_match in statements[batch]])
            ours += seconds(lambda batch=batch: [matches.finish(store, record) for record in records[batch]])
            mixed += seconds(lambda batch=batch: [matches.finish(other, record) for record in ending[batch]])
        assert ratings.standings(store, "bench") == ratings.standings(other, "bench")
        rows = "SELECT * FROM ratings ORDER BY ladder, bot, number"
        assert connection.execute(rows).fetchall() == [tuple(row.values()) for row in store.rows(rows)]
        rebuilt = seconds(lambda: ratings.rebuild(store, "bench"))
    size = len(records[0].transcript)
    results = [Result(number, record.players, record.places) for number, record in enumerate(records)]
    heading(f"{MATCHES:,} matches of {SEATS} seats, a transcript of {size / 1000:,.0f} KB and a fault each")
    against = "the same statements in bare sqlite3, transcript packed and ratings known"
    beside("stored a second, as scheduled", MATCHES / ours, MATCHES / bare, "1/s", against)
    beside(f"stored a second, {SIDE_BY_SIDE} side by side", MATCHES / mixed, MATCHES / bare, "1/s", "the same")
    packing = seconds(lambda: [transcripts.pack(record.transcript) for record in records[:BATCH]]) / BATCH
    unpacked = ours / MATCHES - packing
    beside("milliseconds a match, without packing", 1000 * unpacked, 1000 * bare / MATCHES, "ms", "the same")
    print(f"  {'milliseconds to pack a transcript':<44}{1000 * packing:>14,.2f}")
    with database.open(folder / "late.db") as store:
        for record in records[1:]:
            matches.finish(store, record)
        late = seconds(lambda: matches.finish(store, records[0]))
    folded = seconds(lambda: list(fold(results)))
    beside("milliseconds to rebuild the ladder", 1000 * rebuilt, 1000 * folded, "ms", "the fold alone, in memory")
    beside("milliseconds if the first match ends last", 1000 * late, 1000 * folded, "ms", "the same")


with tempfile.TemporaryDirectory() as folder:
    measure(Path(folder))
