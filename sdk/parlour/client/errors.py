"""What can go wrong between a student's program and the service, each as one sentence without a secret.

ClientError             something was asked of the service, and it did not come of it
├── NoService           nothing answered: refused, unknown name, no answer in time, no trust in the certificate
├── BadReply            what answered is not the service, or not as the service answers
└── ApiError            the service refuses, and says why
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from parlour.core.wording import printable, sentence


class ClientError(Exception):
    """What was asked of the service did not come of it; the message is one line, harmless to a terminal."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class NoService(ClientError):
    """Nothing answered at the address of the service."""


class BadReply(ClientError):
    """What answered is not the service, or does not answer as the service does."""


class ApiError(ClientError):
    """The service refuses, and says why.

    `errors` has what is wrong in what was sent, each with where it is (a `pointer` like `#/url`, a `parameter` or a
    `header`) and the `detail`; `request_id` is what the organiser finds the call by; `retry_after_s` says after how
    many seconds to try again, if that is known.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], request_id: str, retry_after_s: float | None) -> None:
        self.status = status
        self.title = _text(problem.get("title")) or f"status {status}"
        self.detail = _text(problem.get("detail"))
        errors = problem.get("errors")
        self.errors = [dict(error) for error in errors if isinstance(error, Mapping)] if type(errors) is list else []
        self.request_id = request_id or _text(problem.get("instance"))
        self.retry_after_s = retry_after_s
        super().__init__(self._said())

    def _said(self) -> str:
        places = [f"{_place(error)}: {_text(error.get('detail'))}" for error in self.errors]
        repeats = any(self.detail and self.detail in place for place in places)
        said = [sentence(each) for each in ([] if repeats else [self.detail or self.title]) + places]
        if self.retry_after_s is not None:
            said.append(f"Try again in {self.retry_after_s:.0f} s.")
        if self.status >= 500 and self.request_id:
            said.append(f"Tell the organiser the request: {self.request_id}.")
        return " ".join(said).removesuffix(".")


def _place(error: Mapping[str, Any]) -> str:
    """Where in a call something is wrong: in its body, its query or its head."""
    if "pointer" in error:
        return _in_body(_text(error["pointer"]))
    return next((_text(error[kind]) for kind in ("parameter", "header") if kind in error), "the call")


def _in_body(pointer: str) -> str:
    """A JSON pointer (RFC 6901) as its reader would say it.

    >>> _in_body("#/name"), _in_body("#/options/months"), _in_body("#/bots/1"), _in_body("#")
    ('name', 'options.months', 'bots[1]', 'the body')
    """
    said = ""
    for step in pointer.removeprefix("#").split("/")[1:]:
        name = unquote(step).replace("~1", "/").replace("~0", "~")
        said += f"[{name}]" if said and name.isdecimal() else f".{name}" if said else name
    return said or "the body"


def _text(value: object) -> str:
    """A part of a problem as text: the service writes text, and whatever else stands there is shown as JSON."""
    return value if isinstance(value, str) else "" if value is None else json.dumps(value)
