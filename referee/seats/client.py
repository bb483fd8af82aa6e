"""The client that speaks to one bot in one match: a call goes out, and within its budget a reply or a fault comes back.

Built on requests' adapter layer rather than its Session, which would read the environment's proxies and passwords, keep
cookies, read the bodies of redirects, and cost three times the time.
"""

from __future__ import annotations

import copy
import http.client
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

import requests
from requests.adapters import HTTPAdapter
from requests.structures import CaseInsensitiveDict
from urllib3 import HTTPConnectionPool, HTTPResponse, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ClosedPoolError, HTTPError
from urllib3.util import Retry, Url

from parlour.protocol.signing import ID_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER, SigningKey
from referee.seats.address import parse
from referee.seats.deadline import Budget, DeadlineTLSSocket, Dialer, TooManyBytes, tls_context
from referee.seats.faults import Fault
from referee.seats.head import MOST_BODY, MOST_HEAD, AnswerHead, Refused

_LIBRARY_ERRORS = (requests.RequestException, HTTPError, http.client.HTTPException, OSError, ValueError)
"""Everything that requests, urllib3, http.client, ssl and socket raise for what a bot does."""


class BotClient:
    """Calls one bot, one call at a time, over one connection to one address."""

    def __init__(
        self,
        url: str,
        key: SigningKey | None = None,
        tls: ssl.SSLContext | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`url` is the bot's base, to which paths are added; a query stays at the end. BadUrl if it is none.

        `now` gives monotonic seconds.
        """
        parts = parse(url)
        self._url = parts
        self._key = key
        self._budget = Budget(now)
        self._adapter = _Adapter(parts, self._budget, tls)
        self._templates: dict[tuple[str, str], requests.PreparedRequest] = {}

    def call(self, method: str, path: str, body: bytes | None, *, id: str, budget_s: float) -> bytes | Fault:
        """Make one call; give the whole body of the reply or the one fault, at the latest `budget_s` seconds from now.

        A connection that was kept from an earlier call may have gone stale: if it brought not one byte, the call is
        made once more on a new connection, with the same id and within the same budget.
        """
        self._budget.begin(seconds=budget_s, most_bytes=MOST_HEAD + MOST_BODY)
        request = self._prepare(method, path, body, id)
        may_repeat = True
        while True:
            try:
                return self._read(request)
            except Refused as refused:
                return refused.fault
            except TooManyBytes:
                return Fault("too_large", f"more than {MOST_HEAD + MOST_BODY} bytes")
            except _LIBRARY_ERRORS as error:
                went_stale = not (self._budget.dialled or self._budget.received or self._budget.is_over)
                if not (may_repeat and went_stale):
                    return _blame(error, self._budget)
                may_repeat = False

    def drop(self) -> None:
        """Close the connection that is kept; the next call opens a new one, to the same address."""
        self._adapter.drop()

    def close(self) -> None:
        """Close the connection, for good."""
        self._adapter.close()

    def _read(self, request: requests.PreparedRequest) -> bytes:
        raw = cast(HTTPResponse, self._adapter.send(request, stream=True).raw)
        try:
            body = raw.read(MOST_BODY + 1, decode_content=False)
            if len(body) > MOST_BODY:
                raise Refused("too_large", f"a body of more than {MOST_BODY} bytes")
            if raw.length_remaining:
                raise Refused("bad_content", f"the body ended {raw.length_remaining} bytes early")
            if self._budget.received - len(body) > MOST_HEAD:
                raise Refused("too_large", f"more than {MOST_HEAD} bytes around the body")
            return body
        finally:
            if not raw.closed:  # not read to its very end: what else may come on this connection is unknown
                raw.close()

    def _prepare(self, method: str, path: str, body: bytes | None, id: str) -> requests.PreparedRequest:
        template = self._templates.get((method, path))
        if template is None:
            template = self._templates[method, path] = self._template(method, path)
        request = copy.copy(template)
        headers = dict(template.headers)
        headers[ID_HEADER] = id
        headers[TIMESTAMP_HEADER] = str(now := int(time.time()))
        if self._key is not None:
            headers[SIGNATURE_HEADER] = self._key.sign(id, now, body or b"")
        if body is not None:
            headers["Content-Type"] = "application/json"
            headers["Content-Length"] = str(len(body))
        request.headers = cast("CaseInsensitiveDict[str]", headers)
        request.body = body
        return request

    def _template(self, method: str, path: str) -> requests.PreparedRequest:
        base = self._url
        url = base._replace(path=(base.path or "").rstrip("/") + path)
        headers = {
            "Host": base.netloc or "",
            "User-Agent": "referee",
            "Accept": "application/json",
            "Accept-Encoding": "identity",
        }
        return requests.Request(method, url.url, headers=headers).prepare()


class _Line(HTTPConnection):
    """A connection that a dialer opens, that sends a request in one piece, and that judges an answer by its head."""

    response_class = AnswerHead

    def __init__(self, *args: Any, dialer: Dialer, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._dialer = dialer
        self._pieces: list[bytes] | None = None

    def _new_conn(self) -> socket.socket:
        return self._dialer.open()

    def request(self, *args: Any, **settings: Any) -> None:
        """Head and body in one write: a bot that gets them apart may wait 40 ms between them."""
        pieces: list[bytes] = []
        self._pieces = pieces
        try:
            super().request(*args, **settings)
        finally:
            self._pieces = None
        self.send(b"".join(pieces))

    def send(self, data: Any) -> None:
        if self._pieces is None:
            super().send(data)
        else:
            self._pieces.append(data)


class _TLSLine(_Line, HTTPSConnection):
    """The same over TLS; the name is checked against the certificate, whatever address was dialled."""

    def connect(self) -> None:
        super().connect()
        cast(DeadlineTLSSocket, self.sock).budget = self._dialer.budget


class _Lines(HTTPConnectionPool):
    ConnectionCls = _Line


class _TLSLines(HTTPSConnectionPool):
    ConnectionCls = _TLSLine


class _Adapter(HTTPAdapter):
    """requests' adapter with a pool of its own for one bot, without what a call to a bot must not do."""

    def __init__(self, url: Url, budget: Budget, tls: ssl.SSLContext | None) -> None:
        super().__init__(max_retries=Retry(False, redirect=False))
        self._host = cast(str, url.host).strip("[]")
        self._port = url.port or (443 if url.scheme == "https" else 80)
        self._dialer = Dialer(self._host, self._port, budget)
        self._tls = (tls or tls_context()) if url.scheme == "https" else None
        self._lines = self._new_lines()

    def _new_lines(self) -> HTTPConnectionPool:
        if self._tls is None:
            return _Lines(self._host, self._port, dialer=self._dialer)
        return _TLSLines(self._host, self._port, dialer=self._dialer, ssl_context=self._tls)

    def drop(self) -> None:
        self._lines.close()
        self._lines = self._new_lines()

    def get_connection_with_tls_context(self, *_: Any, **__: Any) -> HTTPConnectionPool:
        return self._lines

    def cert_verify(self, *_: Any) -> None:
        """The context of the pool does it."""

    def request_url(self, request: requests.PreparedRequest, proxies: Any) -> str:
        return request.path_url

    def build_response(self, req: requests.PreparedRequest, resp: Any) -> requests.Response:
        """Without the cookies and the guesses at an encoding."""
        response = requests.Response()
        response.raw = resp
        return response

    def close(self) -> None:
        super().close()
        self._lines.close()


def _blame(error: BaseException, budget: Budget) -> Fault:
    """The one fault that an exception of the libraries stands for, told by its innermost cause."""
    causes = list(_causes(error))
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


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception and what led to it, outermost first."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
