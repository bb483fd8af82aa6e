"""What nobody sends by mistake, in bodies: each such call is refused with its place, and harms nothing.

Answers are problems with a 4xx status, and with a pointer where there is one. After it the service answers as before
and the database is sound; see `hostility.harmless`.
"""

import json
import re
from pathlib import Path
from typing import Any

import midterm
import pytest
from flask import Flask
from hostility import JSON, READS_JSON, SQL, URL, Send, refused
from midterm import Term

from referee.service import blueprint
from referee.service.reading import MOST_BODY

pytestmark = pytest.mark.usefixtures("logged")

NOT_JSON = {
    "100,000 brackets": b"[" * 100_000,
    "100,000 brackets that are closed": b"[" * 100_000 + b"]" * 100_000,
    "40,000 objects in each other": b'{"a":' * 40_000 + b"1" + b"}" * 40_000,
    "33 brackets": b"[" * 33 + b"]" * 33,
    "a number of 5,000 digits": b'{"name":' + b"9" * 5000 + b"}",
    "a number of 19 digits": b'{"name":1' + b"0" * 18 + b"}",
    "a number that is none": b'{"name":NaN}',
    "infinity": b'{"name":-Infinity}',
    "a number beyond all floats": b'{"name":1e400}',
    "a key that stands twice": b'{"name":"a","name":"b"}',
    "a key that stands twice in two spellings": b'{"name":"a","n\\u0061me":"b"}',
    "a NUL": b'{"name":"a\\u0000b"}',
    "a NUL in a key": b'{"na\\u0000me":"ab"}',
    "a raw NUL": b'{"name":"a\0b"}',
    "half a surrogate pair": b'{"name":"\\ud800"}',
    "a surrogate pair the wrong way round": b'{"name":"\\udc00\\ud800"}',
    "half a surrogate pair in a key": b'{"\\udfff":1}',
    "a raw surrogate": b'{"name":"\xed\xa0\x80"}',
    "invalid UTF-8": b'{"name":"\xff\xfe"}',
    "UTF-8 that is cut": b'{"name":"\xe2\x82"}',
    "overlong UTF-8": b'{"name":"\xc0\xaf"}',
    "UTF-16": '{"name":"a"}'.encode("utf-16"),
    "UTF-16 without a mark": '{"name":"a"}'.encode("utf-16-le"),
    "UTF-32": '{"name":"a"}'.encode("utf-32"),
    "two byte order marks": b"\xef\xbb\xbf\xef\xbb\xbf{}",
    "a line end in a text": b'{"name":"a\nb"}',
    "another quotation mark": b"{'name':'a'}",
    "a comma too many": b'{"name":"a",}',
    "a comment": b'{"name":"a"/**/}',
    "something behind it": b'{"name":"a"}{}',
    "half of it": b'{"name":"a"',
    "blanks": b"   ",
    "a form": b"name=a&url=b",
}


def test_every_call_that_takes_a_body_is_tried(term_app: Flask) -> None:
    taking = {
        (method, re.sub("<[^>]*>", "[^/]+", rule))
        for rule, method, _ in blueprint.views(term_app)
        if any(parameter["in"] == "json" for parameter in parameters(term_app, rule, method))
    }
    assert len(taking) == len(READS_JSON)
    for method, target in READS_JSON:
        assert any(method == each and re.fullmatch(rule, target) for each, rule in taking)


def parameters(app: Flask, rule: str, method: str) -> list[Any]:
    """What the method at an address reads."""
    [endpoint] = [each.endpoint for each in app.url_map.iter_rules() if each.rule == rule]
    view = getattr(app.view_functions[endpoint], "view_class", None)
    info = getattr(getattr(view, method.lower(), None), "_apidoc", {})
    return info.get("arguments", {}).get("parameters", [])


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_what_is_not_json_is_400_wherever_a_body_is_read(send: Send, body: bytes) -> None:
    for method, target in READS_JSON:
        assert refused(send(method, target, body), 400) == ["#"], target


@pytest.mark.parametrize("body", [b"[]", b"null", b"7", b'"a"', b"true", b"[{}]"])
def test_what_is_no_object_is_422_wherever_a_body_is_read(send: Send, body: bytes) -> None:
    for method, target in READS_JSON:
        assert refused(send(method, target, body), 422) == ["#"], target


@pytest.mark.parametrize("key", ["__proto__", "id", "role ", "<script>", "a/b~c", "\u202e", "x" * 10_000, ""])
def test_a_key_that_nobody_knows_is_pointed_at_wherever_a_body_is_read(send: Send, key: str) -> None:
    for (method, target), body in READS_JSON.items():
        [place] = refused(send(method, target, json.dumps(body | {key: 1}).encode()), 422)
        assert place.startswith("#/")
        assert place.isascii()
        assert "<" not in place
        assert len(place) < 300


KINDS = [
    {},
    {"content_type": "text/plain"},
    {"content_type": "application/x-www-form-urlencoded"},
    {"content_type": "multipart/form-data; boundary=x"},
    {"content_type": "application/json; charset=utf-16"},
    {"content_type": "application/json; charset=idna"},
    {"content_type": "application/problem+json"},
    {"content_type": "application/json, text/html"},
    {"content_type": "a" * 5000},
    {"content_type": JSON, "headers": {"Content-Encoding": "gzip"}},
    {"content_type": JSON, "headers": {"Content-Encoding": "identity, br"}},
]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_another_content_type_is_415_wherever_a_body_is_read(send: Send, kind: dict[str, Any]) -> None:
    for (method, target), body in READS_JSON.items():
        more = {"data": json.dumps(body).encode(), **kind}
        answer = send(method, target, None, **more)
        assert refused(answer, 415) == [], target
        assert {"Accept", "Accept-Encoding"} & set(answer.headers.keys())


@pytest.mark.parametrize("size", [MOST_BODY + 1, 10_000_000])
def test_a_body_that_is_too_large_is_413_wherever_it_is_sent(send: Send, size: int) -> None:
    body = b'{"name":"' + b"a" * (size - 11) + b'"}'
    assert len(body) == size
    for method, target in READS_JSON:
        assert refused(send(method, target, body), 413) == [], target
    for method, target in (
        ("POST", "/api/bots/ann-1/check"),
        ("GET", "/api/bots"),
        ("PUT", "/api/ladders/spring/bots/a"),
    ):
        assert refused(send(method, target, body), 413) == [], target


@pytest.mark.parametrize(
    ("method", "target"),
    [
        ("GET", "/api"),
        ("GET", "/api/matches"),
        ("DELETE", "/api/me/keys/abcdefgh"),
        ("POST", "/api/bots/ann-1/retire"),
        ("PUT", "/api/ladders/careers/bots/ann-1"),
        ("DELETE", "/api/ladders/spring/bots/ann-1"),
    ],
)
@pytest.mark.parametrize("body", [b"{}", b"[" * 100_000, b"\0", b"GET /api HTTP/1.1\r\n\r\n"])
def test_a_body_where_none_is_read_is_400(send: Send, method: str, target: str, body: bytes) -> None:
    assert refused(send(method, target, body), 400) == ["#"]


NAMES = {
    "markup": "<script>alert(1)</script>",
    "markup without a slash": "<img src=x onerror=alert(1)>",
    "half of markup": "a<b",
    "right to left": "bob\u202e",
    "an isolate": "a\u2066b",
    "a mark of direction": "a\u200fb",
    "no width": "bo\u200bb",
    "a joiner": "a\u200db",
    "a soft hyphen": "a\u00adb",
    "a byte order mark": "\ufeffbob",
    "a tag character": "bob\U000e0041",
    "private use": "bob\ue000",
    "no character": "bob\uffff",
    "not assigned": "bob\u0378",
    "a line end": "a\nb",
    "a header": "a\r\nSet-Cookie: a=b",
    "an escape": "\x1b[2J",
    "a bell": "a\x07",
    "a C1 control": "a\x9bb",
    "a delete": "a\x7f",
    "a line separator": "a\u2028b",
    "another blank": "a\u00a0b",
    "a blank at its end": "bob ",
    "blanks only": "   ",
    "nothing": "",
    "41 characters": "a" * 41,
    "100,000 characters": "a" * 100_000,
    "a slash": "a/b",
    "a way up": "../../etc/passwd",
    "two dots": "..",
    "a dot": ".",
    "two ways to write it": "Zoe\u0308",
    "a filler": "bob\u3164",
    "a selector of variants": "bob\ufe0f",
    "a mark on nothing": "\u0301",
    "two scripts": "b\u043eb",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_that_deceives_or_steers_is_422_with_its_pointer(send: Send, name: str) -> None:
    def answer(method: str, target: str, body: Any) -> list[str]:
        response = send(method, target, json.dumps(body).encode(), role="ann")
        assert name not in response.text or not name.strip(".") or len(name) < 2
        return refused(response, 422)

    assert answer("POST", "/api/accounts", {"invitation": "ri_" + "x" * 32, "name": name}) == ["#/name"]
    assert answer("POST", "/api/bots", {"name": name, "url": URL}) == ["#/name"]
    assert answer("POST", "/api/challenges", {"bots": ["ann-1", name], "game": "payday"}) == ["#/bots/1"]
    assert answer("POST", "/api/challenges", {"bots": ["ann-1", "bob-1"], "ladder": name}) == ["#/ladder"]


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_in_a_file_that_deceives_or_steers_is_422_with_the_key_of_the_file(send: Send, name: str) -> None:
    ladder = f'[ladder]\nname = {json.dumps(name)}\ngame = "payday/2000"\nseats = 2\n'
    cup = midterm.CUP.replace('"Cup"', json.dumps(name))
    for target, toml in (("/api/ladders", ladder), ("/api/tournaments", cup)):
        answer = send("POST", target, json.dumps({"toml": toml}).encode())
        assert set(refused(answer, 422)) == {"#/toml"}, target


WRONG = [
    ("POST", "/api/bots", {"name": "new", "url": "https://" + "a" * 100_000}, "#/url"),
    ("POST", "/api/bots", {"name": "new", "url": "javascript:alert(1)"}, "#/url"),
    ("POST", "/api/bots", {"name": "new", "url": "file:///etc/passwd"}, "#/url"),
    ("POST", "/api/bots", {"name": "new", "url": "http://169.254.169.254/latest/meta-data"}, "#/url"),
    ("POST", "/api/bots", {"name": "new", "url": "http://[::ffff:127.0.0.1]/"}, "#/url"),
    ("POST", "/api/bots", {"name": "new", "url": "http://2130706433/"}, "#/url"),
    ("POST", "/api/bots", {"name": "new", "url": "https://ann:secret@bots.example/"}, "#/url"),
    ("POST", "/api/bots", {"name": "new", "url": "https://bots.example/\r\nX-Evil: 1"}, "#/url"),
    ("POST", "/api/bots", {"name": "new", "url": f"https://bots.example/{SQL}"}, "#/url"),
    ("POST", "/api/bots", {"name": "new", "url": ["https://bots.example/"]}, "#/url"),
    ("POST", "/api/bots", {"name": {"$ne": ""}, "url": URL}, "#/name"),
    ("POST", "/api/bots", {"name": True, "url": URL}, "#/name"),
    ("PATCH", "/api/bots/ann-1", {"url": "ftp://bots.example/"}, "#/url"),
    ("PATCH", "/api/bots/ann-1", {"name": "ann-9", "url": URL}, "#/name"),
    ("PATCH", "/api/bots/ann-1", {"url": URL, "owner": "bob"}, "#/owner"),
    ("POST", "/api/bots/ann-1/bench", {"reason": "a\x1b[31m"}, "#/reason"),
    ("POST", "/api/bots/ann-1/bench", {"reason": "a\u202eb"}, "#/reason"),
    ("POST", "/api/bots/ann-1/bench", {"reason": "a" * 201}, "#/reason"),
    ("POST", "/api/accounts", {"invitation": SQL, "name": "zoe"}, "#/invitation"),
    ("POST", "/api/accounts", {"invitation": "a" * 100_000, "name": "zoe"}, "#/invitation"),
    ("POST", "/api/accounts", {"invitation": "x", "name": "zoe", "role": "organiser"}, "#/role"),
    ("POST", "/api/invitations", {"days": 10**17}, "#/days"),
    ("POST", "/api/invitations", {"days": 1.0}, "#/days"),
    ("POST", "/api/invitations", {"days": True}, "#/days"),
    ("POST", "/api/invitations", {"days": "1"}, "#/days"),
    ("POST", "/api/invitations", {"days": -1}, "#/days"),
    ("POST", "/api/invitations", {"role": "root"}, "#/role"),
    ("POST", "/api/invitations", {"note": "a\u202eb"}, "#/note"),
    ("POST", "/api/me/keys", {"note": "a" * 101}, "#/note"),
    ("POST", "/api/ladders", {"toml": "[" * 20_000}, "#/toml"),
    ("POST", "/api/ladders", {"toml": "a = " + "[" * 5_000 + "]" * 5_000}, "#/toml"),
    ("POST", "/api/ladders", {"toml": "a = " + "9" * 5_000}, "#/toml"),
    ("POST", "/api/ladders", {"toml": "a." * 9_000 + "a = 1"}, "#/toml"),
    ("POST", "/api/ladders", {"toml": "a" * 100_000}, "#/toml"),
    ("PATCH", "/api/ladders/spring", {"state": SQL}, "#/state"),
    ("POST", "/api/tournaments", {"toml": "[" * 100_000}, "#/toml"),
    ("POST", "/api/tournaments", {"toml": "a = " + "[" * 50_000 + "]" * 50_000}, "#/toml"),
    ("POST", "/api/tournaments", {"toml": "a = " + "9" * 5_000}, "#/toml"),
    ("POST", "/api/tournaments", {"toml": "a." * 50_000 + "a = 1"}, "#/toml"),
    ("POST", "/api/tournaments", {"toml": midterm.CUP.replace("rounds = 1", "rounds = 999999999999")}, "#/toml"),
    (
        "POST",
        "/api/tournaments",
        {"toml": midterm.CUP + '[[bot]]\nname = "bob-1"\nurl = "http://10.0.0.7/"\n'},
        "#/toml",
    ),
    ("POST", "/api/tournaments", {"toml": midterm.CUP + '[[bot]]\nname = "x"\ncommand = "rm -rf ."\n'}, "#/toml"),
    ("POST", "/api/challenges", {"bots": ["ann-1"] * 5_000, "game": "payday"}, "#/bots"),
    ("POST", "/api/challenges", {"bots": ["ann-1", SQL], "game": "payday"}, "#/bots/1"),
    ("POST", "/api/challenges", {"bots": ["ann-1", "bob-1"], "game": "../../etc"}, "#/game"),
    ("POST", "/api/challenges", {"bots": ["ann-1", "bob-1"], "game": "p" * 10_000}, "#/game"),
    (
        "POST",
        "/api/challenges",
        {"bots": ["ann-1", "bob-1"], "game": "payday", "options": {"months": 10**17}},
        "#/options/months",
    ),
    (
        "POST",
        "/api/challenges",
        {"bots": ["ann-1", "bob-1"], "game": "payday", "options": {"months": "1"}},
        "#/options/months",
    ),
    (
        "POST",
        "/api/challenges",
        {"bots": ["ann-1", "bob-1"], "game": "payday", "options": {"<b>": 1}},
        "#/options/%3Cb%3E",
    ),
    (
        "POST",
        "/api/challenges",
        {"bots": ["ann-1", "bob-1"], "game": "payday", "time": {"move_ms": 0}},
        "#/time/move_ms",
    ),
    ("POST", "/api/challenges", {"bots": ["ann-1", "bob-1"], "game": "payday", "time": {"x": 1}}, "#/time/x"),
    ("POST", "/api/challenges", {"bots": ["ann-1", "bob-1"], "game": "payday", "policy": {}}, "#/policy"),
]


@pytest.mark.parametrize(("method", "target", "body", "pointer"), WRONG, ids=lambda value: str(value)[:60])
def test_what_no_field_takes_is_422_with_its_pointer(
    send: Send, method: str, target: str, body: Any, pointer: str
) -> None:
    role = "ann" if target == "/api/bots/ann-1" else "olga"
    places = refused(send(method, target, json.dumps(body).encode(), role=role), 422)
    assert set(places) == {pointer}


def test_no_text_of_a_stranger_stands_on_the_page_or_in_the_document(
    term_app: Flask, term: Term, tmp_path: Path
) -> None:
    """The page is made of the document, and the document of the code: what is stored changes no byte of either."""
    midterm.begin_anew(term_app, term, tmp_path / "referee.sqlite")
    client = term_app.test_client()
    before = [client.get(path).data for path in ("/docs", "/openapi.json")]
    headers = {"Authorization": f"Bearer {term.keys['ann']}"}
    name = "javascript:alert(1)&quot;"
    made = client.post("/api/bots", json={"name": name, "url": "https://a.example/?x='\""}, headers=headers)
    assert made.status_code == 201
    assert [client.get(path).data for path in ("/docs", "/openapi.json")] == before
    page = client.get("/docs")
    assert b"<script" not in page.data
    assert b"javascript:" not in page.data
    assert not re.search(rb"\son\w+=", page.data)
    assert "script-src" not in page.headers["Content-Security-Policy"]
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
    shown = client.get("/api/bots").data
    assert json.loads(shown)["items"]
    assert client.get("/api/bots").content_type == JSON
