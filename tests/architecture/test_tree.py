"""What stands where: the top level is fixed, every module says what it is for, and none grows too long."""

import ast
import fnmatch
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FIXED = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "pyproject.toml",
    "referee",
    "sample_bots",
    "sdk",
    "setup.cfg",
    "tests",
    "tournaments",
    "tox.ini",
}

MOST_LINES = 400
MOST_LINES_OF_A_BOT = {"sample_bots/careers": 180}  # folder -> lines: the table of the board and its 20 questions
USUAL_LINES_OF_A_BOT = 80
LONGER: dict[str, str] = {}  # path -> why it may be longer

# Spelled in pieces so that this file does not find itself.
UNFINISHED = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|for" r" now|st" r"ubs?)\b", re.IGNORECASE)
REGISTRIES = re.compile(r"py" r"pi\.org|python" r"hosted\.org|npm" r"js\.|crates" r"\.io|docker" r"\.io", re.IGNORECASE)
THIS_MACHINE = re.compile(r"(?<![\w.}])/(?:ro" r"ot|wo" r"rk|op" r"t|ho" r"me/\w+)/")

ignored = [
    line.rstrip("/")
    for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def is_ours(path: Path) -> bool:
    """Whether a path is part of the project and not something that a tool left there."""
    return not any(fnmatch.fnmatch(part, pattern) for part in path.parts for pattern in [*ignored, ".git"])


def files(pattern: str) -> Iterator[Path]:
    """The project's files of one kind, relative to its root."""
    for path in sorted(ROOT.rglob(pattern)):
        relative = path.relative_to(ROOT)
        if path.is_file() and is_ours(relative):
            yield relative


def text_files() -> Iterator[Path]:
    """Every file of the project that people read."""
    for path in files("*"):
        if path.suffix in {".py", ".md", ".toml", ".cfg", ".ini", ".txt", ""}:
            yield path


def test_the_top_level_is_the_one_in_the_readme() -> None:
    assert {path.parts[0] for path in files("*")} == FIXED


def test_no_module_is_longer_than_a_reader_can_hold() -> None:
    long = {str(path): len((ROOT / path).read_text("utf-8").splitlines()) for path in files("*.py")}
    assert {path: lines for path, lines in long.items() if lines > MOST_LINES and path not in LONGER} == {}
    assert {path for path in LONGER if long.get(path, 0) <= MOST_LINES} == set(), "no longer an exception"


def test_a_sample_bot_can_be_read_in_one_look() -> None:
    long = {
        str(path): len((ROOT / path).read_text("utf-8").splitlines())
        for path in files("*.py")
        if path.parts[0] == "sample_bots"
    }
    assert long
    assert {
        bot: lines
        for bot, lines in long.items()
        if lines > MOST_LINES_OF_A_BOT.get(str(Path(bot).parent), USUAL_LINES_OF_A_BOT)
    } == {}


def test_every_module_says_in_its_first_line_what_it_is_for() -> None:
    silent = []
    for path in files("*.py"):
        says = ast.get_docstring(ast.parse((ROOT / path).read_text("utf-8")))
        if not says or not re.fullmatch(r"\S.*[.:!?]", says.splitlines()[0]):
            silent.append(str(path))
    assert silent == []


@pytest.mark.parametrize("package", ["sdk/parlour", "referee"])
def test_every_folder_with_modules_is_a_package_and_so_part_of_the_wheel(package: str) -> None:
    folders = {path.parent for path in files("*.py") if path.is_relative_to(package)}
    assert {str(folder) for folder in folders if not (ROOT / folder / "__init__.py").exists()} == set()


@pytest.mark.parametrize(
    ("words", "example"),
    [
        pytest.param(UNFINISHED, "works for" + " now", id="nothing is left unfinished"),
        pytest.param(REGISTRIES, "files.python" + "hosted.org", id="no registry is named"),
        pytest.param(THIS_MACHINE, "open('/ro" + "ot/x')", id="no path of one machine is named"),
    ],
)
def test_words_that_do_not_belong_here(words: re.Pattern[str], example: str) -> None:
    assert words.search(example)
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in text_files()
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), start=1)
        if words.search(line)
    ]
    assert found == []


def test_both_distributions_carry_the_same_licence() -> None:
    assert (ROOT / "LICENSE").read_bytes() == (ROOT / "sdk" / "LICENSE").read_bytes()
