"""`parlour check` names what a bot does wrong on the wire, whatever it is written in."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from threading import Thread
from typing import Any

import pytest
import vault
from click.testing import CliRunner, Result

from parlour.bots import Cautious
from parlour.cli import main
from parlour.core import registry
from parlour.core.registry import Title
from parlour.protocol.signing import SigningKey, new_key
from parlour.service import Response
from parlour.serving import BotServer, Handler, running

Change = Callable[[str, bytes, Response], Response]


@contextmanager
def misbehaving(change: Change = lambda path, body, response: response, **attributes: Any) -> Iterator[str]:
    """A served bot whose replies are changed, or sent by a handler with other attributes."""

    class Rogue(Handler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            response = self.server.service.respond(self.command, self.path, {}, body)
            self._send(change(self.path, body, response))

        do_GET = do_POST = answer  # noqa: N815 - the base class looks for them

    with BotServer(Cautious) as server:
        server.RequestHandlerClass = type("Rogue", (Rogue,), attributes)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server.url
        finally:
            server.shutdown()
            thread.join()


def check(*words: str) -> Result:
    return CliRunner().invoke(main, ["check", *words])


def at(wanted: str, status: int = 200, **more: Any) -> Change:
    """Replies to one path get a status and more keys."""

    def change(path: str, body: bytes, response: Response) -> Response:
        return Response(status, {**response.value, **more}) if path == wanted else response

    return change


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (at("/", apiversion="2"), 'GET /: apiversion: expected "1", found "2"'),
        (at("/", autor="Ada"), "GET /: autor: unknown, did you mean author?"),
        (at("/start", status=201), "POST /start: expected status 200, found 201: {}"),
        (at("/start", nonce="lucky"), 'POST /start: nonce: expected 16 to 64 hexadecimal digits, found "lucky"'),
        (at("/move", id="q1"), 'POST /move: expected the id check-2-seats-q0 in the reply, found "q1"'),
        (at("/move", move=1), "POST /move: move: unknown"),
        (at("/move", note="x" * 300), "POST /move: note: expected text of 0 to 256 characters"),
        (at("/move", note="x" * 70_000), "POST /move: the reply has more than 65536 bytes"),
        (at("/move", note=float("nan")), "POST /move: the reply is no JSON: NaN is not JSON"),
        (at("/end", thanks=1), "POST /end: expected an object without keys, found an object"),
    ],
    ids=lambda value: value[:50] if isinstance(value, str) else "",
)
def test_a_wrong_reply_is_named(change: Change, problem: str) -> None:
    with misbehaving(change) as url:
        result = check(url)
    assert result.exit_code == 1
    assert f"wrong: {problem}" in result.output


def other_header(name: str, value: str) -> Callable[[Handler, str, str], None]:
    """A handler's method that sends one header with another value, and ends the connection."""

    def send_header(self: Handler, keyword: str, usual: str) -> None:
        self.close_connection = True
        Handler.send_header(self, keyword, value if keyword == name else usual)

    return send_header


def test_another_content_type_is_named() -> None:
    with misbehaving(send_header=other_header("Content-Type", "text/html")) as url:
        assert "GET /: expected Content-Type application/json, found text/html: {" in check(url).output


def test_a_bot_that_hangs_up_is_named() -> None:
    with misbehaving(send_header=other_header("Content-Length", "99999")) as url:
        assert re.search(r"wrong: GET /: the connection ended 99\d+ bytes before the end", check(url).output)


def test_a_bot_that_does_not_repeat_itself_is_named() -> None:
    asked: list[str] = []

    def change(path: str, body: bytes, response: Response) -> Response:
        asked.append(path)
        return Response(200, {**response.value, "answer": len(asked) % 2}) if path == "/move" else response

    with misbehaving(change) as url:
        assert "check-2-seats-q0: sent again with the same id, the question got another answer" in check(url).output


class Calls:
    """What a served bot was sent, path by path, and the nonce with which it begins a match."""

    def __init__(self, nonce: str | None = None) -> None:
        self.nonce = nonce
        self.paths: list[str] = []
        self.sent: list[Any] = []

    def __call__(self, path: str, body: bytes, response: Response) -> Response:
        if path == "/":
            return response
        self.paths.append(path)
        self.sent.append(json.loads(body))
        return Response(200, {"nonce": self.nonce}) if path == "/start" and self.nonce else response

    def told(self) -> list[Any]:
        """All events, in the order of the calls."""
        return [message["events"] for message in self.sent if "events" in message]


@pytest.mark.parametrize(
    ("max_parallel", "order"),
    [(1, ["/start", "/end", "/start", "/end"]), (2, ["/start", "/start", "/end", "/end"])],
)
def test_matches_are_played_at_once_only_where_the_bot_allows_it(
    max_parallel: int, order: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cautious, "max_parallel", max_parallel)
    calls = Calls()
    with misbehaving(calls) as url:
        assert check(url).exit_code == 0
    assert [path for path in calls.paths if path != "/move"] == order


def test_the_nonce_of_the_bot_is_mixed_into_the_luck_and_told_at_the_end() -> None:
    one, same, other = Calls("00" * 8), Calls("00" * 8), Calls("11" * 8)
    for calls in (one, same, other):
        with misbehaving(calls) as url:
            assert check(url).exit_code == 0
    ends = [message for message in one.sent if "nonces" in message]
    assert [end["nonces"] for end in ends] == [[None, "00" * 8], [None, "00" * 8, None, None, None, None]]
    assert one.told() == same.told() != other.told()


class Alone(vault.Vault):
    """Asks nobody but seat 0."""

    name = "alone"

    async def choose_goals(self, g: vault.VaultState) -> None:
        g.goals = [[1, 0] for _ in range(g.seats)]

    async def give_coins(self, g: vault.VaultState, seat: int) -> None:
        if seat == 0:
            await super().give_coins(g, seat)

    async def hide_card(self, g: vault.VaultState, seat: int) -> None:
        """Nobody is asked."""


def test_a_match_in_which_the_bot_is_never_asked_is_no_fault() -> None:
    registry.register(Title(Alone, vault.VaultEdition, vault.TITLE.folder, "plain"))
    try:
        with running(Cautious) as url:
            result = check(url, "--game", "alone")
    finally:
        registry.unregister("alone")
    assert result.exit_code == 0, result.output
    assert "check-2-seats: no questions\n" in result.output


def test_a_bot_that_stumbles_over_a_key_of_a_later_version_is_named() -> None:
    def change(path: str, body: bytes, response: Response) -> Response:
        if body and "of_a_later_version" in json.loads(body):
            return Response(400, {"error": "of_a_later_version: unknown"})
        return response

    with misbehaving(change) as url:
        assert 'POST /start: expected status 200, found 400: {"error": "of_a_later_version' in check(url).output


def test_a_reply_in_two_pieces_is_named() -> None:
    """The stock server of the standard library sends head and body apart, and waits with the second."""
    with misbehaving(wbufsize=0, disable_nagle_algorithm=False) as url:
        assert "head and body are sent in two pieces" in check(url, "--game", "payday").output


def test_a_reply_that_takes_too_long_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 100.0
    monkeypatch.setattr(time, "perf_counter", lambda: seconds)

    def change(path: str, body: bytes, response: Response) -> Response:
        nonlocal seconds
        if path == "/move":
            seconds += 0.03
        return response

    with misbehaving(change) as url:
        assert (
            "wrong: check-2-seats-q0: Borrow took 30 ms of 29"
            in check(url, "--game", "payday", "--move-ms", "29").output
        )
        assert "All is well." in check(url, "--game", "payday", "--move-ms", "31").output


def test_an_unknown_game_is_refused() -> None:
    with running(Cautious) as url:
        result = check(url, "--game", "paday")
    assert result.exit_code == 2
    assert "Invalid value for --game: no game is named 'paday'; did you mean 'payday'?" in result.output


def test_calls_are_signed_with_the_key_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    key = new_key()
    with running(Cautious, [SigningKey(key)]) as url:
        unsigned = check(url)
        monkeypatch.setenv("PARLOUR_KEY", key)
        signed = check(url)
    assert "GET /: expected status 200, found 401" in unsigned.output
    assert signed.exit_code == 0, signed.output


def test_while_keys_change_a_bot_that_has_either_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    newer, older = new_key(), new_key()
    monkeypatch.setenv("PARLOUR_KEY", f"{newer} {older}")
    for key in (newer, older):
        with running(Cautious, [SigningKey(key)]) as url:
            result = check(url)
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("key", "reason"), [("secret", "a signing key begins with whsec_"), ("", "expected a signing key, or two")]
)
def test_a_key_that_is_none_is_refused(key: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_KEY", key)
    with BotServer(Cautious) as server:
        result = check(server.url)
    assert result.exit_code == 2
    assert f"PARLOUR_KEY: {reason}" in result.output


# --- the clock ------------------------------------------------------------------------------------------------------


def shifted(seconds: int) -> Callable[[Handler, float | None], str]:
    """A handler's method that dates replies by a clock that is so wrong."""
    return lambda self, timestamp=None: formatdate(time.time() + seconds, usegmt=True)


@pytest.mark.parametrize(
    ("seconds", "wrong"), [(-660, "11 min slow"), (660, "11 min fast"), (-90, "90 s slow"), (-864_000, "10 days slow")]
)
def test_a_clock_that_is_wrong_is_named(seconds: int, wrong: str) -> None:
    with misbehaving(date_time_string=shifted(seconds)) as url:
        result = check(url)
    assert result.exit_code == 1
    said = "signed calls are refused when it is more than 5 min off"
    assert re.sub("(89|91) s", "90 s", result.output).count(f"wrong: the bot's clock is {wrong}: {said}\n") == 1


@pytest.mark.parametrize("seconds", [-55, 0, 55])
def test_a_clock_that_is_off_by_less_than_a_minute_is_no_fault(seconds: int) -> None:
    with misbehaving(date_time_string=shifted(seconds)) as url:
        assert "All is well." in check(url).output


def test_a_bot_that_refuses_calls_because_its_clock_is_wrong_is_told_of_the_clock() -> None:
    with misbehaving(at("/", status=401, error="too old"), date_time_string=shifted(-660)) as url:
        output = check(url).output
    assert "wrong: GET /: expected status 200, found 401" in output
    assert "wrong: the bot's clock is 11 min slow" in output


def test_a_bot_that_does_not_date_its_replies_is_no_fault() -> None:
    with misbehaving(date_time_string=lambda self, timestamp=None: "today") as url:
        assert "All is well." in check(url).output
