"""`parlour status`: how your bots fare, and what is wrong with one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from parlour.cli.account import member, names_of_mine, server_option
from parlour.cli.told import points, rows, text, texts
from parlour.core.wording import counted

if TYPE_CHECKING:
    from parlour.client import Item


@click.command()
@click.argument("bot", required=False)
@server_option
def status(bot: str | None, server: str | None) -> None:
    """Tell how your bots fare, or all about one BOT of yours: its last check, and why it does not play."""
    with member(server) as client:
        if bot is not None:
            tell_bot(client.bot(bot))
            return
        mine = [client.bot(name) for name in names_of_mine(client)]
    if not mine:
        click.echo("You have no bots here yet:  parlour submit URL")
    for each in mine:
        click.echo(_headline(each))
        if text(each, "state") != "active" and text(each, "reason"):
            click.echo(f"  why: {text(each, 'reason')}")
        _tell_ladders(each)


def tell_bot(bot: Item) -> None:
    """Print all that there is to know about a bot."""
    click.echo(_headline(bot))
    version, author = text(bot, "version"), text(bot, "author")
    if version or author:
        click.echo(f"  version {version or 'unknown'}" + (f" by {author}" if author else ""))
    _tell_ladders(bot)
    if text(bot, "url"):
        click.echo(f"  served at {text(bot, 'url')}")
    if text(bot, "key_until"):
        click.echo(f"  calls are signed with the former key too until {text(bot, 'key_until')}")
    tell_report(bot)


def tell_report(bot: Item) -> None:
    """Print what the last check of a bot found, and what to do about it.

    A bot that passed it and does not play was taken out of play after it: what was found then is no news.
    """
    name, state, reason = (text(bot, key) for key in ("name", "state", "reason"))
    report = bot.get("report")
    findings = rows(report, "findings") if isinstance(report, dict) else []
    if state != "active" and reason and not any(text(finding, "says") in reason for finding in findings):
        click.echo(f"{name} is {state}: {reason}")
    if not isinstance(report, dict):
        return
    is_passed = report.get("ok") is True
    if state == "active" or not is_passed:
        for finding in findings:
            is_advice = is_passed or finding.get("stops") is False
            click.echo(f"{'advice' if is_advice else 'wrong'}: {text(finding, 'says')}")
            if text(finding, "fix"):
                click.echo(f"  fix: {text(finding, 'fix')}")
        if is_passed:
            click.echo(f"{name} has passed the check.")
    if text(bot, "next_check_at"):
        click.echo(f"It is checked again at {text(bot, 'next_check_at')}.")


def _headline(bot: Item) -> str:
    games = ", ".join(texts(bot, "games"))
    return f"{text(bot, 'name')}: {text(bot, 'state')}" + (f", plays {games}" if games else "")


def _tell_ladders(bot: Item) -> None:
    for ladder in rows(bot, "ladders"):
        matches = ladder.get("matches")
        after = f" after {counted(matches, 'match', 'matches')}" if isinstance(matches, int) else ""
        click.echo(f"  on {text(ladder, 'name')}: rating {points(ladder.get('rating'))}{after}")
