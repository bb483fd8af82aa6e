"""Files and folders that only their owner may read: secrets of runs stand in them, and what bots say.

Each is so from its first moment. What is there already keeps its mode: its owner may have had a reason.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing; each of them is its owner's alone. Raises OSError."""
    missing = [folder for folder in path.parents if not folder.exists()]
    for folder in (*reversed(missing), path):
        folder.mkdir(mode=0o700, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file unless something is there. Raises OSError."""
    with suppress(FileExistsError):
        # A link that leads nowhere is followed by who opens it later, so the file is made where it leads.
        os.close(opener(os.path.realpath(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL))


def opener(path: str, flags: int) -> int:
    """For `open(..., opener=opener)`: a file that this makes is its owner's alone."""
    return os.open(path, flags, 0o600)
