"""Something that answers over HTTP whatever a function says, and notes which calls came: for tests of strange bots."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from parlour.service import Response

Respond = Callable[[str, str, Mapping[str, str], bytes], Response]


@dataclass
class Calls:
    """The address of something that is no bot of the kit, and the calls that came there."""

    url: str = ""
    paths: list[str] = field(default_factory=list)


@contextlib.contextmanager
def answering(respond: Respond, kind: str = "application/json") -> Iterator[Calls]:
    """Serves whatever `respond` answers to a method, a path, headers and a body."""
    calls = Calls()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            calls.paths.append(self.path)
            headers = {name.lower(): value for name, value in self.headers.items()}
            response = respond(self.command, self.path, headers, body)
            sent = json.dumps(response.value).encode()
            self.send_response(response.status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        do_GET = do_POST = answer  # noqa: N815 - the base class looks for them

        def log_message(self, format: str, *values: Any) -> None: ...  # noqa: A002 - the base class calls it so

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        calls.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield calls
        finally:
            server.shutdown()
            thread.join()
