"""What nobody sends by mistake, in addresses, queries and heads: each such call is refused with its place.

As in test_hostile.py nothing comes of any of it; see `hostility.harmless`.
"""

import json
import re

import pytest
from flask import Flask
from hostility import READS_JSON, SQL, Send, refused

from referee.service import blueprint

pytestmark = pytest.mark.usefixtures("logged")

STEPS = [
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e",
    "..%5c..%5cwindows",
    "%00",
    "a%00b",
    "%ff%fe",
    "%ed%a0%80",
    "%0d%0aSet-Cookie:%20a=b",
    "%1b%5b2J",
    "%e2%80%ae",
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "'%3B%20DROP%20TABLE%20bots%3B--",
    "1%20OR%201=1",
    "%25s%25n",
    "%7B%7B7*7%7D%7D",
    "$%7Bjndi:ldap:%2F%2Fx%7D",
    "-1",
    "0x1",
    "1e3",
    "9" * 19,
    "9" * 5000,
    "a" * 8000,
    "%D9%A7",
    "null",
    "%20",
]


def paths(app: Flask) -> list[tuple[str, str]]:
    """Every method of every address with a part that the caller chooses, one such part at a time left open as {}."""
    there = {
        "/api/me/keys/<id>": "abcdefgh",
        "/api/ladders/<name>": "spring",
        "/api/bots/<name>": "ann-1",
        "/api/tournaments/<name>": "Cup",
        "/api/games/<game>": "payday",
    }
    found = []
    for rule, method, _ in blueprint.views(app):
        parts = re.findall("<[^>]*>", rule)
        for chosen in parts:
            target = rule.replace(chosen, "{}", 1)
            for part in parts:
                known = next(
                    (value for prefix, value in there.items() if rule.startswith(prefix.partition(part)[0])), "0"
                )
                target = target.replace(part, known)
            found.append((method, target))
    return found


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step[:30])
def test_a_part_of_an_address_that_names_nothing_is_not_found(send: Send, term_app: Flask, step: str) -> None:
    queries = {"/api/bots/{}/history": "?ladder=spring", "/api/ladders/{}/history": "?bot=ann-1"}
    tried = paths(term_app)
    assert len(tried) > 25
    for method, target in tried:
        body = READS_JSON.get((method, target.format("ann-1"))) or READS_JSON.get((method, target.format("spring")))
        more = {} if body is None else {"body": json.dumps(body).encode()}
        answer = send(method, target.format(step) + queries.get(target, ""), **more)
        # Two addresses have a slash of their own where a part may hold one: what is meant then has no such method.
        assert refused(answer, 404, 405) == [], (method, target)
        assert "passwd" not in answer.text
        assert "Set-Cookie" not in answer.headers
        assert "\x1b" not in answer.text


LISTS = (
    "/api/bots",
    "/api/ladders",
    "/api/matches",
    "/api/tournaments",
    "/api/challenges",
    "/api/invitations",
    "/api/bots/ann-1/history?ladder=spring",
    "/api/ladders/spring/history?bot=ann-1",
    "/api/matches/spring-1-0/seats/0/questions",
)
QUERIES = [
    ("sort=id;drop table bots", "sort"),
    ("sort=id%3Bdrop%20table%20bots", "sort"),
    ("order_by=1", "order_by"),
    ("limit=1&limit=2", "limit"),
    ("limit=1&cursor=a&cursor=b", "cursor"),
    ("limit=-1", "limit"),
    ("limit=0", "limit"),
    ("limit=1e9", "limit"),
    ("limit=1_0", "limit"),
    ("limit=%D9%A7", "limit"),
    ("limit=" + "9" * 5000, "limit"),
    ("limit=1 OR 1=1", "limit"),
    ("limit=", "limit"),
    ("cursor=" + "A" * 401, "cursor"),
    ("cursor=" + "W" * 300, "cursor"),
    ("cursor=W1tb", "cursor"),
    ("cursor=../../etc/passwd", "cursor"),
    ("cursor=%00", None),
    ("a%00b=1", "(another)"),
    ("%ff=1", None),
    ("limit=%ff", None),
    ("limit=%ed%a0%80", None),
    ("&".join(f"a{number}=1" for number in range(41)), None),
    ("__proto__[x]=1", "(another)"),
    ("%3Cscript%3E=1", "(another)"),
    ("%0d%0aSet-Cookie:a=b", "(another)"),
    ("x" * 9000, "(another)"),
    ("api_key=rf_" + "k" * 43, "api_key"),
]


@pytest.mark.parametrize(("query", "parameter"), QUERIES, ids=lambda value: str(value)[:40])
def test_a_query_that_means_nothing_is_422_with_the_parameter(send: Send, query: str, parameter: str | None) -> None:
    for target in LISTS:
        answer = send("GET", f"{target}{'&' if '?' in target else '?'}{query}")
        assert refused(answer, 422) == ([] if parameter is None else [parameter]), target
        assert not any(sent in answer.text for sent in ("drop table", "passwd", "<script", "rf_kkk", "Set-Cookie"))


@pytest.mark.parametrize("query", ["a=1", "sort=id;drop table bots", "%00", "&", "=", "x" * 9000])
def test_a_query_where_none_is_read_is_422(send: Send, term_app: Flask, query: str) -> None:
    for method, target in (*READS_JSON, ("GET", "/api"), ("GET", "/api/me"), ("POST", "/api/bots/ann-1/check")):
        body = READS_JSON.get((method, target))
        more = {} if body is None else {"body": json.dumps(body).encode()}
        assert refused(send(method, f"{target}?{query}", **more), 422) == []


HEADS = [
    ({"Idempotency-Key": "a b"}, 422, ["Idempotency-Key"]),
    ({"Idempotency-Key": "a" * 65}, 422, ["Idempotency-Key"]),
    ({"Idempotency-Key": "\xe9"}, 422, ["Idempotency-Key"]),
    ({"Idempotency-Key": ""}, 422, ["Idempotency-Key"]),
    ({"Authorization": "Bearer " + "a" * 8000}, 401, []),
    ({"Authorization": "Basic cmY6cmY="}, 401, []),
    ({"Authorization": "Bearer \xff"}, 401, []),
    ({"Authorization": SQL}, 401, []),
]


@pytest.mark.parametrize(("headers", "status", "places"), HEADS, ids=lambda value: str(value)[:50])
def test_a_header_that_means_nothing_is_refused_with_its_name(
    send: Send, headers: dict[str, str], status: int, places: list[str]
) -> None:
    body = json.dumps({"note": "more"}).encode()
    answer = send("POST", "/api/me/keys", body, headers=headers)
    assert refused(answer, status) == places
    assert answer.headers.get("WWW-Authenticate", "").isascii()


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Request-Id": "a\tb<script>"},
        {"If-None-Match": '"' * 5000},
        {"If-None-Match": "W/\xff"},
        {"Range": "bytes=0-0,1-1,2-2"},
        {"Accept": "text/html;q=evil"},
        {"Cookie": "session=" + "a" * 4000},
        {"X-HTTP-Method-Override": "DELETE"},
        {"X-Forwarded-Host": "evil.example"},
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
    ],
    ids=str,
)
def test_a_header_that_nobody_reads_changes_nothing(send: Send, headers: dict[str, str]) -> None:
    answer = send("GET", "/api/bots/ann-1", headers=headers)
    assert answer.status_code == 200
    assert answer.get_json()["name"] == "ann-1"
    for sent in ("evil", "script", "Access-Control", "Set-Cookie"):
        assert sent not in answer.text + str(answer.headers)


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "DELETE", "\u00e9", "A" * 1000])
def test_a_method_that_an_address_does_not_take_is_405(send: Send, method: str) -> None:
    for target in ("/api", "/api/bots", "/docs", "/openapi.json"):
        answer = send(method, target)
        assert refused(answer, 405) == []
        assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize(
    "target",
    [
        "/api/",
        "/api/bots/",
        "/api//bots",
        "/API",
        "/api/../metrics",
        "/docs/../../etc/passwd",
        "/docs.css/x",
        "/static/app.py",
        "/.git/config",
        "/api;x=1",
    ],
)
def test_an_address_that_leads_nowhere_is_404_and_no_redirect(send: Send, target: str) -> None:
    answer = send("GET", target)
    assert refused(answer, 404) == []
    assert "Location" not in answer.headers
