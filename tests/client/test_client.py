"""The client as an object: what each of its methods asks for, its lists page by page, and what it is made of."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from standin import KEY, StandIn

from parlour.client import BadReply, Client, ClientError

Method = Callable[[Client], Any]
PAGE: dict[str, Any] = {"items": [], "next": None}

METHODS: list[tuple[Method, str, Any]] = [
    (lambda c: c.join("ri_x", "ann"), "POST /api/accounts", {"invitation": "ri_x", "name": "ann"}),
    (lambda c: c.me(), "GET /api/me", None),
    (lambda c: list(c.api_keys()), "GET /api/me/keys", None),
    (lambda c: c.new_api_key("desk"), "POST /api/me/keys", {"note": "desk"}),
    (lambda c: c.revoke_api_key("abcd1234"), "DELETE /api/me/keys/abcd1234", None),
    (lambda c: c.submit("bob", "http://b"), "POST /api/bots", {"name": "bob", "url": "http://b"}),
    (lambda c: list(c.bots(owner="ann", game=None, state="active")), "GET /api/bots?owner=ann&state=active", None),
    (lambda c: c.bot("bob"), "GET /api/bots/bob", None),
    (lambda c: c.bot("Zoë & co?#%"), "GET /api/bots/Zo%C3%AB%20%26%20co%3F%23%25", None),
    (lambda c: c.bot("../me"), "GET /api/bots/..%2Fme", None),
    (lambda c: c.change_url("bob", "http://c"), "PATCH /api/bots/bob", {"url": "http://c"}),
    (lambda c: c.check("bob"), "POST /api/bots/bob/check", None),
    (lambda c: c.rotate_key("bob"), "POST /api/bots/bob/key", None),
    (lambda c: c.retire("bob"), "POST /api/bots/bob/retire", None),
    (lambda c: list(c.history("bob", "spring")), "GET /api/bots/bob/history?ladder=spring", None),
    (lambda c: list(c.ladders()), "GET /api/ladders", None),
    (lambda c: c.ladder("spring"), "GET /api/ladders/spring", None),
    (lambda c: list(c.standings("spring")), "GET /api/ladders/spring/standings", None),
    (lambda c: c.enter_ladder("spring", "bob"), "PUT /api/ladders/spring/bots/bob", None),
    (lambda c: c.leave_ladder("spring", "bob"), "DELETE /api/ladders/spring/bots/bob", None),
    (lambda c: list(c.matches(ladder="spring", limit=7)), "GET /api/matches?ladder=spring&limit=7", None),
    (lambda c: c.match("spring-1"), "GET /api/matches/spring-1", None),
    (lambda c: c.seat("spring-1", 2), "GET /api/matches/spring-1/seats/2", None),
    (lambda c: c.tournament("cup", 2), "GET /api/tournaments/cup/runs/2", None),
    (lambda c: list(c.as_seen("spring-1", 0)), "GET /api/matches/spring-1/seats/0/questions", None),
    (
        lambda c: c.challenge(["a", "b"], ladder="spring"),
        "POST /api/challenges",
        {"bots": ["a", "b"], "ladder": "spring"},
    ),
    (
        lambda c: c.challenge(["a"], game="payday", options={"months": 1}, time={"move_ms": 9}),
        "POST /api/challenges",
        {"bots": ["a"], "game": "payday", "options": {"months": 1}, "time": {"move_ms": 9}},
    ),
    (lambda c: list(c.challenges()), "GET /api/challenges", None),
    (lambda c: list(c.tournaments()), "GET /api/tournaments", None),
    (lambda c: c.tournament("cup"), "GET /api/tournaments/cup", None),
    (lambda c: list(c.games()), "GET /api/games", None),
    (lambda c: c.game("careers/1971"), "GET /api/games/careers/1971", None),
    (lambda c: list(c.rulings("careers")), "GET /api/games/careers/rulings", None),
]


@pytest.mark.parametrize(("method", "line", "body"), METHODS, ids=lambda value: value if isinstance(value, str) else "")
def test_each_method_asks_for_one_thing(method: Method, line: str, body: Any, client: Client, service: StandIn) -> None:
    service.answers(line.partition("?")[0], PAGE)
    method(client)
    (call,) = service.calls
    assert f"{call.line.partition(' ')[0]} {call.target}" == line
    assert call.body == body
    assert call.headers["authorization"] == f"Bearer {KEY}"
    assert call.headers.get("content-type") == (None if body is None else "application/json")


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_a_name_that_would_lead_elsewhere_is_not_asked_for(name: str, client: Client, service: StandIn) -> None:
    """The last would ask `GET /api/`, whatever is there."""
    for method in (client.bot, client.ladder, client.match, client.retire, client.transcript):
        with pytest.raises(ClientError, match="expected a name"):
            method(name)
    assert service.calls == []


# --- pages ------------------------------------------------------------------------------------------------------------


def test_a_page_is_asked_for_when_one_comes_to_it(client: Client, service: StandIn) -> None:
    service.answers("GET /api/matches", {"items": [{"id": "a"}, {"id": "b"}], "next": "/api/matches?cursor=2"}, PAGE)
    matches = client.matches()
    assert [next(matches)["id"], next(matches)["id"]] == ["a", "b"]
    assert len(service.calls) == 1
    assert list(matches) == []
    assert len(service.calls) == 2


def test_pages_that_go_in_a_circle_end(client: Client, service: StandIn) -> None:
    service.answers("GET /api/matches", {"items": [], "next": "/api/matches?cursor=2"})
    with pytest.raises(BadReply, match="the page after this one is this one"):
        list(client.matches())


# --- what a client is made of -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "server",
    [
        "",
        "ladder.example",
        "ftp://ladder.example",
        "http://",
        "http://:80",
        "http://a b",
        "http://a\\@b",
        "http://a:99999",
        "http://a:0",
        "http://[::1",
        "http://é",
        "http://ann:s3cret@a",
        "http://a/?key=s3cret",
        "http://a/#s3cret",
    ],
)
def test_what_is_no_address_of_a_server_is_refused(server: str) -> None:
    with pytest.raises(ValueError, match="server's address") as refused:
        Client(server, KEY)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize(
    "key", ["", "rf_", KEY + "x", KEY + "\n", f"{KEY}\r\nX-Evil: 1", "whsec_" + "a" * 44, "rf_" + "é" * 43]
)
def test_what_is_no_key_is_refused_and_not_shown(key: str) -> None:
    with pytest.raises(ValueError, match="an API key is rf_ and 43") as refused:
        Client("http://a", key)
    assert "kkk" not in str(refused.value)
    assert "aaa" not in str(refused.value)


def test_a_server_may_have_a_path(service: StandIn) -> None:
    service.answers("GET /games/api/me", {"name": "ann"})
    with Client(f"{service.url}/games/", KEY) as client:
        assert client.me() == {"name": "ann"}


@pytest.mark.parametrize(
    ("server", "safe"),
    [("https://ladder.example", True), ("http://127.0.0.1:8000", True), ("http://ladder.example", False)],
)
def test_a_client_knows_whether_others_can_read_along(server: str, safe: bool) -> None:
    assert Client(server).is_safe is safe


@pytest.mark.parametrize("module", ["parlour", "parlour.cli", "parlour.serving"])
def test_who_does_not_call_the_service_does_not_wait_for_requests(module: str) -> None:
    heavy = ("requests", "urllib3", "parlour.client")
    script = f"import sys, {module}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], env=os.environ, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
