"""The checks themselves: nothing is left out of them, and CI never writes what it is to compare."""

import ast
import configparser
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

tox = configparser.ConfigParser(interpolation=None)
tox.read(ROOT / "tox.ini", encoding="utf-8")

ELSEWHERE = {
    "architecture": "reads the whole tree",
    "bench": "measures, and is no test",
    "docs": "the environment `docs`",
    "games": "six thousand rulings take minutes; the playthroughs say that the rules run without the referee",
}


def needs_the_referee(folder: Path) -> bool:
    """Whether a test in the folder imports the referee."""
    return any(
        name.partition(".")[0] == "referee"
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    )


def test_parlour_alone_passes_every_test_that_needs_no_referee() -> None:
    folders = [path for path in (ROOT / "tests").iterdir() if any(path.rglob("test_*.py"))]
    expected = {f"tests/{path.name}" for path in folders if path.name not in ELSEWHERE and not needs_the_referee(path)}
    commands = tox["testenv:parlour"]["commands"]
    assert set(commands.partition("{posargs:")[2].partition("}")[0].split()) == expected


def test_all_checks_but_measuring_and_writing_are_run_by_default() -> None:
    named = {section.partition(":")[2] for section in tox.sections() if section.startswith("testenv:")}
    default = [name.strip() for name in tox["tox"]["env_list"].split(",")]
    assert named - set(default) == {"bench", "coverage", "update"}
    assert default[-1] == "tests", "the last line of a run is the count of all tests"


@pytest.mark.parametrize("ci", ["true", ""])
def test_update_is_refused_in_ci_and_nowhere_else(ci: str) -> None:
    command = [sys.executable, "-m", "pytest", "--update", "--collect-only", "--quiet", __file__]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "CI": ci}, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    refused = done.returncode == pytest.ExitCode.USAGE_ERROR and "--update is refused" in done.stderr
    assert refused == bool(ci), done.stdout + done.stderr
