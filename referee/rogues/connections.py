"""Misbehaviours in connections: refused, closed, reset, or with more on them than was asked for."""

from __future__ import annotations

from referee.rogues.slow import silent
from referee.rogues.table import does, hangs_up, says
from referee.rogues.talk import Talk, chunked, head, http, move


@does("unreachable", door="shut")
def refused(talk: Talk) -> None:
    """Does not listen on its port."""


@does("unreachable")
def close_at_once(talk: Talk) -> None:
    """Takes the connection and closes it, the request unread."""


@does("unreachable")
def close_no_answer(talk: Talk) -> None:
    """Takes the request and closes."""
    next(talk.requests(), None)


@does("unreachable")
def reset(talk: Talk) -> None:
    """Takes the request and resets the connection."""
    next(talk.requests(), None)
    talk.reset()


@does("unreachable")
def reset_after_head(talk: Talk) -> None:
    """Sends the head of its answer and resets the connection."""
    if asked := next(talk.requests(), None):
        talk.send(head(f"Content-Length: {len(move(asked))}"))
        talk.reset()


@does("unreachable")
def reset_in_body(talk: Talk) -> None:
    """Sends half of its answer and resets the connection."""
    if asked := next(talk.requests(), None):
        talk.send(http(move(asked))[:-5])
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
def half_open(talk: Talk) -> None:
    """Answers, says on the level of TCP that it will say no more, and leaves the other half open."""
    if asked := next(talk.requests(), None):
        talk.send(http(move(asked)))
        talk.half_close()
        talk.wait()


@does("ok")
def close_announced(talk: Talk) -> None:
    """Announces that it closes, leaves that to the other side, and reads no more."""
    for asked in talk.requests():
        talk.send(http(move(asked), "Connection: close"))
        talk.wait()


@does("ok")
def keep_and_close(talk: Talk) -> None:
    """Announces in one breath that it keeps the connection and that it closes it, and reads no more."""
    for asked in talk.requests():
        talk.send(http(move(asked), "Connection: keep-alive, close"))
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
    """Sends its first answer to a question once more before every later one."""
    earlier = b""
    for asked in talk.requests():
        answer = http(move(asked))
        talk.send(earlier + answer)
        if "/move" in asked.line:
            earlier = earlier or answer


@does("stale")
def early_answer(talk: Talk) -> None:
    """Answers every question before it comes."""
    for asked in talk.requests():
        late = http(b'{"id": "m0-q0", "answer": 1}')
        talk.send(late if "/move" in asked.line else http(move(asked)) + late * ("/start" in asked.line))


says("smuggle_early", "ok", "Sends every answer twice at once.", lambda asked: http(move(asked)) * 2)
says(
    "trailing_bytes",
    "ok",
    "Sends bytes without a meaning after its answer, where no answer can begin.",
    lambda asked: http(move(asked)) + b"\0\x1b[2J<p>",
)
says(
    "trailing_chunks",
    "ok",
    "Goes on after the chunk that ends its body.",
    lambda asked: head("Transfer-Encoding: chunked") + chunked(move(asked)) + b"5\r\n, 9}}\r\n0\r\n\r\n",
)
