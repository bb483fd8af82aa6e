"""How late 64 calls at once end when each bot would hold its caller, and what a call takes that comes in two pieces.

The rogue runs in another process, so that it takes no turns of the interpreter from the callers.
"""

from __future__ import annotations

import contextlib
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from beside import beside, heading

from referee.seats.client import BotClient
from referee.seats.faults import Fault

BOTS = 64
BUDGET_MS = 1_000
CALLS = 100
ACKNOWLEDGEMENT_MS = 40
"""How long Linux may wait before it acknowledges what it has read."""

ROGUES = Path(__file__).parent.with_name("rogues")
ROGUE = """
import sys
from rogue import Rogue
with Rogue(sys.argv[1]) as bot:
    print(bot.url, flush=True)
    sys.stdin.read()
"""


@contextlib.contextmanager
def rogue(name: str) -> Iterator[str]:
    """A rogue in a process of its own; its URL."""
    with subprocess.Popen(
        [sys.executable, "-c", ROGUE, name], cwd=ROGUES, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()


def late_ms(url: str) -> list[float]:
    """By how much each of many calls at once ended after its budget."""
    late: list[float] = []
    together = threading.Barrier(BOTS)

    def one() -> None:
        client = BotClient(url)
        together.wait()
        began = time.monotonic()
        outcome = client.call("POST", "/move", b"{}", id="m1-q1", budget_s=BUDGET_MS / 1000)
        late.append((time.monotonic() - began) * 1000 - BUDGET_MS)
        client.close()
        assert isinstance(outcome, Fault), outcome

    threads = [threading.Thread(target=one) for _ in range(BOTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return late


def call_ms(url: str) -> float:
    """What one of many calls on one connection takes."""
    client = BotClient(url)
    began = time.monotonic()
    for _ in range(CALLS):
        assert isinstance(client.call("POST", "/move", b"{}", id="m1-q1", budget_s=BUDGET_MS / 1000), bytes)
    took = time.monotonic() - began
    client.close()
    return took * 1000 / CALLS


def main() -> None:
    """Measure each rogue in turn."""
    heading(f"How late {BOTS} calls at once end")
    for name in ("drip_body", "drip_headers", "silent"):
        with rogue(name) as url:
            late = late_ms(url)
        for which, ms in (("min", min(late)), ("median", statistics.median(late)), ("max", max(late))):
            beside(f"{name}, {which}", ms, BUDGET_MS, "ms late", "the budget")
    heading("A bot that writes head and body apart")
    with rogue("two_writes") as url:
        beside("call", call_ms(url), ACKNOWLEDGEMENT_MS, "ms", "a wait for the acknowledgement of the head")


main()
