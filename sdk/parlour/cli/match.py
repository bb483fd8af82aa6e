"""`parlour match`: one match, what was wrong in it with your bot, and how your bot saw it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from parlour.cli.account import names_of_mine, server_option, visitor
from parlour.cli.told import change, columns, points, rows, text
from parlour.core.transcript import TranscriptError, sentences
from parlour.core.wording import printable, printable_lines
from parlour.protocol.reference import laid_out

if TYPE_CHECKING:
    from parlour.client import Client, Item

NOT_YOURS = (401, 403, 404)


@click.command()
@click.argument("id")
@click.option("--as-seen", "as_seen", is_flag=True, help="Print every message that the bot was sent.")
@click.option(
    "--seat",
    type=click.IntRange(min=0),
    help="Whose, with --as-seen: a bot of yours.  [default: your first in the match]",
)
@click.option("--replay", is_flag=True, help="Tell what happened, in sentences.")
@click.option("--follow", is_flag=True, help="Print what happens while it is played, a line of JSON an event.")
@click.option(
    "--transcript", type=click.Path(dir_okay=False, path_type=Path), help="Write the transcript into this file."
)
@server_option
def match(
    id: str,
    as_seen: bool,
    seat: int | None,
    replay: bool,
    follow: bool,
    transcript: Path | None,
    server: str | None,
) -> None:
    """Tell how the match ID went, and what your bot did wrong in it."""
    if as_seen + replay + follow + (transcript is not None) > 1:
        raise click.UsageError("--as-seen, --replay, --follow and --transcript are asked for one at a time")
    if seat is not None and not as_seen:
        raise click.UsageError("--seat goes with --as-seen")
    with visitor(server) as client:
        if as_seen:
            _tell_as_seen(client, id, _seat_of_mine(client, id) if seat is None else seat)
        elif replay:
            _tell_sentences(client.transcript(id), id)
        elif follow:
            for event in client.events(id):
                told = event.data if event.kind == "message" else {event.kind: event.data}
                click.echo(printable(json.dumps(told, ensure_ascii=False)))
        elif transcript is not None:
            _write(transcript, client.transcript(id))
        else:
            _tell(client, client.match(id))


def _tell(client: Client, found: Item) -> None:
    of = text(found, "ladder") or text(found, "tournament") or text(found, "kind")
    head = [f"{text(found, 'id')} of {of}: {text(found, 'game')}, {text(found, 'state')}"]
    head += [f"{word} {text(found, key)}" for word, key in (("since", "started_at"), ("until", "finished_at"))]
    click.echo(", ".join(each for each in head if not each.endswith(" ")))
    if text(found, "termination"):
        click.echo(f"It ended: {text(found, 'termination')}, after {text(found, 'moves') or '0'} moves.")
    lines = [["seat", "bot", "version", "place", "score", "rating", "strikes", "faults"]]
    for each in rows(found, "seats"):
        rating = (
            f"{points(each['rating'].get('after'))} ({change(each['rating'].get('change'))})"
            if isinstance(each.get("rating"), dict)
            else ""
        )
        known = [text(each, key) for key in ("seat", "bot", "version", "place", "score")]
        lines.append([*known, rating, text(each, "strikes"), text(each, "faults")])
    for line in columns(lines):
        click.echo(line)
    mine = _mine(client)
    for each in rows(found, "seats"):
        if each.get("faults") and text(each, "bot") in mine and isinstance(each.get("seat"), int):
            _tell_faults(client, text(found, "id"), each["seat"])


def _tell_faults(client: Client, id: str, seat: int) -> None:
    """What your bot did wrong, with what the referee saw of it."""
    for fault in rows(client.seat(id, seat), "evidence"):
        where = f" at {text(fault, 'question')}" if text(fault, "question") else ""
        click.echo(f"seat {seat}, {text(fault, 'kind')}{where}: {text(fault, 'detail')}")


def _mine(client: Client) -> set[str]:
    """The names of your bots; none for who has no key."""
    from parlour.client import ApiError

    try:
        return set(names_of_mine(client))
    except ApiError as refusal:
        if refusal.status in NOT_YOURS:
            return set()
        raise


def _seat_of_mine(client: Client, id: str) -> int:
    mine = _mine(client)
    seats = [each["seat"] for each in rows(client.match(id), "seats") if text(each, "bot") in mine and "seat" in each]
    if not seats:
        words = "what a bot was sent is shown to its owner, and to organisers with --seat"
        raise click.UsageError(printable(f"no bot of yours sits in {id}: {words}"))
    return int(seats[0])


def _tell_as_seen(client: Client, id: str, seat: int) -> None:
    for each in client.as_seen(id, seat):
        click.echo(f"POST {text(each, 'path')}")
        message = each.get("message")
        if isinstance(message, dict):
            click.echo(printable_lines(laid_out(message)))
        if "answer" in each:
            click.echo(f"answer of the {text(each, 'by')}: {printable(json.dumps(each['answer']))}\n")


def _tell_sentences(record: str, id: str) -> None:
    try:
        for sentence in sentences(record):
            click.echo(printable(sentence))
    except TranscriptError as error:
        raise click.ClickException(printable(f"{id}: {error}; is this parlour of another version?")) from error


def _write(file: Path, record: str) -> None:
    try:
        file.write_text(record, encoding="utf-8", newline="\n")
    except OSError as error:
        raise click.ClickException(printable(f"{file}: {error.strerror}")) from error
    click.echo(printable(f"{file} is written; read it with:  parlour replay {file}"))
