"""The feed of a match: events however their bytes are cut, and one feed over many connections."""

import random
from itertools import chain, pairwise
from typing import Any

import pytest
from standin import KEY, Reply, StandIn, problem

from parlour.client import ApiError, BadReply, Client, FeedEvent, NoService
from parlour.client.feed import MOST_BYTES, BadFeed, Feed

EVENTS = "GET /api/matches/m1/events"
FEED = (
    b": hello\n\nretry: 2500\n\n"
    b'id: 1\nevent: Rolled\ndata: {"seat": 0}\n\n'
    b'id: 2\r\nevent: Paid\r\ndata: {"seat": 1,\r\ndata: "amount": 3}\r\n\r\n'
    b'id: 3\ndata: {"no": "kind"}\n\n'
    b'event: end\ndata: {"places": [1, 2]}\n\n'
)
READ = [
    FeedEvent("1", "Rolled", {"seat": 0}),
    FeedEvent("2", "Paid", {"seat": 1, "amount": 3}),
    FeedEvent("3", "message", {"no": "kind"}),
    FeedEvent("3", "end", {"places": [1, 2]}),
]


def broken(text: bytes) -> Reply:
    """A connection that ends after so much of a feed."""
    return Reply(text, 0, "text/event-stream")


def test_events_are_the_same_however_they_are_cut(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        cuts = [0, *sorted(rng.sample(range(len(FEED)), rng.randrange(1, 30))), len(FEED)]
        feed = Feed()
        pieces = [FEED[start:end] for start, end in pairwise(cuts)]
        assert [event for piece in pieces for event in feed.take(piece)] == READ
        assert (feed.last, feed.retry_s) == ("3", 2.5)


@pytest.mark.parametrize(
    ("text", "retry_s", "last"),
    [
        (b"retry: soon\nid: a b\n\n", 1.0, ""),
        (b"retry: -1\nid: a\x7f\n\n", 1.0, ""),
        (b"retry: 1000\nid: a2-17\n\n", 1.0, "a2-17"),
        (b"retry: 999999999\nid: 12\n\n", 60.0, "12"),
        (b"retry: " + b"9" * 5000 + b"\nid: " + b"9" * 5000 + b"\n\n", 1.0, ""),
        (b"retry:0\nid:4\nunknown: 7\n\n", 0.0, "4"),
    ],
    ids=["words", "negative", "an attempt", "an age", "digits", "no space"],
)
def test_what_a_feed_says_of_itself_is_believed_within_reason(text: bytes, retry_s: float, last: str) -> None:
    feed = Feed()
    assert list(feed.take(text)) == []
    assert (feed.retry_s, feed.last) == (retry_s, last)


@pytest.mark.parametrize(
    "text",
    [b"data: {\n\n", b"data: NaN\n\n", b"x" * (MOST_BYTES + 1), b"data: a\n" * (MOST_BYTES // 7 + 2)],
    ids=lambda text: str(text[:9]),
)
def test_what_is_no_feed_is_refused(text: bytes) -> None:
    feed = Feed()
    pieces = (text[start : start + (1 << 16)] for start in range(0, len(text), 1 << 16))
    with pytest.raises(BadFeed):
        list(chain.from_iterable(map(feed.take, pieces)))


def test_a_feed_goes_on_where_its_connection_ended(client: Client, service: StandIn, waits: list[float]) -> None:
    first = FEED.index(b"id: 2") + 30
    service.answers(EVENTS, broken(FEED[:first]), broken(b""), broken(FEED[FEED.index(b"id: 2") :]))
    assert list(client.events("m1")) == READ
    assert [call.headers.get("last-event-id") for call in service.calls] == [None, "1", "1"]
    assert waits == [2.5, 2.5]
    assert {call.headers["accept"] for call in service.calls} == {"text/event-stream"}


def test_a_feed_begins_after_an_event(client: Client, service: StandIn) -> None:
    service.answers(EVENTS, broken(FEED))
    list(client.events("m1", after="41"))
    assert service.calls[0].headers["last-event-id"] == "41"


def test_an_event_comes_before_the_connection_ends(service: StandIn) -> None:
    """Also where the length is not known and nothing comes in chunks."""
    service.answers(EVENTS, Reply(FEED[: FEED.index(b"id: 2")], 0, "text/event-stream", held=True))
    with Client(service.url, KEY, timeout_s=60) as client:
        events = client.events("m1")
        assert next(events) == READ[0]
        service.release.set()
        events.close()


def test_a_feed_that_breaks_again_and_again_is_given_up(client: Client, service: StandIn, waits: list[float]) -> None:
    service.answers(EVENTS, Reply(status=0))
    with pytest.raises(NoService):
        list(client.events("m1"))
    assert len(service.calls) == 5
    assert len(waits) == 4


def test_an_event_shows_that_the_feed_is_well(client: Client, service: StandIn) -> None:
    one = broken(b'id: 1\ndata: {"n": 1}\n\n')
    service.answers(EVENTS, *[reply for _ in range(6) for reply in (Reply(status=0), one)], broken(FEED))
    assert len(list(client.events("m1"))) == 10


def test_a_feed_that_is_full_is_come_back_to(client: Client, service: StandIn, waits: list[float]) -> None:
    service.answers(EVENTS, problem(503, "too many feeds", headers={"Retry-After": "7"}), broken(FEED))
    assert list(client.events("m1")) == READ
    assert waits == [7]


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (problem(404, "there is no such match"), ApiError),
        (Reply({}), BadReply),
        (broken(b"data: {\n\n"), BadReply),
    ],
    ids=["no match", "no feed", "no JSON"],
)
def test_what_will_not_mend_is_told_at_once(reply: Reply, error: type[Any], client: Client, service: StandIn) -> None:
    service.answers(EVENTS, reply)
    with pytest.raises(error):
        list(client.events("m1"))
    assert len(service.calls) == 1
