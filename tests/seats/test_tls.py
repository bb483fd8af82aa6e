"""Bots behind TLS: whom the referee believes, and that a handshake ends on time too."""

from __future__ import annotations

import contextlib
import datetime
import functools
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator

import pytest
import trustme
from loopback import LOOPBACK
from timing import PATIENCE_S, ending_with

from referee.rogues.rogue import Rogue
from referee.rogues.talk import LONGEST_S, PAUSE_S, chunk, head, http
from referee.seats.client import BotClient
from referee.seats.deadline import ending_on_time, tls_context
from referee.seats.faults import Fault

Act = Callable[[ssl.SSLSocket, threading.Event], None]


@functools.cache
def authority() -> trustme.CA:
    """The authority that the tests trust."""
    return trustme.CA()


def trusting(ca: trustme.CA) -> ssl.SSLContext:
    """What `tls_context` gives, but trusting one authority only."""
    context = ssl.create_default_context()
    ca.configure_trust(context)
    return ending_on_time(context)


@contextlib.contextmanager
def behind_tls(act: Act, certificate: trustme.LeafCert | None = None) -> Iterator[str]:
    """A bot that acts on each connection once it is encrypted, until an event ends it; its URL."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    (certificate or authority().issue_cert("127.0.0.1")).configure_cert(context)
    threads: list[threading.Thread] = []
    closing = threading.Event()

    def converse(plain: socket.socket) -> None:
        with contextlib.suppress(OSError), context.wrap_socket(plain, server_side=True) as secure:
            act(secure, closing)

    def accept() -> None:
        while True:
            plain, _ = listener.accept()
            plain.settimeout(PATIENCE_S)
            if closing.is_set():
                plain.close()
                return
            thread = threading.Thread(target=converse, args=(plain,))
            threads.append(thread)
            thread.start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        accepting = threading.Thread(target=accept)
        accepting.start()
        try:
            yield f"https://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            closing.set()
            socket.create_connection(listener.getsockname()).close()
            for thread in [accepting, *threads]:
                thread.join()


def answer(secure: ssl.SSLSocket, closing: threading.Event) -> None:
    """Answers one request after another."""
    while secure.recv(65536):
        secure.sendall(http(b"{}"))


def answer_once(secure: ssl.SSLSocket, closing: threading.Event) -> None:
    """Answers one request and closes when the second comes."""
    secure.recv(65536)
    secure.sendall(http(b"{}"))
    secure.recv(65536)


def drip(secure: ssl.SSLSocket, closing: threading.Event) -> None:
    """Sends a chunk of one byte now and then."""
    secure.recv(65536)
    secure.sendall(head("Transfer-Encoding: chunked"))
    ends = time.monotonic() + LONGEST_S
    while time.monotonic() < ends and not closing.wait(PAUSE_S):
        secure.sendall(chunk(b" "))


def flood(secure: ssl.SSLSocket, closing: threading.Event) -> None:
    """Sends a body without end."""
    secure.recv(65536)
    secure.sendall(head("Transfer-Encoding: chunked"))
    for _ in range(20_000):
        secure.sendall(chunk(b" " * 8192))


def never_read(secure: ssl.SSLSocket, closing: threading.Event) -> None:
    """Reads nothing."""
    closing.wait(LONGEST_S)


def call(client: BotClient, *, body: bytes = b"{}", budget_s: float = PATIENCE_S) -> bytes | Fault:
    return client.call("POST", "/move", body, id="m1-q1", budget_s=budget_s)


def test_calls_over_tls_share_one_connection() -> None:
    taken: list[ssl.SSLSocket] = []

    def act(secure: ssl.SSLSocket, closing: threading.Event) -> None:
        taken.append(secure)
        answer(secure, closing)

    with behind_tls(act) as url:
        client = BotClient(url, tls=trusting(authority()), reach=LOOPBACK)
        assert [type(call(client)) for _ in range(3)] == [bytes] * 3
        client.close()
    assert len(taken) == 1


def test_a_connection_that_went_stale_is_replaced() -> None:
    with behind_tls(answer_once) as url:
        client = BotClient(url, tls=trusting(authority()), reach=LOOPBACK)
        assert [type(call(client)) for _ in range(3)] == [bytes] * 3
        client.close()


def test_a_certificate_that_is_not_trusted_is_refused() -> None:
    with behind_tls(answer) as url:
        client = BotClient(url, reach=LOOPBACK)
        assert call(client) == Fault("unreachable", "TLS: unable to get local issuer certificate")
        client.close()


def test_a_certificate_of_another_name_is_refused() -> None:
    with behind_tls(answer, authority().issue_cert("bot.example")) as url:
        client = BotClient(url, tls=trusting(authority()), reach=LOOPBACK)
        fault = call(client)
        client.close()
    assert isinstance(fault, Fault)
    assert fault.kind == "unreachable"
    assert fault.detail.startswith("TLS: IP address mismatch")


def test_a_certificate_of_another_time_is_refused() -> None:
    past = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    with behind_tls(answer, authority().issue_cert("127.0.0.1", not_before=past, not_after=past)) as url:
        client = BotClient(url, tls=trusting(authority()), reach=LOOPBACK)
        assert call(client) == Fault("unreachable", "TLS: certificate has expired")
        client.close()


def test_plain_text_on_a_tls_port_is_unreachable() -> None:
    with Rogue("garbage") as bot:
        client = BotClient(bot.url.replace("http:", "https:"), reach=LOOPBACK)
        fault = call(client, budget_s=0.3)
        client.close()
    assert isinstance(fault, Fault)
    assert fault.kind in ("unreachable", "timeout")


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        (http(b"KeyError", status="500 No"), "status 500: KeyError"),
        (http(b"", status="500 No", length=100), "status 500"),
    ],
    ids=["has come", "has not come"],
)
def test_of_a_body_that_is_refused_over_tls_is_shown_what_has_come(answer: bytes, detail: str) -> None:
    def act(secure: ssl.SSLSocket, closing: threading.Event) -> None:
        secure.recv(65536)
        secure.sendall(answer)
        closing.wait(PATIENCE_S)

    with behind_tls(act) as url:
        client = BotClient(url, tls=trusting(authority()), reach=LOOPBACK)
        began = time.monotonic()
        assert call(client) == Fault("bad_status", detail)
        assert time.monotonic() - began < PATIENCE_S / 2
        client.close()


@pytest.mark.parametrize("act", [drip, never_read])
def test_a_call_over_tls_ends_with_its_budget(act: Act) -> None:
    with behind_tls(act) as url:
        client = BotClient(url, tls=trusting(authority()), reach=LOOPBACK)
        with ending_with(0.5):
            fault = call(client, body=b" " * 5_000_000, budget_s=0.5)
        client.close()
    assert isinstance(fault, Fault)
    assert fault.kind == "timeout"


def test_an_endless_body_over_tls_is_too_large() -> None:
    with behind_tls(flood) as url:
        client = BotClient(url, tls=trusting(authority()), reach=LOOPBACK)
        fault = call(client)
        client.close()
    assert isinstance(fault, Fault)
    assert fault.kind == "too_large"


@pytest.mark.parametrize("name", ["never_reads", "drip_tls"])
def test_a_handshake_that_does_not_end_is_over_with_the_budget(name: str) -> None:
    with Rogue(name) as bot:
        client = BotClient(bot.url.replace("http:", "https:"), reach=LOOPBACK)
        with ending_with(0.2):
            assert call(client, budget_s=0.2) == Fault("timeout", "nothing came")
        client.close()


def test_the_context_of_the_referee_checks_names_and_certificates() -> None:
    context = tls_context()
    assert context is tls_context()
    assert (context.check_hostname, context.verify_mode) == (True, ssl.CERT_REQUIRED)
