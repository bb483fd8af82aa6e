"""`referee worker`: checks bots and plays matches for a service, in a process of its own."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.options import config_option, other_database_option


@click.command()
@config_option
@other_database_option
@click.option(
    "--places",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many matches to play at the same time.  [default: 4]",
)
def worker(config: Path | None, db: Path | None, places: int | None) -> None:
    """Check bots and play the matches of the ladders, beside `referee serve`, until Ctrl-C or SIGTERM.

    Any number of workers may share one database. The first signal lets the calls in flight come to their end, for
    at most stop_s seconds; the second ends the process at once. Other workers go on with its matches either way.
    """
    from referee.cli import serving

    serving.run_worker(serving.settings(config, {"database": db, "places": places}))
