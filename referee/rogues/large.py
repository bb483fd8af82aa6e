"""Misbehaviours in size: more than an answer may have, of anything that it has."""

from __future__ import annotations

import functools
import gzip
import zlib

from referee.rogues.table import does, says
from referee.rogues.talk import Talk, chunk, chunked, head, http, move, spelled


@functools.cache
def bomb() -> bytes:
    """10 MB in 10 KB; squeezed when it is wanted first."""
    return gzip.compress(bytes(10_000_000))


MOST_BODY = 64 * 1024
"""What a body may have in bytes; written down here too, since a rogue must not learn it from the referee."""


@does("bad_status")
def endless_100(talk: Talk) -> None:
    """Says `100 Continue` without end."""
    for _ in talk.requests():
        talk.flood(b"HTTP/1.1 100 Continue\r\n\r\n" * 50)


@does("too_large")
def endless_trailers(talk: Talk) -> None:
    """Ends its chunks and then sends trailers without end."""
    for asked in talk.requests():
        talk.send(head("Transfer-Encoding: chunked") + chunk(move(asked)) + b"0\r\n")
        talk.flood(b"X-More: 1\r\n" * 50)


@does("too_large")
def huge(talk: Talk) -> None:
    """Announces 600 MB and sends them."""
    for _ in talk.requests():
        talk.send(head("Content-Length: 600000000"))
        talk.flood(b" " * 65536)


@does("too_large")
def huge_until_close(talk: Talk) -> None:
    """Announces no length and sends without end."""
    for _ in talk.requests():
        talk.send(head("Connection: close"))
        talk.flood(b" " * 65536)


@does("too_large")
def endless_chunks(talk: Talk) -> None:
    """Sends chunks without end."""
    for _ in talk.requests():
        talk.send(head("Transfer-Encoding: chunked"))
        talk.flood(chunk(b" " * 8192))


@does("too_large")
def negative_chunk(talk: Talk) -> None:
    """Sends a chunk of size -1, which to some readers means all that comes, and goes on without end."""
    for _ in talk.requests():
        talk.send(head("Transfer-Encoding: chunked") + b"-1\r\n")
        talk.flood(b" " * 65536)


@does("too_large")
def header_flood(talk: Talk) -> None:
    """Sends headers without end."""
    for _ in talk.requests():
        talk.send(b"HTTP/1.1 200 OK\r\n")
        talk.flood(b"X-More: 1\r\n" * 50)


@does("too_large")
def headers_6mb(talk: Talk) -> None:
    """Sends 95 headers of 60 KB each, none of them too long for a line, and then a good answer."""
    for asked in talk.requests():
        talk.send(b"HTTP/1.1 200 OK\r\n")
        for number in range(95):
            talk.send(b"X-Long-%d: %b\r\n" % (number, b"a" * 60_000))
        talk.send(http(move(asked)).split(b"\r\n", 1)[1])


@does("too_large")
def endless_status(talk: Talk) -> None:
    """Sends a status line without end."""
    for _ in talk.requests():
        talk.send(b"HTTP/1.1 200 ")
        talk.flood(b"O" * 8192)


@does("bad_content")
def long_chunk_line(talk: Talk) -> None:
    """Sends the size of a chunk in digits without end."""
    for _ in talk.requests():
        talk.send(head("Transfer-Encoding: chunked"))
        talk.flood(b"0" * 8192)


@does("bad_content")
def long_chunk_extension(talk: Talk) -> None:
    """Sends what may stand after the size of a chunk, without end."""
    for _ in talk.requests():
        talk.send(head("Transfer-Encoding: chunked") + b"1;a=")
        talk.flood(b"a" * 8192)


@does("bad_status")
def endless_103(talk: Talk) -> None:
    """Sends early hints without end."""
    for _ in talk.requests():
        talk.flood(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 50)


@does("bad_status")
def endless_503(talk: Talk) -> None:
    """Is not available, and says so without end."""
    for _ in talk.requests():
        talk.send(head("Connection: close", status="503 Unavailable"))
        talk.flood(b" " * 65536)


@does("bad_status")
def redirect_huge(talk: Talk) -> None:
    """Points elsewhere, with a body without end."""
    for _ in talk.requests():
        talk.send(head("Location: /elsewhere", "Content-Length: 600000000", status="302 Found"))
        talk.flood(b" " * 65536)


says(
    "header_long", "too_large", "Sends one header of 60 KB.", lambda asked: http(move(asked), "X-Long: " + "a" * 60_000)
)
says(
    "one_byte_chunks",
    "too_large",
    "Sends a short body in so many chunks that what is around it is larger than any head.",
    lambda asked: head("Transfer-Encoding: chunked") + chunk(b" ") * 9_000 + chunk(move(asked)) + b"0\r\n\r\n",
)
says("gzip_bomb", "bad_content", "Sends 10 MB in 10 KB.", lambda asked: http(bomb(), "Content-Encoding: gzip"))
says(
    "gzip_small",
    "bad_content",
    "Squeezes a good answer.",
    lambda asked: http(gzip.compress(move(asked)), "Content-Encoding: gzip"),
)
says(
    "deflate",
    "bad_content",
    "Squeezes a good answer in another way.",
    lambda asked: http(zlib.compress(move(asked)), "Content-Encoding: deflate"),
)
says(
    "encoding_lie",
    "bad_content",
    "Says that its answer is squeezed when it is not.",
    lambda asked: http(move(asked), "Content-Encoding: br"),
)
says(
    "redirect_bomb",
    "bad_status",
    "Points elsewhere, with a body of 10 MB in 10 KB.",
    lambda asked: http(bomb(), "Location: /elsewhere", "Content-Encoding: gzip", status="302 Found"),
)
says(
    "largest_body",
    "ok",
    "Sends as many bytes as an answer may have.",
    lambda asked: http(move(asked).ljust(MOST_BODY)),
)
says(
    "largest_chunks",
    "ok",
    "Sends as many bytes as an answer may have, in chunks.",
    lambda asked: head("Transfer-Encoding: chunked") + chunked(move(asked).ljust(MOST_BODY)),
)
says(
    "one_byte_more",
    "too_large",
    "Sends one byte more than an answer may have.",
    lambda asked: http(move(asked).ljust(MOST_BODY + 1)),
)
says(
    "one_byte_more_chunked",
    "too_large",
    "Sends one byte more than an answer may have, in chunks.",
    lambda asked: head("Transfer-Encoding: chunked") + chunked(move(asked).ljust(MOST_BODY + 1)),
)
says(
    "one_byte_more_until_close",
    "too_large",
    "Announces no length, sends one byte more than an answer may have, and waits for the other side to close.",
    lambda asked: head("Connection: close") + move(asked).ljust(MOST_BODY + 1),
)
says("long_length", "too_large", "Announces a body of 10^30 bytes.", lambda asked: http(move(asked), length=10**30))
says(
    "many_headers",
    "ok",
    "Sends a thousand short headers, which are fewer bytes than a head may have.",
    lambda asked: http(move(asked), *(f"X-{number}: 1" for number in range(1_000))),
)
says(
    "deep_60000",
    "too_large",
    "Answers with 60,000 lists in lists.",
    lambda asked: http(spelled(asked, b"[" * 60_000 + b"]" * 60_000)),
)
