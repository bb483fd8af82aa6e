"""Finds a bot's class: a built-in one by its name, or the one in a file."""

from __future__ import annotations

import importlib.util
import inspect
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

import click

from parlour.bot import Bot
from parlour.bots import BUILT_IN
from parlour.core.registry import UnknownGame, find, names
from parlour.core.rules import Rules
from parlour.core.wording import nearest, printable, printable_lines
from parlour.seated import check_handshake
from parlour.serving import handed_over

USUAL_GAME = "payday"
"""What is played where no bot says what it plays."""


class CannotLoad(click.ClickException):
    """What was named is no bot that could be loaded."""

    exit_code = 2


def find_bot(name: str) -> type[Bot]:
    """The built-in bot of that name, or the bot in the file of that name; FILE:CLASS names one of several.

    Raises CannotLoad.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    path, colon, wanted = name.rpartition(":")
    if not (colon and wanted.isidentifier()):
        path, wanted = name, ""
    file = Path(path)
    if not file.is_file():
        known = [*BUILT_IN, *(entry.name for entry in Path().glob("*.py"))]
        close = nearest(name, known)
        hint = f"; did you mean {close}?" if close else ""
        raise CannotLoad(printable(f"{path}: neither a file nor one of the bots {', '.join(BUILT_IN)}{hint}"))
    return load_bot(file, wanted)


def load_bot(file: Path, wanted: str = "") -> type[Bot]:
    """The bot in a file: the class named `wanted`, else the one that it serves, else its only one.

    Raises CannotLoad.
    """
    noted: list[type[Bot]] = []
    token = handed_over.set(noted)
    try:
        module = _run(file)
    finally:
        handed_over.reset(token)
    bots = {
        name: kind
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, Bot) and kind.__module__ == module.__name__
    }
    if wanted:
        if wanted not in bots:
            raise CannotLoad(printable(f"{file}: no bot is named {wanted}; {_list(list(bots))}"))
        return _whole(file, bots[wanted])
    if noted:
        return _whole(file, noted[-1])
    complete = [kind for kind in bots.values() if not inspect.isabstract(kind)]
    if len(complete) == 1:
        return complete[0]
    if complete:
        names = [kind.__name__ for kind in complete]
        raise CannotLoad(printable(f"{file}: {_list(names)}; say which: {file}:{names[0]}"))
    if bots:
        return _whole(file, next(iter(bots.values())))
    raise CannotLoad(printable(f"{file}: no bot is in it: expected a class like `class MyBot(parlour.Bot):`"))


def common_game(bots: Sequence[type[Bot]]) -> str:
    """The first game that all the bots play; a bot that names none plays all.

    Raises ValueError where there is none, or where a bot says about itself what the wire does not allow.
    """
    handshakes = [check_handshake(bot) for bot in bots if bot.games]
    if not handshakes:
        return USUAL_GAME
    for game in _known(handshakes[0].games):
        if all(plays(handshake.games, find(game)) for handshake in handshakes):
            return game
    said = "; ".join(f"{handshake.name} plays {', '.join(handshake.games)}" for handshake in handshakes)
    raise ValueError(f"there is no game that all these bots play: {said}")


def plays(games: Sequence[str], rules: Rules) -> bool:
    """Whether the games that a bot says it plays are, or hold, this one."""
    return not {rules.name, rules.full_name}.isdisjoint(games)


def _known(games: Sequence[str]) -> Iterator[str]:
    """Those of the games that there are, in order; after a game its editions, which another bot may be bound to."""
    for game in games:
        try:
            find(game)
        except UnknownGame:
            continue
        yield game
        yield from (full_name for full_name in names() if full_name.partition("/")[0] == game)


def _whole(file: Path, bot: type[Bot]) -> type[Bot]:
    if inspect.isabstract(bot):
        raise CannotLoad(printable(f"{file}: {bot.__name__} has no method `choose(self, question)`"))
    return bot


def _list(names: list[str]) -> str:
    return f"the bots in it are {', '.join(names)}" if names else "no bot is in it"


def _run(file: Path) -> ModuleType:
    """Run a file as Python would, with its folder in the path, but not as the main program."""
    path = file.resolve()
    name = path.stem if path.stem.isidentifier() and path.stem not in sys.modules else f"bot_{len(sys.modules)}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise CannotLoad(printable(f"{file}: not a Python file: expected a name that ends in .py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        where = printable(f"{error.filename or file}, line {error.lineno}: {error.msg}")
        raise CannotLoad(f"{where}\n    {printable((error.text or '').strip())}") from error
    except (Exception, SystemExit) as error:
        steps = traceback.extract_tb(error.__traceback__)
        own = [step for step in steps if step.filename == str(path)]
        line = f", line {own[-1].lineno}" if own else ""
        raise CannotLoad(printable_lines(f"{file}{line}: {type(error).__name__}: {error}")) from error
    finally:
        sys.path.remove(str(path.parent))
    return module
