"""The service as a course has it: `referee serve` in a process of its own, an organiser, a ladder, and students."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from course import LADDER, Course, Desk, Serve

from parlour.bot import Bot
from parlour.client import Client
from parlour.protocol.signing import SigningKey
from parlour.serving import running
from referee.store import database, invitations


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Course]:
    """The service, with a ladder called spring."""
    folder = tmp_path_factory.mktemp("course")
    settings = {
        "REFEREE_DATABASE": str(folder / "course.sqlite"),
        "REFEREE_PORT": "0",
        "REFEREE_ALLOW_HOSTS": "127.0.0.1",
        "REFEREE_CHECKS_PER_HOUR": "1000",
    }
    with (folder / "log").open("w") as log:
        serving = subprocess.Popen(
            [sys.executable, "-m", "referee", "serve"],
            env={**os.environ, **settings},
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        assert serving.stdout is not None
        said = ""
        while not (found := re.search(r"listens at (http://\S+);", said)):
            line = serving.stdout.readline()
            assert line, (folder / "log").read_text()
            said += line
        course = Course(found[1], folder)
        with database.open(folder / "course.sqlite") as store:
            _, code = invitations.make(store, "organiser", "the first", days=1)
        with Client(course.url) as client:
            course.organiser = client.join(code, "olga")["key"]
        course.organise("POST", "/api/ladders", {"toml": LADDER})
        yield course
    finally:
        serving.send_signal(signal.SIGTERM)
        try:
            serving.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            serving.kill()
            serving.communicate()


@pytest.fixture
def desk(course: Course, tmp_path: Path) -> Callable[[str], Desk]:
    """Gives a student who has joined a desk."""

    def join(name: str) -> Desk:
        desk = Desk(tmp_path / name)
        desk.folder.mkdir()
        desk.says("join", course.invitation(), "--server", course.url, "--name", name)
        return desk

    return join


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serves a bot until the test has ended, and gives its address."""
    with ExitStack() as stack:

        def serve(bot: type[Bot], *keys: str) -> str:
            return stack.enter_context(running(bot, [SigningKey(key) for key in keys]))

        yield serve
