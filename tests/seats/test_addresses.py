"""Whom a client calls: names that are looked up in time and once, URLs that are none, and nothing told about either."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from rogue import Rogue

from referee.seats.client import BadUrl, BotClient, Reply
from referee.seats.deadline import MOST_LOOKUPS, Budget, Dialer
from referee.seats.faults import Fault

Names = dict[str, Callable[[], list[str]]]


def call(client: BotClient, budget_s: float = 1.0) -> Reply | Fault:
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
            assert isinstance(call(client), Reply)
        client.close()
    assert bot.requests[0].headers["host"].startswith("bot.test:")
    assert asked == ["once more"]


def test_each_address_of_a_name_is_tried(names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.9", "127.0.0.1"]
    with Rogue("honest") as bot:
        client = BotClient(bot.url.replace("127.0.0.1", "bot.test"))
        assert isinstance(call(client), Reply)
        client.close()


def test_an_address_that_swallows_packets_does_not_hide_the_next(names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.1", "127.0.0.2"]
    with Rogue("full_backlog") as hole:
        port = int(hole.url.rpartition(":")[2])
        with socket.create_server(("127.0.0.2", port)) as listener:
            dialer = Dialer("bot.test", port, Budget())
            dialer.budget.begin(seconds=0.4, most_bytes=0)
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
        over.wait(2)
        return []

    slow = [f"slow{number}.test" for number in range(MOST_LOOKUPS + 4)]
    names.update(dict.fromkeys(slow, never))
    yield slow
    over.set()
    for thread in threading.enumerate():
        if thread.name == "lookup":
            thread.join()


def look_up(hosts: list[str], budget_s: float) -> list[tuple[Reply | Fault, float]]:
    """Call all these hosts at once: each outcome, and by how many seconds it came after the budget."""
    outcomes: list[tuple[Reply | Fault, float]] = []

    def one(host: str) -> None:
        client = BotClient(f"http://{host}/")
        began = time.monotonic()
        outcomes.append((call(client, budget_s), time.monotonic() - began - budget_s))
        client.close()

    threads = [threading.Thread(target=one, args=(host,)) for host in hosts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_lookups_end_with_the_budget_even_when_no_more_may_begin(slow_names: list[str]) -> None:
    outcomes = look_up(slow_names, 0.3)
    assert {outcome for outcome, _ in outcomes} == {Fault("timeout", "nothing came")}
    assert max(late for _, late in outcomes) < 0.5


def test_slow_lookups_keep_no_other_bot_waiting(slow_names: list[str], names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.1"]
    look_up(slow_names[:20], 0.05)  # they go on in the background
    with Rogue("honest") as bot:
        client = BotClient(bot.url.replace("127.0.0.1", "bot.test"))
        assert isinstance(call(client, budget_s=0.5), Reply)
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


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "a bot's URL begins with http:// or https:// and a host"),
        ("127.0.0.1:8000", "a bot's URL begins with http:// or https:// and a host"),
        ("ftp://127.0.0.1/", "a bot's URL begins with http:// or https:// and a host"),
        ("http:///move", "a bot's URL begins with http:// or https:// and a host"),
        ("http://ada:s3cret@127.0.0.1/", "a bot's URL holds no user name and password: calls are signed instead"),
        ("http://127.0.0.1/#top", "a bot's URL has no fragment"),
        ("http://127.0.0.1:99999/", "not a URL"),
        ("http://[::1/", "not a URL"),
        ("http://*/", "a bot's URL has a host that can be called"),
    ],
)
def test_a_url_that_cannot_be_called_is_refused_without_being_shown(url: str, reason: str) -> None:
    with pytest.raises(BadUrl) as refused:
        BotClient(url)
    assert str(refused.value) == reason
