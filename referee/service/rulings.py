"""The rulings of a game, read from its RULES.md: number, words, source, and why where the rulebook left a choice.

A ruling stands there as `- **P7** Words. [Section] *Choice 9*`, a choice as a row of the table below "The choices".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Choice:
    """What the rulebook leaves open: the question, and why it was answered as it was."""

    number: int
    question: str
    why: str


@dataclass(frozen=True)
class Ruling:
    """One rule in the words of RULES.md; `source` names the rulebook's section."""

    number: str
    section: str
    text: str
    source: str
    choices: tuple[Choice, ...]


class UnreadableRulings(Exception):
    """A RULES.md that is not written as the rulings of every game are; that is ours to mend."""


@cache
def of_game(game: str) -> tuple[Ruling, ...]:
    """The rulings of a game by its name without the edition, in the order of the file; none for a game without any."""
    path = files("parlour.games").joinpath(game, "RULES.md")
    return tuple(read(path.read_text("utf-8"))) if path.is_file() else ()


def read(text: str) -> Iterator[Ruling]:
    """The rulings in the text of a RULES.md.

    Raises UnreadableRulings where a ruling has no source or refers to a choice that no table has.

    >>> [ruling] = read("## 1. Mail\\n\\n- **P7** A pile that has\\n  run out is shuffled. [Setup]\\n")
    >>> ruling.number, ruling.section, ruling.text, ruling.source
    ('P7', 'Mail', 'A pile that has run out is shuffled.', 'Setup')
    """
    choices = {choice.number: choice for choice in _choices(text)}
    section = ""
    for heading, number, body in _PARTS.findall(text):
        if heading:
            section = heading
            continue
        said = _SAID.fullmatch(" ".join(body.split()))
        if said is None:
            raise UnreadableRulings(f"{number}: expected [a source] at its end")
        named = [int(each) for each in re.findall(r"\d+", said["choices"] or "")]
        if lost := [each for each in named if each not in choices]:
            raise UnreadableRulings(f"{number}: no row for choice {lost[0]}")
        yield Ruling(number, section, said["text"], said["source"], tuple(choices[each] for each in named))


_PARTS = re.compile(r"^## (?:\d+\. )?(.+)$|^- \*\*([A-Z]\d+)\*\* ((?:.+\n?)(?:  .+\n?)*)", re.MULTILINE)
"""A heading, or a ruling with the indented lines that continue it."""

_SAID = re.compile(r"(?P<text>.+) \[(?P<source>[^\]]+)\](?: \*Choices? (?P<choices>[\d, and]+)\*)?")

_ROW = re.compile(r"^\| (\d+) \| (.+?) \| .+? \| (.+?) \|$", re.MULTILINE)


def _choices(text: str) -> Iterator[Choice]:
    _, _, table = text.partition("\n## The choices\n")
    for number, question, why in _ROW.findall(table):
        yield Choice(int(number), question, why)
