"""The ten rules for rule scripts, as far as a reader of the syntax can hold them, in every game."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour.games

FOLDER = Path(parlour.games.__file__).parent
MODULES = sorted(FOLDER.glob("*/*.py"))
MOST_LINES = 40
OUTSIDE = {"time", "datetime", "os", "sys", "socket", "threading", "asyncio", "subprocess", "secrets", "logging", "io"}
SMALL = {0, 1, 2, 100}
"""Numbers that code may hold: nothing, one, odd or even, and per cent. All others belong into the edition's file."""


def faults(tree: ast.AST) -> Iterator[str]:
    """What a module does that a rule script must not, with its line."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Import(names=names):
                imported = {name.name.partition(".")[0] for name in names}
                yield from (f"line {line}: talks to the world outside: {name}" for name in imported & OUTSIDE)
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in OUTSIDE:
                yield f"line {line}: talks to the world outside: {module}"
            case ast.Call(func=ast.Name(id="open" | "print" | "input")):
                yield f"line {line}: talks to the world outside"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr=attr)) if attr != "Random":
                yield f"line {line}: takes luck from elsewhere than a question"
            case ast.For(iter=ast.Set() | ast.SetComp() | ast.Call(func=ast.Name(id="set" | "frozenset"))):
                yield f"line {line}: iterates a set"
            case ast.ExceptHandler(type=None) | ast.ExceptHandler(type=ast.Name(id="Exception" | "BaseException")):
                yield f"line {line}: catches everything"
            case ast.Try() | ast.With() | ast.AsyncWith() if any(isinstance(n, ast.Await) for n in ast.walk(node)):
                yield f"line {line}: {type(node).__name__.lower()} around an await"
            case ast.Constant(value=float()):
                yield f"line {line}: a float"
            case ast.Constant(value=int(value)) if type(value) is int and value not in SMALL:
                yield f"line {line}: {value} is a number of the edition's"
            case ast.AsyncFunctionDef(end_lineno=int(end)) if end - line >= MOST_LINES:
                yield f"line {line}: a script of {end - line + 1} lines"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_rule_scripts_keep_to_the_rules(module: Path) -> None:
    assert list(faults(ast.parse(module.read_text()))) == []


@pytest.mark.parametrize(
    "text",
    [
        "import time",
        "from os import environ",
        "print(1)",
        "random.randint(1, 2)",
        "for seat in {1, 2}: pass",
        "for seat in set(seats): pass",
        "try:\n    pass\nexcept Exception:\n    pass",
        "async def f():\n    try:\n        await g()\n    finally:\n        pass",
        "async def f():\n    with a:\n        await g()",
        "cash = 0.5",
        "cash = 3500",
        "async def f():\n" + "    pass\n" * 40,
    ],
)
def test_what_a_rule_script_must_not_do_is_found_out(text: str) -> None:
    assert list(faults(ast.parse(text)))
