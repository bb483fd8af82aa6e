"""RULES.md beside the code, the tests and the edition: no ruling is without code or test, no choice without ruling."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from parlour.games import payday

GAME = Path(payday.__file__).parent
TEXT = (GAME / "RULES.md").read_text("utf-8")
RULINGS = re.findall(r"^- \*\*P(\d+)\*\*", TEXT, re.MULTILINE)


def cited(folder: Path) -> Iterator[int]:
    """The rulings that docstrings under a folder name."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                for numbers in re.findall(r"\[(P\d+(?: P\d+)*)\]", ast.get_docstring(node) or ""):
                    yield from (int(number.removeprefix("P")) for number in numbers.split())


def test_rulings_are_numbered_without_a_gap() -> None:
    assert [int(number) for number in RULINGS] == list(range(1, len(RULINGS) + 1))
    assert len(RULINGS) > 90


def test_every_ruling_stands_in_a_docstring_of_the_game() -> None:
    assert set(cited(GAME)) == {int(number) for number in RULINGS}


def test_every_ruling_stands_in_a_test() -> None:
    assert set(cited(Path(__file__).parent)) == {int(number) for number in RULINGS}


def test_every_ruling_names_its_section_of_the_rulebook() -> None:
    for ruling in re.split(r"^- \*\*P", TEXT.split("## The choices")[0], flags=re.MULTILINE)[1:]:
        assert re.search(r"\[[^\]]+\]", ruling), ruling


def test_every_choice_is_explained_and_every_explained_choice_is_made() -> None:
    rulings, table = TEXT.split("## The choices")
    made: dict[int, set[int]] = {}
    for ruling in re.split(r"^- \*\*P", rulings, flags=re.MULTILINE)[1:]:
        number = int(ruling.split("*")[0])
        for choices in re.findall(r"\*Choices?\s+([\d, and\s]+)\*", ruling):
            for choice in re.findall(r"\d+", choices):
                made.setdefault(int(choice), set()).add(number)
    explained = {
        int(choice): {int(number) for number in re.findall(r"P(\d+)", answered)}
        for choice, answered in re.findall(r"^\| (\d+) \|[^|]*\|([^|]*)\|", table, re.MULTILINE)
    }
    assert explained == made
    assert set(explained) >= set(range(1, 27))
