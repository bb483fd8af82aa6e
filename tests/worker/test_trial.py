"""What a short match shows of a bot: its faults in words for its owner, each kind once, and its times."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from typing import Any

import pytest
from answering import answering
from loopback import LOOPBACK

import parlour
from parlour.bots import Cautious
from parlour.core.options import from_wire
from parlour.core.registry import find
from parlour.protocol.signing import SigningKey, new_key
from parlour.service import Response, Service
from parlour.serving import running
from referee.clock import TimeControl
from referee.seats.http import HttpSeat
from referee.worker import trial
from referee.worker.report import Finding
from referee.worker.trial import SEAT, SEATS, play_trial

KEY = SigningKey(new_key())
PATIENT = TimeControl(start_ms=60_000, move_ms=60_000, bank_ms=0)
"""No bot is late on a loaded machine."""


def tried(url: str, control: TimeControl = PATIENT) -> list[Finding]:
    """What is found in a match of PayDay with the bot at an address of this machine."""
    seat = HttpSeat(url, [KEY], reach=LOOPBACK)
    ends, stop = time.monotonic() + 300, threading.Event()
    figures, findings = play_trial(
        find("payday"), seat, bot="mine", id="check-7", time=control, ends=ends, stop=stop, now=time.monotonic
    )
    assert (figures.game, figures.median_ms <= figures.slowest_ms) == ("payday/2000", True)
    return findings


def found(bot: type[parlour.Bot]) -> Finding | None:
    """The only thing that is found in a match with a bot that is served here."""
    with running(bot, [KEY]) as url:
        findings = tried(url)
    assert len(findings) <= 1
    return findings[0] if findings else None


def test_a_sound_bot_sits_among_bots_of_the_house() -> None:
    begun: list[parlour.Match] = []

    class Sound(Cautious):
        def start(self, match: parlour.Match) -> None:
            begun.append(match)

    assert found(Sound) is None
    (match,) = begun
    assert (match.seat, match.players) == (SEAT, ("random", "mine", "cautious"))
    assert len(match.players) == SEATS


def test_an_illegal_answer_is_told_once_with_the_question_and_how_often() -> None:
    class Wild(Cautious):
        def choose(self, question: parlour.Question) -> Any:
            return "rabbit"

    finding = found(Wild)
    assert finding is not None
    assert (finding.kind, finding.stops) == ("illegal", True)
    assert finding.says.startswith(
        'payday/2000, question check-7-s1-q1: The rules do not allow the bot\'s answer. (answer "rabbit" to '
    )
    assert finding.says.endswith(") It did so 4 times.")  # then its seat is forfeited


def test_an_illegal_answer_that_is_mended_when_it_is_refused_is_told_all_the_same() -> None:
    class Hasty(Cautious):
        def choose(self, question: parlour.Question) -> Any:
            return question.default if question.refused else "rabbit"

    finding = found(Hasty)
    assert finding is not None
    assert finding.kind == "illegal"


def test_a_bot_that_raises_is_told_what_it_raised() -> None:
    class Broken(Cautious):
        def choose(self, question: parlour.Question) -> Any:
            raise KeyError("cash")

    finding = found(Broken)
    assert finding is not None
    assert finding.kind == "bad_status"
    assert "KeyError: 'cash'" in finding.says


def test_what_a_bot_of_the_house_does_wrong_is_not_told_to_its_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Cautious):
        def choose(self, question: parlour.Question) -> Any:
            raise KeyError("house")

    monkeypatch.setattr(trial, "HOUSE", (Broken,))
    assert found(Cautious) is None


def test_a_bot_that_cannot_begin_a_match_is_told() -> None:
    class Late(Cautious):
        def start(self, match: parlour.Match) -> str | None:
            raise RuntimeError("no model")

    finding = found(Late)
    assert finding is not None
    assert finding.kind == "bad_status"
    assert finding.says.startswith("payday/2000, check-7-start: ")
    assert "RuntimeError: no model" in finding.says


def test_the_same_question_must_get_the_same_answer() -> None:
    service = Service(Cautious, [KEY])
    answered: set[str] = set()

    def respond(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        response = service.respond(method, path, headers, body)
        if path != "/move" or response.status != 200:
            return response
        question = json.loads(body)["question"]
        if question["id"] not in answered:
            answered.add(question["id"])
            return response
        other = next(option for option in from_wire(question["options"]) if option != response.value["answer"])
        return Response(200, {**response.value, "answer": other})

    with answering(respond) as calls:
        (finding,) = tried(calls.url)
    assert (finding.kind, finding.stops) == ("repeat", True)
    assert "question.rng" in finding.fix


def test_what_a_repeat_takes_is_not_taken_from_the_bot() -> None:
    clocks: dict[str, dict[str, int]] = {}
    service = Service(Cautious, [KEY])

    def respond(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        if path == "/move":
            question = json.loads(body)
            if question["question"]["id"] in clocks and len(clocks) == 1:
                threading.Event().wait(1.2)
            clocks[question["question"]["id"]] = question["clock"]
        return service.respond(method, path, headers, body)

    with answering(respond) as calls:
        findings = tried(calls.url, TimeControl(start_ms=60_000, move_ms=1_000, bank_ms=60_000))
    assert (len(clocks) > 3, findings) == (True, [])
    assert {clock["bank_ms"] for clock in clocks.values()} == {60_000}
