"""A seat whose bot is behind HTTP: messages become calls, and replies are read strictly or become faults."""

from __future__ import annotations

import contextlib
import re
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import orjson

from parlour.core.wording import shown
from parlour.protocol.dates import seconds_of
from parlour.protocol.messages import (
    Handshake,
    Message,
    MoveReply,
    StartReply,
    end_id,
    read_handshake,
    read_move_reply,
    read_start_reply,
    start_id,
)
from parlour.protocol.signing import SigningKey
from parlour.protocol.strict import BadJson, loads
from referee.seats.address import PUBLIC, Reach
from referee.seats.client import BotClient
from referee.seats.faults import Fault, RefereeFault
from referee.seats.wall import SINCE_THE_START, Wall

HANDSHAKE_TRIES = 3
"""How many calls that hang a handshake bears."""

FIRST_TRIES = 1 / 6
"""The share of the budget that each but the last of them may take; the last may take all that is left."""

SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 0.5
"""How long a handshake waits before it tries again: twice as long each time."""

_MAY_BE_WAKING = ("timeout", "unreachable", "bad_status", "bad_content")

NOT_FOUND = 404
"""The status that a bot gives for a match of which it does not know."""

TOO_BUSY = (429, 503)
"""The statuses with which a host may say how long to wait, in the header Retry-After."""

R = TypeVar("R")


class HttpSeat:
    """A bot at a URL that plays one match. What it does wrong is a Fault; nothing is raised for it.

    RefereeFault is raised when it is this machine that could not make a call.
    """

    def __init__(
        self,
        url: str,
        keys: Sequence[SigningKey] = (),
        *,
        reach: Reach = PUBLIC,
        now: Callable[[], float] = time.monotonic,
        wall: Wall = SINCE_THE_START,
    ) -> None:
        """BadUrl if the URL is none that can be called; every key signs; `now` gives monotonic seconds."""
        self._client = BotClient(url, keys, reach=reach, now=now, wall=wall)
        self._now = now
        self._wall = wall
        self._called_at: float | None = None
        self._closed = threading.Event()
        self._handshake: Handshake | None = None
        self._begun: Message | None = None

    @property
    def greeting(self) -> Handshake | None:
        """What the bot said about itself; None before it has."""
        return self._handshake

    @property
    def waiting_s(self) -> float:
        """For how many seconds a call to the bot has been under way, 0.0 when none is; any thread may ask."""
        called_at = self._called_at
        return 0.0 if called_at is None else self._now() - called_at

    @property
    def wants_position(self) -> bool:
        """Whether the bot asked in its handshake for the position beside the view."""
        return self._handshake is not None and self._handshake.wants_position

    def handshake(self, budget_s: float) -> Handshake | Fault:
        """Ask the bot who it is, and ask again until the budget is spent: a host that sleeps takes long to wake."""
        ends = self._now() + budget_s
        id = f"handshake-{secrets.token_hex(8)}"
        pause = SHORTEST_PAUSE_S
        hung = 0
        while True:
            left = ends - self._now()
            try_s = left if hung >= HANDSHAKE_TRIES - 1 else min(left, budget_s * FIRST_TRIES)
            outcome: Handshake | Fault | RefereeFault
            try:
                outcome = self._call("GET", "/", None, id, try_s, read_handshake)
            except RefereeFault as ours:  # what this machine is short of may be there again in a moment
                outcome = ours
            if isinstance(outcome, Handshake):
                self._handshake = outcome
                return outcome
            hung += isinstance(outcome, Fault) and outcome.kind == "timeout"
            left = ends - self._now()
            asked = self._asked_pause()
            wait = pause if asked is None or asked >= left else max(asked, SHORTEST_PAUSE_S)
            may_be_waking = isinstance(outcome, RefereeFault) or outcome.kind in _MAY_BE_WAKING
            if not may_be_waking or left <= wait or self._closed.wait(wait):
                if isinstance(outcome, RefereeFault):
                    raise outcome
                return outcome
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def _asked_pause(self) -> float | None:
        """For how many seconds a host that is too busy asks not to be called, or None."""
        refused = self._client.refused
        if refused is None or refused.status not in TOO_BUSY or refused.retry_after is None:
            return None
        if re.fullmatch("[0-9]{1,9}", refused.retry_after):
            return float(refused.retry_after)
        then = seconds_of(refused.retry_after)
        return None if then is None else then - self._wall.now()

    def start(self, message: Message, budget_s: float) -> StartReply | Fault:
        """Tell the bot that a match begins; the handshake comes first if nobody has asked for it before."""
        self._begun = message
        ends = self._now() + budget_s
        if self._handshake is None:
            outcome = self.handshake(budget_s)
            if isinstance(outcome, Fault):
                return outcome
        left = ends - self._now()
        return self._call("POST", "/start", message, start_id(*_attempt(message)), left, read_start_reply)

    def move(self, message: Message, budget_s: float) -> MoveReply | Fault:
        """Ask the bot a question; a reply that carries another id than the question's, or none, is stale.

        A bot that does not know the match (status 404) was restarted: it is told once more that the match begins, and
        asked once more, within the same budget.
        """
        ends = self._now() + budget_s
        id = cast("dict[str, str]", message["question"])["id"]
        reply = self._call("POST", "/move", message, id, budget_s, read_move_reply)
        forgot = (
            isinstance(reply, Fault) and self._client.refused is not None and self._client.refused.status == NOT_FOUND
        )
        if forgot and self._begun is not None:
            begun = self.start(self._begun, ends - self._now())
            if isinstance(begun, StartReply):
                reply = self._call("POST", "/move", message, id, ends - self._now(), read_move_reply)
        if isinstance(reply, Fault) or reply.id == id:
            return reply
        self._client.drop()  # whatever else waits on this connection answers an earlier question too
        found = shown(reply.id) if reply.id else "none"
        return self._client.fault("stale", f"expected the id {id}, found {found}")

    def end(self, message: Message, budget_s: float) -> None:
        """Tell the bot how the match ended; what it says to that is nobody's concern."""
        with contextlib.suppress(RefereeFault):
            self._said("POST", "/end", message, end_id(*_attempt(message)), budget_s)

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
        reply = self._said(method, path, message, id, budget_s)
        if isinstance(reply, Fault):
            return reply
        try:
            found = read(loads(reply))
        except BadJson as error:
            return self._client.fault("bad_json", error.reason)
        return self._client.fault("bad_json", found) if isinstance(found, str) else found

    def _said(self, method: str, path: str, message: Message | None, id: str, budget_s: float) -> bytes | Fault:
        body = None if message is None else orjson.dumps(message)
        self._called_at = self._now()
        try:
            return self._client.call(method, path, body, id=id, budget_s=budget_s)
        finally:
            self._called_at = None


def _attempt(message: Message) -> tuple[str, int]:
    """The match of a message, and which attempt at it this is."""
    return cast(str, message["match"]), cast(int, message.get("attempt", 1))
