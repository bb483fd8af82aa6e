"""Rogues in a process of their own, so that they take neither time nor memory from the one that is measured."""

from __future__ import annotations

import contextlib
import itertools
import subprocess
import sys
import tomllib
from collections.abc import Iterator


@contextlib.contextmanager
def apart(*names: str) -> Iterator[dict[str, str]]:
    """The URL of each misbehaviour by its name, served by the command that organisers use for as long as the `with`."""
    command = [sys.executable, "-m", "referee", "rogues", "serve", "--toml", *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        try:
            yield _urls(process, len(names))
        finally:
            process.terminate()


def _urls(process: subprocess.Popen[str], count: int) -> dict[str, str]:
    """What the process prints until it has named so many bots; RuntimeError when it ends before."""
    assert process.stdout is not None
    lines: list[str] = []
    named = itertools.count(1)
    for line in process.stdout:
        lines.append(line)
        if line.startswith("url = ") and next(named) == count:
            return {bot["name"]: bot["url"] for bot in tomllib.loads("".join(lines))["bot"]}
    raise RuntimeError(f"the rogues ended with exit code {process.wait()} before they were served")
