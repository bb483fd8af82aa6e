"""`referee games`: what can be played."""

from __future__ import annotations

import click

from parlour.core.options import Json
from parlour.core.registry import find, names
from parlour.core.rules import Rules
from referee.cli.options import json_option
from referee.cli.output import Output


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games and their editions, with the options that a tournament may set."""
    out = Output()
    every = [find(name) for name in names()]
    if as_json:
        out.json({"games": [_as_json(rules) for rules in every]})
        return
    for rules in every:
        out.line(
            f"{rules.full_name}: {rules.seats[0]} to {rules.seats[-1]} seats, version {rules.version} of the rules"
        )
        for option in rules.options:
            bounds = f"{option.least} to {option.most}, {option.default} if not said"
            out.line(f"    {option.name}: {option.meaning} ({bounds})")


def _as_json(rules: Rules) -> Json:
    options = [vars(option) for option in rules.options]
    return {
        "game": rules.full_name,
        "rules": rules.version,
        "seats": {"least": rules.seats[0], "most": rules.seats[-1]},
        "options": options,
    }
