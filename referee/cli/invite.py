"""`referee invite`: makes invitations, with which people get an account at the service."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.options import database_option
from referee.cli.output import Output, count
from referee.store import database, invitations

MOST_CHARACTERS = 100
MOST_DAYS = 3650


@click.command()
@click.option("--organiser", is_flag=True, help="The account may do what organisers do, and not only play.")
@click.option(
    "--count", "number", type=click.IntRange(1, 1000), default=1, show_default=True, metavar="N", help="How many."
)
@click.option(
    "--days",
    type=click.IntRange(1, MOST_DAYS),
    default=30,
    show_default=True,
    metavar="N",
    help="For how many days they are good.",
)
@click.option("--note", default="", metavar="TEXT", help="For whom they are, as a reminder for organisers.")
@database_option
def invite(organiser: bool, number: int, days: int, note: str, db: Path) -> None:
    """Make invitations and print their codes, one a line.

    Each code can be exchanged once for an account with an API key. The database keeps a hash of it only, so it cannot
    be shown again.
    """
    if len(note) > MOST_CHARACTERS or not note.isprintable():
        raise click.UsageError(f"--note: expected at most {MOST_CHARACTERS} characters that can all be seen")
    role = "organiser" if organiser else "player"
    out = Output()
    with database.open(db) as store:
        for _ in range(number):
            made, code = invitations.make(store, role, note, days)
            out.line(code)
    click.echo(f"{count(number, 'invitation')} for {role}s, good until {made.expires_at[:10]}", err=True)
