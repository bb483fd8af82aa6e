"""The database as the views use it: each thread of the server has a store of its own, opened once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import cast

from flask import Flask, current_app

from referee.store import database
from referee.store.database import Store

_KEY = "referee.stores"


class Stores:
    """One database file, and the store of each thread that uses it.

    A store belongs to the thread that opened it, and is let go with it.
    """

    def __init__(self, path: Path, timeout_s: float = 5.0) -> None:
        self.path = path
        self._timeout_s = timeout_s
        self._own = threading.local()

    def store(self) -> Store:
        """The store of this thread; StoreError when the file cannot be used."""
        store: Store | None = getattr(self._own, "store", None)
        if store is None:
            store = self._own.store = database.open(self.path, timeout=self._timeout_s)
        return store

    def close(self) -> None:
        """Close the store of this thread."""
        store: Store | None = self._own.__dict__.pop("store", None)
        if store is not None:
            store.close()


def install(app: Flask, stores: Stores) -> None:
    """Give the app its database."""
    app.extensions[_KEY] = stores


def stores(app: Flask) -> Stores:
    """The database of an app."""
    return cast(Stores, app.extensions[_KEY])


def store() -> Store:
    """The store of this thread, for the app that answers."""
    return stores(current_app).store()
