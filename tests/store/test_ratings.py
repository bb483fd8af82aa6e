"""The ratings of a ladder follow from its finished matches, whatever the order in which these end."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.ladder.ratings import Result, fold
from referee.match import MatchRecord
from referee.store import database, matches, ratings, tournaments
from referee.store.database import Store
from referee.store.ratings import Difference, Standing
from referee.store.tournaments import Run

RATINGS = 'SELECT ladder, number, bot, before, "after", change FROM ratings ORDER BY ladder, number, bot'


def folded_afresh(store: Store, ladder: str) -> list[tuple[int, str, int, int]]:
    """The ratings that the finished matches of a ladder give, computed from nothing but these."""
    finished = [
        Result(match.ladder_number, match.players, tuple(seat.place or 0 for seat in match.seats))
        for run in tournaments.every_run(store)
        for match in matches.of_run(store, run.id)
        if match.is_finished and match.ladder == ladder
    ]
    return sorted((row.number, row.bot, row.before, row.after) for row in fold(sorted(finished)))


def stored(store: Store, ladder: str) -> list[tuple[int, str, int, int]]:
    """The ratings that the database holds."""
    rows = [row for row in store.rows(RATINGS) if row["ladder"] == ladder]
    return [(row["number"], row["bot"], row["before"], row["after"]) for row in rows]


def test_matches_that_end_in_any_order_give_the_ratings_of_the_schedule(
    tmp_path: Path, random_run: Callable[..., Run], finish_all: Callable[..., None], seed: int
) -> None:
    rng = random.Random(seed)
    for attempt in range(20):
        schedule = rng.randrange(2**32)
        with database.open(tmp_path / f"{attempt}-in-order.db") as store:
            finish_all(store, random_run(store, 12, random.Random(schedule)))
            in_order = store.rows(RATINGS)
            table = ratings.standings(store, "main")
        with database.open(tmp_path / f"{attempt}-mixed.db") as store:
            run = random_run(store, 12, random.Random(schedule))
            finish_all(store, run, lambda left: rng.sample(left, len(left)))
            assert store.rows(RATINGS) == in_order
            assert ratings.standings(store, "main") == table
            assert ratings.rebuild(store, "main") == []


def test_after_every_match_the_ratings_are_those_of_all_that_have_ended_so_far(
    store: Store, random_run: Callable[..., Run], record: Callable[..., MatchRecord], seed: int
) -> None:
    rng = random.Random(seed)
    runs = [
        random_run(store, 8, rng, name=name, ladder=ladder) for name, ladder in (("a", "x"), ("b", "y"), ("c", "x"))
    ]
    left = [match for run in runs for match in matches.unplayed(store, run.id)]
    for match in rng.sample(left, len(left)):
        places = [rng.randint(1, len(match.players)) for _ in match.players]
        matches.finish(store, record(match, places))
        for ladder in ("x", "y"):
            assert stored(store, ladder) == folded_afresh(store, ladder)


def test_a_ladder_in_perfect_order_has_nothing_to_rebuild(
    store: Store, random_run: Callable[..., Run], finish_all: Callable[..., None], seed: int
) -> None:
    finish_all(store, random_run(store, 30, random.Random(seed)))
    before = store.rows(RATINGS)
    assert ratings.rebuild(store, "main") == []
    assert store.rows(RATINGS) == before
    assert ratings.rebuild(store, "no such ladder") == []


def test_rebuilding_mends_what_was_changed_and_says_what_it_was(
    store: Store, begin: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    finish_all(store, begin(store, ("ann", "bob"), ("ann", "cy"), ("bob", "cy")))
    right = store.rows(RATINGS)
    rating = {(row["number"], row["bot"]): (row["before"], row["after"]) for row in right}
    with store.writing() as db:
        db.execute(
            'UPDATE ratings SET "after" = "after" + 1, change = change + 1 WHERE number = 1 AND bot = ?', ("ann",)
        )
        db.execute("DELETE FROM ratings WHERE number = 3 AND bot = 'cy'")
        db.execute("INSERT INTO ratings VALUES ('main', 'cy', 1, 1500000, 1500000, 0, 1, 1, 1)")
    before, after = rating[1, "ann"]
    wrong = store.rows(RATINGS)
    differences = ratings.differences(store, "main")
    assert store.rows(RATINGS) == wrong, "who only asks changes nothing"
    assert ratings.rebuild(store, "main") == differences
    assert differences == [
        Difference(1, "ann", stored=(before, after + 1), rebuilt=(before, after)),
        Difference(1, "cy", stored=(1_500_000, 1_500_000), rebuilt=None),
        Difference(3, "cy", stored=None, rebuilt=rating[3, "cy"]),
    ]
    assert store.rows(RATINGS) == right


def test_a_ladder_names_its_bots_from_the_highest_rating_down(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("ann", "bob", "cy"), ("cy", "bob"), ("dee", "eve"))
    three, two, _ = matches.unplayed(store, run.id)
    matches.finish(store, record(three, (3, 1, 1)))
    matches.finish(store, record(two, (1, 2)))
    change = ratings.history(store, "main", "cy")[1].change
    assert ratings.standings(store, "main") == [
        Standing("cy", 1_508_000 + change, matches=2, wins=2, average_place=1.0, last_change=change),
        Standing("bob", 1_508_000 - change, matches=2, wins=1, average_place=1.5, last_change=-change),
        Standing("ann", 1_484_000, matches=1, wins=0, average_place=3.0, last_change=-16_000),
    ]
    assert ratings.ladders(store) == ["main"]


def test_bots_of_one_rating_stand_by_name(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, ("cy", "bob", "ann"))
    (match,) = matches.unplayed(store, run.id)
    matches.finish(store, record(match, (1, 1, 1)))
    assert [(line.bot, line.rating) for line in ratings.standings(store, "main")] == [
        ("ann", 1_500_000),
        ("bob", 1_500_000),
        ("cy", 1_500_000),
    ]


def test_a_bot_has_a_rating_of_its_own_on_each_ladder(
    store: Store, begin: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    for name, ladder in (("one", "x"), ("two", "y"), ("three", "x")):
        finish_all(store, begin(store, ("ann", "bob"), name=name, ladder=ladder))
    assert [(row.match, row.number) for row in ratings.history(store, "x", "ann")] == [("one-1-0", 1), ("three-1-0", 2)]
    assert [row.before for row in ratings.history(store, "y", "ann")] == [1_500_000]
    assert ratings.ladders(store) == ["x", "y"]


def test_a_late_match_changes_only_what_comes_after_it(
    store: Store, begin: Callable[..., Run], record: Callable[..., MatchRecord]
) -> None:
    run = begin(store, *[("ann", "bob")] * 5)
    first, second, late, *rest = matches.unplayed(store, run.id)
    for match in (first, second, *rest):
        matches.finish(store, record(match))
    before = ratings.history(store, "main", "ann")
    matches.finish(store, record(late))
    after = ratings.history(store, "main", "ann")
    assert [row.number for row in after] == [1, 2, 3, 4, 5]
    assert after[:2] == before[:2]
    assert all(new.before > old.before for new, old in zip(after[3:], before[2:], strict=True))


def test_a_rating_that_does_not_add_up_is_not_stored(
    store: Store, begin: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    finish_all(store, begin(store, ("ann", "bob")))
    with pytest.raises(sqlite3.IntegrityError, match="CHECK"), store.writing() as db:
        db.execute("UPDATE ratings SET change = change + 1")


def test_a_run_that_ends_backwards_is_rated_like_any_other(
    store: Store, random_run: Callable[..., Run], finish_all: Callable[..., None], seed: int
) -> None:
    finish_all(store, random_run(store, 150, random.Random(seed)), lambda left: left[::-1])
    assert stored(store, "main") == folded_afresh(store, "main")
