"""The command that goes on with a tournament, spelled so that it can be typed where the first one was."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence

import click
from click.core import ParameterSource


def spelled(context: click.Context, *flags: str) -> str:
    """`referee tournament run` with the file and the options of this call, and the flags given."""
    words = [*_program(context), "tournament", "run", str(context.params["file"])]
    for option in ("db", "logs", "lease"):
        if context.get_parameter_source(option) is not ParameterSource.DEFAULT:
            words += [f"--{option}", str(context.params[option])]
    return shlex.join([*words, *flags])


def _program(context: click.Context) -> Sequence[str]:
    """How this program was started: by its name where a shell would find it by that, and otherwise by its path."""
    name = context.find_root().info_name or "referee"
    if name.startswith("python"):
        return sys.orig_argv[0], "-m", "referee"
    found = shutil.which(name)
    is_found = found is not None and os.path.exists(sys.argv[0]) and os.path.samefile(found, sys.argv[0])
    return [name if is_found else sys.argv[0]]
