"""What the tests of seats share: host names that resolve as a test says."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], list[str]]]:
    """The addresses of made-up host names, each given by a function that may take its time."""
    known: dict[str, Callable[[], list[str]]] = {}
    system = socket.getaddrinfo

    def resolve(host: str, port: int, *args: Any, flags: int = 0, **more: Any) -> list[Any]:
        if host not in known or flags & socket.AI_NUMERICHOST:
            return system(host, port, *args, flags=flags, **more)
        return [_answer(address, port) for address in known[host]()]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return known


def _answer(address: str, port: int) -> tuple[Any, ...]:
    family, where = (socket.AF_INET6, (port, 0, 0)) if ":" in address else (socket.AF_INET, (port,))
    return family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, *where)
