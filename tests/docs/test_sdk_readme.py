"""The README of parlour does what it says: each of its examples is run, in order, in one folder.

A `python` or `javascript` block whose first line names a file is written there; other `python` blocks are doctests. In
a `console` block each line after `$` is a command, before which variables may be set, and what follows is what it
prints, cut short where it is long; `--update` writes that anew. A bot that is started goes on while the blocks after it
are run.
"""

import doctest
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import parlour
from parlour.arena import Table, record_match
from parlour.bots import Random
from parlour.cli import main
from parlour.cli.loading import load_bot
from parlour.core.luck import Keyed
from parlour.core.options import from_wire

README = Path(__file__).parents[2] / "sdk" / "README.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
PROGRAMS = {"parlour": [sys.executable, "-m", "parlour"], "python": [sys.executable], "node": ["node"]}


class Desk:
    """A folder in which the examples are tried, and the bot that was started last."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bots: list[subprocess.Popen[str]] = []
        self.address = ""

    def console(self, block: str) -> str:
        """The block with what its commands print."""
        commands = [line for line in block.splitlines() if line.startswith("$ ")]
        return "".join(f"{command}\n{self.run(command.removeprefix('$ '))}" for command in commands)

    def run(self, command: str) -> str:
        """What a command prints; of a bot that is started, the line in which it says where it listens."""
        words = [ADDRESS.sub(self.address, word) for word in shlex.split(command)]
        environment = {**os.environ, "PORT": "0"}
        while variable := re.fullmatch("([A-Z_]+)=(.*)", words[0]):
            environment[variable[1]] = variable[2]
            del words[0]
        program, *words = words
        if program in ("python", "node") and words[0] != "-c":
            bot = subprocess.Popen(
                [*PROGRAMS[program], *words], cwd=self.folder, env=environment, stdout=subprocess.PIPE, text=True
            )
            self.bots.append(bot)
            assert bot.stdout is not None
            line = bot.stdout.readline()
            found = ADDRESS.search(line)
            assert found, line
            self.address = found[0]
            return line.replace(self.address, "http://127.0.0.1:8000")
        done = subprocess.run(
            [*PROGRAMS[program], *words],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        return shortened(done.stdout)

    def close(self) -> None:
        for bot in self.bots:
            bot.terminate()
            bot.communicate(timeout=10)


def shortened(output: str) -> str:
    """Long output as a reader wants it: the beginning, and that it goes on."""
    lines = output.splitlines(keepends=True)
    return output if len(lines) <= 24 else "".join([*lines[:20], "...\n"])


def timeless(output: str) -> str:
    """Without what is measured or drawn, which differs each time."""
    return re.sub(r"^whsec_\S{44}$", "whsec_KEY", re.sub(r"\d+ ms", "N ms", output), flags=re.MULTILINE)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    desk = Desk(tmp_path_factory.mktemp("desk"))
    yield desk
    desk.close()


# What a student does at a ladder is tried in tests/student, where there is one.
AT_A_LADDER = re.compile(r"^## Submit it to a ladder\n.*?(?=^## )", re.DOTALL | re.MULTILINE)
BLOCKS = [(language, text) for language, text in BLOCK.findall(AT_A_LADDER.sub("", README.read_text("utf-8")))]


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_an_example_does_what_it_says(number: int, desk: Desk, update: bool) -> None:
    language, text = BLOCKS[number]
    if "node bot.js" in text and shutil.which("node") is None:
        pytest.skip("this machine has no node to run the example in JavaScript")
    first, _, _ = text.partition("\n")
    if language == "console":
        printed = desk.console(text)
        if update:
            README.write_text(
                README.read_text("utf-8").replace(f"```console\n{text}```", f"```console\n{printed}```", 1), "utf-8"
            )
        else:
            assert timeless(printed) == timeless(text)
    elif named := re.fullmatch(r"(?:#|//) (\w+\.\w+)", first):
        (desk.folder / named[1]).write_text(text.partition("\n")[2], encoding="utf-8")
    elif language == "python":
        test = doctest.DocTestParser().get_doctest(text, {}, README.name, str(README), 0)
        assert doctest.DocTestRunner().run(test).failed == 0
        assert test.examples
    elif language == "toml":
        assert tomllib.loads(text)
    else:
        assert (language, text) == ("sh", "pip install ./sdk\n"), "a block that this test does not run"


def test_the_bot_of_the_tutorial_is_the_one_that_parlour_new_writes(tmp_path: Path) -> None:
    subprocess.run([*PROGRAMS["parlour"], "new", "my_bot"], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    first = next(text for language, text in BLOCKS if language == "python")
    assert first == "# my_bot.py\n" + (tmp_path / "my_bot.py").read_text("utf-8")


def test_the_bot_in_javascript_is_a_short_script() -> None:
    (script,) = [text for language, text in BLOCKS if language == "javascript"]
    assert len([line for line in script.splitlines() if line]) <= 40


def test_the_seller_of_careers_is_a_twenty_line_bot_that_sells_cards(tmp_path: Path) -> None:
    """Whatever it gives in a bargain is one Opportunity Card, and it gets cash for it."""
    (source,) = [text for language, text in BLOCKS if language == "python" and text.startswith("# seller.py")]
    body = source.partition("NOTHING")[2].partition("if __name__")[0]
    assert len([line for line in body.splitlines() if line]) <= 20
    command = [*PROGRAMS["parlour"], "new", "climber", "--game", "careers"]
    subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    (tmp_path / "seller.py").write_text(source, encoding="utf-8")
    table = Table("careers", [load_bot(tmp_path / "seller.py"), Random], 2, {"turns": 60})
    record = record_match(table, 1, 0)[1]
    traded = [line for line in map(json.loads, record.splitlines()) if line.get("event") == "Traded"]
    sold = [event for event in traded if event["seat"] == 0]
    assert sold
    assert all(len(event["gave"]["opportunity"]) == 1 and event["got"]["cash"] > 0 for event in sold)


def test_every_key_of_the_view_of_careers_is_in_its_tables() -> None:
    view = parlour.Game.new("careers", seats=2, luck=Keyed(b"any")).view(0)
    section = README.read_text("utf-8").partition("`question.view` in Careers")[2].partition("\n## ")[0]
    tables = section.split("| key | what it is |")[1:]
    for table, keys in zip(tables, (view, view["seats"][0]), strict=True):
        cells = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
        assert sorted(name for cell in cells for name in re.findall(r"`(\w+)`", cell)) == sorted(keys)


def test_every_part_of_a_question_is_in_the_table() -> None:
    parts = set(parlour.Question.__annotations__) | {"options", "clock", "rng"}
    table = README.read_text("utf-8").partition("A `Question` has")[2].partition("\n\nTo see")[0]
    assert {name for name in parts if f"`{name}`" not in table} == set()


def test_more_options_than_len_can_count_are_handled_as_the_table_says() -> None:
    options = from_wire({"fields": {name: {"range": [0, 9999, 1]} for name in "abcdef"}})
    answer, rng = dict.fromkeys("abcdef", 7), random.Random(1)
    assert answer in options
    assert (options[0], options[-1]) == (dict.fromkeys("abcdef", 0), dict.fromkeys("abcdef", 9999))
    assert parlour.choose(options, rng) in options
    assert all(each in options for each in parlour.sample(options, 5, rng))
    with pytest.raises(OverflowError):
        len(options)


def test_every_command_is_explained() -> None:
    text = README.read_text("utf-8")
    assert {name for name in main.commands if f"parlour {name} " not in text} == set()


def test_every_link_leads_somewhere() -> None:
    text = README.read_text("utf-8")
    titles = {
        re.sub(r"[^\w -]", "", title).lower().replace(" ", "-")
        for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }
    for link in re.findall(r"\]\(([^)]+)\)", text):
        parts = urlsplit(link)
        if parts.path:
            assert (README.parent / parts.path).exists(), link
        else:
            assert parts.fragment in titles, link
