"""A bot behind HTTP, with the standard library alone: `parlour.serve(MyBot)` at the bottom of its file."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from types import FrameType
from typing import Any

from parlour.bot import Bot
from parlour.protocol.signing import BadKey, SigningKey, read_keys
from parlour.service import Response, Service

HOST, PORT = "127.0.0.1", 8000
MOST_BYTES = 1 << 20
"""A longer body is refused."""

STOPPING = (signal.SIGINT, signal.SIGTERM)
"""Both are handled here: a shell starts what runs in its background with SIGINT ignored, and Python leaves it so."""

IDLE_S = 300.0
"""A connection on which nothing comes for so long is closed."""


class BotServer(ThreadingHTTPServer):
    """The HTTP server of one bot; port 0 takes a free one, which `url` tells.

    Raises OSError where the port is taken, and ValueError where the bot says what the wire does not allow.
    """

    daemon_threads = True
    request_queue_size = 128  # as many matches may begin in the same moment; the default of 5 makes the others wait 1 s

    def __init__(self, bot: type[Bot], host: str = HOST, port: int = 0, keys: Sequence[SigningKey] = ()) -> None:
        self.service = Service(bot, keys)
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), Handler)

    def server_bind(self) -> None:
        """Bind without asking the name service for the host's name, as the base class would: that may take seconds."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.socket.getsockname()[:2]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that hangs up is no error of the bot."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        """Where the bot is."""
        host = f"[{self.server_name}]" if ":" in str(self.server_name) else self.server_name
        return f"http://{host}:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """Reads a request, has the service answer it, and sends head and body in one piece.

    A response in two small pieces would wait some 40 ms for the acknowledgement of the first.
    """

    server: BotServer
    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.0"  # what is no HTTP at all gets a response with headers too
    wbufsize = -1
    disable_nagle_algorithm = True
    timeout = IDLE_S

    def answer(self) -> None:
        """Answer one request of whatever method."""
        if self.headers.get_payload():  # the standard parser takes a line without a colon for the end of the head
            self._refuse_head(HTTPStatus.BAD_REQUEST, "a line of the head is no header")
            return
        length = self._length()
        if length is None:
            return
        body = self.rfile.read(length)
        if len(body) == length:
            self._send(self.server.service.respond(self.command, self.path, self._headers(), body))

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = answer  # noqa: N815 - the base class looks for them

    def _headers(self) -> dict[str, str]:
        """The headers by their lower-case names; those that stand twice are one list, as RFC 9110 (5.3) reads them."""
        headers: dict[str, str] = {}
        for name, value in self.headers.items():
            name = name.lower()
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        return headers

    def _length(self) -> int | None:
        """How long the body is; None once the request is refused because that cannot be told, or is too much."""
        given = self.headers.get("Content-Length", "0" if self.command != "POST" else None)
        if given is None or "Transfer-Encoding" in self.headers:
            self.send_error(HTTPStatus.LENGTH_REQUIRED, "a body needs a Content-Length")
        elif not (given.isascii() and given.isdigit()):
            self.send_error(HTTPStatus.BAD_REQUEST, "Content-Length is no whole number")
        elif len(given) > 9 or int(given) > MOST_BYTES:
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a body has at most {MOST_BYTES} bytes")
            self._pass_over()
        else:
            return int(given)
        return None

    def _pass_over(self) -> None:
        """Read for a moment what is still coming, or the client would meet a broken connection and not the response."""
        with contextlib.suppress(OSError):
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(1)
            for _ in range(256):
                if not self.rfile.read1(1 << 16):
                    break

    def handle_expect_100(self) -> bool:
        """Ask for the body at once: the client waits for that."""
        go_on = super().handle_expect_100()
        self.wfile.flush()
        return go_on

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse a request that is not read to its end: the connection ends with the response."""
        self.close_connection = True
        if code == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
            self._refuse_head(code, "the head has more than 100 lines, or one of more than 65536 bytes")
        else:
            self._send(Response(code, {"error": message or HTTPStatus(code).phrase}))

    def _refuse_head(self, code: int, reason: str) -> None:
        """Refuse a request whose head cannot be read to its end: to a bot with a key it proves nothing."""
        self.close_connection = True
        status = HTTPStatus.UNAUTHORIZED if self.server.service.keys else code
        self._send(Response(status, {"error": reason}))
        self._pass_over()

    def _send(self, response: Response) -> None:
        body = json.dumps(response.value).encode()
        self.send_response(response.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if response.allow:
            self.send_header("Allow", response.allow)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def version_string(self) -> str:
        """What the header Server says."""
        return "parlour"

    def log_message(self, format: str, *values: Any) -> None:  # noqa: A002 - the base class calls it so
        """Say nothing: a line for each of thousands of moves helps nobody."""


@contextlib.contextmanager
def running(bot: type[Bot], keys: Sequence[SigningKey] = ()) -> Iterator[str]:
    """The bot served on a free port of this machine while the block runs; gives its address."""
    with BotServer(bot, keys=keys) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server.url
        finally:
            server.shutdown()
            thread.join()


handed_over: ContextVar[list[type[Bot]] | None] = ContextVar("handed_over", default=None)
"""Set while a bot's file is only loaded: `serve` then notes the bot instead of serving it."""


def serve(bot: type[Bot], arguments: Sequence[str] | None = None) -> None:
    """Serve the bot until Ctrl-C or SIGTERM; the last line of a bot's file.

    Host and port are taken from --host and --port, else from HOST and PORT in the environment, else they are 127.0.0.1
    and 8000; port 0 takes a free one. With a key in PARLOUR_KEY, only calls that are signed with it are answered; while
    one key replaces another, PARLOUR_KEY holds both, with a space between them.
    """
    noted = handed_over.get()
    if noted is not None:
        noted.append(bot)
        return
    parser = argparse.ArgumentParser(description=f"Serves the bot {bot.name} over HTTP.")
    parser.add_argument("--host", default=os.environ.get("HOST", HOST), help="default: HOST, else %(default)s")
    parser.add_argument("--port", default=os.environ.get("PORT", str(PORT)), help="default: PORT, else %(default)s")
    chosen = parser.parse_args(arguments)
    if not (chosen.port.isascii() and chosen.port.isdigit() and int(chosen.port) < 1 << 16):
        parser.error(f"expected a port from 0 to 65535, found {chosen.port!r}")
    try:
        serve_at(bot, chosen.host, int(chosen.port))
    except (OSError, ValueError) as error:
        parser.error(str(error))


def serve_at(bot: type[Bot], host: str, port: int) -> None:
    """Serve the bot at an address until Ctrl-C or SIGTERM.

    Raises OSError where the address cannot be had, and ValueError for a wrong key or a bot that cannot be served.
    """
    keys = keys_of_environment()
    try:
        server = BotServer(bot, host, port, keys)
    except OSError as error:
        raise OSError(f"cannot listen on {host}:{port}: {error.strerror or error}; choose another --port") from None
    with server, contextlib.suppress(KeyboardInterrupt):
        for number in STOPPING:
            signal.signal(number, _stop)
        print(f"{bot.name} listening on {server.url}", flush=True)
        server.serve_forever(poll_interval=0.1)


def keys_of_environment() -> tuple[SigningKey, ...]:
    """The key in the environment variable PARLOUR_KEY, or the two there while one replaces another; none without it.

    Raises ValueError where it is set to anything else: a bot whose key got lost must not answer everybody.
    """
    text = os.environ.get("PARLOUR_KEY")
    try:
        return () if text is None else read_keys(text)
    except BadKey as error:
        raise ValueError(f"PARLOUR_KEY: {error}") from None


def _stop(number: int, frame: FrameType | None) -> None:
    """Stop, and let a second signal change nothing."""
    for each in STOPPING:
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt
