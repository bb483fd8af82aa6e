"""`referee serve`: answers the API and plays the ladders, until a signal ends it."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

import click

from referee.cli.options import config_option, other_database_option


@click.command()
@config_option
@other_database_option
@click.option("--host", metavar="ADDRESS", help="The address of this machine at which to listen.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="The port.  [default: 8080]")
@click.option("--no-worker", is_flag=True, help="Play nothing here: `referee worker` does, in processes of its own.")
def serve(config: Path | None, db: Path | None, host: str | None, port: int | None, no_worker: bool) -> None:
    """Serve the API of the referee, and play the matches of its ladders, until Ctrl-C or SIGTERM.

    The first signal closes the port and waits for what is in flight; the second ends the process at once. What is done
    is logged on standard error, one JSON object a line. SERVICE.md tells of all settings.
    """
    from referee.cli import serving

    if host is not None:
        _check(host)
    settings = serving.settings(config, {"database": db, "host": host, "port": port})
    serving.run_service(settings, with_worker=not no_worker)


def _check(host: str) -> None:
    try:
        ip_address(host)
    except ValueError:
        raise click.UsageError("--host: expected an address of this machine such as 127.0.0.1, 0.0.0.0 or ::") from None
