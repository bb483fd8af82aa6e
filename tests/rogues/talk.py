"""What misbehaviours are made of: a connection on which anything can be said, and the parts of a good answer."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

PAUSE_S = 0.02
"""How long a drip waits before its next piece."""

LONGEST_S = 10.0
"""How long a conversation lasts at most: a caller who waits for its end waits too long, but not for ever."""


@dataclass(frozen=True)
class Request:
    """A request as it came in; header names are in lower case."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """What the answer has to repeat."""
        return self.headers["webhook-id"]


class Talk:
    """One connection to the rogue, the first being number 1. Whatever is done on it ends when the rogue is closed."""

    def __init__(
        self, connection: socket.socket, number: int, requests: list[Request], closing: threading.Event
    ) -> None:
        self.number = number
        self._connection = connection
        self._requests = requests
        self._closing = closing
        self._ends = time.monotonic() + LONGEST_S
        self._unread = b""

    def requests(self) -> Iterator[Request]:
        """The requests that come on this connection, until the other side closes it."""
        while (head := self._read_to(b"\r\n\r\n")) is not None:
            line, *headers = head.decode("latin-1").split("\r\n")
            named = {name.lower(): value.strip() for name, _, value in (header.partition(":") for header in headers)}
            body = self._read(int(named.get("content-length", "0")))
            if body is None:
                return
            request = Request(line, named, body)
            self._requests.append(request)
            yield request

    def send(self, data: bytes) -> None:
        """Send all of it."""
        self._connection.sendall(data)

    def drip(self, piece: bytes) -> None:
        """Send a piece again and again, with a pause before each."""
        while time.monotonic() < self._ends and not self._closing.wait(PAUSE_S):
            self.send(piece)
        self._let_go()

    def flood(self, piece: bytes) -> None:
        """Send a piece again and again, as fast as it is taken."""
        while time.monotonic() < self._ends and not self._closing.is_set():
            self.send(piece)
        self._let_go()

    def wait(self) -> None:
        """Say nothing, and read nothing."""
        self._closing.wait(LONGEST_S)
        self._let_go()

    def reset(self) -> None:
        """End the connection at once, without the farewell of TCP."""
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._connection.close()

    def _let_go(self) -> None:
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)

    def _read_to(self, end: bytes) -> bytes | None:
        while end not in self._unread:
            more = self._connection.recv(65536)
            if not more:
                return None
            self._unread += more
        found, self._unread = self._unread.split(end, 1)
        return found

    def _read(self, count: int) -> bytes | None:
        while len(self._unread) < count:
            more = self._connection.recv(65536)
            if not more:
                return None
            self._unread += more
        found, self._unread = self._unread[:count], self._unread[count:]
        return found


def http(
    body: bytes,
    *headers: str,
    status: str = "200 OK",
    kind: str | None = "application/json",
    length: int | None = None,
) -> bytes:
    """An HTTP answer, sound unless told otherwise."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *headers]
    if kind is not None:
        lines.append(f"Content-Type: {kind}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def head(*headers: str, status: str = "200 OK", version: str = "HTTP/1.1") -> bytes:
    """The head of an HTTP answer of JSON without a length."""
    return "\r\n".join([f"{version} {status}", "Content-Type: application/json", *headers, "", ""]).encode("latin-1")


def move(request: Request, answer: object = 1) -> bytes:
    """The JSON of a good reply to a question; of a handshake or to a start, what those ask for."""
    if request.line.startswith("GET"):
        about = {"apiversion": "1", "name": "rogue", "version": "1", "author": "", "games": ["payday"]}
        return json.dumps({**about, "max_parallel": 1}).encode()
    if "/move" not in request.line:
        return b"{}"
    return json.dumps({"id": request.id, "answer": answer}).encode()


def spelled(request: Request, answer: bytes) -> bytes:
    """A whole HTTP answer to a question, the answer spelled as no serializer would."""
    return http(b'{"id": "%b", "answer": %b}' % (request.id.encode(), answer))


def chunk(data: bytes) -> bytes:
    """One chunk of a chunked body."""
    return b"%x\r\n%b\r\n" % (len(data), data)
