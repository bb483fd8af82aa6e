"""One bot at its seat in one match: messages in, replies out.

The HTTP server, the arena and the referee's local seats all ask a bot through this class, so it is asked the same way
wherever it plays.
"""

from __future__ import annotations

import random
import traceback
from pathlib import Path

from parlour.bot import Bot, Match, MatchResult, Question
from parlour.protocol.messages import (
    NOTE_CHARACTERS,
    Handshake,
    Message,
    as_sent,
    read_handshake,
    read_start_reply,
)


class BadReply(Exception):
    """A bot returned what cannot be sent."""


def check_handshake(kind: type[Bot]) -> Handshake:
    """What the class says about the bot.

    Raises ValueError where the wire does not allow it.
    """
    handshake = read_handshake(kind.handshake())
    if isinstance(handshake, str):
        raise ValueError(f"{kind.__name__}.{handshake}")
    return handshake


class Seated:
    """A new instance of a bot, made for the match and the seat of a start message.

    What the bot raises is not caught; its answer is not checked against the options, which is for the referee to do.
    """

    def __init__(self, kind: type[Bot], message: Message) -> None:
        self.match = Match.from_message(message)
        self.bot = kind()
        self.bot.rng = random.Random(f"{self.match.id} {self.match.seat}")

    def start(self) -> Message:
        """Tell the bot that the match begins; the reply to /start.

        Raises BadReply where the bot returns a nonce that is none.
        """
        nonce = self.bot.start(self.match)
        reply = {} if nonce is None else {"nonce": nonce}
        refusal = read_start_reply(reply)
        if isinstance(refusal, str):
            raise BadReply(f"what start() returned is no {refusal}")
        return reply

    def move(self, message: Message) -> Message:
        """Ask the bot; the reply to /move.

        Raises BadReply where the answer is no JSON.
        """
        question = Question(message)
        answer = self.bot.choose(question)
        try:
            reply = {"id": question.id, "answer": as_sent(answer)}
        except (TypeError, RecursionError) as error:
            raise BadReply(f"what choose() returned is no JSON: {error}") from None
        if question.note:
            reply["note"] = question.note[:NOTE_CHARACTERS]
        return reply

    def end(self, message: Message) -> None:
        """Tell the bot how the match ended."""
        self.bot.end(MatchResult.from_message(message))


_PACKAGE = str(Path(__file__).parent)


def trace_of(error: BaseException) -> str:
    """The traceback of what a bot raised, from the bot's own code on; empty for what it returned."""
    if isinstance(error, BadReply):
        return ""
    step = error.__traceback__
    while step is not None and step.tb_frame.f_code.co_filename.startswith(_PACKAGE):
        step = step.tb_next
    return "".join(traceback.format_exception(type(error), error, step or error.__traceback__))
