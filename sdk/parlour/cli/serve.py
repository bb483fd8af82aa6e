"""`parlour serve`: a bot behind HTTP."""

from __future__ import annotations

import click

from parlour.cli.loading import find_bot
from parlour.serving import HOST, PORT, serve_at


@click.command()
@click.argument("file")
@click.option("--host", default=HOST, envvar="HOST", show_default=True, show_envvar=True, help="Where to listen.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    envvar="PORT",
    show_default=True,
    show_envvar=True,
    help="0 takes a free one.",
)
def serve(file: str, host: str, port: int) -> None:
    """Serve the bot in FILE over HTTP until Ctrl-C.

    With a key in the environment variable PARLOUR_KEY, only calls that are signed with it are answered. While one key
    replaces another it holds both, the new one first and a space between them.
    """
    try:
        serve_at(find_bot(file), host, port)
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error
