"""Sockets that end on time: what is left of a budget, and what a socket has of it when it is opened."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable

import pytest
from rogue import Rogue

from referee.seats.deadline import Budget, Dialer, TooManyBytes


def budget(seconds: float, most_bytes: int = 100) -> Budget:
    """A budget that has begun."""
    begun = Budget()
    begun.begin(seconds=seconds, most_bytes=most_bytes)
    return begun


def test_a_budget_that_has_not_begun_is_over() -> None:
    assert Budget().is_over
    with pytest.raises(TimeoutError):
        Budget().left()


def test_a_budget_has_less_and_less_left_and_then_raises() -> None:
    begun = budget(0.02)
    left = [0.02]
    with contextlib.suppress(TimeoutError):
        while True:
            left.append(begun.left())
    assert begun.is_over
    assert left == sorted(left, reverse=True)
    assert min(left) > 0


def test_a_budget_allows_so_many_bytes_and_no_more() -> None:
    begun = budget(1.0, most_bytes=10)
    begun.take(4)
    begun.take(6)
    with pytest.raises(TooManyBytes):
        begun.take(1)
    begun.begin(seconds=1.0, most_bytes=10)
    begun.take(10)


def test_a_socket_that_is_open_has_all_that_is_left_whatever_the_share_of_its_address_was(
    names: dict[str, Callable[[], list[str]]],
) -> None:
    names["bot.test"] = lambda: ["127.0.0.1", "127.0.0.9"]
    with Rogue("silent") as bot:
        opened = Dialer("bot.test", int(bot.url.rpartition(":")[2]), budget(10.0)).open()
        with opened:
            assert 5.0 < (opened.gettimeout() or 0.0) <= 10.0
            assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize(
    "use",
    [
        lambda opened: opened.recv(1),
        lambda opened: opened.recv_into(bytearray(1)),
        lambda opened: opened.sendall(bytes(10_000_000)),
        lambda opened: [opened.send(bytes(1_000_000)) for _ in range(10)],
    ],
    ids=["recv", "recv_into", "sendall", "send"],
)
def test_every_use_of_a_socket_ends_with_its_budget(use: Callable[[socket.socket], object]) -> None:
    with Rogue("never_reads") as bot:
        began = time.monotonic()
        opened = Dialer("127.0.0.1", int(bot.url.rpartition(":")[2]), budget(0.1)).open()
        with opened, pytest.raises(TimeoutError):
            use(opened)
        assert 0.1 <= time.monotonic() - began < 0.2
