"""The command `referee`: plays tournaments, serves ladders, and shows what was recorded of them."""

from __future__ import annotations

import click

from referee.cli.db import db
from referee.cli.exits import Commands
from referee.cli.games import games
from referee.cli.invite import invite
from referee.cli.ladder import ladder
from referee.cli.match import match
from referee.cli.rogues import rogues
from referee.cli.serve import serve
from referee.cli.tournament import tournament
from referee.cli.worker import worker


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="referee")
def main() -> None:
    """Play board games between bots over HTTP, record every match and keep the ladder.

    Exit codes: 0 done; 1 the referee failed or a record is not what it should be; 2 a mistake in the command, a file or
    a bot; 74 the disk is full or fails; 75 another process keeps the database busy; 130 stopped by Ctrl-C.
    """


main.add_command(tournament)
main.add_command(ladder)
main.add_command(match)
main.add_command(games)
main.add_command(rogues)
main.add_command(serve)
main.add_command(worker)
main.add_command(invite)
main.add_command(db)
