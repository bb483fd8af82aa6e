"""`parlour games`: what can be played, and what bots are asked in it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import click

from parlour.arena import CLOCK
from parlour.core.decision import told_fields
from parlour.core.game import Game
from parlour.core.luck import Keyed
from parlour.core.options import choose
from parlour.core.registry import UnknownGame, find, names
from parlour.core.rules import Option, Rules
from parlour.core.wording import nearest
from parlour.protocol.messages import Message, Unread, move_message
from parlour.protocol.reference import laid_out

MOST_MATCHES = 100
"""So many matches are looked through for an example of a question."""


@click.command()
@click.argument("game", required=False)
@click.option("--example", metavar="QUESTION", help="Print a message with this question as bots are sent it.")
def games(game: str | None, example: str | None) -> None:
    """List the games, or tell what bots are asked and told in one GAME."""
    if game is None:
        if example is not None:
            raise click.UsageError("--example needs a GAME")
        for name in names():
            click.echo(_headline(find(name)))
        return
    try:
        rules = find(game)
    except UnknownGame as error:
        raise click.BadParameter(str(error), param_hint="GAME") from error
    if example is not None:
        click.echo(laid_out(_example(rules, example)))
        return
    click.echo(_headline(rules))
    _list("Questions", rules.decisions, told_fields)
    _list("Events", rules.events, _told_of_event)


def _headline(rules: Rules) -> str:
    options = "".join(
        f"\n  --option {option.name}={_values(option)}  {option.meaning} (default {option.default})"
        for option in rules.options
    )
    return f"{rules.full_name}: {rules.seats[0]} to {rules.seats[-1]} seats, rules {rules.version}{options}"


def _values(option: Option) -> str:
    return f"{option.least}..{option.most}" if option.is_range else "|".join(map(str, option.values))


def _list(title: str, kinds: tuple[type[Any], ...], told: Callable[[Any], tuple[str, ...]]) -> None:
    click.echo(f"\n{title}:")
    for kind in kinds:
        click.echo(f"  {kind.__name__}({', '.join(told(kind))})")
        click.echo(f"      {_RULINGS.sub('', (kind.__doc__ or '').strip().splitlines()[0])}")


def _told_of_event(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name != "to")


_RULINGS = re.compile(r"\s*\[[A-Z0-9 ]+\]$")
"""The numbers in RULES.md that a docstring ends with."""


def _example(rules: Rules, wanted: str) -> Message:
    """The first message with that question in matches of cautious bots, then in matches of random ones."""
    kinds = [kind.__name__ for kind in rules.decisions]
    if wanted not in kinds:
        close = nearest(wanted, kinds)
        hint = f"did you mean {close}?" if close else f"there are {', '.join(kinds)}"
        raise click.BadParameter(f"{rules.name} has no question {wanted!r}; {hint}", param_hint="--example")
    for number in range(MOST_MATCHES):
        rng = random.Random(number)
        game = Game.new(rules.full_name, seats=rules.seats[0], luck=Keyed(rng.randbytes(16)))
        unread = Unread(rules.seats[0])
        asked = 0
        while not game.is_over:
            decision = game.pending[0]
            unread.tell(game.take_events())
            events = unread.take(decision.seat)
            asked += 1
            if decision.kind == wanted:
                id = f"example-q{asked}"
                return move_message(game, decision.seat, decision, match="example", id=id, events=events, clock=CLOCK)
            answer = choose(decision.options(), rng) if number else decision.default()
            game.answer(decision.seat, answer)
    raise click.ClickException(f"{wanted} did not come up in {MOST_MATCHES} matches")
