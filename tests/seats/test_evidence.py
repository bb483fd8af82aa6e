"""What a fault tells of an answer that was refused: the beginning of its body, as far as it has come, and no secret."""

from __future__ import annotations

import socket
import threading
import time

import pytest
from loopback import LOOPBACK
from timing import PATIENCE_S

from parlour.protocol.messages import MoveReply
from referee.rogues.rogue import Rogue
from referee.rogues.table import Misbehaviour
from referee.rogues.talk import Talk, chunk, head, http, move
from referee.seats.client import BotClient
from referee.seats.deadline import Budget, DeadlineSocket
from referee.seats.faults import MOST_DETAIL, Fault
from referee.seats.head import AnswerHead, RefusedStatus
from referee.seats.http import HttpSeat


def answering(answer: bytes) -> Misbehaviour:
    """A bot that gives this answer to everything."""

    def act(talk: Talk) -> None:
        for _ in talk.requests():
            talk.send(answer)

    return Misbehaviour("answering", "ok", "Gives one answer.", act)


def fault_of(answer: bytes, query: str = "") -> Fault:
    """What is made of this answer to a call."""
    with Rogue(answering(answer)) as bot:
        client = BotClient(bot.url + query, reach=LOOPBACK)
        fault = client.call("POST", "/move", b"{}", id="m1-q1", budget_s=PATIENCE_S)
        client.close()
    assert isinstance(fault, Fault)
    return fault


ERROR = b"""{"error": "KeyError: 'cash'"}"""
PAGE = b"<!doctype html>\n<h1>waking\n   up</h1>\n"
CONTENT = "expected application/json: "


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (http(ERROR, status="500 No"), Fault("bad_status", f"status 500: {ERROR.decode()}")),
        (http(ERROR, status="201 Made"), Fault("bad_status", f"status 201: {ERROR.decode()}")),
        (
            http(PAGE, status="503 Wait", kind="text/html"),
            Fault("bad_status", "status 503: <!doctype html> <h1>waking up</h1>"),
        ),
        (http(b"", status="503 Wait"), Fault("bad_status", "status 503")),
        (http(b"  \r\n ", status="503 Wait"), Fault("bad_status", "status 503")),
        (
            head("Transfer-Encoding: chunked", status="500 No") + chunk(ERROR),
            Fault("bad_status", f"status 500: {ERROR.decode()}"),
        ),
        (head("Connection: close", status="500 No") + ERROR, Fault("bad_status", f"status 500: {ERROR.decode()}")),
        (
            http(PAGE, kind="text/html"),
            Fault("bad_content", f'content type "text/html", {CONTENT}<!doctype html> <h1>waking up</h1>'),
        ),
        (http(ERROR, kind=None), Fault("bad_content", f"no content type, {CONTENT}{ERROR.decode()}")),
        (http(b"one", status="500 No") + http(b"two"), Fault("bad_status", "status 500: one")),
        (http(b"a\xff\x1b[2Jb", status="500 No"), Fault("bad_status", "status 500: a\ufffd\x1b[2Jb")),
    ],
)
def test_an_answer_that_is_refused_for_its_status_or_type_is_shown(answer: bytes, fault: Fault) -> None:
    found = fault_of(answer)
    assert found == fault
    assert found.detail.isprintable()


def test_of_a_long_body_200_characters_are_shown_and_no_more_is_read() -> None:
    fault = fault_of(http(b"x" * 5_000_000, status="500 No"))
    assert fault.detail == "status 500: " + "x" * (MOST_DETAIL - len("status 500: "))


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "304 Same", "307 There", "399 Odd"])
def test_of_a_redirect_not_even_what_has_come_is_shown(status: str) -> None:
    assert fault_of(http(b"<h1>moved</h1>", status=status)) == Fault("bad_status", f"status {status[:3]}")


@pytest.mark.parametrize("status", ["500 No", "200 OK"])
def test_a_body_that_has_not_come_is_not_waited_for(status: str) -> None:
    began = time.monotonic()
    with Rogue("silent"):  # a rogue holds its callers for a while, and then lets go
        fault = fault_of(http(b"", status=status, kind="text/html", length=100))
    assert time.monotonic() - began < PATIENCE_S / 2
    assert ":" not in fault.detail


def test_a_body_that_has_come_but_was_not_read_with_the_head_is_shown() -> None:
    ours, bots = socket.socketpair()
    reading = DeadlineSocket(ours.family, ours.type, ours.proto, ours.detach())
    reading._acknowledge_at_once = lambda: None  # only TCP has acknowledgements
    reading.budget = Budget()
    reading.budget.begin(seconds=PATIENCE_S, most_bytes=100_000)
    filling = "X: " + "a" * (8192 - len(http(b"", "X: ", status="500 No", length=3)))
    with reading, bots:
        bots.sendall(http(b"why", filling, status="500 No"))
        answer = AnswerHead(reading, method="POST")
        with pytest.raises(RefusedStatus) as refused:
            answer.begin()
        answer.close()
        assert reading.budget.received == 8192 + 3
    assert refused.value.evidence == "why"


def test_a_page_that_shows_the_query_of_the_url_shows_no_secret_in_the_fault() -> None:
    query = "?token=s3cret%2Fpath&room=3&old+key"
    pages = [
        b"no such page: /move?token=s3cret%2Fpath&room=3&old+key",
        b"wrong token: s3cret%2Fpath",
        b"wrong token: s3cret/path",
        b"args: token=s3cret/path room=3 'old key'",
        b"x" * (MOST_DETAIL - len("status 500: ") - 5) + b"s3cret/path",  # the cut comes after the hiding
    ]
    for page in pages:
        fault = fault_of(http(page, status="500 No"), query)
        assert "s3c" not in fault.detail
        assert "old" not in fault.detail
        assert "(hid" in fault.detail
    assert fault_of(http(b"3 calls", status="500 No"), query).detail == "status 500: 3 calls"
    assert fault_of(http(b"a banana", status="500 No"), "?a").detail == "status 500: a banana"
    assert fault_of(http(b"s3cret-and-more", status="500 No"), "?a=s3cret&b=s3cret-and-more").detail == (
        "status 500: (hidden)"
    )


def test_a_reply_that_shows_the_query_of_the_url_shows_no_secret_in_the_fault() -> None:
    question = {"match": "m1", "question": {"id": "m1-q7"}}
    for reply in (b'{"id": "s3cret", "answer": 1}', b'{"id": "m1-q7", "answer": 1, "s3cret": 2}'):
        with Rogue(answering(http(reply))) as bot:
            seat = HttpSeat(bot.url + "?token=s3cret", reach=LOOPBACK)
            fault = seat.move(question, PATIENCE_S)
            seat.close()
        assert isinstance(fault, Fault)
        assert "s3cret" not in fault.detail
        assert "(hidden)" in fault.detail


def test_a_bot_that_does_not_know_the_match_is_told_of_it_whatever_its_page_says() -> None:
    restarted = threading.Event()

    def act(talk: Talk) -> None:
        for request in talk.requests():
            if request.is_for("/start"):
                restarted.set()
            is_lost = request.is_for("/move") and not restarted.is_set()
            talk.send(http(PAGE, status="404 Lost") if is_lost else http(move(request)))

    with Rogue(Misbehaviour("forgetful", "ok", "Forgets the match after its beginning.", act)) as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        assert not isinstance(seat.start({"match": "m1"}, PATIENCE_S), Fault)
        restarted.clear()
        reply = seat.move({"match": "m1", "question": {"id": "m1-q7"}}, PATIENCE_S)
        seat.close()
    assert reply == MoveReply("m1-q7", 1)
