"""The reference of the command line is what the commands themselves say of their use."""

from collections.abc import Iterator
from pathlib import Path

import click

from referee.cli import main

PATH = Path(__file__).parents[2] / "referee" / "CLI.md"

OPENING = """\
# The command line

What `referee` and each of its commands say with `--help`. This file is written from them by `tox -e update`; change the
commands, not the file.
"""


def sections(command: click.Command, name: str, above: click.Context | None = None) -> Iterator[str]:
    """The section of a command, then those of the commands below it."""
    context = click.Context(command, info_name=name, parent=above, terminal_width=100, **command.context_settings)
    yield f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            assert found is not None
            yield from sections(found, each, context)


def reference() -> str:
    """The whole text of CLI.md."""
    return "\n".join([OPENING, *sections(main, "referee")])


def test_the_reference_is_what_the_commands_say(update: bool) -> None:
    if update:
        PATH.write_text(reference(), encoding="utf-8")
    assert PATH.read_text(encoding="utf-8") == reference(), "write it anew with: tox -e update"


def test_every_command_and_every_option_says_what_it_is_for() -> None:
    def silent(command: click.Command, path: str) -> Iterator[str]:
        if not command.help:
            yield path
        for each in command.params:
            if isinstance(each, click.Option) and not each.help:
                yield f"{path} {each.opts[0]}"
        if isinstance(command, click.Group):
            for name, below in command.commands.items():
                yield from silent(below, f"{path} {name}")

    assert list(silent(main, "referee")) == []
