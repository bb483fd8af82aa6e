"""What is wrong with a TOML file that came in a body: every mistake of it, at the key that holds the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.core.tomlfile import Problem as Mistake
from referee.service.problems import Problem, Wrong

POINTER = "#/toml"


def problem_of(mistakes: Sequence[Mistake]) -> Problem:
    """The answer to a file with these mistakes.

    >>> error = problem_of([Mistake("ladder.toml", 4, ("ladder", "seets"), "unknown key", "seats", nearest="seats")])
    >>> error.errors[0].detail
    'line 4: ladder.seets: unknown key; did you mean "seats"?'
    """
    told = [_told(mistake) for mistake in mistakes]
    detail = told[0] if len(told) == 1 else f"{len(told)} mistakes in the file"
    return Problem(422, detail, errors=[Wrong(each, pointer=POINTER) for each in told])


def _told(mistake: Mistake) -> str:
    """The mistake with its line in place of the file's name: the file is the body."""
    place = f"line {mistake.line}: " if mistake.line else ""
    return place + str(replace(mistake, file="", line=None)).removeprefix(": ")
