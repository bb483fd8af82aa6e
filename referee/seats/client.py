"""The client that speaks to one bot in one match: a call goes out, and within its budget a reply or a fault comes back.

Built on requests' adapter layer rather than its Session, which would read the environment's proxies and passwords, keep
cookies, read the bodies of redirects, and cost three times the time.
"""

from __future__ import annotations

import copy
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from typing import Any, cast
from urllib.parse import unquote_plus

import requests
from requests.adapters import HTTPAdapter
from requests.structures import CaseInsensitiveDict
from urllib3 import HTTPConnectionPool, HTTPResponse, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.util import Retry, Url

from parlour.protocol.dates import out_of_step
from parlour.protocol.signing import ID_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER, SigningKey, signatures
from referee.seats.address import PUBLIC, Reach
from referee.seats.blame import LIBRARY_ERRORS, blame
from referee.seats.deadline import Budget, DeadlineTLSSocket, TooManyBytes, tls_context
from referee.seats.dialer import Blocked, Dialer
from referee.seats.faults import Fault
from referee.seats.head import MOST_BODY, MOST_HEAD, AnswerHead, Refused, RefusedStatus
from referee.seats.url import called, parse
from referee.seats.wall import SINCE_THE_START, Wall

SHORTEST_SECRET = 4
"""What is shorter in a URL's query is shown where it stands alone: `room=3` must not hide every 3."""


class BotClient:
    """Calls one bot, one call at a time, over one connection to one address."""

    def __init__(
        self,
        url: str,
        keys: Sequence[SigningKey] = (),
        tls: ssl.SSLContext | None = None,
        *,
        reach: Reach = PUBLIC,
        now: Callable[[], float] = time.monotonic,
        wall: Wall = SINCE_THE_START,
    ) -> None:
        """`url` is the bot's base, to which paths are added; a query stays at the end. BadUrl if it is none.

        Every one of the `keys` signs every call, newest first. `now` gives monotonic seconds.
        """
        parts = parse(url)
        self._url = parts
        self._hidden = _hidden_parts(parts.query)
        self._keys = tuple(keys)
        self._budget = Budget(now)
        self._adapter = _Adapter(parts, self._budget, reach, tls)
        self._templates: dict[tuple[str, str], requests.PreparedRequest] = {}
        self._wall = wall
        self._signs_anchored = False
        self.refused: RefusedStatus | None = None
        """How the bot answered the last call, if it was with another status than 200."""

    def call(self, method: str, path: str, body: bytes | None, *, id: str, budget_s: float) -> bytes | Fault:
        """Make one call; give the whole body of the reply or the one fault, at the latest `budget_s` seconds from now.

        A connection that was kept from an earlier call may have gone stale: if it brought not one byte, the call is
        made once more on a new connection, with the same id and within the same budget. So is a signed call that is
        answered with status 401 after our own wall clock was set, with the time that the other way of telling it gives.

        RefereeFault when it is this machine that cannot make the call.
        """
        self._budget.begin(seconds=budget_s, most_bytes=MOST_HEAD + MOST_BODY)
        self.refused = None
        request = self._prepare(method, path, body, id)
        may_repeat = may_tell_other_time = True
        while True:
            try:
                return self._read(request)
            except RefusedStatus as refused:
                if not (may_tell_other_time and refused.status == 401 and self._keys and self._wall.was_set):
                    self.refused = refused.with_traceback(None)
                    return self._status_fault(refused)
                may_tell_other_time = False
                self._signs_anchored = not self._signs_anchored  # and stays so: if it is right, it is used first
                request = self._prepare(method, path, body, id)
            except Refused as refused:
                return self.fault(refused.kind, refused.detail, refused.evidence)
            except Blocked as blocked:
                return self.fault("blocked", str(blocked))
            except TooManyBytes:
                return Fault("too_large", f"more than {MOST_HEAD + MOST_BODY} bytes")
            except LIBRARY_ERRORS as error:
                went_stale = not (self._budget.dialled or self._budget.received or self._budget.is_over)
                if not (may_repeat and went_stale):
                    return blame(error, self._budget)
                may_repeat = False

    def fault(self, kind: str, detail: str, evidence: str = "") -> Fault:
        """A fault of this bot; what stands in the query of its URL is shown in none, for it may be a password."""
        text = f"{detail}: {evidence}" if evidence else detail
        for part in self._hidden:
            text = text.replace(part, "(hidden)")
        return Fault(kind, text)

    def drop(self) -> None:
        """Close the connection that is kept; the next call opens a new one, to the same address."""
        self._adapter.drop()

    def close(self) -> None:
        """Close the connection, for good."""
        self._adapter.close()

    def _status_fault(self, refused: RefusedStatus) -> Fault:
        off = out_of_step(self._wall.ahead(refused.date)) if refused.status == 401 else None
        return self.fault(refused.kind, f"{refused.detail}; {off}" if off else refused.detail, refused.evidence)

    def _read(self, request: requests.PreparedRequest) -> bytes:
        came_before = self._budget.received
        raw = cast(HTTPResponse, self._adapter.send(request, stream=True).raw)
        try:
            body = raw.read(MOST_BODY + 1, decode_content=False)
            if len(body) > MOST_BODY:
                raise Refused("too_large", f"a body of more than {MOST_BODY} bytes")
            if raw.length_remaining:
                raise Refused("bad_content", f"the body ended {raw.length_remaining} bytes early")
            if self._budget.received - came_before - len(body) > MOST_HEAD:
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
        headers[TIMESTAMP_HEADER] = str(now := int(self._wall.anchored() if self._signs_anchored else self._wall.now()))
        if self._keys:
            headers[SIGNATURE_HEADER] = signatures(self._keys, id, now, body or b"")
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

    def __init__(self, url: Url, budget: Budget, reach: Reach, tls: ssl.SSLContext | None) -> None:
        super().__init__(max_retries=Retry(False, redirect=False))
        self._host, self._port = called(url)
        self._dialer = Dialer(self._host, self._port, budget, reach)
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


def _hidden_parts(query: str | None) -> list[str]:
    """What of a URL's query no fault may show, longest first: all of it, its pairs, and the values of these."""
    pairs = (query or "").split("&")
    written = {query or "", *pairs, *(pair.partition("=")[2] for pair in pairs)}
    parts = written | {unquote_plus(part) for part in written}
    return sorted((part for part in parts if len(part) >= SHORTEST_SECRET), key=len, reverse=True)
