"""Editions: one TOML file becomes one frozen dataclass, and a mistake in it is named by file, line and key.

An edition may say `inherits = "other"`: it is then the other file in the same folder with its own keys laid over;
tables are merged key by key, everything else (arrays too) is replaced. Any table may carry `source` and `sure`, which
tell where a number comes from and how certain it is; they are for readers and reach the dataclass only where it has
such fields.

An edition may know more about its values than their types say: it then has a method `mistakes`.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import MappingProxyType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    runtime_checkable,
)

from parlour.core.tomlfile import KeyPath, Problem, TomlFile
from parlour.core.wording import nearest, shown

E = TypeVar("E")

PROVENANCE = ("source", "sure")


class EditionError(Exception):
    """An edition's file is wrong; `problems` are all the mistakes found in it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class Mistake(NamedTuple):
    """A value of the right type that the game cannot be played with, where it stands, and what could stand there."""

    key: KeyPath
    value: object
    expected: str


@runtime_checkable
class Checked(Protocol):
    """An edition that looks at its values once they all are of their types."""

    def mistakes(self) -> Iterable[Mistake]:
        """All that the game cannot be played with."""


def load(path: Path, edition: type[E]) -> E:
    """Read an edition into its frozen dataclass of int, str, bool, literals, tuples, dicts and further dataclasses.

    Raises EditionError, which lists every mistake, and TomlError where the file is no TOML.
    """
    files = _family(path)
    data: dict[str, Any] = {}
    for file in reversed(files):
        data = _laid_over(data, file.data)
    data.pop("inherits", None)
    reader = _Reader(files)
    built = reader.build(edition, data, ())
    if not reader.problems and isinstance(built, Checked):
        for mistake in built.mistakes():
            reader.wrong(*mistake)
    if reader.problems:
        raise EditionError(reader.problems)
    return built  # type: ignore[no-any-return]


def out_of_bounds(edition: object, steps: Mapping[str, int] = MappingProxyType({})) -> Iterator[Mistake]:
    """The numbers that are not what their types say, and arrays of tables that have none; for `mistakes` of an edition.

    A type says it as `Annotated[int, least, most]`, where most may be None; a further word names one of `steps`, of
    which the number has to be a multiple.
    """
    return _bounds(type(edition), edition, (), steps)


def between(least: int, most: int | None) -> str:
    """What is expected of a number.

    >>> between(1, None), between(0, 100)
    ('a whole number from 1 up', 'a whole number from 0 to 100')
    """
    return f"a whole number from {least} " + ("up" if most is None else f"to {most}")


def _bounds(hint: Any, value: Any, key: KeyPath, steps: Mapping[str, int]) -> Iterator[Mistake]:
    inner = get_args(hint)
    if get_origin(hint) is Annotated:
        least, most, *step_names = hint.__metadata__
        step = max([1, *(steps[name] for name in step_names)])
        if value < least or (most is not None and value > most) or value % step:
            yield Mistake(key, value, between(least, most) + (f", in steps of {step}" if step_names else ""))
    elif is_dataclass(hint):
        for name, each in get_type_hints(hint, include_extras=True).items():
            yield from _bounds(each, getattr(value, name), (*key, name), steps)
    elif get_origin(hint) is dict:
        for name, each in value.items():
            yield from _bounds(inner[1], each, (*key, name), steps)
    elif get_origin(hint) is tuple:
        if not value and is_dataclass(inner[0]):
            yield Mistake(key, [], "at least one")
        for index, each in enumerate(value):
            yield from _bounds(inner[0], each, (*key, index), steps)


def _family(path: Path) -> list[TomlFile]:
    """The file and those it inherits from, the youngest first."""
    files: list[TomlFile] = []
    while True:
        file = TomlFile.read(path)
        files.append(file)
        parent = file.data.get("inherits")
        if parent is None:
            return files
        others = {other.stem for other in path.parent.glob("*.toml")} - {each.path.stem for each in files}
        if parent not in others:
            expected = "another edition in this folder that does not inherit from this one"
            close = nearest(str(parent), others)
            raise EditionError(
                [file.problem(("inherits",), found=f"found {shown(parent)}", expected=expected, nearest=close)]
            )
        path = path.parent / f"{parent}.toml"


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        merged[key] = _laid_over(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return merged


class _Reader:
    """Builds dataclasses from parsed TOML and collects the mistakes."""

    def __init__(self, files: list[TomlFile]) -> None:
        self.files = files
        self.problems: list[Problem] = []

    def build(self, wanted: Any, value: Any, key: KeyPath) -> Any:
        if is_dataclass(wanted) and isinstance(wanted, type):
            return self._table(wanted, value, key)
        origin, inner = get_origin(wanted), get_args(wanted)
        if origin in (Union, types.UnionType):
            return self.build(next(each for each in inner if each is not type(None)), value, key)
        if origin is tuple:
            if not isinstance(value, list):
                return self.wrong(key, value, "an array")
            return tuple(self.build(inner[0], each, (*key, index)) for index, each in enumerate(value))
        if origin in (dict, Mapping):
            if not isinstance(value, dict):
                return self.wrong(key, value, "a table")
            return {
                name: self.build(inner[1], each, (*key, name)) for name, each in value.items() if name not in PROVENANCE
            }
        if origin is Literal:
            close = nearest(value, inner) if isinstance(value, str) else None
            return value if value in inner else self.wrong(key, value, _expected(wanted), close)
        if type(value) is not wanted:
            return self.wrong(key, value, _expected(wanted))
        return value

    def _table(self, wanted: type, value: Any, key: KeyPath) -> Any:
        if not isinstance(value, dict):
            return self.wrong(key, value, "a table")
        hints = get_type_hints(wanted)
        known = {each.name: each for each in fields(wanted)}
        built = {}
        for name, given in value.items():
            if name in known:
                built[name] = self.build(hints[name], given, (*key, name))
            elif name not in PROVENANCE:
                self.problems.append(self._file((*key, name)).unknown_key((*key, name), known))
        missing = [
            each.name
            for each in known.values()
            if each.name not in built and each.default is MISSING and each.default_factory is MISSING
        ]
        for name in missing:
            place = (*key, name)
            self.problems.append(self._file(key).problem(place, found="missing", expected=_expected(hints[name])))
        return None if missing else wanted(**built)

    def wrong(self, key: KeyPath, value: Any, expected: str, close: str | None = None) -> None:
        """Note one more mistake."""
        found = f"found {shown(value)}"
        self.problems.append(self._file(key).problem(key, found=found, expected=expected, nearest=close))

    def _file(self, key: KeyPath) -> TomlFile:
        """The youngest file that has the key, or else as much of the way to it as any; an array is of one file."""
        owners = self.files
        for end in range(1, len(key) + 1):
            having = [file for file in owners if file.line_of(key[:end])]
            if not having:
                break
            is_array = end < len(key) and isinstance(key[end], int)
            owners = having[:1] if is_array else having
        return owners[0]


def _expected(wanted: Any) -> str:
    """What a message says is expected where the type is this."""
    if get_origin(wanted) is Literal:
        return f"one of {', '.join(get_args(wanted))}"
    return {int: "a whole number", str: "a text", bool: "true or false"}.get(wanted, "a table")
