"""Rogues served by the command, each in its own way and at its own address, until the process is told to end."""

from __future__ import annotations

import gc
import signal
import socket
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from loopback import LOOPBACK
from timing import PATIENCE_S

from referee.rogues.apart import apart
from referee.rogues.misbehaviours import MISBEHAVIOURS, Misbehaviour
from referee.rogues.rogue import Rogue
from referee.rogues.talk import MOST_BODY, MOST_HEAD, Request, Talk
from referee.seats.client import BotClient
from referee.seats.faults import Fault

MOST_TRIES = 20
"""Somebody else may take a port between the moment it is found free and the moment it is listened on."""


@contextmanager
def serving(*words: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "referee", "rogues", "serve", *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, encoding="utf-8") as process:
        try:
            yield process
        finally:
            process.kill()  # or a test that fails would wait for the end of what never ends


def lines(process: subprocess.Popen[str], count: int) -> list[str]:
    """The next lines that the process prints."""
    assert process.stdout
    return [process.stdout.readline() for _ in range(count)]


def answer(url: str) -> str:
    """What comes of a call to a bot: ok, or the kind of the fault."""
    client = BotClient(url, reach=LOOPBACK)
    outcome = client.call("POST", "/start", b"{}", id="m1-start", budget_s=PATIENCE_S)
    client.close()
    return outcome.kind if isinstance(outcome, Fault) else "ok"


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_each_is_served_at_the_url_in_the_table_until_the_process_is_told_to_end(signal_number: int) -> None:
    with serving("s500", "honest") as process:
        head, *rows = (line.split() for line in lines(process, 3))
        assert head == ["name", "url", "promised"]
        for (name, url, promised), expected in zip(rows, ("s500", "honest"), strict=True):
            assert name == expected
            assert promised == MISBEHAVIOURS[name].outcome
            assert answer(url) == promised
        process.send_signal(signal_number)
        assert process.communicate(timeout=PATIENCE_S) == ("", "")
    assert process.returncode == 0


def test_it_ends_while_callers_are_held_and_no_connection_is_left_open() -> None:
    held = ["silent", "drip_body", "huge", "never_reads"]
    with serving(*held) as process:
        urls = [line.split()[1] for line in lines(process, 1 + len(held))[1:]]
        callers = []
        for url in urls:
            host, port = url.removeprefix("http://").split(":")
            callers.append(socket.create_connection((host, int(port)), timeout=PATIENCE_S))
            callers[-1].sendall(b"POST /move HTTP/1.1\r\nContent-Length: 0\r\n\r\n")
        for caller in callers[1:3]:  # whose rogues are by now in the middle of what they do
            assert caller.recv(1)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0
        for caller in callers:
            with caller:
                assert ends(caller)


def ends(caller: socket.socket) -> bool:
    """Read to the end of a connection, or to its reset."""
    with suppress(ConnectionResetError):
        while caller.recv(65536):
            pass
    return True


def test_toml_holds_a_table_for_each_bot_and_the_line_that_lets_the_referee_call_it() -> None:
    with serving("honest", "nan", "--toml") as process:
        text = "".join(lines(process, 12))
        bots = tomllib.loads(text)["bot"]
        assert [bot["name"] for bot in bots] == ["honest", "nan"]
        assert all(
            answer(bot["url"]) == "ok" for bot in bots
        )  # it is the JSON that NaN spoils, and nobody reads it here
        above = [line.removeprefix("# ") for line in text.splitlines() if line.startswith("# allow_hosts")]
        assert tomllib.loads("\n".join(above)) == {"allow_hosts": ["127.0.0.1"]}


def test_the_ports_follow_the_one_that_was_asked_for() -> None:
    for _ in range(MOST_TRIES):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        with serving("honest", "nan", "s500", "--port", str(port)) as process:
            printed = lines(process, 4)
            if not printed[0]:
                continue
        urls = [line.split()[1] for line in printed[1:]]
        assert urls == [f"http://127.0.0.1:{port + number}" for number in range(3)]
        return
    pytest.fail("no three free ports in a row")


def test_apart_gives_the_urls_by_name_and_ends_with_the_with() -> None:
    with apart("s500", "honest") as urls:
        assert {name: answer(url) for name, url in urls.items()} == {"s500": "bad_status", "honest": "ok"}
    assert {answer(url) for url in urls.values()} == {"unreachable"}


def test_apart_tells_of_rogues_that_cannot_be_served(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match="exit code 2"), apart("no_such"):
        pass
    assert capfd.readouterr().err.startswith('no misbehaviour is named "no_such"')


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"\0" * (MOST_HEAD + 65_537), id="no head ends"),
        pytest.param(b"POST /move HTTP/1.1\r\nContent-Length: -1\r\n\r\n", id="a length that is none"),
        pytest.param(b"POST /move HTTP/1.1\r\nContent-Length: \xb2\r\n\r\n", id="a length in odd digits"),
        pytest.param(b"POST /move HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (MOST_BODY + 1), id="a body too large"),
    ],
)
def test_a_rogue_hangs_up_on_a_caller_who_sends_no_request(sent: bytes) -> None:
    with (
        Rogue("honest") as bot,
        socket.create_connection(("127.0.0.1", int(bot.url.rpartition(":")[2])), timeout=PATIENCE_S) as caller,
    ):
        with suppress(BrokenPipeError, ConnectionResetError):
            caller.sendall(sent)
        assert ends(caller)
        assert bot.requests == []


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"7", b"{}", b'{"question": 7}', b'{"question": {}}', b"[" * 100_000, b"\xff", b'{"question": NaN}'],
)
def test_a_question_without_a_default_or_without_sense_is_answered_with_1(body: bytes) -> None:
    assert Request("POST /move HTTP/1.1", {}, body).default == 1


def test_a_default_that_is_false_or_null_is_one_all_the_same() -> None:
    for default, spelled in ((False, b"false"), (None, b"null"), ([0], b"[0]")):
        assert Request("POST /move HTTP/1.1", {}, b'{"question": {"default": %b}}' % spelled).default == default


def test_what_is_asked_is_seen_below_any_base_and_before_any_query() -> None:
    request = Request("POST /my/bot/move?token=/end HTTP/1.1", {}, b"")
    assert request.is_for("/move")
    assert not request.is_for("/end")


def test_a_rogue_that_is_called_for_long_keeps_nothing_of_the_calls() -> None:
    def kept() -> int:
        gc.collect()
        return sum(isinstance(each, (socket.socket, threading.Thread, Request)) for each in gc.get_objects())

    heard: list[str] = []
    with Rogue("close_after", heard=lambda request: heard.append(request.id)) as bot:
        client = BotClient(bot.url, reach=LOOPBACK)
        before = kept()
        for number in range(100):
            assert client.call("POST", "/move", b"{}", id=f"m1-q{number}", budget_s=PATIENCE_S)
        assert kept() < before + 50
        client.close()
    assert heard == [f"m1-q{number}" for number in range(100)]
    assert bot.requests == []


def test_a_silence_ends_when_its_caller_has_left() -> None:
    ended = threading.Event()

    def act(talk: Talk) -> None:
        next(talk.requests())
        talk.wait()
        ended.set()

    with Rogue(Misbehaviour("hushed", "timeout", "Says nothing.", act), longest_s=10 * PATIENCE_S) as bot:
        client = BotClient(bot.url, reach=LOOPBACK)
        client.call("POST", "/move", b"{}", id="m1-q1", budget_s=0.2)
        client.close()
        assert ended.wait(PATIENCE_S)
