"""The sample bots: short, runnable alone, and as strong as their README says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from parlour.arena import Table, play_match
from parlour.cli import main
from parlour.cli.loading import load_bot

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "sample_bots"
README = FOLDER / "README.md"
FILES = sorted(FOLDER.glob("*.py"))
RUN = re.compile(r"^```console\n\$ parlour (play .*)\n((?s:.*?))```$", re.MULTILINE)
FASTEST, SLOWER = RUN.findall(README.read_text("utf-8"))


def printed(command: str) -> str:
    """What a run prints, by its command of the README."""
    words = [str(ROOT / word) if word.startswith("sample_bots/") else word for word in command.split()]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result.output


def test_there_are_the_four_of_the_readme() -> None:
    assert [file.name for file in FILES] == ["cautious.py", "greedy.py", "random_bot.py", "searcher.py"]
    assert all(f"[{file.name}]({file.name})" in README.read_text("utf-8") for file in FILES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_sample_bot_has_at_most_80_lines(file: Path) -> None:
    assert len(file.read_text("utf-8").splitlines()) <= 80


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_sample_bot_runs_alone_and_passes_the_check(file: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, str(file)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PORT": "0"}
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().split()[-1]
        result = CliRunner().invoke(main, ["check", url])
        assert result.exit_code == 0, result.output
    finally:
        process.terminate()
        process.communicate(timeout=10)
    assert process.returncode == 0


def test_the_searcher_plays_the_same_match_the_same_way() -> None:
    """It thinks for a fixed number of playouts, not for a fixed time."""
    bots = [load_bot(FOLDER / name) for name in ("searcher.py", "greedy.py")]
    table = Table("payday", bots, 2, {"months": 1})
    assert play_match(table, 1, 0) == play_match(table, 1, 0)


@pytest.mark.parametrize("run", [FASTEST, SLOWER], ids=["greedy beats random", "the searcher beats greedy"])
def test_the_readme_shows_a_thousand_matches_and_an_interval_above_zero(run: tuple[str, str]) -> None:
    command, table = run
    stronger = re.search(r"sample_bots/(\w+)\.py", command)
    assert stronger
    assert "--games 1000 " in command
    interval = re.search(rf"^{stronger[1]} .* \+\d+ \(([+-]\d+) to \+\d+\)$", table, re.MULTILINE)
    assert interval, table
    assert int(interval[1]) > 0


def rewrite(command: str, table: str) -> None:
    """Write the table of a command anew."""
    text = README.read_text("utf-8")
    README.write_text(text.replace(f"{command}\n{table}```", f"{command}\n{printed(command)}```"), "utf-8")


def test_the_table_in_which_greedy_beats_random_is_what_the_command_prints(update: bool) -> None:
    if update:
        rewrite(*FASTEST)
    else:
        assert printed(FASTEST[0]) == FASTEST[1]


def test_the_searcher_beats_greedy_in_a_short_run_too(update: bool) -> None:
    """The run of the README takes minutes: it is made only to write its table anew."""
    command, table = SLOWER
    if update:
        rewrite(command, table)
    else:
        short = printed(command.replace("--games 1000", "--games 60"))
        points = re.search(r"^searcher .* (\d+\.\d)% ", short, re.MULTILINE)
        assert points, short
        assert float(points[1]) > 50
