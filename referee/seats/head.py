"""The head of a bot's answer, judged as soon as it is in: what is not `200` with JSON is never read further.

Stricter than http.client, whose reading it replaces: one byte budget for the whole head, a bound on `100 Continue`, no
second opinion about where the body ends. It is quicker too, because it does not parse headers as e-mail.
"""

from __future__ import annotations

import http.client
import re

from parlour.core.wording import shown
from referee.seats.faults import Fault

MOST_HEAD = 32 * 1024
MOST_BODY = 64 * 1024
MOST_CONTINUES = 8

_STATUS_LINE = re.compile(rb"HTTP/1\.([01]) ([0-9]{3})(?: [^\r\n]*)?\r?\n")
_HEADER_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*\r?\n")
_END_OF_HEAD = (b"\r\n", b"\n")
_READ = (b"content-type", b"content-length", b"transfer-encoding", b"content-encoding", b"connection")
"""The headers that are kept; no other means anything here, a cookie or a redirect least of all."""


class Refused(Exception):
    """Carries the fault of an answer out of the HTTP library; it never leaves the client."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.fault = Fault(kind, detail)


class AnswerHead(http.client.HTTPResponse):
    """An answer that is refused unless its head promises 200 and JSON of a size that may be read."""

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
            raise Refused("bad_status", f"status {status}")
        _check_content(headers)
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


def _check_content(headers: http.client.HTTPMessage) -> None:
    kind = headers.get("content-type")
    if kind is None:
        raise Refused("bad_content", "no content type, expected application/json")
    if kind.split(";", 1)[0].strip().lower() != "application/json":
        raise Refused("bad_content", f"content type {shown(kind)}, expected application/json")
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
