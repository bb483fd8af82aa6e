"""A seat whose bot is behind HTTP: messages become calls, and replies are read strictly or become faults."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import TypeVar, cast

import orjson

from parlour.core.wording import shown
from parlour.protocol.messages import (
    Handshake,
    Message,
    MoveReply,
    StartReply,
    read_handshake,
    read_move_reply,
    read_start_reply,
)
from parlour.protocol.signing import SigningKey
from parlour.protocol.strict import BadJson, loads
from referee.seats.client import BotClient
from referee.seats.faults import Fault

HANDSHAKE_TRIES = 3
"""How many calls that hang a handshake bears: each may take this share of its budget."""

SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 0.5
"""How long a handshake waits before it tries again: twice as long each time."""

_MAY_BE_WAKING = ("timeout", "unreachable", "bad_status", "bad_content")

NOT_FOUND = Fault("bad_status", "status 404")
"""What a bot gives for a match of which it does not know."""

R = TypeVar("R")


class HttpSeat:
    """A bot at a URL that plays one match. What it does wrong is a Fault; nothing is raised for it."""

    def __init__(self, url: str, key: SigningKey | None = None, *, now: Callable[[], float] = time.monotonic) -> None:
        """BadUrl if the URL is none that can be called; `now` gives monotonic seconds."""
        self._client = BotClient(url, key, now=now)
        self._now = now
        self._closed = threading.Event()
        self._handshake: Handshake | None = None
        self._begun: Message | None = None

    @property
    def wants_position(self) -> bool:
        """Whether the bot asked in its handshake for the position beside the view."""
        return self._handshake is not None and self._handshake.wants_position

    def handshake(self, budget_s: float) -> Handshake | Fault:
        """Ask the bot who it is, and ask again until the budget is spent: a host that sleeps takes long to wake."""
        ends = self._now() + budget_s
        id = f"handshake-{secrets.token_hex(8)}"
        pause = SHORTEST_PAUSE_S
        while True:
            try_s = min(ends - self._now(), budget_s / HANDSHAKE_TRIES)
            outcome = self._call("GET", "/", None, id, try_s, read_handshake)
            if isinstance(outcome, Handshake):
                self._handshake = outcome
                return outcome
            too_late = ends - self._now() <= pause
            if outcome.kind not in _MAY_BE_WAKING or too_late or self._closed.wait(pause):
                return outcome
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def start(self, message: Message, budget_s: float) -> StartReply | Fault:
        """Tell the bot that a match begins; the handshake comes first if nobody has asked for it before."""
        self._begun = message
        ends = self._now() + budget_s
        if self._handshake is None:
            outcome = self.handshake(budget_s)
            if isinstance(outcome, Fault):
                return outcome
        left = ends - self._now()
        return self._call("POST", "/start", message, f"{message['match']}-start", left, read_start_reply)

    def move(self, message: Message, budget_s: float) -> MoveReply | Fault:
        """Ask the bot a question; a reply that carries another id than the question's, or none, is stale.

        A bot that does not know the match (status 404) was restarted: it is told once more that the match begins, and
        asked once more, within the same budget.
        """
        ends = self._now() + budget_s
        id = cast("dict[str, str]", message["question"])["id"]
        reply = self._call("POST", "/move", message, id, budget_s, read_move_reply)
        if reply == NOT_FOUND and self._begun is not None:
            begun = self.start(self._begun, ends - self._now())
            if isinstance(begun, StartReply):
                reply = self._call("POST", "/move", message, id, ends - self._now(), read_move_reply)
        if isinstance(reply, Fault) or reply.id == id:
            return reply
        self._client.drop()  # whatever else waits on this connection answers an earlier question too
        return Fault("stale", f"expected the id {id}, found {shown(reply.id) if reply.id else 'none'}")

    def end(self, message: Message, budget_s: float) -> None:
        """Tell the bot how the match ended; what it says to that is nobody's concern."""
        self._client.call("POST", "/end", orjson.dumps(message), id=f"{message['match']}-end", budget_s=budget_s)

    def close(self) -> None:
        """Close the connection; a handshake that waits gives up."""
        self._closed.set()
        self._client.close()

    def _call(
        self,
        method: str,
        path: str,
        message: Message | None,
        id: str,
        budget_s: float,
        read: Callable[[object], R | str],
    ) -> R | Fault:
        body = None if message is None else orjson.dumps(message)
        reply = self._client.call(method, path, body, id=id, budget_s=budget_s)
        if isinstance(reply, Fault):
            return reply
        try:
            found = read(loads(reply))
        except BadJson as error:
            return Fault("bad_json", error.reason)
        return Fault("bad_json", found) if isinstance(found, str) else found
