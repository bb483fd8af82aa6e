"""Misbehaviours in the head of an answer: odd spellings, sound and unsound, and content types."""

from __future__ import annotations

from referee.rogues.table import hangs_up, says
from referee.rogues.talk import Request, head, http, move


def _respelled(asked: Request, old: bytes, new: bytes) -> bytes:
    """A good answer of which one thing is spelled in another way."""
    answer = http(move(asked))
    if old not in answer:
        raise ValueError(f"an answer holds no {old!r}")
    return answer.replace(old, new, 1)


says(
    "lower_case_headers",
    "ok",
    "Spells the names of its headers in lower case.",
    lambda asked: _respelled(asked, b"Content-Length", b"content-length").replace(b"Content-Type", b"content-type"),
)
says(
    "no_space_after_colon",
    "ok",
    "Puts no space after the colon of a header.",
    lambda asked: _respelled(asked, b"Content-Length: ", b"Content-Length:"),
)
says(
    "tabs_in_header",
    "ok",
    "Puts tabs round the value of a header.",
    lambda asked: _respelled(asked, b": application/json", b":\t application/json \t"),
)
says(
    "bare_line_feeds",
    "ok",
    "Ends the lines of its head as Unix does.",
    lambda asked: http(move(asked)).replace(b"\r\n", b"\n"),
)
says("latin_1_header", "ok", "Sends a header that is not ASCII.", lambda asked: http(move(asked), "X-Cafe: caf\xe9"))
says("cookie", "ok", "Sets a cookie.", lambda asked: http(move(asked), "Set-Cookie: spy=1; Path=/"))
says(
    "offers_upgrade",
    "ok",
    "Offers to go on in another protocol.",
    lambda asked: http(move(asked), "Upgrade: h2c", 'Alt-Svc: h3=":443"'),
)
says(
    "space_before_colon",
    "bad_content",
    "Puts a space before the colon of a header.",
    lambda asked: _respelled(asked, b"Content-Length:", b"Content-Length :"),
)
says(
    "header_without_name",
    "bad_content",
    "Sends a header without a name.",
    lambda asked: http(move(asked), ": 1"),
)
says("header_without_colon", "bad_content", "Sends a header without a colon.", lambda asked: http(move(asked), "X"))
says(
    "folded_header",
    "bad_content",
    "Continues a header on the next line.",
    lambda asked: http(move(asked), "X: a\r\n b"),
)
says("nul_in_header", "bad_content", "Sends a header with NUL in it.", lambda asked: http(move(asked), "X: a\0b"))
says(
    "return_in_header",
    "bad_content",
    "Sends a header with half a line end in it.",
    lambda asked: http(move(asked), "X: a\rContent-Length: 3"),
)
says(
    "two_spaces_in_status",
    "bad_content",
    "Puts two spaces before its status.",
    lambda asked: _respelled(asked, b"HTTP/1.1 200", b"HTTP/1.1  200"),
)
says(
    "lower_case_version",
    "bad_content",
    "Spells the protocol in lower case.",
    lambda asked: _respelled(asked, b"HTTP/1.1", b"http/1.1"),
)
says("version_1_2", "bad_content", "Speaks HTTP/1.2.", lambda asked: _respelled(asked, b"HTTP/1.1", b"HTTP/1.2"))
says(
    "version_2",
    "bad_content",
    "Says that it speaks HTTP/2, in the words of HTTP/1.1.",
    lambda asked: _respelled(asked, b"HTTP/1.1", b"HTTP/2"),
)
says("blank_line_first", "bad_content", "Begins with an empty line.", lambda asked: b"\r\n" + http(move(asked)))
hangs_up(
    "short_head",
    "bad_content",
    "Closes in the middle of the head.",
    lambda asked: b"HTTP/1.1 200 OK\r\nContent-Type: appl",
)
hangs_up("short_status", "bad_content", "Closes in the middle of the status line.", lambda asked: b"HTTP/1.1 20")
says(
    "html",
    "bad_content",
    "Answers with the page of a host that wakes up.",
    lambda asked: http(b"<p>Soon", kind="text/html"),
)
says("no_ctype", "bad_content", "Does not say what its body is.", lambda asked: http(move(asked), kind=None))
says(
    "empty_ctype",
    "bad_content",
    "Says nothing where it says what its body is.",
    lambda asked: http(move(asked), kind=""),
)
says(
    "ctype_with_charset",
    "ok",
    "Adds a charset to the content type.",
    lambda asked: http(move(asked), kind="Application/JSON; Charset=UTF-8"),
)
says("ctype_text", "bad_content", "Calls its JSON a text.", lambda asked: http(move(asked), kind="text/json"))
says(
    "ctype_problem",
    "bad_content",
    "Says that its answer describes a problem.",
    lambda asked: http(move(asked), kind="application/problem+json"),
)
says(
    "ctype_escape",
    "bad_content",
    "Names a content type that would clear a terminal.",
    lambda asked: http(move(asked), kind="\x1b[2Jjson\x9b2J"),
)
says(
    "keep_alive_1_0",
    "ok",
    "Speaks HTTP/1.0 and keeps the connection.",
    lambda asked: http(move(asked), "Connection: Keep-Alive").replace(b"HTTP/1.1", b"HTTP/1.0"),
)
hangs_up(
    "http10",
    "ok",
    "Speaks HTTP/1.0: no length, and the end of the connection is the end of the body.",
    lambda asked: head(version="HTTP/1.0") + move(asked),
)
