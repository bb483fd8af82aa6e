"""Matches as they are played: everybody is told what everybody may know, once, in order, and nothing else."""

import http.client
import json
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from staging import Table, enter, open_ladder, recorders, scheduled

from parlour.core.transcript import read
from referee.service import feed
from referee.service.ending import ending
from referee.service.feed import Mark
from referee.service.serving import Service
from referee.store import feed as stored_feed
from referee.store import hosted, matches
from referee.store.database import Store, StoreBusy
from referee.store.presence import Presence
from referee.tournament.plan import match_secret

FEED_S = 1
PATIENCE_S = 60


@pytest.fixture
def settings(settings):
    """A feed ends soon, and there is room for three."""
    return replace(settings, feeds=3, feed_s=FEED_S)


@pytest.fixture
def table(store) -> Iterator[Table]:
    """Where the test plays matches."""
    with Presence(store.path) as presence:
        yield Table(store, presence)


@pytest.fixture
def match(store) -> str:
    """A match of PayDay that waits."""
    enter(store, "ann", "ann-1")
    enter(store, "bob", "bob-1")
    return scheduled(store, open_ladder(store, months=1), "ann-1", "bob-1")


@pytest.fixture
def vault(store, vault_is_registered) -> str:
    """A match of the toy game, in which each draws a card that nobody else sees, that waits."""
    enter(store, "hal", "hal-1", games=("vault",))
    enter(store, "ida", "ida-1", games=("vault",))
    return scheduled(store, open_ladder(store, "toys", "vault", 2), "hal-1", "ida-1")


@pytest.fixture
def careers(store) -> str:
    """A match of Careers, which has secrets, that waits."""
    enter(store, "cy", "cy-1")
    enter(store, "dee", "dee-1")
    enter(store, "eve", "eve-1")
    return scheduled(store, open_ladder(store, "careers", "careers/reissue", 3), "cy-1", "dee-1", "eve-1")


def asked(caller, path: str, **headers: str):
    """The answer, read to its end."""
    return caller.get(path, headers={key.replace("_", "-"): value for key, value in headers.items()}, buffered=True)


def told(text: str) -> list[tuple[str, str, object]]:
    """The kind, the id and the data of every event in a stream; whatever else stands in it is a failure."""
    events = []
    for block in text.removesuffix("\n\n").split("\n\n"):
        if block.startswith(("retry: ", ": ")):
            assert "\n" not in block
            continue
        lines = [line.split(": ", 1) for line in block.split("\n")]
        found = dict(lines)
        assert [key for key, _ in lines] in (["id", "data"], ["event", "id", "data"])
        events.append((found.get("event", "message"), found["id"], json.loads(found["data"])))
    return events


def public(transcript: str) -> list[dict]:
    """What was told to everybody, from the transcript."""
    return [line for line in read(transcript).lines if "event" in line and "to" not in line]


class AtTheFirstPause:
    """A sign that comes as soon as somebody waits for it."""

    def wait(self, seconds: float) -> bool:
        return True


class Unhurried:
    """A sign that never comes, on which nobody waits."""

    def wait(self, seconds: float) -> bool:
        return False


def test_a_finished_match_is_told_from_its_first_public_event_to_its_end(anonymous, table, match, seed) -> None:
    record = table.played(match, recorders(seed, 2))
    answer = asked(anonymous, f"/api/matches/{match}/events")
    assert answer.content_type.startswith("text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    *events, (kind, id, end) = told(answer.text)
    assert [data for _, _, data in events] == public(record.transcript)
    assert [(kind, id) for kind, id, _ in events] == [("message", str(n)) for n in range(1, len(events) + 1)]
    assert (kind, id) == ("end", str(len(events) + 1))
    assert (end["match"], end["places"], end["termination"]) == (match, list(record.places), "finished")
    assert end["links"] == {"self": f"/api/matches/{match}", "transcript": f"/api/matches/{match}/transcript"}


def test_who_comes_again_is_told_the_rest_and_whoever_has_it_all_is_told_to_stay_away(
    anonymous, table, match, seed
) -> None:
    table.played(match, recorders(seed, 2))
    path = f"/api/matches/{match}/events"
    whole = told(asked(anonymous, path).text)
    assert told(asked(anonymous, path, Last_Event_ID="5").text) == whole[5:]
    assert told(asked(anonymous, f"{path}?after=7").text) == whole[7:]
    assert told(asked(anonymous, f"{path}?after=7", Last_Event_ID="5").text) == whole[7:]
    nearly, last = whole[-2][1], whole[-1][1]
    assert told(asked(anonymous, f"{path}?after={nearly}").text) == whole[-1:]
    done = asked(anonymous, path, Last_Event_ID=last)
    assert (done.status_code, done.data) == (204, b"")


@pytest.mark.parametrize("mark", ["x", "-1", "1.5", "a0-1", "a2", "9" * 40, "7 ", "\u0667"])
def test_an_id_that_no_event_has_is_refused(anonymous, match, mark) -> None:
    by_query = anonymous.get(f"/api/matches/{match}/events", query_string={"after": mark})
    assert (by_query.status_code, by_query.json["errors"][0]["parameter"]) == (422, "after")
    if mark.isascii():
        by_header = anonymous.get(f"/api/matches/{match}/events", headers={"Last-Event-ID": mark.strip() + "!"})
        assert (by_header.status_code, by_header.json["errors"][0]["header"]) == (422, "Last-Event-ID")


def test_a_match_in_play_is_told_as_far_as_it_has_come_and_goes_on_where_the_reader_was(
    anonymous, table, match, seed
) -> None:
    table.played_halfway(match, recorders(seed, 2), questions=8)
    path = f"/api/matches/{match}/events"
    begun = told(asked(anonymous, path).text)
    assert len(begun) > 4
    assert "end" not in [kind for kind, _, _ in begun]
    assert told(asked(anonymous, f"{path}?after=3").text) == begun[3:]


def test_one_stream_follows_a_match_from_before_it_begins_to_its_end(settings, store, table, match, seed) -> None:
    stream = feed.stream(lambda: store, match, Mark(), lasts_s=3600, ending=Unhurried())
    assert next(stream) == "retry: 2000\n\n"
    pieces: list[str] = []

    def read_on() -> None:
        if stored_feed.after(store, match, sum(piece.count("id: ") for piece in pieces), 1):
            pieces.append(next(stream))

    record = table.played(match, recorders(seed, 2), told=read_on)
    before_the_end = told("".join(pieces))
    assert len(pieces) > 5
    assert [data for _, _, data in before_the_end] == public(record.transcript)
    rest = told("".join(stream))
    assert [kind for kind, _, _ in rest] == ["end"]


def test_what_is_told_to_some_seats_only_is_in_no_feed_not_even_when_the_match_is_over(
    anonymous, store, table, vault, seed
) -> None:
    record = table.played(vault, recorders(seed, 2))
    rows = stored_feed.after(store, vault, 0, 100_000)
    transcript = [line for line in read(record.transcript).lines if "event" in line]
    assert any("to" in line for line in transcript)
    assert [event for _, event in rows] == [line for line in transcript if "to" not in line]
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    events = told(asked(anonymous, f"/api/matches/{vault}/events").text)
    assert [(int(id), data) for _, id, data in events[:-1]] == rows


def test_more_events_than_are_read_at_a_time_come_all_without_a_pause(store, table, match, seed, monkeypatch) -> None:
    monkeypatch.setattr(feed, "MOST_AT_ONCE", 3)
    table.played_halfway(match, recorders(seed, 2), questions=12)
    rows = stored_feed.after(store, match, 0, 100_000)
    assert len(rows) > 7
    text = "".join(feed.stream(lambda: store, match, Mark(), lasts_s=3600.0, ending=AtTheFirstPause()))
    assert [(int(id), data) for _, id, data in told(text)] == rows


def test_a_stream_ends_where_the_database_cannot_be_read(match) -> None:
    def out_of_order() -> Store:
        raise StoreBusy("busy")

    stream = feed.stream(out_of_order, match, Mark(), lasts_s=3600.0, ending=Unhurried())
    assert list(stream) == ["retry: 2000\n\n"]


def test_a_match_that_is_played_again_is_told_again_from_its_beginning(anonymous, store, table, match, seed) -> None:
    table.played_halfway(match, recorders(seed, 2), questions=8)
    path = f"/api/matches/{match}/events"
    before = told(asked(anonymous, path).text)
    table.gives_up(match)
    record = table.played(match, recorders(seed + 7, 2))
    after = told(asked(anonymous, path, Last_Event_ID=before[-1][1]).text)
    assert after[0] == ("again", "a2-0", {"attempt": 2})
    assert [data for _, _, data in after[1:-1]] == public(record.transcript)
    assert [id for _, id, _ in after[1:3]] == ["a2-1", "a2-2"]
    assert told(asked(anonymous, path, Last_Event_ID="a2-2").text) == after[3:]
    assert told(asked(anonymous, path, Last_Event_ID="9999").text) == after


def test_the_feed_of_a_match_in_play_holds_no_secret_in_any_byte(anonymous, store, table, careers, seed) -> None:
    seats = recorders(seed, 3)
    for seat, formula in zip(seats, ([11, 17, 32], [13, 19, 28], [7, 23, 30]), strict=True):
        seat.says["ChooseFormula"] = formula
    told_to_some: list[str] = []
    table.played_halfway(careers, seats, questions=40, hears=told_to_some)
    answer = asked(anonymous, f"/api/matches/{careers}/events")
    run = hosted.find(store, matches.find(store, careers).tournament).run
    secrets = [run.secret.hex(), match_secret(run.secret, matches.find(store, careers).number).hex()]
    formulas = [
        json.dumps(seat.chosen["ChooseFormula"], separators=separators)
        for seat in seats
        for separators in ((",", ":"), (", ", ": "))
    ]
    assert len(formulas) == 6
    for secret in (*secrets, *formulas, *told_to_some, '"state"', '"answer"', '"luck"', '"ask"', "commitment"):
        assert secret not in answer.text, secret
    rows = [event for _, event in stored_feed.after(store, careers, 0, 100_000)]
    assert [data for _, _, data in told(answer.text)] == rows


def test_a_stream_that_has_nothing_to_tell_says_so_now_and_then(store, match) -> None:
    now = iter(range(0, 10_000, 4))
    stream = feed.stream(lambda: store, match, Mark(), lasts_s=100.0, ending=Unhurried(), now=lambda: float(next(now)))
    assert list(stream).count(": nothing new\n\n") >= 4


def test_a_stream_ends_after_its_time_and_at_once_when_the_service_ends(app, anonymous, store, match) -> None:
    answer = asked(anonymous, f"/api/matches/{match}/events")
    assert answer.text == "retry: 2000\n\n"
    sign = ending(app)
    stream = feed.stream(lambda: store, match, Mark(), lasts_s=3600.0, ending=sign)
    next(stream)
    threading.Timer(0.2, sign.set).start()
    assert list(stream) == []


def test_the_stream_of_a_match_that_was_called_off_ends(store, match) -> None:
    stream = feed.stream(lambda: store, match, Mark(), lasts_s=3600.0, ending=Unhurried())
    next(stream)
    with store.writing() as db:
        db.execute("DELETE FROM seats WHERE match = ?", (match,))
        db.execute("DELETE FROM matches WHERE id = ?", (match,))
    assert list(stream) == []


def test_there_is_room_for_so_many_feeds_and_no_caller_may_take_most_of_it(
    anonymous, player, other, app, table, match, seed
) -> None:
    table.played(match, recorders(seed, 2))
    path = f"/api/matches/{match}/events"
    client = app.test_client()
    first, second = (client.get(path, buffered=False) for _ in range(2))
    full = anonymous.get(path)
    assert full.status_code == 503
    assert int(full.headers["Retry-After"]) > 0
    mine = client.get(path, headers={"Authorization": f"Bearer {player.key}"}, buffered=False)
    assert mine.status_code == 200
    assert other.get(path).status_code == 503
    first.close()
    assert other.get(path, buffered=True).status_code == 200
    second.close()
    mine.close()
    assert [anonymous.get(path, buffered=True).status_code for _ in range(4)] == [200] * 4


def test_asking_for_the_head_alone_takes_no_room(anonymous, match) -> None:
    for _ in range(5):
        assert anonymous.call("HEAD", f"/api/matches/{match}/events", buffered=True).status_code == 200


def test_over_the_wire_an_event_arrives_while_the_match_goes_on(settings, store, table, match, seed) -> None:
    service = Service(replace(settings, feed_s=600), make_worker=None)
    serving = threading.Thread(target=service.run)
    serving.start()
    seen: list[bytes] = []
    try:
        calls = http.client.HTTPConnection("127.0.0.1", service.settings.port, timeout=PATIENCE_S)
        calls.request("GET", f"/api/matches/{match}/events")
        answer = calls.getresponse()

        def look_on() -> None:
            if not seen and stored_feed.after(store, match, 0, 1):
                while not (line := answer.readline()).startswith(b"id: "):
                    assert line, "the stream ended before the match did"
                seen.append(line)

        table.played(match, recorders(seed, 2), told=look_on)
        rest = answer.read()
        calls.close()
    finally:
        service.stop()
        serving.join(PATIENCE_S)
    assert seen == [b"id: 1\n"]
    assert rest.count(b"event: end\n") == 1
    assert not serving.is_alive()
