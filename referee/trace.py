"""Where an error of the referee's own happened, told without what it says: that may be a hidden formula or card."""

from __future__ import annotations

import sys
import traceback
from pathlib import PurePath


def where(error: BaseException) -> str:
    """The kind of an error and the place in the code, on one line; never its message.

    >>> where(KeyError("cash"))
    'KeyError'
    >>> try:
    ...     {}["hidden"]
    ... except KeyError as error:
    ...     print(where(error))
    KeyError at <doctest ...>:2
    """
    kind = type(error).__qualname__
    places = [
        (frame.f_globals, frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)
    ]
    if not places:
        return kind
    # What the standard library refuses is a mistake of who asked it to.
    blamed = [place for place in places if _top(place[0]) not in sys.stdlib_module_names] or places
    names, file, line = blamed[-1]
    return f"{kind} at {_within(file, _top(names))}:{line}"


def _top(names: dict[str, object]) -> str:
    """The package or module to which the code with these globals belongs."""
    return str(names.get("__name__", "")).partition(".")[0]


def _within(file: str, top: str) -> str:
    """A file as its package sees it: where that is installed on this machine concerns nobody."""
    parts = PurePath(file).parts
    folders = [place for place, part in enumerate(parts[:-1]) if part == top]
    return "/".join(parts[folders[-1] :]) if folders else parts[-1]
