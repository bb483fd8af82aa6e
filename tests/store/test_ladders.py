"""Who is on a ladder, and what matchmaking is told of it."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.match import MatchRecord
from referee.store import accounts, challenges, entrants, hosted, ladders, matches, ratings
from referee.store.accounts import Account
from referee.store.database import Store, StoreError
from referee.store.entrants import Entrant, NoSuchEntrant, Retired, TooMany
from referee.store.ladders import Ladder, NoSuchLadder, Played
from referee.store.tournaments import Run
from referee.tournament.pairing import Pairing


def on(store: Store) -> list[str]:
    """The bots that are on the ladder."""
    return [member.bot for member in ladders.members(store, "main")]


def test_a_ladder_is_found_by_its_name_and_all_are_listed_by_name(store: Store, ladder: Ladder) -> None:
    side = hosted.open_ladder(store, {"name": "a side one"}, None)
    assert ladders.find(store, "main") == ladder
    assert ladders.find(store, "Main") is None
    assert ladders.every(store) == [side, ladder]


def test_a_ladder_is_paused_closed_and_opened_again(store: Store, ladder: Ladder) -> None:
    for state in ("paused", "closed", "open"):
        assert ladders.set_state(store, "main", state).state == state
        found = ladders.find(store, "main")
        assert found
        assert found.state == state
    with pytest.raises(NoSuchLadder, match='no ladder "other"'):
        ladders.set_state(store, "other", "open")
    with pytest.raises(ValueError, match="'burning' is no state of a ladder"):
        ladders.set_state(store, "main", "burning")


def test_a_bot_joins_leaves_and_comes_back_to_where_it_was(
    store: Store, ladder: Ladder, make: Callable[..., str]
) -> None:
    assert on(store) == ["ann", "bob", "cy", "dee"]
    make(store, ladder, "ann", "bob")
    ladders.join(store, "main", "ann")
    assert ladders.leave(store, "main", "ann")
    assert not ladders.leave(store, "main", "ann")
    assert on(store) == ["bob", "cy", "dee"]
    assert ladders.waiting(store, "main") == 1, "what is scheduled is still played"
    ladders.join(store, "main", "ann")
    assert on(store) == ["ann", "bob", "cy", "dee"]
    assert ladders.played(store, "main")["ann"] == Played(matches=1, last=1, scheduled=1)


def test_only_a_bot_that_is_registered_and_not_retired_joins_and_only_a_ladder_that_is_there(
    store: Store, ladder: Ladder, register: Callable[..., Entrant]
) -> None:
    register(store, "eve")
    with pytest.raises(NoSuchLadder):
        ladders.join(store, "other", "eve")
    with pytest.raises(NoSuchEntrant):
        ladders.join(store, "main", "zoe")
    entrants.retire(store, "eve")
    with pytest.raises(Retired):
        ladders.join(store, "main", "eve")
    entrants.retire(store, "ann")
    assert on(store) == ["bob", "cy", "dee"]


def test_an_account_has_no_more_bots_on_a_ladder_than_it_may_have(
    store: Store, ladder: Ladder, register: Callable[..., Entrant]
) -> None:
    ben = accounts.add(store, "Ben", "player")
    register(store, "eve")
    register(store, "fay", ben)
    with pytest.raises(TooMany, match='has 4 bots on the ladder "main", and may have 4'):
        ladders.join(store, "main", "eve", most=4)
    ladders.join(store, "main", "fay", most=1)
    ladders.join(store, "main", "ann", most=4)
    ladders.leave(store, "main", "ann")
    ladders.join(store, "main", "eve", most=4)


def test_an_account_that_joins_with_many_at_the_same_moment_has_no_more_than_it_may_have(
    store: Store, register: Callable[..., Entrant], at_once: Callable[..., list[Any]]
) -> None:
    hosted.open_ladder(store, {"name": "main"}, None)
    for number in range(6):
        register(store, f"bot {number}")
    got = at_once(lambda own, number: ladders.join(own, "main", f"bot {number}", most=2))
    assert sum(isinstance(each, TooMany) for each in got) == 4
    assert len(on(store)) == 2


def test_a_member_is_shown_with_its_state_and_its_rating_as_the_last_match_left_it(
    store: Store, ladder: Ladder, make: Callable[..., str], record: Callable[..., MatchRecord]
) -> None:
    for _ in range(2):
        make(store, ladder, "ann", "bob")
    for match in matches.unplayed(store, ladder.run):
        matches.finish(store, record(match))
    entrants.bench(store, "bob", reason="")
    shown = {member.bot: member for member in ladders.members(store, "main")}
    assert shown["ann"].rating == ratings.history(store, "main", "ann")[-1].after > 1_500_000
    assert (shown["cy"].rating, shown["cy"].max_parallel, shown["cy"].owner) == (None, 4, "Ada")
    assert [member.state for member in shown.values()] == ["active", "benched", "active", "active"]


def test_it_is_told_how_much_each_bot_was_made_to_play_and_how_much_of_that_is_still_to_come(
    store: Store, ladder: Ladder, make: Callable[..., str], record: Callable[..., MatchRecord]
) -> None:
    for players in (("ann", "bob"), ("ann", "cy"), ("bob", "ann")):
        make(store, ladder, *players)
    matches.finish(store, record(matches.unplayed(store, ladder.run)[0]))
    assert ladders.played(store, "main") == {
        "ann": Played(matches=3, last=3, scheduled=2),
        "bob": Played(matches=2, last=3, scheduled=1),
        "cy": Played(matches=1, last=2, scheduled=1),
        "dee": Played(matches=0, last=0, scheduled=0),
    }


def test_it_is_told_who_sat_where_in_the_last_matches(store: Store, ladder: Ladder, make: Callable[..., str]) -> None:
    for players in (("ann", "bob"), ("bob", "ann"), ("ann", "cy", "dee")):
        make(store, ladder, *players)
    assert ladders.tables(store, "main", last=9) == [("ann", "bob"), ("bob", "ann"), ("ann", "cy", "dee")]
    assert ladders.tables(store, "main", last=2) == [("bob", "ann"), ("ann", "cy", "dee")]
    assert ladders.tables(store, "other", last=9) == []


def test_what_a_ladder_made_in_the_last_hour_is_counted(store: Store, ladder: Ladder, make: Callable[..., str]) -> None:
    old, _, _ = (make(store, ladder, "ann", "bob") for _ in range(3))
    with store.writing() as db:
        db.execute("UPDATE matches SET created_at = '2027-01-01T00:00:00+00:00'")
        db.execute("UPDATE matches SET created_at = '2026-12-31T23:59:59+00:00' WHERE id = ?", (old,))
    assert ladders.created_since(store, "main", "2027-01-01T00:00:00+00:00") == 2
    assert ladders.created_since(store, "main", "2026-01-01T00:00:00+00:00") == 3
    assert ladders.created_since(store, "other", "2026-01-01T00:00:00+00:00") == 0


@pytest.mark.parametrize(
    "stops",
    [
        lambda store: entrants.retire(store, "ann"),
        lambda store: entrants.bench(store, "ann", reason=""),
        lambda store: entrants.change(store, "ann", url="https://new.example/"),
    ],
    ids=["retired", "benched", "moved"],
)
def test_matches_of_ladders_and_challenges_of_a_bot_that_stops_are_called_off_if_nobody_has_begun_them(
    store: Store,
    ladder: Ladder,
    make: Callable[..., str],
    record: Callable[..., MatchRecord],
    begin: Callable[..., Run],
    account: Account,
    stops: Callable[[Store], object],
) -> None:
    challenges.make(store, account.id, {"seats": 2}, ("ann", "bob"))
    finished, begun, never, others = (
        make(store, ladder, *players) for players in (("ann", "bob"), ("ann", "bob"), ("cy", "ann"), ("cy", "bob"))
    )
    matches.finish(store, record(matches.unplayed(store, ladder.run)[0]))
    with store.writing() as db:
        db.execute("UPDATE matches SET attempts = 1 WHERE id = ?", (begun,))
    stays = [
        hosted.begin_tournament(
            store,
            name="cup",
            digest="d1",
            plan={},
            secret=b"",
            ladder="cup",
            pairings=[Pairing(0, 0, ("ann", "bob"))],
            account=account.id,
        ).id,
        begin(store, ("ann", "bob"), name="not hosted").id,
    ]
    stops(store)
    assert [len(matches.unplayed(store, run)) for run in stays] == [1, 1]
    assert matches.unplayed(store, hosted.of_kind(store, "challenge")[0].run.id) == []
    assert [match.id for match in matches.of_run(store, ladder.run)] == [finished, begun, others]
    assert matches.find(store, never) is None
    assert {bot: played.matches for bot, played in ladders.played(store, "main").items()} == {
        "ann": 2,
        "bob": 3,
        "cy": 1,
        "dee": 0,
    }
    assert store.rows("PRAGMA foreign_key_check") == []


def test_matches_of_a_bot_that_is_benched_by_its_results_are_called_off_with_the_last_of_them(
    store: Store, ladder: Ladder, make: Callable[..., str], record: Callable[..., MatchRecord]
) -> None:
    make(store, ladder, "ann", "bob")
    make(store, ladder, "bob", "cy")

    def bench(db: Any) -> None:
        assert entrants.count_result(
            store, db, "bob", failed=True, reason="silent", most=1, due=lambda benches: 1.0 * benches
        )

    matches.finish(store, record(matches.unplayed(store, ladder.run)[0]), also=[bench])
    assert [match.id for match in matches.of_run(store, ladder.run)] == ["main-1-0"]


def test_damaged_settings_are_said_to_be_damaged(store: Store, ladder: Ladder) -> None:
    with store.writing() as db:
        db.execute("UPDATE ladders SET settings = '{'")
    with pytest.raises(StoreError, match="the settings of a ladder are damaged"):
        ladders.find(store, "main")
