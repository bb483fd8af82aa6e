"""What a bot with a key answers: signed calls, each once, and no others; no sockets."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.protocol.messages import Message
from parlour.protocol.signing import SigningKey, new_key, signatures
from parlour.service import Response, Service

NOW = 1_800_000_000

Build = Callable[..., Message]


def signed(key: SigningKey, id: str, body: bytes, timestamp: int = NOW) -> dict[str, str]:
    return {
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": key.sign(id, timestamp, body),
    }


@pytest.fixture
def key() -> SigningKey:
    return SigningKey(new_key())


def call(service: Service, key: SigningKey, id: str, path: str, message: Message) -> Response:
    """What a bot answers to a message that is signed now."""
    body = json.dumps(message).encode()
    return service.respond("POST", path, signed(key, id, body), body)


def test_with_a_key_a_signed_call_is_answered(counting: Any, key: SigningKey) -> None:
    assert Service(counting, [key], now=lambda: NOW).respond("GET", "/", signed(key, "any", b""), b"").status == 200


def test_a_handshake_repeats_the_id_of_the_call_that_it_answers(counting: Any, key: SigningKey) -> None:
    service = Service(counting, [key], now=lambda: NOW)
    first, second = (service.respond("GET", "/", signed(key, id, b""), b"").value for id in ("one", "other"))
    assert (first, second) == ({**counting.handshake(), "id": "one"}, {**counting.handshake(), "id": "other"})


def test_a_bot_without_a_key_repeats_it_too_so_that_its_owner_can_be_told_what_it_lacks(counting: Any) -> None:
    assert Service(counting).respond("GET", "/", {"webhook-id": "one"}, b"").value["id"] == "one"


def test_who_signs_with_another_key_is_told_nothing_of_the_bot(counting: Any, key: SigningKey) -> None:
    response = Service(counting, [key], now=lambda: NOW).respond(
        "GET", "/", signed(SigningKey(new_key()), "a", b""), b""
    )
    assert response == Response(401, {"error": "no signature fits a key of this bot"})


def test_with_a_key_a_call_without_signature_is_refused(counting: Any, key: SigningKey, start: Build) -> None:
    service = Service(counting, [key], now=lambda: NOW)
    assert service.respond("GET", "/", {}, b"").status == 401
    assert service.respond("POST", "/start", {}, json.dumps(start()).encode()).status == 401
    assert counting.instances == []


def test_a_body_that_was_changed_by_one_byte_is_refused(counting: Any, key: SigningKey, start: Build) -> None:
    body = json.dumps(start()).encode()
    headers = signed(key, "m1-start", body)
    changed = body.replace(b"m1", b"m2", 1)
    assert Service(counting, [key], now=lambda: NOW).respond("POST", "/start", headers, changed).status == 401


def test_a_call_of_ten_minutes_ago_is_refused(counting: Any, key: SigningKey) -> None:
    headers = signed(key, "any", b"", NOW - 600)
    response = Service(counting, [key], now=lambda: NOW).respond("GET", "/", headers, b"")
    assert response.status == 401
    assert "600 s old" in response.value["error"]


@pytest.mark.parametrize("signature", ["", "v1,", "v1,%%%", "\udcff", "v2,abc", "v1,\u0660"])
def test_a_malformed_signature_is_refused_and_nothing_worse(signature: str, counting: Any, key: SigningKey) -> None:
    headers = {**signed(key, "any", b""), "webhook-signature": signature}
    assert Service(counting, [key], now=lambda: NOW).respond("GET", "/", headers, b"").status == 401


def test_a_signed_start_that_comes_again_does_not_begin_the_match_again(
    counting: Any, key: SigningKey, start: Build
) -> None:
    service = Service(counting, [key], now=lambda: NOW)
    body = json.dumps(start()).encode()
    for timestamp in (NOW, NOW, NOW + 1):
        assert service.respond("POST", "/start", signed(key, "m1-start", body, timestamp), body).status == 200
    assert len(counting.instances) == 2, "the third is another call: it begins the match anew"


def test_a_signed_start_that_comes_again_while_the_bot_starts_waits_for_its_reply(
    key: SigningKey, start: Build
) -> None:
    starting, go_on = threading.Event(), threading.Event()
    nonces = iter(["00" * 8, "11" * 8])

    class Slow(parlour.Bot):
        def start(self, match: parlour.Match) -> str:
            starting.set()
            assert go_on.wait(10)
            return next(nonces)

        def choose(self, question: parlour.Question) -> parlour.Json:
            return question.default

    service = Service(Slow, [key], now=lambda: NOW)
    body = json.dumps(start()).encode()
    replies: list[Response] = []
    ask = lambda: replies.append(service.respond("POST", "/start", signed(key, "m1-start", body), body))  # noqa: E731
    threads = [threading.Thread(target=ask) for _ in range(2)]
    threads[0].start()
    assert starting.wait(10)
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert replies == [Response(200, {"nonce": "00" * 8})] * 2


def test_a_signed_question_that_comes_again_gets_the_same_answer_and_is_asked_once(
    counting: Any, key: SigningKey, start: Build, question: Build
) -> None:
    service = Service(counting, [key], now=lambda: NOW)
    call(service, key, "m1-start", "/start", start())
    first, again = (call(service, key, "m1-s0-q1", "/move", question("m1-s0-q1")) for _ in range(2))
    assert first == again == Response(200, {"id": "m1-s0-q1", "answer": 0})
    assert counting.instances[0].asked == ["m1-s0-q1"]


def test_the_headers_of_one_question_do_not_serve_for_another(
    counting: Any, key: SigningKey, start: Build, question: Build
) -> None:
    """Whoever overheard a call can neither change a byte of it nor send others under its signature."""
    service = Service(counting, [key], now=lambda: NOW)
    call(service, key, "m1-start", "/start", start())
    body = json.dumps(question("m1-s0-q1")).encode()
    overheard = signed(key, "m1-s0-q1", body)
    other = json.dumps(question("m1-s0-q2")).encode()
    assert service.respond("POST", "/move", overheard, other).status == 401
    for position in range(0, len(body), 37):
        changed = body[:position] + bytes([body[position] ^ 1]) + body[position + 1 :]
        assert service.respond("POST", "/move", overheard, changed).status == 401
    assert counting.instances[0].asked == []
    assert service.respond("POST", "/move", overheard, body).status == 200


def test_a_bot_with_two_keys_answers_a_call_that_either_signed(counting: Any, key: SigningKey) -> None:
    newer, stranger = SigningKey(new_key()), SigningKey(new_key())
    service = Service(counting, [newer, key], now=lambda: NOW)
    statuses = [service.respond("GET", "/", signed(each, "any", b""), b"").status for each in (newer, key, stranger)]
    assert statuses == [200, 200, 401]


def test_a_call_that_two_keys_signed_is_answered_by_a_bot_that_has_one_of_them(counting: Any, key: SigningKey) -> None:
    newer, stranger = SigningKey(new_key()), SigningKey(new_key())
    headers = {**signed(key, "any", b""), "webhook-signature": signatures([newer, key], "any", NOW, b"")}
    for each, status in ((newer, 200), (key, 200), (stranger, 401)):
        service = Service(counting, [each], now=lambda: NOW)
        assert service.respond("GET", "/", headers, b"").status == status
