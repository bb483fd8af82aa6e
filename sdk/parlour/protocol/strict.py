"""JSON as the wire allows it: one reading for every message, and a reason for every refusal.

The standard parser forgives much that a referee must not: two values under one key, `NaN`, integers that no database
holds, text that no file can store. Here each of these is refused with a sentence that the owner of a bot can act on.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

MOST_DEPTH = 32
MOST_DIGITS = 18

_BOM = b"\xef\xbb\xbf"
# Possessive throughout and with an optional closing quote, so that no body, however broken, is looked at twice.
_STRING_OR_BRACKET = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)


class BadJson(ValueError):
    """A body that is not JSON as the wire allows it; `reason` says what is wrong in words for the bot's owner."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def loads(body: bytes) -> Any:
    """The value that a body spells, or BadJson: UTF-8, at most 32 deep, no key twice, integers of at most 18 digits.

    >>> loads(b'{"id": "m1-q4", "answer": 3}')
    {'id': 'm1-q4', 'answer': 3}
    >>> loads(b'{"answer": 3, "answer": 4}')
    Traceback (most recent call last):
    parlour.protocol.strict.BadJson: the key "answer" stands twice in one object
    """
    if body.startswith(_BOM):
        body = body[len(_BOM) :]
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise BadJson(f"not UTF-8 at byte {error.start}") from None
    if body.count(b"[") + body.count(b"{") > MOST_DEPTH:
        _refuse_deep(body)
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise BadJson(_what_is_wrong(text, error)) from None
    # Bytes that are UTF-8 hold no surrogate, and strings hold no raw control character: only an escape brings them in.
    if "\\u" in text:
        for string in _strings(value):
            _refuse_unstorable(string)
    return value


def _refuse_deep(body: bytes) -> None:
    """Brackets inside strings do not count."""
    depth = 0
    for token in _STRING_OR_BRACKET.findall(body):
        if token in (b"[", b"{"):
            depth += 1
            if depth > MOST_DEPTH:
                raise BadJson(f"nested deeper than {MOST_DEPTH}")
        elif token in (b"]", b"}"):
            depth -= 1


def _what_is_wrong(text: str, error: json.JSONDecodeError) -> str:
    if not text.strip(" \t\r\n"):
        return "the body is empty"
    if error.msg == "Extra data":
        return f"something follows the JSON value at line {error.lineno}, column {error.colno}"
    wrong = error.msg[0].lower() + error.msg[1:].removesuffix(" at")
    return f"not JSON: {wrong} at line {error.lineno}, column {error.colno}"


def _strings(value: Any) -> Iterator[str]:
    """Every string in a value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _strings(item)


def _refuse_unstorable(string: str) -> None:
    if "\0" in string:
        raise BadJson("a string contains the character NUL")
    try:
        string.encode()
    except UnicodeEncodeError:
        raise BadJson("a string contains half a surrogate pair") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadJson(f"the key {json.dumps(key[:40])} stands twice in one object")
            seen.add(key)
    return found


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS and len(digits.removeprefix("-")) > MOST_DIGITS:
        raise BadJson(f"an integer has more than {MOST_DIGITS} digits")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise BadJson("a number is too large to be held")
    return number


def _constant(name: str) -> Any:
    raise BadJson(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_integer, parse_float=_float, parse_constant=_constant)
