"""Matches as everybody sees them: lists in pages, results once they are there, transcripts of what is over."""

import json
import random
from collections.abc import Iterator

import pytest
from staging import Recorder, Table, enter, open_ladder, recorders, scheduled

from parlour.core.transcript import read, verify
from referee.store import hosted, matches, ratings, tournaments, transcripts
from referee.store.presence import Presence
from referee.tournament.pairing import Pairing
from referee.tournament.plan import match_secret


@pytest.fixture
def ladder(store):
    """A short game of PayDay for two, with bots of three students."""
    for owner, bot in (("ann", "ann-1"), ("bob", "bob-1"), ("cy", "cy-1")):
        enter(store, owner, bot)
    return open_ladder(store, months=1)


@pytest.fixture
def table(store) -> Iterator[Table]:
    """Where the test plays matches."""
    with Presence(store.path) as presence:
        yield Table(store, presence)


def ids(page) -> list[str]:
    return [match["id"] for match in page.json["items"]]


def test_matches_are_listed_newest_first_and_pages_lose_none_when_new_ones_come(anonymous, store, ladder) -> None:
    made = [scheduled(store, ladder, "ann-1", "bob-1") for _ in range(7)]
    first = anonymous.get("/api/matches?limit=3")
    assert ids(first) == made[:-4:-1]
    scheduled(store, ladder, "ann-1", "bob-1")
    second = anonymous.get(first.json["next"])
    third = anonymous.get(second.json["next"])
    assert ids(second) + ids(third) == made[3::-1]
    assert third.json["next"] is None


def test_a_list_may_be_of_a_ladder_a_bot_a_state_and_all_of_them(anonymous, store, ladder, table, seed) -> None:
    other = open_ladder(store, "autumn", months=1)
    waits = scheduled(store, ladder, "ann-1", "bob-1")
    plays = scheduled(store, ladder, "bob-1", "cy-1")
    over = scheduled(store, ladder, "cy-1", "ann-1")
    elsewhere = scheduled(store, other, "ann-1", "cy-1")
    table.played(over, recorders(seed, 2))
    table.begun(plays)
    for query, expected in {
        "ladder=spring": [over, plays, waits],
        "ladder=autumn": [elsewhere],
        "ladder=winter": [],
        "bot=ann-1": [elsewhere, over, waits],
        "state=scheduled": [elsewhere, waits],
        "state=playing": [plays],
        "state=finished": [over],
        "state=scheduled&bot=ann-1&ladder=spring": [waits],
    }.items():
        assert ids(anonymous.get(f"/api/matches?{query}")) == expected, query
    states = [anonymous.get(f"/api/matches/{id}").json["state"] for id in (waits, plays, over)]
    assert states == ["scheduled", "playing", "finished"]


def test_the_next_page_keeps_the_filter(anonymous, store, ladder) -> None:
    mine = [scheduled(store, ladder, "ann-1", "bob-1") for _ in range(3)]
    scheduled(store, ladder, "cy-1", "bob-1")
    first = anonymous.get("/api/matches?bot=ann-1&limit=2")
    assert ids(first) + ids(anonymous.get(first.json["next"])) == mine[::-1]


def test_matches_of_a_tournament_can_be_told_run_by_run(anonymous, store, ladder) -> None:
    plan = {"game": "payday/2000", "rules": "1", "options": {"months": 1}, "seats": 2, "bots": []}
    for digest in ("one", "two"):
        with store.writing():
            tournaments.begin(
                store,
                name="cup",
                digest=digest,
                plan=plan,
                secret=b"s" * 32,
                ladder="cup",
                pairings=[Pairing(0, 0, ("ann-1", "bob-1"))],
            )
    assert ids(anonymous.get("/api/matches?tournament=cup")) == ["cup-2-0", "cup-1-0"]
    assert ids(anonymous.get("/api/matches?tournament=cup&run=1")) == ["cup-1-0"]
    found = anonymous.get("/api/matches/cup-2-0").json
    assert (found["kind"], found["tournament"], found["run"], found["game"]) == ("tournament", "cup", 2, "payday/2000")
    assert found["links"]["tournament"] == "/api/tournaments/cup/runs/2"


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("state=over", "state"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=1.0", "limit"),
        ("cursor=never", "cursor"),
        ("ladder=a%00b", None),
        ("ladder=%E2%80%AE", "ladder"),
        ("run=1", "run"),
        ("tournament=cup&run=0", "run"),
        ("bots=ann", "bots"),
        ("bot=ann&bot=bob", "bot"),
    ],
)
def test_a_question_that_means_nothing_is_refused_with_its_parameter(anonymous, query, parameter) -> None:
    refused = anonymous.get(f"/api/matches?{query}")
    assert refused.status_code == 422
    if parameter:
        assert [error["parameter"] for error in refused.json["errors"]] == [parameter]


def test_a_match_shows_its_result_once_it_is_over_and_nothing_of_it_before(
    anonymous, store, ladder, table, seed
) -> None:
    id = scheduled(store, ladder, "ann-1", "bob-1")
    before = anonymous.get(f"/api/matches/{id}").json
    assert (before["game"], before["rules"], before["options"]) == ("payday/2000", "1", {"months": 1})
    assert (before["kind"], before["ladder"], before["tournament"], before["rated"]) == ("ladder", "spring", None, True)
    for key in ("started_at", "finished_at", "termination", "moves", "seconds", "commitment", "secret"):
        assert before[key] is None, key
    for key in ("place", "score", "forfeited", "strikes", "rating"):
        assert [seat[key] for seat in before["seats"]] == [None, None], key
    record = table.played(id, recorders(seed, 2))
    after = anonymous.get(f"/api/matches/{id}").json
    assert [seat["bot"] for seat in after["seats"]] == ["ann-1", "bob-1"]
    assert [seat["place"] for seat in after["seats"]] == list(record.places)
    assert [seat["score"] for seat in after["seats"]] == list(record.scores)
    assert (after["secret"], after["commitment"], after["moves"]) == (record.secret, record.commitment, record.moves)
    assert after["finished_at"].endswith("Z")


def test_ratings_before_and_after_stand_beside_the_seats_in_points(anonymous, store, ladder, table, seed) -> None:
    id = scheduled(store, ladder, "ann-1", "bob-1")
    table.played(id, recorders(seed, 2))
    shown = [seat["rating"] for seat in anonymous.get(f"/api/matches/{id}").json["seats"]]
    stored = ratings.of_match(store, id)
    assert [rating["after"] * 1000 for rating in shown] == pytest.approx([each.after for each in stored])
    assert sum(rating["change"] for rating in shown) == pytest.approx(0)
    assert all(rating["before"] + rating["change"] == pytest.approx(rating["after"]) for rating in shown)


def test_strangers_are_told_how_many_faults_and_not_of_which_kind_or_what_was_seen(
    anonymous, other, store, ladder, table, seed
) -> None:
    id = scheduled(store, ladder, "ann-1", "bob-1")
    failing = Recorder(random.Random(seed), fails=(1, 3), evidence="<b>s3cret answer</b>")
    table.played(id, [failing, *recorders(seed, 1)])
    for stranger in (anonymous, other):
        answers = [stranger.get(path) for path in (f"/api/matches/{id}", "/api/matches")]
        assert [seat["faults"] for seat in answers[0].json["seats"]] == [2, 0]
        for answer in [*answers, stranger.get(f"/api/matches/{id}/transcript")]:
            assert answer.status_code == 200
            assert not [word for word in ("s3cret", "timeout", "fault_kinds") if word in answer.text]


def test_no_answer_about_a_match_in_play_holds_its_secret_or_that_of_its_run(
    anonymous, organiser, store, ladder, table, seed
) -> None:
    id = scheduled(store, ladder, "ann-1", "bob-1")
    table.played_halfway(id, recorders(seed, 2), questions=8)
    run = hosted.find(store, ladder.run).run
    secrets = [run.secret.hex(), match_secret(run.secret, matches.find(store, id).number).hex()]
    for caller in (anonymous, organiser):
        for path in ("/api/matches", f"/api/matches/{id}", f"/api/matches/{id}/transcript"):
            answer = caller.get(path)
            assert answer.status_code == (409 if path.endswith("transcript") else 200)
            assert not any(secret in answer.text for secret in secrets)


def test_an_etag_holds_until_the_match_changes(anonymous, store, ladder, table, seed) -> None:
    id = scheduled(store, ladder, "ann-1", "bob-1")
    for path in (f"/api/matches/{id}", "/api/matches"):
        first = anonymous.get(path)
        same = anonymous.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (same.status_code, same.data) == (304, b"")
    tags = [anonymous.get(path).headers["ETag"] for path in (f"/api/matches/{id}", "/api/matches")]
    table.played(id, recorders(seed, 2))
    for path, tag in zip((f"/api/matches/{id}", "/api/matches"), tags, strict=True):
        assert anonymous.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_the_transcript_of_a_finished_match_is_what_was_recorded_and_can_be_verified(
    anonymous, store, ladder, table, seed
) -> None:
    id = scheduled(store, ladder, "ann-1", "bob-1")
    assert anonymous.get(f"/api/matches/{id}/transcript").status_code == 409
    record = table.played(id, recorders(seed, 2))
    answer = anonymous.get(f"/api/matches/{id}/transcript")
    assert answer.content_type.startswith("application/x-ndjson")
    assert answer.text == record.transcript == transcripts.text(store, id)
    assert verify(answer.text) == []
    assert read(answer.text).header["match"] == id
    again = anonymous.get(f"/api/matches/{id}/transcript", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("rest", ["", "/transcript", "/events", "/seats/0/questions"])
@pytest.mark.parametrize("id", ["nobody-1-0", "%00", "'); drop table matches;--", "%F0%9F%8E%B2", "x" * 3000])
def test_a_match_that_is_not_there_is_not_found(player, id, rest) -> None:
    answer = player.get(f"/api/matches/{id}{rest}")
    assert answer.status_code == 404
    assert json.loads(answer.data)["status"] == 404


def test_every_link_of_a_finished_match_leads_somewhere(anonymous, player, store, ladder, table, seed) -> None:
    id = scheduled(store, ladder, "ann-1", "bob-1")
    table.played(id, recorders(seed, 2))
    match = anonymous.get(f"/api/matches/{id}").json
    found = list(match["links"].values())
    for seat in match["seats"]:
        found.append(seat["links"]["bot"])
    assert {path: anonymous.get(path).status_code for path in found} == dict.fromkeys(found, 200)
    own = [match["seats"][0]["links"][each] for each in ("owner_view", "questions")]
    assert [player.get(path).status_code for path in own] == [200, 200]
