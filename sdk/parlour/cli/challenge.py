"""`parlour challenge`: an unrated match of your bot against others, when you like."""

from __future__ import annotations

import re

import click

from parlour.cli.account import member, server_option
from parlour.cli.told import columns, text
from parlour.core.wording import printable


@click.command()
@click.argument("bots", nargs=-1, metavar="[BOT...]")
@click.option("--ladder", metavar="NAME", help="Play as on this ladder.")
@click.option("--game", help="Play this game.")
@click.option("--option", "options", multiple=True, metavar="NAME=NUMBER", help="An option of the game.")
@server_option
def challenge(
    bots: tuple[str, ...], ladder: str | None, game: str | None, options: tuple[str, ...], server: str | None
) -> None:
    """Have these BOTs play an unrated match, a bot of yours among them; without any, list your challenges."""
    if not bots:
        _list(server)
        return
    if (ladder is None) == (game is None):
        raise click.UsageError("say what is played: either --ladder or --game")
    if ladder is not None and options:
        raise click.UsageError("--option goes with --game: a ladder has options of its own")
    chosen = dict(map(_read, options))
    if len(chosen) < len(options):
        raise click.BadParameter("an option is given twice", param_hint="--option")
    with member(server) as client:
        made = client.challenge(bots, ladder=ladder, game=game, options=chosen or None)
    played = text(made, "match", "id") or text(made, "match")
    click.echo(f"The match {played} is going to be played. How it goes:  parlour match {played}")


def _list(server: str | None) -> None:
    with member(server) as client:
        made = list(client.challenges())
    if not made:
        click.echo("You have made no challenges yet:  parlour challenge YOURS OTHER --game GAME")
        return
    lines = [["challenge", "match", "made"]]
    lines += [
        [text(each, "id"), text(each, "match", "id") or text(each, "match"), text(each, "created_at")] for each in made
    ]
    for line in columns(lines):
        click.echo(line)


def _read(option: str) -> tuple[str, int]:
    """An option as the command has it; what is allowed is for the service to say."""
    found = re.fullmatch(r"([a-z_]+)=(0|-?[1-9][0-9]{0,17})", option)
    if found is None:
        raise click.BadParameter(printable(f"expected NAME=NUMBER, found {option!r}"), param_hint="--option")
    return found[1], int(found[2])
