"""A match that the referee begins again: the same match id, a higher attempt, and the same play."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.protocol.messages import Message, asked_again, end_message, question_id
from parlour.seated import Seated
from parlour.service import Response, Service

Build = Callable[..., Message]


def post(service: Service, path: str, message: Message) -> Response:
    return service.respond("POST", path, {}, json.dumps(message).encode())


def end(attempt: int) -> Message:
    return end_message(
        match="m1",
        seat=0,
        places=[1, 2],
        scores=[2, 1],
        faults=[0, 0],
        termination="finished",
        secret="00",
        nonces=[None, None],
        attempt=attempt,
    )


def test_two_attempts_at_one_match_do_not_disturb_each_other(counting: Any, start: Build, question: Build) -> None:
    """The first referee was only held up: it goes on beside the second one, and ends before it."""
    service = Service(counting)

    def ask(attempt: int, number: int) -> None:
        id = question_id("m1", 0, number, attempt)
        response = post(service, "/move", question(id, attempt=attempt))
        assert response == Response(200, {"id": id, "answer": 0})

    post(service, "/start", start())
    ask(1, 1)
    post(service, "/start", start(attempt=2))
    ask(2, 1)
    ask(1, 2)
    assert post(service, "/end", end(1)) == Response(200, {})
    ask(2, 2)
    stale, valid = counting.instances
    assert (stale.asked, stale.ended) == (["m1-s0-q1", "m1-s0-q2"], True)
    assert (valid.asked, valid.ended) == (["m1-a2-s0-q1", "m1-a2-s0-q2"], False)
    post(service, "/end", end(2))
    assert valid.ended


def test_a_late_start_of_an_earlier_attempt_does_not_begin_the_later_one_anew(
    counting: Any, start: Build, question: Build
) -> None:
    service = Service(counting)
    for attempt in (2, 1):
        post(service, "/start", start(attempt=attempt))
    post(service, "/move", question("m1-a2-s0-q1", attempt=2))
    assert [bot.asked for bot in counting.instances] == [["m1-a2-s0-q1"], []]


def test_a_question_of_an_attempt_that_was_not_begun_is_refused(counting: Any, start: Build, question: Build) -> None:
    service = Service(counting)
    post(service, "/start", start())
    response = post(service, "/move", question("m1-a2-s0-q1", attempt=2))
    assert response.status == 404
    assert response.value["error"].startswith('match "m1", seat 0, attempt 2, was not begun here')


def test_a_message_that_does_not_speak_of_attempts_belongs_to_the_first(
    counting: Any, start: Build, question: Build
) -> None:
    """As the messages of an older referee."""
    service = Service(counting)
    for path, message in (("/start", start()), ("/move", question()), ("/end", end(1))):
        del message["attempt"]
        assert post(service, path, message).status == 200
    (bot,) = counting.instances
    assert (bot.asked, bot.ended) == (["m1-q1"], True)


@pytest.mark.parametrize("attempt", [0, -1, True, 1.0, "1", None])
def test_an_attempt_is_a_whole_number_from_1_up(attempt: object, counting: Any, start: Build) -> None:
    response = post(Service(counting), "/start", {**start(), "attempt": attempt})
    assert response.status == 400
    assert response.value["error"].startswith("attempt: expected a whole number from 1 up, found ")


def test_the_bot_is_told_which_attempt_it_plays(start: Build, question: Build) -> None:
    assert parlour.Match.from_message(start()).attempt == 1
    assert parlour.Match.from_message(start(attempt=3)).attempt == 3
    assert parlour.Question(question(attempt=3)).attempt == 3
    assert parlour.MatchResult.from_message(end(3)).attempt == 3


def test_a_bot_plays_every_attempt_the_same(start: Build, question: Build) -> None:
    """Else a match that a referee began again would end otherwise than if nothing had happened to it."""

    class Dicey(parlour.Bot):
        def choose(self, question: parlour.Question) -> Any:
            return [self.rng.getrandbits(50), question.rng.getrandbits(50)]

    def answers(attempt: int, match: str = "m1") -> list[parlour.Json]:
        seated = Seated(Dicey, start(match=match, attempt=attempt))
        asked = [question(question_id(match, 0, number, attempt), attempt=attempt) for number in (1, 2)]
        asked = [{**message, "match": match} for message in asked]
        asked.append(asked_again(asked[-1], refused="no", clock=asked[-1]["clock"]))
        return [seated.move(message)["answer"] for message in asked]

    first = answers(1)
    assert answers(2) == answers(12) == first
    assert answers(1, match="m2") != first
    numbers = {answer[1] for answer in first}
    assert len(numbers) == 3, "each question has its own random numbers, the one that is asked again too"
