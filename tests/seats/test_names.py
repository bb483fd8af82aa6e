"""Look-ups of names: each ends with the budget of who asks, one name holds one thread, and no bot waits for others."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from loopback import LOOPBACK
from timing import PATIENCE_S, ending_with

from referee.rogues.rogue import Rogue
from referee.rogues.talk import LONGEST_S
from referee.seats.client import BotClient
from referee.seats.faults import Fault, RefereeFault
from referee.seats.names import MOST_LOOKUPS, addresses

Names = dict[str, Callable[[], list[str]]]


class Slow:
    """Names of which none is found before the test is over, or lets one go. `asked` are the look-ups that began."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.over = threading.Event()
        self._gone: dict[str, threading.Event] = {}

    def name(self, host: str) -> Callable[[], list[str]]:
        """How such a name is resolved."""
        gone = self._gone[host] = threading.Event()

        def never() -> list[str]:
            self.asked.append(host)
            gone.wait(LONGEST_S)
            return ["127.0.0.1"]

        return never

    def let_go(self, host: str) -> None:
        """This one is found now."""
        self._gone[host].set()

    def end(self) -> None:
        """All are found, and their threads end."""
        for gone in self._gone.values():
            gone.set()
        for thread in lookups():
            thread.join()


def lookups() -> list[threading.Thread]:
    """The threads that look up names."""
    return [thread for thread in threading.enumerate() if thread.name == "lookup"]


@pytest.fixture
def slow() -> Iterator[Slow]:
    """Ends its look-ups with the test."""
    slow = Slow()
    yield slow
    slow.end()


@pytest.fixture
def slow_names(slow: Slow, names: Names) -> list[str]:
    """More slow names than may be looked up at once."""
    hosts = [f"slow{number}.test" for number in range(MOST_LOOKUPS + 4)]
    names.update({host: slow.name(host) for host in hosts})
    return hosts


def call(url: str, budget_s: float) -> bytes | Fault | RefereeFault:
    """The outcome of one call as for a move."""
    client = BotClient(url, reach=LOOPBACK)
    try:
        return client.call("POST", "/move", b"{}", id="m1-q1", budget_s=budget_s)
    except RefereeFault as ours:
        return ours
    finally:
        client.close()


def begin(hosts: list[str]) -> None:
    """Look-ups of all these names that go on in the background."""
    for host in hosts:
        with pytest.raises(TimeoutError):
            addresses(host, 80, lambda: 0.001)


def look_up(hosts: list[str], budget_s: float) -> list[bytes | Fault | RefereeFault]:
    """The outcomes of calling all these hosts at once; one that does not come with the budget is missing."""
    outcomes: list[bytes | Fault | RefereeFault] = []

    def one(host: str) -> None:
        with ending_with(budget_s):
            outcome = call(f"http://{host}/", budget_s)
        outcomes.append(outcome)

    threads = [threading.Thread(target=one, args=(host,)) for host in hosts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_lookups_end_with_the_budget_and_what_finds_no_place_is_the_referees_own_fault(slow_names: list[str]) -> None:
    outcomes = look_up(slow_names, 1.0)
    assert Counter(map(str, outcomes)) == {
        str(Fault("timeout", "nothing came")): MOST_LOOKUPS,
        f"more than {MOST_LOOKUPS} names were to be looked up at once": 4,
    }
    assert sum(isinstance(outcome, RefereeFault) for outcome in outcomes) == 4
    assert len(lookups()) == MOST_LOOKUPS


def test_slow_lookups_keep_no_other_bot_waiting(slow_names: list[str], names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.1"]
    begin(slow_names[:20])
    with Rogue("honest") as bot:
        for _ in range(3):
            assert isinstance(call(bot.url.replace("127.0.0.1", "bot.test"), PATIENCE_S), bytes)


def test_a_bot_with_slow_names_holds_one_thread_however_many_matches_it_is_in(slow: Slow, names: Names) -> None:
    names["slow.test"] = slow.name("slow.test")
    for _ in range(2):
        assert look_up(["slow.test"] * 70, 0.5) == [Fault("timeout", "nothing came")] * 70
    assert slow.asked == ["slow.test"]
    assert len(lookups()) == 1


class Waiting:
    """Gives one after the other of these seconds to who looks up a name, and tells when it is asked for them."""

    def __init__(self, *seconds: float) -> None:
        self.asked = threading.Semaphore(0)
        self._seconds = list(seconds)

    def __call__(self) -> float:
        self.asked.release()
        return self._seconds.pop(0) if len(self._seconds) > 1 else self._seconds[0]


def test_what_is_found_is_found_for_all_who_wait_and_the_next_one_looks_anew(slow: Slow, names: Names) -> None:
    names["slow.test"] = slow.name("slow.test")
    left = Waiting(PATIENCE_S)
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(addresses("slow.test", 8000, left))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for _ in range(2 * len(threads)):  # each asks once for a place, and once when it has joined
        assert left.asked.acquire(timeout=PATIENCE_S)
    slow.let_go("slow.test")
    for thread in threads:
        thread.join()
    assert found == [found[0]] * 8
    assert slow.asked == ["slow.test"]
    assert addresses("slow.test", 8000, left) == found[0]
    assert slow.asked == ["slow.test"] * 2


def test_a_name_that_is_not_found_is_not_found_for_all_who_wait(names: Names) -> None:
    def unknown() -> list[str]:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    names["no-such-host.invalid"] = unknown
    raised = []
    for _ in range(2):
        with pytest.raises(socket.gaierror, match="unknown") as each:
            addresses("no-such-host.invalid", 8000, lambda: PATIENCE_S)
        raised.append(each.value)
    assert raised[0].errno == raised[1].errno == socket.EAI_NONAME
    assert lookups() == []


def test_who_waits_for_a_place_gets_one_when_it_is_free(slow: Slow, slow_names: list[str], names: Names) -> None:
    names["bot.test"] = lambda: ["127.0.0.1"]
    begin(slow_names[:MOST_LOOKUPS])
    left = Waiting(PATIENCE_S)
    found: list[object] = []
    asking = threading.Thread(target=lambda: found.append(addresses("bot.test", 8000, left)[0][4]))
    asking.start()
    assert left.asked.acquire(timeout=PATIENCE_S)  # holds the lock until it waits
    slow.let_go(slow_names[0])
    asking.join(PATIENCE_S / 2)
    assert found == [("127.0.0.1", 8000)]


def test_who_had_to_wait_for_a_place_and_then_has_too_little_time_left_blames_no_bot(
    slow: Slow, slow_names: list[str]
) -> None:
    begin(slow_names[:MOST_LOOKUPS])
    left = Waiting(PATIENCE_S, 0.01)

    def free_one() -> None:
        assert left.asked.acquire(timeout=PATIENCE_S)  # holds the lock until it waits
        slow.let_go(slow_names[0])

    freeing = threading.Thread(target=free_one)
    freeing.start()
    with pytest.raises(RefereeFault, match="names were to be looked up at once"):
        addresses(slow_names[MOST_LOOKUPS], 8000, left)
    freeing.join()
    assert slow.asked[-1] == slow_names[MOST_LOOKUPS]


def test_where_no_thread_can_be_started_the_fault_is_the_referees_own(
    names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    names["bot.test"] = lambda: ["127.0.0.1"]
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", full)
        with pytest.raises(RefereeFault, match="can't start new thread"):
            addresses("bot.test", 8000, lambda: PATIENCE_S)
    assert len(addresses("bot.test", 8000, lambda: PATIENCE_S)) == 1
