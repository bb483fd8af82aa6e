"""Each misbehaviour ends within the budget, in the outcome that the table promises, and leaves nothing behind."""

from __future__ import annotations

import gc
import threading
import tracemalloc
from pathlib import Path

import pytest
from misbehaviours import MISBEHAVIOURS
from rogue import Rogue
from table import Misbehaviour
from talk import Talk, http, move
from timing import PATIENCE_S, Clock, ending_with

from parlour.protocol.messages import Message, MoveReply
from referee.seats.faults import KINDS, Fault
from referee.seats.http import HttpSeat

SHORT_S = 0.2
"""The budget of a call to a bot that spends it all."""


def question(number: int, view: str = "") -> Message:
    """A question as far as a seat looks at it."""
    return {"match": "m1", "question": {"id": f"m1-q{number}"}, "view": view}


def ask_twice(bot: Rogue) -> list[MoveReply | Fault]:
    """Two questions on one seat; large ones where a bot must be given something not to read."""
    view = "x" * 5_000_000 if bot.name == "never_reads" else ""
    seat = HttpSeat(bot.url)
    outcomes = [seat.move(question(number, view), budget_s(bot)) for number in (1, 2)]
    seat.close()
    return outcomes


def budget_s(bot: Rogue) -> float:
    """What a call may take: little where the bot takes it all."""
    return SHORT_S if bot.outcome == "timeout" else PATIENCE_S


def kind(outcome: MoveReply | Fault) -> str:
    """The outcome in the words of the table."""
    return outcome.kind if isinstance(outcome, Fault) else "ok"


@pytest.mark.parametrize("name", MISBEHAVIOURS)
def test_a_misbehaviour_ends_in_the_outcome_that_is_promised(name: str) -> None:
    with Rogue(name) as bot:
        first, second = ask_twice(bot)
    assert kind(second) == bot.outcome, second
    assert kind(first) in ("ok", bot.outcome), first


@pytest.mark.parametrize("name", [name for name, rogue in MISBEHAVIOURS.items() if rogue.outcome == "timeout"])
def test_a_bot_that_would_take_longer_has_its_whole_budget_and_no_more(name: str) -> None:
    view = "x" * 5_000_000 if name == "never_reads" else ""
    with Rogue(name) as bot:
        seat = HttpSeat(bot.url)
        if name == "close_then_silent":  # which holds on only once it has answered
            assert kind(seat.move(question(0), PATIENCE_S)) == "ok"
        for number in (1, 2):
            with ending_with(SHORT_S):
                assert kind(seat.move(question(number, view), SHORT_S)) == "timeout"
        seat.close()


def test_every_outcome_that_is_promised_is_ok_or_a_kind_of_fault_and_all_but_illegal_occur() -> None:
    promised = {misbehaviour.outcome for misbehaviour in MISBEHAVIOURS.values()}
    assert promised == {"ok", *KINDS} - {"illegal"}


def test_every_misbehaviour_says_what_it_does() -> None:
    assert [name for name, rogue in MISBEHAVIOURS.items() if not rogue.sentence.strip().endswith(".")] == []


def test_after_a_stale_answer_the_connection_is_dropped_and_the_next_answer_is_the_right_one() -> None:
    with Rogue("smuggle_late") as bot:
        seat = HttpSeat(bot.url)
        outcomes = [kind(seat.move(question(number), PATIENCE_S)) for number in (1, 2, 3)]
        seat.close()
    assert outcomes == ["ok", "stale", "ok"]
    assert bot.connections == 2


def test_true_is_handed_on_as_true_and_not_as_1() -> None:
    with Rogue("true_as_int") as bot:
        _, reply = ask_twice(bot)
    assert isinstance(reply, MoveReply)
    assert reply.answer is True


def test_cookies_are_not_sent_back_and_passwords_not_given_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login ada password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    for name in ("cookie", "auth401"):
        with Rogue(name) as bot:
            ask_twice(bot)
        assert len(bot.requests) == 2
        for request in bot.requests:
            assert not {"cookie", "authorization"} & request.headers.keys()


def test_a_redirect_is_not_followed() -> None:
    with Rogue("honest") as elsewhere, Rogue("s302") as bot:
        ask_twice(bot)
    assert elsewhere.requests == []
    assert [request.line for request in bot.requests] == ["POST /move HTTP/1.1"] * 2


def test_a_call_that_met_a_stale_connection_is_made_once_more_with_the_same_id() -> None:
    with Rogue("close_on_second") as bot:
        outcomes = ask_twice(bot)
    assert [kind(outcome) for outcome in outcomes] == ["ok", "ok"]
    assert [request.id for request in bot.requests] == ["m1-q1", "m1-q2", "m1-q2"]
    assert bot.connections == 2


def test_the_second_attempt_has_what_is_left_of_the_budget_of_the_first() -> None:
    clock = Clock()

    def act(talk: Talk) -> None:
        for number, asked in enumerate(talk.requests()):
            if talk.number == 2:
                talk.wait()
            elif number:
                clock.advance(PATIENCE_S - 0.5)
                return
            talk.send(http(move(asked)))

    with Rogue(Misbehaviour("slow_to_close", "timeout", "Closes late, and says nothing on the next one.", act)) as bot:
        seat = HttpSeat(bot.url, now=clock)
        assert kind(seat.move(question(1), PATIENCE_S)) == "ok"
        with ending_with(0.5):
            assert kind(seat.move(question(2), PATIENCE_S)) == "timeout"
        seat.close()
    assert [request.id for request in bot.requests] == ["m1-q1", "m1-q2", "m1-q2"]


@pytest.mark.parametrize("name", ["close_no_answer", "reset"])
def test_a_call_on_a_new_connection_is_made_only_once(name: str) -> None:
    with Rogue(name) as bot:
        ask_twice(bot)
    assert [request.id for request in bot.requests] == ["m1-q1", "m1-q2"]


def test_bombs_and_endless_bodies_take_less_than_a_megabyte() -> None:
    for name in ("huge", "huge_until_close", "endless_chunks", "negative_chunk", "header_flood", "redirect_huge"):
        with Rogue(name) as bot:
            seat = HttpSeat(bot.url)
            tracemalloc.start()
            try:
                seat.move(question(1), PATIENCE_S)
                _, most = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
            seat.close()
        assert most < 1_000_000, name


def test_threads_and_sockets_return_to_where_they_began() -> None:
    def open_files() -> int:
        return len(list(Path("/dev/fd").iterdir()))

    with Rogue("honest") as bot:  # whatever is loaded or opened once, is now
        ask_twice(bot)
    gc.collect()
    threads, files = threading.active_count(), open_files()
    for name in MISBEHAVIOURS:
        with Rogue(name) as bot:
            seat = HttpSeat(bot.url)
            seat.move(question(1), 0.05)
            seat.close()
    assert (threading.active_count(), open_files()) == (threads, files)
