"""`parlour new`: a bot that plays, ready to be changed."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path

import click

from parlour.bots import BUILT_IN

TEMPLATE = '''\
"""{name}: a bot for PayDay."""

import parlour


class {kind}(parlour.Bot):
    name = "{name}"
    version = "1"
    author = ""
    games = ("payday",)

    def choose(self, question):
        """One of question.options; question.view is all that you can see, question.reason what it is about."""
        me = question.view["seats"][question.seat]
        if question.kind == "BuyDeal":
            return me["cash"] >= question.reason["cost"]
        return question.default


if __name__ == "__main__":
    parlour.serve({kind})
'''


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """Write a bot into NAME.py, to be changed."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name):
        raise click.BadParameter(f"expected small letters, digits and _, at most 40, found {name!r}", param_hint="NAME")
    if name in BUILT_IN:
        raise click.BadParameter(f"{name} is a bot that is always at hand; choose another name", param_hint="NAME")
    if name == "parlour" or name in sys.stdlib_module_names:
        raise click.BadParameter(f"{name}.py would hide the module {name}; choose another name", param_hint="NAME")
    if keyword.iskeyword(name):
        raise click.BadParameter(f"{name} is a word of Python's own; choose another name", param_hint="NAME")
    file = Path(f"{name}.py")
    kind = "".join(part.capitalize() for part in name.split("_"))
    try:
        with file.open("x", encoding="utf-8") as written:
            written.write(TEMPLATE.format(name=name, kind=kind))
    except FileExistsError:
        raise click.ClickException(f"{file} is there already; choose another name") from None
    click.echo(f"{file} is written. Let it play:  parlour play {file} cautious")
