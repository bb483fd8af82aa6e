"""Look-ups of host names: who asks for one that is being looked up joins in, so a slow name holds one thread.

A look-up cannot be interrupted. It is left behind in its thread when the budget of those who wait for it is spent.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any

from referee.seats.faults import RefereeFault

MOST_LOOKUPS = 64
"""How many names may be looked up at once in the whole process."""

SocketAddress = tuple[socket.AddressFamily, socket.SocketKind, int, str, Any]
"""One answer of getaddrinfo: what a socket is made of, and where it connects to."""


class _LookUp:
    """One name that is being looked up, and what came of it once that is over."""

    def __init__(self) -> None:
        self.over = threading.Event()
        self.outcome: Sequence[SocketAddress] | OSError | UnicodeError = ()


_under_way: dict[tuple[str, int], _LookUp] = {}
_changed = threading.Condition()
"""Guards what is under way, and tells those who wait for a place when one is free."""


def addresses(host: str, port: int, left: Callable[[], float]) -> Sequence[SocketAddress]:
    """The addresses of a host, which may be an address itself. `left` gives the seconds left, or raises TimeoutError.

    TimeoutError when they are not found in time, gaierror or UnicodeError when the name has none. RefereeFault when
    the name had to wait for others and the time was over because of that, or the look-up could not be made at all.
    """
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
    except (socket.gaierror, UnicodeError):
        pass  # a name, not an address
    search, had_to_wait = _joined((host, port), left)
    try:
        if not search.over.wait(left()):
            raise TimeoutError("the name was not resolved in time")
    except TimeoutError:
        if had_to_wait:
            raise _too_many() from None
        raise
    if isinstance(search.outcome, Exception):
        # One of its own for each who waits: an exception keeps a record of where it was raised.
        raise type(search.outcome)(*search.outcome.args)
    return search.outcome


def _joined(name: tuple[str, int], left: Callable[[], float]) -> tuple[_LookUp, bool]:
    """The look-up of a name, begun unless it is under way; and whether it had to wait for a place."""

    def may_begin() -> bool:
        return name in _under_way or len(_under_way) < MOST_LOOKUPS

    with _changed:
        had_to_wait = not may_begin()
        if not _changed.wait_for(may_begin, timeout=left()):
            raise _too_many()
        search = _under_way.get(name)
        if search is None:
            search = _LookUp()
            # A daemon, so that a resolver that hangs does not hold up the end of the process.
            thread = threading.Thread(target=_look_up, args=(name, search), name="lookup", daemon=True)
            try:
                thread.start()
            except RuntimeError as error:
                raise RefereeFault(f"no thread to look up a name: {error}") from error
            _under_way[name] = search  # before its thread can take it out again: that needs the lock held here
        return search, had_to_wait


def _look_up(name: tuple[str, int], search: _LookUp) -> None:
    try:
        search.outcome = _found(*name)
    except (OSError, UnicodeError) as error:
        search.outcome = error
    finally:
        with _changed:
            del _under_way[name]
            _changed.notify_all()
        search.over.set()


def _found(host: str, port: int) -> Sequence[SocketAddress]:
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror:
        # A resolver that gets no socket says that the name has no address. If so this raises the true reason.
        socket.socket().close()
        raise


def _too_many() -> RefereeFault:
    return RefereeFault(f"more than {MOST_LOOKUPS} names were to be looked up at once")
