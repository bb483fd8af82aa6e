"""Misbehaviours in connections: closed, reset, or with more on them than was asked for."""

from __future__ import annotations

from slow import silent
from table import does, hangs_up, says
from talk import Talk, head, http, move


@does("unreachable")
def close_no_answer(talk: Talk) -> None:
    """Takes the request and closes."""
    next(talk.requests(), None)


@does("unreachable")
def reset(talk: Talk) -> None:
    """Takes the request and resets the connection."""
    next(talk.requests(), None)
    talk.reset()


@does("ok")
def close_on_second(talk: Talk) -> None:
    """Keeps the connection, and closes it when the second request comes on it."""
    for number, asked in enumerate(talk.requests()):
        if number:
            return
        talk.send(http(move(asked)))


hangs_up("close_after", "ok", "Closes after each answer, unannounced.", lambda asked: http(move(asked)))


@does("ok")
def close_announced(talk: Talk) -> None:
    """Announces that it closes, leaves that to the other side, and reads no more."""
    for asked in talk.requests():
        talk.send(http(move(asked), "Connection: close"))
        talk.wait()


@does("ok")
def one_call_each(talk: Talk) -> None:
    """Speaks HTTP/1.0, where one connection is for one call unless both sides say otherwise."""
    for asked in talk.requests():
        talk.send(http(move(asked)).replace(b"HTTP/1.1", b"HTTP/1.0"))
        talk.wait()


@does("timeout")
def close_then_silent(talk: Talk) -> None:
    """Closes when the second request comes, and says nothing on the next connection."""
    (close_on_second if talk.number == 1 else silent)(talk)


@does("ok")
def two_writes(talk: Talk) -> None:
    """Sends head and body apart: the body waits until the head is acknowledged."""
    for asked in talk.requests():
        body = move(asked)
        talk.send(head(f"Content-Length: {len(body)}"))
        talk.send(body)


@does("stale")
def smuggle_late(talk: Talk) -> None:
    """Sends its first answer once more before every later one."""
    earlier = b""
    for asked in talk.requests():
        answer = http(move(asked))
        talk.send(earlier + answer)
        earlier = earlier or answer


says("smuggle_early", "ok", "Sends every answer twice at once.", lambda asked: http(move(asked)) * 2)
