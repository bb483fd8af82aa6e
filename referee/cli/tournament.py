"""`referee tournament`: plays tournament files, and shows the runs that the database has of them."""

from __future__ import annotations

import shlex
from itertools import islice
from pathlib import Path

import click

from parlour.core.wording import shown
from referee.cli import tables
from referee.cli.again import spelled
from referee.cli.changes import changes
from referee.cli.exits import AMISS, STOPPED, Mistake, told, unknown
from referee.cli.interrupt import ending_cleanly
from referee.cli.ladder import print_ladder
from referee.cli.options import DATABASE, database_option, existing, json_option
from referee.cli.output import Output, count
from referee.cli.progress import Progress
from referee.private import make_folder
from referee.store import database, leases, matches, tournaments
from referee.store.database import Store, StoreBusy, StoreFailed
from referee.store.tournaments import Run
from referee.tournament.plan import Plan, read
from referee.tournament.running import Interrupted, Outcome, run_tournament, schedule

LOGS = "referee-logs"

MOST_PAIRINGS = 50
FIRST_PAIRINGS = 20
"""Of a schedule of more than `MOST_PAIRINGS` matches, a dry run shows so many."""


@click.group()
def tournament() -> None:
    """Play a tournament, or show what was played."""


@tournament.command()
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option(
    "--logs",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="The folder for what the bots print, in a folder of its own for each tournament."
    f"  [default: {LOGS}, beside the database]",
)
@click.option(
    "--lease",
    type=click.FloatRange(1, leases.MOST_LEASE_S),
    default=leases.LEASE_S,
    show_default=True,
    metavar="SECONDS",
    help="After how long without a sign of life another referee may take over the matches of this one.",
)
@click.option("--again", is_flag=True, help="Play a new run of a tournament that is complete.")
@click.option("--dry-run", is_flag=True, help="Print the schedule and play nothing.")
@click.pass_context
def run(
    context: click.Context, file: Path, db: Path, logs: Path | None, lease: float, again: bool, dry_run: bool
) -> None:
    """Play the tournament that FILE describes, or go on with it where it stopped.

    Ctrl-C ends it after the calls in flight, a second Ctrl-C at once. Whatever ended it, the same command goes on, and
    the result is the same. Started a second time beside the first, it takes a share of the matches.
    """
    plan = read(file)
    out = Output()
    if dry_run:
        _print_schedule(out, plan)
        return
    logs = (logs or db.parent / LOGS) / matches.slug(plan.name)
    spoilt: tuple[str, ...] = ()
    with database.open(db) as store:
        last = tournaments.latest(store, plan.name)
        is_open = tournaments.open_run(store, plan.name, plan.digest()) is not None
        if last is not None and last.digest == plan.digest() and not is_open and not again:
            out.line(f"{file} is complete: run {last.number} has played all its {last.matches} matches.")
            out.line(f"To play a new run: {spelled(context, '--again')}")
            latest = last
        else:
            if last is not None and last.digest != plan.digest() and not is_open:
                out.line(_changed(file, last, plan))
            outcome = _play(context, out, plan, store, logs, last)
            latest, spoilt = outcome.run, outcome.spoilt
        tables.print_standings(out, latest, matches.of_run(store, latest.id))
        print_ladder(out, store, plan.ladder)
    out.line()
    out.line(f"database: {db}   logs: {logs}")
    if spoilt:
        click.echo(
            f"{len(spoilt)} of {latest.matches} matches could not be played, by an error of the referee's own:"
            f" {', '.join(spoilt)}\nThe tracebacks stand in {_trace_log(logs)}. To try these matches again:"
            f"\n{spelled(context)}",
            err=True,
        )
        context.exit(AMISS)


@tournament.command()
@click.argument("name", required=False)
@click.option("--run", "number", type=click.IntRange(min=1), metavar="N", help="Another run than the latest.")
@database_option
@json_option
def show(name: str | None, number: int | None, db: Path, as_json: bool) -> None:
    """Show the table and the matches of the latest run of the tournament NAME.

    Without NAME: the list of all runs.
    """
    out = Output()
    with existing(db) as store:
        if name is None:
            if number is not None:
                raise click.UsageError("--run needs the NAME of a tournament")
            _show_runs(out, tournaments.every_run(store), as_json)
            return
        found = _found(store, name, number)
        played = matches.of_run(store, found.id)
        if as_json:
            out.json(tables.run_as_json(found) | tables.matches_as_json(found, played))
            return
        tables.print_standings(out, found, played)
        out.heading("matches")
        tables.print_matches(out, played)
        if not found.is_finished:
            where = "" if db == Path(DATABASE) else f" --db {shlex.quote(str(db))}"
            out.line()
            out.line(f"To play the rest: referee tournament run FILE{where}, with the file as it was for this run")


def _print_schedule(out: Output, plan: Plan) -> None:
    every = schedule(plan)
    few = every.total <= MOST_PAIRINGS
    rows = [
        (str(pairing.number), str(pairing.round), *pairing.players)
        for pairing in islice(every, None if few else FIRST_PAIRINGS)
    ]
    out.line(f"tournament {shown(plan.name)}: {count(every.total, 'match')} of {plan.game}")
    out.table(("match", "round", *(f"seat {seat}" for seat in range(plan.seats))), rows)
    if not few:
        out.line(f"... and {every.total - FIRST_PAIRINGS} more")


def _changed(file: Path, last: Run, plan: Plan) -> str:
    played = "" if last.is_finished else f"; run {last.number} stays at {last.finished} of {last.matches} matches"
    what = changes(last.plan, plan.deciding())
    return f"{file} has changed since run {last.number} ({what}): this is run {last.number + 1}{played}"


def _play(context: click.Context, out: Output, plan: Plan, store: Store, logs: Path, seen: Run | None) -> Outcome:
    """Play what is left to play; a Ctrl-C or a database that is busy or full ends it with the line that goes on."""
    try:
        make_folder(logs)
    except OSError as error:
        raise Mistake(f"{logs}: the folder for the logs cannot be made: {error.strerror}") from None
    progress = Progress(out, _trace_log(logs))
    started = sum(bot.command is not None for bot in plan.bots)
    try:
        with ending_cleanly(), progress:
            if started:
                out.line(f"starting {count(started, 'bot')}; what they print is kept in {logs}")
            outcome = run_tournament(plan, store, logs, progress, seen=seen, lease_s=context.params["lease"])
    except (Interrupted, KeyboardInterrupt):
        click.echo(_stopped(context, store, progress.run), err=True)
        context.exit(STOPPED)
    except (StoreBusy, StoreFailed) as error:
        raise told(error, f"\nTo go on:\n{_onward(context, progress.run)}") from None
    out.line(progress.summary())
    return outcome


def _trace_log(logs: Path) -> Path:
    """Where the tracebacks of the referee's own errors are kept."""
    return logs / "referee.log"


def _stopped(context: click.Context, store: Store, run: Run | None) -> str:
    if run is None:
        return f"Stopped before the first match. To go on:\n{_onward(context, run)}"
    now = tournaments.find(store, run.name, run.number) or run
    return f"Stopped after {now.finished} of {now.matches} matches. To go on:\n{_onward(context, run)}"


def _onward(context: click.Context, run: Run | None) -> str:
    """The command that goes on; a new run that was not begun must be asked for once more."""
    flags = ["--again"] if run is None and context.params["again"] else []
    return spelled(context, *flags)


def _show_runs(out: Output, runs: list[Run], as_json: bool) -> None:
    if as_json:
        out.json({"runs": [tables.run_as_json(run) for run in runs]})
    elif runs:
        rows = [(run.name, str(run.number), f"{run.finished}/{run.matches}", run.created_at) for run in runs]
        out.table(("tournament", "run", "matches done", "created"), rows)
    else:
        out.line("no tournament has been played yet")


def _found(store: Store, name: str, number: int | None) -> Run:
    latest = tournaments.latest(store, name)
    if latest is None:
        raise unknown("tournament", name, sorted({run.name for run in tournaments.every_run(store)}))
    if number is None or number == latest.number:
        return latest
    found = tournaments.find(store, name, number)
    if found is None:
        raise Mistake(f"tournament {shown(name)} has no run {number}; its runs are 1 to {latest.number}")
    return found
