"""`parlour account`, and how every command finds the server and the key that it uses."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from parlour.cli.settings import account_file, stored
from parlour.cli.told import columns, text
from parlour.core.wording import printable

if TYPE_CHECKING:
    from parlour.client import Client

KEY_VARIABLE = "PARLOUR_API_KEY"
HOW_TO_JOIN = "parlour join INVITATION --server URL --name NAME"

server_option: Callable[[Any], Any] = click.option(
    "--server",
    metavar="URL",
    envvar="PARLOUR_SERVER",
    show_envvar=True,
    help="Where the ladder is, if not where you joined.",
)


class Found(NamedTuple):
    """A server, the key for it if there is one, and where the key is from."""

    server: str
    key: str | None
    source: str


def find_account(server: str | None) -> Found:
    """The server that is asked, with the student's key for it. Raises ClickException where none is known.

    The environment comes before the file, and the key of the file is for the server of the file alone.
    """
    key = os.environ.get(KEY_VARIABLE) or None
    kept = None if server and key else stored()
    if not server:
        if kept is None:
            raise click.UsageError(f"no server is set: {HOW_TO_JOIN}, or set PARLOUR_SERVER")
        server = kept.server
    if key is not None:
        return Found(server, key, KEY_VARIABLE)
    if kept is not None and kept.server == server.rstrip("/"):
        return Found(server, kept.key, str(account_file()))
    return Found(server, None, "")


@contextmanager
def member(server: str | None) -> Iterator[Client]:
    """The service with the student's key; what goes wrong is said in a line."""
    found = find_account(server)
    if found.key is None:
        raise click.ClickException(printable(f"no key for {found.server}: {HOW_TO_JOIN}, or set {KEY_VARIABLE}"))
    with service(found) as client:
        yield client


@contextmanager
def visitor(server: str | None) -> Iterator[Client]:
    """The service as everybody sees it, with the student's key where there is one."""
    with service(find_account(server)) as client:
        yield client


@contextmanager
def service(found: Found) -> Iterator[Client]:
    """The service at a server, with a key or without; what goes wrong is said in a line."""
    # requests takes a while to load, and only these commands are to wait for it.
    from parlour.client import ApiError, Client, ClientError
    from parlour.client.calls import read_server

    try:
        read_server(found.server)
    except ValueError as error:
        raise click.BadParameter(printable(str(error)), param_hint="--server") from None
    try:
        client = Client(found.server, found.key)
    except ValueError as error:
        raise click.ClickException(printable(f"{found.source}: {error}")) from None
    try:
        with client:
            yield client
    except ApiError as error:
        which = f" (the key is the one of {found.source})" if error.status == 401 and found.source else ""
        raise click.ClickException(printable(f"{error}{which}")) from None
    except ClientError as error:
        raise click.ClickException(str(error)) from None


def names_of_mine(client: Client) -> list[str]:
    """The names of the student's own bots."""
    return [text(bot, "name") for bot in client.bots(owner=text(client.me(), "name"))]


@click.command()
@server_option
@click.option("--show-key", is_flag=True, help="Print the API key as well.")
def account(server: str | None, show_key: bool) -> None:
    """Say who you are at the ladder, and which API keys you have."""
    lines = [["key", "made", "last used", "revoked", "note"]]
    with member(server) as client:
        name = text(client.me(), "name")
        for each in client.api_keys():
            lines.append([text(each, key) for key in ("id", "created_at", "last_used_at", "revoked_at", "note")])
    found = find_account(server)
    click.echo(printable(f"{name} at {found.server}, with the key of {found.source}"))
    for line in columns(lines):
        click.echo(line)
    if show_key:
        click.echo(found.key)
