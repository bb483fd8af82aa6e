"""The command `parlour`: write a bot, serve it, play it, check it, look at games, and enter it for a ladder."""

import click

from parlour.cli.account import account
from parlour.cli.bot import bot
from parlour.cli.challenge import challenge
from parlour.cli.check import check
from parlour.cli.games import games
from parlour.cli.join import join
from parlour.cli.ladders import ladders
from parlour.cli.match import match
from parlour.cli.matches import matches
from parlour.cli.new import new
from parlour.cli.play import play
from parlour.cli.replay import replay
from parlour.cli.serve import serve
from parlour.cli.status import status
from parlour.cli.submit import submit


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="parlour")
def main() -> None:
    """Write bots for board games, and let them play."""


AT_YOUR_DESK = (new, serve, play, check, replay, games)
ON_A_LADDER = (join, account, submit, status, bot, ladders, matches, match, challenge)

for command in (*AT_YOUR_DESK, *ON_A_LADDER):
    main.add_command(command)
