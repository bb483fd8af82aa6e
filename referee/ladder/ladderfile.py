"""The ladder that an organiser's TOML describes; all the mistakes in it are found at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from marshmallow import fields

from parlour.core.tomlfile import Problem, TomlError, TomlFile
from referee.clock import TimeControl
from referee.match import Policy
from referee.names import expected_in_links
from referee.tomltables import Table, load, proper_name, said, text, whole, without_echoes
from referee.tournament.gamekeys import find_game, game_problems
from referee.tournament.planfile import PolicyTable, TimeTable

MATCHES_PER_HOUR = 600
"""How many matches an hour has at most on a ladder where neither its file nor the settings of the service say."""

MOST_BOTS_PER_ACCOUNT = 2
"""How many bots one account may have on a ladder whose file does not say."""


class BadLadder(ValueError):
    """A ladder that cannot be opened; `problems` are all the mistakes in its file, in the order of their lines."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True)
class LadderSettings:
    """What is played on a ladder, how often at most, and by how many bots of one account."""

    name: str
    game: str
    rules: str
    options: Mapping[str, int]
    seats: int
    matches_per_hour: int
    max_bots_per_account: int
    time: TimeControl
    policy: Policy

    def to_json(self) -> dict[str, Any]:
        """The settings as the store keeps them."""
        return asdict(self)


class LadderTable(Table):
    """`[ladder]`: what is played, how many matches are made in an hour, and how many bots an account may enter."""

    name = proper_name(expected_in_links, required=True)
    game = text("a game, as in payday or payday/2000", required=True)
    options = fields.Dict(load_default=dict, error_messages=said("a table of the game's options"))
    seats = whole(2, 100, required=True)
    matches_per_hour = whole(1, 100_000, load_default=None)
    max_bots_per_account = whole(1, 100, load_default=MOST_BOTS_PER_ACCOUNT)


class LadderFile(Table):
    """The whole file."""

    ladder = fields.Nested(LadderTable, required=True, error_messages=said("a table [ladder]"))
    time = fields.Nested(TimeTable, load_default=lambda: TimeTable().load({}))
    policy = fields.Nested(PolicyTable, load_default=lambda: PolicyTable().load({}))


def read_text(toml: str, *, matches_per_hour: int, file: str = "ladder.toml") -> LadderSettings:
    """The ladder in a text; `matches_per_hour` holds where it does not say. BadLadder has every mistake in it.

    >>> ladder = read_text('[ladder]\\nname = "spring"\\ngame = "payday"\\nseats = 4', matches_per_hour=600)
    >>> ladder.name, ladder.seats, ladder.matches_per_hour, ladder.max_bots_per_account
    ('spring', 4, 600, 2)
    >>> read_text('[ladder]\\nname = "spring"\\ngame = "payday"\\nseets = 4', matches_per_hour=600)
    Traceback (most recent call last):
    referee.ladder.ladderfile.BadLadder: ladder.toml:4: ladder.seets: unknown key; did you mean "seats"?
    """
    return _read(lambda: TomlFile.parse(toml, Path(file)), matches_per_hour)


def read(path: Path, *, matches_per_hour: int) -> LadderSettings:
    """The ladder in a file, as `read_text` reads a text."""
    return _read(lambda: TomlFile.read(path), matches_per_hour)


def _read(opened: Callable[[], TomlFile], matches_per_hour: int) -> LadderSettings:
    try:
        found = opened()
    except TomlError as error:
        raise BadLadder([error.problem]) from None
    loaded, problems = load(found, LadderFile())
    ladder = loaded.get("ladder", {})
    rules = find_game(found, "ladder", ladder, problems)
    if rules:
        problems += game_problems(found, "ladder", ladder, rules)
    if problems or not rules:
        raise BadLadder(sorted(without_echoes(problems), key=lambda problem: problem.line or 0))
    return LadderSettings(
        name=ladder["name"],
        game=rules.full_name,
        rules=rules.version,
        options=rules.check_options(ladder["options"], seats=ladder["seats"]),
        seats=ladder["seats"],
        matches_per_hour=ladder["matches_per_hour"] or matches_per_hour,
        max_bots_per_account=ladder["max_bots_per_account"],
        time=TimeControl(**loaded["time"]),
        policy=Policy(**loaded["policy"]),
    )
