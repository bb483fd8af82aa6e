"""The README does what it says: its commands run in a copy of the project, its files are valid, its links lead on."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.seats.faults import KINDS
from referee.tournament import plan, planfile

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
COMMANDS = [block for language, block in BLOCKS if language == "sh"]
FILES = [block for language, block in BLOCKS if language == "toml"]
DOCUMENTS = [path.relative_to(ROOT) for path in ROOT.glob("**/*.md") if not re.search(r"/\.|/build/", str(path))]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The parts of the project that its user touches, with a shorter spring tournament."""
    folder = tmp_path_factory.mktemp("clone")
    for part in ("sample_bots", "tournaments"):
        shutil.copytree(ROOT / part, folder / part)
    spring = folder / "tournaments" / "spring.toml"
    shorter = re.sub(r"rounds = \d+", "rounds = 1", spring.read_text())
    spring.write_text(re.sub(r"turns = \d+", "turns = 3", shorter))
    return folder


def sh(command: str, folder: Path) -> str:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-ec", command], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def test_the_first_command_installs_both_distributions_and_plays_the_spring_tournament() -> None:
    first = COMMANDS[0]
    assert "pip install -q ./sdk ." in first
    assert first.rstrip().endswith("referee tournament run tournaments/spring.toml")


def test_the_second_command_is_what_ci_runs() -> None:
    assert COMMANDS[1].strip() in (ROOT / ".ci" / "run").read_text()


def test_every_other_command_works_in_the_order_of_the_readme(copy: Path) -> None:
    sh("referee tournament run tournaments/spring.toml", copy)
    said = {}
    for block in COMMANDS[2:]:
        for command in block.splitlines():
            if command == "referee tournament run tournaments/spring.toml":
                with (copy / "tournaments" / "spring.toml").open("a") as file:
                    file.write("\n" + FILES[0])
            said[command] = sh(command, copy)
    assert "mine" in said["referee ladder show spring"]
    assert "mine" not in said["referee match show spring-1-0"]
    assert "greedy" in said["parlour play my_bot.py cautious random --game careers --games 6 --seed 1"]


def test_the_tournament_file_shows_every_key_and_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "course.toml"
    file.write_text(FILES[1])
    assert plan.read(file).names == ("greedy", "cautious", "random", "remote")
    tables = (planfile.TournamentTable, planfile.TimeTable, planfile.PolicyTable, planfile.BotTable)
    keys = [key for table in tables for key in table().fields if key not in ("seed", "deny_hosts")]
    assert [key for key in keys if not re.search(rf"^(\[tournament\.)?{key}\b", FILES[1], re.MULTILINE)] == []
    assert all(f"`{key}" in README for key in ("seed = 7", "deny_hosts"))


def test_every_kind_of_fault_is_explained() -> None:
    section = README.partition("## Faults")[2].partition("## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(KINDS)


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_every_link_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / document).read_text())
    missing = [link for link in links if "://" not in link and not (ROOT / document).parent.joinpath(link).exists()]
    assert missing == []


def test_every_folder_in_the_map_is_there() -> None:
    mapped = re.findall(r"^\| (`[^|]+`) \|", README.partition("## The map")[2], re.MULTILINE)
    paths = [path for cell in mapped for path in re.findall(r"`([^`]+)`", cell)]
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []
