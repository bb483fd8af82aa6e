"""Tells answers that go on for long, such as feeds, that the service is about to end."""

from __future__ import annotations

import threading
from typing import cast

from flask import Flask, current_app

_KEY = "referee.ending"


def install(app: Flask) -> None:
    """Give the app its sign."""
    app.extensions[_KEY] = threading.Event()


def ending(app: Flask | None = None) -> threading.Event:
    """Set once the service ends; `wait` on it instead of sleeping."""
    return cast(threading.Event, (app or current_app).extensions[_KEY])
