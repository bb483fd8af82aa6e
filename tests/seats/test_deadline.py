"""Sockets that end on time: what is left of a budget, and what a socket has of it when it is opened."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

import pytest
from loopback import LOOPBACK
from timing import Clock, ending_with

from referee.rogues.rogue import Rogue
from referee.seats.deadline import Budget, DeadlineSocket, TooManyBytes
from referee.seats.dialer import Dialer


def budget(seconds: float, most_bytes: int = 100, **clock: Clock) -> Budget:
    """A budget that has begun."""
    begun = Budget(**clock)
    begun.begin(seconds=seconds, most_bytes=most_bytes)
    return begun


def test_a_budget_that_has_not_begun_is_over() -> None:
    assert Budget().is_over
    with pytest.raises(TimeoutError):
        Budget().left()


def test_a_budget_has_less_and_less_left_and_then_raises() -> None:
    clock = Clock()
    begun = budget(10.0, now=clock)
    assert begun.left() == 10.0
    clock.advance(9.5)
    assert begun.left() == 0.5
    assert not begun.is_over
    clock.advance(0.5)
    assert begun.is_over
    with pytest.raises(TimeoutError):
        begun.left()


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
        opened = Dialer("bot.test", int(bot.url.rpartition(":")[2]), budget(10.0, now=Clock()), LOOPBACK).open()
        with opened:
            assert opened.gettimeout() == 10.0
            assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.fixture
def clock() -> Clock:
    """The clock of the budget of `opened`."""
    return Clock()


@pytest.fixture
def opened(clock: Clock) -> Iterator[DeadlineSocket]:
    """A socket with a budget of 10 seconds, on which some bytes have come."""
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        Dialer("127.0.0.1", listener.getsockname()[1], budget(10.0, now=clock), LOOPBACK).open() as opened,
        listener.accept()[0] as bot,
    ):
        bot.sendall(b"{}")
        yield opened


@pytest.mark.parametrize(
    "use",
    [
        lambda opened: opened.recv(1),
        lambda opened: opened.recv_into(bytearray(1)),
        lambda opened: opened.sendall(b"x"),
        lambda opened: opened.send(b"x"),
    ],
    ids=["recv", "recv_into", "sendall", "send"],
)
def test_every_use_of_a_socket_may_take_what_is_left_of_the_budget_and_none_begins_after_it(
    use: Callable[[socket.socket], object], opened: DeadlineSocket, clock: Clock
) -> None:
    for left in (7.0, 4.0):
        clock.advance(3.0)
        use(opened)
        assert opened.gettimeout() == left
    clock.advance(4.0)
    with pytest.raises(TimeoutError, match="the budget of the call is spent"):
        use(opened)


@pytest.mark.skipif(not hasattr(socket, "TCP_QUICKACK"), reason="only Linux lets a reader acknowledge at once")
@pytest.mark.parametrize(
    "receive",
    [lambda opened: opened.recv(1), lambda opened: opened.recv_into(bytearray(1))],
    ids=["recv", "recv_into"],
)
def test_what_comes_in_is_acknowledged_at_once(
    receive: Callable[[socket.socket], object], opened: DeadlineSocket
) -> None:
    """A bot that sends head and body apart is kept waiting for the acknowledgement between them, up to 40 ms."""
    for _ in range(2):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 0)  # as the system may set it after any send
        receive(opened)
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK) == 1


def test_a_socket_that_is_not_to_wait_brings_what_has_come_and_waits_again_afterwards(
    opened: DeadlineSocket, clock: Clock
) -> None:
    assert opened.recv(2) == b"{}"
    with opened.without_waiting(), pytest.raises(BlockingIOError):
        opened.recv_into(bytearray(1))
    clock.advance(10.0)
    with pytest.raises(TimeoutError):
        opened.recv(1)


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
def test_a_use_of_a_socket_that_waits_ends_with_the_budget(use: Callable[[socket.socket], object]) -> None:
    with Rogue("never_reads") as bot, ending_with(0.2):
        opened = Dialer("127.0.0.1", int(bot.url.rpartition(":")[2]), budget(0.2), LOOPBACK).open()
        with opened, pytest.raises(TimeoutError):
            use(opened)
