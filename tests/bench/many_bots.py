"""Many bots behind one port, each at a path of its own and with its own key, in a process of their own."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from http.server import ThreadingHTTPServer
from typing import NamedTuple

from parlour.bot import Bot
from parlour.bots import Random
from parlour.protocol.signing import new_key, read_keys
from parlour.service import Response, Service
from parlour.serving import Handler

MAX_PARALLEL = 4


class Course(NamedTuple):
    """Bots that are served: by the name of each, its address and its key."""

    urls: Mapping[str, str]
    keys: Mapping[str, str]


class Street:
    """Passes on to each bot what is sent to its path: to ann what is sent to /ann/move."""

    keys = ("every bot of the street has one",)

    def __init__(self, keys: Mapping[str, str]) -> None:
        self._services = {name: Service(_named(name), read_keys(key)) for name, key in keys.items()}

    def respond(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        """What the bot of the path answers."""
        _, name, rest = path.split("/", 2)
        return self._services[name].respond(method, f"/{rest}", headers, body)


class StreetServer(ThreadingHTTPServer):
    """The server of all of them."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, street: Street) -> None:
        self.service = street
        super().__init__(("127.0.0.1", 0), Handler)


def _named(called: str) -> type[Bot]:
    return type("Called", (Random,), {"name": called, "games": ("payday",), "max_parallel": MAX_PARALLEL})


@contextlib.contextmanager
def served(names: Sequence[str]) -> Iterator[Course]:
    """The bots of these names, while the block runs."""
    keys = {name: new_key() for name in names}
    with subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(keys) + "\n")
            process.stdin.flush()
            port = int(process.stdout.readline())
            yield Course({name: f"http://127.0.0.1:{port}/{name}" for name in names}, keys)
        finally:
            process.kill()


def serve() -> None:
    """Be the bots whose names and keys stand in the first line of the input: say the port, and answer until killed."""
    with StreetServer(Street(json.loads(sys.stdin.readline()))) as server:
        print(server.server_port, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    serve()
