"""The client of one bot: what it sends, what it reads and refuses to read, and when it stops."""

from __future__ import annotations

import contextlib
import inspect
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from loopback import LOOPBACK
from timing import PATIENCE_S, ending_with

from parlour.protocol.signing import SigningKey, new_key, verify
from referee.rogues.rogue import Rogue
from referee.rogues.table import Misbehaviour
from referee.rogues.talk import Talk, chunk, head, http
from referee.seats.client import BotClient
from referee.seats.deadline import Budget
from referee.seats.faults import Fault
from referee.seats.head import MOST_BODY, MOST_HEAD
from referee.seats.http import HttpSeat


def call(
    client: BotClient, *, body: bytes | None = b"{}", id: str = "m1-q1", budget_s: float = PATIENCE_S
) -> bytes | Fault:
    """One call as for a move."""
    return client.call("POST", "/move", body, id=id, budget_s=budget_s)


@contextlib.contextmanager
def answering(answer: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """A bot that gives one answer to the first piece that comes in: its URL, and that piece."""
    pieces: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE_S)

        def serve() -> None:
            with contextlib.suppress(OSError), listener.accept()[0] as connection:
                connection.settimeout(PATIENCE_S)
                pieces.append(connection.recv(1 << 20))
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", pieces
        finally:
            thread.join()


# What goes out.


def test_a_call_goes_out_in_one_write_with_these_headers() -> None:
    began = int(time.time())
    with answering(http(b"{}")) as (url, pieces):
        client = BotClient(url, reach=LOOPBACK)
        assert isinstance(call(client, body=b'{"turn": 1}'), bytes)
        client.close()
    lines = pieces[0].decode().split("\r\n")
    stamp = next(line for line in lines if line.startswith("webhook-timestamp: "))
    assert began <= int(stamp.partition(": ")[2]) <= time.time()
    assert lines == [
        "POST /move HTTP/1.1",
        f"Host: {url.removeprefix('http://')}",
        "User-Agent: referee",
        "Accept: application/json",
        "Accept-Encoding: identity",
        "Content-Length: 11",
        "webhook-id: m1-q1",
        stamp,
        "Content-Type: application/json",
        "",
        '{"turn": 1}',
    ]


def test_a_call_is_signed_with_the_key_of_the_bot() -> None:
    key = SigningKey(new_key())
    with Rogue("honest") as bot:
        client = BotClient(bot.url, [key], reach=LOOPBACK)
        call(client, body=b'{"turn": 1}')
        client.call("GET", "/", None, id="handshake-1", budget_s=PATIENCE_S)
        client.close()
    for request in bot.requests:
        verify([key], request.headers, request.body, time.time())
    assert [request.body for request in bot.requests] == [b'{"turn": 1}', b""]


def test_while_a_new_key_replaces_an_old_one_both_sign_the_new_one_first() -> None:
    new, old = keys = [SigningKey(new_key()), SigningKey(new_key())]
    with Rogue("honest") as bot:
        client = BotClient(bot.url, keys, reach=LOOPBACK)
        call(client, body=b'{"turn": 1}')
        client.close()
    request = bot.requests[0]
    for key in keys:
        verify([key], request.headers, request.body, time.time())
    stamp = int(request.headers["webhook-timestamp"])
    assert request.headers["webhook-signature"].split(" ") == [
        key.sign("m1-q1", stamp, request.body) for key in (new, old)
    ]


@pytest.mark.parametrize(
    ("base", "line"),
    [
        ("", "POST /move HTTP/1.1"),
        ("/", "POST /move HTTP/1.1"),
        ("/bots/ada/", "POST /bots/ada/move HTTP/1.1"),
        ("/bots/ada?token=s3cret", "POST /bots/ada/move?token=s3cret HTTP/1.1"),
    ],
)
def test_paths_are_added_to_the_base_and_a_query_stays_at_the_end(base: str, line: str) -> None:
    with Rogue("honest") as bot:
        client = BotClient(bot.url + base, reach=LOOPBACK)
        assert isinstance(call(client), bytes)
        client.close()
    assert bot.requests[0].line == line


def test_calls_share_one_connection() -> None:
    with Rogue("honest") as bot:
        client = BotClient(bot.url, reach=LOOPBACK)
        for number in range(5):
            assert isinstance(call(client, id=f"m1-q{number}"), bytes)
        client.drop()
        assert isinstance(call(client), bytes)
        client.close()
    assert bot.connections == 2


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with Rogue("honest") as proxy, Rogue("honest") as bot:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        client = BotClient(bot.url, reach=LOOPBACK)
        assert isinstance(call(client), bytes)
        client.close()
    assert (len(proxy.requests), len(bot.requests)) == (0, 1)


# What comes in.


def chunked(body: bytes) -> bytes:
    return head("Transfer-Encoding: chunked") + chunk(body) + chunk(b"")


def to_the_end(body: bytes) -> bytes:
    return head("Connection: close") + body


@pytest.mark.parametrize("framed", [http, chunked, to_the_end])
def test_a_body_of_64_kib_is_read_and_one_byte_more_is_not(framed: Callable[[bytes], bytes]) -> None:
    for size in (0, 1, MOST_BODY, MOST_BODY + 1):
        with answering(framed(b" " * size)) as (url, _):
            client = BotClient(url, reach=LOOPBACK)
            reply = call(client)
            client.close()
        if size <= MOST_BODY:
            assert isinstance(reply, bytes)
            assert reply == b" " * size
        else:
            assert isinstance(reply, Fault)
            assert reply.kind == "too_large"


def test_a_head_of_32_kib_is_read_and_one_byte_more_is_not() -> None:
    filling = MOST_HEAD - len(http(b"", "X: "))
    for more in (0, 1):
        with answering(http(b"", "X: " + "a" * (filling + more))) as (url, _):
            client = BotClient(url, reach=LOOPBACK)
            reply = call(client)
            client.close()
        if more:
            assert reply == Fault("too_large", "a head of more than 32768 bytes")
        else:
            assert isinstance(reply, bytes)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (b"", Fault("unreachable", "closed without an answer")),
        (b"<html>", Fault("bad_content", 'not HTTP/1.1: "<html>"')),
        (b"HTTP/2 200 OK\r\n\r\n", Fault("bad_content", r'not HTTP/1.1: "HTTP/2 200 OK\r\n"')),
        (b"HTTP/1.1 20\r\n\r\n", Fault("bad_content", r'not HTTP/1.1: "HTTP/1.1 20\r\n"')),
        (b"HTTP/1.1 200 OK\r\nA B: 1\r\n\r\n", Fault("bad_content", r'not a header: "A B: 1\r\n"')),
        (b"HTTP/1.1 200 OK\r\nX:\x00\r\n\r\n", Fault("bad_content", r'not a header: "X:\u0000\r\n"')),
        (b"HTTP/1.1 200 OK\r\nX: 1", Fault("bad_content", r'not a header: "X: 1"')),
        (b"HTTP/1.1 200 OK\r\nX: 1\r\n", Fault("bad_content", "the answer ended within its head")),
        (http(b"{}", status="404 Not Found"), Fault("bad_status", "status 404: {}")),
        (
            http(b"{}", kind="text/html"),
            Fault("bad_content", 'content type "text/html", expected application/json: {}'),
        ),
        (
            http(b"{}", kind="application/json5"),
            Fault("bad_content", 'content type "application/json5", expected application/json: {}'),
        ),
        (http(b"{}", kind=None), Fault("bad_content", "no content type, expected application/json: {}")),
        (http(b"{}", "Content-Encoding: br"), Fault("bad_content", 'content encoding "br", expected none')),
        (http(b"{}", "Content-Length: 3"), Fault("bad_content", "two content lengths")),
        (http(b"{}", length=-2), Fault("bad_content", 'content length "-2"')),
        (http(b"{}", length=10**20), Fault("too_large", 'a body of "100000000000000000000" bytes, more than 65536')),
        (http(b"{}", length=5), Fault("bad_content", "the body ended 3 bytes early")),
        (
            head("Transfer-Encoding: gzip, chunked"),
            Fault("bad_content", 'transfer encoding "gzip, chunked", expected chunked'),
        ),
        (
            head("Transfer-Encoding: chunked", "Content-Length: 2"),
            Fault("bad_content", "both a content length and a transfer encoding"),
        ),
        (head("Transfer-Encoding: chunked") + b"5\r\n{}", Fault("bad_content", "the body ended early")),
        (head("Transfer-Encoding: chunked") + b"-5\r\n{}", Fault("bad_content", "the body is not sound HTTP")),
        (head("Transfer-Encoding: chunked") + b"f" * 40 + b"\r\n{}", Fault("bad_content", "the body ended early")),
    ],
)
def test_an_answer_that_is_not_sound_is_refused_with_its_own_reason(answer: bytes, fault: Fault) -> None:
    with answering(answer) as (url, _):
        client = BotClient(url, reach=LOOPBACK)
        assert call(client) == fault
        client.close()


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 \xfcber\nContent-Type:application/json\nContent-Length:2\n\n{}",
        http(b"{}", "Content-Length: 2"),
        http(b"{}", "Content-Encoding: identity"),
        http(b"{}", kind="application/json;charset=utf-8"),
    ],
)
def test_an_answer_that_is_only_unusual_is_read(answer: bytes) -> None:
    with answering(answer) as (url, _):
        client = BotClient(url, reach=LOOPBACK)
        reply = call(client)
        client.close()
    assert isinstance(reply, bytes)
    assert reply == b"{}"


def test_the_clock_of_the_wall_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in (Budget, BotClient, HttpSeat):
        assert inspect.signature(each).parameters["now"].default is time.monotonic
    for jump in (-9e8, 1.2e9):
        with Rogue("drip_body") as bot, monkeypatch.context() as patch:
            client = BotClient(bot.url, reach=LOOPBACK)
            patch.setattr(time, "time", lambda jump=jump: 1.7e9 + jump)
            with ending_with(0.2):
                fault = call(client, budget_s=0.2)
            client.close()
        assert isinstance(fault, Fault)
        assert fault.kind == "timeout"


def test_a_call_without_any_budget_is_a_timeout() -> None:
    with Rogue("honest") as bot:
        client = BotClient(bot.url, reach=LOOPBACK)
        assert call(client, budget_s=0.0) == Fault("timeout", "nothing came")
        assert isinstance(call(client), bytes)
        assert call(client, budget_s=-1.0) == Fault("timeout", "nothing came")
        client.close()


def test_calls_to_64_dripping_bots_at_once_each_end_with_their_budget() -> None:
    ended: list[bytes | Fault] = []

    def one(url: str) -> None:
        client = BotClient(url, reach=LOOPBACK)
        with ending_with(0.4):
            fault = call(client, budget_s=0.4)
        ended.append(fault)
        client.close()

    with Rogue("drip_body") as bot:
        threads = [threading.Thread(target=one, args=(bot.url,)) for _ in range(64)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [fault.kind for fault in ended if isinstance(fault, Fault)] == ["timeout"] * 64


def test_a_client_knows_how_the_last_call_was_refused_and_only_the_last() -> None:
    answers = iter([http(b"", "Retry-After: 7", status="503 Wait"), http(b"{}"), b"", http(b"", status="404 Lost")])

    def act(talk: Talk) -> None:
        if next(talk.requests(), None):
            talk.send(next(answers))

    found = []
    with Rogue(Misbehaviour("in turn", "ok", "Answers once on each connection.", act)) as bot:
        client = BotClient(bot.url, reach=LOOPBACK)
        for _ in range(4):
            call(client)
            found.append(client.refused and (client.refused.status, client.refused.retry_after))
            client.drop()
        client.close()
    assert found == [(503, "7"), None, None, (404, None)]


def test_a_client_that_is_closed_calls_nobody() -> None:
    with Rogue("honest") as bot:
        client = BotClient(bot.url, reach=LOOPBACK)
        assert isinstance(call(client), bytes)
        client.close()
        assert call(client) == Fault("unreachable", "this client is closed")
    assert len(bot.requests) == 1
