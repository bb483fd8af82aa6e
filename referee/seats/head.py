"""The head of a bot's answer, judged as soon as it is in: what is not `200` with JSON is never read further.

Stricter than http.client, whose reading it replaces: one byte budget for the whole head, a bound on `100 Continue`, no
second opinion about where the body ends. It is quicker too, because it does not parse headers as e-mail.
"""

from __future__ import annotations

import http.client
import re
from typing import Any

from parlour.core.wording import shown
from referee.seats.deadline import DeadlineSocket

MOST_HEAD = 32 * 1024
MOST_BODY = 64 * 1024
MOST_CONTINUES = 8

_STATUS_LINE = re.compile(rb"HTTP/1\.([01]) ([0-9]{3})(?: [^\r\n]*)?\r?\n")
_HEADER_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*\r?\n")
_END_OF_HEAD = (b"\r\n", b"\n")
_READ = (
    *(b"content-type", b"content-length", b"transfer-encoding", b"content-encoding", b"connection"),
    *(b"date", b"retry-after"),
)
"""The headers that are kept; no other means anything here, a cookie or a redirect least of all."""
_LENGTH = re.compile(r"[0-9]{1,9}")
_CHUNK_SIZE = re.compile(r"[0-9a-fA-F]{1,8}[^\r\n]*\r?\n")


class Refused(Exception):
    """Carries what is wrong with an answer out of the HTTP library; it never leaves the client.

    `evidence` is what of the body had come in by then, where that can tell the bot's owner more.
    """

    def __init__(self, kind: str, detail: str, evidence: str = "") -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.evidence = evidence


class RefusedStatus(Refused):
    """Another status than 200, with the headers that tell when to come again, and what the bot's clock shows."""

    def __init__(self, status: int, headers: http.client.HTTPMessage, evidence: str) -> None:
        super().__init__("bad_status", f"status {status}", evidence)
        self.status = status
        self.date: str | None = headers.get("date")
        self.retry_after: str | None = headers.get("retry-after")


class AnswerHead(http.client.HTTPResponse):
    """An answer that is refused unless its head promises 200 and JSON of a size that may be read."""

    def __init__(self, sock: DeadlineSocket, *args: Any, **settings: Any) -> None:
        super().__init__(sock, *args, **settings)
        self._came_by = sock

    def begin(self) -> None:
        """Read the head; Refused when it is not sound, RemoteDisconnected when there is none."""
        self._head_left = MOST_HEAD
        for _ in range(MOST_CONTINUES + 1):
            minor, status = self._status_line()
            headers = self._header_lines()
            if status != http.client.CONTINUE:
                break
        else:
            raise Refused("bad_status", f"more than {MOST_CONTINUES} times 100 Continue")
        if status != http.client.OK:
            is_redirect = 300 <= status < 400  # its body is never read, not even what has come of it
            raise RefusedStatus(status, headers, "" if is_redirect else self._evidence(headers))
        if (reason := _not_json(headers)) is not None:
            raise Refused("bad_content", reason, self._evidence(headers))
        _check_coding(headers)
        # What http.client and urllib3 read of a response.
        self.code = self.status = status
        self.reason = ""
        self.version = 10 + minor
        self.headers = self.msg = headers
        self.chunked, self.length = _framing(headers)
        self.chunk_left = None
        self.will_close = _will_close(headers, minor) or not (self.chunked or self.length is not None)

    def _status_line(self) -> tuple[int, int]:
        line = self._line()
        if not line:
            raise http.client.RemoteDisconnected("closed without an answer")
        found = _STATUS_LINE.fullmatch(line)
        if found is None:
            raise Refused("bad_content", f"not HTTP/1.1: {_excerpt(line)}")
        return int(found[1]), int(found[2])

    def _header_lines(self) -> http.client.HTTPMessage:
        headers = http.client.HTTPMessage()
        while (line := self._line()) not in _END_OF_HEAD:
            if not line:
                raise Refused("bad_content", "the answer ended within its head")
            found = _HEADER_LINE.fullmatch(line)
            if found is None:
                raise Refused("bad_content", f"not a header: {_excerpt(line)}")
            name = found[1].lower()
            if name in _READ:
                headers.set_raw(name.decode("ascii"), found[2].decode("latin-1"))
        return headers

    def _line(self) -> bytes:
        line = self.fp.readline(self._head_left + 1)
        self._head_left -= len(line)
        if self._head_left < 0:
            raise Refused("too_large", f"a head of more than {MOST_HEAD} bytes")
        return line

    def _evidence(self, headers: http.client.HTTPMessage) -> str:
        """The beginning of the body on one line, as far as it has come in already: nothing is waited for."""
        try:
            with self._came_by.without_waiting():
                came = self.fp.peek()
        except OSError:  # over TLS there is an error where nothing has come
            return ""
        length = headers.get("content-length", "")
        text = came[: int(length) if _LENGTH.fullmatch(length) else None].decode("utf-8", "replace")
        if headers.get("transfer-encoding") is not None:
            text = _CHUNK_SIZE.sub("", text, count=1)
        return " ".join(text.split())


def _not_json(headers: http.client.HTTPMessage) -> str | None:
    """Why the body is none of JSON, or None."""
    kind = headers.get("content-type")
    if kind is None:
        return "no content type, expected application/json"
    if kind.split(";", 1)[0].strip().lower() != "application/json":
        return f"content type {shown(kind)}, expected application/json"
    return None


def _check_coding(headers: http.client.HTTPMessage) -> None:
    coding = headers.get("content-encoding", "identity")
    if coding.lower() != "identity":
        raise Refused("bad_content", f"content encoding {shown(coding)}, expected none")


def _framing(headers: http.client.HTTPMessage) -> tuple[bool, int | None]:
    """Whether the body comes in chunks, and its length if that is given. An answer with two opinions is refused."""
    lengths = set(headers.get_all("content-length", ()))
    codings = headers.get_all("transfer-encoding", ())
    if codings and lengths:
        raise Refused("bad_content", "both a content length and a transfer encoding")
    if codings:
        if [coding.lower() for coding in codings] != ["chunked"]:
            raise Refused("bad_content", f"transfer encoding {shown(', '.join(codings))}, expected chunked")
        return True, None
    if not lengths:
        return False, None
    if len(lengths) > 1:
        raise Refused("bad_content", "two content lengths")
    length = lengths.pop()
    if not (length.isascii() and length.isdigit()):
        raise Refused("bad_content", f"content length {shown(length)}")
    if len(length) > 9 or int(length) > MOST_BODY:
        raise Refused("too_large", f"a body of {shown(length)} bytes, more than {MOST_BODY}")
    return False, int(length)


def _will_close(headers: http.client.HTTPMessage, minor: int) -> bool:
    tokens = headers.get("connection", "").lower()
    return "close" in tokens or (minor == 0 and "keep-alive" not in tokens)


def _excerpt(line: bytes) -> str:
    return shown(line.decode("latin-1"))
