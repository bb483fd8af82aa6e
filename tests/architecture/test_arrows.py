"""Which module may know which: the arrows of the house, held by reading every import."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HTTP = ("requests", "urllib3", "http", "socket")
WEB_AND_STORE = ("referee.service", "referee.store", "referee.seats.http", "flask", "sqlite3", "sqlite_utils", *HTTP)


@dataclass(frozen=True)
class Only:
    """Of the names that match `of`, a module that matches `module` may import only those that match `may`."""

    module: str
    of: str
    may: str
    because: str
    example: tuple[str, str]

    def forbids(self, module: str, imported: str) -> bool:
        """Whether this arrow points the other way; a group in `module` may be repeated in `may` as {0}."""
        found = re.fullmatch(self.module, module)
        if found is None or not re.fullmatch(self.of, imported):
            return False
        return not re.fullmatch(self.may.format(*found.groups()), imported)


@dataclass(frozen=True)
class Never:
    """A module that matches `module` imports none of `names`, nor anything inside them."""

    module: str
    names: tuple[str, ...]
    because: str
    example: tuple[str, str]

    def forbids(self, module: str, imported: str) -> bool:
        """Whether this arrow points the other way."""
        return bool(re.fullmatch(self.module, module)) and any(
            imported == name or imported.startswith(name + ".") for name in self.names
        )


ARROWS: tuple[Only | Never, ...] = (
    Only(
        module=r"parlour\.core(?:\..*)?",
        of=r"parlour(?:\..*)?",
        may=r"parlour\.core(?:\..*)?",
        because="the engine knows no game, no board and no wire",
        example=("parlour.core.game", "parlour.games.payday.state"),
    ),
    Only(
        module=r"parlour\.board(?:\..*)?",
        of=r"parlour(?:\..*)?",
        may=r"parlour\.(?:core|board)(?:\..*)?",
        because="pieces that games share stand on the engine and on no game",
        example=("parlour.board.deck", "parlour.games.payday.cards"),
    ),
    Only(
        module=r"parlour\.games\.(\w+)(?:\..*)?",
        of=r"parlour(?:\..*)?",
        may=r"parlour\.(?:core|board|games\.{0})(?:\..*)?",
        because="games do not know each other, nor how they are played over a wire",
        example=("parlour.games.payday.turn", "parlour.games.careers.state"),
    ),
    Only(
        module=r"parlour\.protocol(?:\..*)?",
        of=r"parlour(?:\..*)?",
        may=r"parlour\.(?:core|protocol)(?:\..*)?",
        because="the wire carries any game's questions, so it knows the engine only",
        example=("parlour.protocol.messages", "parlour.bot"),
    ),
    Never(
        module=r"parlour(?:\..*)?",
        names=("referee", "flask", "sqlite3", "sqlite_utils"),
        because="a bot author installs the rules and the bot kit, and nothing of the referee",
        example=("parlour.arena", "referee.match"),
    ),
    Never(
        module=r"(?:parlour|sample_bots)(?!\.client\b)(?:\..*)?",
        names=("requests", "urllib3"),
        because="a bot answers and calls nobody: only the student's client does",
        example=("parlour.serving", "requests"),
    ),
    Never(
        module=r"parlour(?!\.(?:client|cli)\b)(?:\..*)?",
        names=("parlour.client",),
        because="who imports parlour does not wait for requests",
        example=("parlour", "parlour.client.api"),
    ),
    Only(
        module=r"parlour\.client(?:\..*)?",
        of=r"parlour(?:\..*)?",
        may=r"parlour\.(?:core|protocol|client)(?:\..*)?",
        because="the client of the service carries what any ladder says, and knows neither games nor bots",
        example=("parlour.client.api", "parlour.bot"),
    ),
    Never(
        module=r"referee\.match",
        names=WEB_AND_STORE,
        because="a match is played the same over HTTP and in process, recorded or not",
        example=("referee.match", "referee.store.database"),
    ),
    Never(
        module=r"referee\.tournament\.(?:pairing|standings)",
        names=WEB_AND_STORE,
        because="who meets whom, and who leads, are functions of the plan and the results",
        example=("referee.tournament.pairing", "sqlite_utils"),
    ),
    Never(
        module=r"referee\.worker\.(?:matchmaking|benching)",
        names=WEB_AND_STORE,
        because="who plays next, and who is left alone, is arithmetic",
        example=("referee.worker.matchmaking", "referee.store.database"),
    ),
    Never(
        module=r"referee\.ladder\.elo",
        names=WEB_AND_STORE,
        because="the change of ratings is arithmetic",
        example=("referee.ladder.elo", "requests"),
    ),
    Never(
        module=r"(?!referee\.(?:cli|__main__)).*",
        names=("referee.cli",),
        because="the command line stands on everything, and nothing on it",
        example=("referee.tournament.running", "referee.cli.main"),
    ),
    Never(
        module=r"(?!parlour\.(?:cli|__main__)).*",
        names=("parlour.cli",),
        because="the command line stands on everything, and nothing on it",
        example=("parlour.serving", "parlour.cli"),
    ),
    Never(
        module=r"(?!referee\.(?:service|cli)).*",
        names=("referee.service",),
        because="the service stands on everything, and only the command that starts it names it",
        example=("referee.match", "referee.service.app"),
    ),
    Only(
        module=r"sample_bots\..*",
        of=r"(?:parlour|referee)(?:\..*)?",
        may=r"parlour",
        because="a sample bot shows a student what the public names can do",
        example=("sample_bots.careers.greedy", "parlour.core.game"),
    ),
)


def modules() -> dict[str, tuple[Path, bool]]:
    """Every module of both distributions and every sample bot by its name: its file and whether it is a package."""
    found = {}
    for top in (ROOT / "sdk" / "parlour", ROOT / "referee", ROOT / "sample_bots"):
        for path in sorted(top.rglob("*.py")):
            parts = path.relative_to(top.parent).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            found[".".join(parts[:-1] if is_package else parts)] = (path, is_package)
    return found


def imports(source: str, module: str, *, is_package: bool, known: Mapping[str, object]) -> Iterator[str]:
    """The full name of everything that a module imports, wherever in the file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: None if is_package and node.level == 1 else -node.level + is_package]
            origin = ".".join((above if node.level else []) + ([node.module] if node.module else []))
            for alias in node.names:
                inner = f"{origin}.{alias.name}"
                yield inner if inner in known else origin


def knowledge() -> dict[str, set[str]]:
    """What each module imports."""
    known = modules()
    return {
        name: set(imports(path.read_text("utf-8"), name, is_package=is_package, known=known))
        for name, (path, is_package) in known.items()
    }


def through(module: str, imported: Mapping[str, set[str]]) -> set[str]:
    """What a module of the referee imports, itself or through other modules of the referee and their packages."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        for name in imported.get(waiting.pop(), ()):
            parts = name.split(".")
            packages = [".".join(parts[:end]) for end in range(2, len(parts))] if parts[0] == "referee" else []
            for loaded in {name, *packages} - found:
                found.add(loaded)
                if loaded.startswith("referee."):
                    waiting.append(loaded)
    return found


@pytest.mark.parametrize("arrow", ARROWS, ids=lambda arrow: arrow.because)
def test_no_import_points_against_an_arrow(arrow: Only | Never) -> None:
    against = [
        f"{module} imports {name}"
        for module, names in knowledge().items()
        for name in sorted(names)
        if arrow.forbids(module, name)
    ]
    assert not against, arrow.because


@pytest.mark.parametrize("arrow", ARROWS, ids=lambda arrow: arrow.because)
def test_each_arrow_would_see_its_example(arrow: Only | Never) -> None:
    assert arrow.forbids(*arrow.example)


@pytest.mark.parametrize(
    "pure", ["referee.match", "referee.ladder.elo", "referee.tournament.pairing", "referee.tournament.standings"]
)
def test_what_is_pure_does_not_reach_the_web_or_the_store_through_another_module(pure: str) -> None:
    imported = knowledge()
    assert pure in imported, "the module moved: so must its arrow"
    reached = sorted(name for name in through(pure, imported) if name.startswith(WEB_AND_STORE))
    assert not reached


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a.b", {"a.b"}),
        ("from parlour import core", {"parlour.core"}),
        ("from parlour import Bot", {"parlour"}),
        ("from . import state", {"parlour.games.payday.state"}),
        ("from .state import Payday", {"parlour.games.payday.state"}),
        ("from ..careers import state", {"parlour.games.careers"}),
        ("def f():\n    import sqlite3", {"sqlite3"}),
    ],
)
def test_imports_are_seen_in_every_spelling(source: str, expected: set[str]) -> None:
    known = {"parlour.core": None, "parlour.games.payday.state": None}
    assert set(imports(source, "parlour.games.payday.turn", is_package=False, known=known)) == expected
    assert set(imports("from . import state", "parlour.games.payday", is_package=True, known=known)) == {
        "parlour.games.payday.state"
    }


def test_what_is_reached_includes_the_packages_on_the_way() -> None:
    imported = {"referee.match": {"referee.seats.faults"}, "referee.seats": {"referee.seats.http"}}
    assert through("referee.match", imported) == {"referee.seats.faults", "referee.seats", "referee.seats.http"}


def test_no_module_is_left_out() -> None:
    known = modules()
    assert {"parlour", "parlour.core", "referee"} <= known.keys()
