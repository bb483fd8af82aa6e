"""Whatever stands in the headers of a signature, a bot with a key answers 401: no traceback, no status 500, no hang."""

import base64
import json
import socket
import time
from collections.abc import Iterator
from threading import Thread

import hypothesis.strategies as st
import pytest
from hypothesis import example, given, settings

from parlour.bots import Cautious
from parlour.protocol.signing import SigningKey
from parlour.service import Service
from parlour.serving import BotServer

KEY = SigningKey("whsec_" + base64.b64encode(bytes(range(32))).decode())
NOW = 1_800_000_000
BODY = b'{"match": "m1"}'
SIGNED = {
    "webhook-id": "m1-start",
    "webhook-timestamp": str(NOW),
    "webhook-signature": KEY.sign("m1-start", NOW, BODY),
}
SIGNATURE = SIGNED["webhook-signature"]
PATIENCE_S = 60.0
"""How long a test waits for what must come, however busy the machine is."""

STRANGE = [
    "",
    "\0",
    "\u00fc",
    "\u0661\u0662",
    "\ud800",
    "x" * 100_000,
    ",",
    ",,,",
    "v1",
    "v1,",
    "v1,=",
    "v1,%%%",
    "v1,v1,",
]
STRANGE += [
    "-1",
    "1.0",
    "1e9",
    " ",
    "+1",
    "9" * 12,
    "9" * 100_000,
    "0",
    "NaN",
    f"{NOW:_}",
    f" {NOW}",
    f"-{NOW}",
    f"{NOW}.0",
]
STRANGE += [
    SIGNATURE[:-1],
    SIGNATURE + "=",
    SIGNATURE.lower(),
    SIGNATURE.replace("v1,", "v1,,"),
    SIGNATURE + "," + SIGNATURE,
]
strange = st.text(st.characters(), max_size=60) | st.sampled_from(STRANGE)
"""What stands in place of a right value; nobody signed it."""


def status(headers: dict[str, str], body: bytes = BODY) -> int:
    return Service(Cautious, [KEY], now=lambda: NOW).respond("POST", "/start", headers, body).status


def test_the_headers_that_are_spoiled_below_prove_who_sent_the_call() -> None:
    assert status(SIGNED) == 400, "the signature fits; the body is no message that begins a match"


@given(name=st.sampled_from(list(SIGNED)), value=strange, more=st.dictionaries(st.sampled_from(list(SIGNED)), strange))
def test_a_spoiled_header_is_refused(name: str, value: str, more: dict[str, str]) -> None:
    spoiled = {**SIGNED, **more, name: value}
    if spoiled != SIGNED:
        assert status(spoiled) == 401


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: ascii(value)[:30])
@pytest.mark.parametrize("name", SIGNED)
def test_a_header_with_a_strange_value_is_refused(name: str, value: str) -> None:
    assert status({**SIGNED, name: value}) == 401


@given(
    name=st.sampled_from(list(SIGNED)),
    position=st.integers(0, 200),
    what=st.sampled_from(
        ["\0", "\n", "\r", "\t", "\u00fc", "\u0660", ",", ", ", ",,", "-", "_", "x", ".", "\x7f", "\ud800"]
    ),
)
def test_a_right_header_with_something_in_it_is_refused(name: str, position: int, what: str) -> None:
    right = SIGNED[name]
    position = min(position, len(right))
    assert status({**SIGNED, name: right[:position] + what + right[position:]}) == 401


@given(st.binary(min_size=1, max_size=30).filter(lambda body: body != BODY))
def test_another_body_is_refused(body: bytes) -> None:
    assert status(SIGNED, body) == 401


@pytest.mark.parametrize("position", range(len(BODY)))
def test_a_body_changed_by_one_byte_is_refused(position: int) -> None:
    assert status(SIGNED, BODY[:position] + bytes([BODY[position] ^ 1]) + BODY[position + 1 :]) == 401


# --- over a socket --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[BotServer]:
    with BotServer(Cautious, keys=[KEY]) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def head(lines: list[bytes]) -> bytes:
    """A handshake with these lines in its head."""
    return b"\r\n".join([b"GET / HTTP/1.1", b"Host: bot", b"Connection: close", *lines, b"", b""])


def signed_now() -> list[bytes]:
    """The lines that sign a handshake."""
    now = int(time.time())
    lines = [f"webhook-id: hello\r\nwebhook-timestamp: {now}", f"webhook-signature: {KEY.sign('hello', now, b'')}"]
    return "\r\n".join(lines).encode().split(b"\r\n")


def answer(server: BotServer, request: bytes) -> tuple[int, bytes]:
    """The status and body that come back before the bot closes the connection."""
    with socket.create_connection(server.server_address[:2], timeout=PATIENCE_S) as plain:
        plain.sendall(request)
        response = b"".join(iter(lambda: plain.recv(1 << 16), b""))
    first, _, body = response.partition(b"\r\n\r\n")
    return int(first.split()[1]), body


def test_a_signed_handshake_is_answered(server: BotServer) -> None:
    status, body = answer(server, head(signed_now()))
    assert (status, json.loads(body)) == (200, {**Cautious.handshake(), "id": "hello"})


raw = st.binary(max_size=60).map(lambda value: value.replace(b"\n", b""))


@settings(max_examples=60)
@given(number=st.integers(0, 2), value=raw, twice=st.booleans())
@example(number=0, value=b"x" * 60_000, twice=False)
@example(number=1, value=b"9" * 60_000, twice=False)
@example(number=2, value=b"v1,x " * 12_000, twice=False)
@example(number=2, value=b"v1,\0\xff", twice=True)
@example(number=1, value="\u0661".encode(), twice=False)
@example(number=0, value=b"hello\r\tfolded", twice=False)
def test_a_spoiled_header_is_refused_over_a_socket(number: int, value: bytes, twice: bool, server: BotServer) -> None:
    """In place of the right line, or after it: of two lines no one can be the right one."""
    lines = signed_now()
    name = lines[number].partition(b":")[0]
    lines[number : number + (not twice)] = [name + b": " + value]
    assert answer(server, head(lines))[0] == 401


@pytest.mark.parametrize("number", range(3))
def test_a_header_that_stands_there_twice_is_refused_even_if_both_are_right(number: int, server: BotServer) -> None:
    lines = signed_now()
    assert answer(server, head([*lines, lines[number]]))[0] == 401


@pytest.mark.parametrize(
    "line",
    [
        b"webhook-id",
        b"webhook-id : hello",
        b"webhook id: hello",
        b"webhook-\xff: hello",
        b"webhook-\0: hello",
        b"webhook-id: hello\r\r",
        b"webhook-id: " + b"x" * 100_000,
        b"webhook-id: " + b"\0" * (8 << 20),
        b"\r\n".join([b"webhook-id: hello"] * 200),
    ],
    ids=lambda line: repr(line)[:40],
)
def test_a_head_that_cannot_be_read_to_its_end_is_refused(line: bytes, server: BotServer) -> None:
    for lines in ([line, *signed_now()], [*signed_now(), line]):
        status, body = answer(server, head(lines))
        assert status == 401
        assert json.loads(body).keys() == {"error"}


def test_a_bot_without_a_key_says_what_is_wrong_with_such_a_head() -> None:
    with BotServer(Cautious) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            assert answer(server, head([b"x: " + b"x" * 100_000]))[0] == 431
            assert answer(server, head([b"no header"])) == (400, b'{"error": "a line of the head is no header"}')
        finally:
            server.shutdown()
            thread.join()
