"""What a served bot answers to the referee, request by request; no sockets."""

import json
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

import pytest

import parlour
from parlour.protocol.messages import Message, end_message
from parlour.service import KEPT_REPLIES, METHODS, SPARE_MATCHES, Response, Service

Build = Callable[..., Message]


def post(service: Service, path: str, message: object, headers: Mapping[str, str] | None = None) -> Response:
    return service.respond("POST", path, headers or {}, json.dumps(message).encode())


def end(match: str = "m1", seat: int = 0) -> Message:
    return end_message(
        match=match,
        seat=seat,
        places=[1, 2],
        scores=[2, 1],
        faults=[0, 0],
        termination="finished",
        secret="00",
        nonces=[None, None],
    )


def test_a_match_from_handshake_to_end(counting: Any, start: Build, question: Build) -> None:
    service = Service(counting)
    assert service.respond("GET", "/", {}, b"") == Response(200, counting.handshake())
    assert post(service, "/start", start()) == Response(200, {})
    assert post(service, "/move", question("m1-q1")) == Response(200, {"id": "m1-q1", "answer": 0})
    assert post(service, "/end", end()) == Response(200, {})
    (bot,) = counting.instances
    assert (bot.asked, bot.ended) == (["m1-q1"], True)


def test_every_match_and_seat_has_a_bot_of_its_own(counting: Any, start: Build, question: Build) -> None:
    service = Service(counting)
    for where in ({"match": "m1"}, {"match": "m2"}, {"match": "m2", "seat": 1}):
        post(service, "/start", start(**where))
    post(service, "/move", {**question("m2-q1"), "match": "m2", "seat": 1})
    assert [bot.asked for bot in counting.instances] == [[], [], ["m2-q1"]]


def test_a_question_that_comes_again_gets_the_same_reply_and_the_bot_is_not_asked(
    start: Build, question: Build
) -> None:
    class Fickle(parlour.Bot):
        asked = 0

        def choose(self, question: parlour.Question) -> int:
            self.asked += 1
            return self.asked

    service = Service(Fickle)
    post(service, "/start", start())
    replies = [post(service, "/move", question(id)).value["answer"] for id in ("m1-q1", "m1-q1", "m1-q2", "m1-q1")]
    assert replies == [1, 1, 2, 1]


def test_a_question_that_comes_again_while_the_bot_thinks_waits_for_its_answer(start: Build, question: Build) -> None:
    thinking, go_on = threading.Event(), threading.Event()

    class Slow(parlour.Bot):
        asked = 0

        def choose(self, question: parlour.Question) -> int:
            self.asked += 1
            thinking.set()
            assert go_on.wait(10)
            return self.asked

    service = Service(Slow)
    post(service, "/start", start())
    replies: list[Response] = []
    ask = lambda: replies.append(post(service, "/move", question()))  # noqa: E731
    threads = [threading.Thread(target=ask) for _ in range(2)]
    threads[0].start()
    assert thinking.wait(10)
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert [reply.value["answer"] for reply in replies] == [1, 1]


def test_a_match_that_begins_again_is_played_anew(counting: Any, start: Build, question: Build) -> None:
    """What was answered before counts for nothing, though the same ids come again."""
    service = Service(counting)
    for _ in range(2):
        post(service, "/start", start())
        post(service, "/move", question("m1-q1"))
    assert [bot.asked for bot in counting.instances] == [["m1-q1"], ["m1-q1"]]


def test_a_match_that_the_bot_could_not_begin_is_not_played(
    start: Build, question: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    class Late(parlour.Bot):
        starts = 0

        def start(self, match: parlour.Match) -> None:
            Late.starts += 1
            if Late.starts == 1:
                raise RuntimeError("not yet")

        def choose(self, question: parlour.Question) -> parlour.Json:
            return question.default

    service = Service(Late)
    assert post(service, "/start", start()).status == 500
    assert "not yet" in capsys.readouterr().err
    assert post(service, "/move", question()).status == 404
    assert post(service, "/start", start()).status == 200
    assert post(service, "/move", question()).status == 200
    assert post(service, "/end", end()).status == 200


def test_an_end_that_comes_for_a_match_that_never_began_is_no_fault(
    start: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    class Never(parlour.Bot):
        def start(self, match: parlour.Match) -> None:
            raise RuntimeError("no")

        def choose(self, question: parlour.Question) -> parlour.Json:
            return question.default

    service = Service(Never)
    assert post(service, "/start", start()).status == 500
    assert "RuntimeError: no" in capsys.readouterr().err
    assert post(service, "/end", end()) == Response(200, {})


def test_no_match_of_those_that_a_bot_plays_at_once_is_forgotten(counting: Any, start: Build, question: Build) -> None:
    counting.max_parallel = 1000
    service = Service(counting)
    for number in range(1000):
        post(service, "/start", start(match=f"m{number}"))
    assert post(service, "/move", {**question(), "match": "m0"}).status == 200


def test_only_so_many_matches_are_remembered_and_the_quietest_is_forgotten(
    counting: Any, start: Build, question: Build
) -> None:
    service = Service(counting)
    for number in range(SPARE_MATCHES + counting.max_parallel):
        post(service, "/start", start(match=f"m{number}"))
    assert post(service, "/move", {**question(), "match": "m0"}).status == 200
    post(service, "/start", start(match="one more"))
    assert post(service, "/move", {**question("m0-q2"), "match": "m0"}).status == 200
    assert post(service, "/move", {**question(), "match": "m1"}).status == 404


def test_only_so_many_replies_are_remembered(counting: Any, start: Build, question: Build) -> None:
    service = Service(counting)
    post(service, "/start", start())
    for number in range(KEPT_REPLIES + 1):
        post(service, "/move", question(f"m1-q{number}"))
    post(service, "/move", question("m1-q1"))
    assert len(counting.instances[0].asked) == KEPT_REPLIES + 1, "the second is remembered"
    post(service, "/move", question("m1-q0"))
    assert len(counting.instances[0].asked) == KEPT_REPLIES + 2, "the first is not"


def test_a_match_is_forgotten_at_its_end(counting: Any, start: Build, question: Build) -> None:
    service = Service(counting)
    post(service, "/start", start())
    post(service, "/end", end())
    assert post(service, "/end", end()) == Response(200, {}), "a second end is no fault"
    response = post(service, "/move", question())
    assert response.status == 404
    assert response.value == {"error": 'match "m1", seat 0, was not begun here: was the bot started anew?'}


# --- bad requests ---------------------------------------------------------------------------------------------------


def test_an_unknown_path_is_not_found(counting: Any) -> None:
    response = Service(counting).respond("GET", "/nope", {}, b"")
    assert response == Response(404, {"error": 'there is no "/nope"; the bot answers /, /start, /move, /end'})


@pytest.mark.parametrize("path", METHODS)
def test_the_wrong_method_is_refused_with_the_right_one(path: str, counting: Any) -> None:
    wrong = "POST" if METHODS[path] == "GET" else "GET"
    response = Service(counting).respond(wrong, path, {}, b"{}")
    assert (response.status, response.allow) == (405, METHODS[path])


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "the body is empty"),
        (b"{", "not JSON: "),
        (b"[]", "expected an object, found a list of 0"),
        (b'{"match": "m1", "match": "m2"}', 'the key "match" stands twice'),
        (b'{"match": 1}', "match: expected text, found 1; game: missing"),
        (b'{"seat": NaN}', "NaN is not JSON"),
        (b"[" * 100_000, "nested deeper than 32"),
        (b'"\xff"', "not UTF-8"),
    ],
    ids=lambda value: repr(value)[:30],
)
@pytest.mark.parametrize("path", ["/start", "/move", "/end"])
def test_a_body_that_is_no_message_is_refused_with_the_reason(
    path: str, body: bytes, reason: str, counting: Any
) -> None:
    response = Service(counting).respond("POST", path, {}, body)
    assert response.status == 400
    assert reason.partition(";")[0] in response.value["error"]


def test_what_a_bot_raises_is_printed_and_the_bot_goes_on(
    start: Build, question: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    class Touchy(parlour.Bot):
        def choose(self, question: parlour.Question) -> Any:
            if question.id == "m1-q1":
                raise LookupError("no idea")
            return question.default

    service = Service(Touchy)
    post(service, "/start", start())
    assert post(service, "/move", question("m1-q1")) == Response(500, {"error": "LookupError: no idea"})
    printed = capsys.readouterr().err
    assert "in choose" in printed
    assert "LookupError: no idea" in printed
    assert post(service, "/move", question("m1-q2")).status == 200


@pytest.mark.parametrize("method", ["start", "choose", "end"])
def test_a_bot_that_exits_gets_status_500_and_its_traceback_printed(
    method: str, start: Build, question: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    def leave(self: parlour.Bot, *told: Any) -> None:
        sys.exit(3)

    methods = {"choose": lambda self, question: question.default, method: leave}
    service = Service(type("Leaving", (parlour.Bot,), methods))
    responses = {
        "start": post(service, "/start", start()),
        "choose": post(service, "/move", question()),
        "end": post(service, "/end", end()),
    }
    assert responses[method] == Response(500, {"error": "SystemExit: 3"})
    printed = capsys.readouterr().err
    assert "in leave" in printed
    assert printed.endswith("SystemExit: 3\n")


def test_an_answer_that_is_no_json_is_the_bots_error(
    start: Build, question: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    class Setter(parlour.Bot):
        def choose(self, question: parlour.Question) -> Any:
            return {1, 2}

    service = Service(Setter)
    post(service, "/start", start())
    assert post(service, "/move", question()).status == 500
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("Setter: BadReply: what choose() returned is no JSON: ")
    assert line.endswith("found a set, {1, 2}")


def test_an_illegal_answer_is_sent_and_its_author_told(
    start: Build, question: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    class Wild(parlour.Bot):
        def choose(self, question: parlour.Question) -> Any:
            return True

    service = Service(Wild)
    post(service, "/start", start())
    assert post(service, "/move", question()).value["answer"] is True
    assert capsys.readouterr().err == (
        "Wild: true is no answer to Borrow (m1-q1): expected a whole number from 0 to 20\n"
    )


def test_a_bot_that_says_what_the_wire_does_not_allow_is_not_served(counting: Any) -> None:
    counting.max_parallel = 0
    with pytest.raises(ValueError, match="max_parallel"):
        Service(counting)
