"""Calls the service over HTTP, and makes of whatever happens a value or one of our errors.

Proxies and certificates of the environment are used, as a student's machine may need them; its `.netrc` is not, nor are
cookies, and no redirect is followed: the key goes to the server that it is for, and to nobody else.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.cookiejar import DefaultCookiePolicy
from typing import Any
from urllib.parse import urlsplit

import requests

from parlour.client.errors import ApiError, BadReply, ClientError, NoService
from parlour.client.trouble import is_broken, words_for
from parlour.core.wording import shown
from parlour.protocol.strict import BadJson, loads

MOST_BYTES = 1 << 26
"""No transcript comes near it."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
KEY = re.compile("rf_[A-Za-z0-9_-]{43}")

Query = Mapping[str, str | int | None]


class Calls:
    """One server and one key; the connection is kept open between calls.

    Raises ValueError where the server is no address or the key no key; neither message shows the key.
    """

    def __init__(
        self, server: str, key: str | None, *, timeout_s: float, patience_s: float, wait: Callable[[float], object]
    ) -> None:
        self.server = read_server(server)
        if key is not None and not KEY.fullmatch(key):
            raise ValueError(f"an API key is rf_ and 43 letters, digits, - or _; found {len(key)} other characters")
        self._timeout_s = timeout_s
        self._patience_s = patience_s
        self.wait = wait
        self._session = requests.Session()
        self._session.auth = _Bearer(key)
        self._session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self._session.headers["User-Agent"] = "parlour"
        parts = urlsplit(self.server)
        host = parts.hostname or ""
        self.is_safe = parts.scheme == "https" or host in LOOPBACK
        # No proxy can reach what is meant by this machine.
        self._proxies = {"no_proxy": host} if host in LOOPBACK else None

    def close(self) -> None:
        """End the connection."""
        self._session.close()

    def json(self, method: str, path: str, *, query: Query | None = None, body: object = None) -> Any:
        """The JSON that the service answers, None where it answers nothing. Raises ClientError."""
        response, content = self._answer(method, path, "application/json", query, body)
        if not content and response.status_code in (200, 204):
            return None
        self._require_kind(response, content, "application/json")
        try:
            return loads(content)
        except BadJson as error:
            raise BadReply(f"{method} {response.url}: the reply is no JSON: {error.reason}") from None

    def text(self, path: str, kind: str) -> str:
        """The text of that kind that the service has at a path. Raises ClientError."""
        response, content = self._answer("GET", path, kind, None, None)
        self._require_kind(response, content, kind)
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            raise BadReply(f"GET {response.url}: the reply is not UTF-8 at byte {error.start}") from None

    @contextmanager
    def stream(self, path: str, kind: str, headers: Mapping[str, str]) -> Iterator[Iterator[bytes]]:
        """The pieces of an answer as they come. Raises ClientError; NoService also when the connection breaks."""
        try:
            with self._send("GET", path, {"Accept": kind, **headers}, None, None) as response:
                if response.status_code != 200:
                    raise self._refusal(response, _content(response))
                self._require_kind(response, b"", kind)
                # Each chunk as it comes; where there are none, byte by byte, or the first would wait for the last.
                chunked = "chunked" in response.headers.get("Transfer-Encoding", "").lower()
                yield response.iter_content(None if chunked else 1)
        except requests.RequestException as error:
            raise NoService(words_for(error, self.server, self._timeout_s)) from None

    def _answer(
        self, method: str, path: str, kind: str, query: Query | None, body: object
    ) -> tuple[requests.Response, bytes]:
        """An answer that is no refusal, with its whole body.

        Where the connection breaks it is called once more, with the same Idempotency-Key: so nothing is done twice.
        Where the service is too busy it is waited for, as long as it asks and patience lasts.
        """
        headers = {"Accept": f"{kind}, application/problem+json"}
        if method == "POST":
            headers["Idempotency-Key"] = uuid.uuid4().hex
        waited_s, calls_left = 0.0, 2
        while True:
            calls_left -= 1
            try:
                with self._send(method, path, headers, query, body) as response:
                    content = _content(response)
            except requests.RequestException as error:
                if is_broken(error) and calls_left > 0:
                    continue
                raise NoService(words_for(error, self.server, self._timeout_s)) from None
            if 200 <= response.status_code < 300:
                return response, content
            refusal = self._refusal(response, content)
            pause_s = refusal.retry_after_s if isinstance(refusal, ApiError) else None
            if pause_s is None or waited_s + pause_s > self._patience_s:
                raise refusal
            self.wait(pause_s)
            waited_s += pause_s
            calls_left = 2

    def _send(
        self, method: str, path: str, headers: Mapping[str, str], query: Query | None, body: object
    ) -> requests.Response:
        content = None if body is None else json.dumps(body).encode()
        return self._session.request(
            method,
            self.server + path,
            params={name: str(value) for name, value in (query or {}).items() if value is not None},
            data=content,
            headers={**headers, "Content-Type": "application/json"} if content is not None else dict(headers),
            timeout=self._timeout_s,
            allow_redirects=False,
            stream=True,
            proxies=self._proxies,
        )

    def _refusal(self, response: requests.Response, content: bytes) -> ClientError:
        """What the service says against the call, or what else answered."""
        if response.is_redirect:
            return BadReply(f"{self.server} sends on to {shown(response.headers['Location'])}: is that the server?")
        try:
            problem = loads(content) if _kind(response) == "application/problem+json" else None
        except BadJson:
            problem = None
        if type(problem) is not dict:
            return self._not_the_service(response, content)
        seconds = response.headers.get("Retry-After", "")
        retry_after_s = float(seconds) if re.fullmatch("[0-9]{1,6}", seconds) else None
        return ApiError(response.status_code, problem, response.headers.get("X-Request-Id", ""), retry_after_s)

    def _require_kind(self, response: requests.Response, content: bytes, kind: str) -> None:
        if _kind(response) != kind:
            raise self._not_the_service(response, content)

    def _not_the_service(self, response: requests.Response, content: bytes) -> BadReply:
        excerpt = shown(content[:200].decode(errors="replace").strip()) if content else "nothing more"
        found = f"status {response.status_code}, {_kind(response) or 'no Content-Type'}, {excerpt}"
        return BadReply(f"{response.url} does not answer as the service does: is {self.server} its address? ({found})")


class _Bearer(requests.auth.AuthBase):
    """Sends the key, or nothing; because it is set, what `.netrc` has for the server is never looked up."""

    def __init__(self, key: str | None) -> None:
        self._key = key

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._key is not None:
            request.headers["Authorization"] = f"Bearer {self._key}"
        return request


def read_server(text: str) -> str:
    """The address of a server without the slash at its end.

    >>> read_server("https://ladder.example.org/")
    'https://ladder.example.org'
    >>> read_server("ladder.example.org")
    Traceback (most recent call last):
    ValueError: expected the server's address, like https://ladder.example.org, found "ladder.example.org"
    """
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        good = False
    if not good or not re.fullmatch("[!-~]+", text) or "\\" in text:
        raise ValueError(f"expected the server's address, like https://ladder.example.org, found {shown(text)}")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("the server's address has neither a user nor a password, nor anything after ? or #")
    return text.rstrip("/")


def _kind(response: requests.Response) -> str:
    return str(response.headers.get("Content-Type", "")).partition(";")[0].strip().lower()


def _content(response: requests.Response) -> bytes:
    """The whole body; BadReply once it is longer than any answer of the service."""
    content = bytearray()
    for piece in response.iter_content(1 << 16):
        content += piece
        if len(content) > MOST_BYTES:
            raise BadReply(f"{response.url}: the reply has more than {MOST_BYTES} bytes")
    return bytes(content)
