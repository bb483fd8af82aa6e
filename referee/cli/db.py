"""`referee db`: looks after the database, also while a service uses it."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.exits import AMISS
from referee.cli.options import database_option, existing
from referee.cli.output import Output
from referee.store import backup as backups


@click.group()
def db() -> None:
    """Copy, check or shorten the database, also while a service uses it."""


@db.command()
@click.argument("to", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@database_option
def backup(to: Path, db: Path) -> None:
    """Copy the database to FILE, as it is at one moment; a FILE that is there is replaced once the copy is whole."""
    with existing(db) as store:
        backups.backup(store, to)
    Output().line(f"{db} is copied to {to}: {to.stat().st_size:,} bytes")


@db.command()
@database_option
@click.pass_context
def check(context: click.Context, db: Path) -> None:
    """Look through the whole database for damage; what is found is printed, and the exit code is 1."""
    with existing(db) as store:
        found = backups.check(store)
    out = Output()
    for line in found:
        out.line(line)
    if found:
        context.exit(AMISS)
    out.line(f"{db} is sound")


@db.command()
@database_option
def vacuum(db: Path) -> None:
    """Give the room of what was deleted back to the disk; writers wait meanwhile."""
    with existing(db) as store:
        won = backups.vacuum(store)
    Output().line(f"{db}: {won:,} bytes are free again, {db.stat().st_size:,} remain")
