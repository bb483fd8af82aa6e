"""`parlour bot`: what may be done with a bot that is entered."""

from __future__ import annotations

import click

from parlour.cli.account import member, server_option
from parlour.cli.status import tell_report
from parlour.cli.submit import USUAL_WAIT_S, has_passed, tell_key, wait_for_check
from parlour.cli.told import text
from parlour.core.wording import printable


@click.group()
def bot() -> None:
    """Have a bot of yours checked, give it a new key, put it on a ladder, or take it out of play."""


@bot.command()
@click.argument("name")
@server_option
def check(name: str, server: str | None) -> None:
    """Have the referee check the bot NAME once more, and tell what it found."""
    with member(server) as client:
        before = client.bot(name)
        client.check(name)
        checked = wait_for_check(client, name, before, USUAL_WAIT_S)
    if checked is None:
        raise click.ClickException(printable(f"no new report within {USUAL_WAIT_S} s: parlour status {name}"))
    tell_report(checked)
    if not has_passed(checked):
        raise click.exceptions.Exit(1)


@bot.command()
@click.argument("name")
@server_option
def key(name: str, server: str | None) -> None:
    """Make a new signing key for the bot NAME; for a while calls are signed with the old one too."""
    with member(server) as client:
        reply = client.rotate_key(name)
    tell_key(name, text(reply, "key"))
    if until := text(reply, "bot", "key_until"):
        click.echo(f"Calls are signed with the former key too until {until}.")


@bot.command()
@click.argument("name")
@click.argument("ladder")
@server_option
def enter(name: str, ladder: str, server: str | None) -> None:
    """Put the bot NAME on a LADDER."""
    with member(server) as client:
        client.enter_ladder(ladder, name)
    click.echo(printable(f"{name} is on {ladder}."))


@bot.command()
@click.argument("name")
@click.argument("ladder")
@server_option
def leave(name: str, ladder: str, server: str | None) -> None:
    """Take the bot NAME off a LADDER; matches that are made already are played."""
    with member(server) as client:
        client.leave_ladder(ladder, name)
    click.echo(printable(f"{name} is no longer on {ladder}."))


@bot.command()
@click.argument("name")
@click.confirmation_option(prompt="A retired bot never plays again, and its name stays taken. Retire it?")
@server_option
def retire(name: str, server: str | None) -> None:
    """Take the bot NAME out of play for good."""
    with member(server) as client:
        client.retire(name)
    click.echo(printable(f"{name} is retired."))
