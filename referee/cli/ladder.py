"""`referee ladder`: the ratings of the bots, as they stand and computed again, and the ladders of a service."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.core.options import Json
from parlour.core.wording import shown
from referee.cli.exits import AMISS, Mistake, unknown
from referee.cli.options import database_option, existing, json_option
from referee.cli.output import Output, change, count, points
from referee.ladder import ladderfile
from referee.ladder.ladderfile import BadLadder
from referee.store import database, hosted, ladders, ratings
from referee.store.database import Store
from referee.store.ratings import Difference, Standing

COLUMNS = ("rank", "bot", "rating", "matches", "wins", "mean place", "last change")


@click.group()
def ladder() -> None:
    """Show the ratings of the bots, compute them again, or open a ladder on which a service lets bots play."""


@ladder.command("open")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def open_(file: Path, db: Path) -> None:
    """Open the ladder that FILE describes: from now on a service or worker on the database makes matches for it."""
    try:
        settings = ladderfile.read(file, matches_per_hour=ladderfile.MATCHES_PER_HOUR)
    except BadLadder as error:
        raise Mistake(str(error)) from None
    with database.open(db) as store:
        opened = hosted.open_ladder(store, settings.to_json(), None)
    Output().line(f"ladder {shown(opened.name)} is open: {settings.game}, {count(settings.seats, 'seat')} a match")


@ladder.command()
@click.argument("name")
@database_option
def pause(name: str, db: Path) -> None:
    """Make no more matches for the ladder NAME until it is resumed; what is scheduled is played."""
    _set_state(db, name, "paused")


@ladder.command()
@click.argument("name")
@database_option
def resume(name: str, db: Path) -> None:
    """Make matches again for the ladder NAME, which was paused or closed."""
    _set_state(db, name, "open")


@ladder.command()
@click.argument("name")
@database_option
def close(name: str, db: Path) -> None:
    """Close the ladder NAME: its course is over, and its table stays."""
    _set_state(db, name, "closed")


def _set_state(db: Path, name: str, state: str) -> None:
    with existing(db) as store:
        known = [each.name for each in ladders.every(store)]
        if name not in known:
            raise unknown("ladder of the service", name, known)
        ladders.set_state(store, name, state)
    Output().line(f"ladder {shown(name)} is {state}")


@ladder.command()
@click.argument("name", required=False)
@database_option
@json_option
def show(name: str | None, db: Path, as_json: bool) -> None:
    """Show the ladder NAME: the bots by their rating.

    Without NAME: the only ladder, or the list of all.
    """
    out = Output()
    with existing(db) as store:
        known = ratings.ladders(store)
        if name is not None and name not in known:
            raise unknown("ladder", name, known)
        if as_json:
            out.json({"ladders": [_as_json(store, each) for each in known if name in (None, each)]})
        elif name is not None or len(known) == 1:
            print_ladder(out, store, name or known[0])
        else:
            _print_list(out, store, known)


@ladder.command()
@click.argument("name", required=False)
@database_option
@click.pass_context
def rebuild(context: click.Context, name: str | None, db: Path) -> None:
    """Compute the ratings of the ladder NAME again, or those of every ladder.

    It is done from the first match on, and has to give what is stored, to the last digit. Where it does not, the
    difference is named, what the results give is stored, and the exit code is 1.
    """
    out = Output()
    differing = 0
    with existing(db) as store:
        known = ratings.ladders(store)
        if name is not None and name not in known:
            raise unknown("ladder", name, known)
        for each in known if name is None else [name]:
            differences = ratings.rebuild(store, each)
            differing += len(differences)
            for difference in differences:
                out.line(f"ladder {shown(each)}, {_told(difference)}")
            if differences:
                out.line(f"ladder {shown(each)}: {count(len(differences), 'rating')} not as the results give; mended")
            else:
                out.line(f"ladder {shown(each)}: equal to the last digit")
    if differing:
        context.exit(AMISS)


def print_ladder(out: Output, store: Store, name: str) -> None:
    """Print the ladder as a table, in the columns of `COLUMNS`."""
    out.heading(f"ladder {shown(name)}")
    standings = ratings.standings(store, name)
    rows = [
        (
            str(rank),
            each.bot,
            points(each.rating),
            str(each.matches),
            str(each.wins),
            f"{each.average_place:.2f}",
            change(each.last_change),
        )
        for rank, each in zip(_ranks(standings), standings, strict=True)
    ]
    if rows:
        out.table(COLUMNS, rows)
    else:
        out.line("no match is finished yet")


def _print_list(out: Output, store: Store, known: list[str]) -> None:
    rows = []
    for name in known:
        standings = ratings.standings(store, name)
        first = standings[0] if standings else None
        rows.append((name, str(len(standings)), first.bot if first else "", points(first.rating) if first else ""))
    if rows:
        out.table(("ladder", "bots", "first", "rating"), rows)
    else:
        out.line("there is no ladder yet: a tournament begins one")


def _as_json(store: Store, name: str) -> Json:
    standings = ratings.standings(store, name)
    bots = [
        {
            "rank": rank,
            "bot": each.bot,
            "rating": each.rating / 1000,
            "matches": each.matches,
            "wins": each.wins,
            "mean_place": each.average_place,
            "last_change": each.last_change / 1000,
        }
        for rank, each in zip(_ranks(standings), standings, strict=True)
    ]
    return {"ladder": name, "bots": bots}


def _ranks(standings: list[Standing]) -> list[int]:
    """The rank of each bot; equal ratings share one."""
    ratings_down = [each.rating for each in standings]
    return [1 + ratings_down.index(rating) for rating in ratings_down]


def _told(difference: Difference) -> str:
    """One difference in words."""

    def told(pair: tuple[int, int] | None) -> str:
        return "nothing" if pair is None else f"{pair[0] / 1000:.3f} -> {pair[1] / 1000:.3f}"

    stored, rebuilt = told(difference.stored), told(difference.rebuilt)
    return f"match {difference.number}, {shown(difference.bot)}: stored {stored}, the results give {rebuilt}"
