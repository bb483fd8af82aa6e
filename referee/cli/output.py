"""What commands print: lines, tables and JSON, in which no text from files, bots or the database can do anything.

On a terminal tables are drawn to its width; elsewhere every row is one whole line, for programs and for `grep`. Nothing
is read as markup, and characters that would steer a terminal are spelled out.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence

import click
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from parlour.core.options import Json
from parlour.core.wording import printable

MOST_DRAWN = 200
"""Longer tables are printed as plain lines: drawing fits all rows to each other, which takes long for thousands."""

NARROWEST = 12
"""Texts are not broken into pieces shorter than this."""

NUMBER = re.compile(r"[-+]?[\d,.]+|-?")

Row = Sequence[str]


class Output:
    """Where a command prints: standard output."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # a terminal without emoji still shows which one it is
        self.console = _Console(force_terminal=self.is_terminal, markup=False, emoji=False, highlight=False)

    def line(self, text: str = "") -> None:
        """Print one line, however long."""
        self.console.print(Text(printable(text)), soft_wrap=True)

    def heading(self, text: str) -> None:
        """Print the line over a table, after an empty one."""
        self.line()
        self.console.print(Text(printable(text), style="bold"), soft_wrap=True)

    def table(self, headers: Row, rows: Sequence[Row]) -> None:
        """Print a table, numbers to the right; nothing is cut off where it is too wide for the terminal."""
        headers = [printable(header) for header in headers]
        rows = [[printable(cell) for cell in row] for row in rows]
        if self.is_terminal and len(rows) <= MOST_DRAWN:
            drawn = _drawn(headers, rows)
            boundless = self.console.options.update(width=10_000)
            if self.console.measure(drawn, options=boundless).minimum <= self.console.width:
                self.console.print(drawn)
                return
        for line in aligned(headers, rows):
            self.console.print(Text(line), soft_wrap=True)

    def json(self, value: Json) -> None:
        """Print a value as JSON, in ASCII."""
        click.echo(json.dumps(value, indent=2))


class _Console(Console):
    """A console that leaves it to the command what to do when nobody reads its output any more."""

    def on_broken_pipe(self) -> None:
        """Raise what rich has caught."""
        raise BrokenPipeError


def _drawn(headers: Row, rows: Sequence[Row]) -> Table:
    """The table to be drawn: where it is wide, its headers and texts are broken into lines, but no number is."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)] if rows else [0] * len(headers)
    for header, width, is_number in zip(headers, widths, _number_columns(headers, rows), strict=True):
        if is_number:
            table.add_column(Text(header), justify="right", min_width=width)
        else:
            table.add_column(Text(header), overflow="fold", min_width=min(width, NARROWEST))
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def aligned(headers: Row, rows: Sequence[Row]) -> Iterator[str]:
    """The rows below their headers as lines of text, each column as wide as its widest cell on a terminal.

    >>> for line in aligned(["bot", "wins"], [["ann", "12"], ["\\U0001f40d", "3"]]): print(line)
    bot  wins
    ann    12
    \U0001f40d      3
    """
    widths = [max(map(cell_len, column)) for column in zip(headers, *rows, strict=True)]
    right = _number_columns(headers, rows)
    for row in (headers, *rows):
        cells = []
        for cell, width, is_number in zip(row, widths, right, strict=True):
            space = " " * (width - cell_len(cell))
            cells.append(space + cell if is_number else cell + space)
        yield "  ".join(cells).rstrip()


def _number_columns(headers: Row, rows: Sequence[Row]) -> list[bool]:
    columns = zip(*rows, strict=True) if rows else [()] * len(headers)
    return [bool(column) and all(NUMBER.fullmatch(cell) for cell in column) for column in columns]


def count(number: int, noun: str) -> str:
    """So many of something.

    >>> count(1, "match"), count(1200, "match"), count(0, "fault")
    ('1 match', '1,200 matches', '0 faults')
    """
    ending = "" if number == 1 else "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{ending}"


def points(thousandths: int) -> str:
    """A rating as it is shown, to a tenth of a point.

    >>> points(1_516_049), points(-16_000)
    ('1516.0', '-16.0')
    """
    return f"{thousandths / 1000:.1f}"


def change(thousandths: int) -> str:
    """What a rating gained or lost, with its sign.

    >>> change(16_000), change(-8_050)
    ('+16.0', '-8.1')
    """
    return f"{thousandths / 1000:+.1f}"
