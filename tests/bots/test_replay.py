"""`parlour play --transcript` and `parlour replay`: a match is recorded, read, and held against the rules."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from parlour.cli import main

Write = Callable[..., str]


def run(*words: str) -> Result:
    """The command in this process."""
    return CliRunner().invoke(main, words)


def test_one_match_can_be_recorded_and_read(write_bot: Write) -> None:
    write_bot("")
    words = ["play", "random", "cautious", "--option", "months=1", "--match", "3"]
    result = run(*words, "--transcript", "match.jsonl")
    assert result.exit_code == 0, result.output
    assert re.search(r"^bot +seat +place +score$", result.output, re.MULTILINE)
    told = run("replay", "match.jsonl")
    assert told.exit_code == 0
    assert "retires with a net worth of" in told.output
    assert run("replay", "match.jsonl", "--verify").output == "match.jsonl: the rules give the same game\n"


def test_a_transcript_that_cannot_be_written_is_said_in_a_line() -> None:
    result = run("play", "random", "cautious", "--option", "months=1", "--match", "0", "--transcript", "no/such/file")
    assert result.exit_code == 2
    assert "Invalid value for --transcript: cannot write no/such/file: No such file or directory" in result.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected the header of a transcript"),
        ("\x1b[2J\n", "line 1: no JSON"),
        ('{"transcript": 1}\n', "line 1: expected 'game'"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--verify"]])
def test_what_is_no_transcript_is_refused(options: list[str], text: str, message: str, write_bot: Write) -> None:
    result = run("replay", write_bot(text, "match.jsonl"), *options)
    assert result.exit_code == 1
    assert message in result.output
    assert "\x1b" not in result.output


def test_a_transcript_that_was_changed_is_found_out(write_bot: Write) -> None:
    write_bot("")
    run("play", "random", "cautious", "--option", "months=1", "--match", "0", "--transcript", "match.jsonl")
    file = Path("match.jsonl")
    text = file.read_text("utf-8")
    borrowed = re.search(r'"ask":"Borrow","seat":0,"answer":(\d+)', text)
    assert borrowed
    other = str((int(borrowed[1]) + 1) % 21)
    file.write_text(text[: borrowed.start(1)] + other + text[borrowed.end(1) :], encoding="utf-8")
    result = run("replay", "match.jsonl", "--verify")
    assert result.exit_code == 1
    assert re.search(r"match\.jsonl: line \d+: recorded", result.output)
