"""What the service told, as lines for a terminal: what is missing is left out, and nothing can steer the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from parlour.core.wording import printable


def text(item: Mapping[str, Any], *path: str | int) -> str:
    """What stands in an answer of the service, as text; empty where it is null or missing.

    >>> text({"seats": [{"bot": "greedy"}], "rated": True}, "seats", 0, "bot")
    'greedy'
    >>> text({"links": None}, "links", "self")
    ''
    """
    found: Any = item
    for step in path:
        try:
            found = found[step]
        except (KeyError, IndexError, TypeError):
            return ""
    if found is None:
        return ""
    return printable(found if isinstance(found, str) else json.dumps(found, ensure_ascii=False))


def rows(item: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    """The objects of a list in an answer; none where it is missing.

    >>> rows({"seats": [{"seat": 0}, 7]}, "seats"), rows({}, "seats")
    ([{'seat': 0}], [])
    """
    found = item.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def texts(item: Mapping[str, Any], key: str) -> list[str]:
    """The texts of a list in an answer.

    >>> texts({"games": ["payday", "life"]}, "games")
    ['payday', 'life']
    """
    found = item.get(key)
    return [printable(str(each)) for each in found] if isinstance(found, list) else []


def columns(lines: Iterable[Sequence[str]]) -> list[str]:
    """Rows of cells as lines of text, each column to the left.

    >>> for line in columns([["bot", "owner"], ["greedy", "ann"]]): print(line)
    bot     owner
    greedy  ann
    """
    lines = [list(line) for line in lines]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]


def change(number: object) -> str:
    """How a rating changed.

    >>> change(12.34), change(-3), change(None)
    ('+12.3', '-3.0', '')
    """
    return f"{number:+.1f}" if isinstance(number, int | float) else ""


def points(number: object) -> str:
    """A rating.

    >>> points(1512.34), points(None)
    ('1512.3', '')
    """
    return f"{number:.1f}" if isinstance(number, int | float) else ""
