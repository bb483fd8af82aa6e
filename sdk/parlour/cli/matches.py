"""`parlour matches`: the last matches of your bots, or of any bot or ladder."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING

import click

from parlour.cli.account import find_account, member, names_of_mine, server_option, visitor
from parlour.cli.told import change, columns, rows, text

if TYPE_CHECKING:
    from parlour.client import Client, Item

MOST_OF_A_PAGE = 100
STATES = ("scheduled", "playing", "finished")


@click.command()
@click.option("--bot", metavar="NAME", help="The matches of this bot.  [default: those of all your bots]")
@click.option("--ladder", metavar="NAME", help="The matches on this ladder.")
@click.option("--state", type=click.Choice(STATES), help="Those that wait, are played, or are over.")
@click.option("--last", type=click.IntRange(min=1), default=20, show_default=True, help="How many.")
@server_option
def matches(bot: str | None, ladder: str | None, state: str | None, last: int, server: str | None) -> None:
    """List the last matches, the newest first."""
    wanted = {"ladder": ladder, "state": state}
    if bot is None and (ladder is None or find_account(server).key):
        with member(server) as client:
            found = _of_all(client, names_of_mine(client), wanted, last)
    else:
        with visitor(server) as client:
            found = _last(client, {**wanted, "bot": bot}, last)
    if not found:
        click.echo("There are no matches yet.")
        return
    lines = [["match", "of", "state", "begun", "places"]]
    for match in found:
        of = text(match, "ladder") or text(match, "tournament") or text(match, "kind")
        lines.append([text(match, "id"), of, text(match, "state"), text(match, "started_at"), _places(match)])
    for line in columns(lines):
        click.echo(line)


def _last(client: Client, wanted: Mapping[str, str | None], last: int) -> list[Item]:
    return list(islice(client.matches(**wanted, limit=min(last, MOST_OF_A_PAGE)), last))


def _of_all(client: Client, bots: list[str], wanted: Mapping[str, str | None], last: int) -> list[Item]:
    """The last matches of several bots; one in which two of them met is one."""
    found = {text(match, "id"): match for bot in bots for match in _last(client, {**wanted, "bot": bot}, last)}
    return sorted(found.values(), key=lambda match: text(match, "created_at"), reverse=True)[:last]


def _places(match: Item) -> str:
    """Who came where, the first first, and what it did to the ratings."""
    seats = rows(match, "seats")
    seats.sort(key=lambda seat: place if isinstance(place := seat.get("place"), int) else len(seats) + 1)
    return ", ".join(" ".join(filter(None, _cells(seat))) for seat in seats)


def _cells(seat: Item) -> list[str]:
    place, rating = text(seat, "place"), seat.get("rating")
    changed = change(rating.get("change")) if isinstance(rating, dict) else ""
    return [f"{place}." if place else "", text(seat, "bot"), f"({changed})" if changed else ""]
