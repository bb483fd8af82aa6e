"""`referee match`: one match in numbers and in words, and the proof that records are what the rules give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from parlour.core.transcript import TranscriptError, sentences
from parlour.core.wording import nearest, shown
from referee.cli.exits import AMISS, MOST_LISTED, Mistake
from referee.cli.options import database_option, existing, json_option
from referee.cli.output import Output, change, count, points
from referee.cli.records import disagreements
from referee.cli.tables import seat_as_json
from referee.store import faults, matches, ratings, tournaments, transcripts
from referee.store.database import Store, StoreDamaged
from referee.store.matches import StoredMatch
from referee.store.tournaments import Run


@click.group()
def match() -> None:
    """Show a match, tell it in words, or prove that its record is sound."""


@match.command()
@click.argument("id")
@database_option
@json_option
def show(id: str, db: Path, as_json: bool) -> None:
    """Show the match ID: its seats, their faults, what it did to the ratings, and its secret."""
    out = Output()
    with existing(db) as store:
        found = _found(store, id)
        if as_json:
            out.json(_as_json(store, found))
        else:
            _print(out, store, found)


@match.command()
@click.argument("id")
@database_option
@click.pass_context
def replay(context: click.Context, id: str, db: Path) -> None:
    """Tell the match ID in sentences, one event a line."""
    out = Output()
    with existing(db) as store:
        found = _finished(_found(store, id))
        text = _transcript(store, id)
    try:
        told = list(sentences(text))
    except TranscriptError as error:
        click.echo(f"match {id} cannot be told: {error}", err=True)
        context.exit(AMISS)
    for seat in found.seats:
        out.line(f"Seat {seat.seat} is {shown(seat.bot)}.")
    for sentence in told:
        out.line(sentence)


@match.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--all", "every", is_flag=True, help="All matches that are finished.")
@database_option
@click.pass_context
def verify(context: click.Context, ids: tuple[str, ...], every: bool, db: Path) -> None:
    """Play the record of each match ID again, and compare all that comes of it.

    Every line has to be as it was recorded, and the result as it is stored. The luck is drawn again from the secret,
    and the secret compared with the commitment that the bots were sent. Where something differs it is printed, and the
    exit code is 1.
    """
    if bool(ids) == every:
        raise click.UsageError("name matches by ID, or take --all")
    out = Output()
    verified = differing = 0
    with existing(db) as store:
        runs = {run.id: run for run in tournaments.every_run(store)}
        for id in matches.finished(store) if every else ids:
            problems = _problems(store, id, runs)
            verified += 1
            differing += bool(problems)
            for problem in problems:
                out.line(f"match {id}: {problem}")
            if not problems and not every:
                out.line(f"match {id}: sound")
    if every:
        out.line(f"{count(verified, 'match')} verified, {differing} with differences")
    if differing:
        context.exit(AMISS)


def _problems(store: Store, id: str, runs: Mapping[int, Run]) -> list[str]:
    """What is wrong with the record of a match."""
    try:
        found = _finished(_found(store, id))
        text = _transcript(store, id)
    except StoreDamaged as damaged:
        return [damaged.what]
    run = runs[found.tournament]
    try:
        max_strikes = int(run.plan["policy"]["max_strikes"])
    except (KeyError, TypeError):
        return ["the plan of its run is missing or damaged"]
    wrongs = faults.of_match(store, id)
    return disagreements(found, text, wrongs, max_strikes=max_strikes, run_secret=run.secret)


def _found(store: Store, id: str) -> StoredMatch:
    found = matches.find(store, id)
    if found is None:
        raise _unknown(store, id)
    return found


def _unknown(store: Store, id: str) -> Mistake:
    """The mistake of an id that no match has, with the ids of the run that it looks most like."""
    runs = {f"{matches.slug(run.name)}-{run.number}": run for run in tournaments.every_run(store)}
    close = nearest(id.rpartition("-")[0], runs) or nearest(id, runs)
    ranges = [f"{prefix}-0 to {prefix}-{run.matches - 1}" for prefix, run in runs.items() if close in (None, prefix)]
    more = ", ..." if len(ranges) > MOST_LISTED else ""
    hint = f"there are {', '.join(ranges[:MOST_LISTED])}{more}" if ranges else "there is none yet"
    return Mistake(f"no match is named {shown(id)}; {hint}")


def _finished(found: StoredMatch) -> StoredMatch:
    if not found.is_finished:
        raise Mistake(f"match {found.id} is not finished; it has no record yet")
    return found


def _transcript(store: Store, id: str) -> str:
    """The transcript of a finished match, which is stored in one transaction with its result."""
    text = transcripts.text(store, id)
    if text is None:
        raise StoreDamaged(store.path, id, "the transcript is missing")
    return text


def _print(out: Output, store: Store, found: StoredMatch) -> None:
    run = _run_of(store, found)
    out.line(f"match {found.id}: number {found.number} of {shown(run['tournament'])}, run {run['run']}")
    out.line(f"ladder {shown(found.ladder)}, number {found.ladder_number}")
    if found.attempts > 1:
        out.line(f"begun {found.attempts} times: what a referee leaves unfinished is begun anew")
    if found.voids:
        out.line(f"spoilt by the referee {count(found.voids, 'time')}, the last time by {found.void_reason}")
    if found.is_finished:
        options = ", ".join(f"{name} {value}" for name, value in (found.options or {}).items())
        out.line(f"{found.game}, version {found.rules} of the rules{', ' + options if options else ''}")
        out.line(f"{found.termination} at {found.finished_at}: {found.moves} moves in {found.seconds:.2f} s")
        out.line(f"commitment {found.commitment}")
        out.line(f"secret     {found.secret}")
    else:
        out.line("not finished")
    out.heading("seats")
    rated = {each.bot: each for each in ratings.of_match(store, found.id)}
    rows = []
    for seat in found.seats:
        rating = rated.get(seat.bot)
        moved = (points(rating.before), points(rating.after), change(rating.change)) if rating else ("-", "-", "-")
        fared = ("-" if each is None else str(each) for each in (seat.place, seat.score, seat.strikes))
        took = ("-" if each is None else f"{each:,}" for each in (seat.thought_ms, seat.slowest_ms))
        forfeited = "forfeited" if seat.forfeited else ""
        rows.append((str(seat.seat), seat.bot, *fared, str(seat.faults), forfeited, *took, *moved))
    fares = ("place", "score", "strikes", "faults", "forfeit", "ms in all", "slowest ms")
    headers = ("seat", "bot", *fares, "rating before", "after", "change")
    out.table(headers, rows)
    wrongs = faults.of_match(store, found.id)
    if wrongs:
        out.heading("faults")
        rows = [
            (str(each.seat), str(each.turn), each.question, each.kind, str(each.strikes), each.detail)
            for each in wrongs
        ]
        out.table(("seat", "turn", "question", "kind", "strikes", "detail"), rows)


def _as_json(store: Store, found: StoredMatch) -> dict[str, Any]:
    rated = {each.bot: each for each in ratings.of_match(store, found.id)}
    wrongs = faults.of_match(store, found.id)
    seats = []
    for seat in found.seats:
        rating = rated.get(seat.bot)
        seats.append(
            {
                **seat_as_json(seat),
                "version": seat.version,
                "nonce": seat.nonce,
                "thought_ms": seat.thought_ms,
                "slowest_ms": seat.slowest_ms,
                "rating": rating
                and {
                    "before": rating.before / 1000,
                    "after": rating.after / 1000,
                    "change": rating.change / 1000,
                },
                "faults": [
                    {key: value for key, value in asdict(each).items() if key != "seat"}
                    for each in wrongs
                    if each.seat == seat.seat
                ],
            }
        )
    own = asdict(found)
    del own["tournament"], own["seats"], own["serial"]
    return {**_run_of(store, found), **own, "seats": seats}


def _run_of(store: Store, found: StoredMatch) -> dict[str, Any]:
    """The tournament and the run to which a match belongs."""
    (run,) = (run for run in tournaments.every_run(store) if run.id == found.tournament)
    return {"tournament": run.name, "run": run.number}
