"""The fields that the schemas of the wire are made of: strict about types, and clear about what they expected.

marshmallow's own fields take 1.0 for 1 and say "Not a valid integer."; a bot's author needs to read what was found.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields

from parlour.core.options import Json, from_wire
from parlour.core.wording import nearest, shown

_NAMES: dict[type, str] = {
    bool: "true or false",
    dict: "an object",
    float: "a number with a point",
    int: "a whole number",
    list: "a list",
    str: "text",
    type(None): "null",
}


def called(value: object) -> str:
    """What JSON calls the type of a value.

    >>> called([1]), called(1.0), called(None)
    ('a list', 'a number with a point', 'null')
    """
    return _NAMES.get(type(value), type(value).__name__)


def found(value: object) -> str:
    """A value as a message about JSON shows it: what has parts is named by its type, all else is written out.

    >>> print(found(7), found("a"), found({"a": 1}), found([7, 8]))
    7 "a" an object a list of 2
    """
    if type(value) is list:
        return f"a list of {len(value)}"
    return shown(value) if type(value) in (bool, float, int, str) else called(value)


def unknown_key(key: str, known: Collection[str]) -> str:
    """Says that a key is unknown, and which it may have been meant to be.

    >>> unknown_key("answr", ["id", "answer"])
    'answr: unknown, did you mean answer?'
    """
    close = nearest(key, known)
    name = key if key.isidentifier() else shown(key)
    return f"{name}: unknown, did you mean {close}?" if close else f"{name}: unknown"


def faults(messages: Any, known: Collection[str], path: str = "") -> Iterator[str]:
    """Every fault in the tree of messages that a ValidationError carries, each with the path of its field."""
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            step = f"[{key}]" if type(key) is int else f".{key}" if path else str(key)
            yield from faults(inner, known, path + step)
    else:
        for text in messages:
            yield unknown_key(path, known) if text == UNKNOWN else f"{path}: {text}"


UNKNOWN = Schema._default_error_messages["unknown"]


def _settings(meaning: str, more: dict[str, Any]) -> dict[str, Any]:
    """What all fields have in common: one without a default for what is left out must be there."""
    return {"required": "load_default" not in more, "allow_none": False, "metadata": {"meaning": meaning}, **more}


class Clear(fields.Field[Any]):
    """A field that says what it expected and what it found."""

    written: str
    """What it expects, in words."""

    def make_error(self, key: str, **more: Any) -> ValidationError:
        """The two faults that marshmallow itself finds: that a value is not there, or null."""
        return ValidationError("missing" if key == "required" else f"expected {self.written}, found null")


class Text(Clear, fields.String):
    """Text, at best of a length, of a pattern that `shape` describes, or one of a few words."""

    def __init__(
        self,
        meaning: str,
        *,
        least: int = 0,
        most: int | None = None,
        pattern: str = "",
        shape: str = "",
        one_of: tuple[str, ...] = (),
        **more: Any,
    ) -> None:
        super().__init__(**_settings(meaning, more))
        self.least, self.most, self.one_of = least, most, one_of
        self.pattern = re.compile(pattern) if pattern else None
        if one_of:
            self.written = " or ".join(f'"{word}"' for word in one_of)
        elif shape:
            self.written = shape
        else:
            self.written = f"text of {least} to {most} characters" if most is not None else "text"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> str:
        if type(value) is not str or not self._fits(value):
            raise ValidationError(f"expected {self.written}, found {found(value)}")
        return value

    def _fits(self, text: str) -> bool:
        if self.one_of:
            return text in self.one_of
        if self.pattern:
            return self.pattern.fullmatch(text) is not None
        return self.least <= len(text) and (self.most is None or len(text) <= self.most)


class Name(Text):
    """Text for people: no control or format characters, which could play tricks on a terminal."""

    def __init__(self, meaning: str, *, least: int, most: int) -> None:
        super().__init__(meaning, least=least, most=most)
        self.written = f"text of {least} to {most} printable characters"

    def _fits(self, text: str) -> bool:
        return super()._fits(text) and text.isprintable()


class Whole(Clear, fields.Integer):
    """A whole number within bounds; neither 1.0 nor true is one."""

    def __init__(self, meaning: str, *, least: int | None = None, most: int | None = None, **more: Any) -> None:
        super().__init__(strict=True, **_settings(meaning, more))
        self.least, self.most = least, most
        self.written = "a whole number"
        if most is not None:
            self.written += f" from {least} to {most}"
        elif least is not None:
            self.written += f" from {least} up"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if type(value) is not int or not self._fits(value):
            raise ValidationError(f"expected {self.written}, found {found(value)}")
        return value

    def _fits(self, number: int) -> bool:
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)


class ObjectOf(Clear, fields.Raw):
    """An object whose keys depend on the game."""

    written = "an object"

    def __init__(self, meaning: str, **more: Any) -> None:
        super().__init__(**_settings(meaning, more))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> dict[str, Json]:
        if type(value) is not dict:
            raise ValidationError(f"expected {self.written}, found {found(value)}")
        return value


class ListOf(Clear, fields.List[Any]):
    """A list whose items are all of one kind."""

    def __init__(self, item: Text | Whole | ObjectOf, meaning: str, *, least: int = 0, **more: Any) -> None:
        super().__init__(item, **_settings(meaning, more))
        self.least = least
        self.written = "a list" + (f" of at least {least}" if least else "")
        self.written += f", each item {item.written}" + (" or null" if item.allow_none else "")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> list[Any]:
        if type(value) is not list or len(value) < self.least:
            raise ValidationError(f"expected {self.written}, found {found(value)}")
        return super()._deserialize(value, attr, data, **more)


class Anything(Clear, fields.Raw):
    """Any JSON value, null too."""

    written = "any value"

    def __init__(self, meaning: str) -> None:
        super().__init__(**_settings(meaning, {"allow_none": True}))


class Options(Clear, fields.Raw):
    """The legal answers to a question, in one of the six forms of core.options."""

    written = "an object with one of the keys `range`, `list`, `split`, `some`, `fields`, `one_of`"

    def __init__(self, meaning: str) -> None:
        super().__init__(**_settings(meaning, {}))

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> dict[str, Json]:
        if type(value) is not dict:
            raise ValidationError(f"expected {self.written}, found {found(value)}")
        try:
            from_wire(value)
        except ValueError as error:
            raise ValidationError(str(error)) from None
        return value


class Part(Clear, fields.Nested):
    """An object with a schema of its own."""

    written = "an object"

    def __init__(self, schema: type[Schema], meaning: str) -> None:
        super().__init__(schema, **_settings(meaning, {}))

    def _load(self, value: Any, partial: Any = None) -> Any:
        if type(value) is not dict:
            raise ValidationError(f"expected {self.written}, found {found(value)}")
        return super()._load(value, partial)
