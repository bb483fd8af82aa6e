"""What misbehaviours are made of: a connection on which anything can be said, and the parts of a good answer."""

from __future__ import annotations

import contextlib
import json
import re
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from parlour.core.options import Json
from parlour.core.registry import names
from parlour.protocol.strict import BadJson, loads

PAUSE_S = 0.02
"""How long a drip waits before its next piece."""

LONGEST_S = 10.0
"""How long a drip, a flood or a silence lasts: a caller who waits for its end waits too long, but not for ever."""

MOST_HEAD = 64 * 1024
MOST_BODY = 16 * 1024 * 1024
"""What a request may have in bytes: a rogue may stand where strangers call it. The connection of a larger one ends."""


@dataclass(frozen=True)
class Request:
    """A request as it came in; header names are in lower case."""

    line: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """What the answer has to repeat; nothing where a caller that is no referee gave none."""
        return self.headers.get("webhook-id", "")

    def is_for(self, path: str) -> bool:
        """Whether it calls this path, wherever the bot's own address begins and whatever query it has."""
        _, _, target = self.line.partition(" ")
        return re.split("[? ]", target, maxsplit=1)[0].endswith(path)

    @property
    def default(self) -> Json:
        """The cautious answer that comes with a question, which is always legal; 1 where none came."""
        try:
            message = loads(self.body)
        except BadJson:
            return 1
        question = message.get("question") if isinstance(message, dict) else None
        return question.get("default", 1) if isinstance(question, dict) else 1


class Talk:
    """One connection to the rogue, the first being number 1. Whatever is done on it ends when the rogue is closed."""

    def __init__(
        self,
        connection: socket.socket,
        number: int,
        heard: Callable[[Request], None],
        closing: threading.Event,
        longest_s: float = LONGEST_S,
    ) -> None:
        """`heard` is told of every request; a drip, a flood or a silence lasts `longest_s` at most."""
        self.number = number
        self._connection = connection
        self._heard = heard
        self._closing = closing
        self._longest_s = longest_s
        self._unread = b""

    def requests(self) -> Iterator[Request]:
        """The requests that come on this connection, until the other side closes it or sends what is no request."""
        while (head := self._read_to(b"\r\n\r\n")) is not None:
            line, *headers = head.decode("latin-1").split("\r\n")
            named = {name.lower(): value.strip() for name, _, value in (header.partition(":") for header in headers)}
            length = named.get("content-length", "0")
            if not re.fullmatch("[0-9]{1,9}", length) or int(length) > MOST_BODY:
                return
            body = self._read(int(length))
            if body is None:
                return
            request = Request(line, named, body)
            self._heard(request)
            yield request

    def send(self, data: bytes) -> None:
        """Send all of it."""
        self._connection.sendall(data)

    def drip(self, piece: bytes) -> None:
        """Send a piece again and again, with a pause before each."""
        ends = time.monotonic() + self._longest_s
        while time.monotonic() < ends and not self._closing.wait(PAUSE_S):
            self.send(piece)
        self._let_go()

    def flood(self, piece: bytes) -> None:
        """Send a piece again and again, as fast as it is taken."""
        ends = time.monotonic() + self._longest_s
        while time.monotonic() < ends and not self._closing.is_set():
            self.send(piece)
        self._let_go()

    def pause(self, seconds: float) -> None:
        """Let time pass before what comes next."""
        self._closing.wait(seconds)

    def wait(self) -> None:
        """Say nothing, and read nothing, until the other side closes the connection."""
        waiting = select.poll()  # always tells of a connection that is gone, and on Linux of one that is half closed
        waiting.register(self._connection, getattr(select, "POLLRDHUP", 0))
        waiting.poll(self._longest_s * 1000)
        self._let_go()

    def half_close(self) -> None:
        """Say that nothing more will be said, and go on reading."""
        self._connection.shutdown(socket.SHUT_WR)

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
            if not more or len(self._unread) > MOST_HEAD:
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
    length: int | str | None = None,
) -> bytes:
    """An HTTP answer, sound unless told otherwise."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *headers]
    if kind is not None:
        lines.append(f"Content-Type: {kind}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def head(*headers: str, status: str = "200 OK", version: str = "HTTP/1.1") -> bytes:
    """The head of an HTTP answer of JSON without a length."""
    return "\r\n".join([f"{version} {status}", "Content-Type: application/json", *headers, "", ""]).encode("latin-1")


def move(request: Request, answer: bytes | None = None, more: bytes = b"") -> bytes:
    """The JSON of a good reply to a question, or of one with this answer; to all else, of what is asked for.

    `more` stands after the answer, as in `spelled`.
    """
    if request.is_for("/move"):
        return spelled(request, json.dumps(request.default).encode() if answer is None else answer, more)
    if request.line.startswith("GET"):
        games = sorted({name.partition("/")[0] for name in names()})
        about = {"apiversion": "1", "name": "rogue", "version": "1", "author": "", "games": games, "max_parallel": 4}
        return json.dumps(about).encode()
    return b"{}"


def spelled(request: Request, answer: bytes, more: bytes = b"") -> bytes:
    """The JSON of a reply, whatever was asked: its answer, and `more` after it, are spelled as no serializer would."""
    return b'{"id": %b, "answer": %b%b}' % (json.dumps(request.id).encode(), answer, more)


def chunk(data: bytes) -> bytes:
    """One chunk of a chunked body."""
    return b"%x\r\n%b\r\n" % (len(data), data)


def chunked(body: bytes) -> bytes:
    """A body in two chunks and the chunk that ends it."""
    return chunk(body[:9]) + chunk(body[9:]) + b"0\r\n\r\n"
