"""Strict JSON: what is refused, with which words, and that nothing else is."""

import contextlib
import json
import time
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from parlour.protocol.strict import BadJson, loads

text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
numbers = st.integers(-(10**18) + 1, 10**18 - 1) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"id": "m1-q4", "answer": 3}', {"id": "m1-q4", "answer": 3}),
        (b' \r\n\t[1, -1, 0.5, true, false, null, "x"] \n', [1, -1, 0.5, True, False, None, "x"]),
        (b'\xef\xbb\xbf{"bom": 1}', {"bom": 1}),
        ('"\u00fc \U0001f3b2"'.encode(), "\u00fc \U0001f3b2"),
        (rb'"\ud83c\udfb2"', "\U0001f3b2"),
        (rb'"\\u0000 \\ud800"', r"\u0000 \ud800"),
        (b"999999999999999999", 10**18 - 1),
        (b"-999999999999999999", 1 - 10**18),
        (b"[" * 32 + b"]" * 32, None),
        (b'["' + b"[" * 99 + b'"]', ["[" * 99]),
        (rb'["\"' + b"{" * 99 + b'"]', ['"' + "{" * 99]),
        (b"[" + b"[]," * 99 + b"[]]", [[]] * 100),
    ],
)
def test_what_json_allows_is_read(body: bytes, value: Any) -> None:
    found = loads(body)
    assert value is None or (found == value and type(found) is type(value))


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "the body is empty"),
        (b" \n", "the body is empty"),
        (b"\xef\xbb\xbf", "the body is empty"),
        (b'{"a": 1} {}', "something follows the JSON value at line 1, column 10"),
        (b"{}\0", "something follows the JSON value at line 1, column 3"),
        (b'{"a": 1,}', "not JSON: "),
        (b'{"a": 01}', "not JSON: "),
        (b"{'a': 1}", "not JSON: expecting property name enclosed in double quotes at line 1, column 2"),
        (b'{\n"a" 1}', "not JSON: expecting ':' delimiter at line 2, column 5"),
        (b'"\x01"', "not JSON: invalid control character at line 1, column 2"),
        (b'"\0"', "not JSON: "),
        (b'"abc', "not JSON: unterminated string starting at line 1, column 1"),
        (b"\xef\xbb\xbf\xef\xbb\xbf{}", "not JSON: "),
        (b"NaN", "NaN is not JSON"),
        (b"[Infinity]", "Infinity is not JSON"),
        (b'{"a": -Infinity}', "-Infinity is not JSON"),
        (b"1e400", "a number is too large to be held"),
        (b"-1e400", "a number is too large to be held"),
        (b'{"a": 1, "b": 2, "a": 1}', 'the key "a" stands twice in one object'),
        (b'[{"x": {"\\n": 1, "\\n": 2}}]', r'the key "\n" stands twice in one object'),
        (b"1000000000000000000", "an integer has more than 18 digits"),
        (b"-1000000000000000000", "an integer has more than 18 digits"),
        (b"7" * 5000, "an integer has more than 18 digits"),
        (rb'"\ud800"', "a string contains half a surrogate pair"),
        (rb'["\udfb2\ud83c"]', "a string contains half a surrogate pair"),
        (rb'{"\udead": 1}', "a string contains half a surrogate pair"),
        (rb'"\u0000"', "a string contains the character NUL"),
        (rb'{"a": [{"b\u0000": 1}]}', "a string contains the character NUL"),
        (b"[" * 33 + b"]" * 33, "nested deeper than 32"),
        (b'{"a":' * 60_000, "nested deeper than 32"),
        (b'"' + b"\xff" + b'"', "not UTF-8 at byte 1"),
        ('{"a": 1}'.encode("utf-16"), "not UTF-8 at byte 0"),
        ('{"a": 1}'.encode("utf-16-le"), "not JSON: "),
        (b'"\xed\xa0\x80"', "not UTF-8 at byte 1"),
        (b'"\xc0\x80"', "not UTF-8 at byte 1"),
    ],
)
def test_each_refusal_has_its_own_reason(body: bytes, reason: str) -> None:
    with pytest.raises(BadJson) as refused:
        loads(body)
    assert refused.value.reason == reason if not reason.endswith(": ") else refused.value.reason.startswith(reason)
    assert str(refused.value) == refused.value.reason


@given(values)
def test_whatever_json_can_say_is_read_as_the_standard_reader_reads_it(value: Any) -> None:
    for body in (json.dumps(value).encode(), json.dumps(value, ensure_ascii=False, indent=1).encode()):
        assert loads(body) == json.loads(body) == value


@given(st.binary(max_size=60) | st.text(st.sampled_from('{}[]",:\\u0d8f1e9 truN-'), max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused_and_never_anything_else(body: bytes) -> None:
    with contextlib.suppress(BadJson):
        value = loads(body)
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 65_536,
        b'"' + b'\\"' * 32_768,
        b"[" * 33 + b'"' + b'\\"' * 32_768,
        b'"' * 65_536 + b"[" * 40,
        b"[" + b'"\\ud83c\\udfb2",' * 4_000 + b"1]",
        b"{" + b",".join(b'"%d":1' % number for number in range(7_000)) + b"}",
        b"0." + b"1" * 65_000,
    ],
    ids=["brackets", "escaped quotes", "escaped quotes after brackets", "quotes", "escapes", "keys", "digits"],
)
def test_no_body_of_64_kib_takes_long(body: bytes) -> None:
    began = time.process_time()
    with contextlib.suppress(BadJson):
        loads(body)
    assert time.process_time() - began < 0.25
