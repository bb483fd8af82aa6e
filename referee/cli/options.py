"""The options that several commands share, and the database that they name."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.exits import Mistake
from referee.store import database
from referee.store.database import Store

DATABASE = "referee.sqlite"

database_option = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    default=DATABASE,
    show_default=True,
    help="The database.",
)

config_option = click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The TOML file with the settings.",
)

other_database_option = click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=f"The database, if not the one of the settings.  [default: {DATABASE}]",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of lines and tables.")


def existing(db: Path) -> Store:
    """The database in the file, which must be there: a command that only shows makes none."""
    if not db.exists():
        raise Mistake(f"{db}: no such file; play a tournament first, or name its database with --db")
    return database.open_existing(db)
