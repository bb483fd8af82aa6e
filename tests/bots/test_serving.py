"""A bot behind HTTP on loopback: quick, patient with strangers, and gone when it is told to."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots import Cautious
from parlour.protocol.messages import Message
from parlour.protocol.signing import ID_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER, SigningKey, new_key
from parlour.serving import MOST_BYTES, BotServer, running, serve

Build = Callable[..., Message]

PATIENCE_S = 60.0
"""How long a test waits for what must come, however busy the machine is."""

BOT = """\
import parlour

class Mine(parlour.Bot):
    name = "mine"

    def choose(self, question):
        return question.default

parlour.serve(Mine)
"""


@pytest.fixture
def connection() -> Iterator[http.client.HTTPConnection]:
    """A connection to a served bot."""
    with running(Cautious) as url:
        connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=PATIENCE_S)
        yield connection
        connection.close()


def post(connection: http.client.HTTPConnection, path: str, message: object) -> tuple[int, Any]:
    connection.request("POST", path, json.dumps(message).encode(), {"Content-Type": "application/json"})
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def raw(connection: http.client.HTTPConnection, request: bytes) -> bytes:
    """All that comes back for some bytes, until the bot closes the connection."""
    with socket.create_connection((connection.host, connection.port), timeout=PATIENCE_S) as plain:
        plain.sendall(request)
        return b"".join(iter(lambda: plain.recv(1 << 16), b""))


@contextmanager
def serving(server: BotServer) -> Iterator[None]:
    """The server answers while the block runs."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()


def test_a_connection_is_kept_and_each_response_on_it_is_one_write(start: Build, question: Build) -> None:
    """A server that writes head and body apart waits some 40 ms for an acknowledgement in between."""
    written: list[bytes] = []

    class Noting(socket.socket):
        def send(self, data: Any, flags: int = 0) -> int:
            written.append(bytes(data))
            return super().send(data, flags)

    class Noted(BotServer):
        def get_request(self) -> tuple[socket.socket, Any]:
            plain, caller = super().get_request()
            return Noting(fileno=plain.detach()), caller

    with Noted(Cautious) as server, serving(server):
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE_S)
        assert post(connection, "/start", start()) == (200, {})
        used = connection.sock
        for number in range(5):
            assert post(connection, "/move", question(f"m1-q{number}"))[0] == 200
        assert connection.sock is used
        connection.close()
    assert len(written) == 6
    for response in written:
        head, _, body = response.partition(b"\r\n\r\n")
        assert b"\r\nContent-Length: %d" % len(body) in head


def test_replies_are_json_with_their_length(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", "/")
    response = connection.getresponse()
    assert response.version == 11
    assert response.headers["Content-Type"] == "application/json"
    body = response.read()
    assert int(response.headers["Content-Length"]) == len(body)
    assert json.loads(body) == Cautious.handshake()


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "POST"])
def test_a_wrong_method_is_refused_and_the_connection_kept(method: str, connection: http.client.HTTPConnection) -> None:
    connection.request(method, "/", b"{}")
    response = connection.getresponse()
    assert (response.status, response.headers["Allow"]) == (405, "GET")
    assert "error" in json.loads(response.read())
    connection.request("GET", "/")
    assert connection.getresponse().status == 200


def test_the_answer_to_head_has_no_body(connection: http.client.HTTPConnection) -> None:
    head, _, body = raw(connection, b"HEAD / HTTP/1.1\r\nConnection: close\r\n\r\n").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 405 ")
    assert body == b""


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"POST /move HTTP/1.1\r\n\r\n", 411),
        (b"POST /move HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 411),
        (b"POST /move HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST /move HTTP/1.1\r\nContent-Length: \xb2\r\n\r\n", 400),
        (b"POST /move HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
        (b"BREW / HTTP/1.1\r\n\r\n", 501),
        (b"GET / HTTP/9.9\r\n\r\n", 505),
        (b"no http at all\r\n\r\n", 400),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_bad_request_gets_a_json_error_and_ends_the_connection(
    request_: bytes, status: int, connection: http.client.HTTPConnection
) -> None:
    head, _, body = raw(connection, request_).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Connection: close" in head
    assert set(json.loads(body)) == {"error"}


def test_a_body_over_the_cap_is_refused_and_the_client_hears_it(connection: http.client.HTTPConnection) -> None:
    connection.request("POST", "/move", b" " * (8 * MOST_BYTES))
    response = connection.getresponse()
    assert response.status == 413
    assert str(MOST_BYTES) in json.loads(response.read())["error"]


def test_a_client_that_asks_whether_it_may_send_its_body_is_told_at_once(
    connection: http.client.HTTPConnection,
) -> None:
    with socket.create_connection((connection.host, connection.port), timeout=PATIENCE_S) as plain:
        plain.sendall(b"POST /move HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        assert plain.recv(1 << 16) == b"HTTP/1.1 100 Continue\r\n\r\n"
        plain.sendall(b"{}")
        assert plain.recv(1 << 16).startswith(b"HTTP/1.1 400 ")


def test_a_client_that_hangs_up_leaves_no_trace(
    connection: http.client.HTTPConnection, capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_connection((connection.host, connection.port)) as plain:
        plain.sendall(b"POST /move HTTP/1.1\r\nContent-Length: 100\r\n\r\n{")
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    assert capfd.readouterr().err == ""


def test_many_connections_may_wait_at_once() -> None:
    """The standard server lets five wait, and others try again a second later."""
    with BotServer(Cautious) as server:
        sockets = [socket.create_connection(server.server_address[:2], timeout=10) for _ in range(64)]
        with serving(server):
            for plain in sockets:
                plain.settimeout(PATIENCE_S)
                plain.sendall(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
            for plain in sockets:
                assert plain.recv(12) == b"HTTP/1.1 200"
                plain.close()


def test_the_address_of_a_server_on_ipv6_has_brackets() -> None:
    try:
        server = BotServer(Cautious, "::1")
    except OSError as error:
        pytest.skip(f"this machine has no IPv6: {error}")
    with server:
        assert re.fullmatch(r"http://\[::1\]:\d+", server.url)


# --- the program ----------------------------------------------------------------------------------------------------


Launch = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def launch() -> Iterator[Launch]:
    """Starts a bot's file as a process of its own, which does not outlive the test."""
    processes = []

    def start(file: Path, *arguments: str, before: Sequence[str] = (), **environment: str) -> subprocess.Popen[str]:
        inherited = {name: value for name, value in os.environ.items() if name not in ("HOST", "PORT")}
        process = subprocess.Popen(
            [*before, sys.executable, str(file), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**inherited, **environment},
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate(timeout=PATIENCE_S)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(BOT, encoding="utf-8")
    return path


def address(process: subprocess.Popen[str]) -> str:
    """Where the bot says that it listens."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.fullmatch(r"mine listening on http://(127\.0\.0\.1:\d+)\n", line)
    assert found, line + process.communicate()[1]
    return found[1]


@pytest.mark.parametrize("before", [(), ("sh", "-c", 'trap "" INT; exec "$@"', "sh")], ids=["", "in the background"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_bot_says_where_it_listens_and_ends_cleanly(
    file: Path, number: signal.Signals, before: Sequence[str], launch: Launch
) -> None:
    """What a shell runs in its background begins with SIGINT ignored."""
    process = launch(file, before=before, PORT="0")
    connection = http.client.HTTPConnection(address(process), timeout=PATIENCE_S)
    connection.request("GET", "/")
    assert json.loads(connection.getresponse().read())["name"] == "mine"
    process.send_signal(number)
    assert process.communicate(timeout=PATIENCE_S) == ("", "")
    assert process.returncode == 0
    connection.close()


def test_the_option_port_goes_before_the_environment(file: Path, launch: Launch) -> None:
    assert address(launch(file, "--port", "0", PORT="1")) != "127.0.0.1:1"


def test_a_key_in_the_environment_is_asked_for(file: Path, launch: Launch) -> None:
    process = launch(file, PORT="0", PARLOUR_KEY=new_key())
    connection = http.client.HTTPConnection(address(process), timeout=PATIENCE_S)
    connection.request("GET", "/")
    assert connection.getresponse().status == 401
    connection.close()


def test_while_keys_change_the_environment_holds_both(file: Path, launch: Launch) -> None:
    newer, older = new_key(), new_key()
    host = address(launch(file, PORT="0", PARLOUR_KEY=f"{newer} {older}"))
    for key, status in ((newer, 200), (older, 200), (new_key(), 401)):
        now = int(time.time())
        signature = SigningKey(key).sign("hello", now, b"")
        connection = http.client.HTTPConnection(host, timeout=PATIENCE_S)
        connection.request(
            "GET", "/", headers={ID_HEADER: "hello", TIMESTAMP_HEADER: str(now), SIGNATURE_HEADER: signature}
        )
        assert connection.getresponse().status == status
        connection.close()


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"PORT": "high"}, "expected a port from 0 to 65535, found 'high'"),
        ({"PORT": "65536"}, "expected a port from 0 to 65535, found '65536'"),
        ({"PORT": "0", "PARLOUR_KEY": "secret"}, "PARLOUR_KEY: a signing key begins with whsec_"),
        ({"PORT": "0", "PARLOUR_KEY": ""}, "PARLOUR_KEY: expected a signing key, or two with a space between them"),
        (
            {"PORT": "0", "PARLOUR_KEY": "whsec_a b c"},
            "PARLOUR_KEY: expected a signing key, or two with a space between",
        ),
        ({"PORT": "0", "HOST": "no.such.host.invalid"}, "cannot listen on no.such.host.invalid:0"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_served_is_said_in_a_line(
    environment: dict[str, str], message: str, file: Path, launch: Launch
) -> None:
    process = launch(file, **environment)
    _, printed = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert message in printed
    assert "Traceback" not in printed


def test_a_port_that_is_taken_is_said_in_a_line(file: Path, launch: Launch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = launch(file, "--port", str(port))
        _, printed = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}: Address already in use; choose another --port" in printed


def test_a_bot_that_says_what_the_wire_does_not_allow_is_not_served(capsys: pytest.CaptureFixture[str]) -> None:
    class Nameless(parlour.Bot):
        name = ""

        def choose(self, question: parlour.Question) -> None: ...

    with pytest.raises(SystemExit):
        serve(Nameless, ["--port", "0"])
    assert 'Nameless.name: expected text of 1 to 40 printable characters, found ""' in capsys.readouterr().err
