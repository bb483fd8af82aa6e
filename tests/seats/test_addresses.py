"""Whom a client calls: a name is looked up once, its addresses are judged before any is called, and one is kept."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
from loopback import LOOPBACK
from timing import PATIENCE_S

from referee.rogues.rogue import Rogue
from referee.seats.address import Reach
from referee.seats.client import BotClient
from referee.seats.deadline import Budget
from referee.seats.dialer import Blocked, Dialer, connect
from referee.seats.faults import Fault
from referee.seats.http import HttpSeat

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
        client = BotClient(bot.url.replace("127.0.0.1", "bot.test"), reach=LOOPBACK)
        for _ in range(3):
            assert isinstance(call(client), bytes)
        client.close()
    assert bot.requests[0].headers["host"].startswith("bot.test:")
    assert asked == ["once more"]


def test_each_address_of_a_name_is_tried(names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.9", "127.0.0.1"]
    with Rogue("honest") as bot:
        client = BotClient(bot.url.replace("127.0.0.1", "bot.test"), reach=LOOPBACK)
        assert isinstance(call(client), bytes)
        client.close()


def test_a_name_is_looked_up_once_even_if_the_first_call_reaches_nobody(names: Names) -> None:
    asked: list[str] = []

    def found() -> list[str]:
        asked.append("once more")
        return ["127.0.0.1"]

    names["bot.test"] = found
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        dialer = Dialer("bot.test", listener.getsockname()[1], Budget(), LOOPBACK)
        dialer.budget.begin(seconds=PATIENCE_S, most_bytes=0)
        with pytest.raises(ConnectionRefusedError):
            dialer.open()
        listener.listen()
        dialer.open().close()
    assert asked == ["once more"]


def test_a_name_that_was_not_found_is_looked_up_again_by_the_next_call(names: Names) -> None:
    asked: list[str] = []

    def found() -> list[str]:
        asked.append("once more")
        if len(asked) == 1:
            raise socket.gaierror(socket.EAI_AGAIN, "not now")
        return [] if len(asked) == 2 else ["127.0.0.1"]

    names["bot.test"] = found
    with Rogue("close_after") as bot:
        client = BotClient(bot.url.replace("127.0.0.1", "bot.test"), reach=LOOPBACK)
        for _ in range(2):
            assert call(client) == Fault("unreachable", "the host's name has no address")
        for _ in range(2):
            assert isinstance(call(client), bytes)
        client.close()
    assert len(asked) == 3


# What is judged.

REFUSED = "127.0.0.1 is a loopback address; allow_hosts = "


def test_an_address_that_may_not_be_called_is_not_connected_to() -> None:
    with Rogue("honest") as bot:
        client = BotClient(bot.url)
        for _ in range(2):
            where = bot.url.removeprefix("http://")
            assert call(client) == Fault("blocked", f'{REFUSED}["{where}"] would allow it')
        client.close()
    assert bot.connections == 0


@pytest.mark.parametrize(
    "answers",
    [
        ["10.0.0.7"],
        ["127.0.0.1", "10.0.0.7"],
        ["10.0.0.7", "127.0.0.1"],
        ["127.0.0.1", "fd00::7", "127.0.0.1"],
        ["127.0.0.1", "::ffff:10.0.0.7"],
        ["127.0.0.1", "169.254.169.254"],
        ["127.0.0.1", "0.0.0.0"],
        ["127.0.0.1", "64:ff9b::7f00:1"],
        ["127.0.0.1", "fe80::1%lo"],
    ],
)
def test_one_address_that_may_not_be_called_condemns_the_name_for_the_whole_match(
    answers: list[str], names: Names
) -> None:
    asked: list[str] = []

    def mixed() -> list[str]:
        asked.append("once more")
        return answers if len(asked) == 1 else ["127.0.0.1"]

    names["bot.test"] = mixed
    with Rogue("honest") as bot:
        client = BotClient(bot.url.replace("127.0.0.1", "bot.test"), reach=LOOPBACK)
        faults = [call(client) for _ in range(3)]
        client.close()
    assert bot.connections == 0
    assert asked == ["once more"]
    assert isinstance(faults[0], Fault)
    assert faults[0].kind == "blocked"
    assert faults[0].detail.startswith('"bot.test": ')
    assert faults == [faults[0]] * 3


def test_a_name_that_leads_elsewhere_by_the_next_match_is_judged_anew(names: Names) -> None:
    with Rogue("honest") as bot:
        url = bot.url.replace("127.0.0.1", "bot.test")
        outcomes = []
        for address in ("127.0.0.1", "10.0.0.7", "127.0.0.1"):
            names["bot.test"] = lambda address=address: [address]
            client = BotClient(url, reach=LOOPBACK)
            outcome = call(client)
            outcomes.append(outcome.kind if isinstance(outcome, Fault) else "ok")
            client.close()
    assert outcomes == ["ok", "blocked", "ok"]
    assert bot.connections == 2


def test_a_seat_is_blocked_in_the_handshake_at_once_and_in_every_move() -> None:
    with Rogue("honest") as bot:
        where = bot.url.removeprefix("http://")
        seat = HttpSeat(bot.url, reach=Reach(LOOPBACK.allow, own=(("0.0.0.0", int(where.partition(":")[2])),)))
        outcomes = [
            seat.handshake(PATIENCE_S),
            seat.start({"match": "m1"}, PATIENCE_S),
            seat.move({"match": "m1", "question": {"id": "m1-q1"}}, PATIENCE_S),
        ]
        seat.close()
    assert outcomes == [Fault("blocked", f"{where} is where the referee itself listens")] * 3
    assert bot.connections == 0


def test_a_connection_that_leads_to_another_address_than_was_dialled_is_given_up() -> None:
    budget = Budget()
    budget.begin(seconds=PATIENCE_S, most_bytes=0)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        anywhere = ("0.0.0.0", listener.getsockname()[1])  # which leads to this machine
        address = (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", anywhere)
        with pytest.raises(Blocked, match=r"a connection to 0\.0\.0\.0 led to 127\.0\.0\.1"):
            connect(address, budget, PATIENCE_S)


# How it is reached.


def test_the_address_that_took_the_first_connection_is_kept_when_another_would_take_one_too(names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.9", "127.0.0.1"]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        dialer = Dialer("bot.test", port, Budget(), LOOPBACK)
        dialer.budget.begin(seconds=PATIENCE_S, most_bytes=0)
        dialer.open().close()
        with socket.create_server(("127.0.0.9", port)), dialer.open() as opened:
            assert opened.getpeername() == ("127.0.0.1", port)


def test_an_address_that_swallows_packets_does_not_hide_the_next(names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.1", "127.0.0.2"]
    with Rogue("full_backlog") as hole:
        port = int(hole.url.rpartition(":")[2])
        with socket.create_server(("127.0.0.2", port)) as listener:
            dialer = Dialer("bot.test", port, Budget(), LOOPBACK)
            dialer.budget.begin(seconds=2.0, most_bytes=0)
            with dialer.open() as opened:
                assert opened.getpeername() == ("127.0.0.2", port) == listener.getsockname()


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 64 + ".test"])
def test_a_name_without_an_address_is_unreachable(host: str, names: Names) -> None:
    def unknown() -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    names["no-such-host.invalid"] = unknown
    client = BotClient(f"http://{host}/", reach=LOOPBACK)
    assert call(client) == Fault("unreachable", "the host's name has no address")
    client.close()


def test_a_port_where_nobody_listens_is_unreachable() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        client = BotClient(f"http://127.0.0.1:{taken.getsockname()[1]}", reach=LOOPBACK)
        assert call(client) == Fault("unreachable", "connection refused")
        client.close()


def test_no_fault_shows_the_query_of_the_url(names: Names) -> None:
    names["gone.test"] = list
    for url in (
        "http://127.0.0.1:1024/?token=s3cret",
        "http://gone.test/?token=s3cret",
        "http://10.0.0.7/?token=s3cret",
    ):
        client = BotClient(url, reach=LOOPBACK)
        fault = call(client)
        client.close()
        assert isinstance(fault, Fault)
        assert "s3cret" not in repr(fault)
    with Rogue("html") as bot:
        client = BotClient(f"{bot.url}/?token=s3cret", reach=LOOPBACK)
        assert "s3cret" not in repr(call(client))
        client.close()
