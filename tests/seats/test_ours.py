"""Calls that the referee itself could not make: raised, so that no bot is blamed for them."""

from __future__ import annotations

import errno
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from loopback import LOOPBACK
from timing import PATIENCE_S

from referee.rogues.rogue import Rogue
from referee.seats.client import BotClient
from referee.seats.faults import Fault, RefereeFault
from referee.seats.http import HttpSeat

WITHOUT_FILES = """
import json, os, resource, sys
from referee.seats.address import Reach, read_hosts
from referee.seats.client import BotClient
from referee.seats.faults import RefereeFault
from referee.seats.http import HttpSeat

url, patience = sys.argv[1], float(sys.argv[2])
reach = Reach(allow=(read_hosts("127.0.0.0/8"), read_hosts("::1")))
resource.setrlimit(resource.RLIMIT_NOFILE, (64, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

def told(call):
    try:
        return call()
    except RefereeFault as ours:
        return f"ours: {ours}"

def move(url):
    client = BotClient(url, reach=reach)
    try:
        return told(lambda: repr(client.call("POST", "/move", b"{}", id="m1-q1", budget_s=patience)))
    finally:
        client.close()

move(url)  # everything that is loaded at the first call is loaded
held = []
while True:
    try:
        held.append(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        break
said = {"address": move(url), "name": move(url.replace("127.0.0.1", "no-such-bot.invalid"))}
seat = HttpSeat(url, reach=reach)
said["handshake"] = told(lambda: repr(seat.handshake(0.3)))
said["end"] = told(lambda: seat.end({"match": "m1"}, patience))
seat.close()
for file in held:
    os.close(file)
said["afterwards"] = move(url)
print(json.dumps(said))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits are those of Unix")
def test_a_referee_without_a_file_descriptor_left_blames_no_bot(tmp_path: Path) -> None:
    with Rogue("honest") as bot:
        command = [sys.executable, "-c", WITHOUT_FILES, bot.url, str(PATIENCE_S)]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=4 * PATIENCE_S, check=False)
    assert ran.stderr == ""
    said = json.loads(ran.stdout)
    none_left = "ours: Too many open files"
    assert said == {
        "address": none_left,
        "name": none_left,
        "handshake": none_left,
        "end": None,
        "afterwards": said["afterwards"],
    }
    assert said["afterwards"].startswith("b'")
    assert [request.line for request in bot.requests] == ["POST /move HTTP/1.1"] * 2


def outcome(url: str, budget_s: float = PATIENCE_S) -> str:
    """What is made of one call: ours, or the kind of a fault with its detail."""
    client = BotClient(url, reach=LOOPBACK)
    try:
        found = client.call("POST", "/move", b"{}", id="m1-q1", budget_s=budget_s)
    except RefereeFault as ours:
        return f"ours: {ours}"
    finally:
        client.close()
    return f"{found.kind}: {found.detail}" if isinstance(found, Fault) else "ok"


OURS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS, errno.ENETDOWN)


@pytest.mark.parametrize(
    ("does", "number", "is_ours"),
    [
        *[("connect", number, True) for number in (*OURS, errno.EADDRNOTAVAIL)],
        *[("sendall", number, True) for number in OURS],
        *[("recv_into", number, True) for number in OURS],
        *[("connect", number, False) for number in (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.EACCES)],
        ("sendall", errno.EADDRNOTAVAIL, False),
        ("recv_into", errno.ECONNRESET, False),
    ],
)
def test_what_this_machine_has_run_out_of_is_ours_and_all_else_the_bots(
    does: str, number: int, is_ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(number, "as the system says")

    with Rogue("honest") as bot:
        with monkeypatch.context() as patch:
            patch.setattr(socket.socket, does, fails, raising=False)
            found = outcome(bot.url)
        assert found.startswith("ours: as the system says" if is_ours else "unreachable: ")
        assert outcome(bot.url) == "ok"


def test_what_is_ours_at_one_address_of_a_bot_is_not_made_up_for_by_the_next(
    names: dict[str, Callable[[], list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    names["bot.test"] = lambda: ["127.0.0.1", "127.0.0.9"]
    refused = iter([OSError(errno.ENOBUFS, "no room"), ConnectionRefusedError()])

    def fails(*_: object) -> None:
        raise next(refused)

    monkeypatch.setattr(socket.socket, "connect", fails, raising=False)
    assert outcome("http://bot.test:8000") == "ours: no room"


def test_a_machine_without_ipv6_is_no_reason_to_void_the_matches_of_a_bot_that_has_only_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address")

    monkeypatch.setattr(socket.socket, "connect", fails, raising=False)
    assert outcome("http://[::1]:8000").startswith("unreachable: ")


def test_a_handshake_goes_on_when_what_was_missing_is_there_again(monkeypatch: pytest.MonkeyPatch) -> None:
    left = [errno.EMFILE, errno.ENOBUFS]
    connect = socket.socket.connect

    def fails_at_first(connecting: socket.socket, where: object) -> None:
        if left:
            raise OSError(left.pop(), "not now")
        connect(connecting, where)

    with Rogue("honest") as bot:
        monkeypatch.setattr(socket.socket, "connect", fails_at_first, raising=False)
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        found = seat.handshake(PATIENCE_S)
        seat.close()
        monkeypatch.undo()
    assert not isinstance(found, Fault)
    assert left == []


def test_a_question_or_a_start_that_could_not_be_sent_is_raised_and_a_goodbye_is_let_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.ENFILE, "no file left")

    with Rogue("honest") as bot:
        seat = HttpSeat(bot.url, reach=LOOPBACK)
        seat.handshake(PATIENCE_S)
        monkeypatch.setattr(socket.socket, "sendall", fails, raising=False)
        for ask in (
            lambda: seat.start({"match": "m1"}, PATIENCE_S),
            lambda: seat.move({"match": "m1", "question": {"id": "m1-q1"}}, PATIENCE_S),
        ):
            with pytest.raises(RefereeFault, match="no file left"):
                ask()
        seat.end({"match": "m1"}, PATIENCE_S)
        assert seat.waiting_s == 0.0
        monkeypatch.undo()
        seat.close()
