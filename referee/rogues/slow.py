"""Misbehaviours in time: an answer that is never whole, in every phase of it."""

from __future__ import annotations

from referee.rogues.table import does
from referee.rogues.talk import Talk, chunk, head, http, move

LATE_S = 0.15
LATE_PIECES = 30
"""How long a slow answer takes, and in how many pieces it comes."""


@does("timeout", door="full")
def full_backlog(talk: Talk) -> None:
    """Listens, but its queue of connections is full and stays so."""


@does("timeout")
def never_reads(talk: Talk) -> None:
    """Takes the connection and never reads the request."""
    talk.wait()


@does("timeout")
def silent(talk: Talk) -> None:
    """Takes the request and says nothing."""
    for _ in talk.requests():
        talk.wait()


@does("timeout")
def drip_status(talk: Talk) -> None:
    """Sends a status line that never ends."""
    for _ in talk.requests():
        talk.send(b"HTTP/1.1 200 ")
        talk.drip(b"O")


@does("timeout")
def drip_headers(talk: Talk) -> None:
    """Sends one more header now and then."""
    for _ in talk.requests():
        talk.send(b"HTTP/1.1 200 OK\r\n")
        talk.drip(b"X-More: 1\r\n")


@does("timeout")
def drip_body(talk: Talk) -> None:
    """Promises a body and sends it byte by byte."""
    for _ in talk.requests():
        talk.send(head("Content-Length: 60000"))
        talk.drip(b" ")


@does("timeout")
def drip_chunked(talk: Talk) -> None:
    """Sends one chunk of one byte now and then."""
    for _ in talk.requests():
        talk.send(head("Transfer-Encoding: chunked"))
        talk.drip(chunk(b" "))


@does("timeout")
def drip_chunk_size(talk: Talk) -> None:
    """Sends the size of a chunk digit by digit, and it never ends."""
    for _ in talk.requests():
        talk.send(head("Transfer-Encoding: chunked"))
        talk.drip(b"0")


@does("timeout")
def drip_trailers(talk: Talk) -> None:
    """Ends its chunks and then sends one trailer now and then."""
    for asked in talk.requests():
        talk.send(head("Transfer-Encoding: chunked") + chunk(move(asked)) + b"0\r\n")
        talk.drip(b"X-More: 1\r\n")


@does("timeout")
def no_length_no_close(talk: Talk) -> None:
    """Answers without saying where the body ends, and does not close."""
    for asked in talk.requests():
        talk.send(head() + move(asked))
        talk.wait()


@does("timeout")
def drip_tls(talk: Talk) -> None:
    """Begins a record of a TLS handshake, asked for or not, and sends it byte by byte."""
    talk.send(b"\x16\x03\x03\x40\x00\x02")
    talk.drip(b"\0")


@does("timeout")
def drip_chunk_extension(talk: Talk) -> None:
    """Sends what may stand after the size of a chunk letter by letter, and it never ends."""
    for _ in talk.requests():
        talk.send(head("Transfer-Encoding: chunked") + b"1;a=")
        talk.drip(b"a")


@does("timeout")
def short_body_kept(talk: Talk) -> None:
    """Sends less than it has announced, and does not close."""
    for asked in talk.requests():
        talk.send(http(move(asked), length=500))
        talk.wait()


@does("timeout")
def silent_after_head(talk: Talk) -> None:
    """Sends the head of an answer and nothing more."""
    for _ in talk.requests():
        talk.send(head("Content-Length: 20"))
        talk.wait()


@does("timeout")
def silent_after_continue(talk: Talk) -> None:
    """Says `100 Continue` and nothing more."""
    for _ in talk.requests():
        talk.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        talk.wait()


@does("timeout")
def late_1s(talk: Talk) -> None:
    """Answers well, but only after a second: too late where a move has less."""
    for asked in talk.requests():
        talk.pause(1.0)
        talk.send(http(move(asked)))


@does("ok")
def late_but_whole(talk: Talk) -> None:
    """Sends its answer in many small pieces, which takes a while, and ends it in time."""
    for asked in talk.requests():
        answer = http(move(asked))
        size = -(-len(answer) // LATE_PIECES)
        for start in range(0, len(answer), size):
            talk.pause(LATE_S / LATE_PIECES)
            talk.send(answer[start : start + size])
