"""A course with a ladder: the service that runs for it, and the desks of students, who have the command `parlour`."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import parlour
from parlour.client.calls import Calls

Serve = Callable[..., str]
PATIENCE_S = 240
SIGNING_KEY = re.compile(r"^  (whsec_\S+)$", re.MULTILINE)

LADDER = """
[ladder]
name = "spring"
game = "payday"
seats = 2
matches_per_hour = 20
options = { months = 1 }
"""


@dataclass
class Course:
    """A service that runs, and the key of its organiser."""

    url: str
    folder: Path
    organiser: str = field(default="", repr=False)

    def invitation(self) -> str:
        """The code of a new invitation for a student."""
        return str(self.organise("POST", "/api/invitations", {"note": "a test"})["code"])

    def organise(self, method: str, path: str, body: object = None) -> Any:
        """A call of the organiser's, for which students have no method."""
        calls = Calls(self.url, self.organiser, timeout_s=30, patience_s=60, wait=lambda _: None)
        try:
            return calls.json(method, path, body=body)
        finally:
            calls.close()


@dataclass
class Desk:
    """A student's desk: a folder of its own, an environment of its own, and only the command `parlour`."""

    folder: Path

    def run(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """A command and what it said."""
        return subprocess.run(
            [sys.executable, "-m", "parlour", *words],
            cwd=self.folder,
            env={**self.environment, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )

    def says(self, *words: str, **variables: str) -> str:
        """What a command that does its work says."""
        done = self.run(*words, **variables)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.upper().endswith("_PROXY")}
        for name in ("PARLOUR_SERVER", "PARLOUR_API_KEY", "PARLOUR_KEY"):
            kept.pop(name, None)
        return {**kept, "XDG_CONFIG_HOME": str(self.folder / "config")}


def bot(called: str) -> type[parlour.Bot]:
    """A cautious bot of that name."""

    class Called(parlour.Bot):
        name = called
        version = "7"
        games = ("payday",)

        def choose(self, question: parlour.Question) -> parlour.Json:
            return question.default

    return Called


def until(found: Callable[[], Any]) -> Any:
    """What is found in the end; the service plays meanwhile."""
    ends = time.monotonic() + PATIENCE_S
    while not (value := found()):
        assert time.monotonic() < ends, "it did not come to that"
        time.sleep(0.2)
    return value


def enter(desk: Desk, serve: Serve, name: str, *words: str) -> str:
    """Submit a bot twice: without its key, which is given to it then, and with it."""
    first = desk.run("submit", serve(bot(name)))
    assert first.returncode == 1, first.stdout + first.stderr
    (key,) = SIGNING_KEY.findall(first.stdout)
    desk.says("submit", serve(bot(name), key), "--name", name, *words)
    return str(key)
