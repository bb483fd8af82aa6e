"""`parlour join`: an invitation becomes an account, whose key is kept for the other commands."""

from __future__ import annotations

import click

from parlour.cli.account import KEY_VARIABLE, Found, service
from parlour.cli.settings import Stored, account_file, room_for
from parlour.cli.told import text
from parlour.core.wording import printable


@click.command()
@click.argument("invitation")
@click.option(
    "--server", metavar="URL", envvar="PARLOUR_SERVER", show_envvar=True, required=True, help="Where the ladder is."
)
@click.option("--name", required=True, help="What you want to be called there.")
@click.option("--replace", is_flag=True, help="Give up the account that is stored; its key is lost unless you have it.")
def join(invitation: str, server: str, name: str, replace: bool) -> None:
    """Exchange an INVITATION for an account, and keep its key for the other commands.

    The key is kept in your configuration folder, in a file that only you can read.
    """
    path = account_file()
    if path.exists() and not replace:
        raise click.ClickException(
            printable(f"{path} holds an account already; with --replace this one takes its place, and its key is lost")
        )
    with service(Found(server, None, "")) as client, room_for(path) as store:
        if not client.is_safe:
            click.echo(f"note: {client.server} has no TLS: whoever is on the way can read your key", err=True)
        reply = client.join(invitation.strip(), name)
        key = text(reply, "key")
        try:
            store(Stored(client.server, key))
        except OSError as error:
            raise click.ClickException(
                printable(
                    f"{path}: {error.strerror}; keep the key yourself, it is not shown again: {KEY_VARIABLE}={key}"
                )
            ) from None
    click.echo(printable(f"{text(reply, 'account', 'name') or name} has joined {client.server}."))
    click.echo(printable(f"The key is in {path}: who has it plays as you."))
    click.echo("Submit a bot:  parlour submit URL")
