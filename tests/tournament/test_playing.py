"""What a referee holds while it plays, it lets go of, whatever its bots do."""

from __future__ import annotations

import gc
import threading
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from loopback import LOOPBACK

from parlour.protocol.messages import Handshake
from referee.clock import TimeControl
from referee.match import MatchRecord, Policy
from referee.rogues.rogue import Rogue
from referee.seats.faults import Fault
from referee.store import database
from referee.store.tournaments import Run
from referee.tournament.plan import BotEntry, Plan
from referee.tournament.running import run_tournament

MISBEHAVIOURS = ("honest", "silent", "drip_body", "huge", "reset", "smuggle_late", "end_silent")
"""One of each sort that may leave something behind: a thread that waits, a socket, a body, a second answer."""


class Counting:
    """A listener that counts what it is told."""

    def __init__(self) -> None:
        self.matches = 0
        self.kinds: Counter[str] = Counter()

    def began(self, run: Run, *, resumed: bool) -> None: ...
    def bot_is_ready(self, name: str, handshake: Handshake) -> None: ...
    def bot_failed(self, name: str, fault: Fault) -> None: ...
    def moved(self) -> None: ...
    def finished_elsewhere(self, match: str) -> None: ...
    def voided(self, match: str, trace: str) -> None: ...

    def finished(self, record: MatchRecord) -> None:
        self.matches += 1
        self.kinds.update(fault.kind for fault in record.faults)


def tournament_of(urls: dict[str, str], folder: Path) -> Plan:
    """A plan by which each bot meets each other once."""
    return Plan(
        file=folder / "test.toml",
        name="test",
        game="payday/2000",
        rules="1",
        options={"months": 1},
        format="round-robin",
        seats=2,
        rounds=1,
        seed=3,
        concurrency=4,
        ladder="test",
        time=TimeControl(start_ms=150, move_ms=100, bank_ms=0),
        policy=Policy(max_strikes=1),
        bots=tuple(BotEntry(name, url, None, None, folder) for name, url in urls.items()),
        reach=LOOPBACK,
    )


def threads() -> list[str]:
    """The threads of this process by their names, without those of rogues."""
    names = (thread.name for thread in threading.enumerate())
    return sorted(name for name in names if not name.startswith("rogue "))


def open_files() -> int:
    """How many files and sockets this process has open."""
    gc.collect()
    return len(list(Path("/dev/fd").iterdir()))


def test_threads_and_sockets_return_to_where_they_began_when_rogues_have_played(tmp_path: Path) -> None:
    def play(file: str) -> list[str]:
        heard = Counting()
        with ExitStack() as served:
            urls = {name: served.enter_context(Rogue(name)).url for name in MISBEHAVIOURS}
            with database.open(tmp_path / file) as store:
                run_tournament(tournament_of(urls, tmp_path), store, tmp_path / "logs", heard, seen=None)
            left = threads()
        assert heard.matches == 21
        assert heard.kinds["timeout"] >= 24  # each of the two slow ones when a match begins, and when it is asked
        return left

    play("first.sqlite")  # whatever is loaded or opened once, is now
    running, files = threads(), open_files()
    assert play("second.sqlite") == running
    assert (threads(), open_files()) == (running, files)
