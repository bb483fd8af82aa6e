"""The sample bots: short, runnable alone, and as strong as their README says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import parlour
from parlour.arena import Table, play_match
from parlour.cli import main
from parlour.cli.loading import load_bot

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "sample_bots"
README = FOLDER / "README.md"
FILES = sorted(FOLDER.rglob("*.py"))
NAMES = [file.relative_to(FOLDER).as_posix() for file in FILES]
RUN = re.compile(r"^```console\n\$ parlour (play .*)\n((?s:.*?))```$", re.MULTILINE)
RUNS = {
    f"{Path(command.split()[1]).parent.name}/{Path(command.split()[1]).stem} against {Path(command.split()[2]).stem}": (
        command,
        table,
    )
    for command, table in RUN.findall(README.read_text("utf-8"))
}
FASTEST, SLOWER = RUNS["payday/greedy against random_bot"], RUNS["payday/searcher against greedy"]
SHORT = {"turns": 12}  # of Careers


def printed(command: str) -> str:
    """What a run prints, by its command of the README."""
    words = [str(ROOT / word) if word.startswith("sample_bots/") else word for word in command.split()]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result.output


def points_of(name: str, table: str) -> float:
    """The share of points of a bot in the table of a run."""
    points = re.search(rf"^{name} .* (\d+\.\d)% ", table, re.MULTILINE)
    assert points, table
    return float(points[1])


def test_there_are_those_of_the_readme() -> None:
    assert NAMES == [
        "careers/greedy.py",
        "careers/searcher.py",
        "cautious.py",
        "life/greedy.py",
        "life/searcher.py",
        "payday/greedy.py",
        "payday/searcher.py",
        "random_bot.py",
    ]
    assert all(f"[{name}]({name})" in README.read_text("utf-8") for name in NAMES)


@pytest.mark.parametrize("file", FILES, ids=NAMES)
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


@pytest.mark.parametrize(("game", "options"), [("payday", {"months": 1}), ("careers", {"turns": 6}), ("life", {})])
def test_the_searcher_plays_the_same_match_the_same_way(game: str, options: dict[str, int]) -> None:
    """It thinks for a fixed number of playouts, not for a fixed time."""
    bots = [load_bot(FOLDER / game / name) for name in ("searcher.py", "greedy.py")]
    table = Table(game, bots, 2, options)
    assert play_match(table, 1, 0) == play_match(table, 1, 0)


@pytest.mark.parametrize("edition", ["careers/1971", "careers/reissue"])
@pytest.mark.parametrize("options", [{}, {"partnership": 1}, {"trade": 0}], ids=["usual", "couples", "no trade"])
def test_the_bots_of_careers_answer_legally_in_every_kind_of_match(edition: str, options: dict[str, int]) -> None:
    """The arena stops at the first illegal answer and at the first exception."""
    bots = [load_bot(FOLDER / "careers" / "greedy.py"), load_bot(FOLDER / "careers" / "searcher.py")]
    names = ("greedy", "searcher", "random")
    bots.append(load_bot(FOLDER / "random_bot.py"))
    report = parlour.play(edition, bots, games=1, seed=3, seats=4, options={**SHORT, **options, "turns": 4})
    assert sorted(line.name for line in report.lines) == sorted(names)


@pytest.mark.parametrize("weaker", ["random_bot.py", "cautious.py"])
def test_greedy_of_careers_beats_whoever_does_not_think(weaker: str) -> None:
    bots = [load_bot(FOLDER / "careers" / "greedy.py"), load_bot(FOLDER / weaker)]
    report = parlour.play("careers", bots, games=6, seed=1, options={"turns": 30, "formula": 60})
    assert [line.mean_place for line in report.lines if line.name == "greedy"] == [1.0]


def test_greedy_of_careers_goes_bankrupt_of_its_own_will_never() -> None:
    """All alone with its like it passes, offers, borrows; an empty purse is not given up for."""
    kind = load_bot(FOLDER / "careers" / "greedy.py")
    answers: list[parlour.Json] = []

    class Watched(kind):  # type: ignore[misc, valid-type]
        def choose(self, question: parlour.Question) -> parlour.Json:
            answers.append(super().choose(question))
            return answers[-1]

    parlour.play("careers", [Watched, Watched], games=2, seed=1, options={"turns": 30})
    assert len(answers) > 100
    assert "bankrupt" not in answers


def test_a_bot_of_careers_that_is_restarted_in_mid_match_plays_on() -> None:
    """What it answers depends on the question alone: a fresh instance for each answers as one for all."""
    kind = load_bot(FOLDER / "careers" / "greedy.py")

    class Restarted(kind):  # type: ignore[misc, valid-type]
        name = "restarted"

        def choose(self, question: parlour.Question) -> parlour.Json:
            return kind().choose(question)

    scores = [
        play_match(Table("careers", [bot, load_bot(FOLDER / "cautious.py")], 2, SHORT), 1, 0).scores
        for bot in (kind, Restarted)
    ]
    assert scores[0] == scores[1]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_bots_of_life_answer_legally_in_whole_matches(seats: int) -> None:
    """The arena stops at the first illegal answer and at the first exception."""
    files = ("life/greedy.py", "life/searcher.py", "random_bot.py", "cautious.py")
    bots = [load_bot(FOLDER / file) for file in files[:seats]]
    report = parlour.play("life", bots, games=1, seed=3, seats=seats)
    assert {line.name for line in report.lines} == {bot.name for bot in bots}


@pytest.mark.parametrize("weaker", ["random_bot.py", "cautious.py"])
def test_greedy_of_life_beats_whoever_does_not_think(weaker: str) -> None:
    bots = [load_bot(FOLDER / "life" / "greedy.py"), load_bot(FOLDER / weaker)]
    report = parlour.play("life", bots, games=100, seed=1)
    assert [line.elo.low > 0 for line in report.lines if line.name == "greedy"] == [True]


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_the_readme_shows_an_interval_above_zero(run: tuple[str, str]) -> None:
    command, table = run
    stronger = re.search(r"sample_bots/[\w/]*?(\w+)\.py", command)
    assert stronger
    interval = re.search(rf"^{stronger[1]} .* \+\w+ \(([+-]\d+) to \+\w+\)$", table, re.MULTILINE)
    assert interval, table
    assert int(interval[1]) > 0


def rewrite(command: str, table: str) -> None:
    """Write the table of a command anew."""
    text = README.read_text("utf-8")
    README.write_text(text.replace(f"{command}\n{table}```", f"{command}\n{printed(command)}```"), "utf-8")


def test_the_table_in_which_greedy_of_payday_beats_random_is_what_the_command_prints(update: bool) -> None:
    if update:
        rewrite(*FASTEST)
    else:
        assert printed(FASTEST[0]) == FASTEST[1]


@pytest.mark.parametrize("run", [run for run in RUNS.values() if run is not FASTEST and run is not SLOWER])
def test_the_other_tables_are_written_anew_only_when_asked_for(run: tuple[str, str], update: bool) -> None:
    """They take long; here it is seen that each of their commands names files and options that there are."""
    command, table = run
    if update:
        rewrite(command, table)
    else:
        brief = " --option turns=2" if "--game careers" in command else ""
        assert "greedy" in printed(re.sub(r"--games \d+", "--games 1", command) + brief)


def test_the_searcher_of_payday_beats_greedy_in_a_short_run_too(update: bool) -> None:
    """The run of the README takes minutes: it is made only to write its table anew."""
    command, table = SLOWER
    if update:
        rewrite(command, table)
    else:
        assert points_of("searcher", printed(command.replace("--games 1000", "--games 60"))) > 50


def test_the_searcher_of_life_beats_greedy_in_a_short_run_too() -> None:
    """The run of the README takes minutes; this one is a function of its seed, so it is won or lost each time."""
    bots = [load_bot(FOLDER / "life" / name) for name in ("searcher.py", "greedy.py")]
    report = parlour.play("life", bots, games=40, seed=1)
    assert next(line.share for line in report.lines if line.name == "searcher") > 0.6
