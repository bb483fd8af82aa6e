"""Whose fault it is that a call broke off: what the HTTP libraries raise, told as a bot's fault or as the referee's."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterator

import requests
from urllib3.exceptions import ClosedPoolError, HTTPError

from referee.seats.deadline import Budget
from referee.seats.dialer import OURS
from referee.seats.faults import Fault, RefereeFault

LIBRARY_ERRORS = (requests.RequestException, HTTPError, http.client.HTTPException, OSError, ValueError)
"""Everything that requests, urllib3, http.client, ssl and socket raise for what a bot does."""


def blame(error: BaseException, budget: Budget) -> Fault:
    """The one fault that an exception of the libraries stands for, told by its innermost cause.

    RefereeFault when this machine has run out of what a call needs.
    """
    causes = list(_causes(error))
    for cause in causes:
        if isinstance(cause, OSError) and not isinstance(cause, _OTHER_NUMBERS) and cause.errno in OURS:
            raise RefereeFault(cause.strerror) from error
    if budget.is_over or isinstance(causes[-1], TimeoutError):
        return Fault("timeout", "nothing came" if not budget.received else f"{budget.received} bytes came")
    for cause in reversed(causes):
        match cause:
            case ClosedPoolError():
                return Fault("unreachable", "this client is closed")
            case ssl.SSLCertVerificationError():
                return Fault("unreachable", f"TLS: {cause.verify_message}")
            case ssl.SSLError():
                return Fault("unreachable", f"TLS: {cause.reason or 'handshake failed'}")
            case socket.gaierror() | UnicodeError():
                return Fault("unreachable", "the host's name has no address")
            case http.client.RemoteDisconnected():
                return Fault("unreachable", "closed without an answer")
            case ConnectionRefusedError():
                return Fault("unreachable", "connection refused")
            case ConnectionError():
                return Fault("unreachable", "connection reset")
            case OSError():
                return Fault("unreachable", cause.strerror or "no connection")
            case http.client.IncompleteRead():
                return Fault("bad_content", "the body ended early")
    return Fault("bad_content", "the body is not sound HTTP")


_OTHER_NUMBERS = (ssl.SSLError, socket.gaierror)
"""Kinds of OSError whose `errno` counts something else."""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and what led to it, outermost first."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
