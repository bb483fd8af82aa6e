"""`parlour replay`: a transcript in words, or held against the rules."""

from __future__ import annotations

from pathlib import Path

import click

from parlour.core.transcript import TranscriptError, sentences, verify
from parlour.core.wording import printable


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--verify", "verifying", is_flag=True, help="Only say whether rules and secret give this very game.")
def replay(file: Path, verifying: bool) -> None:
    """Tell what happened in the match that FILE records."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise click.ClickException(printable(f"{file}: not UTF-8 at byte {error.start}")) from error
    if verifying:
        problems = verify(text)
        for problem in problems:
            click.echo(printable(f"{file}: {problem}"))
        if problems:
            raise click.exceptions.Exit(1)
        click.echo(printable(f"{file}: the rules give the same game"))
        return
    try:
        for sentence in sentences(text):
            click.echo(printable(sentence))
    except TranscriptError as error:
        raise click.ClickException(printable(f"{file}: {error}")) from error
