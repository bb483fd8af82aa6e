"""The examples in the docstrings of both packages, run as they are installed."""

import doctest
import importlib
import io
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
import referee

HOW = doctest.ELLIPSIS


def modules() -> Iterator[str]:
    """The name of every installed module of both packages, except those that start a program when imported."""
    for package in (parlour, referee):
        (folder,) = map(Path, package.__path__)
        for path in sorted(folder.rglob("*.py")):
            parts = [package.__name__, *path.relative_to(folder).with_suffix("").parts]
            if parts[-1] == "__init__":
                parts.pop()
            if parts[-1] != "__main__":
                yield ".".join(parts)


def failures(module: types.ModuleType) -> str:
    """What went wrong in the examples of one module, in doctest's words; empty when nothing did."""
    said = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=HOW)
    for examples in doctest.DocTestFinder().find(module):
        runner.run(examples, out=said.write)
    return said.getvalue()


@pytest.mark.parametrize("name", list(modules()))
def test_the_examples_in_a_module_do_what_they_say(name: str) -> None:
    assert failures(importlib.import_module(name)) == ""


def test_an_example_that_is_wrong_is_seen() -> None:
    assert "Expected:" in failures(types.ModuleType("wrong", ">>> 1 + 1\n3\n"))
