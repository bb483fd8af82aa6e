"""Those who call a service: one that is honest and looks at its watch, and many that send a byte now and then."""

from __future__ import annotations

import contextlib
import http.client
import math
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

PAUSE_S = 0.2
"""So long a dripping caller waits after each byte."""

HEAD = b"GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Padding: "
"""The beginning of a head that never ends."""

BODY = (
    b"POST /api/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n"
)
"""A head whose body never ends."""


def times_ms(url: str, paths: Sequence[str], calls: int) -> dict[str, list[float]]:
    """How long each of so many GETs of every path took, one after another on one connection."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    found: dict[str, list[float]] = {path: [] for path in paths}
    for _ in range(calls):
        for path in paths:
            began = time.perf_counter()
            connection.request("GET", path)
            response = connection.getresponse()
            body = response.read()
            found[path].append((time.perf_counter() - began) * 1000)
            assert response.status == 200, f"{path}: {response.status} {body!r}"
    connection.close()
    return found


def quantile(times: Sequence[float], share: float) -> float:
    """What so large a share of the times is not above."""
    return sorted(times)[math.ceil(share * len(times)) - 1]


@contextlib.contextmanager
def dripping(url: str, callers: int) -> Iterator[None]:
    """While the block runs, so many callers drip, half of them heads, from a process of their own.

    Afterwards AssertionError if the service has hung up on one of them: then fewer dripped than are said to.
    """
    words = [sys.executable, __file__, urlsplit(url).netloc, str(callers)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "dripping\n"
            yield
            process.stdin.close()
            left = process.stdout.readline().strip()
            assert left == str(callers), f"of {callers} dripping callers only {left} were left"
        finally:
            process.kill()


def drip(address: tuple[str, int], callers: int) -> None:
    """Be the callers until the input ends; say then how many of them are still connected."""
    sockets = [socket.create_connection(address) for _ in range(callers)]
    for number, each in enumerate(sockets):
        each.sendall(BODY if number % 2 else HEAD)
    print("dripping", flush=True)
    while not select.select([sys.stdin], [], [], PAUSE_S)[0]:
        for each in list(sockets):
            try:
                each.send(b"x")
            except OSError:
                sockets.remove(each)
    answered = select.select(sockets, [], [], 0)[0]  # whom the service has answered, or hung up on
    print(len(sockets) - len(answered), flush=True)


if __name__ == "__main__":
    host, _, port = sys.argv[1].rpartition(":")
    drip((host, int(port)), int(sys.argv[2]))
