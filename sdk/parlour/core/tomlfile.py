"""A TOML file that knows on which line each key stands, so that a mistake can be named by file, line and key."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parlour.core.wording import nearest, printable, shown

KeyPath = tuple[str | int, ...]
"""Where a value stands: `("bot", 1, "url")` is the url of the second bot."""


@dataclass(frozen=True)
class Problem:
    """One mistake in a file, in words that its author can act on; `str` of it is one line.

    >>> print(Problem("spring.toml", 12, ("tournament", "seets"), "unknown key", "game or seats", nearest="seats"))
    spring.toml:12: tournament.seets: unknown key; did you mean "seats"?
    >>> print(Problem("spring.toml", 7, ("tournament", "rounds"), "found 0", "a whole number from 1 to 1000"))
    spring.toml:7: tournament.rounds: found 0; expected a whole number from 1 to 1000
    """

    file: str
    line: int | None
    key: KeyPath
    found: str
    expected: str
    nearest: str | None = None

    def __str__(self) -> str:
        place = printable(self.file) + (f":{self.line}" if self.line else "")
        place += f": {key_text(self.key)}" if self.key else ""
        hint = f"did you mean {shown(self.nearest)}?" if self.nearest else f"expected {self.expected}"
        return f"{place}: {self.found}; {hint}"


class TomlError(ValueError):
    """A file that cannot be read as TOML: `problem` says why, `column` where in its line if that is known."""

    def __init__(self, problem: Problem, column: int | None = None) -> None:
        super().__init__(str(problem))
        self.problem = problem
        self.column = column


@dataclass(frozen=True)
class TomlFile:
    """What a TOML file says, and on which line it says it."""

    path: Path
    data: dict[str, Any]
    lines: dict[KeyPath, int]

    @classmethod
    def read(cls, path: Path | str) -> TomlFile:
        """The file as it stands; raises TomlError when it is missing, a folder, not UTF-8, or not TOML."""
        path = Path(path)
        return cls.parse(_text(path), path)

    @classmethod
    def parse(cls, text: str, path: Path) -> TomlFile:
        """A text as the file at `path`, which need not be there, would have it; TomlError when it is not TOML."""
        try:
            _refuse_long_keys(text, path)  # first: tomllib takes a time for each that grows with its square
            data = tomllib.loads(text)
            if _has_long_number(data):
                raise _long_number(path)
            return cls(path, data, _Scan(text.replace("\r\n", "\n")).lines)
        except TomlError:
            raise
        except tomllib.TOMLDecodeError as error:
            raise _syntax_error(path, text, str(error)) from None
        except RecursionError:
            raise TomlError(Problem(str(path), None, (), "lists nested too deeply", "fewer brackets")) from None
        except ValueError:  # tomllib lets through what int() says of a number with thousands of digits
            raise _long_number(path) from None

    def line_of(self, path: KeyPath) -> int | None:
        """The line on which a key stands, or None where the file does not have it."""
        return self.lines.get(path)

    def problem(self, path: KeyPath, *, found: str, expected: str, nearest: str | None = None) -> Problem:
        """A mistake at a key of this file; where the key is missing, on the line of the table that should have it."""
        there = path
        while there not in self.lines:
            there = there[:-1]
        return Problem(str(self.path), self.lines[there], path, found, expected, nearest)

    def unknown_key(self, path: KeyPath, valid: Iterable[str]) -> Problem:
        """The mistake of a key that means nothing where it stands, with the valid key that is spelled most like it."""
        valid = sorted(valid)
        expected = f"one of {', '.join(valid)}" if valid else "no keys here"
        return self.problem(path, found="unknown key", expected=expected, nearest=nearest(str(path[-1]), valid))


def key_text(path: KeyPath) -> str:
    """A key path as text: `bot[1].url`, with quotes around keys that TOML would quote, and long ones cut."""
    steps = [f"[{step}]" if isinstance(step, int) else f".{_key_word(step)}" for step in path]
    return "".join(steps).removeprefix(".")


def _key_word(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,80}", key) else shown(key)


def _text(path: Path) -> str:
    """The text of a file, line ends as tomllib counts them and without the mark that some editors put first."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise TomlError(Problem(str(path), None, (), "no such file", "a TOML file")) from None
    except IsADirectoryError:
        raise TomlError(Problem(str(path), None, (), "is a folder", "a TOML file")) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise TomlError(Problem(str(path), None, (), f"cannot be read: {reason}", "a TOML file")) from None
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        found = f"not UTF-8 (byte 0x{error.object[error.start]:02x})"
        raise TomlError(Problem(str(path), line, (), found, "text saved as UTF-8")) from None


def _syntax_error(path: Path, text: str, message: str) -> TomlError:
    """tomllib's complaint, with the place that it gives in words as numbers."""
    reason, _, place = message.rpartition(" (at ")
    if at := re.fullmatch(r"line (\d+), column (\d+)\)", place):
        line, column = int(at[1]), int(at[2])
    else:
        end = text.rstrip("\n")
        line, column = end.count("\n") + 1, len(end) - end.rfind("\n")
    found = f"not TOML: {printable(reason or message)} (column {column})"
    return TomlError(Problem(str(path), line, (), found, "TOML"), column)


_MOST_PARTS = 32
"""A path is kept for each part of a key, so one key of many parts would fill the memory."""

_MOST_DIGITS = 1000
"""Python takes long over longer numbers, and refuses to write the longest down."""

_LONG_KEY_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|' + r"'''.*?'{3,5}|" + r'(?!""")"(?:[^"\\\n]|\\.)*"|' + r"(?!''')'[^'\n]*'|"
    r"#[^\n]*|(?P<dot>\.)|(?P<end>[\n=,\[\]{}]|\Z)|(?P<open>[\"'])",
    re.DOTALL,
)


def _refuse_long_keys(text: str, path: Path) -> None:
    """Refuse a key with more parts than any file of ours has: its dots are counted, those in strings left out."""
    parts = 1
    for token in _LONG_KEY_TOKEN.finditer(text):
        if token["open"]:
            break  # a string without end, at which tomllib stops too
        if token["dot"]:
            parts += 1
        elif token["end"] is not None:
            if parts > _MOST_PARTS:
                line = text.count("\n", 0, token.start()) + 1
                expected = f"at most {_MOST_PARTS}, with dots between"
                raise TomlError(Problem(str(path), line, (), f"a key of {parts} parts", expected))
            parts = 1


def _has_long_number(value: object) -> bool:
    match value:
        case dict():
            return any(map(_has_long_number, value.values()))
        case list():
            return any(map(_has_long_number, value))
        case int():
            return bool(abs(value) >= 10**_MOST_DIGITS)
    return False


def _long_number(path: Path) -> TomlError:
    return TomlError(Problem(str(path), None, (), "a number too long", f"at most {_MOST_DIGITS} digits"))


_BLANK = re.compile(r"[ \t]*")
_BETWEEN = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}#\n]+")


class _Scan:
    """The line of every key in a text that tomllib has accepted, and so is known to be well formed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.newlines = [found.start() for found in re.finditer("\n", text)]
        self.lines: dict[KeyPath, int] = {(): 1}
        self._sizes: dict[KeyPath, int] = {}
        table: KeyPath = ()
        while self._skip(_BETWEEN) < len(text):
            if text.startswith("[", self.at):
                table = self._header()
            else:
                self._assignment(table)

    def _header(self) -> KeyPath:
        """`[table]` or `[[list of tables]]`: the path that the keys below it continue."""
        start, many = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        *above, name = self._key()
        self.at += 2 if many else 1
        path: KeyPath = ()
        for key in above:
            path = self._last((*path, key))
            self._put(path, start, implied=True)
        path = (*path, name)
        if many:
            self._put(path, start, implied=True)
            self._sizes[path] = self._sizes.get(path, 0) + 1
        path = self._last(path)
        self._put(path, start)
        return path

    def _last(self, path: KeyPath) -> KeyPath:
        """The path itself, or its newest table where it is a list of tables."""
        return (*path, self._sizes[path] - 1) if path in self._sizes else path

    def _assignment(self, table: KeyPath) -> None:
        start = self.at
        path = table
        *above, name = self._key()
        for key in above:
            path = (*path, key)
            self._put(path, start, implied=True)
        self._put((*path, name), start)
        self.at += 1  # the equals sign
        self._value((*path, name))

    def _key(self) -> list[str]:
        """A dotted key, up to and without the sign that follows it."""
        parts = []
        while True:
            self._skip(_BLANK)
            if quoted := _STRING.match(self.text, self.at):
                parts.append(tomllib.loads(f"key = {quoted[0]}")["key"])
                self.at = quoted.end()
            else:
                start = self.at
                parts.append(self.text[start : self._skip(_BARE_KEY)])
            self._skip(_BLANK)
            if not self.text.startswith(".", self.at):
                break
            self.at += 1
        return parts

    def _value(self, path: KeyPath) -> None:
        self._skip(_BLANK)
        if self.text[self.at] == "[":
            self._items(path, end="]")
        elif self.text[self.at] == "{":
            self._items(path, end="}")
        else:
            self._skip(_STRING if self.text[self.at] in "\"'" else _SCALAR)

    def _items(self, path: KeyPath, *, end: str) -> None:
        """What stands between brackets or braces, with the comma after each."""
        self.at += 1
        index = 0
        while self.text[self._skip(_BETWEEN)] != end:
            if self.text[self.at] == ",":
                self.at += 1
            elif end == "}":
                self._assignment(path)
            else:
                self._put((*path, index), self.at)
                self._value((*path, index))
                index += 1
        self.at += 1

    def _skip(self, pattern: re.Pattern[str]) -> int:
        """Go past what matches here, if anything does."""
        if found := pattern.match(self.text, self.at):
            self.at = found.end()
        return self.at

    def _put(self, path: KeyPath, at: int, *, implied: bool = False) -> None:
        """Note the line; a table that is only implied by what stands in it keeps the first line that implies it."""
        line = bisect_left(self.newlines, at) + 1
        if implied:
            self.lines.setdefault(path, line)
        else:
            self.lines[path] = line
