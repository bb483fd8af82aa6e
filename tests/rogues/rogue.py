"""A bot on a raw socket that misbehaves in one named way, to try a referee with."""

from __future__ import annotations

import contextlib
import functools
import socket
import threading
from collections.abc import Callable
from types import TracebackType

from misbehaviours import MISBEHAVIOURS, Misbehaviour
from talk import Request, Talk


class Rogue:
    """Misbehaves in one way on a free loopback port for as long as the `with` lasts.

    `requests` are those that came in whole, `connections` counts how often the other side connected.
    """

    def __init__(self, what: str | Misbehaviour) -> None:
        self._misbehaviour = MISBEHAVIOURS[what] if isinstance(what, str) else what
        self.name = self._misbehaviour.name
        self.requests: list[Request] = []
        self.connections = 0
        self._closing = threading.Event()
        self._sockets: list[socket.socket] = []
        self._threads: list[threading.Thread] = []

    @property
    def outcome(self) -> str:
        """What the referee promises to make of it: `ok`, or the kind of one fault."""
        return self._misbehaviour.outcome

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Rogue:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64 if self._misbehaviour.accepts else 0)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # soon full when nobody reads
        if self._misbehaviour.accepts:
            self._spawn(self._accept)
        else:
            self._fill_the_backlog()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._closing.set()
        if self._misbehaviour.accepts:
            socket.create_connection(self._listener.getsockname()).close()  # wakes the thread that accepts
        for connection in list(self._sockets):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in list(self._threads):
            thread.join()
        for connection in [*self._sockets, self._listener]:
            connection.close()

    def _accept(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            self._sockets.append(connection)
            if self._closing.is_set():
                return
            self.connections += 1
            talk = Talk(connection, self.connections, self.requests, self._closing)
            self._spawn(functools.partial(self._converse, connection, talk))

    def _converse(self, connection: socket.socket, talk: Talk) -> None:
        with contextlib.suppress(OSError), connection:
            self._misbehaviour.act(talk)

    def _fill_the_backlog(self) -> None:
        for _ in range(4):
            caller = socket.socket()
            self._sockets.append(caller)
            caller.setblocking(False)
            caller.connect_ex(self._listener.getsockname())

    def _spawn(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=f"rogue {self.name}", daemon=True)
        self._threads.append(thread)
        thread.start()
