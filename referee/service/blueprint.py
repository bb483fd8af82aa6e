"""What resources are written on: flask-smorest's blueprint, with strict reading and every error documented.

bots = Blueprint("bots", __name__, url_prefix="/api/bots", description="Bots and their states")

@bots.route("/<name>")
class Bot(MethodView):
    @access.player
    @bots.arguments(ChangedBot)
    @bots.response(200, OwnBot)
    @bots.problems(409)
    def patch(self, change, name): ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar

import flask_smorest  # type: ignore[import-untyped]  # it ships no types
from apispec import APISpec
from flask import Flask, current_app, request
from marshmallow import Schema

from referee.service.access import SCHEME, View
from referee.service.problems import PROBLEM_JSON, ProblemShape
from referee.service.reading import Parser, refuse_body, refuse_query

Resource = TypeVar("Resource")
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
AnySchema = Schema | type[Schema]

EVERYWHERE = (401, 422, 429, 500, 503)
"""What any call may be answered: a wrong key, a parameter that means nothing, too many calls, and our own failures."""
DOCUMENTED = (400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503)
HEADERS = {
    401: {"WWW-Authenticate": {"schema": {"type": "string"}, "description": "how a key is shown"}},
    429: {"Retry-After": {"schema": {"type": "integer"}, "description": "after how many seconds to call again"}},
    503: {"Retry-After": {"schema": {"type": "integer"}, "description": "after how many seconds to call again"}},
}
_ID = {"X-Request-Id": {"schema": {"type": "string", "format": "uuid"}, "description": "the id of this call"}}
_ETAG = {"ETag": {"schema": {"type": "string"}, "description": "changes whenever the body does"}}
_IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "the ETag that the caller has: 304 if it still holds",
}
_IDEMPOTENCY_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[!-~]{1,64}$"},
    "description": "of the caller's choice: the same call with it is done once, and answered the same for a day",
}


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # its base is untyped
    """One resource of the API."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._prepare_doc_cbks.append(_document)

    def route(self, rule: str, **options: Any) -> Callable[[Resource], Resource]:
        """Put a class with one method for each HTTP method at an address."""
        decorator: Callable[[Resource], Resource] = super().route(rule, **options)
        return decorator

    def arguments(self, schema: AnySchema, *, location: str = "json", **more: Any) -> Callable[[View], View]:
        """Give the method what the schema reads in the body, or with location="query" in the query."""
        decorator: Callable[[View], View] = super().arguments(schema, location=location, **more)
        return decorator

    def response(self, status: int, schema: AnySchema | dict[str, Any] | None = None, **more: Any) -> Decorator:
        """Answer with this status what the schema makes of what the method returns."""
        decorator: Decorator = super().response(status, schema, **more)
        return decorator

    def alt_response(self, status: int, **more: Any) -> Decorator:
        """Document another answer."""
        decorator: Decorator = super().alt_response(status, **more)
        return decorator

    def problems(self, *statuses: int) -> Callable[[View], View]:
        """Document that a method may answer with these errors, beside those that follow from its other decorators."""

        def decorate(view: View) -> View:
            doc = deepcopy(getattr(view, "_apidoc", {}))
            doc["problems"] = (*doc.get("problems", ()), *statuses)

            @wraps(view)
            def as_before(*args: Any, **kwargs: Any) -> Any:
                return view(*args, **kwargs)

            as_before._apidoc = doc  # type: ignore[attr-defined]  # where flask-smorest keeps what it documents
            return as_before  # type: ignore[return-value]

        return decorate

    def _store_endpoint_docs(self, endpoint: str, obj: Any, parameters: Any, tags: Any, **options: Any) -> None:
        super()._store_endpoint_docs(endpoint, obj, parameters, tags, **options)
        for method, doc in self._docs[endpoint].items():
            if method != "parameters" and "access" not in doc:
                raise TypeError(f"{self.name}.{endpoint}: {method} does not say who may call it; see access.py")


def _document(doc: dict[str, Any], info: Mapping[str, Any], *, method: str, **more: Any) -> dict[str, Any]:
    """Add to what flask-smorest documents of one method what follows from our own decorators."""
    responses = {
        str(status): response for status, response in doc.get("responses", {}).items() if not isinstance(response, str)
    }
    statuses = {*EVERYWHERE, *info.get("problems", ())}
    locations = [parameter["in"] for parameter in info.get("arguments", {}).get("parameters", ())]
    if method in ("post", "put", "patch", "delete"):
        statuses |= {400, 413}
    if "json" in locations:
        statuses |= {415}
    if info["access"] != "public":
        doc["security"] = [{SCHEME: []}]
    else:
        doc["security"] = [{}, {SCHEME: []}]
    if info["access"] == "organiser":
        statuses |= {403}
    parameters = doc.setdefault("parameters", [])
    if method == "get" and "200" in responses:
        parameters.append(_IF_NONE_MATCH)
        statuses |= {304}
    if method == "post" and info["access"] != "public":
        parameters.append(_IDEMPOTENCY_KEY)
        statuses |= {409}
    for response in responses.values():
        response.setdefault("headers", {}).update(_ID | (_ETAG if method == "get" else {}))
    doc["responses"] = {str(status): f"Problem{status}" for status in sorted(statuses)} | responses
    return doc


def register_problems(spec: APISpec) -> None:
    """Put into the document what every error answer looks like, once for each status."""
    spec.components.schema("Problem", schema=ProblemShape)
    for status in DOCUMENTED:
        spec.components.response(
            f"Problem{status}",
            {
                "description": HTTPStatus(status).phrase,
                "headers": _ID | HEADERS.get(status, {}),
                "content": {PROBLEM_JSON: {"schema": ProblemShape}},
            },
        )
    spec.components.response("Problem304", {"description": "What the caller has still holds", "headers": _ETAG})


def method_info() -> Mapping[str, Any]:
    """What the decorators say of the method that is called; empty for addresses outside the API."""
    endpoint = request.endpoint
    if endpoint is None:
        return {}
    view = current_app.view_functions[endpoint]
    holder = getattr(view, "view_class", None)
    method = "get" if request.method == "HEAD" else request.method.lower()
    found = getattr(holder, method, view) if holder is not None else view
    info: Mapping[str, Any] = getattr(found, "_apidoc", {})
    return info


def refuse_what_is_not_read() -> None:
    """A body or a query that no schema of the method reads is refused, rather than taken for something it is not."""
    info = method_info()
    if "access" not in info:
        return
    locations = [parameter["in"] for parameter in info.get("arguments", {}).get("parameters", ())]
    if "query" not in locations:
        refuse_query(request)
    if "json" not in locations:
        refuse_body(request)


def views(app: Flask) -> list[tuple[str, str, str]]:
    """Every method of every resource: its rule, the method, and who may call it."""
    found = []
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        holder = getattr(view, "view_class", None)
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            guarded = getattr(holder, method.lower(), view) if holder is not None else view
            info = getattr(guarded, "_apidoc", {})
            found.append((rule.rule, method, info.get("access", "public")))
    return found
