"""What a bot was sent in a match, made anew from the transcript: the call that began it, its questions, and the end.

The recorded answers are played again, so each message is built from the very game that the bot was asked in. Three
things are recorded nowhere and are left out: what the clock showed, the position that a bot may have asked for, and the
second asking after an illegal answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from parlour.core.decision import IllegalAnswer
from parlour.core.game import Game
from parlour.core.luck import LuckRanOut, Scripted, UnfitLuck
from parlour.core.options import Json
from parlour.core.registry import UnknownGame, find
from parlour.core.rules import BadOption
from parlour.core.transcript import Record, TranscriptError
from parlour.protocol.messages import (
    Message,
    Unread,
    as_sent,
    end_message,
    move_message,
    question_id,
    start_id,
    start_message,
)
from referee.match import FaultRecord


@dataclass(frozen=True)
class Asked:
    """One question as the bot was sent it, and what was played: by the bot, or by the referee in its stead."""

    number: int
    message: Message
    answer: Json
    by: str
    note: str | None


def begun(record: Record, seat: int, *, attempt: int, time: Mapping[str, int], max_strikes: int) -> Message:
    """How the match began for a seat; `time` and `max_strikes` are those of its run's plan."""
    header = record.header
    return start_message(
        match=header["match"],
        game=header["game"],
        rules=header["rules"],
        seat=seat,
        players=header["players"],
        options=header["options"],
        time=time,
        policy={"max_strikes": max_strikes},
        commitment=header["commitment"],
        attempt=attempt,
    )


def ended(record: Record, seat: int, *, attempt: int, faults: Sequence[FaultRecord]) -> Message:
    """How the match ended for a seat; `faults` are those of all seats."""
    over = next(line["over"] for line in record.lines if "over" in line)
    end = record.end or {}
    return end_message(
        match=record.header["match"],
        seat=seat,
        places=end["places"],
        scores=over["scores"],
        faults=[sum(fault.seat == each for fault in faults) for each in range(record.header["seats"])],
        termination=end["termination"],
        secret=end["secret"],
        nonces=end["nonces"],
        attempt=attempt,
    )


def questions(
    record: Record, seat: int, *, attempt: int, faults: Sequence[FaultRecord], after: int = 0
) -> Iterator[Asked]:
    """The questions that a seat was asked, in order, from the one behind number `after` on.

    A seat that was forfeited was called no more after the last of its `faults`. Raises TranscriptError where the
    transcript does not replay, as it does not under other rules than those that it was recorded under.
    """
    forfeited = (record.end or {})["forfeited"][seat]
    last = [fault.question for fault in faults if fault.seat == seat][-1] if forfeited else None
    try:
        yield from _questions(record, seat, attempt, last, after)
    except (UnknownGame, BadOption, IllegalAnswer, LuckRanOut, UnfitLuck) as error:
        raise TranscriptError(1, str(error)) from error


def _questions(record: Record, seat: int, attempt: int, last: str | None, after: int) -> Iterator[Asked]:
    """The questions up to that with the id `last`, as it was in a first attempt at the match."""
    header = record.header
    match = header["match"]
    if (here := find(header["game"]).version) != header["rules"]:
        raise TranscriptError(1, f"recorded under rules {header['rules']}, but {header['game']} has rules {here}")
    answers = iter([line for line in record.lines if "ask" in line])
    luck = Scripted(line["answer"] for line in record.lines if "luck" in line)
    game = Game.new(header["game"], seats=header["seats"], luck=luck, options=header["options"])
    unread = Unread(header["seats"])
    asked = 0
    is_called = last != start_id(match)
    while not game.is_over:
        unread.tell(game.take_events())
        pending = game.pending
        sent: Message | None = None
        for decision in pending:
            if decision.seat != seat or not is_called:
                continue
            asked += 1
            is_called = question_id(match, seat, asked) != last
            events = unread.take(seat)
            if asked > after:
                id = question_id(match, seat, asked, attempt)
                sent = move_message(game, seat, decision, match=match, attempt=attempt, id=id, events=events, clock={})
                del sent["clock"]
                sent = as_sent(sent)  # it shares lists with the game, which goes on
        for line in _next(answers, len(pending)):
            game.answer(line["seat"], line["answer"])
            if sent is not None and line["seat"] == seat:
                yield Asked(asked, sent, line["answer"], line.get("by", "bot"), line.get("note"))


def _next(answers: Iterator[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """The next recorded answers."""
    found = list(islice(answers, number))
    if len(found) < number:
        raise TranscriptError(1, "the answers run out before the game is over")
    return found
