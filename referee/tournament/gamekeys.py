"""The keys by which a file chooses a game: `game`, `seats` and `options`, and what the game does not allow of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from parlour.core import registry
from parlour.core.rules import BadOption, Rules
from parlour.core.tomlfile import KeyPath, Problem, TomlFile
from referee.tomltables import found_at


def find_game(file: TomlFile, table: str, keys: Mapping[str, Any], problems: list[Problem]) -> Rules | None:
    """The rules that the table names; None, and one more problem unless the game is missing, where there are none."""
    game = keys.get("game")
    if game is None:
        return None
    try:
        return registry.find(game)
    except registry.UnknownGame as unknown:
        expected = f"one of {', '.join(registry.names())}"
        key = (table, "game")
        problems.append(file.problem(key, found=found_at(file, key), expected=expected, nearest=unknown.nearest))
        return None


def game_problems(file: TomlFile, table: str, keys: Mapping[str, Any], rules: Rules) -> Iterator[Problem]:
    """What the game does not allow: options, numbers of seats, and options that do not go with each other or those."""
    options = {option.name: option for option in rules.options}
    chosen = keys.get("options", {})
    for name, value in chosen.items():
        key: KeyPath = (table, "options", name)
        option = options.get(name)
        if option is None:
            yield file.unknown_key(key, options)
        elif not option.takes(value):
            expected = f"{option.expected} ({option.meaning})"
            yield file.problem(key, found=found_at(file, key), expected=expected)
    seats = keys.get("seats")
    if seats is not None and seats not in rules.seats:
        key = (table, "seats")
        expected = f"{rules.seats[0]} to {rules.seats[-1]}, the seats of {rules.name}"
        yield file.problem(key, found=found_at(file, key), expected=expected)
    elif seats is not None and all(name in options and options[name].takes(chosen[name]) for name in chosen):
        yield from _together(file, table, keys, rules)


def _together(file: TomlFile, table: str, keys: Mapping[str, Any], rules: Rules) -> Iterator[Problem]:
    """What the game does not allow of options that are each allowed; those left out count with their defaults."""
    try:
        rules.check_options(keys.get("options", {}), seats=keys["seats"])
    except BadOption as error:
        key = (table, "options", error.option)
        yield file.problem(key, found=found_at(file, key), expected=error.expected)
