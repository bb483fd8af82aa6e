"""What the shapes of all resources are made of: names, times, links, pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from referee import names

# What the rules of `referee.names` refuse and a pattern can say, for the reader of the OpenAPI document.
_IN_LINKS = r"^(?!\.{1,2}$)[^\s/<>](?:[^/<>]*[^\s/<>])?$"


class Shape(Schema):
    """An object with these keys and no others."""

    class Meta:
        unknown = RAISE


class Name(fields.String):
    """A name by one of the rules of `referee.names`; the pattern is what a reader of the document is told of it."""

    def __init__(self, says: str, *, rule: Callable[[str], str | None] = names.expected_in_links, **more: Any) -> None:
        described = {"description": f"{says}; {names.NAME}", "minLength": 1, "maxLength": names.MOST_CHARACTERS}
        if rule is names.expected_in_links:
            described["pattern"] = _IN_LINKS
        super().__init__(metadata=described, error_messages=_messages(names.NAME), **more)
        self.rule = rule

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **more)
        if expected := self.rule(text):
            raise ValidationError(f"expected {expected}")
        return text


class Time(fields.String):
    """An instant: ISO 8601 in UTC with a Z. The store holds it as such a text, or in seconds since 1970."""

    def __init__(self, says: str, **more: Any) -> None:
        super().__init__(metadata={"description": says, "format": "date-time"}, **more)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **more: Any) -> str | None:
        return None if value is None else utc(value)


def utc(value: str | float) -> str:
    """A time of the store as the service says it.

    >>> utc("2026-03-01T09:30:00+00:00"), utc(1772357400.25)
    ('2026-03-01T09:30:00Z', '2026-03-01T09:30:00Z')
    """
    when = datetime.fromisoformat(value) if isinstance(value, str) else datetime.fromtimestamp(value, UTC)
    return when.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def text(says: str, **more: Any) -> fields.String:
    """A text of an answer."""
    return fields.String(metadata={"description": says}, **more)


def told_text(says: str, *, least: int, most: int, **more: Any) -> fields.String:
    """A text of a request, of so many characters at least and at most, none of them a control character."""
    expected = f"a text of {least} to {most} characters that can all be seen"

    def can_be_seen(value: str) -> None:
        if not value.isprintable():
            raise ValidationError(f"expected {expected}")

    return fields.String(
        validate=[validate.Length(least, most, error=f"expected {expected}"), can_be_seen],
        metadata={"description": says},
        error_messages=_messages(expected),
        **more,
    )


MOST_TOML = 20_000
"""How many characters a file may have that is sent to the service; many bots stand in one, many hundreds in none."""


def toml(says: str) -> fields.String:
    """The text of a TOML file in a request; what is wrong in it is told at the key of this field, with the line."""
    expected = f"the text of a TOML file, at most {MOST_TOML} characters"
    return fields.String(
        required=True,
        validate=validate.Length(0, MOST_TOML, error=f"expected {expected}"),
        metadata={"description": says},
        error_messages=_messages(expected),
    )


def whole(says: str, **more: Any) -> fields.Integer:
    """A whole number of an answer."""
    return fields.Integer(metadata={"description": says}, **more)


def told_whole(says: str, *, least: int, most: int, **more: Any) -> fields.Integer:
    """A whole number of a request, in a range; 1.0 and true are none."""
    expected = f"a whole number from {least} to {most}"
    return fields.Integer(
        strict=True,
        validate=validate.Range(least, most, error=f"expected {expected}"),
        metadata={"description": says},
        error_messages=_messages(expected),
        **more,
    )


class _Digits(fields.Integer):
    """A whole number in a query, written as the service writes numbers: 1_0 and other alphabets' digits are none."""

    def _validated(self, value: Any) -> int:
        if not isinstance(value, str) or not _DIGITS.fullmatch(value):
            raise self.make_error("invalid")
        return int(value)


_DIGITS = re.compile(r"0|[1-9][0-9]{0,17}")


def asked_whole(says: str, *, least: int, most: int, **more: Any) -> fields.Integer:
    """A whole number of a query, in a range."""
    expected = f"a whole number from {least} to {most}"
    return _Digits(
        validate=validate.Range(least, most, error=f"expected {expected}"),
        metadata={"description": says},
        error_messages=_messages(expected),
        **more,
    )


def one_of(says: str, *choices: str, **more: Any) -> fields.String:
    """One of a few words."""
    expected = f"one of {', '.join(choices)}"
    return fields.String(
        validate=validate.OneOf(choices, error=f"expected {expected}"),
        metadata={"description": says},
        error_messages=_messages(expected),
        **more,
    )


def link_to(says: str, **more: Any) -> fields.String:
    """The address of another resource, from the root of the site."""
    return fields.String(metadata={"description": says, "format": "uri-reference"}, **more)


def links(name: str, **targets: str) -> fields.Nested:
    """The key `links` of an answer, with what each of them leads to; a resource may lack some."""
    described = {target: link_to(says) for target, says in targets.items()}
    return fields.Nested(Shape.from_dict(described, name=f"{name}Links"))  # type: ignore[arg-type]


def page_of(item: type[Schema], name: str) -> type[Schema]:
    """A page of a list: its items, and the address of the next page or null."""
    return Shape.from_dict(
        {
            "items": fields.List(fields.Nested(item), required=True),
            "next": link_to("the next page; null on the last", allow_none=True, required=True),
        },
        name=name,
    )


def _messages(expected: str) -> dict[str, str | list[Any] | dict[Any, Any]]:
    """A field's messages: whatever is wrong with a value, the message is what was expected."""
    said: dict[str, str | list[Any] | dict[Any, Any]]
    said = dict.fromkeys(("invalid", "too_large", "null", "invalid_utf8"), f"expected {expected}")
    return said | {"required": f"missing; expected {expected}"}
