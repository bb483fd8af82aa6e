"""Tournament files, written as a test needs them, bots that are started by a command, and a plan that is played."""

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from listening import Heard

from parlour.bots import Cautious, Random
from parlour.serving import running
from referee.clock import TimeControl
from referee.match import Policy
from referee.seats.address import Reach, read_hosts
from referee.store import database, tournaments
from referee.tournament.plan import BotEntry, Plan
from referee.tournament.running import Outcome, run_tournament

PATIENCE_S = 60.0

SPRING = """\
[tournament]
name = "Spring"
game = "payday"
format = "round-robin"
seats = 2
rounds = 4

[[bot]]
name = "ann"
command = "python ann.py --depth 2"

[[bot]]
name = "bob"
url = "http://bots.example:8000/bob"
"""


@pytest.fixture
def spring(tmp_path: Path) -> Callable[..., Path]:
    """A sound tournament file; each keyword-free pair replaces a text in it that must be there."""

    def write(*changes: tuple[str, str]) -> Path:
        text = SPRING
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "spring.toml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return path

    return write


# Says "up" and the names of its signals into a pipe, which shows when the last process that holds it is gone.
LIFELINE = """
import os, signal
lifeline = os.open({fifo!r}, os.O_WRONLY)
os.set_inheritable(lifeline, True)
os.write(lifeline, b"up ")
"""

ANSWERS = """
import http.server, json, os, shutil, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        seen = {"env": dict(os.environ), "cwd": os.getcwd(), "python": shutil.which("python"), "keeper": os.getppid()}
        body = json.dumps({**seen, "pid": os.getpid()}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
print("to stdout")
print("to stderr", file=sys.stderr)
http.server.HTTPServer((os.environ["HOST"], int(os.environ["PORT"])), Handler).serve_forever()
"""


class Lifeline:
    """The reading end of a pipe that bots hold."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self.code = LIFELINE.format(fifo=str(path))
        self.reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def next(self) -> bytes:
        """What comes next; nothing when no process holds the other end any more."""
        ready, _, _ = select.select([self.reader], [], [], PATIENCE_S)
        assert ready, "a process is still alive"
        return os.read(self.reader, 1024)

    def rest(self) -> str:
        """All that still comes until no process holds the other end, or ever has: none may still be starting."""
        os.close(os.open(self.path, os.O_WRONLY))
        return b"".join(iter(self.next, b"")).decode()


@pytest.fixture
def lifeline(tmp_path: Path) -> Iterator[Lifeline]:
    """A pipe for the bots of one test."""
    line = Lifeline(tmp_path / "lifeline")
    yield line
    os.close(line.reader)


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., BotEntry]:
    """A bot that runs Python code."""

    def entry(code: str, name: str = "ann") -> BotEntry:
        return BotEntry(name, None, ("python", "-c", code), None, tmp_path)

    return entry


@pytest.fixture
def answering(bot: Callable[..., BotEntry]) -> Callable[..., BotEntry]:
    """A bot that runs Python code and then answers whatever it is asked with what it finds around it."""
    return lambda code="", name="ann": bot(code + ANSWERS, name)


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    """Where the output of bots goes."""
    return tmp_path / "logs"


# A referee: a process that runs one bot until its standard input ends.
REFEREE = """
import pathlib, sys
from referee.tournament.bots import running_bots
from referee.tournament.plan import BotEntry
folder = pathlib.Path(sys.argv[1])
try:
    with running_bots([BotEntry("ann", None, ("python", "-c", sys.argv[2]), None, folder)], folder / "logs"):
        print("running", flush=True)
        sys.stdin.read()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Callable[[str], subprocess.Popen[str]]]:
    """A referee process in a group of its own, as a shell starts it, whose bot runs Python code and already answers."""
    started: list[subprocess.Popen[str]] = []

    def start(code: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", REFEREE, str(tmp_path), code + ANSWERS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        started.append(process)
        assert process.stdout
        assert process.stdout.readline() == "running\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def urls() -> Iterator[dict[str, str]]:
    """Three bots, served."""
    with running(Random) as one, running(Random) as two, running(Cautious) as three:
        yield {"one": one, "two": two, "three": three}


@pytest.fixture
def plan(urls: dict[str, str], tmp_path: Path) -> Plan:
    return Plan(
        file=tmp_path / "test.toml",
        name="test",
        game="payday/2000",
        rules="1",
        options={"months": 1},
        format="round-robin",
        seats=2,
        rounds=4,
        seed=3,
        concurrency=3,
        ladder="test",
        time=TimeControl(start_ms=2000, move_ms=2000, bank_ms=0),
        policy=Policy(),
        bots=tuple(BotEntry(name, url, None, None, tmp_path) for name, url in urls.items()),
        reach=Reach(allow=(read_hosts("127.0.0.1"),)),
    )


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Outcome]:
    """Play a plan on the test's database; the listener may be given."""

    def play(plan: Plan, heard: Heard | None = None, file: str = "test.sqlite") -> Outcome:
        with database.open(tmp_path / file) as store:
            seen = tournaments.latest(store, plan.name)
            return run_tournament(plan, store, tmp_path / "logs", heard or Heard(), seen=seen)

    return play
