"""A seat behind HTTP: the handshake with a host that sleeps, and the messages of a match."""

from __future__ import annotations

import itertools
import json
import socket
import threading
import time
from collections.abc import Callable
from email.utils import formatdate

import pytest
from loopback import LOOPBACK
from timing import PATIENCE_S, Clock, ending_with

import parlour
from parlour.bots import Cautious
from parlour.protocol.messages import Handshake, Message, MoveReply, StartReply
from parlour.protocol.signing import SigningKey, new_key, verify
from parlour.service import Service
from parlour.serving import BotServer
from referee.match import MatchSpec, play
from referee.rogues.misbehaviours import Misbehaviour
from referee.rogues.rogue import Rogue
from referee.rogues.talk import Request, Talk, http, move
from referee.seats.faults import Fault
from referee.seats.http import SHORTEST_PAUSE_S, HttpSeat
from referee.seats.local import LocalSeat

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
    key = SigningKey(new_key())
    with Rogue("honest") as bot:
        seat = HttpSeat(bot.url, [key], reach=LOOPBACK)
        assert isinstance(seat.handshake(PATIENCE_S), Handshake)
        assert seat.start(START, PATIENCE_S) == StartReply(None)
        assert seat.move(QUESTION, PATIENCE_S) == MoveReply("m1-q7", 1)
        seat.end(END, PATIENCE_S)
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
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        assert seat.start(START, PATIENCE_S) == StartReply(None)
        seat.close()
    assert [request.line for request in bot.requests] == ["GET / HTTP/1.1", "POST /start HTTP/1.1"]


@pytest.mark.parametrize("asleep", [unavailable, page], ids=["503", "a page that says to wait"])
def test_a_host_that_sleeps_is_waited_for(asleep: Callable[[Request], bytes]) -> None:
    with Rogue(answering(asleep, asleep, asleep, good)) as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        assert isinstance(seat.handshake(PATIENCE_S), Handshake)
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
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        assert isinstance(seat.handshake(3.0), Handshake)
        seat.close()


def test_a_bot_that_is_slow_each_time_may_take_more_than_half_of_the_time_to_wake() -> None:
    with Rogue("late_1s") as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        assert isinstance(seat.handshake(1.9 * 1.5), Handshake)
        seat.close()


def test_a_bot_that_does_not_listen_yet_is_waited_for() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        seat = HttpSeat(f"http://127.0.0.1:{listener.getsockname()[1]}", reach=LOOPBACK)
        found: list[Handshake | Fault] = []
        asking = threading.Thread(target=lambda: found.append(seat.handshake(PATIENCE_S)))
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


def ends(seat: HttpSeat, budget_s: float) -> Handshake | Fault | None:
    """How a handshake ends; None for one that would go on until the seat is closed, which is closed now."""
    found: list[Handshake | Fault] = []
    asking = threading.Thread(target=lambda: found.append(seat.handshake(budget_s)), daemon=True)
    asking.start()
    asking.join(PATIENCE_S)
    outcome = found[0] if found else None
    seat.close()
    asking.join(PATIENCE_S)
    return outcome


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (unavailable, Fault("bad_status", "status 503")),
        (lambda _: b"", Fault("unreachable", "closed without an answer")),
    ],
    ids=["503", "hangs up"],
)
def test_a_host_that_never_wakes_is_asked_until_the_budget_is_spent(
    answer: Callable[[Request], bytes], fault: Fault
) -> None:
    clock = Clock()

    def act(talk: Talk) -> None:
        if request := next(talk.requests(), None):
            clock.advance(19.95)
            talk.send(answer(request))

    with Rogue(Misbehaviour("asleep", fault.kind, "Takes just under 20 seconds for each answer.", act)) as bot:
        assert ends(HttpSeat(bot.url, now=clock, reach=LOOPBACK), 60.0) == fault
    assert len(bot.requests) == 3, "what is left of 60 seconds is less than the next pause"


def test_a_host_that_hangs_each_time_is_a_fault_when_the_budget_is_spent() -> None:
    # Two tries of a third each; a third try has no room after the pause.
    with Rogue("silent") as bot, ending_with(0.2):
        assert ends(HttpSeat(bot.url, reach=LOOPBACK), 0.3) == Fault("timeout", "nothing came")


def waking(status: str, *headers: str) -> tuple[Misbehaviour, list[float]]:
    """A bot that answers its first call so and the next well, and the times at which they came."""
    came: list[float] = []

    def act(talk: Talk) -> None:
        for request in talk.requests():
            came.append(time.monotonic())
            talk.send(http(b"", *headers, status=status) if len(came) == 1 else good(request))

    return Misbehaviour("waking", "ok", "Says when to come again.", act), came


@pytest.mark.parametrize(
    ("status", "says", "least_s"),
    [
        ("503 Wait", lambda: "1", 1.0),
        ("429 Slowly", lambda: "1", 1.0),
        ("503 Wait", lambda: formatdate(time.time() + 2.0, usegmt=True), 0.9),  # whole seconds, cut off
        ("503 Wait", lambda: "0", SHORTEST_PAUSE_S),
        ("503 Wait", lambda: formatdate(0, usegmt=True), SHORTEST_PAUSE_S),
    ],
    ids=["503", "429", "a date", "at once", "a date in the past"],
)
def test_a_host_that_says_when_it_is_awake_is_called_then(status: str, says: Callable[[], str], least_s: float) -> None:
    bot, came = waking(status, f"Retry-After: {says()}")
    with Rogue(bot) as rogue:
        seat = HttpSeat(rogue.url, reach=LOOPBACK)
        assert isinstance(seat.handshake(PATIENCE_S), Handshake)
        seat.close()
    first, second = came
    assert second - first >= least_s


@pytest.mark.parametrize(
    ("status", "says"),
    [
        ("503 Wait", "3600"),
        ("503 Wait", "9999999999"),
        ("503 Wait", formatdate(4e9, usegmt=True)),
        ("503 Wait", "-25"),
        ("503 Wait", "2.5e1"),
        ("500 No", "25"),
    ],
)
def test_a_host_that_asks_for_more_than_there_is_or_says_nothing_sensible_is_called_as_any_other(
    status: str, says: str
) -> None:
    bot, came = waking(status, f"Retry-After: {says}")
    with Rogue(bot) as rogue:
        seat = HttpSeat(rogue.url, reach=LOOPBACK)
        assert isinstance(seat.handshake(PATIENCE_S), Handshake)
        seat.close()
    first, second = came
    assert second - first < 20.0


def test_others_see_for_how_long_a_seat_has_been_waiting() -> None:
    clock = Clock()
    seen: list[float] = []

    def act(talk: Talk) -> None:
        for request in talk.requests():
            clock.advance(7.0)
            seen.append(seat.waiting_s)
            talk.send(good(request))

    with Rogue(Misbehaviour("watched", "ok", "Takes seven seconds for each answer.", act)) as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK, now=clock)
        assert seat.waiting_s == 0.0
        seat.handshake(2 * PATIENCE_S)
        assert seat.waiting_s == 0.0
        seat.start(START, PATIENCE_S)
        seat.move(QUESTION, PATIENCE_S)
        seat.end(END, PATIENCE_S)
        assert seat.waiting_s == 0.0
        seat.close()
    assert seen == [7.0] * 4


def test_another_attempt_at_a_match_has_ids_of_its_own() -> None:
    with Rogue("honest") as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        seat.start(START | {"attempt": 2}, PATIENCE_S)
        seat.end(END | {"attempt": 2}, PATIENCE_S)
        seat.close()
    assert [request.id for request in bot.requests[1:]] == ["m1-a2-start", "m1-a2-end"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"apiversion": "2"}, "apiversion: expected "),
        ([], "expected an object, found a list"),
    ],
)
def test_a_bot_that_is_awake_and_wrong_is_not_asked_again(said: object, reason: str) -> None:
    with Rogue(answering(saying(said))) as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        fault = seat.handshake(PATIENCE_S)
        seat.close()
    assert isinstance(fault, Fault)
    assert fault.kind == "bad_json"
    assert reason in fault.detail
    assert len(bot.requests) == 1


def test_a_fault_in_the_handshake_is_the_fault_of_the_start() -> None:
    with Rogue("nan") as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        assert seat.start(START, PATIENCE_S) == Fault("bad_json", "NaN is not JSON")
        seat.close()


def test_closing_a_seat_ends_a_handshake_that_waits() -> None:
    asked = threading.Event()

    def asleep(request: Request) -> bytes:
        asked.set()
        return unavailable(request)

    with Rogue(answering(asleep)) as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        asking = threading.Thread(target=seat.handshake, args=(10 * PATIENCE_S,), daemon=True)
        asking.start()
        assert asked.wait(PATIENCE_S)
        seat.close()
        asking.join(PATIENCE_S)
        assert not asking.is_alive()


def test_the_position_is_sent_only_to_bots_that_want_it() -> None:
    about = json.loads(move(Request("GET /", {}, b"")))
    for wants, expected in (([], False), (["position"], True)):
        with Rogue(answering(saying({**about, "wants": wants}))) as bot:
            seat = HttpSeat(bot.url, reach=LOOPBACK)
            assert not seat.wants_position
            seat.handshake(PATIENCE_S)
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
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        assert seat.start(START, PATIENCE_S) == outcome
        seat.close()


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ({"id": "m1-q7", "answer": {"bid": 3}}, MoveReply("m1-q7", {"bid": 3})),
        ({"id": "m1-q7", "answer": None, "note": "why not"}, MoveReply("m1-q7", None, "why not")),
        ({"id": "m1-q6", "answer": 1}, Fault("stale", 'expected the id m1-q7, found "m1-q6"')),
        ({"answer": 1}, Fault("stale", "expected the id m1-q7, found none")),
        ({"id": "m1-q7"}, Fault("bad_json", "answer: missing")),
        ({"id": "m1-q7", "answer": 1, "note": "x" * 300}, None),
        ({"id": 7, "answer": 1}, Fault("bad_json", "id: expected text, found 7")),
        ({"id": "m1-q7", "answr": 1}, Fault("bad_json", "answr: unknown, did you mean answer?")),
    ],
)
def test_the_reply_to_a_question(said: object, outcome: MoveReply | Fault | None) -> None:
    with Rogue(answering(saying(said))) as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        found = seat.move(QUESTION, PATIENCE_S)
        seat.close()
    if outcome is None:
        assert isinstance(found, Fault)
        assert found.kind == "bad_json"
    else:
        assert found == outcome


def test_what_a_bot_says_to_the_end_is_nobodys_concern() -> None:
    for name, budget_s in (("nan", PATIENCE_S), ("s503", PATIENCE_S), ("close_no_answer", PATIENCE_S), ("silent", 1.0)):
        with Rogue(name) as bot:
            seat = HttpSeat(bot.url, reach=LOOPBACK)
            seat.end(END, budget_s)
            seat.close()
        assert [request.id for request in bot.requests] == ["m1-end"]


def test_a_bot_that_is_restarted_in_mid_match_is_told_of_the_match_again_and_plays_on() -> None:
    begun = []

    class Forgetful(Cautious):
        def start(self, match: parlour.Match) -> None:
            begun.append(match.id)

    spec = MatchSpec("m1", "payday", {"months": 1}, ("forgetful", "cautious"), b"s" * 32)
    with BotServer(Forgetful) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        moves = itertools.count(1)

        def restart() -> None:
            if next(moves) == 10:
                server.service = Service(Forgetful)

        seats = [HttpSeat(server.url, reach=LOOPBACK), LocalSeat(Cautious)]
        record = play(spec, seats, stop=threading.Event(), moved=restart)
        seats[0].close()
        server.shutdown()
        thread.join()
    assert begun == ["m1", "m1"]
    assert record.faults == ()
    undisturbed = play(spec, [LocalSeat(Cautious), LocalSeat(Cautious)], stop=threading.Event())
    assert record.transcript == undisturbed.transcript
