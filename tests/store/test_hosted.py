"""What the service hosts: whose runs they are, how they grow, and whose match is next."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from referee.match import MatchRecord
from referee.store import challenges, database, entrants, hosted, ladders, matches, ratings, tournaments
from referee.store.accounts import Account, NameTaken
from referee.store.database import Store
from referee.store.entrants import Entrant
from referee.store.ladders import Ladder
from referee.store.matches import Scheduled
from referee.store.tournaments import Run
from referee.tournament.pairing import Pairing

SETTINGS = {"name": "side", "game": "payday/2000", "seats": 2, "matches_per_hour": 60}


def held_by_nobody(holder: int | None, ends: float | None) -> bool:
    """For a database at which nobody plays."""
    return False


def upcoming(store: Store, limit: int = 99) -> list[str]:
    """The ids of the matches that come next."""
    return [match.id for match in hosted.next_matches(store, limit, is_held=held_by_nobody)]


@pytest.fixture
def submit(account: Account) -> Callable[..., Run]:
    """Submits a tournament of Ada's whose matches have the players given."""

    def submit(store: Store, *players: Iterable[str], name: str = "cup", digest: str = "d1", owner: int = 0) -> Run:
        return hosted.begin_tournament(
            store,
            name=name,
            digest=digest,
            plan={"name": name, "kind": "tournament"},
            secret=b"secret",
            ladder=name,
            pairings=[Pairing(number, 0, tuple(names)) for number, names in enumerate(players)],
            account=owner or account.id,
        )

    return submit


def test_a_ladder_is_a_run_of_its_name_that_is_open_and_empty(store: Store, account: Account) -> None:
    ladder = hosted.open_ladder(store, SETTINGS, account.id)
    assert (ladder.name, ladder.state, ladder.settings, ladder.account) == ("side", "open", SETTINGS, account.id)
    (only,) = hosted.of_kind(store, "ladder")
    assert (only.kind, only.account, only.state, only.run.id) == ("ladder", account.id, "open", ladder.run)
    assert only.run.plan == {**SETTINGS, "kind": "ladder", "ladder": "side"}
    assert (only.run.name, only.run.matches, len(only.run.secret)) == ("side", 0, 32)
    assert hosted.find(store, ladder.run) == only
    assert hosted.find(store, ladder.run + 1) is None


def test_no_two_ladders_have_one_secret(store: Store) -> None:
    for name in ("x", "y"):
        hosted.open_ladder(store, {**SETTINGS, "name": name}, None)
    assert len({run.run.secret for run in hosted.of_kind(store, "ladder")}) == 2


def test_a_name_that_a_run_or_a_ladder_has_is_refused_to_a_ladder(
    store: Store, begin: Callable[..., Run], ladder: Ladder
) -> None:
    begin(store, ("ann", "bob"), name="spring", ladder="rated by spring")
    for name in ("main", "spring", "rated by spring", "challenges"):
        with pytest.raises(NameTaken, match="is taken"):
            hosted.open_ladder(store, {**SETTINGS, "name": name}, None)
    assert [each.name for each in ladders.every(store)] == ["main"]


def test_of_those_who_open_one_ladder_at_the_same_moment_one_does(
    store: Store, at_once: Callable[..., list[Any]]
) -> None:
    got = at_once(lambda own, number: hosted.open_ladder(own, SETTINGS, None))
    assert sum(isinstance(each, Ladder) for each in got) == 1
    assert len(tournaments.every_run(store)) == 1


def test_matches_are_put_at_the_end_of_a_run_and_of_its_ladder(
    store: Store, ladder: Ladder, make: Callable[..., str], begin: Callable[..., Run]
) -> None:
    assert make(store, ladder, "ann", "bob") == "main-1-0"
    begin(store, ("eve", "fay"), name="spring", ladder="main")
    assert make(store, ladder, "bob", "cy") == "main-1-1"
    found = matches.of_run(store, ladder.run)
    assert [(match.number, match.ladder_number, match.players, match.rated) for match in found] == [
        (0, 1, ("ann", "bob"), True),
        (1, 3, ("bob", "cy"), True),
    ]
    assert found[0].serial < found[1].serial


def test_matches_that_are_made_at_the_same_moment_all_have_numbers_of_their_own(
    store: Store, ladder: Ladder, make: Callable[..., str], at_once: Callable[..., list[Any]]
) -> None:
    got = at_once(lambda own, number: make(own, ladder, "ann", "bob"))
    assert sorted(got) == [f"main-1-{number}" for number in range(len(got))]
    found = matches.page(store, limit=99)
    assert [match.ladder_number for match in found] == list(range(len(got), 0, -1))


def test_the_number_of_a_match_that_was_called_off_is_never_another_s(
    store: Store, ladder: Ladder, make: Callable[..., str]
) -> None:
    make(store, ladder, "bob", "cy")
    called_off = make(store, ladder, "ann", "bob")
    entrants.retire(store, "ann")
    assert matches.find(store, called_off) is None
    assert make(store, ladder, "bob", "cy") == "main-1-2"


def test_a_ladder_rates_its_matches(
    store: Store, ladder: Ladder, make: Callable[..., str], record: Callable[..., MatchRecord]
) -> None:
    make(store, ladder, "ann", "bob")
    matches.finish(store, record(matches.unplayed(store, ladder.run)[0]))
    assert [line.bot for line in ratings.standings(store, "main")] == ["ann", "bob"]


def test_a_submitted_tournament_has_its_whole_schedule_and_goes_on_if_it_is_submitted_again(
    store: Store, account: Account, submit: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    run = submit(store, ("ann", "bob"), ("bob", "ann"))
    assert submit(store, ("ann", "bob"), ("bob", "ann")) == run
    assert run.matches == 2
    (only,) = hosted.of_kind(store, "tournament")
    assert (only.run, only.account, only.state) == (run, account.id, "open")
    finish_all(store, run)
    assert [each.state for each in hosted.of_kind(store, "tournament")] == ["finished"]
    assert submit(store, ("ann", "bob")).number == 2


def test_a_name_that_is_not_the_account_s_own_is_refused_to_a_tournament(
    store: Store, ladder: Ladder, begin: Callable[..., Run], submit: Callable[..., Run]
) -> None:
    begin(store, ("ann", "bob"), name="spring")
    submit(store, ("ann", "bob"), name="cup")
    other = database.timestamp()
    with store.writing() as db:
        db.execute(
            "INSERT INTO accounts (id, name, likeness, role, created_at) VALUES (9, 'Ben', 'ben', 'organiser', ?)",
            (other,),
        )
    for name, owner in (("main", 0), ("spring", 0), ("challenges", 0), ("cup", 9)):
        with pytest.raises(NameTaken, match=f'the name "{name}" is taken'):
            submit(store, ("ann", "bob"), name=name, owner=owner)
    assert submit(store, ("ann", "bob"), name="cup", digest="d2").number == 2


def test_runs_take_turns_so_that_no_long_one_keeps_the_others_waiting(
    store: Store, account: Account, ladder: Ladder, make: Callable[..., str], submit: Callable[..., Run]
) -> None:
    submit(store, *[("ann", "bob")] * 4)
    for _ in range(2):
        make(store, ladder, "cy", "dee")
    challenge = challenges.make(store, account.id, {"game": "payday/2000"}, ("ann", "dee"))
    turns = ["cup-1-0", "main-1-0", challenge.match, "cup-1-1", "main-1-1", "cup-1-2", "cup-1-3"]
    assert upcoming(store) == turns
    assert upcoming(store, limit=3) == turns[:3]
    assert upcoming(store, limit=0) == []
    found = hosted.next_matches(store, 2, is_held=held_by_nobody)
    assert [(each.kind, each.run, each.number, each.players, each.voids) for each in found] == [
        ("tournament", hosted.of_kind(store, "tournament")[0].run.id, 0, ("ann", "bob"), 0),
        ("ladder", ladder.run, 0, ("cy", "dee"), 0),
    ]


def test_a_run_that_has_matches_in_play_waits_for_those_that_have_none(
    store: Store, ladder: Ladder, make: Callable[..., str], submit: Callable[..., Run]
) -> None:
    submit(store, *[("ann", "bob")] * 3)
    with store.writing() as db:
        db.execute("UPDATE matches SET holder = 7, lease_ends = 8.0 WHERE id IN ('cup-1-0', 'cup-1-1')")
    for _ in range(2):
        make(store, ladder, "cy", "dee")

    def is_held(holder: int | None, ends: float | None) -> bool:
        return (holder, ends) == (7, 8.0)

    found = [match.id for match in hosted.next_matches(store, 9, is_held=is_held)]
    assert found == ["main-1-0", "main-1-1", "cup-1-2"]


def test_however_many_are_in_play_others_are_found_behind_them(store: Store, submit: Callable[..., Run]) -> None:
    submit(store, *[("ann", "bob")] * 8)
    with store.writing() as db:
        db.execute("UPDATE matches SET holder = 7, lease_ends = 8.0 WHERE number < 5")
    found = hosted.next_matches(store, 2, is_held=lambda holder, ends: holder == 7)
    assert [match.id for match in found] == ["cup-1-5", "cup-1-6"]


def test_what_is_finished_or_not_hosted_or_spoilt_too_often_is_not_next(
    store: Store,
    ladder: Ladder,
    make: Callable[..., str],
    begin: Callable[..., Run],
    record: Callable[..., MatchRecord],
) -> None:
    begin(store, ("eve", "fay"), name="spring")
    done, spoilt, left = (make(store, ladder, "ann", "bob") for _ in range(3))
    matches.finish(store, record(Scheduled(done, 0, 0, ("ann", "bob"), 0)))
    for _ in range(matches.MOST_VOIDS - 1):
        matches.void(store, spoilt, 0, "an error of ours")
    assert upcoming(store) == [spoilt, left]
    assert ladders.waiting(store, "main") == 2
    matches.void(store, spoilt, 0, "an error of ours")
    assert upcoming(store) == [left]
    assert ladders.waiting(store, "main") == 1
    assert hosted.engaged(store) == {"ann": 1, "bob": 1}


@pytest.mark.parametrize("state", ["pending", "benched"])
def test_a_ladder_waits_for_a_bot_that_is_to_be_checked_and_a_tournament_for_nobody(
    store: Store, ladder: Ladder, make: Callable[..., str], submit: Callable[..., Run], state: str
) -> None:
    submit(store, ("ann", "bob"))
    make(store, ladder, "ann", "bob")
    make(store, ladder, "cy", "dee")
    with store.writing() as db:
        db.execute("UPDATE entrants SET state = ? WHERE bot = 'bob'", (state,))
    assert upcoming(store) == ["cup-1-0", "main-1-1"]
    assert ladders.waiting(store, "main") == 1
    assert hosted.engaged(store) == {"cy": 1, "dee": 1}, "nobody is kept from other matches by one that waits"


def test_a_bot_is_engaged_in_what_ladders_made_for_it_and_in_what_is_in_play(
    store: Store, ladder: Ladder, make: Callable[..., str], submit: Callable[..., Run]
) -> None:
    submit(store, *[("ann", "bob")] * 3)
    make(store, ladder, "ann", "cy")
    assert hosted.engaged(store) == {"ann": 1, "cy": 1}
    with store.writing() as db:
        db.execute("UPDATE matches SET holder = 7, lease_ends = 8.0 WHERE id = 'cup-1-0'")
    assert hosted.engaged(store) == {"ann": 2, "bob": 1, "cy": 1}


def test_a_run_is_in_the_state_of_its_ladder_or_open_until_it_is_over(
    store: Store, ladder: Ladder, make: Callable[..., str], submit: Callable[..., Run], finish_all: Callable[..., None]
) -> None:
    make(store, ladder, "ann", "bob")
    ladders.set_state(store, "main", "closed")
    (only,) = hosted.of_kind(store, "ladder")
    assert (only.state, only.run.matches) == ("closed", 1)
    cup = submit(store, ("ann", "bob"))
    for state in ("open", "finished"):
        found = hosted.find(store, cup.id)
        assert found
        assert found.state == state
        finish_all(store, cup)


def test_a_match_that_is_added_to_a_tournament_comes_behind_its_schedule(
    store: Store, submit: Callable[..., Run]
) -> None:
    run = submit(store, ("ann", "bob"), ("bob", "ann"))
    with store.writing() as db:
        now = database.timestamp()
        assert hosted.append(db, run.id, ("ann", "cy"), ladder="cup", rated=True, now=now) == "cup-1-2"


def test_the_plan_of_a_run_tells_it_from_others_whatever_the_order_of_its_keys() -> None:
    assert hosted.digest_of({"a": 1, "b": 2}) == hosted.digest_of({"b": 2, "a": 1})
    assert hosted.digest_of({"a": 1}) != hosted.digest_of({"a": 2})


def test_a_bot_that_is_no_entrant_can_be_seated_too(store: Store, ladder: Ladder, make: Callable[..., str]) -> None:
    match = matches.find(store, make(store, ladder, "ann", "house"))
    assert match
    assert match.players == ("ann", "house")


def test_a_match_of_a_retired_bot_that_was_begun_is_played_to_its_end(
    store: Store, ladder: Ladder, make: Callable[..., str], register: Callable[..., Entrant]
) -> None:
    begun = make(store, ladder, "ann", "bob")
    with store.writing() as db:
        db.execute("UPDATE matches SET attempts = 1 WHERE id = ?", (begun,))
    entrants.retire(store, "ann")
    assert upcoming(store) == [begun]


def in_play(store: Store, *ids: str) -> None:
    """Somebody plays these matches."""
    with store.writing() as db:
        for id in ids:
            db.execute("UPDATE matches SET holder = 7, lease_ends = 8.0 WHERE id = ?", (id,))


def test_challenges_take_no_more_than_half_of_what_a_bot_takes_at_a_time(
    store: Store, account: Account, register: Callable[..., Entrant]
) -> None:
    register(store, "ann", max_parallel=4)
    for name in ("bob", "cy", "dee"):
        register(store, name, max_parallel=100)
    plan = {"game": "payday/2000"}
    asked = [challenges.make(store, account.id, plan, ("ann", "bob")).match for _ in range(40)]
    other = challenges.make(store, account.id, plan, ("cy", "dee")).match

    def upcoming_when_played(limit: int) -> list[str]:
        return [match.id for match in hosted.next_matches(store, limit, is_held=lambda holder, ends: holder == 7)]

    assert upcoming_when_played(9) == asked[:2]
    in_play(store, asked[0])
    assert upcoming_when_played(9) == [asked[1]]
    in_play(store, asked[1])
    assert upcoming_when_played(1) == [other], "behind however many that wait"


def test_a_bot_that_takes_one_match_at_a_time_may_be_challenged(
    store: Store, account: Account, register: Callable[..., Entrant]
) -> None:
    for name in ("ann", "bob"):
        register(store, name, max_parallel=1)
    first, _ = (challenges.make(store, account.id, {"game": "payday/2000"}, ("ann", "bob")).match for _ in range(2))
    assert upcoming(store) == [first]


def test_the_challenges_of_a_bot_that_is_retired_are_called_off_unless_they_have_begun(
    store: Store, account: Account, register: Callable[..., Entrant]
) -> None:
    for name in ("ann", "bob"):
        register(store, name, max_parallel=8)
    begun, waiting = (challenges.make(store, account.id, {"game": "payday/2000"}, ("ann", "bob")) for _ in range(2))
    with store.writing() as db:
        db.execute("UPDATE matches SET attempts = 1 WHERE id = ?", (begun.match,))
    entrants.retire(store, "ann")
    assert upcoming(store) == [begun.match]
    assert challenges.find(store, waiting.id) is None


@pytest.mark.parametrize("taken", ["main", "challenges"])
def test_a_tournament_is_not_rated_on_a_ladder_of_the_service(
    store: Store, account: Account, ladder: Ladder, taken: str
) -> None:
    with pytest.raises(hosted.LadderTaken, match=f'"{taken}" is a ladder of the service'):
        hosted.begin_tournament(
            store,
            name="cup",
            digest="d1",
            plan={},
            secret=b"",
            ladder=taken,
            pairings=[Pairing(0, 0, ("ann", "bob"))],
            account=account.id,
        )
    assert hosted.of_kind(store, "tournament") == []
