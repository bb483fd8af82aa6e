"""`parlour new`: a bot that plays, ready to be changed."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path

import click

from parlour.bots import BUILT_IN
from parlour.cli.loading import USUAL_GAME

PAYDAY = '''\
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

CAREERS = '''\
"""{name}: a bot for Careers."""

import parlour

# What each occupation brings most of, by its name in either edition.
BRINGS = {{
    "fame": ("Politics", "The Arts", "Hollywood", "Space Program", "Expedition to the Moon"),
    "happiness": ("Ecology", "Farming", "College", "Teaching", "Going to Sea", "Sports", "Exploring"),
    "money": ("Big Business", "Sports", "Exploring"),
}}


class {kind}(parlour.Bot):
    name = "{name}"
    version = "1"
    author = ""
    games = ("careers",)

    def choose(self, question):
        """One of question.options; question.view is all that you can see, question.reason what it is about."""
        if question.kind == "ChooseFormula":
            total = question.reason["total"]
            fame, happiness = total * 45 // 100, total * 35 // 100
            return [fame, happiness, total - fame - happiness]
        if question.kind == "TakeTurn" and "enter" in question.options:
            me = question.view["seats"][question.seat]
            if any(me["occupation"] in BRINGS[part] for part in self.lacking(question.view, me)):
                return "enter"
        if question.kind in ("AnswerOffer", "AnswerCounter"):
            return "refuse"
        return question.default

    def lacking(self, view, me):
        """The parts of my formula that I have not reached yet."""
        has = (me["stars"], me["hearts"], me["money_points"])
        return [part for part, goal, points in zip(BRINGS, view["formula"], has, strict=True) if points < goal]


if __name__ == "__main__":
    parlour.serve({kind})
'''

TEMPLATES = {"payday": PAYDAY, "careers": CAREERS}


@click.command()
@click.argument("name")
@click.option(
    "--game", type=click.Choice(list(TEMPLATES)), default=USUAL_GAME, show_default=True, help="What the bot plays."
)
def new(name: str, game: str) -> None:
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
            written.write(TEMPLATES[game].format(name=name, kind=kind))
    except FileExistsError:
        raise click.ClickException(f"{file} is there already; choose another name") from None
    click.echo(f"{file} is written. Let it play:  parlour play {file} cautious")
