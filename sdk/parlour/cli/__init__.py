"""The command `parlour`: write a bot, serve it, play it, check it, and look at games."""

import click

from parlour.cli.check import check
from parlour.cli.games import games
from parlour.cli.new import new
from parlour.cli.play import play
from parlour.cli.replay import replay
from parlour.cli.serve import serve


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="parlour")
def main() -> None:
    """Write bots for board games, and let them play."""


for command in (new, serve, play, check, replay, games):
    main.add_command(command)
