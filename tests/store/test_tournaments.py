"""Runs of tournaments: begun once, resumed as often as it takes."""

import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.store import database, matches, tournaments
from referee.store.database import Store
from referee.store.tournaments import Run

EVERY_BOT = "SELECT name FROM bots ORDER BY name"

ODD_NAMES = [
    "Robert'); DROP TABLE matches;--",
    'say "cheese"',
    "Frühling 2027",
    "春の大会",
    "🎲🎲",
    "50 % _off_ ?1 :name",
    "[bold]red[/bold]",
    "a\nb\tc",
    "x" * 300,
]


def test_a_run_is_stored_with_its_whole_schedule_before_it_is_played(store: Store, begin: Callable[..., Run]) -> None:
    run = begin(store, ("ann", "bob", "cy"), ("bob", "ann"))
    assert (run.name, run.number, run.digest, run.matches, run.finished) == ("spring", 1, "d1", 2, 0)
    assert (run.plan, run.secret) == ({"name": "spring", "seats": 2}, b"secret")
    assert run == tournaments.find(store, "spring", 1) == tournaments.latest(store, "spring")
    assert store.rows(EVERY_BOT) == [{"name": "ann"}, {"name": "bob"}, {"name": "cy"}]
    assert [(match.id, match.number, match.round, match.players) for match in matches.unplayed(store, run.id)] == [
        ("spring-1-0", 0, 0, ("ann", "bob", "cy")),
        ("spring-1-1", 1, 1, ("bob", "ann")),
    ]


def test_an_unknown_run_is_none(store: Store, begin: Callable[..., Run]) -> None:
    run = begin(store, ("ann", "bob"))
    assert tournaments.find(store, "spring", 2) is None
    assert tournaments.latest(store, "autumn") is None
    assert tournaments.open_run(store, "spring", "other plan") is None
    assert tournaments.open_run(store, "spring", "d1") == run


def test_an_open_run_is_resumed_with_its_own_secret(store: Store, begin: Callable[..., Run]) -> None:
    first = begin(store, ("ann", "bob"), secret=b"first")
    assert begin(store, ("ann", "bob"), secret=b"second") == first
    assert len(tournaments.every_run(store)) == 1


@pytest.mark.parametrize("has_seen_it_open", [True, False])
def test_a_run_that_others_have_begun_or_finished_meanwhile_is_not_followed_by_a_new_one(
    store: Store, begin: Callable[..., Run], finish_all: Callable[..., None], has_seen_it_open: bool
) -> None:
    seen = begin(store, ("ann", "bob")) if has_seen_it_open else None
    finish_all(store, seen or begin(store, ("ann", "bob")))
    run = begin(store, ("ann", "bob"), seen=seen)
    assert (run.number, run.is_finished) == (1, True)
    assert len(tournaments.every_run(store)) == 1
    assert begin(store, ("ann", "bob"), seen=run).number == 2


def test_a_run_that_is_over_or_of_another_plan_is_followed_by_a_new_one(
    store: Store, begin: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    first = begin(store, ("ann", "bob"))
    changed = begin(store, ("ann", "cy"), digest="d2")
    assert (changed.number, tournaments.open_run(store, "spring", "d1")) == (2, first)
    finish_all(store, first)
    assert tournaments.open_run(store, "spring", "d1") is None
    over = tournaments.find(store, "spring", 1)
    assert over
    assert over.is_finished
    assert not changed.is_finished
    again = begin(store, ("ann", "bob"), secret=b"new")
    assert (again.number, again.secret) == (3, b"new")
    other = begin(store, ("ann", "bob"), name="autumn")
    assert other.number == 1
    assert [(run.name, run.number) for run in tournaments.every_run(store)] == [
        ("spring", 1),
        ("spring", 2),
        ("spring", 3),
        ("autumn", 1),
    ]


def test_every_run_is_numbered_behind_the_others_of_its_ladder(store: Store, begin: Callable[..., Run]) -> None:
    runs = [
        begin(store, ("ann", "bob"), ("bob", "ann"), name="one"),
        begin(store, ("ann", "bob"), name="two", ladder="side"),
        begin(store, ("ann", "bob"), name="three"),
    ]
    placed = [(match.ladder, match.ladder_number) for run in runs for match in matches.of_run(store, run.id)]
    assert placed == [("main", 1), ("main", 2), ("side", 1), ("main", 3)]


def test_two_referees_started_on_one_plan_at_the_same_moment_share_one_run(
    path: Path, begin: Callable[..., Run]
) -> None:
    database.open(path).close()
    referees = 6
    together = threading.Barrier(referees)
    runs = []

    def start(secret: bytes) -> None:
        with database.open(path) as store:
            together.wait()
            runs.append(begin(store, ("ann", "bob"), secret=secret))

    threads = [threading.Thread(target=start, args=(bytes([number]),)) for number in range(referees)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert runs == [runs[0]] * referees


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_may_be_any_text(
    store: Store, begin: Callable[..., Run], finish_all: Callable[..., None], name: str
) -> None:
    run = begin(store, (name, "ann"), name=name, ladder=name)
    assert store.rows(EVERY_BOT) == [{"name": each} for each in sorted([name, "ann"], key=lambda text: text.encode())]
    (match,) = matches.unplayed(store, run.id)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", match.id)
    finish_all(store, run)
    found = tournaments.latest(store, name)
    assert found
    assert found.is_finished
    assert found.plan["name"] == name


def test_tournaments_whose_names_look_alike_have_matches_of_different_ids(
    store: Store, begin: Callable[..., Run]
) -> None:
    names = ["a b", "a-b", "a_b", "a/b", matches.slug("a b"), "a", "a-1", "a-1-0", "A"]
    ids = [matches.unplayed(store, begin(store, ("ann", "bob"), name=name).id)[0].id for name in names]
    assert len(set(ids)) == len(names)


def test_the_secret_of_a_run_is_not_shown_with_it(store: Store, begin: Callable[..., Run]) -> None:
    assert "hush" not in repr(begin(store, ("ann", "bob"), secret=b"hush"))


def test_a_schedule_that_cannot_be_stored_leaves_no_run(store: Store, begin: Callable[..., Run]) -> None:
    with pytest.raises(Exception, match="UNIQUE"):
        begin(store, ("ann", "bob"), ("cy", "cy"))
    assert tournaments.every_run(store) == []
    assert store.rows(EVERY_BOT) == []
