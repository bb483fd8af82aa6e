"""How the service says that it will not or cannot: one shape for every error, RFC 9457, application/problem+json.

Raise `Problem` anywhere below a view. `errors` name the places that are wrong: `#/url` in the body, a parameter of the
query, a header. What may be a key is hidden wherever it stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import structlog
from flask import Flask, g, request
from marshmallow import Schema, fields
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge
from werkzeug.wrappers import Response

from parlour.core.wording import printable
from referee.store.database import StoreBusy, StoreFailed

PROBLEM_JSON = "application/problem+json"
BUSY_S = 2
"""After how many seconds a caller who met a busy database may try again."""
DISK_S = 60
"""The same for a disk that is full or fails: an organiser has to see to it."""
MOST_ERRORS = 50
MOST_DETAIL = 500

_IN_FRAGMENTS = "~!$&'()*+,;=:@?"
_SECRET = re.compile(r"\b(?:rf_|ri_|whsec_)[A-Za-z0-9_+/=-]{8,}")


@dataclass(frozen=True)
class Wrong:
    """One place of a call that is wrong: exactly one of pointer, parameter and header, and what is expected there."""

    detail: str
    pointer: str | None = None
    parameter: str | None = None
    header: str | None = None

    def to_json(self) -> dict[str, str]:
        """As it stands among the errors of a problem."""
        place = {"pointer": self.pointer, "parameter": self.parameter, "header": self.header}
        return {kind: without_secrets(text) for kind, text in place.items() if text is not None} | {
            "detail": worded(self.detail)
        }


def at(*path: str | int) -> str:
    """The place in a body as RFC 6901 writes it in a fragment.

    >>> at("bots", 1, "a/b"), at()
    ('#/bots/1/a~1b', '#')
    """
    steps = (str(step)[:80].replace("~", "~0").replace("/", "~1") for step in path)
    return "#" + "".join("/" + quote(step, safe=_IN_FRAGMENTS, errors="replace") for step in steps)


def without_secrets(text: str) -> str:
    """The text without what may be a key or a code.

    >>> without_secrets("no rf_0123456789abcdef here")
    'no (hidden) here'
    """
    return _SECRET.sub("(hidden)", text)


def worded(text: str) -> str:
    """A sentence as an answer may hold it: nothing that steers a terminal, no secret, not too long."""
    text = printable(without_secrets(text))
    return text if len(text) <= MOST_DETAIL else f"{text[: MOST_DETAIL - 3]}..."


class Problem(HTTPException):
    """An answer that is an error: its status, a sentence that the caller can act on, and the places that are wrong."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        errors: Iterable[Wrong] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = status
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = dict(headers or {})


def not_found(thing: str) -> Problem:
    """What is said of a thing that is not there, or that the caller must not know of."""
    return Problem(404, f"there is no such {thing}")


def wrong_body(pointer: str, detail: str, *, status: int = 422) -> Problem:
    """One thing in the body that will not do."""
    return Problem(status, detail, errors=[Wrong(detail, pointer=pointer)])


def wrong_parameter(parameter: str, detail: str) -> Problem:
    """One parameter of the query that will not do."""
    return Problem(422, f"{parameter}: {detail}", errors=[Wrong(detail, parameter=parameter)])


def try_again(status: int, detail: str, seconds: float) -> Problem:
    """What will do later: 429 where the caller asks too much, 503 where the service cannot."""
    return Problem(status, detail, headers={"Retry-After": str(max(1, -int(-seconds // 1)))})


def answer(problem: Problem) -> Response:
    """The problem as it goes out."""
    status = problem.code or 500
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": worded(problem.detail),
        "instance": f"urn:uuid:{g.get('request_id', '')}",
    }
    if problem.errors:
        body["errors"] = [wrong.to_json() for wrong in problem.errors[:MOST_ERRORS]]
    return Response(json.dumps(body) + "\n", status, problem.headers, content_type=PROBLEM_JSON)


class WrongShape(Schema):
    """One place of the call that is wrong: in the body (pointer), the query (parameter) or the head (header)."""

    pointer = fields.String(metadata={"description": "JSON pointer into the body, as a fragment: #/url"})
    parameter = fields.String(metadata={"description": "the parameter of the query"})
    header = fields.String(metadata={"description": "the header"})
    detail = fields.String(required=True, metadata={"description": "what is expected there"})


class ProblemShape(Schema):
    """An error as RFC 9457 describes it."""

    type = fields.String(required=True, metadata={"description": "about:blank: the status says it all"})
    title = fields.String(required=True, metadata={"description": "what the status means"})
    status = fields.Integer(required=True, metadata={"description": "the status of the answer"})
    detail = fields.String(required=True, metadata={"description": "what was wrong, in a sentence"})
    instance = fields.String(required=True, metadata={"description": "the id of this call, also in X-Request-Id"})
    errors = fields.List(fields.Nested(WrongShape), metadata={"description": "every place that is wrong"})


def handle(app: Flask) -> None:
    """Let every error of the app go out as a problem."""
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(StoreBusy, _of_busy)
    app.register_error_handler(StoreFailed, _of_disk)
    app.register_error_handler(Exception, _of_ours)


def _of_http(error: HTTPException) -> Response:
    if isinstance(error, Problem):
        return answer(error)
    if error.response is not None:
        return error.response  # type: ignore[return-value]  # a redirect that somebody made
    return answer(_told(error))


def _told(error: HTTPException) -> Problem:
    """What Werkzeug and Flask refuse by themselves, in our words."""
    match error:
        case NotFound():
            return Problem(404, "there is nothing at this address; GET /api lists what there is")
        case MethodNotAllowed():
            allowed = sorted(error.valid_methods or ())
            return Problem(405, f"this address takes {', '.join(allowed)}", headers={"Allow": ", ".join(allowed)})
        case RequestEntityTooLarge():
            return Problem(413, "the body is too large: at most 256 KiB")
    status = error.code or 500
    return Problem(status, HTTPStatus(status).phrase.lower())


def _of_busy(error: StoreBusy) -> Response:
    _log("database busy", error)
    return answer(try_again(503, "the database is busy; the same call may be made again", BUSY_S))


def _of_disk(error: StoreFailed) -> Response:
    _log("disk failed", error)
    return answer(try_again(503, "the referee's disk is full or fails; nothing was half-written", DISK_S))


def _log(event: str, error: Exception) -> None:
    structlog.get_logger("referee.service").error(event, request_id=g.get("request_id"), reason=str(error))


def _of_ours(error: Exception) -> Response:
    """A mistake of ours: the caller is told an id, the log everything."""
    structlog.get_logger("referee.service").error(
        "failed",
        request_id=g.get("request_id"),
        method=request.method,
        route=request.url_rule.rule if request.url_rule else None,
        exc_info=error,
    )
    return answer(Problem(500, "the referee made a mistake; its organiser finds it in the log by the id of this call"))


def each(messages: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What marshmallow found wrong, one place after the other."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from each(inner, path if key == "_schema" else (*path, key))
    elif isinstance(messages, list):
        for inner in messages:
            yield from each(inner, path)
    else:
        yield path, str(messages)
