"""The client's calls: whom they go to, how long they are patient, and what is made of bad answers."""

import re
from pathlib import Path
from typing import Any

import pytest
from standin import KEY, Reply, StandIn, problem

from parlour.client import ApiError, BadReply, Client, NoService, calls

# --- who gets the key -------------------------------------------------------------------------------------------------


def test_the_key_is_never_in_an_address_or_a_repr(client: Client, service: StandIn) -> None:
    service.answers("GET /api/me", problem(401, "no such key"))
    with pytest.raises(ApiError) as refused:
        client.me()
    assert KEY not in service.calls[0].target
    assert KEY not in repr(client) + str(client) + repr(refused.value) + repr(vars(refused.value))


def test_without_a_key_nothing_is_sent_even_if_netrc_has_a_password(
    service: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / ".netrc"
    netrc.touch(mode=0o600)
    netrc.write_text("machine 127.0.0.1 login ann password s3cret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    service.answers("GET /api/me", {})
    for key in (None, KEY):
        with Client(service.url, key) as client:
            client.me()
    assert [call.headers.get("authorization") for call in service.calls] == [None, f"Bearer {KEY}"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_told_and_not_followed(
    status: int, client: Client, service: StandIn, other_service: StandIn
) -> None:
    service.answers("GET /api/me", Reply(status=status, headers={"Location": f"{other_service.url}/api/me"}))
    other_service.answers("GET /api/me", {"name": "mallory"})
    with pytest.raises(BadReply, match=f"sends on to .{other_service.url}/api/me"):
        client.me()
    assert other_service.calls == []


def test_the_next_page_is_asked_of_the_same_server(client: Client, service: StandIn, other_service: StandIn) -> None:
    pages = [
        {"items": [{"n": 1}], "next": f"{other_service.url}/api/bots?cursor=a%26b"},
        {"items": [{"n": 2}], "next": None},
    ]
    service.answers("GET /api/bots", *pages)
    assert [bot["n"] for bot in client.bots(game="payday")] == [1, 2]
    assert [call.query for call in service.calls] == [{"game": "payday"}, {"cursor": "a&b"}]
    assert other_service.calls == []


def test_a_cookie_is_not_sent_back(client: Client, service: StandIn) -> None:
    service.answers("GET /api/me", Reply({}, headers={"Set-Cookie": "track=me; Path=/"}))
    client.me()
    client.me()
    assert "cookie" not in service.calls[1].headers


def test_a_server_on_this_machine_is_reached_past_a_proxy(
    service: StandIn, other_service: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", other_service.url)
    monkeypatch.setenv("http_proxy", other_service.url)
    service.answers("GET /api/me", {"name": "ann"})
    with Client(service.url, KEY) as client:
        assert client.me() == {"name": "ann"}
    assert other_service.calls == []


def test_another_server_is_reached_through_the_proxy_of_the_environment(
    service: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", service.url)
    service.answers("GET /api/me", {"name": "ann"})
    with Client("http://ladder.example", KEY) as client:
        assert client.me() == {"name": "ann"}
    assert service.calls[0].target == "http://ladder.example/api/me"


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_a_refusal_says_what_is_wrong_where(client: Client, service: StandIn) -> None:
    errors = [{"pointer": "#/url", "detail": "expected http or https"}, {"parameter": "limit", "detail": "too many"}, 7]
    headers = {"X-Request-Id": "r-1"}
    service.answers(
        "POST /api/bots", problem(422, "the bot cannot be entered", title="Bad", errors=errors, headers=headers)
    )
    with pytest.raises(ApiError) as refused:
        client.submit("bob", "ftp://b")
    error = refused.value
    assert (error.status, error.title, error.detail) == (422, "Bad", "the bot cannot be entered")
    assert (error.errors, error.request_id) == (errors[:2], "r-1")
    assert str(error) == "the bot cannot be entered. url: expected http or https. limit: too many"


def test_what_is_said_twice_is_shown_once(client: Client, service: StandIn) -> None:
    errors = [{"pointer": "#/url", "detail": "expected http or https"}]
    service.answers("POST /api/bots", problem(422, "expected http or https", errors=errors))
    with pytest.raises(ApiError, match=r"^url: expected http or https$"):
        client.submit("bob", "ftp://b")


def test_a_mistake_of_the_service_comes_with_the_request_to_ask_after(client: Client, service: StandIn) -> None:
    service.answers("GET /api/me", problem(500, "it failed", instance="urn:uuid:7"))
    with pytest.raises(ApiError, match=r"Tell the organiser the request: urn:uuid:7$"):
        client.me()


def test_a_refusal_cannot_steer_a_terminal(client: Client, service: StandIn) -> None:
    service.answers("GET /api/me", problem(403, "no\x1b[2J", errors=[{"pointer": "#/\u202e", "detail": "\x07"}]))
    with pytest.raises(ApiError) as refused:
        client.me()
    assert str(refused.value).isprintable()


# --- patience ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_service_is_waited_for_as_long_as_it_asks(
    status: int, client: Client, service: StandIn, waits: list[float]
) -> None:
    busy = [problem(status, "busy", headers={"Retry-After": seconds}) for seconds in ("2", "3")]
    service.answers("POST /api/bots/bob/check", *busy, {"name": "bob"})
    assert client.check("bob") == {"name": "bob"}
    assert waits == [2, 3]
    assert len({call.headers["idempotency-key"] for call in service.calls}) == 1


def test_patience_ends(service: StandIn, waits: list[float]) -> None:
    service.answers("GET /api/me", problem(429, "too many calls", headers={"Retry-After": "4"}))
    with Client(service.url, KEY, patience_s=10, wait=waits.append) as client, pytest.raises(ApiError) as refused:
        client.me()
    assert waits == [4, 4]
    assert refused.value.retry_after_s == 4
    assert str(refused.value) == "too many calls. Try again in 4 s"


@pytest.mark.parametrize("seconds", [None, "soon", "-1", "1.5", "9" * 5000])
def test_who_does_not_say_how_long_is_not_waited_for(
    seconds: str | None, client: Client, service: StandIn, waits: list[float]
) -> None:
    service.answers("GET /api/me", problem(503, "busy", headers={} if seconds is None else {"Retry-After": seconds}))
    with pytest.raises(ApiError, match=r"^busy$"):
        client.me()
    assert (waits, len(service.calls)) == ([], 1)


# --- connections that break -------------------------------------------------------------------------------------------


def test_a_post_that_broke_is_sent_once_more_with_the_same_key(client: Client, service: StandIn) -> None:
    service.answers("POST /api/bots", Reply(status=0), {"key": "whsec_1"})
    assert client.submit("bob", "http://b") == {"key": "whsec_1"}
    first, second = service.calls
    assert re.fullmatch("[!-~]{1,64}", first.headers["idempotency-key"])
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    assert first.body == second.body


def test_two_posts_are_two_things(client: Client, service: StandIn) -> None:
    service.answers("POST /api/bots", {})
    client.submit("bob", "http://b")
    client.submit("bob", "http://b")
    assert len({call.headers["idempotency-key"] for call in service.calls}) == 2


def test_an_answer_that_is_cut_off_is_asked_for_once_more(client: Client, service: StandIn) -> None:
    cut = Reply(b'{"name": ', 0, headers={"Content-Length": "500"})
    service.answers("GET /api/me", cut, {"name": "ann"})
    assert client.me() == {"name": "ann"}
    assert len(service.calls) == 2


def test_what_breaks_twice_is_told(client: Client, service: StandIn) -> None:
    service.answers("POST /api/bots", Reply(status=0))
    with pytest.raises(NoService, match=f"{service.url}: the connection failed: Remote"):
        client.submit("bob", "http://b")
    assert len(service.calls) == 2


def test_nobody_at_the_address(service: StandIn) -> None:
    with StandIn() as gone:
        url = gone.url
    with Client(url, KEY) as client, pytest.raises(NoService) as refused:
        client.submit("bob", "http://b")
    assert str(refused.value) == f"{url}: connection refused: is the service running, and is this its address?"


def test_a_server_without_tls_is_not_called_with_it(service: StandIn) -> None:
    url = service.url.replace("http", "https")
    with Client(url, KEY) as client, pytest.raises(NoService) as refused:
        client.me()
    assert str(refused.value) == f"{url}: it does not speak TLS: is its address one with http://?"
    assert service.calls == []


def test_a_service_that_is_silent_is_not_asked_again(service: StandIn) -> None:
    """It may be at it."""
    service.answers("POST /api/bots", Reply({}, held=True))
    with Client(service.url, KEY, timeout_s=0.5) as client, pytest.raises(NoService, match=r"no answer within 0\.5 s"):
        client.submit("bob", "http://b")
    assert len(service.calls) == 1


# --- what is not the service ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(b"<html>hello", kind="text/html"), 'status 200, text/html, "<html>hello"'),
        (Reply(b"<html>\x1b[2J", 502, "text/html"), 'status 502, text/html, "<html>\\\\u001b'),
        (Reply(b"", 500, "text/plain"), "status 500, text/plain, nothing more"),
        (Reply(b"[1]", 400, "application/problem+json"), "status 400, application/problem"),
        (Reply(b"{", 400, "application/problem+json"), "status 400, application/problem"),
    ],
    ids=["a page", "a gateway's page", "nothing", "a list", "half an object"],
)
def test_what_is_not_the_service_is_told(reply: Reply, said: str, client: Client, service: StandIn) -> None:
    service.answers("GET /api/me", reply)
    with pytest.raises(BadReply) as bad:
        client.me()
    assert f"is {service.url} its address?" in str(bad.value)
    assert said.replace("\\\\", "\\") in str(bad.value)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "the reply is no JSON: not JSON"),
        (b'{"a": 1, "a": 2}', "stands twice"),
        (b"[" * 100_000, "nested deeper"),
        (b'{"a": ' + b"9" * 5000 + b"}", "more than 18 digits"),
        (b"[]", "expected an object from the service, found a list"),
        (b"", "expected an object from the service, found"),
    ],
    ids=["half", "a key twice", "deep", "digits", "a list", "nothing"],
)
def test_json_that_the_service_would_not_send_is_told(body: bytes, said: str, client: Client, service: StandIn) -> None:
    service.answers("GET /api/me", Reply(body))
    with pytest.raises(BadReply, match=said):
        client.me()


@pytest.mark.parametrize("page", [{}, {"items": 7}, {"items": [7], "next": None}], ids=str)
def test_a_list_without_items_is_told(page: Any, client: Client, service: StandIn) -> None:
    service.answers("GET /api/bots", page)
    with pytest.raises(BadReply, match="expected a list of items from the service"):
        list(client.bots())


def test_a_reply_without_end_is_not_read_to_its_end(
    client: Client, service: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "MOST_BYTES", 1000)
    service.answers("GET /api/me", {"name": "a" * 1001})
    with pytest.raises(BadReply, match="more than 1000 bytes"):
        client.me()


def test_a_transcript_is_text_as_it_is(client: Client, service: StandIn) -> None:
    service.answers("GET /api/matches/m1/transcript", Reply('{"a": "é"}\n'.encode(), kind="application/x-ndjson"))
    assert client.transcript("m1") == '{"a": "é"}\n'
    service.answers("GET /api/matches/m1/transcript", Reply(b"\xff", kind="application/x-ndjson"))
    with pytest.raises(BadReply, match="not UTF-8 at byte 0"):
        client.transcript("m1")
