"""Why nothing answered, in a sentence that says what to look at: the exceptions of requests are for programmers.

They also hold paths and queries, which nobody needs to see.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator

import requests
import urllib3


def is_broken(error: requests.RequestException) -> bool:
    """Whether the connection broke, so that one more call may well succeed."""
    if isinstance(error, requests.exceptions.SSLError | requests.exceptions.ProxyError):
        return False
    return isinstance(error, requests.ConnectionError | requests.exceptions.ChunkedEncodingError) and not any(
        isinstance(cause, urllib3.exceptions.NewConnectionError | urllib3.exceptions.TimeoutError)
        for cause in causes(error)
    )


def words_for(error: requests.RequestException, server: str, timeout_s: float) -> str:
    """What happened, where, and what may be wrong."""
    for cause in causes(error):
        match cause:
            case requests.exceptions.ProxyError():
                return f"{server}: the proxy that HTTP_PROXY or HTTPS_PROXY names does not let the call through"
            case ssl.SSLCertVerificationError():
                return f"{server}: its certificate is not trusted: {cause.verify_message}"
            case ssl.SSLError(reason="WRONG_VERSION_NUMBER" | "HTTP_REQUEST"):
                return f"{server}: it does not speak TLS: is its address one with http://?"
            case ssl.SSLError():
                return f"{server}: no TLS connection: {cause.reason or 'the handshake failed'}"
            case socket.gaierror() | urllib3.exceptions.NameResolutionError():
                return f"{server}: there is no host of this name, or no network"
            case ConnectionRefusedError():
                return f"{server}: connection refused: is the service running, and is this its address?"
            case requests.Timeout() | urllib3.exceptions.ReadTimeoutError() | TimeoutError():
                return f"{server}: no answer within {timeout_s:g} s"
    *_, last = causes(error)
    return f"{server}: the connection failed: {type(last).__name__}"


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what led to it, outermost first; each library passes that on in a way of its own."""
    waiting, seen = [error], set[int]()
    while waiting:
        error = waiting.pop(0)
        if id(error) in seen:
            continue
        seen.add(id(error))
        yield error
        inner = [getattr(error, "reason", None), *error.args, error.__cause__]
        waiting += [each for each in inner if isinstance(each, BaseException)]
