"""A seat as the owner of its bot sees it, and the messages that its bot was sent."""

import random
from collections.abc import Iterator

import pytest
from staging import TIME, Recorder, Table, enter, open_ladder, recorders, scheduled

from referee.seats.faults import MOST_DETAIL
from referee.store import transcripts
from referee.store.presence import Presence


@pytest.fixture
def table(store) -> Iterator[Table]:
    """Where the test plays matches."""
    with Presence(store.path) as presence:
        yield Table(store, presence)


@pytest.fixture
def match(store, player, other) -> str:
    """A match of the bots of ann and bob that waits."""
    enter(store, "ann", "ann-1")
    enter(store, "bob", "bob-1")
    return scheduled(store, open_ladder(store, months=1), "ann-1", "bob-1")


def seats_with_faults(seed: int, evidence: str = "no answer in time") -> list[Recorder]:
    return [Recorder(random.Random(seed), fails=(1, 3), evidence=evidence), Recorder(random.Random(seed + 1))]


def without_clock(message: dict) -> dict:
    return {key: value for key, value in message.items() if key != "clock"}


def test_the_owner_and_organisers_see_each_fault_with_what_was_seen(player, organiser, table, match, seed) -> None:
    record = table.played(match, seats_with_faults(seed))
    for caller in (player, organiser):
        seat = caller.get(f"/api/matches/{match}/seats/0").json
        assert (seat["match"], seat["bot"], seat["faults"]) == (match, "ann-1", 2)
        assert seat["fault_kinds"] == {"timeout": 2}
        assert seat["evidence"] == [
            {"turn": fault.turn, "question": fault.question, "kind": "timeout", "strikes": 1, "detail": fault.detail}
            for fault in record.faults
        ]
        assert seat["evidence"][0]["detail"] == "no answer in time"
        assert (seat["thought_ms"], seat["slowest_ms"]) == (record.thought_ms[0], record.slowest_ms[0])
        assert seat["nonce"] == record.nonces[0]


def test_what_was_seen_is_cut(player, table, match, seed) -> None:
    table.played(match, seats_with_faults(seed, evidence="x" * 5000))
    [detail, _] = [fault["detail"] for fault in player.get(f"/api/matches/{match}/seats/0").json["evidence"]]
    assert detail == "x" * MOST_DETAIL


def test_a_seat_of_a_match_in_play_has_nothing_to_show_yet(player, table, match, seed) -> None:
    table.played_halfway(match, seats_with_faults(seed), questions=6)
    seat = player.get(f"/api/matches/{match}/seats/0").json
    assert (seat["evidence"], seat["faults"], seat["thought_ms"], seat["nonce"]) == ([], 0, None, None)


def test_nobody_else_sees_a_seat_as_its_owner_does(anonymous, other, table, match, seed) -> None:
    table.played(match, seats_with_faults(seed))
    unknown, stranger = (caller.get(f"/api/matches/{match}/seats/0") for caller in (anonymous, other))
    assert (unknown.status_code, stranger.status_code) == (401, 403)
    assert "in time" not in unknown.text + stranger.text
    own = other.get(f"/api/matches/{match}/seats/1")
    assert (own.status_code, own.json["evidence"], own.json["fault_kinds"]) == (200, [], {})


def test_the_seat_of_a_bot_that_nobody_registered_is_for_organisers(player, organiser, store, table, match) -> None:
    with store.writing() as db:
        db.execute("INSERT INTO bots (name) VALUES ('stray')")
        db.execute("UPDATE seats SET bot = 'stray' WHERE match = ? AND seat = 0", (match,))
    for rest in ("", "/questions"):
        assert player.get(f"/api/matches/{match}/seats/0{rest}").status_code == 403
    assert organiser.get(f"/api/matches/{match}/seats/0").status_code == 200


@pytest.mark.parametrize("seat", ["2", "-1", "00", "0x0", "9" * 19, "9" * 5000, "one"])
@pytest.mark.parametrize("rest", ["", "/questions"])
def test_a_seat_that_is_not_there_is_not_found(organiser, match, seat, rest) -> None:
    assert organiser.get(f"/api/matches/{match}/seats/{seat}{rest}").status_code == 404


def test_what_a_bot_was_sent_is_for_its_owner_and_organisers_also_when_the_match_is_over(
    anonymous, player, other, organiser, table, match, seed
) -> None:
    table.played(match, recorders(seed, 2))
    path = f"/api/matches/{match}/seats/0/questions"
    answers = [caller.get(path) for caller in (anonymous, other, player, organiser)]
    assert [answer.status_code for answer in answers] == [401, 403, 200, 200]
    assert "message" not in answers[0].text + answers[1].text
    assert anonymous.get(f"/api/matches/{match}/transcript").status_code == 200


def test_page_by_page_its_owner_reads_every_message_that_a_bot_was_sent(player, other, table, match, seed) -> None:
    seats = seats_with_faults(seed)
    table.played(match, seats)
    for number, (owner, seat) in enumerate(zip((player, other), seats, strict=True)):
        path, read = f"/api/matches/{match}/seats/{number}/questions?limit=7", []
        while path:
            page = owner.get(path).json
            assert (page["start"], page["end"]) == (seat.begun, seat.ended)
            assert len(page["items"]) <= 7
            read += page["items"]
            path = page["next"]
        assert [asked["number"] for asked in read] == list(range(1, len(seat.sent) + 1))
        assert [asked["message"] for asked in read] == list(map(without_clock, seat.sent))
        assert [asked["number"] for asked in read if asked["by"] == "referee"] == list(seat.fails)


def test_the_start_tells_the_time_control_of_the_ladder(other, table, match, seed) -> None:
    table.played(match, recorders(seed, 2))
    start = other.get(f"/api/matches/{match}/seats/1/questions").json["start"]
    assert (start["time"], start["policy"], start["seat"]) == (TIME.to_json(), {"max_strikes": 3}, 1)


def test_the_ids_are_those_of_the_attempt_that_counted(player, table, match, seed) -> None:
    table.played_halfway(match, recorders(seed, 2), questions=4)
    table.gives_up(match)
    seats = recorders(seed, 2)
    table.played(match, seats)
    page = player.get(f"/api/matches/{match}/seats/0/questions").json
    assert page["start"]["attempt"] == 2
    assert page["items"][0]["message"]["question"]["id"] == f"{match}-a2-s0-q1" == seats[0].sent[0]["question"]["id"]


def test_questions_are_told_once_the_match_is_over_and_to_nobody_before(player, organiser, table, match, seed) -> None:
    for caller in (player, organiser):
        assert caller.get(f"/api/matches/{match}/seats/0/questions").status_code == 409
    table.played_halfway(match, recorders(seed, 2), questions=4)
    for caller in (player, organiser):
        assert caller.get(f"/api/matches/{match}/seats/0/questions").status_code == 409


def test_a_match_of_other_rules_is_said_to_be_one(player, store, table, match, seed) -> None:
    record = table.played(match, recorders(seed, 2))
    changed = transcripts.pack(record.transcript.replace('"rules":"', '"rules":"before-', 1))
    with store.writing() as db:
        db.execute("UPDATE transcripts SET packed = ? WHERE match = ?", (changed, match))
    answer = player.get(f"/api/matches/{match}/seats/0/questions")
    assert answer.status_code == 409
    assert "recorded under rules before-1" in answer.json["detail"]


@pytest.mark.parametrize("query", ["limit=0", "limit=101", "cursor=x", "seat=1"])
def test_a_page_that_cannot_be_is_refused(player, table, match, seed, query) -> None:
    table.played(match, recorders(seed, 2))
    assert player.get(f"/api/matches/{match}/seats/0/questions?{query}").status_code == 422


def test_a_cursor_of_another_list_leads_nowhere(player, store, table, match, seed) -> None:
    table.played(match, recorders(seed, 2))
    following = player.get(f"/api/matches/{match}/seats/0/questions?limit=1").json["next"]
    cursor = following.partition("cursor=")[2]
    assert player.get(f"/api/matches?cursor={cursor}").status_code == 422
