"""What the service logs: one JSON object a line on standard error, with the id of the call that it belongs to.

No key, no query string, no raw path stands in it: of an address the rule is logged (`/api/bots/<name>`).
"""

from __future__ import annotations

import logging
import sys
import time
import uuid
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog
from flask import Flask, g, request
from structlog.typing import Processor
from werkzeug.wrappers import Response

from referee.service import access
from referee.service.problems import without_secrets

FROM_LIBRARIES = logging.WARNING
"""What waitress and others say is logged from here on, whatever we log ourselves."""


def configure(level: str = "info", stream: TextIO | None = None) -> None:
    """Let everything that this process logs go to `stream`, standard error if none is given, as JSON lines.

    For the whole process: commands call it once.
    """
    stream = stream or sys.stderr
    configure_calls(level, stream)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_SHARED,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _hide,
                structlog.processors.JSONRenderer(default=str),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(logging.getLevelNamesMapping()[level.upper()], FROM_LIBRARIES))


def configure_calls(level: str, stream: TextIO) -> None:
    """The same for what is logged through structlog only: by us, and not by the libraries."""
    structlog.configure(
        processors=[*_SHARED, structlog.processors.JSONRenderer(default=str)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(stream),
        cache_logger_on_first_use=False,
    )


def _hide(logger: object, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Nothing that may be a key is logged, wherever it came from."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = without_secrets(value)
    return event


_SHARED: list[Processor] = [
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="ts"),
    structlog.processors.format_exc_info,
    _hide,
]


def begin() -> None:
    """Give the call an id and note when it came."""
    g.request_id = str(uuid.uuid4())
    g.began = time.perf_counter()


def seconds() -> float:
    """For how long the call has been answered so far."""
    return time.perf_counter() - float(g.get("began", time.perf_counter()))


def rule() -> str:
    """The address that is called, as the rule that it fits; the same for all that fit none."""
    return request.url_rule.rule if request.url_rule is not None else "(none)"


def end(response: Response) -> Response:
    """Log one line for the call, and tell the caller its id."""
    response.headers["X-Request-Id"] = g.get("request_id", "")
    account = access.account()
    structlog.get_logger("referee.service").info(
        "call",
        request_id=g.get("request_id"),
        method=request.method,
        route=rule(),
        status=response.status_code,
        ms=round(seconds() * 1000, 1),
        account=account and account.id,
    )
    return response


def silence_flask(app: Flask) -> None:
    """Flask logs nothing by itself: what it would say is in our lines already."""
    app.logger.disabled = True
