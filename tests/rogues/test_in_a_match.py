"""Rogues in real matches: those that are promised no fault have none, and those that break a rule have that fault."""

from __future__ import annotations

from threading import Event

import pytest
from loopback import LOOPBACK

from parlour.bots import Cautious
from parlour.core import registry
from referee.clock import TimeControl
from referee.match import FaultRecord, MatchRecord, MatchSpec, play, say_goodbye
from referee.rogues.misbehaviours import MISBEHAVIOURS
from referee.rogues.rogue import Rogue
from referee.seats.faults import Fault
from referee.seats.http import HttpSeat
from referee.seats.local import LocalSeat

SHORT = {"careers": {"turns": 6}, "life": {}, "payday": {"months": 1}}
"""The options with which a game is over soon."""

TIME = TimeControl(start_ms=6_000, move_ms=60_000, bank_ms=0)
"""A handshake that hangs is given up after a third of the start."""

AT_THE_START = ["start_error", "start_nonce"]
GOOD = [name for name, each in MISBEHAVIOURS.items() if each.outcome == "ok"]
ILLEGAL = [name for name, each in MISBEHAVIOURS.items() if each.outcome == "illegal"]


def played(bot: Rogue, game: str = "payday") -> MatchRecord:
    """A match of the rogue against a cautious bot, to its very end."""
    spec = MatchSpec("m1", game, SHORT[game], (bot.name, "cautious"), b"s" * 32, TIME)
    seats = (HttpSeat(bot.url, reach=LOOPBACK), LocalSeat(Cautious))
    record = play(spec, seats, stop=Event())
    say_goodbye(record, seats, spec.time)
    for seat in seats:
        seat.close()
    return record


def faults(record: MatchRecord) -> list[FaultRecord]:
    """The rogue's faults; the other seat has none."""
    assert [fault for fault in record.faults if fault.seat == 1] == []
    return list(record.faults)


@pytest.mark.parametrize("name", GOOD)
def test_a_rogue_that_is_promised_no_fault_plays_a_match_without_one(name: str) -> None:
    with Rogue(name) as bot:
        record = played(bot)
    assert faults(record) == []
    assert {"GET", "/start", "/move", "/end"} <= {
        "GET" if request.line.startswith("GET") else f"/{request.line.split('/')[1].split()[0]}"
        for request in bot.requests
    }


@pytest.mark.parametrize("game", sorted(SHORT))
@pytest.mark.parametrize("name", ILLEGAL)
def test_a_rogue_that_breaks_the_rules_has_that_fault_and_forfeits_its_seat(name: str, game: str) -> None:
    with Rogue(name) as bot:
        record = played(bot, game)
    assert {fault.kind for fault in faults(record)} == {"illegal"}
    assert record.forfeited == (True, False)


@pytest.mark.parametrize("name", AT_THE_START)
def test_a_rogue_that_fails_at_the_start_has_one_fault_and_plays_on(name: str) -> None:
    with Rogue(name) as bot:
        (fault,) = faults(played(bot))
    assert (fault.kind, fault.question) == (MISBEHAVIOURS[name].outcome, "m1-start")


def test_every_game_is_played_by_a_rogue_in_its_cautious_way() -> None:
    assert {name.partition("/")[0] for name in registry.names()} == SHORT.keys()
    for game in SHORT:
        with Rogue("honest") as bot:
            seat = HttpSeat(bot.url, reach=LOOPBACK)
            about = seat.handshake(60)
            seat.close()
            record = played(bot, game)
        assert not isinstance(about, Fault)
        assert game in about.games
        assert about.max_parallel == 4
        assert faults(record) == []
