"""Signatures: the published example, each way in which a call fails to prove its sender, and keys that stay hidden."""

import base64
import traceback
from collections.abc import Mapping

import hypothesis.strategies as st
import pytest
from hypothesis import given

from parlour.protocol.signing import (
    TOLERANCE_S,
    BadKey,
    BadSignature,
    SigningKey,
    new_key,
    read_keys,
    signatures,
    verify,
)

# The example of the specification's own libraries.
KEY_TEXT = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
KEY = SigningKey(KEY_TEXT)
ID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
NOW = 1614265330
BODY = b'{"test": 2432232314}'
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
NO_LIST = 'webhook-signature is not a list of "v1,<base64>" with spaces between them'
HEADERS = {"webhook-id": ID, "webhook-timestamp": str(NOW), "webhook-signature": SIGNATURE}


def refusal(
    headers: Mapping[str, str], *, keys: tuple[SigningKey, ...] = (KEY,), body: bytes = BODY, now: float = NOW
) -> str:
    """Why a call is refused; empty when it is not."""
    try:
        verify(keys, headers, body, now)
    except BadSignature as error:
        return error.reason
    return ""


def test_the_published_example_is_signed_and_verified() -> None:
    assert KEY.sign(ID, NOW, BODY) == SIGNATURE
    assert refusal(HEADERS) == ""


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"webhook-id": "msg_other"}, "no signature fits a key of this bot"),
        ({"webhook-timestamp": str(NOW + 1)}, "no signature fits a key of this bot"),
        ({"webhook-signature": SIGNATURE.replace("v1,", "v2,")}, "no signature fits a key of this bot"),
        ({"webhook-signature": SIGNATURE.removeprefix("v1,")}, NO_LIST),
        ({"webhook-signature": "v1,"}, NO_LIST),
        ({"webhook-signature": "\u00fc \ud800 ,, v1"}, NO_LIST),
        ({"webhook-signature": f"{SIGNATURE},"}, NO_LIST),
        ({"webhook-signature": f"{SIGNATURE}, {SIGNATURE}"}, NO_LIST),
        ({"webhook-signature": f"{SIGNATURE}  {SIGNATURE}"}, NO_LIST),
        ({"webhook-signature": f"v1,a,b {SIGNATURE}"}, NO_LIST),
        ({"webhook-signature": f"v1,!!! {SIGNATURE}"}, NO_LIST),
        ({"webhook-signature": f"{SIGNATURE}\0"}, NO_LIST),
        ({"webhook-signature": f"{SIGNATURE}\n"}, NO_LIST),
        ({"webhook-signature": ""}, "the header webhook-signature is missing"),
        ({"webhook-id": ""}, "the header webhook-id is missing"),
        ({"webhook-id": "\ud800"}, "webhook-id is not ASCII without spaces"),
        ({"webhook-id": f"{ID}, {ID}"}, "webhook-id is not ASCII without spaces"),
        ({"webhook-id": f"{ID}\0"}, "webhook-id is not ASCII without spaces"),
        ({"webhook-id": ID * 5000}, "no signature fits a key of this bot"),
        ({"webhook-timestamp": ""}, "the header webhook-timestamp is missing"),
        ({"webhook-timestamp": "now"}, "webhook-timestamp is not a whole number of seconds"),
        ({"webhook-timestamp": f"{NOW}.0"}, "webhook-timestamp is not a whole number of seconds"),
        ({"webhook-timestamp": f"0{NOW}"}, "webhook-timestamp is not a whole number of seconds"),
        ({"webhook-timestamp": f"-{NOW}"}, "webhook-timestamp is not a whole number of seconds"),
        ({"webhook-timestamp": f"+{NOW}"}, "webhook-timestamp is not a whole number of seconds"),
        ({"webhook-timestamp": f"{NOW}\n"}, "webhook-timestamp is not a whole number of seconds"),
        ({"webhook-timestamp": "9" * 5000}, "webhook-timestamp is not a whole number of seconds"),
        ({"webhook-timestamp": "\u0661" * 10}, "webhook-timestamp is not a whole number of seconds"),
    ],
)
def test_a_header_that_is_changed_refuses_the_call(changes: dict[str, str], reason: str) -> None:
    assert refusal({**HEADERS, **changes}) == reason


@pytest.mark.parametrize("name", HEADERS)
def test_a_header_that_is_missing_refuses_the_call(name: str) -> None:
    assert refusal({key: value for key, value in HEADERS.items() if key != name}) == f"the header {name} is missing"


@pytest.mark.parametrize("position", range(len(BODY)))
def test_a_body_changed_by_one_bit_refuses_the_call(position: int) -> None:
    changed = bytes(byte ^ (number == position) for number, byte in enumerate(BODY))
    assert refusal(HEADERS, body=changed) == "no signature fits a key of this bot"


@pytest.mark.parametrize(
    ("later", "reason"),
    [
        (TOLERANCE_S, ""),
        (-TOLERANCE_S, ""),
        (TOLERANCE_S + 1, "the call is 301 s old by this clock, more than 300"),
        (-660, "the call is 660 s ahead of this clock, more than 300"),
    ],
)
def test_a_call_is_taken_for_five_minutes_before_and_after_its_time(later: int, reason: str) -> None:
    assert refusal(HEADERS, now=NOW + later) == reason


def test_while_keys_change_either_is_enough_on_either_side() -> None:
    other = SigningKey(new_key())
    both = f"{other.sign(ID, NOW, BODY)} {SIGNATURE}"
    assert refusal(HEADERS, keys=(other, KEY)) == ""
    assert refusal({**HEADERS, "webhook-signature": both}, keys=(KEY,)) == ""
    assert refusal({**HEADERS, "webhook-signature": both}, keys=(other,)) == ""
    stranger = SigningKey(new_key())
    assert refusal({**HEADERS, "webhook-signature": both}, keys=(stranger,)) == "no signature fits a key of this bot"
    assert refusal(HEADERS, keys=()) == "no signature fits a key of this bot"


def test_a_signature_of_a_later_scheme_beside_ours_is_passed_over() -> None:
    assert refusal({**HEADERS, "webhook-signature": f"v1a,abc= {SIGNATURE} v2,abc"}) == ""


def test_a_call_is_signed_with_every_key_newest_first() -> None:
    other = SigningKey(new_key())
    assert signatures([other, KEY], ID, NOW, BODY) == f"{other.sign(ID, NOW, BODY)} {SIGNATURE}"
    assert signatures([KEY], ID, NOW, BODY) == SIGNATURE


def test_one_key_or_two_are_read_in_their_order() -> None:
    newer = new_key()
    sign = [key.sign(ID, NOW, BODY) for key in read_keys(f"{newer} {KEY_TEXT}\n")]
    assert sign == [SigningKey(newer).sign(ID, NOW, BODY), SIGNATURE]
    assert [key.sign(ID, NOW, BODY) for key in read_keys(KEY_TEXT)] == [SIGNATURE]


OTHER = "whsec_" + base64.b64encode(bytes(24)).decode()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected a signing key, or two with a space between them, found none"),
        (" \n", "expected a signing key, or two with a space between them, found none"),
        (f"{KEY_TEXT} {OTHER} {OTHER}", "expected a signing key, or two with a space between them, found 3"),
        (
            f"{KEY_TEXT} {KEY_TEXT}",
            "the same signing key stands there twice; two are for a new one and the one that it replaces",
        ),
        ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "a signing key begins with whsec_"),
        (f"{OTHER},{KEY_TEXT}", "a signing key is base64 after whsec_"),
        (f"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw {OTHER}", "the first of two keys: a signing key begins with whsec_"),
        (f"{OTHER} {KEY_TEXT}w", "the second of two keys: a signing key is base64 after whsec_"),
    ],
)
def test_keys_that_are_none_are_refused_without_being_shown(text: str, reason: str) -> None:
    with pytest.raises(BadKey) as error:
        read_keys(text)
    assert str(error.value) == reason
    assert "MfKQ9r8" not in "".join(traceback.format_exception(error.value))


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("", "a signing key begins with whsec_"),
        ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "a signing key begins with whsec_"),
        ("whsec_", "a signing key has 24 to 64 bytes, this one has 0"),
        ("whsec_" + base64.b64encode(bytes(23)).decode(), "a signing key has 24 to 64 bytes, this one has 23"),
        ("whsec_" + base64.b64encode(bytes(65)).decode(), "a signing key has 24 to 64 bytes, this one has 65"),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", "a signing key is base64 after whsec_"),
        ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa\u00fc", "a signing key is base64 after whsec_"),
        ("whsec_MfKQ9r8GKYqr TwjUPD8ILPZIo2LaLaSw", "a signing key is base64 after whsec_"),
    ],
)
def test_a_key_that_is_none_is_refused_without_being_shown(key: str, reason: str) -> None:
    with pytest.raises(BadKey) as error:
        SigningKey(key)
    assert str(error.value) == reason
    assert "MfKQ9r8" not in "".join(traceback.format_exception(error.value))


def test_keys_of_24_and_of_64_bytes_are_keys() -> None:
    for length in (24, 64):
        SigningKey("whsec_" + base64.b64encode(bytes(length)).decode())


def test_a_new_key_is_one_and_never_the_same() -> None:
    keys = {new_key() for _ in range(20)}
    assert len(keys) == 20
    for key in keys:
        SigningKey(key)


def test_a_key_does_not_show_itself() -> None:
    assert f"{KEY} {KEY!r} {[KEY]}" == "SigningKey(hidden) SigningKey(hidden) [SigningKey(hidden)]"
    assert not hasattr(KEY, "__dict__")


strange = st.text(st.characters(), max_size=30) | st.sampled_from([*HEADERS.values(), "v1,", " ", "v1a,x"])


@given(st.dictionaries(st.sampled_from(list(HEADERS)), strange), st.binary(max_size=20))
def test_whatever_a_stranger_sends_is_refused_and_raises_nothing_else(headers: dict[str, str], body: bytes) -> None:
    assert refusal(headers, body=body + b"!")
    assert refusal({**HEADERS, **headers}, keys=(SigningKey(new_key()),))
