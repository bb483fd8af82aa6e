"""Each misbehaviour ends within the budget, in the outcome that the table promises, and leaves nothing behind."""

from __future__ import annotations

import gc
import threading
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from loopback import LOOPBACK
from timing import LATEST_S, PATIENCE_S, Clock, ending_with

from parlour.protocol.messages import Message, MoveReply
from referee.rogues.misbehaviours import MISBEHAVIOURS
from referee.rogues.rogue import Rogue
from referee.rogues.table import Misbehaviour
from referee.rogues.talk import Talk, http, move
from referee.seats.faults import KINDS, MOST_DETAIL, Fault
from referee.seats.http import HttpSeat

SHORT_S = 0.2
"""The budget of a call to a bot that spends it all."""

WAKING = {"cold_start": "timeout", "s503_retry": "bad_status"}
"""What comes of the first call to a bot that is honest from the second on."""

ONLY_IN_A_MATCH = {"start_error", "start_nonce"}
"""They answer questions as they should; test_in_a_match.py holds what is promised of them."""

FEWEST = 85

BOMBS = [
    "endless_100",
    "endless_103",
    "endless_503",
    "endless_chunks",
    "endless_status",
    "endless_trailers",
    "gzip_bomb",
    "header_flood",
    "headers_6mb",
    "huge",
    "huge_until_close",
    "long_chunk_extension",
    "long_chunk_line",
    "negative_chunk",
    "redirect_bomb",
    "redirect_huge",
]


def question(number: int, view: str = "") -> Message:
    """A question as far as a seat looks at it."""
    return {"match": "m1", "question": {"id": f"m1-q{number}"}, "view": view}


def seat_of(bot: Rogue, now: Callable[[], float] = time.monotonic) -> HttpSeat:
    """A seat that may call the bot."""
    return HttpSeat(bot.url, reach=LOOPBACK, now=now)


def view(bot: str) -> str:
    """A large one where a bot must be given something not to read."""
    return "x" * 5_000_000 if bot == "never_reads" else ""


def ask_twice(bot: Rogue) -> list[MoveReply | Fault]:
    """Two questions on one seat."""
    seat = seat_of(bot)
    outcomes = [seat.move(question(number, view(bot.name)), budget_s(bot, number)) for number in (1, 2)]
    seat.close()
    return outcomes


def budget_s(bot: Rogue, number: int) -> float:
    """What a call may take: little where the bot takes it all."""
    return SHORT_S if "timeout" in (bot.outcome, WAKING.get(bot.name) if number == 1 else None) else PATIENCE_S


def kind(outcome: object) -> str:
    """The outcome in the words of the table."""
    return outcome.kind if isinstance(outcome, Fault) else "ok"


def promised(name: str) -> str:
    """What a seat gives for the bot's answer to a question; that it is illegal is for the rules to say."""
    outcome = MISBEHAVIOURS[name].outcome
    return "ok" if outcome == "illegal" or name in ONLY_IN_A_MATCH else outcome


@pytest.mark.parametrize("name", MISBEHAVIOURS)
def test_a_misbehaviour_ends_in_the_outcome_that_is_promised(name: str) -> None:
    with Rogue(name) as bot:
        first, second = ask_twice(bot)
    assert kind(second) == promised(name), second
    assert kind(first) in ([WAKING[name]] if name in WAKING else ["ok", promised(name)]), first
    for outcome in (first, second):
        if isinstance(outcome, Fault):
            assert outcome.detail
            assert outcome.detail.isprintable()
            assert len(outcome.detail) <= MOST_DETAIL


@pytest.mark.parametrize("name", [name for name, rogue in MISBEHAVIOURS.items() if rogue.outcome == "timeout"])
def test_a_bot_that_would_take_longer_has_its_whole_budget_and_no_more(name: str) -> None:
    with Rogue(name) as bot:
        seat = seat_of(bot)
        if name == "close_then_silent":  # which holds on only once it has answered
            assert kind(seat.move(question(0), PATIENCE_S)) == "ok"
        for number in (1, 2):
            with ending_with(SHORT_S):
                assert kind(seat.move(question(number, view(name)), SHORT_S)) == "timeout"
        seat.close()


@pytest.mark.parametrize("name", ["silent", "drip_body", "s429", "s503_for_years", "s503_no_date", "refused"])
def test_a_handshake_is_over_with_its_budget_whatever_it_is_told_to_wait_for(name: str) -> None:
    with Rogue(name) as bot:
        seat = seat_of(bot)
        began = time.monotonic()
        assert kind(seat.handshake(SHORT_S)) in (MISBEHAVIOURS[name].outcome, "timeout")  # the last try may have little
        assert time.monotonic() - began < SHORT_S + LATEST_S
        seat.close()


def test_there_is_a_wealth_of_misbehaviours() -> None:
    assert len(MISBEHAVIOURS) >= FEWEST


def test_every_outcome_that_is_promised_is_ok_or_a_kind_of_fault_and_all_that_a_bot_can_cause_occur() -> None:
    outcomes = {misbehaviour.outcome for misbehaviour in MISBEHAVIOURS.values()}
    assert outcomes == {"ok", *KINDS} - {"blocked"}


def test_every_misbehaviour_says_what_it_does() -> None:
    assert [name for name, rogue in MISBEHAVIOURS.items() if not rogue.sentence.strip().endswith(".")] == []


def test_an_answer_that_comes_too_late_is_not_taken_for_that_to_the_next_question() -> None:
    with Rogue("late_1s") as bot:
        seat = seat_of(bot)
        assert kind(seat.move(question(1), 0.5)) == "timeout"
        reply = seat.move(question(2), PATIENCE_S)
        seat.close()
    assert isinstance(reply, MoveReply)
    assert reply.id == "m1-q2"


def test_after_a_stale_answer_the_connection_is_dropped_and_the_next_answer_is_the_right_one() -> None:
    with Rogue("smuggle_late") as bot:
        seat = seat_of(bot)
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
    for name in ("cookie", "auth401", "auth407"):
        with Rogue(name) as bot:
            ask_twice(bot)
        assert len(bot.requests) == 2
        for request in bot.requests:
            assert not {"cookie", "authorization"} & request.headers.keys()


def test_a_redirect_is_not_followed_to_another_bot_nor_to_the_same() -> None:
    with Rogue("honest") as elsewhere:

        def act(talk: Talk) -> None:
            for _ in talk.requests():
                talk.send(http(b"", f"Location: {elsewhere.url}/move", status="302 Found"))

        with Rogue(Misbehaviour("pointing", "bad_status", "Points to another bot.", act)) as bot:
            assert [kind(outcome) for outcome in ask_twice(bot)] == ["bad_status"] * 2
        assert elsewhere.connections == 0
    with Rogue("redirect_self") as bot:
        ask_twice(bot)
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
        seat = seat_of(bot, now=clock)
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


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_or_an_endless_body_takes_less_than_a_megabyte(name: str) -> None:
    with Rogue(name) as bot:
        seat = seat_of(bot)
        tracemalloc.start()
        try:
            seat.move(question(1), PATIENCE_S)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        seat.close()
    assert most < 1_000_000


def test_threads_and_sockets_return_to_where_they_began() -> None:
    def open_files() -> int:
        return len(list(Path("/dev/fd").iterdir()))

    with Rogue("honest") as bot:  # whatever is loaded or opened once, is now
        ask_twice(bot)
    gc.collect()
    threads, files = threading.active_count(), open_files()
    for name in MISBEHAVIOURS:
        with Rogue(name) as bot:
            seat = seat_of(bot)
            seat.move(question(1), 0.05)
            seat.close()
    assert (threading.active_count(), open_files()) == (threads, files)
