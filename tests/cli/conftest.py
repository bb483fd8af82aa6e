"""The command line as a user meets it: real runs of real bots, one of them shared by all tests that only look."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

import parlour
from parlour.serving import BotServer
from referee.cli import main

# The bot waits in match 3 at a gate, if there is one: the file `gate` tells the port on which the keeper of it listens.
BOT = """\
import os
import socket
import sys

import parlour


class Cautious(parlour.Bot):
    wobbly = "wobbly" in sys.argv
    first = None

    def choose(self, question):
        if question.match.endswith("-3") and os.path.exists("gate"):
            with open("gate") as gate, socket.create_connection(("127.0.0.1", int(gate.read()))) as keeper:
                keeper.recv(1)
        self.first = self.first or question.id
        if self.wobbly and question.id.removesuffix("-again") == self.first:
            return "?"
        return question.default


del sys.argv[1:]
parlour.serve(Cautious)
"""

SPRING = """\
[tournament]
name = "spring"
game = "payday"
options = { months = 1 }
format = "round-robin"
seats = 2
rounds = 4
seed = 7
concurrency = 1
ladder = "house"

[[bot]]
name = "[/bold]"
command = "python bot.py"

[[bot]]
name = "[link=x]"
command = "python bot.py wobbly"

[[bot]]
name = "it's \\"\N{SNAKE}\\""
command = "python bot.py"
"""


@dataclass(frozen=True)
class Done:
    """A command that has ended."""

    code: int
    out: str
    err: str


Call = Callable[..., Done]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Call:
    """Runs a command in this process, in the folder given; an exception that comes out of it fails the test."""

    def call(folder: Path, *words: str) -> Done:
        monkeypatch.chdir(folder)
        done = CliRunner().invoke(main, words, prog_name="referee", catch_exceptions=False)
        return Done(done.exit_code, done.stdout, done.stderr)

    return call


@pytest.fixture(scope="session")
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a command in a process of its own, in the folder given; `program` may be one that runs the referee."""
    started: list[subprocess.Popen[str]] = []

    def start(folder: Path, *words: str, program: Sequence[str] = ("-m", "referee")) -> subprocess.Popen[str]:
        command = [sys.executable, "-X", "faulthandler", *program, *words]
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True, encoding="utf-8"))
        return started[-1]

    yield start
    for process in started:
        with process:
            process.kill()


def write_spring(folder: Path) -> None:
    """The tournament file and its bot."""
    (folder / "spring.toml").write_text(SPRING, encoding="utf-8")
    (folder / "bot.py").write_text(BOT, encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the tournament `spring`, of which nothing has been played."""
    write_spring(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def spring(tmp_path_factory: pytest.TempPathFactory, start: Callable[..., subprocess.Popen[str]]) -> tuple[Path, Done]:
    """The folder in which `spring` has been played, undisturbed, and what that printed. It is only looked at."""
    folder = tmp_path_factory.mktemp("spring")
    write_spring(folder)
    process = start(folder, "tournament", "run", "spring.toml")
    out, err = process.communicate()
    return folder, Done(process.returncode, out, err)


@pytest.fixture
def played(spring: tuple[Path, Done], tmp_path: Path) -> Path:
    """A copy of the folder in which `spring` has been played, to be changed."""
    return Path(shutil.copytree(spring[0], tmp_path / "played"))


class Default(parlour.Bot):
    """Plays the cautious answer."""

    def choose(self, question: parlour.Question) -> object:
        """What the rules would play."""
        return question.default


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    """Where a bot answers that runs in this process."""
    with BotServer(Default) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.url
        server.shutdown()
        thread.join()


@pytest.fixture
def cup(tmp_path: Path, url: str) -> Callable[..., Path]:
    """Writes the file of a tournament between two bots of this process, the keywords in its first table."""

    def cup(**keys: object) -> Path:
        table = {"name": '"cup"', "game": '"payday"', "options": "{ months = 1 }", "format": '"round-robin"'}
        table |= {"seats": 2, "rounds": 2, "seed": 1, "allow_hosts": '["127.0.0.1"]', **keys}
        lines = ["[tournament]", *(f"{key} = {value}" for key, value in table.items())]
        for name in ("ann", "bob"):
            lines += ["[[bot]]", f'name = "{name}"', f'url = "{url}"']
        path = tmp_path / "cup.toml"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    return cup
