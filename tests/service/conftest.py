"""The service as its callers meet it: an app on a database of its own, called in this process."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hostility
import midterm
import pytest
import structlog
from flask import Flask
from flask.views import MethodView
from hostility import Send
from marshmallow import Schema, fields
from midterm import Term
from werkzeug.test import TestResponse

from referee.service import access, idempotency, logs, paging
from referee.service import database as databases
from referee.service.app import create_app
from referee.service.blueprint import Blueprint
from referee.service.config import Config
from referee.service.problems import Problem
from referee.store import accounts, api_keys, database
from referee.store.database import Store


class Client:
    """Somebody who calls the service: with a key or, `key=None`, without."""

    def __init__(self, app: Flask, key: str | None = None, name: str | None = None) -> None:
        self.app = app
        self.key = key
        self.name = name

    def call(self, method: str, path: str, **more: Any) -> TestResponse:
        """One call; `json`, `data`, `headers` and the rest are those of werkzeug's test client."""
        headers = dict(more.pop("headers", {}))
        if self.key is not None:
            headers.setdefault("Authorization", f"Bearer {self.key}")
        return self.app.test_client().open(path, method=method, headers=headers, **more)

    def get(self, path: str, **more: Any) -> TestResponse:
        return self.call("GET", path, **more)

    def post(self, path: str, json: Any = None, **more: Any) -> TestResponse:
        return self.call("POST", path, **({} if json is None else {"json": json}), **more)

    def put(self, path: str, json: Any = None, **more: Any) -> TestResponse:
        return self.call("PUT", path, **({} if json is None else {"json": json}), **more)

    def patch(self, path: str, json: Any = None, **more: Any) -> TestResponse:
        return self.call("PATCH", path, **({} if json is None else {"json": json}), **more)

    def delete(self, path: str, **more: Any) -> TestResponse:
        return self.call("DELETE", path, **more)


@pytest.fixture
def settings(tmp_path: Path) -> Config:
    """The settings of the app under test; a file overrides this fixture to set others."""
    return Config(database=tmp_path / "referee.sqlite", requests_per_minute=1_000_000, port=0)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """Where the service logs while a test runs; `lines` reads it."""
    stream = io.StringIO()
    logs.configure_calls("debug", stream)
    yield stream
    structlog.reset_defaults()


@pytest.fixture
def app(settings: Config, logged: io.StringIO) -> Iterator[Flask]:
    """The app."""
    app = create_app(settings)
    yield app
    databases.stores(app).close()


@pytest.fixture
def store(settings: Config) -> Iterator[Store]:
    """The app's database, for a test to put into it what it needs."""
    with database.open(settings.database) as store:
        yield store


@pytest.fixture
def client(app: Flask, store: Store) -> Callable[..., Client]:
    """Makes somebody with an account and a key: `client("ann")`, `client("olga", role="organiser")`."""

    def client(name: str, role: str = "player") -> Client:
        account = accounts.add(store, name, role)
        _, key = api_keys.issue(store, account.id, "for a test")
        return Client(app, key, name)

    return client


@pytest.fixture(scope="session")
def term(tmp_path_factory: pytest.TempPathFactory) -> Term:
    """A course in the middle of its term; `midterm.begin_anew` copies it for a test."""
    return midterm.held(tmp_path_factory.mktemp("term") / "term.sqlite")


@pytest.fixture(scope="session")
def term_app(term: Term) -> Iterator[Flask]:
    """The service for copies of it."""
    app = midterm.app_on(term.path)
    yield app
    databases.stores(app).close()


@pytest.fixture
def send(term_app: Flask, term: Term, tmp_path: Path) -> Iterator[Send]:
    """Makes calls of which nothing may come: `send("POST", "/api/bots", b"[")`, as the organiser or `role="ann"`."""
    with hostility.harmless(term_app, term, tmp_path / "referee.sqlite") as send:
        yield send


@pytest.fixture
def anonymous(app: Flask) -> Client:
    """Somebody without a key."""
    return Client(app)


@pytest.fixture
def player(client: Callable[..., Client]) -> Client:
    """The student ann."""
    return client("ann")


@pytest.fixture
def other(client: Callable[..., Client]) -> Client:
    """Another student, bob."""
    return client("bob")


@pytest.fixture
def organiser(client: Callable[..., Client]) -> Client:
    """The organiser olga."""
    return client("olga", role="organiser")


@pytest.fixture
def lines(logged: io.StringIO) -> Callable[[], list[dict[str, Any]]]:
    """Reads what was logged so far."""
    return lambda: [json.loads(line) for line in logged.getvalue().splitlines()]


class Item(Schema):
    """A thing in a list of the toy."""

    name = fields.String(required=True)


class Toy(Schema):
    """A body with every kind of place in it."""

    name = fields.String(required=True)
    size = fields.Integer(strict=True)
    options = fields.Dict(keys=fields.String(), values=fields.Integer(strict=True))
    items = fields.List(fields.Nested(Item))


class ToyQuery(paging.PageQuery):
    """A list with a filter, and one that may stand more than once."""

    colour = fields.String(load_default=None)
    tag = fields.List(fields.String(), load_default=list)


@pytest.fixture
def toy(app: Flask) -> list[Any]:
    """A resource at /toy that takes whatever resources take; gives the bodies and queries that reached it."""
    seen: list[Any] = []
    blueprint = Blueprint("toy", __name__)

    @blueprint.route("/toy")
    class Toys(MethodView):
        """The toy."""

        @access.public
        @blueprint.arguments(ToyQuery, location="query")
        @blueprint.response(200)
        def get(self, query: dict[str, Any]) -> object:
            """A list of the numbers up to 7."""
            seen.append(query)
            after = paging.position(query["cursor"], "toys", (int,))
            numbers = list(range((after[0] if after else 0) + 1, 8))[: query["limit"] + 1]
            return paging.page(numbers, query, "toys", lambda number: (number,))

        @access.player
        @blueprint.arguments(Toy)
        @blueprint.response(201)
        def post(self, body: dict[str, Any]) -> object:
            """Keep what was sent; a name that is a number is answered as an error of that status, or a crash."""
            seen.append(body)
            if body["name"] == "crash":
                raise ZeroDivisionError("rf_" + "c" * 43)
            if body["name"].isdigit():
                raise Problem(int(body["name"]), "as was asked")
            return {"number": len(seen)}, 201, {"Location": f"/toy/{len(seen)}"}

    @blueprint.route("/toy/secret")
    class Secret(MethodView):
        """What is shown once."""

        @access.player
        @idempotency.shown_once
        @blueprint.response(201)
        def post(self) -> object:
            """A secret."""
            seen.append("secret")
            return {"key": "hush, hush"}

    @blueprint.route("/toy/forgetful")
    class Forgetful(MethodView):
        """What is shown once, but the method does not say so."""

        @access.player
        @blueprint.response(201)
        def post(self) -> object:
            """A key."""
            seen.append("secret")
            return {"key": "rf_" + "k" * 43}

    @blueprint.route("/toy/<int:number>")
    class One(MethodView):
        """A thing with a number, for organisers."""

        @access.organiser
        @blueprint.response(200)
        def get(self, number: int) -> object:
            """The number."""
            return {"number": number}

    app.register_blueprint(blueprint)
    return seen
