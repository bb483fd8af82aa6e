"""A seat in this process asks the same and makes the same faults as one over HTTP."""

import sys
from threading import Event

import pytest
from loopback import LOOPBACK

import parlour
from parlour.bots import Cautious, Random
from parlour.serving import running
from referee.match import MatchRecord, MatchSpec, play
from referee.seats.http import HttpSeat
from referee.seats.local import LocalSeat

SPEC = MatchSpec("m1", "payday", {"months": 1}, ("random", "searching"), b"s" * 32)


class Searching(Random):
    """Wants the position, and looks at it."""

    wants = ("position",)

    def choose(self, question: parlour.Question) -> parlour.Json:
        assert question.imagine().pending[0].kind == question.kind
        return super().choose(question)


def of_bot(choose, start=None) -> type[parlour.Bot]:
    """A bot that chooses so."""
    return type(
        "Odd",
        (parlour.Bot,),
        {"choose": lambda self, question: choose(question), **({"start": start} if start else {})},
    )


def played(*bots: type[parlour.Bot], **more) -> MatchRecord:
    return play(SPEC, [LocalSeat(bot, **more) for bot in bots], stop=Event())


def test_a_match_in_process_and_over_http_have_the_same_transcript() -> None:
    local = played(Random, Searching)
    with running(Random) as first, running(Searching) as second:
        seats = [HttpSeat(url, reach=LOOPBACK) for url in (first, second)]
        over_http = play(SPEC, seats, stop=Event())
        for seat in seats:
            seat.close()
    assert local.faults == over_http.faults == ()
    assert local.transcript == over_http.transcript


def test_what_a_bot_raises_is_the_fault_that_its_server_would_make() -> None:
    record = played(of_bot(lambda question: 1 / 0), Cautious)
    assert [fault.kind for fault in record.faults] == ["bad_status"] * 4
    assert record.faults[0].detail == "ZeroDivisionError: division by zero"
    assert record.forfeited == (True, False)


def test_a_bot_that_exits_makes_a_fault_and_the_match_goes_on() -> None:
    record = played(of_bot(lambda question: sys.exit(3)), Cautious)
    assert {fault.kind for fault in record.faults} == {"bad_status"}
    assert record.faults[0].detail == "SystemExit: 3"
    assert record.forfeited == (True, False)


def test_a_bot_that_cannot_begin_a_match_cannot_play_it_here_or_over_http() -> None:
    def start(self, match):
        raise RuntimeError("no")

    bot = of_bot(lambda question: question.default, start)
    local = played(bot, Cautious)
    with running(bot) as first, running(Cautious) as second:
        seats = [HttpSeat(url, reach=LOOPBACK) for url in (first, second)]
        over_http = play(SPEC, seats, stop=Event())
        for seat in seats:
            seat.close()
    assert local.faults[0].question == "m1-start"
    assert [(fault.kind, fault.question) for fault in local.faults] == [
        (fault.kind, fault.question) for fault in over_http.faults
    ]
    assert local.transcript == over_http.transcript


def test_an_answer_that_is_no_json_is_a_fault_and_not_a_crash() -> None:
    record = played(of_bot(lambda question: {3}), Cautious)
    assert {fault.kind for fault in record.faults} == {"bad_status"}
    assert "found a set" in record.faults[0].detail


def test_a_bot_that_takes_too_long_is_late_when_it_has_ended() -> None:
    seconds = iter(range(0, 10**6, 100))
    record = played(Cautious, Cautious, now=lambda: float(next(seconds)))
    assert {fault.kind for fault in record.faults} == {"timeout"}


def test_a_bot_cannot_change_the_game_through_what_it_is_shown() -> None:
    def vandal(question):
        question.view["seats"].clear()
        question.events.clear()
        return question.default

    record = played(of_bot(vandal), Cautious)
    assert record.transcript == played(Cautious, Cautious).transcript


def test_what_a_bot_makes_of_the_end_is_its_own_affair() -> None:
    class Sulking(Cautious):
        def end(self, result: parlour.MatchResult) -> None:
            raise RuntimeError("I was robbed")

    record = played(Sulking, Cautious)
    assert record.faults == ()
    assert record.transcript == played(Cautious, Cautious).transcript


@pytest.mark.parametrize(("wants", "expected"), [((), False), (("position",), True)])
def test_a_bot_says_whether_it_wants_the_position(wants, expected) -> None:
    assert LocalSeat(type("Bot", (Cautious,), {"wants": wants})).wants_position is expected
