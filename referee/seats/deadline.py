"""Sockets that end on time: whatever the other side does or leaves undone, a call is over when its budget is.

The timeouts of the usual clients begin anew with every byte that arrives, so a bot that sends one byte now and then
holds them for as long as it likes. Here every send and every receive may take only what is left of one budget, which
began before the host's name was looked up; the same budget bounds how many bytes may come in.
"""

from __future__ import annotations

import contextlib
import functools
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from requests.utils import DEFAULT_CA_BUNDLE_PATH
from urllib3.util.ssl_ import create_urllib3_context

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_QUICKACK: int | None = getattr(socket, "TCP_QUICKACK", None)


class TooManyBytes(Exception):
    """More bytes came in than the budget of the call allows."""


class Budget:
    """What the call in hand may still use: seconds on the monotonic clock, and bytes that come in.

    One budget belongs to one client and its sockets; every call begins it anew. `now` gives monotonic seconds.
    """

    __slots__ = ("_most_bytes", "_now", "dialled", "ends", "received")

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self.begin(seconds=0, most_bytes=0)

    def begin(self, *, seconds: float, most_bytes: int) -> None:
        """A call begins: it may last `seconds` and bring in `most_bytes`."""
        self.ends = self._now() + seconds
        self.received = 0
        self.dialled = False
        self._most_bytes = most_bytes

    @property
    def is_over(self) -> bool:
        """Whether the call's time has passed."""
        return self._now() >= self.ends

    def left(self) -> float:
        """The seconds left, always more than none; TimeoutError when the time has passed."""
        seconds = self.ends - self._now()
        if seconds <= 0:
            raise TimeoutError("the budget of the call is spent")
        return seconds

    def take(self, count: int) -> None:
        """Count bytes that came in; TooManyBytes when they are more than allowed."""
        self.received += count
        if self.received > self._most_bytes:
            raise TooManyBytes


class DeadlineSocket(socket.socket):
    """A socket whose every operation ends with its budget; before it has one, it keeps its own timeout."""

    budget: Budget | None = None
    _waits = True

    @contextlib.contextmanager
    def without_waiting(self) -> Iterator[None]:
        """What is received inside is what has already come in; where there is nothing, BlockingIOError or its like."""
        self._waits = False
        try:
            yield
        finally:
            self._waits = True

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        self._arm()
        self._acknowledge_at_once()
        data = super().recv(buflen, flags)
        self._count(len(data))
        return data

    def recv_into(self, buffer: WriteableBuffer, nbytes: int | None = None, flags: int = 0) -> int:
        self._arm()
        self._acknowledge_at_once()
        count = super().recv_into(buffer, nbytes or 0, flags)
        self._count(count)
        return count

    def send(self, data: ReadableBuffer, flags: int = 0, /) -> int:
        self._arm()
        return super().send(data, flags)

    def sendall(self, data: ReadableBuffer, flags: int = 0, /) -> None:
        self._arm()
        super().sendall(data, flags)

    def _arm(self) -> None:
        if not self._waits:
            self.settimeout(0)
        elif self.budget is not None:
            self.settimeout(self.budget.left())

    def _count(self, received: int) -> None:
        if self.budget is not None:
            self.budget.take(received)

    def _acknowledge_at_once(self) -> None:
        """Cures bots that write head and body apart: their second write waits for our acknowledgement, up to 40 ms."""
        if _QUICKACK is not None:
            self.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)


class DeadlineTLSSocket(DeadlineSocket, ssl.SSLSocket):
    """A TLS socket that ends on time; its handshake has the timeout of the socket that it is made of."""


@functools.cache
def tls_context() -> ssl.SSLContext:
    """The one TLS context of the process: certificates and names are checked. (Building one costs 58 ms.)"""
    context = create_urllib3_context()
    context.load_verify_locations(DEFAULT_CA_BUNDLE_PATH)
    return ending_on_time(context)


def ending_on_time(context: ssl.SSLContext) -> ssl.SSLContext:
    """Make the sockets of a context end on time."""
    context.sslsocket_class = DeadlineTLSSocket
    return context
