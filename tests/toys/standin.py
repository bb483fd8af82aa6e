"""A stand-in for the service that answers what a test has written down and notes what it was asked.

The service itself is met in tests/student; here it may also do what it never would, and no referee is installed.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

KEY = "rf_" + "k" * 43


@dataclass
class Reply:
    """One answer: JSON unless `kind` says otherwise.

    Status 0 ends the connection after what is in `body`, without saying how long that is.
    """

    body: Any = None
    status: int = 200
    kind: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    held: bool = False
    """Whether the connection stays open until the test releases it: before an answer with a status, else after it."""


def problem(status: int, detail: str = "", **more: Any) -> Reply:
    """An error as the service words it."""
    headers = more.pop("headers", {})
    return Reply({"status": status, "detail": detail, **more}, status, "application/problem+json", headers)


@dataclass
class Call:
    """What was asked."""

    line: str
    target: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


class StandIn(ThreadingHTTPServer):
    """Answers `GET /api/me` with the replies that stand under that line, in turn; the last of them stays."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies: dict[str, list[Reply]] = {}
        self.calls: list[Call] = []
        self.release = threading.Event()
        """Lets go what is held."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def answers(self, line: str, *replies: Any) -> None:
        """What is answered to a line; what is no Reply is the JSON of one."""
        self.replies[line] = [each if isinstance(each, Reply) else Reply(each) for each in replies]

    def lines(self) -> list[str]:
        return [call.line for call in self.calls]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is meant to."""


class Handler(BaseHTTPRequestHandler):
    server: StandIn
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        parts = urlsplit(self.path)
        line = f"{self.command} {parts.path}"
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = json.loads(body) if body else None
        self.server.calls.append(Call(line, self.path, dict(parse_qsl(parts.query)), headers, asked))
        replies = self.server.replies.get(line, [problem(404, f"there is no {line}")])
        self.send(replies.pop(0) if len(replies) > 1 else replies[0])

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = answer  # noqa: N815 - the base class looks for them

    def send(self, reply: Reply) -> None:
        content = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        if reply.body is None:
            content = b""
        if reply.status and reply.held:
            self.server.release.wait(60)
        self.close_connection = not reply.status
        if content or reply.status:
            self.send_response(reply.status or 200)
            length = {"Content-Length": str(len(content))} if reply.status else {}
            for name, value in {"Content-Type": reply.kind, **length, **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
            self.wfile.flush()
        if not reply.status and reply.held:
            self.server.release.wait(60)

    def log_message(self, format: str, *values: Any) -> None:  # noqa: A002 - the base class calls it so
        """Say nothing."""


@contextmanager
def standing() -> Iterator[StandIn]:
    """A stand-in while the block runs."""
    with StandIn() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.release.set()
            server.shutdown()
            thread.join()
