"""The dialer of one bot: its name becomes addresses, which are judged, of which one is connected to and then kept."""

from __future__ import annotations

import contextlib
import errno
import socket
from collections.abc import Iterator, Sequence
from ipaddress import ip_address

from parlour.core.wording import shown
from referee.seats import names
from referee.seats.address import Reach
from referee.seats.deadline import Budget, DeadlineSocket
from referee.seats.faults import RefereeFault
from referee.seats.names import SocketAddress

OURS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS, errno.ENETDOWN)
"""What the system says when it is this machine that has run out of something: no bot can bring these about."""


class Blocked(Exception):
    """The bot is at an address that is not called; the message says which, and why not."""


class Dialer:
    """Opens sockets to one bot in one match.

    The name is looked up once. All its addresses are judged before any is called, and one that may not be called
    condemns the name for as long as the dialer lives. The address that took the first connection is kept too.
    """

    def __init__(self, host: str, port: int, budget: Budget, reach: Reach) -> None:
        self._host = host
        self._port = port
        self.budget = budget
        self._reach = reach
        self._judged: Sequence[SocketAddress] = ()
        self._refusal: str | None = None

    def open(self) -> DeadlineSocket:
        """A connected socket, within the budget: the one place where a name becomes an address and is connected to.

        Each address of the name gets an equal share of the time left, so that one that swallows packets does not
        hide the next. OSError (of which TimeoutError and gaierror are kinds) or UnicodeError when none is reached,
        Blocked when one may not be called, RefereeFault when it is this machine that cannot call.
        """
        self.budget.dialled = True
        addresses = self._addresses()
        for still_to_try, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
            try:
                opened = connect(address, self.budget, self.budget.left() / still_to_try)
            except OSError:
                if still_to_try == 1:
                    raise
            else:
                self._judged = [address]
                return opened
        raise socket.gaierror(socket.EAI_NONAME, "the name has no address")

    def _addresses(self) -> Sequence[SocketAddress]:
        if self._refusal is not None:
            raise Blocked(self._refusal)
        if not self._judged:
            found = names.addresses(self._host, self._port, self.budget.left)
            for *_, where in found:
                self._judge(where[0])
            self._judged = found
        return self._judged

    def _judge(self, address: str) -> None:
        refusal = self._reach.refusal(address, self._port)
        if refusal is not None:
            self._refusal = refusal if address == self._host else f"{shown(self._host)}: {refusal}"
            raise Blocked(self._refusal)


def connect(address: SocketAddress, budget: Budget, seconds: float) -> DeadlineSocket:
    """A socket connected to just this address within so many seconds; what else is done with it ends with the budget.

    OSError when the other side is not reached, Blocked when another answers, RefereeFault when this machine cannot.
    """
    family, kind, protocol, _, where = address
    with _told_apart(family):
        opened = DeadlineSocket(family, kind, protocol)
    try:
        with _told_apart(family):
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            opened.settimeout(seconds)
            opened.connect(where)
            opened.settimeout(budget.left())
            peer = opened.getpeername()
        if (ip_address(peer[0]), peer[1]) != (ip_address(where[0]), where[1]):
            raise Blocked(f"a connection to {where[0]} led to {peer[0]}")
    except BaseException:
        opened.close()
        raise
    opened.budget = budget
    return opened


@contextlib.contextmanager
def _told_apart(family: socket.AddressFamily) -> Iterator[None]:
    """What only this machine can have run out of is raised as RefereeFault, anything else as it is."""
    try:
        yield
    except OSError as error:
        # No port left to call from. (Of an IPv6 address a machine says the same that has no IPv6 itself.)
        no_port_left = error.errno == errno.EADDRNOTAVAIL and family == socket.AF_INET
        if no_port_left or error.errno in OURS:
            raise RefereeFault(error.strerror) from error
        raise
