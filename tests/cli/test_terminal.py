"""What is printed on a terminal and into a pipe: a bar there, whole lines here, and names that are only names."""

import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.cli.output import Output

STEERING = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOURS = re.compile(r"\x1b\[[0-9;]*3[0-9][0-9;]*m")


@pytest.fixture
def on_terminal() -> Callable[..., str]:
    """Runs a command on a terminal so many columns wide, and gives all that it wrote to it."""

    def on_terminal(folder: Path, *words: str, columns: int = 100, **environment: str) -> str:
        ours, theirs = pty.openpty()
        env = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color", **environment}
        with subprocess.Popen(
            [sys.executable, "-m", "referee", *words], cwd=folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs
        ) as process:
            os.close(theirs)
            written = b""
            while True:
                try:
                    written += os.read(ours, 65536)
                except OSError:  # Linux's way to say that the other end is closed
                    break
            os.close(ours)
        assert process.returncode == 0
        return written.decode().replace("\r\n", "\n")

    return on_terminal


def test_a_run_on_a_terminal_has_a_bar_with_rate_and_time_left_and_leaves_none(
    folder: Path, on_terminal: Any, spring: Any
) -> None:
    written = on_terminal(folder, "tournament", "run", "spring.toml")
    assert re.search(r"\d+/12\S* .*\d+ moves/s, \d+ faults? .*\d:\d\d:\d\d", written)
    assert written.rindex("\x1b[?25h") > written.rindex("\x1b[?25l"), "the cursor is there at the end"
    assert written.count("\x1b[?25h") > 1, "and from the beginning, for a process that may be killed"
    last = STEERING.sub("", written.rpartition("matches played, ")[2])
    assert last.split("\n")[1:] == spring[1].out.rpartition("matches played, ")[2].split("\n")[1:]


@pytest.mark.parametrize("columns", [200, 100, 70, 40, 20])
def test_tables_keep_every_name_and_number_however_narrow_the_terminal(
    spring: Any, on_terminal: Any, columns: int
) -> None:
    written = STEERING.sub("", on_terminal(spring[0], "ladder", "show", columns=columns))
    whole = spring[1].out.split('ladder "house"\n')[1].split("\n\n")[0]
    assert set(whole.split()) <= set(written.split())


def test_no_colour_is_printed_where_none_is_wanted(on_terminal: Any, cup: Any) -> None:
    path = cup()
    assert COLOURS.search(on_terminal(path.parent, "tournament", "run", "cup.toml"))
    assert not COLOURS.search(on_terminal(path.parent, "tournament", "run", "cup.toml", "--again", NO_COLOR="1"))


def test_a_terminal_that_cannot_be_steered_gets_plain_lines(on_terminal: Any, cup: Any) -> None:
    path = cup()
    written = on_terminal(path.parent, "tournament", "run", "cup.toml", TERM="dumb")
    assert ("\x1b" in written, "\n1 of 2 matches, " in written) == (False, True)


def test_colours_that_are_forced_do_not_reach_a_pipe(spring: Any) -> None:
    env = {**os.environ, "FORCE_COLOR": "1"}
    command = [sys.executable, "-m", "referee", "tournament", "show", "spring"]
    done = subprocess.run(command, cwd=spring[0], env=env, capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, "\x1b" in done.stdout) == (0, False)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_stream_that_cannot_show_a_name_shows_its_code(spring: Any, encoding: str) -> None:
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "referee", "ladder", "show"]
    done = subprocess.run(command, cwd=spring[0], env=env, capture_output=True, text=True, encoding=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\U0001f40d" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("ladder", "--help"),
        ("games",),
        ("ladder", "show"),
        ("ladder", "show", "--json"),
        ("tournament", "show", "spring"),
        ("match", "replay", "spring-1-0"),
    ],
    ids=" ".join,
)
def test_a_reader_that_has_gone_away_is_no_error_worth_a_word(spring: Any, words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "referee", *words]
    done = subprocess.run(command, cwd=spring[0], stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_run_whose_reader_has_gone_away_ends_without_a_word_and_can_go_on(folder: Path, call: Any) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "referee", "tournament", "run", "spring.toml"]
    done = subprocess.run(command, cwd=folder, stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")
    assert call(folder, "tournament", "run", "spring.toml").code == 0


def test_no_text_is_markup_and_what_would_steer_the_terminal_is_spelled_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = Output()
    out.console.print("[b]x[/b] :snake:")
    assert capsys.readouterr().out == "[b]x[/b] :snake:\n"
    names = ["[/bold]", "[link=x]y", ":snake:", "\x1b[2J", "a\u202eb", "\x07\u200b\r", "\ud800"]
    out.line(" ".join(names))
    out.heading(names[0])
    out.table(names, [names])
    spelled = ["[/bold]", "[link=x]y", ":snake:", "\\u001b[2J", "a\\u202eb", "\\u0007\\u200b\\u000d", "\\ud800"]
    first, _, second, headers, row = capsys.readouterr().out.splitlines()
    assert [first, second] == [" ".join(spelled), "[/bold]"]
    assert headers.split() == row.split() == spelled


def test_json_is_harmless_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    Output().json({"name": "\x1b[2J\u202e"})
    assert capsys.readouterr().out == '{\n  "name": "\\u001b[2J\\u202e"\n}\n'
