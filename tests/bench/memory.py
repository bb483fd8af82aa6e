"""Whether memory stays flat over a thousand matches that one referee plays in one process."""

import gc
import hashlib
import threading
from pathlib import Path

from beside import beside, heading

import parlour
from referee.match import MatchSpec, play
from referee.seats.local import LocalSeat

MATCHES = 1_000
WARM = 100  # by then every cache is filled
SEATS = 4


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


def held() -> tuple[float, int]:
    """Resident memory in MB, and how many objects Python keeps."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6, len(gc.get_objects())


def main() -> None:
    """Print what is held at the end beside what was held after the first matches."""
    for n in range(WARM):
        match(n)
    megabytes, objects = held()
    for n in range(WARM, MATCHES):
        match(n)
    megabytes_later, objects_later = held()
    heading(f"payday, {SEATS} seats, {MATCHES:,} matches in one process")
    beside("resident memory", megabytes_later, megabytes, "MB", f"after {WARM} matches")
    beside("objects", objects_later, objects, "objects", f"after {WARM} matches")


main()
