"""What may stand in a tournament file: the tables, the keys in each, and what is wrong with the shape of one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from parlour.core.tomlfile import KeyPath, Problem, TomlFile
from parlour.core.wording import shown
from referee.clock import TimeControl
from referee.match import Policy
from referee.seats.address import BadHosts, Hosts, read_hosts

AN_ADDRESS = "an address as in https://bots.example:8000/bob"
NAME = "a name of 1 to 40 characters that can all be seen, without a space at either end"


def _is_name(text: str) -> None:
    """Names are shown on terminals and pages, so nothing in them may steer or deceive these."""
    if unicodedata.normalize("NFC", text) != text:
        raise ValidationError("letters with their accents in one character (Unicode NFC)")
    if not 1 <= len(text) <= 40 or not text.isprintable() or text != text.strip():
        raise ValidationError(NAME)


def _is_flag(value: object) -> None:
    if type(value) is not bool:
        raise ValidationError("true or false")


def _said(expected: str) -> dict[str, str | list[Any] | dict[Any, Any]]:
    """A field's messages: whatever is wrong with a value, the message is what was expected."""
    return dict.fromkeys(("required", "invalid", "too_large"), expected)


def _whole(least: int, most: int, **more: Any) -> fields.Integer:
    expected = f"a whole number from {least} to {most}"
    in_range = validate.Range(least, most, error=expected)
    return fields.Integer(strict=True, validate=in_range, error_messages=_said(expected), **more)


def _text(expected: str, *checks: Any, **more: Any) -> fields.String:
    return fields.String(validate=list(checks), error_messages=_said(expected), **more)


_UNKNOWN = "no such key"


class HostsField(fields.Field[Hosts]):
    """One entry of a list of hosts."""

    def _deserialize(self, value: object, attr: str | None, data: Mapping[str, Any] | None, **more: Any) -> Hosts:
        if not isinstance(value, str):
            raise ValidationError('an address or a network in quotes, such as "10.0.0.7:8000"')
        try:
            return read_hosts(value)
        except BadHosts as bad:
            raise ValidationError(bad.expected) from None


def _hosts() -> fields.List[Any]:
    return fields.List(HostsField(), load_default=list, error_messages=_said("a list of addresses and networks"))


class _Table(Schema):
    """A table of the file: every key that may stand in it, and what a message says is expected of each."""

    error_messages = {"unknown": _UNKNOWN, "type": "a table"}  # noqa: RUF012  (marshmallow declares it on instances)


class TournamentTable(_Table):
    """`[tournament]`: what is played, and by how many at a time."""

    name = _text(NAME, _is_name, required=True)
    game = _text("a game, as in payday or payday/2000", required=True)
    options = fields.Dict(load_default=dict, error_messages=_said("a table of the game's options"))
    format = _text('"round-robin"', validate.Equal("round-robin", error='"round-robin"'), required=True)
    seats = _whole(1, 100, required=True)
    rounds = _whole(1, 100_000, required=True)
    seed = _whole(0, 2**63 - 1, load_default=None)
    concurrency = _whole(1, 256, load_default=2)
    ladder = _text(NAME, _is_name, load_default=None)
    allow_hosts = _hosts()
    deny_hosts = _hosts()


class TimeTable(_Table):
    """`[time]`: milliseconds to answer the start of a match and each question, and the reserve for a whole match."""

    start_ms = _whole(1, 600_000, load_default=TimeControl.start_ms)
    move_ms = _whole(1, 600_000, load_default=TimeControl.move_ms)
    bank_ms = _whole(0, 3_600_000, load_default=TimeControl.bank_ms)


class PolicyTable(_Table):
    """`[policy]`: how many strikes a seat survives, and whether an illegal answer is asked for once more."""

    max_strikes = _whole(0, 1_000_000, load_default=Policy.max_strikes)
    reask = fields.Raw(load_default=Policy.reask, validate=_is_flag)


class BotTable(_Table):
    """`[[bot]]`: one bot that plays, and how it is reached."""

    name = _text(NAME, _is_name, required=True)
    url = _text(AN_ADDRESS, load_default=None)
    command = _text('a command line in quotes, as in "parlour serve my_bot.py"', load_default=None)
    key_env = _text("the name of an environment variable", load_default=None)


_BOTS = "a [[bot]] table for each bot, in double brackets"


class PlanFile(_Table):
    """The whole file."""

    tournament = fields.Nested(TournamentTable, required=True, error_messages=_said("a table [tournament]"))
    time = fields.Nested(TimeTable, load_default=lambda: TimeTable().load({}))
    policy = fields.Nested(PolicyTable, load_default=lambda: PolicyTable().load({}))
    bot = fields.List(fields.Nested(BotTable), required=True, error_messages=_said(_BOTS))


def load(file: TomlFile) -> tuple[dict[str, Any], list[Problem]]:
    """What stands in the file, without the keys that are wrong, and what is wrong with their shape."""
    schema = PlanFile()
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
