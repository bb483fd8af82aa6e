"""`parlour ladders`: which there are, and who leads on one."""

from __future__ import annotations

import click

from parlour.cli.account import server_option, visitor
from parlour.cli.told import columns, points, text


@click.command()
@click.argument("name", required=False)
@server_option
def ladders(name: str | None, server: str | None) -> None:
    """List the ladders, or the standings on the one of that NAME."""
    with visitor(server) as client:
        if name is None:
            lines = [["ladder", "game", "seats", "state"]]
            lines += [[text(each, key) for key in ("name", "game", "seats", "state")] for each in client.ladders()]
        else:
            lines = [["", "bot", "owner", "rating", "matches", "wins", "state"]]
            for each in client.standings(name):
                known = [text(each, key) for key in ("rank", "bot", "owner")]
                state = text(each, "state") if each.get("on_ladder") is not False else "left"
                lines.append([*known, points(each.get("rating")), text(each, "matches"), text(each, "wins"), state])
    if len(lines) == 1:
        click.echo("There are no ladders yet." if name is None else "No bot is on it yet.")
        return
    for line in columns(lines):
        click.echo(line)
