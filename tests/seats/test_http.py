"""A seat behind HTTP: the handshake with a host that sleeps, and the messages of a match."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable

import pytest
from misbehaviours import Misbehaviour
from rogue import Rogue
from talk import Request, Talk, http, move

from parlour.protocol.messages import Handshake, Message, MoveReply, StartReply
from parlour.protocol.signing import SigningKey, new_key, verify
from referee.seats.faults import Fault
from referee.seats.http import HttpSeat

START: Message = {"match": "m1", "seat": 0}
QUESTION: Message = {"match": "m1", "question": {"id": "m1-q7", "kind": "Roll"}, "turn": 3}
END: Message = {"match": "m1", "places": [1, 2]}


def answering(*answers: Callable[[Request], bytes]) -> Misbehaviour:
    """A bot that gives these answers in turn, and then the last one again and again."""
    left = list(answers)

    def act(talk: Talk) -> None:
        for request in talk.requests():
            talk.send(left[0](request))
            if len(left) > 1:
                left.pop(0)

    return Misbehaviour("in turn", "ok", "Gives other answers in turn.", act)


def good(request: Request) -> bytes:
    return http(move(request))


def saying(body: object) -> Callable[[Request], bytes]:
    return lambda request: http(json.dumps(body).encode())


def unavailable(request: Request) -> bytes:
    return http(b"", status="503 Service Unavailable")


def page(request: Request) -> bytes:
    return http(b"<h1>One moment</h1>", kind="text/html")


def test_a_match_over_http() -> None:
    key = new_key()
    with Rogue("honest") as bot:
        seat = HttpSeat(bot.url, SigningKey(key))
        assert isinstance(seat.handshake(1.0), Handshake)
        assert seat.start(START, 1.0) == StartReply(None)
        assert seat.move(QUESTION, 1.0) == MoveReply("m1-q7", 1)
        seat.end(END, 1.0)
        seat.close()
    lines = [request.line.removesuffix(" HTTP/1.1") for request in bot.requests]
    assert lines == ["GET /", "POST /start", "POST /move", "POST /end"]
    assert [request.id for request in bot.requests[1:]] == ["m1-start", "m1-q7", "m1-end"]
    assert [json.loads(request.body) for request in bot.requests[1:]] == [START, QUESTION, END]
    assert bot.connections == 1
    for request in bot.requests:
        verify([key], request.headers, request.body, time.time())


def test_the_handshake_comes_with_the_start_when_nobody_has_asked_for_it() -> None:
    with Rogue("honest") as bot:
        seat = HttpSeat(bot.url)
        assert seat.start(START, 1.0) == StartReply(None)
        seat.close()
    assert [request.line for request in bot.requests] == ["GET / HTTP/1.1", "POST /start HTTP/1.1"]


@pytest.mark.parametrize("asleep", [unavailable, page], ids=["503", "a page that says to wait"])
def test_a_host_that_sleeps_is_waited_for(asleep: Callable[[Request], bytes]) -> None:
    with Rogue(answering(asleep, asleep, asleep, good)) as bot:
        seat = HttpSeat(bot.url)
        assert isinstance(seat.handshake(5.0), Handshake)
        seat.close()
    assert len(bot.requests) == 4
    assert len({request.id for request in bot.requests}) == 1, "a repeated call keeps its id"


def test_a_host_that_hangs_on_the_first_call_is_called_again() -> None:
    def act(talk: Talk) -> None:
        for request in talk.requests():
            if talk.number == 1:
                talk.wait()
            talk.send(good(request))

    with Rogue(Misbehaviour("cold", "ok", "Hangs on its first connection.", act)) as bot:
        seat = HttpSeat(bot.url)
        assert isinstance(seat.handshake(0.6), Handshake)
        seat.close()


def test_a_bot_that_does_not_listen_yet_is_waited_for() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        seat = HttpSeat(f"http://127.0.0.1:{listener.getsockname()[1]}")
        found: list[Handshake | Fault] = []
        asking = threading.Thread(target=lambda: found.append(seat.handshake(5.0)))
        asking.start()
        assert not found
        listener.listen()
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(http(move(Request("GET /", {}, b""))))
            asking.join()
        seat.close()
    assert isinstance(found[0], Handshake)


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (Rogue("s503"), Fault("bad_status", "status 503")),
        (Rogue("close_no_answer"), Fault("unreachable", "closed without an answer")),
        (Rogue("silent"), Fault("timeout", "nothing came")),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_host_that_never_wakes_is_a_fault_when_the_budget_is_spent(bot: Rogue, fault: Fault) -> None:
    with bot:
        seat = HttpSeat(bot.url)
        began = time.monotonic()
        assert seat.handshake(0.3) == fault
        assert 0.1 < time.monotonic() - began < 0.35
        seat.close()
    assert len(bot.requests) >= 3 or bot.name == "silent"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"apiversion": "2"}, "apiversion: expected "),
        ([], "expected an object, found a list"),
    ],
)
def test_a_bot_that_is_awake_and_wrong_is_not_asked_again(said: object, reason: str) -> None:
    with Rogue(answering(saying(said))) as bot:
        seat = HttpSeat(bot.url)
        fault = seat.handshake(1.0)
        seat.close()
    assert isinstance(fault, Fault)
    assert fault.kind == "bad_json"
    assert reason in fault.detail
    assert len(bot.requests) == 1


def test_a_fault_in_the_handshake_is_the_fault_of_the_start() -> None:
    with Rogue("nan") as bot:
        seat = HttpSeat(bot.url)
        assert seat.start(START, 0.5) == Fault("bad_json", "NaN is not JSON")
        seat.close()


def test_closing_a_seat_ends_a_handshake_that_waits() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        seat = HttpSeat(f"http://127.0.0.1:{taken.getsockname()[1]}")
        asking = threading.Thread(target=seat.handshake, args=(60.0,))
        asking.start()
        began = time.monotonic()
        seat.close()
        asking.join()
        assert time.monotonic() - began < 1.0


def test_the_position_is_sent_only_to_bots_that_want_it() -> None:
    about = json.loads(move(Request("GET /", {}, b"")))
    for wants, expected in (([], False), (["position"], True)):
        with Rogue(answering(saying({**about, "wants": wants}))) as bot:
            seat = HttpSeat(bot.url)
            assert not seat.wants_position
            seat.handshake(1.0)
            assert seat.wants_position is expected
            seat.close()


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ({}, StartReply(None)),
        ({"nonce": "00c0ffee00c0ffee"}, StartReply("00c0ffee00c0ffee")),
        ({"nonce": 7}, Fault("bad_json", "nonce: expected 16 to 64 hexadecimal digits, found 7")),
    ],
)
def test_the_reply_to_a_start(said: object, outcome: StartReply | Fault) -> None:
    with Rogue(answering(good, saying(said))) as bot:
        seat = HttpSeat(bot.url)
        assert seat.start(START, 1.0) == outcome
        seat.close()


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ({"id": "m1-q7", "answer": {"bid": 3}}, MoveReply("m1-q7", {"bid": 3})),
        ({"id": "m1-q7", "answer": None, "note": "why not"}, MoveReply("m1-q7", None, "why not")),
        ({"id": "m1-q6", "answer": 1}, Fault("stale", "expected the id m1-q7, found 'm1-q6'")),
        ({"answer": 1}, Fault("stale", "expected the id m1-q7, found none")),
        ({"id": "m1-q7"}, Fault("bad_json", "answer: missing")),
        ({"id": "m1-q7", "answer": 1, "note": "x" * 300}, None),
        ({"id": 7, "answer": 1}, Fault("bad_json", "id: expected text, found 7")),
        ({"id": "m1-q7", "answr": 1}, Fault("bad_json", "answr: unknown, did you mean answer?")),
    ],
)
def test_the_reply_to_a_question(said: object, outcome: MoveReply | Fault | None) -> None:
    with Rogue(answering(saying(said))) as bot:
        seat = HttpSeat(bot.url)
        found = seat.move(QUESTION, 1.0)
        seat.close()
    if outcome is None:
        assert isinstance(found, Fault)
        assert found.kind == "bad_json"
    else:
        assert found == outcome


def test_what_a_bot_says_to_the_end_is_nobodys_concern() -> None:
    for name in ("nan", "s503", "close_no_answer", "silent"):
        with Rogue(name) as bot:
            seat = HttpSeat(bot.url)
            seat.end(END, 0.1)
            seat.close()
        assert [request.id for request in bot.requests] == ["m1-end"]
