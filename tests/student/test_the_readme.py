"""The section of parlour's README about ladders does what it says: its examples are run, in order, at a service.

In its `console` blocks the server, the invitation and the keys stand for those of the test. What a command prints is as
it stands there but for numbers, times and who of the two bots was better; `--update` writes it anew.
"""

import contextlib
import io
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from course import Course, Desk, Serve, enter, until

README = Path(__file__).parents[2] / "sdk" / "README.md"
SECTION = README.read_text("utf-8").partition("\n## Submit it to a ladder\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", SECTION, re.DOTALL | re.MULTILINE)
BOT = next(
    text
    for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    if language == "python" and text.startswith("# my_bot.py\n") and 'version = "2"' in text
)
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


class Reader:
    """Somebody who does what the README says."""

    def __init__(self, desk: Desk, course: Course) -> None:
        self.desk = desk
        self.course = course
        self.key = "whsec_KEY"
        self.address = ""
        self.bots: list[subprocess.Popen[str]] = []

    def run(self, command: str) -> str:
        """What a command prints, in the words of the README."""
        words = [self.meant(word) for word in command.split()]
        variables = {"PORT": "0"}
        while found := re.fullmatch("([A-Z_]+)=(.*)", words[0]):
            variables[found[1]] = found[2]
            del words[0]
        if words[0] == "python":
            return self.start(words[1:], variables)
        assert words[0] == "parlour"
        done = self.desk.run(*words[1:], **variables)
        printed = done.stdout + done.stderr
        if found := re.search(r"^  (whsec_\S+)$", printed, re.MULTILINE):
            self.key = found[1]
        return self.written(printed)

    def start(self, words: list[str], variables: dict[str, str]) -> str:
        """Start a bot where the one before it was, which is stopped; the line in which it says where it listens."""
        if self.bots:
            self.close()
            variables["PORT"] = self.address.rpartition(":")[2]
        environment = {**self.desk.environment, **variables}
        bot = subprocess.Popen(
            [sys.executable, *words], cwd=self.desk.folder, env=environment, stdout=subprocess.PIPE, text=True
        )
        self.bots.append(bot)
        assert bot.stdout is not None
        line = bot.stdout.readline()
        self.address = ADDRESS.search(line)[0]  # type: ignore[index]
        return self.written(line)

    def meant(self, word: str) -> str:
        """A word of the README as it is at this service."""
        if word == "ri_INVITATION":
            return str(self.course.invitation())
        word = word.replace("https://ladder.example", self.course.url).replace("whsec_KEY", self.key)
        return ADDRESS.sub(self.address, word) if self.course.url not in word else word

    def written(self, printed: str) -> str:
        """What was printed, as the README has it."""
        for found, stands_for in [
            (self.course.url, "https://ladder.example"),
            (self.address or "\0", "http://127.0.0.1:8000"),
            (str(self.desk.folder / "config"), "~/.config"),
            (self.key, "whsec_KEY"),
        ]:
            printed = printed.replace(found, stands_for)
        return printed

    def close(self) -> None:
        while self.bots:
            bot = self.bots.pop()
            bot.terminate()
            bot.communicate(timeout=30)


def shape(text: str) -> str:
    """Without what is another each time."""
    text = re.sub(r"[+-]?\d[\d.:TZ-]*", "N", text).replace("N match\n", "N matches\n")
    return re.sub(r" +", " ", re.sub(r"\b(?:my_bot|rival) \(N\)", "BOT (N)", text))


@pytest.fixture
def reader(course: Course, tmp_path: Path) -> Iterator[Reader]:
    """At a desk where nobody has joined, with the bot of the tutorial."""
    desk = Desk(tmp_path / "reader")
    desk.folder.mkdir()
    (desk.folder / "my_bot.py").write_text(BOT, encoding="utf-8")
    reader = Reader(desk, course)
    yield reader
    reader.close()


def test_every_example_does_what_it_says(
    reader: Reader, desk: Callable[[str], Desk], serve: Serve, update: bool
) -> None:
    assert [language for language, _ in BLOCKS].count("console") > 5
    enter(desk("rick"), serve, "rival", "--ladder", "spring")
    for language, text in BLOCKS:
        if language == "python":
            assert program(reader, text)
            continue
        if "parlour status" in text:
            until(lambda: " finished " in reader.desk.says("matches", "--state", "finished"))
        commands = [line for line in text.splitlines() if line.startswith("$ ")]
        printed = "".join(f"{command}\n{reader.run(command.removeprefix('$ '))}" for command in commands)
        if update:
            whole = README.read_text("utf-8")
            README.write_text(whole.replace(f"```console\n{text}```", f"```console\n{printed}```", 1), "utf-8")
        else:
            assert shape(printed) == shape(text)


def program(reader: Reader, text: str) -> str:
    """What a program of the README prints."""
    key = reader.desk.says("account", "--show-key").splitlines()[-1]
    file = reader.desk.folder / "program.py"
    file.write_text(text.replace("https://ladder.example", reader.course.url).replace("rf_KEY", key), encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        runpy.run_path(str(file))
    return said.getvalue()
