"""A POST with an Idempotency-Key is done once, and answered the same as often as it is made."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.views import MethodView

from referee.service import access
from referee.service.blueprint import Blueprint
from referee.store import idempotency
from referee.store.database import Store

KEY = {"Idempotency-Key": "once"}


def test_the_same_call_is_done_once_and_answered_the_same(player: Any, toy: list[Any]) -> None:
    first = player.post("/toy", json={"name": "x"}, headers=KEY)
    again = player.post("/toy", json={"name": "x"}, headers=KEY)
    assert first.status_code == again.status_code == 201
    assert first.get_data() == again.get_data()
    assert first.headers["Location"] == again.headers["Location"]
    assert first.content_type == again.content_type
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert first.headers["X-Request-Id"] != again.headers["X-Request-Id"]
    assert len(toy) == 1


def test_without_a_key_or_with_another_a_call_is_done_again(player: Any, toy: list[Any]) -> None:
    for headers in ({}, {}, KEY, {"Idempotency-Key": "twice"}):
        assert player.post("/toy", json={"name": "x"}, headers=headers).status_code == 201
    assert len(toy) == 4


def test_a_key_belongs_to_the_account_that_used_it(player: Any, other: Any, toy: list[Any]) -> None:
    player.post("/toy", json={"name": "x"}, headers=KEY)
    assert "Idempotency-Replayed" not in other.post("/toy", json={"name": "x"}, headers=KEY).headers
    assert len(toy) == 2


def test_another_call_with_the_same_key_is_refused(player: Any, toy: list[Any]) -> None:
    player.post("/toy", json={"name": "x"}, headers=KEY)
    for response in (player.post("/toy", json={"name": "y"}, headers=KEY), player.post("/toy/secret", headers=KEY)):
        assert response.status_code == 422
        assert response.get_json()["errors"][0]["header"] == "Idempotency-Key"
    assert len(toy) == 1


def test_the_same_body_at_another_address_is_another_call(player: Any, toy: list[Any]) -> None:
    assert player.post("/toy/secret", headers=KEY).status_code == 201
    assert player.post("/toy/forgetful", headers=KEY).status_code == 422
    assert toy == ["secret"]


@pytest.mark.parametrize("status", [400, 404, 409, 422, 429, 503])
def test_a_call_that_was_refused_may_be_made_again_with_its_key(player: Any, toy: list[Any], status: int) -> None:
    assert player.post("/toy", json={"name": str(status)}, headers=KEY).status_code == status
    assert player.post("/toy", json={"name": "x"}, headers=KEY).status_code == 201
    assert len(toy) == 2


def test_a_call_that_broke_off_keeps_its_key_for_a_while(player: Any, toy: list[Any]) -> None:
    assert player.post("/toy", json={"name": "crash"}, headers=KEY).status_code == 500
    response = player.post("/toy", json={"name": "crash"}, headers=KEY)
    assert response.status_code == 409
    assert int(response.headers["Retry-After"]) >= 1
    assert len(toy) == 1


@pytest.mark.parametrize("path", ["/toy/secret", "/toy/forgetful"])
def test_an_answer_that_shows_a_secret_is_not_kept(player: Any, toy: list[Any], store: Store, path: str) -> None:
    secret = player.post(path, headers=KEY).get_json()["key"]
    again = player.post(path, headers=KEY)
    assert again.status_code == 409
    assert "done before" in again.get_json()["detail"]
    assert secret not in again.get_data(as_text=True)
    assert toy == ["secret"]
    kept = b"".join(file.read_bytes() for file in Path(store.path).parent.iterdir() if file.is_file())
    assert secret.encode() not in kept


@pytest.mark.parametrize("key", ["", "x" * 65, "a b", "\u00e9", "tab\there"])
def test_a_key_that_is_none_is_refused(player: Any, toy: list[Any], key: str) -> None:
    response = player.post("/toy", json={"name": "x"}, headers={"Idempotency-Key": key})
    assert response.status_code == 422
    assert response.get_json()["errors"][0]["header"] == "Idempotency-Key"
    assert toy == []


def test_a_key_of_64_visible_characters_is_one(player: Any, toy: list[Any]) -> None:
    key = "!~" * 32
    assert player.post("/toy", json={"name": "x"}, headers={"Idempotency-Key": key}).status_code == 201


def test_a_call_that_may_not_be_made_is_refused_whatever_the_key_has_done(
    player: Any, anonymous: Any, toy: list[Any]
) -> None:
    player.post("/toy", json={"name": "x"}, headers=KEY)
    assert anonymous.post("/toy", json={"name": "x"}, headers=KEY).status_code == 401


def test_a_call_that_is_being_answered_is_not_answered_beside_it(app: Flask, client: Callable[..., Any]) -> None:
    begun, go_on = threading.Event(), threading.Event()
    slow = Blueprint("slow", __name__)

    @slow.route("/slow")
    class Slow(MethodView):
        """Waits for the test."""

        @access.player
        @slow.response(201)
        def post(self) -> object:
            """Answer when the test says so."""
            begun.set()
            assert go_on.wait(60)
            return {"done": True}

    app.register_blueprint(slow)
    player = client("ann")
    answers: list[Any] = []
    thread = threading.Thread(target=lambda: answers.append(player.post("/slow", headers=KEY)))
    thread.start()
    assert begun.wait(60)
    meanwhile = player.post("/slow", headers=KEY)
    go_on.set()
    thread.join()
    assert meanwhile.status_code == 409
    assert answers[0].status_code == 201
    assert player.post("/slow", headers=KEY).headers["Idempotency-Replayed"] == "true"


def test_what_is_kept_is_forgotten_after_a_day(player: Any, toy: list[Any], store: Store) -> None:
    player.post("/toy", json={"name": "x"}, headers=KEY)
    with store.writing() as db:
        db.execute("UPDATE idempotency SET created_at = created_at - 24 * 3600")
    player.post("/toy", json={"name": "y"}, headers={"Idempotency-Key": "another"})
    assert "Idempotency-Replayed" not in player.post("/toy", json={"name": "x"}, headers=KEY).headers
    assert idempotency.forget(store, 0) == 0
