"""Lists in pages, by cursors that only the service reads; and answers that a caller need not be sent twice."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from flask import Response, request
from marshmallow import Schema, fields, validate

from referee.service.problems import wrong_parameter
from referee.service.shapes.common import asked_whole

USUAL_LIMIT = 50
MOST_LIMIT = 100
MOST_CURSOR = 400

Position = tuple[str | int, ...]
Item = TypeVar("Item")


class PageQuery(Schema):
    """The parameters that every list takes; the filters of one list stand beside them in a schema below this."""

    limit = asked_whole("how many items at most", least=1, most=MOST_LIMIT, load_default=USUAL_LIMIT)
    cursor = fields.String(
        load_default=None,
        validate=validate.Length(1, MOST_CURSOR, error=f"expected 1 to {MOST_CURSOR} characters"),
        metadata={
            "description": "where to go on, as in the link `next` of the page before",
            "pattern": "^[A-Za-z0-9_-]+$",
        },
    )


def cursor(kind: str, position: Sequence[str | int]) -> str:
    """The cursor that goes on after a position in lists of one kind.

    >>> position(cursor("matches", (17, "m-3")), "matches", (int, str))
    (17, 'm-3')
    """
    return base64.urlsafe_b64encode(json.dumps([kind, *position]).encode()).decode().rstrip("=")


def position(cursor: str | None, kind: str, types: tuple[type, ...]) -> Any:
    """The position after which a list goes on, a tuple with values of these types; None without a cursor.

    Problem 422 for a cursor that no list of this kind has given.
    """
    if cursor is None:
        return None
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        found = json.loads(raw)
    except (binascii.Error, ValueError, RecursionError):
        raise _not_ours() from None
    if not isinstance(found, list) or [type(part) for part in found] != [str, *types] or found[0] != kind:
        raise _not_ours()
    if any(type(part) is int and abs(part) >= 2**63 for part in found):
        raise _not_ours()
    return tuple(found[1:])


def _not_ours() -> Exception:
    return wrong_parameter("cursor", "expected a cursor from the link `next` of this list")


def page(
    items: Sequence[Item],
    query: Mapping[str, Any],
    kind: str,
    after: Callable[[Item], Position],
    shown: Callable[[Item], Any] = lambda item: item,
) -> dict[str, Any]:
    """One page: `items` are those that were found, one more than the limit if there are so many.

    `after` gives the position of an item, and `shown` what the answer holds of it.
    """
    limit: int = query["limit"]
    following = None
    if len(items) > limit:
        kept = [(name, value) for name, value in request.args.items(multi=True) if name != "cursor"]
        following = f"{request.path}?{urlencode([*kept, ('cursor', cursor(kind, after(items[limit - 1])))])}"
    return {"items": [shown(item) for item in items[:limit]], "next": following}


def tag(response: Response) -> Response:
    """Give an answer that may be asked for again a strong ETag, and send no body to who has it."""
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or response.is_streamed:
        return response
    response.add_etag()
    response.make_conditional(request)
    return response
