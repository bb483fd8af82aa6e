"""The file in which `parlour join` keeps the server and the key: its owner's alone, and whole or not there.

It is `parlour/account.toml` in the folder that XDG_CONFIG_HOME names, else in `~/.config`.
"""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import click

from parlour.core.tomlfile import TomlError, TomlFile
from parlour.core.wording import printable, shown

KEYS = ("server", "key")
OPENING = "# Made by `parlour join`. Who has the key plays as you: keep this file to yourself.\n"
OTHERS = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True)
class Stored:
    """An account at one server."""

    server: str
    key: str = field(repr=False)


class BadSettings(click.ClickException):
    """The file cannot be read or written, or is not as it should be."""


def account_file() -> Path:
    """Where the file is. Raises BadSettings."""
    folder = os.environ.get("XDG_CONFIG_HOME", "")
    if os.path.isabs(folder):
        return Path(folder) / "parlour" / "account.toml"
    try:
        return Path.home() / ".config" / "parlour" / "account.toml"
    except RuntimeError:
        raise BadSettings(
            "no home folder is known: set XDG_CONFIG_HOME, or PARLOUR_SERVER and PARLOUR_API_KEY"
        ) from None


def stored() -> Stored | None:
    """What the file says, or None where there is none. Raises BadSettings where others can read it, or it is broken."""
    path = account_file()
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise BadSettings(printable(f"{path}: {error.strerror}")) from None
    if os.name != "nt" and mode & OTHERS:
        raise BadSettings(
            printable(
                f"{path}: others may use it (mode {stat.S_IMODE(mode):04o}): make it yours alone: chmod 600 {path}"
            )
        )
    try:
        file = TomlFile.read(path)
    except TomlError as error:
        raise BadSettings(str(error)) from None
    for name in file.data:
        if name not in KEYS:
            raise BadSettings(str(file.unknown_key((name,), KEYS)))
    for name in KEYS:
        if not isinstance(value := file.data.get(name), str):
            found = "missing" if value is None else f"found {shown(value)}"
            raise BadSettings(str(file.problem((name,), found=found, expected="a text, as `parlour join` writes it")))
    return Stored(**file.data)


@contextmanager
def room_for(path: Path) -> Iterator[Callable[[Stored], None]]:
    """A function that stores an account; that there is room for it is made sure before an invitation is used up.

    Raises BadSettings where the file cannot be written.
    """
    path = Path(os.path.realpath(path))
    try:
        for folder in (*reversed(path.parents),):
            if not folder.exists():
                folder.mkdir(mode=0o700)
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise BadSettings(printable(f"{path}: {error.strerror}")) from None

    def store(account: Stored) -> None:
        lines = [OPENING, f"server = {json.dumps(account.server)}\n", f"key = {json.dumps(account.key)}\n"]
        file.write("".join(lines).encode())
        file.flush()
        os.fsync(file.fileno())
        os.replace(name, path)

    with open(number, "wb") as file:
        try:
            yield store
        finally:
            with suppress(FileNotFoundError):
                os.unlink(name)
