"""RULES.md of every game beside its code and tests: no ruling without code or test, no choice without ruling."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

import parlour.games

GAMES = Path(parlour.games.__file__).parent
TESTS = Path(__file__).parent


@dataclass(frozen=True)
class Rulings:
    """The rulings of one game: `- **P1** ...`, with a letter that is the game's own."""

    game: str

    @cached_property
    def text(self) -> str:
        return (GAMES / self.game / "RULES.md").read_text("utf-8")

    @cached_property
    def letter(self) -> str:
        """The letter before the numbers."""
        (letter,) = set(re.findall(r"^- \*\*([A-Z])\d+\*\*", self.text, re.MULTILINE))
        return str(letter)

    @cached_property
    def choices(self) -> str:
        """What stands below the rulings: the table of choices, and the sentences before it."""
        return self.text.split("## The choices")[1]

    @cached_property
    def said(self) -> list[tuple[int, str]]:
        """Each ruling with its number."""
        above = self.text.split("## The choices")[0]
        rulings = re.split(rf"^- \*\*{self.letter}(\d+)\*\*", above, flags=re.MULTILINE)[1:]
        return [(int(number), words) for number, words in zip(rulings[::2], rulings[1::2], strict=True)]

    @cached_property
    def numbers(self) -> set[int]:
        return {number for number, _ in self.said}

    def cited(self, folder: Path) -> set[int]:
        """The rulings that docstrings under a folder name."""
        return {number for path in folder.rglob("*.py") for number in self._cited_in(path)}

    def _cited_in(self, path: Path) -> Iterator[int]:
        brackets = re.compile(rf"\[({self.letter}\d+(?: {self.letter}\d+)*)\]")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                for numbers in brackets.findall(ast.get_docstring(node) or ""):
                    yield from (int(number[1:]) for number in numbers.split())


@pytest.fixture(params=sorted(path.parent.name for path in GAMES.glob("*/RULES.md")))
def rulings(request: pytest.FixtureRequest) -> Rulings:
    return Rulings(request.param)


def test_every_game_has_its_rulings_and_a_letter_of_its_own() -> None:
    games = sorted(path.parent.name for path in GAMES.glob("*/__init__.py"))
    letters = [Rulings(game).letter for game in games]
    assert len(games) > 1
    assert sorted(set(letters)) == sorted(letters)


def test_rulings_are_numbered_without_a_gap(rulings: Rulings) -> None:
    numbers = [number for number, _ in rulings.said]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 90


def test_every_ruling_stands_in_a_docstring_of_the_game(rulings: Rulings) -> None:
    assert rulings.cited(GAMES / rulings.game) == rulings.numbers


def test_every_ruling_stands_in_a_test(rulings: Rulings) -> None:
    assert rulings.cited(TESTS / rulings.game) == rulings.numbers


def test_every_ruling_names_its_section_of_the_rulebook(rulings: Rulings) -> None:
    assert [number for number, words in rulings.said if not re.search(r"\[[^\]]+\]", words)] == []


def test_every_ruling_that_is_spoken_of_exists(rulings: Rulings) -> None:
    assert {int(number) for number in re.findall(rf"\b{rulings.letter}(\d+)\b", rulings.text)} == rulings.numbers


def test_every_choice_is_explained_and_every_explained_choice_is_made(rulings: Rulings) -> None:
    made: dict[int, set[int]] = {}
    for number, words in rulings.said:
        for choices in re.findall(r"\*Choices?\s+([\d, and\s]+)\*", words):
            for choice in re.findall(r"\d+", choices):
                made.setdefault(int(choice), set()).add(number)
    explained = {
        int(choice): {int(number) for number in re.findall(rf"{rulings.letter}(\d+)", answered)}
        for choice, answered in re.findall(r"^\| (\d+) \|[^|]*\|([^|]*)\|", rulings.choices, re.MULTILINE)
    }
    assert explained == made


def test_every_question_of_the_study_is_a_choice_or_is_said_to_be_none(rulings: Rulings) -> None:
    choices = [int(number) for number in re.findall(r"^\| (\d+) \|", rulings.choices, re.MULTILINE)]
    answered = re.search(r"questions ([\d,\s]+ and \d+) are answered by the rulebooks", rulings.choices)
    none = [int(number) for number in re.findall(r"\d+", answered[1] if answered else "")]
    assert sorted([*choices, *none]) == list(range(1, len(choices) + len(none) + 1))
