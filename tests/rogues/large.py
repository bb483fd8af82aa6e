"""Misbehaviours in size: more than an answer may have, of anything that it has."""

from __future__ import annotations

import gzip

from table import does, says
from talk import Talk, chunk, head, http, move

BOMB = gzip.compress(bytes(10_000_000))


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
says("gzip_bomb", "bad_content", "Sends 10 MB in 10 KB.", lambda asked: http(BOMB, "Content-Encoding: gzip"))
says(
    "gzip_small",
    "bad_content",
    "Squeezes a good answer.",
    lambda asked: http(gzip.compress(move(asked)), "Content-Encoding: gzip"),
)
