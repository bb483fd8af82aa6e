"""A file of before the service has all that was in it, and what is new of its matches follows from that."""

from pathlib import Path

import pytest

from referee.store import accounts, backup, database, matches, migrations, ratings
from referee.store.leases import Denied, Lease, Leases
from referee.store.presence import Presence

OF_BEFORE = """
INSERT INTO bots (name) VALUES ('ann'), ('bob');
INSERT INTO tournaments VALUES
    (1, 'spring', 1, 'd1', '{"name": "spring"}', x'01', '2027-03-01T12:00:00+00:00'),
    (2, 'autumn', 1, 'd2', '{"name": "autumn"}', x'02', '2027-09-01T12:00:00+00:00');
INSERT INTO matches (id, tournament, number, round, ladder, ladder_number) VALUES
    ('autumn-1-0', 2, 0, 0, 'main', 3), ('spring-1-1', 1, 1, 0, 'main', 2);
INSERT INTO matches VALUES ('spring-1-0', 1, 0, 0, 'main', 1, 'finished', 0, NULL, '2027-03-01T13:00:00+00:00',
    'payday/2000', '1', '{}', 'finished', 10, 1.5, 'c0ffee', '5ec4e7', 1, NULL, NULL);
INSERT INTO seats (match, seat, bot) VALUES
    ('autumn-1-0', 0, 'ann'), ('autumn-1-0', 1, 'bob'), ('spring-1-1', 0, 'bob'), ('spring-1-1', 1, 'ann');
INSERT INTO seats VALUES
    ('spring-1-0', 0, 'ann', 1, 900, 0, 0, NULL, 10, 5), ('spring-1-0', 1, 'bob', 2, 700, 1, 0, NULL, 10, 5);
INSERT INTO faults VALUES ('spring-1-0', 1, 1, 3, 'q7', 'timeout', 'no answer', 1);
INSERT INTO transcripts VALUES ('spring-1-0', x'789cabae0500017500f9');
INSERT INTO ratings VALUES ('main', 'ann', 1, 1500000, 1516000, 16000), ('main', 'bob', 1, 1500000, 1484000, -16000);
"""


@pytest.fixture
def old(path: Path) -> Path:
    """A file of version 2, with a match that is played and two that are not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "STEPS", migrations.STEPS[:2])
        with database.open(path) as store, store.writing() as db:
            for statement in OF_BEFORE.split(";\n"):
                db.execute(statement)
    return path


def test_a_file_of_before_the_service_is_brought_up_to_date_with_all_that_is_in_it(old: Path) -> None:
    with database.open(old) as store:
        assert store.rows("PRAGMA user_version") == [{"user_version": len(migrations.STEPS)}]
        found = matches.page(store, limit=9)
        assert [(match.id, match.serial, match.created_at, match.started_at, match.rated) for match in found] == [
            ("autumn-1-0", 3, "2027-09-01T12:00:00+00:00", None, True),
            ("spring-1-1", 2, "2027-03-01T12:00:00+00:00", None, True),
            ("spring-1-0", 1, "2027-03-01T12:00:00+00:00", None, True),
        ]
        assert matches.page(store, bot="bob", limit=9) == found
        first = found[-1]
        assert (first.is_finished, first.moves, [seat.score for seat in first.seats]) == (True, 10, [900, 700])
        assert [seat.faults for seat in first.seats] == [0, 1]
        standings = ratings.standings(store, "main")
        assert [(line.rating, line.matches, line.wins) for line in standings] == [(1_516_000, 1, 1), (1_484_000, 1, 0)]
        assert ratings.rebuild(store, "main") == []
        assert backup.check(store) == []


def test_a_file_of_before_the_service_is_played_on_and_hosts(old: Path) -> None:
    with database.open(old) as store, Presence(old) as presence:
        assert Leases(store, presence).claim("spring-1-1", {}) == Lease("spring-1-1", 1)
        assert Leases(store, presence).claim("spring-1-0", {}) is Denied.FINISHED
        accounts.add(store, "Ada", "organiser")
