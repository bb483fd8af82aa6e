"""A bot on a raw socket that misbehaves in one named way, to try a referee with."""

from __future__ import annotations

import contextlib
import functools
import socket
import threading
from collections.abc import Callable
from types import TracebackType

from referee.rogues.misbehaviours import MISBEHAVIOURS, Misbehaviour
from referee.rogues.talk import LONGEST_S, Request, Talk

MOST_WAITING = 64
"""Connections that may wait to be accepted."""

_RETRY_S = 0.1
"""How long to wait before the next try where the process has no file descriptor left for a connection."""


class Rogue:
    """Misbehaves in one way, on a port of its own, for as long as the `with` lasts; OSError where it cannot listen.

    `requests` are those that came in whole, `connections` counts how often the other side connected.
    """

    def __init__(
        self,
        what: str | Misbehaviour,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        longest_s: float = LONGEST_S,
        heard: Callable[[Request], None] | None = None,
    ) -> None:
        """Port 0 is one that the system chooses; `longest_s` is how long the rogue holds on to a caller.

        `heard` is told of every request instead of `requests`, which would grow for as long as the rogue is called.
        """
        self._misbehaviour = MISBEHAVIOURS[what] if isinstance(what, str) else what
        self.name = self._misbehaviour.name
        self.requests: list[Request] = []
        self.connections = 0
        self._where = (host, port)
        self._longest_s = longest_s
        self._heard = heard or self.requests.append
        self._closing = threading.Event()
        self._acceptor = threading.Thread(target=self._accept, name=f"rogue {self.name}", daemon=True)
        self._sockets: list[socket.socket] = []
        self._conversations: list[threading.Thread] = []

    @property
    def outcome(self) -> str:
        """What the referee promises to make of it: `ok`, or the kind of one fault."""
        return self._misbehaviour.outcome

    @property
    def host(self) -> str:
        """The address at which it listens, in digits."""
        return str(self._listener.getsockname()[0])

    @property
    def url(self) -> str:
        """Where it is called."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Rogue:
        door = self._misbehaviour.door
        self._listener = _bound(*self._where)
        if door != "shut":
            self._listener.listen(MOST_WAITING if door == "open" else 0)
        if door == "open":
            self._acceptor.start()
        elif door == "full":
            self._fill_the_backlog()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._closing.set()
        if self._misbehaviour.door == "open":
            self._wake_the_acceptor()
            self._acceptor.join()
        for connection in self._sockets:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for conversation in self._conversations:
            conversation.join()
        for connection in [*self._sockets, self._listener]:
            connection.close()

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                self._closing.wait(_RETRY_S)
                continue
            self._forget_what_has_ended()
            self._sockets.append(connection)
            if self._closing.is_set():
                return
            self.connections += 1
            talk = Talk(connection, self.connections, self._heard, self._closing, self._longest_s)
            conversation = threading.Thread(
                target=functools.partial(self._converse, connection, talk), name=f"rogue {self.name}", daemon=True
            )
            self._conversations.append(conversation)
            conversation.start()

    def _forget_what_has_ended(self) -> None:
        self._sockets = [each for each in self._sockets if each.fileno() != -1]
        self._conversations = [each for each in self._conversations if each.is_alive()]

    def _wake_the_acceptor(self) -> None:
        """On Linux a listener that is shut down stops accepting; elsewhere a caller is needed."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(OSError):
            socket.create_connection(self._listener.getsockname()[:2], timeout=1).close()

    def _converse(self, connection: socket.socket, talk: Talk) -> None:
        with contextlib.suppress(OSError), connection:
            self._misbehaviour.act(talk)

    def _fill_the_backlog(self) -> None:
        for _ in range(4):
            caller = socket.socket(self._listener.family)
            self._sockets.append(caller)
            caller.setblocking(False)
            caller.connect_ex(self._listener.getsockname())


def _bound(host: str, port: int) -> socket.socket:
    """A socket at an address of this machine, which soon takes no more where nobody reads."""
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port that was just let go can be taken again
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        bound.bind(where)
    except OSError:
        bound.close()
        raise
    return bound
