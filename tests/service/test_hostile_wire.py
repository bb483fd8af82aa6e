"""What is no HTTP, or no end of it, is refused by the server in front of the app, which goes on answering.

These answers are those of waitress: the status, and a line of plain text.
"""

import socket
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from referee.service.config import Config
from referee.service.serving import Service

pytestmark = pytest.mark.usefixtures("logged")

PATIENCE_S = 60


@pytest.fixture
def serving(settings: Config) -> Iterator[Service]:
    """The service behind waitress, as it is served."""
    service = Service(replace(settings, stop_s=1), make_worker=None)
    thread = threading.Thread(target=service.run)
    thread.start()
    yield service
    service.stop()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()


HEAD = b"POST /api/accounts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
WIRE = {
    "chunks without end": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"a" * 0x10000 + b"\r\n", 413),
    "a body of 10 MB": (HEAD + b"Content-Length: 10000000\r\n\r\n", b"a" * 100_000, 413),
    "a length that is none": (HEAD + b"Content-Length: +5\r\n\r\n{}   ", b"", 400),
    "two lengths": (HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", b"", 400),
    "a length and chunks": (HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"", 400),
    "a chunk that is none": (HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", b"", 400),
    "another coding": (HEAD + b"Transfer-Encoding: gzip\r\n\r\n", b"", 501),
    "a head without end": (b"GET /api HTTP/1.1\r\nHost: a\r\n", b"X-A: " + b"a" * 1000 + b"\r\n", 431),
    "a line without end": (b"GET /", b"a" * 10_000, 431),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"", 400),
    "a header on two lines": (b"GET /api HTTP/1.1\r\nHost: a\r\nX-A: b\r\n\tc\r\n\r\n", b"", 200),
    "an address with a host": (b"GET //evil.example/api HTTP/1.1\r\nHost: a\r\n\r\n", b"", 404),
    "a NUL in a header": (b"GET /api HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n", b"", 400),
}


@pytest.mark.parametrize(("head", "again", "status"), WIRE.values(), ids=WIRE.keys())
def test_what_is_not_http_as_it_should_be_is_refused_on_the_wire(
    serving: Service, head: bytes, again: bytes, status: int
) -> None:
    with socket.create_connection(("127.0.0.1", serving.settings.port), timeout=PATIENCE_S) as wire:
        said = spoken(wire, head, again)
    assert said.startswith(b"HTTP/1."), said[:100]
    assert int(said.split()[1]) == status, said[:300]
    with socket.create_connection(("127.0.0.1", serving.settings.port), timeout=PATIENCE_S) as wire:
        assert spoken(wire, b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"").split()[1] == b"200"


def spoken(wire: socket.socket, head: bytes, again: bytes) -> bytes:
    """What the service says while it is sent the head, and then the same again and again until it says something."""
    said: list[bytes] = []

    def listen() -> None:
        try:
            while piece := wire.recv(65536):
                said.append(piece)
                if b"\r\n\r\n" in b"".join(said):
                    return
        except ConnectionError:
            return

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        wire.sendall(head)
        while again and listener.is_alive():
            wire.sendall(again)
    except ConnectionError:
        pass
    listener.join(PATIENCE_S)
    return b"".join(said)
