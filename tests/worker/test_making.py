"""The next matches of a ladder are made many at a time, as if each had been made by itself."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.store import accounts, database, entrants, hosted, ladders, matches
from referee.store.database import Store
from referee.worker.making import LOOKED_BACK, make_matches

BOTS = ("ann", "bob", "cy", "dee", "eve")
NOW = datetime(2027, 1, 1, tzinfo=UTC)
SETTINGS = {"name": "main", "game": "payday/2000", "seats": 2, "matches_per_hour": 100_000}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "course.sqlite") as store:
        yield store


def opened(path: Path, seats: int = 2, max_parallel: int = 1000) -> Store:
    """A database with an open ladder and five bots on it that may play."""
    store = database.open(path)
    hosted.open_ladder(store, {**SETTINGS, "seats": seats}, None)
    for name in BOTS:
        owner = accounts.add(store, f"{name}'s", "player")
        entrants.register(store, owner.id, name, "http://127.0.0.1:65535", 1)
        claim = entrants.ask_for_check(store, name, now=0.0)
        said = {"games": ["payday"], "version": None, "author": None, "report": {}}
        assert entrants.passed(store, name, token=claim.check_token, max_parallel=max_parallel, **said)
        ladders.join(store, "main", name)
    return store


def make(store: Store, *, least: int, target: int, minutes: int = 0) -> list[str]:
    """What is made so many minutes after the ladder began."""
    ladder = ladders.find(store, "main")
    assert ladder
    return make_matches(store, ladder, least=least, target=target, now=NOW + timedelta(minutes=minutes))


def made(store: Store) -> list[tuple[str, ...]]:
    """Who plays in each match of the ladder."""
    return ladders.tables(store, "main", last=10_000)


@pytest.mark.parametrize(("seats", "max_parallel"), [(2, 1000), (3, 1000), (2, 7)], ids=["two", "three", "little room"])
def test_matches_that_are_made_together_are_those_that_are_made_one_by_one(
    tmp_path: Path, seats: int, max_parallel: int
) -> None:
    number = LOOKED_BACK * len(BOTS) + 30  # so many that the first are forgotten
    with (
        opened(tmp_path / "together.sqlite", seats, max_parallel) as together,
        opened(tmp_path / "single.sqlite", seats, max_parallel) as single,
    ):
        make(together, least=1, target=number)
        for target in range(1, number + 1):
            make(single, least=target, target=target)
        assert made(together) == made(single)
        assert len(made(single)) == (number if max_parallel > number else len(BOTS) * max_parallel // seats)
        assert ladders.played(together, "main") == ladders.played(single, "main")


def test_none_are_made_as_long_as_enough_wait_and_then_several(store: Store) -> None:
    assert len(make(store, least=6, target=8)) == 8
    assert make(store, least=8, target=9) == []
    assert len(make(store, least=9, target=12)) == 4


def test_a_new_match_goes_to_the_end_of_the_ladder(store: Store) -> None:
    first, *others = make(store, least=1, target=4)
    found = [matches.find(store, id) for id in (first, *others)]
    assert [match and match.ladder_number for match in found] == [1, 2, 3, 4]


@pytest.mark.parametrize("state", ["paused", "closed"])
def test_a_ladder_that_is_not_open_gets_none(store: Store, state: str) -> None:
    ladders.set_state(store, "main", state)
    assert make(store, least=5, target=5) == []


@pytest.mark.parametrize(
    ("per_hour", "made_after"), [(3, {0: 1, 2: 1, 4: 1, 6: 0, 59: 0, 62: 1}), (600, {0: 10, 2: 10})]
)
def test_what_an_hour_may_have_is_spread_over_its_minutes_and_is_no_more(
    store: Store, per_hour: int, made_after: dict[int, int]
) -> None:
    with store.writing() as db:
        db.execute("UPDATE ladders SET settings = json_set(settings, '$.matches_per_hour', ?)", (per_hour,))
    for minutes, number in made_after.items():
        assert len(make(store, least=99, target=99, minutes=minutes)) == number, minutes
        assert make(store, least=99, target=99, minutes=minutes) == [], minutes


def test_who_may_not_play_is_not_made_to(store: Store) -> None:
    entrants.bench(store, "ann", reason="")
    ladders.leave(store, "main", "bob")
    make(store, least=1, target=30)
    assert {bot for players in made(store) for bot in players} == {"cy", "dee", "eve"}
