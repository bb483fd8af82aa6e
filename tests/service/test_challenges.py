"""A student asks for a match against bots that are named: it is played, and rates nobody."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from staging import TIME, Table, enter, open_ladder, recorders, scheduled

from referee.store import entrants, hosted, matches, ratings
from referee.store.database import Store
from referee.store.presence import Presence

A_DAY = 3


@pytest.fixture
def settings(settings):
    """So many challenges a day."""
    return replace(settings, challenges_per_day=A_DAY)


@pytest.fixture
def table(store) -> Iterator[Table]:
    """Where the test plays matches."""
    with Presence(store.path) as presence:
        yield Table(store, presence)


@pytest.fixture
def bots(store, player, other) -> None:
    """The bots of ann and bob."""
    enter(store, "ann", "ann-1")
    enter(store, "bob", "bob-1")
    enter(store, "bob", "bob-2", games=("life",))


def plan_of(store: Store, challenge) -> dict:
    """By what the match of a challenge is played."""
    found = matches.find(store, challenge["match"]["id"])
    return hosted.find(store, found.tournament).run.plan


def asked(caller, **wanted):
    """A challenge of PayDay, with some of it changed."""
    return caller.post("/api/challenges", {"game": "payday", "bots": ["ann-1", "bob-1"], **wanted})


def test_a_match_is_scheduled_between_the_bots_in_the_order_in_which_they_are_named(store, player, bots) -> None:
    answer = asked(player, bots=["bob-1", "ann-1"], options={"months": 1}, time={"move_ms": 2000})
    assert answer.status_code == 201
    made = answer.json
    assert answer.headers["Location"] == made["links"]["self"] == f"/api/challenges/{made['id']}"
    match = made["match"]
    assert [seat["bot"] for seat in match["seats"]] == ["bob-1", "ann-1"]
    assert (match["kind"], match["rated"], match["ladder"], match["tournament"]) == ("challenge", False, None, None)
    assert (match["state"], match["game"], match["options"]) == ("scheduled", "payday/2000", {"months": 1})
    plan = plan_of(store, made)
    assert plan["time"] == {"start_ms": 10_000, "move_ms": 2000, "bank_ms": 5_000}
    assert plan["policy"] == {"max_strikes": 3, "reask": True}


def test_options_that_are_left_out_have_their_defaults_in_the_match(store, player, bots) -> None:
    made = asked(player).json
    assert plan_of(store, made)["options"] == made["match"]["options"] == {"months": 3}


def test_a_match_as_on_a_ladder_has_its_settings_and_is_still_unrated(store, player, bots) -> None:
    open_ladder(store, "spring", months=2)
    made = player.post("/api/challenges", {"ladder": "spring", "bots": ["ann-1", "bob-1"]}).json
    assert (made["match"]["options"], made["match"]["ladder"]) == ({"months": 2}, None)
    assert plan_of(store, made)["time"] == TIME.to_json()


def test_a_challenge_that_was_played_changes_no_rating(anonymous, store, player, table, bots, seed) -> None:
    ladder = open_ladder(store, "spring", months=1)
    table.played(scheduled(store, ladder, "ann-1", "bob-1"), recorders(seed, 2))
    before = ratings.standings(store, "spring")
    made = player.post("/api/challenges", {"ladder": "spring", "bots": ["ann-1", "bob-1"]}).json
    record = table.played(made["match"]["id"], recorders(seed + 2, 2))
    match = player.get(made["links"]["self"]).json["match"]
    assert [seat["place"] for seat in match["seats"]] == list(record.places)
    assert [seat["rating"] for seat in match["seats"]] == [None, None]
    assert ratings.standings(store, "spring") == before
    assert ratings.ladders(store) == ["spring"]
    assert match["id"] not in anonymous.get("/api/matches?ladder=spring").text
    assert anonymous.get("/api/matches?ladder=challenges").json["items"] == []


def test_who_asked_sees_the_challenges_newest_first_and_others_do_not(
    anonymous, organiser, player, other, bots
) -> None:
    made = [asked(player).json["id"] for _ in range(3)]
    first = player.get("/api/challenges?limit=2").json
    assert [each["id"] for each in first["items"]] == made[:0:-1]
    assert [each["id"] for each in player.get(first["next"]).json["items"]] == made[:1]
    assert other.get("/api/challenges").json["items"] == []
    statuses = [
        caller.get(f"/api/challenges/{made[0]}").status_code for caller in (player, organiser, other, anonymous)
    ]
    assert statuses == [200, 200, 404, 401]


def test_after_so_many_in_a_day_a_student_has_to_wait_and_another_has_not(player, other, bots) -> None:
    assert asked(player, bots=["ann-1", "nobody"]).status_code == 422
    assert [asked(player).status_code for _ in range(A_DAY)] == [201] * A_DAY
    refused = asked(player)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 24 * 3600
    assert asked(other).status_code == 201


def test_the_same_call_with_the_same_key_is_one_challenge(player, bots) -> None:
    body = {"game": "payday", "bots": ["ann-1", "bob-1"]}
    first, second = (player.post("/api/challenges", body, headers={"Idempotency-Key": "once"}) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json["id"] == second.json["id"]
    assert len(player.get("/api/challenges").json["items"]) == 1


def test_one_of_the_bots_is_ones_own_unless_an_organiser_asks(client, organiser, bots) -> None:
    refused = asked(client("cy"))
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (403, "#/bots")
    assert asked(organiser).status_code == 201


@pytest.mark.parametrize(
    ("wanted", "pointer", "says"),
    [
        ({"bots": ["ann-1", "nobody"]}, "#/bots/1", "no bot of that name"),
        ({"bots": ["ann-1", "ann-1"]}, "#/bots/1", "has a seat already"),
        ({"bots": ["ann-1", "bob-2"]}, "#/bots/1", "does not play payday/2000"),
        ({"bots": ["ann-1"]}, "#/bots", "2 or more"),
        ({"bots": ["ann-1", 7]}, "#/bots/1", "expected a name"),
        ({"bots": ["ann-1", "\u202e"]}, "#/bots/1", "expected a name"),
        ({"bots": "ann-1"}, "#/bots", "expected the names"),
        ({"game": "paydey"}, "#/game", 'did you mean "payday"'),
        ({"game": "life/2000"}, "#/game", "no game of that name"),
        ({"options": {"months": 99}}, "#/options/months", "1 to 12"),
        ({"options": {"munths": 1}}, "#/options/munths", "no such option"),
        ({"options": {"months": 1.0}}, "#/options/months", ""),
        ({"options": {"months": True}}, "#/options/months", ""),
        ({"time": {"move_ms": 0}}, "#/time/move_ms", "1 to 5000"),
        ({"time": {"moves": 1}}, "#/time/moves", "unknown"),
        ({"ladder": "spring"}, "#/game", "none beside a ladder"),
        ({"rated": True}, "#/rated", "unknown"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_place(player, store, bots, wanted, pointer, says) -> None:
    open_ladder(store, "spring")
    refused = asked(player, **wanted)
    assert refused.status_code == 422
    [error] = refused.json["errors"]
    assert error["pointer"] == pointer
    assert says in error["detail"]
    assert player.get("/api/challenges").json["items"] == []


def test_more_bots_than_the_game_takes_are_refused(player, store, bots) -> None:
    for number in range(7):
        enter(store, "ann", f"more-{number}")
    refused = asked(player, bots=[f"more-{number}" for number in range(7)])
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "#/bots")
    assert "2 to 6 seats" in refused.json["detail"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"bots": ["ann-1", "bob-1"]}, "#"),
        ({"bots": ["ann-1", "bob-1"], "ladder": "winter"}, "#/ladder"),
        ({"bots": ["ann-1", "bob-1"], "ladder": "four"}, "#/bots"),
        ({"bots": ["ann-1", "bob-1"], "ladder": "four", "time": {}}, "#/time"),
        ({"bots": ["ann-1", "bob-1"], "ladder": "four", "options": {}}, "#/options"),
    ],
)
def test_either_a_game_or_a_ladder_says_what_is_played(player, store, bots, body, pointer) -> None:
    open_ladder(store, "four", seats=4)
    refused = player.post("/api/challenges", body)
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, pointer)


def test_bots_that_may_not_play_are_named_with_their_state(player, store, bots) -> None:
    entrants.bench(store, "bob-1", reason="too slow")
    entrants.retire(store, "ann-1")
    refused = asked(player)
    assert [(error["pointer"], error["detail"].split()[-1]) for error in refused.json["errors"]] == [
        ("#/bots/0", "retired"),
        ("#/bots/1", "benched"),
    ]
    assert "too slow" not in refused.text


def test_without_a_key_nobody_asks_for_a_match(anonymous, bots) -> None:
    assert (asked(anonymous).status_code, anonymous.get("/api/challenges").status_code) == (401, 401)
