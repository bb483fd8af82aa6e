"""What may stand in the tables of a TOML file of ours, and what is wrong with the shape of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from parlour.core.tomlfile import KeyPath, Problem, TomlFile
from parlour.core.wording import shown
from referee import names
from referee.seats.address import BadHosts, Hosts, read_hosts

_UNKNOWN = "no such key"


class Table(Schema):
    """A table of a file: every key that may stand in it, and what a message says is expected of each."""

    error_messages = {"unknown": _UNKNOWN, "type": "a table"}  # noqa: RUF012  (marshmallow declares it on instances)


def said(expected: str) -> dict[str, str | list[Any] | dict[Any, Any]]:
    """A field's messages: whatever is wrong with a value, the message is what was expected."""
    return dict.fromkeys(("required", "invalid", "too_large"), expected)


def whole(least: int, most: int, **more: Any) -> fields.Integer:
    """A whole number in a range."""
    expected = f"a whole number from {least} to {most}"
    in_range = validate.Range(least, most, error=expected)
    return fields.Integer(strict=True, validate=in_range, error_messages=said(expected), **more)


def text(expected: str, *checks: Any, **more: Any) -> fields.String:
    """A text that passes the checks."""
    return fields.String(validate=list(checks), error_messages=said(expected), **more)


def proper_name(rule: Callable[[str], str | None] = names.expected_of, **more: Any) -> fields.String:
    """A name by one of the rules of `referee.names`."""

    def check(value: str) -> None:
        if expected := rule(value):
            raise ValidationError(expected)

    return text(names.NAME, check, **more)


def flag(**more: Any) -> fields.Raw:
    """True or false, and nothing that is like it."""
    return fields.Raw(validate=_is_flag, error_messages=said("true or false"), **more)


def _is_flag(value: object) -> None:
    if type(value) is not bool:
        raise ValidationError("true or false")


class HostsField(fields.Field[Hosts]):
    """One entry of a list of hosts."""

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> Hosts:
        if not isinstance(value, str):
            raise ValidationError('an address or a network in quotes, such as "10.0.0.7:8000"')
        try:
            return read_hosts(value)
        except BadHosts as bad:
            raise ValidationError(bad.expected) from None


def hosts() -> fields.List[Any]:
    """A list of addresses and networks; none if it is left out."""
    return fields.List(HostsField(), load_default=list, error_messages=said("a list of addresses and networks"))


def load(file: TomlFile, schema: Schema) -> tuple[dict[str, Any], list[Problem]]:
    """What stands in the file, without the keys that are wrong, and what is wrong with their shape."""
    try:
        loaded: dict[str, Any] = schema.load(file.data)
        return loaded, []
    except ValidationError as error:
        return error.valid_data, list(_shape_problems(file, error.messages, (), schema))  # type: ignore[return-value]


def _shape_problems(file: TomlFile, messages: Any, path: KeyPath, schema: Schema | None) -> Iterator[Problem]:
    """What marshmallow found, with what stands in the file and the valid keys around it."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            if key == "_schema":
                yield from _shape_problems(file, inner, path, schema)
            elif inner == [_UNKNOWN] and schema:
                yield file.unknown_key((*path, key), schema.fields)
            else:
                yield from _shape_problems(file, inner, (*path, key), _schema_of(schema, key))
        return
    for expected in messages:
        yield file.problem(path, found=found_at(file, path), expected=expected)


def _schema_of(schema: Schema | None, key: str | int) -> Schema | None:
    """The schema of the tables below a key; that of a list's tables stands for each of its indexes."""
    if schema is None or isinstance(key, int):
        return schema
    field = schema.fields[key]
    inner = field.inner if isinstance(field, fields.List) else field
    return inner.schema if isinstance(inner, fields.Nested) else None


def found_at(file: TomlFile, path: KeyPath) -> str:
    """What stands at a key, as messages say it."""
    value: Any = file.data
    for step in path:
        if isinstance(value, dict) and step not in value:
            return "missing"
        value = value[step]
    return f"found {shown(value)}"


def without_echoes(problems: list[Problem]) -> list[Problem]:
    """The problems without those that say a key is missing where another says that it is misspelled."""
    misspelled = {(*problem.key[:-1], problem.nearest) for problem in problems if problem.found == "unknown key"}
    return [problem for problem in problems if problem.found != "missing" or problem.key not in misspelled]
