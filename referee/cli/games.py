"""`referee games`: what can be played."""

from __future__ import annotations

import click

from parlour.core.options import Json
from parlour.core.registry import find, names
from parlour.core.rules import Option, Rules
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
            out.line(f"    {option.name}: {option.meaning} ({option.allowed}, {option.default} if not said)")


def _as_json(rules: Rules) -> Json:
    return {
        "game": rules.full_name,
        "rules": rules.version,
        "seats": {"least": rules.seats[0], "most": rules.seats[-1]},
        "options": [_option_as_json(option) for option in rules.options],
    }


def _option_as_json(option: Option) -> Json:
    values = {"least": option.least, "most": option.most} if option.is_range else {"values": list(option.values)}
    return {"name": option.name, **values, "default": option.default, "meaning": option.meaning}
