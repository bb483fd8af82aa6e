"""Signatures by which a bot knows its referee: the Standard Webhooks scheme, version 1 (HMAC-SHA256).

A call carries three headers. `webhook-id` names the call and stays the same when it is repeated, `webhook-timestamp` is
in seconds since 1970, and `webhook-signature` is one or more `v1,<base64>` with spaces between them, each the HMAC of
`id.timestamp.body` under one key. Several keys are in force while one replaces another.
Source: https://www.standardwebhooks.com, specification v1.0.0.
"""

import base64
import binascii
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping

ID_HEADER = "webhook-id"
TIMESTAMP_HEADER = "webhook-timestamp"
SIGNATURE_HEADER = "webhook-signature"

TOLERANCE_S = 300
"""How many seconds a call may be older or newer than the clock of the bot that receives it."""

_PREFIX = "whsec_"
_LEAST_BYTES, _MOST_BYTES = 24, 64
_MOST_KEYS = 2
# ASCII only, and each call in one spelling only: what would be the same call in another is none.
_ID = re.compile("[!-~]+")
_TIMESTAMP = re.compile("0|[1-9][0-9]{0,11}")
_SIGNATURES = re.compile("v[0-9]+[a-z]?,[0-9A-Za-z+/]+=*(?: v[0-9]+[a-z]?,[0-9A-Za-z+/]+=*)*+")


class BadKey(ValueError):
    """A signing key that is not `whsec_` and the base64 of 24 to 64 bytes; the message never shows the key."""


class BadSignature(Exception):
    """A call that does not prove who sent it; `reason` says what is missing or wrong."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class SigningKey:
    """A key read once from its text form; it signs, compares, and never shows itself."""

    __slots__ = ("_secret",)

    def __init__(self, text: str) -> None:
        if not text.startswith(_PREFIX):
            raise BadKey(f"a signing key begins with {_PREFIX}")
        try:
            secret = base64.b64decode(text.removeprefix(_PREFIX), validate=True)
        except (binascii.Error, ValueError):
            raise BadKey(f"a signing key is base64 after {_PREFIX}") from None
        if not _LEAST_BYTES <= len(secret) <= _MOST_BYTES:
            raise BadKey(f"a signing key has {_LEAST_BYTES} to {_MOST_BYTES} bytes, this one has {len(secret)}")
        self._secret = secret

    def __repr__(self) -> str:
        return "SigningKey(hidden)"

    def sign(self, id: str, timestamp: int, body: bytes) -> str:
        """The signature of one call, as it stands in the header: `v1,` and 44 characters."""
        signed = b"%b.%d.%b" % (id.encode(), timestamp, body)
        return "v1," + base64.b64encode(hmac.digest(self._secret, signed, "sha256")).decode()


def read_keys(text: str) -> tuple[SigningKey, ...]:
    """The key that a text holds, or the two of them, newest first, while one replaces another.

    Raises BadKey where it holds none, more than two, or the same one twice.
    """
    words = text.split()
    if not words:
        raise BadKey("expected a signing key, or two with a space between them, found none")
    if len(words) > _MOST_KEYS:
        raise BadKey(f"expected a signing key, or two with a space between them, found {len(words)}")
    keys: list[SigningKey] = []
    for place, word in zip(("first", "second"), words, strict=False):
        try:
            keys.append(SigningKey(word))
        except BadKey as error:
            raise error if len(words) == 1 else BadKey(f"the {place} of two keys: {error}") from None
    if len(keys) > len({key.sign("", 0, b"") for key in keys}):
        raise BadKey("the same signing key stands there twice; two are for a new one and the one that it replaces")
    return tuple(keys)


def signatures(keys: Iterable[SigningKey], id: str, timestamp: int, body: bytes) -> str:
    """What the header `webhook-signature` of one call holds: the signature under each key, spaces between them."""
    return " ".join(key.sign(id, timestamp, body) for key in keys)


def new_key() -> str:
    """A new key of 32 random bytes in its text form; give it to the bot and to the referee, and to nobody else."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def verify(keys: Iterable[SigningKey], headers: Mapping[str, str], body: bytes, now: float) -> None:
    """Return if one of the keys signed exactly this body under this id within five minutes of `now`, else BadSignature.

    `headers` are looked up by their lower-case names. Nothing a stranger sends makes it raise anything else.
    """
    id = _header(headers, ID_HEADER, _ID, "ASCII without spaces")
    timestamp = _header(headers, TIMESTAMP_HEADER, _TIMESTAMP, "a whole number of seconds")
    given = _header(headers, SIGNATURE_HEADER, _SIGNATURES, 'a list of "v1,<base64>" with spaces between them')
    age = now - int(timestamp)
    if age > TOLERANCE_S:
        raise BadSignature(f"the call is {age:.0f} s old by this clock, more than {TOLERANCE_S}")
    if age < -TOLERANCE_S:
        raise BadSignature(f"the call is {-age:.0f} s ahead of this clock, more than {TOLERANCE_S}")
    expected = [key.sign(id, int(timestamp), body) for key in keys]
    # Every pair is compared, and each in constant time, so that the time taken tells nothing about the keys.
    matches = [hmac.compare_digest(mine, theirs) for mine in expected for theirs in given.split(" ")]
    if not any(matches):
        raise BadSignature("no signature fits a key of this bot")


def _header(headers: Mapping[str, str], name: str, shape: re.Pattern[str], shape_in_words: str) -> str:
    value = headers.get(name)
    if not isinstance(value, str) or not value:
        raise BadSignature(f"the header {name} is missing")
    if not shape.fullmatch(value):
        raise BadSignature(f"{name} is not {shape_in_words}")
    return value
