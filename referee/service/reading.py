"""How calls are read: JSON as the wire of the bots allows it, and no parameter or key that means nothing.

The parser stands below `Blueprint.arguments`. A body that is not JSON is 400 with the reason, another content type is
415, and whatever a schema refuses is 422 with a pointer to each place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn
from urllib.parse import unquote_to_bytes

import marshmallow
from flask import Request
from marshmallow import Schema, fields
from webargs.flaskparser import FlaskParser
from werkzeug.routing import BaseConverter, ValidationError

from parlour.core.wording import nearest, shown
from parlour.protocol import strict
from referee.service.problems import Problem, Wrong, at, each, wrong_body

MOST_BODY = 256 * 1024
"""The largest body that a call may bring, in bytes."""

MOST_PARAMETERS = 40

_UNKNOWN = Schema().error_messages["unknown"]
_WORDED = {
    fields.Field.default_error_messages["required"]: "missing",
    fields.Field.default_error_messages["null"]: "found null; leave the key out instead",
    Schema().error_messages["type"]: "expected an object",
    fields.Integer.default_error_messages["invalid"]: "expected a whole number",
    fields.String.default_error_messages["invalid"]: "expected a text",
}


class Parser(FlaskParser):
    """Reads bodies and queries for schemas."""

    DEFAULT_UNKNOWN_BY_LOCATION = FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION | {
        "query": marshmallow.RAISE,
        "querystring": marshmallow.RAISE,
    }

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body as JSON."""
        return body(req)

    def load_querystring(self, req: Request, schema: Schema) -> Any:
        """The parameters of the query; one that stands twice is refused, unless the schema has a list for it."""
        return dict(_parameters(req, schema))

    def handle_error(
        self,
        error: marshmallow.ValidationError,
        req: Request,
        schema: Schema,
        *,
        error_status_code: int | None,
        error_headers: Mapping[str, str] | None,
    ) -> NoReturn:
        """What the schema refuses becomes one problem with every place."""
        (location, messages), *_ = error.messages_dict.items()
        errors = list(_wrongs(messages, schema, in_body=location == "json"))
        raise Problem(422, _summary(errors), errors=errors)


def body(req: Request) -> Any:
    """The JSON of a call's body."""
    raw = req.get_data(cache=True)
    if not raw and not req.content_type:
        raise wrong_body("#", "the body is empty; expected JSON", status=400)
    charset = req.mimetype_params.get("charset", "utf-8").lower()
    if req.mimetype != "application/json" or charset not in ("utf-8", "utf8"):
        raise Problem(
            415, "the content type must be application/json, in UTF-8", headers={"Accept": "application/json"}
        )
    if req.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise Problem(415, "the body must be sent as it is, without a content encoding", headers=_PLAIN)
    try:
        return strict.loads(raw)
    except strict.BadJson as bad:
        raise wrong_body("#", bad.reason, status=400) from None
    except RecursionError:  # the depth is bounded, but the stack below us is not ours
        raise wrong_body("#", "nested too deeply", status=400) from None


_PLAIN = {"Accept-Encoding": "identity"}


def refuse_body(req: Request) -> None:
    """A call that takes no body was sent one."""
    if req.get_data(cache=True):
        raise wrong_body("#", "this call takes no body", status=400)


def refuse_query(req: Request) -> None:
    """A call that takes no parameters was sent some."""
    if req.query_string:
        raise Problem(422, "this call takes no parameters")


def _parameters(req: Request, schema: Schema) -> Iterator[tuple[str, str | list[str]]]:
    try:
        unquote_to_bytes(req.query_string).decode()
    except UnicodeDecodeError:
        raise Problem(422, "the query is not UTF-8") from None
    if sum(map(len, req.args.listvalues())) > MOST_PARAMETERS:
        raise Problem(422, f"at most {MOST_PARAMETERS} parameters")
    known = {field.data_key or name: field for name, field in schema.fields.items()}
    for name, values in req.args.lists():
        many = isinstance(known.get(name), fields.List)
        if name in known and len(values) > 1 and not many:
            raise Problem(422, f"{name} stands twice", errors=[Wrong("stands twice", parameter=name)])
        if any("\0" in value for value in values):
            raise Problem(422, "a parameter contains the character NUL")
        yield name, values if many else values[0]


def _wrongs(messages: Any, schema: Schema, *, in_body: bool) -> Iterator[Wrong]:
    for path, message in each(messages):
        steps = tuple(_without_levels_of_dicts(path, schema))
        detail = _unknown(path, schema) if message == _UNKNOWN else _WORDED.get(message, message)
        if in_body:
            yield Wrong(detail, pointer=at(*steps))
        else:
            yield Wrong(detail, parameter=_parameter(path, schema))


def _without_levels_of_dicts(path: tuple[str | int, ...], schema: Schema) -> Iterator[str | int]:
    """marshmallow tells below each key of a Dict whether its `key` or its `value` is wrong: no place in the body."""
    node: Any = schema
    steps = iter(path)
    for step in steps:
        yield step
        if isinstance(node, Schema):
            node = next((each for name, each in node.fields.items() if step in (name, each.data_key)), None)
            if isinstance(node, fields.Nested):
                node = node.schema
        elif isinstance(node, fields.List):
            node = node.inner.schema if isinstance(node.inner, fields.Nested) else node.inner
        elif isinstance(node, fields.Dict):
            next(steps, None)
            node = None


def _unknown(path: tuple[str | int, ...], schema: Schema) -> str:
    known = [field.data_key or name for name, field in schema.fields.items()] if len(path) == 1 else []
    close = nearest(str(path[-1])[:80], known) if path else None
    if close:
        return f"unknown; did you mean {shown(close)}?"
    return f"unknown; expected one of {', '.join(known)}" if known else "unknown"


def _parameter(path: tuple[str | int, ...], schema: Schema) -> str:
    """The name of a parameter; one that we do not know is shortened to what is surely no secret."""
    name = str(path[0]) if path else ""
    if name in {field.data_key or name for name, field in schema.fields.items()}:
        return name
    return name if name.isascii() and name.isidentifier() and len(name) <= 24 else "(another)"


def _summary(errors: list[Wrong]) -> str:
    if len(errors) == 1:
        place = errors[0].pointer or errors[0].parameter or ""
        return f"{place}: {errors[0].detail}"
    return f"{len(errors)} places are wrong"


class Number(BaseConverter):
    """A whole number in an address, of at most 18 digits: what is longer is in no database, and not found."""

    regex = r"[0-9]{1,18}"
    part_isolating = True

    def to_python(self, value: str) -> int:
        """The number; 007 is not a second address of 7."""
        if value != str(int(value)):
            raise ValidationError
        return int(value)

    def to_url(self, value: int) -> str:
        """The number in decimal."""
        return str(value)
