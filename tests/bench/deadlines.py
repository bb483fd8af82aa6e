"""How late 64 calls at once end when each bot would hold its caller, and what a call takes that comes in two pieces.

The rogue runs in another process, so that it takes no turns of the interpreter from the callers.
"""

from __future__ import annotations

import statistics
import threading
import time

from beside import beside, heading

from referee.rogues.apart import apart
from referee.seats.address import Reach, read_hosts
from referee.seats.client import BotClient
from referee.seats.faults import Fault

BOTS = 64
BUDGET_MS = 1_000
LATEST_MS = 30
CALLS = 100
ACKNOWLEDGEMENT_MS = 40
"""How long Linux may wait before it acknowledges what it has read."""

HOLDING = ("drip_body", "drip_headers", "silent")
REACH = Reach(allow=(read_hosts("127.0.0.1"),))


def late_ms(url: str) -> list[float]:
    """By how much each of many calls at once ended after its budget."""
    late: list[float] = []
    together = threading.Barrier(BOTS)

    def one() -> None:
        client = BotClient(url, reach=REACH)
        together.wait()
        began = time.monotonic()
        outcome = client.call("POST", "/move", b"{}", id="m1-q1", budget_s=BUDGET_MS / 1000)
        late.append((time.monotonic() - began) * 1000 - BUDGET_MS)
        client.close()
        assert isinstance(outcome, Fault), outcome
        assert outcome.kind == "timeout", outcome

    threads = [threading.Thread(target=one) for _ in range(BOTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return late


def call_ms(url: str) -> float:
    """What one of many calls on one connection takes."""
    client = BotClient(url, reach=REACH)
    began = time.monotonic()
    for _ in range(CALLS):
        assert isinstance(client.call("POST", "/move", b"{}", id="m1-q1", budget_s=BUDGET_MS / 1000), bytes)
    took = time.monotonic() - began
    client.close()
    return took * 1000 / CALLS


def main() -> None:
    """Measure each rogue in turn."""
    heading(f"How late {BOTS} calls at once end")
    with apart(*HOLDING) as urls:
        for name in HOLDING:
            late = late_ms(urls[name])
            for which, ms in (("min", min(late)), ("median", statistics.median(late)), ("max", max(late))):
                beside(f"{name}, {which}", ms, LATEST_MS, "ms late", f"what is promised of {BUDGET_MS:,} ms")
    heading("A bot that writes head and body apart")
    with apart("two_writes") as urls:
        beside(
            "call", call_ms(urls["two_writes"]), ACKNOWLEDGEMENT_MS, "ms", "a wait for the acknowledgement of the head"
        )


main()
