"""Makes the service: the Flask app with its resources, its limits and its errors."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import flask_smorest  # type: ignore[import-untyped]  # it ships no types
from flask import Flask, Response

from referee.service import (
    access,
    blueprint,
    config,
    database,
    docs,
    ending,
    idempotency,
    limits,
    logs,
    operations,
    paging,
    problems,
)
from referee.service.access import SCHEME
from referee.service.config import Config
from referee.service.database import Stores
from referee.service.reading import MOST_BODY, Number
from referee.service.resources import BLUEPRINTS

TITLE = "The referee"
DESCRIPTION = """\
Bots play board games against each other: students register the addresses of their bots, ladders match them without end.

Everything that writes needs an API key, sent as `Authorization: Bearer rf_...`; what is public needs none. Errors are
`application/problem+json` (RFC 9457). Lists come in pages: follow the link `next`. Times are ISO 8601 in UTC. A POST
takes an `Idempotency-Key`, and is then done once however often it is sent."""

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The content security policy of every answer that is no page: a browser loads nothing because of it."""


class Api(flask_smorest.Api):  # type: ignore[misc]  # its base is untyped
    """flask-smorest's, with our errors in place of its own."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        problems.handle(self._app)


def create_app(settings: Config) -> Flask:
    """The service with these settings; its database is opened with the first call that needs it."""
    app = Flask("referee.service", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=MOST_BODY, **_openapi(settings))
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the provider that Flask brings has it
    app.url_map.converters["int"] = Number
    app.url_map.strict_slashes = True
    app.url_map.redirect_defaults = False
    app.url_map.merge_slashes = False
    logs.silence_flask(app)
    config.install(app, settings)
    database.install(app, Stores(settings.database))
    limits.install(app, settings.requests_per_minute)
    ending.install(app)
    operations.install(app)
    app.before_request(logs.begin)
    app.before_request(_admit)
    app.before_request(blueprint.refuse_what_is_not_read)
    app.before_request(idempotency.begin)
    # Flask calls these in the opposite order: the log line is the last.
    app.after_request(logs.end)
    app.after_request(operations.count)
    app.after_request(_secure)
    app.after_request(paging.tag)
    app.after_request(idempotency.end)
    api = Api(app)
    api.register_converter(Number, lambda converter: {"type": "integer", "minimum": 0, "maximum": 10**18 - 1})
    api.spec.components.security_scheme(SCHEME, {"type": "http", "scheme": "bearer", "bearerFormat": "rf_..."})
    blueprint.register_problems(api.spec)
    for each in (*BLUEPRINTS, operations.operations):
        api.register_blueprint(each)
    docs.install(app, api.spec)
    return app


def _openapi(settings: Config) -> dict[str, Any]:
    return {
        "API_TITLE": TITLE,
        "API_VERSION": version("referee"),
        "OPENAPI_VERSION": "3.1.0",
        "API_SPEC_OPTIONS": {
            "info": {"description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
            "servers": [{"url": settings.public_url or "/"}],
        },
    }


def _admit() -> None:
    """Who watches the service may ask as often as they like; everybody else is counted."""
    if not operations.is_asked():
        limits.admit()


def _secure(response: Response) -> Response:
    """What browsers and caches between us and the caller may do with an answer."""
    headers = response.headers
    headers.setdefault("Content-Security-Policy", NOTHING)
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if access.account() is not None or response.status_code >= 400:
        headers["Cache-Control"] = "no-store"
    else:
        headers.setdefault("Cache-Control", "no-cache")
    response.vary.add("Authorization")
    return response
