"""What the clock of a seat says of a bot behind HTTP: waking up is free, and an answer takes until its last byte."""

import json
from threading import Event
from typing import Any

import pytest
from loopback import LOOPBACK

from parlour.bots import Cautious
from referee.clock import TimeControl
from referee.match import MatchRecord, MatchSpec, Policy, play
from referee.rogues.rogue import Rogue
from referee.rogues.table import Misbehaviour
from referee.rogues.talk import Talk, head, move
from referee.seats.http import HttpSeat
from referee.seats.local import LocalSeat

pytestmark = pytest.mark.usefixtures("vault_is_registered")

LATE_MS = 200

TIME = TimeControl(start_ms=4_500, move_ms=60_000, bank_ms=500)


def play_against(rogue: Rogue) -> tuple[MatchRecord, list[dict[str, Any]]]:
    """The record of a match of the rogue, in seat 0, against a cautious bot; and the clocks that the rogue was told."""
    spec = MatchSpec("m1", "vault", {"rounds": 1}, ("rogue", "cautious"), b"s" * 32, TIME, Policy(max_strikes=0))
    seat = HttpSeat(rogue.url, reach=LOOPBACK)
    record = play(spec, [seat, LocalSeat(Cautious)], stop=Event())
    seat.close()
    return record, [json.loads(request.body)["clock"] for request in rogue.requests if request.is_for("/move")]


def test_a_bot_that_hangs_while_it_wakes_up_pays_nothing_for_it() -> None:
    """Its first call hangs for a third of `start_ms`, which is three times what the bank holds."""
    with Rogue("cold_start") as bot:
        record, clocks = play_against(bot)
        assert bot.connections == 2
    assert record.faults == ()
    assert clocks[0] == {"move_ms": 60_000, "bank_ms": 500, "last_ms": 0}
    assert clocks[-1]["bank_ms"] == 500


def test_how_long_an_answer_took_is_told_to_its_last_byte() -> None:
    def act(talk: Talk) -> None:
        for asked in talk.requests():
            body = move(asked)
            talk.send(head(f"Content-Length: {len(body)}") + body[:-1])
            if asked.is_for("/move"):
                talk.pause(LATE_MS / 1000)
            talk.send(body[-1:])

    with Rogue(Misbehaviour("late end", "ok", "Sends its answer at once, but for the last byte.", act)) as bot:
        record, clocks = play_against(bot)
    assert len(clocks) > 1
    assert all(clock["last_ms"] >= LATE_MS for clock in clocks[1:])
    assert record.slowest_ms[0] >= LATE_MS
    assert record.thought_ms[0] >= LATE_MS * len(clocks)
