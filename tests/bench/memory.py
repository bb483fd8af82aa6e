"""Whether memory stays flat: over a thousand matches that one referee plays in one process, and under bombs."""

import gc
import hashlib
import threading
from pathlib import Path

from beside import beside, heading

import parlour
from referee.match import MatchSpec, play
from referee.rogues.apart import apart
from referee.rogues.misbehaviours import MISBEHAVIOURS
from referee.seats.address import Reach, read_hosts
from referee.seats.faults import Fault
from referee.seats.http import HttpSeat
from referee.seats.local import LocalSeat

MATCHES = 1_000
WARM = 100  # by then every cache is filled
SEATS = 4

BOMBS = (
    "huge",
    "huge_until_close",
    "endless_chunks",
    "endless_trailers",
    "endless_100",
    "header_flood",
    "headers_6mb",
    "negative_chunk",
    "redirect_huge",
    "redirect_bomb",
    "gzip_bomb",
)
CALLS = 20
BUDGET_S = 10.0
MOST_MB = 20
REACH = Reach(allow=(read_hosts("127.0.0.1"),))


class Anything(parlour.Bot):
    """Answers at random."""

    name = "anything"

    def choose(self, question: parlour.Question) -> parlour.Json:
        """Any of the options."""
        return parlour.choose(question.options, self.rng)


def match(n: int) -> None:
    """Play the n-th match with everything that a match has but the network: questions, clock, transcript, record."""
    players = tuple(f"anything-{seat}" for seat in range(SEATS))
    secret = hashlib.sha256(b"memory %d" % n).digest()
    spec = MatchSpec(id=f"memory-{n}", game="payday", options={"months": 1}, players=players, secret=secret)
    record = play(spec, [LocalSeat(Anything) for _ in players], stop=threading.Event())
    assert not record.faults, record.faults


def resident() -> float:
    """Resident memory in MB; objects are not counted, since the list of them would hide what is looked for."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def held() -> tuple[float, int]:
    """Resident memory in MB, and how many objects Python keeps."""
    return resident(), len(gc.get_objects())


def peak() -> float:
    """The most memory in MB that was resident since `forget_the_peak`."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e6


def forget_the_peak() -> None:
    """Let the most that was resident be what is resident now."""
    Path("/proc/self/clear_refs").write_text("5")


def bombed(name: str, url: str) -> float:
    """By how many MB resident memory grew at the most while a bot was asked that sends more than anybody holds.

    Each call must end as is promised: one that never reached the bomb would take no memory either.
    """
    before = resident()
    forget_the_peak()
    seat = HttpSeat(url, reach=REACH)
    for number in range(CALLS):
        question = {"match": "m1", "question": {"id": f"m1-q{number}"}}
        outcome = seat.move(question, BUDGET_S)
        assert isinstance(outcome, Fault), outcome
        assert outcome.kind == MISBEHAVIOURS[name].outcome, outcome
    seat.close()
    return peak() - before


def matches() -> None:
    """Print what is held at the end of the matches beside what was held after the first of them."""
    for n in range(WARM):
        match(n)
    megabytes, objects = held()
    for n in range(WARM, MATCHES):
        match(n)
    megabytes_later, objects_later = held()
    heading(f"payday, {SEATS} seats, {MATCHES:,} matches in one process")
    beside("resident memory", megabytes_later, megabytes, "MB", f"after {WARM} matches")
    beside("objects", objects_later, objects, "objects", f"after {WARM} matches")


def bombs() -> None:
    """Print by how much memory grew under each bomb, and for good under all of them."""
    heading(f"bots that send too much, asked {CALLS} times each")
    with apart(*BOMBS) as urls:
        begun = resident()
        for name in BOMBS:
            beside(f"{name}, at the most", bombed(name, urls[name]), MOST_MB, "MB more", "what is promised")
        beside("all of them, afterwards", resident() - begun, MOST_MB, "MB more", "what is promised")


bombs()  # first, while no memory that matches have let go can hide what they take
matches()
