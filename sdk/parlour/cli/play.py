"""`parlour play`: bots against bots in this process, and who is stronger."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from parlour.arena import BotCrash, Table, record_match
from parlour.arena import play as play_matches
from parlour.cli.loading import USUAL_GAME, common_game, find_bot
from parlour.core.registry import UnknownGame
from parlour.core.rules import BadOption
from parlour.core.wording import printable, printable_lines
from parlour.report import table


@click.command()
@click.argument("bots", nargs=-1, required=True)
@click.option(
    "--game",
    help=f"What is played: see `parlour games`.  [default: the first game of the bots; {USUAL_GAME} if none names any]",
)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many matches.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, other dice and cards.")
@click.option("--seats", type=click.IntRange(min=2), help="Seats of a match, taken by the bots in turn.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=NUMBER", help="An option of the game, as in months=3."
)
@click.option("--match", "number", type=click.IntRange(min=0), help="Play only this match of the run, and show it.")
@click.option(
    "--transcript", type=click.Path(dir_okay=False, path_type=Path), help="With --match: record it in a file."
)
def play(
    bots: tuple[str, ...],
    game: str | None,
    games: int,
    seed: int,
    seats: int | None,
    options: tuple[str, ...],
    number: int | None,
    transcript: Path | None,
) -> None:
    """Let BOTS play against each other: files, or the names `random` and `cautious`.

    Without --game they play the first game that all of them play.

    Matches are played in rotations: the same luck, with every bot in every seat. The Elo difference is to the other
    bots on average, with its 95 % interval.
    """
    if transcript is not None and number is None:
        raise click.UsageError("--transcript needs --match")
    kinds = [find_bot(bot) for bot in bots]
    if len(bots) < 2:
        example = shlex.join(["parlour", "play", *bots, "cautious"])
        raise click.UsageError(printable(f"a match needs at least two bots, as in:  {example}"))
    chosen = _chosen(options)
    try:
        played = common_game(kinds) if game is None else game
        if number is None:
            report = play_matches(
                played, kinds, games=games, seed=seed, seats=seats, options=chosen, progress=_progress()
            )
            click.echo(str(report))
        else:
            _play_one(Table(played, kinds, seats or len(kinds), chosen), seed, number, transcript)
    except UnknownGame as error:
        raise click.BadParameter(str(error), param_hint="--game") from error
    except BadOption as error:
        raise click.BadParameter(str(error), param_hint="--seats" if error.option == "seats" else "--option") from error
    except ValueError as error:
        raise click.UsageError(printable(str(error))) from error
    except BotCrash as crash:
        click.echo(printable_lines(str(crash)), err=True)
        again = _command(bots, played, seed, seats, options, crash.number)
        click.echo(f"\nTo play this match again:  {again}", err=True)
        raise click.exceptions.Exit(1) from crash


def _play_one(table_: Table, seed: int, number: int, transcript: Path | None) -> None:
    match, record = record_match(table_, seed, number)
    rows = [["bot", "seat", "place", "score"]]
    for seat, bot in enumerate(match.seating):
        rows.append([table_.names[bot], str(seat), str(match.places[seat]), f"{match.scores[seat]:,}"])
    click.echo("\n".join(table(rows)))
    if transcript is not None:
        try:
            transcript.write_text(record, encoding="utf-8")
        except OSError as error:
            problem = printable(f"cannot write {transcript}: {error.strerror}")
            raise click.BadParameter(problem, param_hint="--transcript") from error
        click.echo(f"{transcript} is written; read it with:  parlour replay {transcript}")


def _chosen(options: Sequence[str]) -> dict[str, int]:
    """The options of the match by name."""
    chosen: dict[str, int] = {}
    for option in options:
        name, value = _option(option)
        if name in chosen:
            raise click.BadParameter(printable(f"{name} is given twice"), param_hint="--option")
        chosen[name] = value
    return chosen


def _option(option: str) -> tuple[str, int]:
    name, equals, value = option.partition("=")
    if not (name and equals and re.fullmatch(r"-?[0-9]+", value)):
        raise click.BadParameter(f"expected NAME=NUMBER, found {option!r}", param_hint="--option")
    if not re.fullmatch(_WHOLE, value):
        problem = f"{name}: expected a whole number, without zeros in front and of at most 18 digits, found {value!r}"
        raise click.BadParameter(printable(problem), param_hint="--option")
    return name, int(value)


_WHOLE = r"0|-?[1-9][0-9]{0,17}"
"""A number of which nobody can think that it is meant to be octal, or a mistake in typing."""


def _command(bots: Sequence[str], game: str, seed: int, seats: int | None, options: Sequence[str], number: int) -> str:
    words = ["parlour", "play", *bots, "--game", game, "--seed", str(seed), "--match", str(number)]
    if seats is not None:
        words += ["--seats", str(seats)]
    for option in options:
        words += ["--option", option]
    return printable(shlex.join(words))


def _progress() -> Callable[[int, int], None] | None:
    """On a terminal, counts the matches in one line that is wiped in the end."""
    if not sys.stderr.isatty():
        return None

    def tell(done: int, total: int) -> None:
        click.echo(f"\r{done:,} of {total:,} matches" if done < total else "\r\x1b[K", nl=False, err=True)

    return tell
