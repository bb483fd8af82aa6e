"""Whom a client calls: names that are looked up in time and once, URLs that are none, and nothing told about either."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest
from rogue import Rogue
from talk import LONGEST_S
from timing import PATIENCE_S, ending_with

from referee.seats.client import BotClient
from referee.seats.deadline import MOST_LOOKUPS, Budget, Dialer
from referee.seats.faults import Fault

Names = dict[str, Callable[[], list[str]]]


def call(client: BotClient, budget_s: float = PATIENCE_S) -> bytes | Fault:
    """One call as for a move."""
    return client.call("POST", "/move", b"{}", id="m1-q1", budget_s=budget_s)


def test_a_name_is_looked_up_once_and_its_address_kept(names: Names) -> None:
    asked: list[str] = []

    def rebinding() -> list[str]:
        asked.append("once more")
        return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.9"]

    names["bot.test"] = rebinding
    with Rogue("close_after") as bot:
        client = BotClient(bot.url.replace("127.0.0.1", "bot.test"))
        for _ in range(3):
            assert isinstance(call(client), bytes)
        client.close()
    assert bot.requests[0].headers["host"].startswith("bot.test:")
    assert asked == ["once more"]


def test_each_address_of_a_name_is_tried(names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.9", "127.0.0.1"]
    with Rogue("honest") as bot:
        client = BotClient(bot.url.replace("127.0.0.1", "bot.test"))
        assert isinstance(call(client), bytes)
        client.close()


def test_an_address_that_swallows_packets_does_not_hide_the_next(names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.1", "127.0.0.2"]
    with Rogue("full_backlog") as hole:
        port = int(hole.url.rpartition(":")[2])
        with socket.create_server(("127.0.0.2", port)) as listener:
            dialer = Dialer("bot.test", port, Budget())
            dialer.budget.begin(seconds=2.0, most_bytes=0)
            with dialer.open() as opened:
                assert opened.getpeername() == ("127.0.0.2", port) == listener.getsockname()


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 64 + ".test"])
def test_a_name_without_an_address_is_unreachable(host: str, names: Names) -> None:
    def unknown() -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    names["no-such-host.invalid"] = unknown
    client = BotClient(f"http://{host}/")
    assert call(client) == Fault("unreachable", "the host's name has no address")
    client.close()


@pytest.fixture
def slow_names(names: Names) -> Iterator[list[str]]:
    """More names than may be looked up at once, none of which is found before the test is over."""
    over = threading.Event()

    def never() -> list[str]:
        over.wait(LONGEST_S)
        return []

    slow = [f"slow{number}.test" for number in range(MOST_LOOKUPS + 4)]
    names.update(dict.fromkeys(slow, never))
    yield slow
    over.set()
    for thread in threading.enumerate():
        if thread.name == "lookup":
            thread.join()


def look_up(hosts: list[str], budget_s: float) -> list[bytes | Fault]:
    """The outcomes of calling all these hosts at once; one that does not come with the budget is missing."""
    outcomes: list[bytes | Fault] = []

    def one(host: str) -> None:
        client = BotClient(f"http://{host}/")
        with ending_with(budget_s):
            outcome = call(client, budget_s)
        outcomes.append(outcome)
        client.close()

    threads = [threading.Thread(target=one, args=(host,)) for host in hosts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_lookups_end_with_the_budget_even_when_no_more_may_begin(slow_names: list[str]) -> None:
    outcomes = look_up(slow_names, 0.3)
    assert outcomes == [Fault("timeout", "nothing came")] * len(slow_names)


def test_slow_lookups_keep_no_other_bot_waiting(slow_names: list[str], names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.1"]
    look_up(slow_names[:20], 0.05)  # they go on in the background
    with Rogue("honest") as bot:
        client = BotClient(bot.url.replace("127.0.0.1", "bot.test"))
        assert isinstance(call(client), bytes)
        client.close()


def test_a_port_where_nobody_listens_is_unreachable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        client = BotClient(f"http://127.0.0.1:{taken.getsockname()[1]}")
        assert call(client) == Fault("unreachable", "connection refused")
        client.close()


def test_no_fault_shows_the_query_of_the_url(names: Names) -> None:
    names["gone.test"] = list
    for url in ("http://127.0.0.1:9/?token=s3cret", "http://gone.test/?token=s3cret"):
        client = BotClient(url)
        fault = call(client)
        client.close()
        assert isinstance(fault, Fault)
        assert "s3cret" not in repr(fault)
    with Rogue("html") as bot:
        client = BotClient(f"{bot.url}/?token=s3cret")
        assert "s3cret" not in repr(call(client))
        client.close()
