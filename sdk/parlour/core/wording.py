"""How messages are worded: lists and numbers in sentences, and what a stranger has written, made harmless."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable


def shown(value: object) -> str:
    """A value as a message shows it: on one line, harmless to a terminal, and not too long.

    >>> print(shown("a\\x1b[2J"), shown(True), shown(3.0), shown([1, 2]), shown({"a": 1}))
    "a\\u001b[2J" true 3.0 a list a table
    """
    match value:
        case dict():
            return "a table"
        case list():
            return "a list"
        case str():
            text = printable(json.dumps(value, ensure_ascii=False))
        case bool():
            text = "true" if value else "false"
        case _:
            text = str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def printable(text: str) -> str:
    """The text with everything that could move a terminal's cursor or turn its writing round spelled out.

    >>> print(printable("a\\u202eb"))
    a\\u202eb
    """
    return text if text.isprintable() else "".join(char if char.isprintable() else _escape(char) for char in text)


def printable_lines(text: str) -> str:
    """The same for each line of the text, which keeps its line ends.

    >>> print(printable_lines("a\\x1b[2J\\nb"))
    a\\u001b[2J
    b
    """
    return "\n".join(map(printable, text.split("\n")))


def _escape(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"


def nearest(word: str, valid: Iterable[str]) -> str | None:
    """The valid word that is spelled most like `word`, or None when none is near.

    >>> nearest("Seets", ["game", "seats", "rounds"])
    'seats'
    """
    lowered = {each.lower(): each for each in valid}
    close = difflib.get_close_matches(word.lower(), lowered, n=1)
    return lowered[close[0]] if close else None


def listed(words: list[str]) -> str:
    """Words as a sentence lists them.

    >>> listed(["seat 0"]), listed(["seat 0", "seat 1", "seat 3"])
    ('seat 0', 'seat 0, seat 1 and seat 3')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(number: int, thing: str, things: str = "") -> str:
    """A number of things.

    >>> counted(1, "loan note"), counted(3, "loan note"), counted(2, "child", "children")
    ('1 loan note', '3 loan notes', '2 children')
    """
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def sentence(text: str) -> str:
    """The text with a full stop, unless the name at its end brings one.

    >>> sentence("Seat 0 leaves Yum Yum Yogurt"), sentence("Seat 0 leaves Teen Jeans Inc.")
    ('Seat 0 leaves Yum Yum Yogurt.', 'Seat 0 leaves Teen Jeans Inc.')
    """
    return text if text.endswith(".") else f"{text}."


def ordinal(number: int) -> str:
    """A number as a date has it.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 13, 21, 31)]
    ['1st', '2nd', '3rd', '4th', '11th', '13th', '21st', '31st']
    """
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
