"""Misbehaviours at one moment: while the bot wakes, when a match begins, when it ends; otherwise the bot is honest."""

from __future__ import annotations

from referee.rogues.slow import silent
from referee.rogues.table import does, says
from referee.rogues.talk import Talk, http, move


@does("ok")
def cold_start(talk: Talk) -> None:
    """Says nothing on its very first connection, as a host does that wakes up, and then answers as it should."""
    (silent if talk.number == 1 else _honest)(talk)


@does("ok")
def s503_retry(talk: Talk) -> None:
    """Is not available for its very first request and says when to come again, and then answers as it should."""
    if talk.number > 1:
        return _honest(talk)
    if next(talk.requests(), None):
        talk.send(http(b"{}", "Retry-After: 1", status="503 Unavailable"))
    return None


@does("ok")
def end_silent(talk: Talk) -> None:
    """Plays as it should, and says nothing when it is told how the match ended."""
    for asked in talk.requests():
        if asked.is_for("/end"):
            talk.wait()
        talk.send(http(move(asked)))


def _honest(talk: Talk) -> None:
    for asked in talk.requests():
        talk.send(http(move(asked)))


says(
    "start_error",
    "bad_status",
    "Fails when it is told that a match begins, and plays it as it should.",
    lambda asked: http(b"{}", status="500 Failed") if asked.is_for("/start") else http(move(asked)),
)
says(
    "start_nonce",
    "bad_json",
    "Gives as its share of the luck what is none, and plays as it should.",
    lambda asked: http(b'{"nonce": "xyz"}' if asked.is_for("/start") else move(asked)),
)
says(
    "end_error",
    "ok",
    "Plays as it should, and fails when it is told how the match ended.",
    lambda asked: http(b"", status="500 Failed") if asked.is_for("/end") else http(move(asked)),
)
