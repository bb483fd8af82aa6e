"""`parlour submit`: a bot that is served somewhere is entered, checked, and put on ladders."""

from __future__ import annotations

import shlex
import sys
import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from parlour.cli.account import member, names_of_mine, server_option
from parlour.cli.calling import Caller, Wrong
from parlour.cli.status import tell_report
from parlour.cli.told import text
from parlour.core.wording import printable
from parlour.protocol.messages import read_handshake
from parlour.serving import keys_of_environment

if TYPE_CHECKING:
    from parlour.client import Client, Item

POLL_S = 0.5
USUAL_WAIT_S = 180


@click.command()
@click.argument("url")
@click.option("--name", help="What the bot is called on the ladders, if not as it says itself.")
@click.option("--ladder", "ladders", multiple=True, metavar="NAME", help="Put it on this ladder; may be repeated.")
@click.option(
    "--wait",
    "wait_s",
    type=click.IntRange(min=0),
    default=USUAL_WAIT_S,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait for the report of the check.",
)
@server_option
def submit(url: str, name: str | None, ladders: tuple[str, ...], wait_s: int, server: str | None) -> None:
    """Enter the bot that is served at URL, and tell what the check of it found.

    A bot of yours that is entered already moves to the URL, keeps its signing key, and is checked again.
    """
    with member(server) as client:
        name = name or _name_of(client, url, ladders)
        if name in names_of_mine(client):
            bot = client.change_url(name, url)
            click.echo(printable(f"{name} is at {without_query(url)} now; its signing key is the one that it had."))
        else:
            bot = _register(client, name, url)
        checked = wait_for_check(client, name, bot, wait_s)
        if checked is None:
            raise click.ClickException(
                printable(f"no report within {wait_s} s: look later with  parlour status {name}")
            )
        tell_report(checked)
        if not has_passed(checked):
            click.echo("When that is mended, submit the bot in the same way again.")
            raise click.exceptions.Exit(1)
        for ladder in ladders:
            client.enter_ladder(ladder, name)
            click.echo(printable(f"{name} is on the ladder {ladder}."))


def _register(client: Client, name: str, url: str) -> Item:
    """A new bot; at a terminal its author is given the time to start it with its key before it is checked."""
    reply = client.submit(name, url)
    tell_key(name, text(reply, "key"))
    registered: Item = reply.get("bot") or {}
    if not sys.stdin.isatty():
        return registered
    click.pause("Start it so, then press any key.")
    before = client.bot(name)
    client.check(name)
    return before


def tell_key(name: str, key: str) -> None:
    """Print a signing key, and how a bot is started with it."""
    click.echo(printable(f"{name} has this signing key; it is shown this once, so keep it, and keep it to yourself:"))
    click.echo(f"\n  {key}\n")
    click.echo("Start the bot with it, and it answers nobody but the referee:")
    click.echo(f"\n  PARLOUR_KEY={key} parlour serve FILE\n")


def wait_for_check(client: Client, name: str, before: Item, wait_s: float) -> Item | None:
    """The bot once the check that was asked for has been made, or None where it takes longer.

    A bot that is benched has a next check due as soon as it has failed one, and is benched once more.
    """
    until = time.monotonic() + wait_s
    while True:
        bot = client.bot(name)
        is_new = bot.get("report") is not None and bot["report"] != before.get("report")
        if is_new or bot.get("next_check_at") is None or bot.get("benches") != before.get("benches"):
            return bot
        if time.monotonic() + POLL_S > until:
            return None
        time.sleep(POLL_S)


def has_passed(bot: Item) -> bool:
    """Whether the last check of a bot found that it may play, and it does."""
    report = bot.get("report")
    return text(bot, "state") == "active" and isinstance(report, dict) and report.get("ok") is True


def without_query(url: str) -> str:
    """An address as it may stand on a screen: a secret may stand behind its question mark."""
    return urlsplit(url)._replace(query="").geturl()


def _name_of(client: Client, url: str, ladders: tuple[str, ...]) -> str:
    """What the bot at an address is called: as it says itself, or as the one bot of yours that is entered there.

    A bot that has its key tells its name to the referee alone.
    """
    said = _said_by(url)
    if isinstance(said, str):
        return said
    mine = _entered_at(client, url)
    if len(mine) == 1:
        return mine[0]
    which = f"; {' and '.join(mine)} are entered there" if mine else ""
    why = f"it does not say itself how it is called: {said}{which}"
    # A secret may stand behind the question mark of an address.
    again = ["parlour", "submit", "URL" if urlsplit(url).query else shlex.quote(url), "--name", "NAME"]
    for ladder in ladders:
        again += ["--ladder", shlex.quote(ladder)]
    raise click.UsageError(printable(f"say with --name how the bot is called; {why}:  {' '.join(again)}"))


def _entered_at(client: Client, url: str) -> list[str]:
    """The names of the student's bots that are entered with an address, those that are retired left out."""
    mine = [client.bot(name) for name in names_of_mine(client)]
    there = _place(url)
    return [text(bot, "name") for bot in mine if text(bot, "state") != "retired" and _place(text(bot, "url")) == there]


def _place(url: str) -> tuple[str, str]:
    """An address, the same with a slash at its end and without."""
    path, _, query = url.partition("?")
    return path.rstrip("/"), query


def _said_by(url: str) -> str | Wrong:
    """What the bot at an address calls itself, or why it does not say it."""
    caller = None
    try:
        caller = Caller(url, keys_of_environment())
        handshake = read_handshake(caller.call("GET", "/"))
    except ValueError as error:
        raise click.BadParameter(printable(str(error)), param_hint="URL") from error
    except Wrong as wrong:
        return wrong
    finally:
        if caller is not None:
            caller.close()
    return Wrong(handshake) if isinstance(handshake, str) else handshake.name
