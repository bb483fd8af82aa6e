"""Errors: one shape for all, an id that the log knows, and no secret in them."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.views import MethodView

from referee.service import blueprint
from referee.service.problems import at, worded
from referee.store.database import StoreBusy, StoreFailed

KEYS = {"type", "title", "status", "detail", "instance"}
SECRET = "rf_" + "s" * 43


def assert_is_problem(response: Any, status: int) -> None:
    """An answer has the one shape, and its status stands in it too."""
    assert response.status_code == status
    assert response.content_type == "application/problem+json"
    problem = response.get_json()
    assert problem.keys() - {"errors"} == KEYS
    assert problem["type"] == "about:blank"
    assert problem["status"] == status
    assert problem["instance"] == f"urn:uuid:{uuid.UUID(response.headers['X-Request-Id'])}"
    assert response.headers["Cache-Control"] == "no-store"


def test_what_is_not_there_is_a_problem(anonymous: Any) -> None:
    for path in ("/", "/api/nothing", "/api/", "/%00", "/%FF", "/api/bots/a/b/c", "//api"):
        assert_is_problem(anonymous.get(path), 404)


def test_a_method_that_an_address_does_not_take_is_a_problem_with_those_that_it_takes(anonymous: Any) -> None:
    for method in ("DELETE", "TRACE", "PROPFIND", "BREW"):
        response = anonymous.call(method, "/healthz")
        assert_is_problem(response, 405)
        assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("status", [400, 403, 404, 409, 422, 429, 503])
def test_a_problem_that_a_view_raises_goes_out_as_it_is(player: Any, toy: list[Any], status: int) -> None:
    response = player.post("/toy", json={"name": str(status)})
    assert_is_problem(response, status)
    assert response.get_json()["detail"] == "as was asked"


def test_a_mistake_of_ours_is_an_id_for_the_caller_and_all_of_it_in_the_log(
    player: Any, toy: list[Any], lines: Callable[[], list[dict[str, Any]]]
) -> None:
    response = player.post("/toy", json={"name": "crash"})
    assert_is_problem(response, 500)
    assert "ZeroDivision" not in response.get_data(as_text=True)
    (failed,) = [line for line in lines() if line["event"] == "failed"]
    assert failed["request_id"] == response.headers["X-Request-Id"]
    assert failed["exception"].startswith("Traceback")
    assert "ZeroDivisionError" in failed["exception"]


def test_a_busy_database_is_503_and_says_when_to_come_back(
    app: Flask, anonymous: Any, toy: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for error, wait in ((StoreBusy("/secret/path: busy"), "2"), (StoreFailed("/secret/path: full"), "60")):

        def fail(error: Exception = error) -> None:
            raise error

        monkeypatch.setitem(app.before_request_funcs, None, [*app.before_request_funcs[None][:1], fail])
        response = anonymous.get("/toy")
        assert_is_problem(response, 503)
        assert response.headers["Retry-After"] == wait
        assert "secret" not in response.get_data(as_text=True)


@pytest.mark.parametrize(
    "path",
    [f"/toy?key={SECRET}", f"/toy?{SECRET}=1", f"/toy?cursor={SECRET}", f"/toy/{SECRET}", f"/{SECRET}"],
)
def test_no_error_repeats_what_may_be_a_key(organiser: Any, toy: list[Any], path: str) -> None:
    response = organiser.get(path)
    assert response.status_code >= 400
    assert SECRET not in response.get_data(as_text=True) + str(response.headers)


def test_no_error_repeats_a_parameter_that_may_be_anything(anonymous: Any, toy: list[Any]) -> None:
    for name in ("correct-horse-battery-staple", "0123456789abcdef0123456789abcdef", "caf\u00e9"):
        response = anonymous.get("/toy", query_string={name: "1"})
        assert response.get_json()["errors"][0]["parameter"] == "(another)"


@pytest.mark.parametrize("body", [{SECRET: 1}, {"name": 1, SECRET: {SECRET: SECRET}}, {"name": "x", "size": SECRET}])
def test_no_error_of_a_body_repeats_what_may_be_a_key(player: Any, toy: list[Any], body: dict[str, Any]) -> None:
    response = player.post("/toy", json=body)
    assert response.status_code == 422
    assert SECRET not in response.get_data(as_text=True)


def test_an_error_says_nothing_that_steers_a_terminal_and_never_much() -> None:
    assert worded("a\x1b[2J\u202eb") == "a\\u001b[2J\\u202eb"
    assert len(worded("x" * 10_000)) == 500


def test_a_pointer_is_a_fragment_as_rfc_6901_has_it() -> None:
    assert at("a b", "c/d", "e~f", 'g"h', "%", 3) == "#/a%20b/c~1d/e~0f/g%22h/%25/3"
    assert at("\ud800") == "#/?"


def test_every_call_says_who_may_make_it(app: Flask) -> None:
    found = blueprint.views(app)
    assert {access for _, _, access in found} <= {"public", "player", "organiser"}
    assert ("/api/invitations", "POST", "organiser") in found


def test_a_method_that_does_not_say_who_may_call_it_is_not_taken() -> None:
    forgetful = blueprint.Blueprint("forgetful", __name__)

    class View(MethodView):
        def get(self) -> dict[str, Any]:
            return {}

    with pytest.raises(TypeError, match="does not say who may call it"):
        forgetful.route("/x")(View)
