"""A seat whose bot runs in this process: the same questions and faults as over HTTP, without a network."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from parlour import Bot
from parlour.protocol.messages import Message, MoveReply, StartReply, as_sent, read_move_reply, read_start_reply
from parlour.seated import Seated
from referee.seats.faults import Fault

T = TypeVar("T")
Reply = TypeVar("Reply", MoveReply, StartReply)


class LocalSeat:
    """A bot class at a seat.

    What the bot raises is the fault `bad_status`, as parlour's server would answer it with status 500. A call cannot be
    broken off here: one that took longer than its budget is the fault `timeout` after it has ended.
    """

    def __init__(self, bot: type[Bot], *, now: Callable[[], float] = time.monotonic) -> None:
        self._kind = bot
        self._now = now
        self._seated: Seated | None = None
        self.wants_position = "position" in bot.wants

    def start(self, message: Message, budget_s: float) -> StartReply | Fault:
        """Make an instance of the bot for this match and tell it that the match begins."""

        def begin() -> Message:
            seated = Seated(self._kind, message)
            reply = seated.start()
            self._seated = seated
            return reply

        return _read(self._timed(begin, budget_s), read_start_reply)

    def move(self, message: Message, budget_s: float) -> MoveReply | Fault:
        """Ask the bot, with a copy of its own of what it may know; one that did not begin cannot answer."""
        seated = self._seated
        if seated is None:
            return Fault("bad_status", "the bot has not begun this match")
        return _read(self._timed(lambda: seated.move(as_sent(message)), budget_s), read_move_reply)

    def end(self, message: Message, budget_s: float) -> None:
        """Tell the bot how the match ended; what it makes of it is its own affair."""
        seated = self._seated
        if seated is not None:
            self._timed(lambda: seated.end(message), budget_s)

    def close(self) -> None:
        """Let the bot go."""
        self._seated = None

    def _timed(self, call: Callable[[], T], budget_s: float) -> T | Fault:
        """What the bot says to a call, or the fault of raising or of taking too long."""
        began = self._now()
        try:
            said = call()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a bot raises is the bot's
            return Fault("bad_status", f"{type(error).__name__}: {error}")
        if self._now() - began > budget_s:
            return Fault("timeout", f"more than {budget_s * 1000:.0f} ms")
        return said


def _read(said: Message | Fault, read: Callable[[object], Reply | str]) -> Reply | Fault:
    """What the bot said as a reply of its kind, or the fault that it is none."""
    if isinstance(said, Fault):
        return said
    reply = read(said)
    return Fault("bad_json", reply) if isinstance(reply, str) else reply
