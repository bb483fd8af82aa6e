"""Who may call: a key in one header, good or not, and the role that a call needs."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from referee.service import access, blueprint
from referee.store import accounts, api_keys
from referee.store.database import Store

UNKNOWN = "rf_" + "u" * 43


def test_a_call_that_needs_an_account_is_401_without_a_key(anonymous: Any) -> None:
    response = anonymous.get("/api/me")
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"] == 'Bearer realm="referee"'


def test_a_key_opens_its_own_account(player: Any, other: Any) -> None:
    assert player.get("/api/me").get_json()["name"] == "ann"
    assert other.get("/api/me").get_json()["name"] == "bob"


@pytest.mark.parametrize(
    "header",
    [
        f"Bearer {UNKNOWN}",
        "Bearer rf_short",
        "Bearer",
        "Bearer ",
        "",
        UNKNOWN,
        "Basic {key}",
        "Bearer {key}x",
        "Bearer {key},",
        "Bearer {key} {key}",
        "Bearer {key}\u00e9",
    ],
)
def test_a_key_that_is_not_good_is_401_even_where_none_is_needed(player: Any, anonymous: Any, header: str) -> None:
    sent = {"Authorization": header.format(key=player.key)}
    for path in ("/api/me", "/api", "/api/bots"):
        response = anonymous.get(path, headers=sent)
        assert response.status_code == 401, path
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="referee", error="invalid_token"'


def test_the_word_bearer_may_be_spelled_in_any_case(player: Any, anonymous: Any) -> None:
    assert anonymous.get("/api/me", headers={"Authorization": f"bearer  {player.key}"}).status_code == 200


def test_all_keys_that_are_not_good_are_refused_in_the_same_words(player: Any, anonymous: Any, store: Store) -> None:
    account = accounts.find(store, "ann")
    assert account is not None
    revoked, text = api_keys.issue(store, account.id, "")
    assert api_keys.revoke(store, account.id, revoked.id)
    said = set()
    for key in (UNKNOWN, text, "rf_short"):
        problem = anonymous.get("/api/me", headers={"Authorization": f"Bearer {key}"}).get_json()
        del problem["instance"]
        said.add(str(problem))
    assert len(said) == 1


def test_a_revoked_key_opens_nothing_from_then_on(player: Any) -> None:
    assert player.delete(f"/api/me/keys/{player.key[3:11]}").status_code == 204
    assert player.get("/api/me").status_code == 401


def test_a_key_is_taken_from_no_other_place(player: Any, anonymous: Any) -> None:
    assert anonymous.get(f"/api/me?key={player.key}").status_code in (401, 422)
    assert anonymous.get(f"/api/me?access_token={player.key}").status_code in (401, 422)
    assert anonymous.get("/api/me", headers={"X-Api-Key": player.key}).status_code == 401
    assert anonymous.get("/api/me", headers={"Cookie": f"key={player.key}"}).status_code == 401
    assert anonymous.post("/api/bots", json={"key": player.key}).status_code == 401


def test_a_player_may_not_do_what_organisers_do(player: Any, organiser: Any) -> None:
    assert player.get("/api/invitations").status_code == 403
    assert player.post("/api/invitations", data=b"[" * 1000).status_code == 403  # before anything is read
    assert organiser.get("/api/invitations").status_code == 200


def _filled(rule: str) -> str:
    """An address that fits the rule."""
    return re.sub("<[^>]*>", "1", rule)


def test_every_call_asks_for_the_role_that_it_says(app: Flask, anonymous: Any, player: Any, organiser: Any) -> None:
    """Walks every method of every resource as every role; what a view makes of the call does not matter here."""
    callers = {"public": anonymous, "player": player, "organiser": organiser}
    ranks = list(callers)
    views = blueprint.views(app)
    assert len(views) > 20
    for rule, method, needed in views:
        for role, caller in callers.items():
            status = caller.call(method, _filled(rule)).status_code
            if ranks.index(role) < ranks.index(needed):
                assert status == (401 if role == "public" else 403), (method, rule, role)
            else:
                assert status not in (401, 500), (method, rule, role)


def test_no_key_stands_in_what_the_service_keeps_logs_or_answers(
    app: Flask, client: Callable[..., Any], store: Store, logged: Any, anonymous: Any
) -> None:
    """The database file, the log, the document and every error: a key is found in none, byte for byte."""
    organiser = client("olga", role="organiser")
    code = organiser.post("/api/invitations", json={"role": "player"}).get_json()["code"]
    made = anonymous.post("/api/accounts", json={"invitation": code, "name": "zoe"})
    assert made.status_code == 201
    key = made.get_json()["key"]
    zoe = {"Authorization": f"Bearer {key}"}
    answers = [anonymous.get(path, headers=zoe) for path in ("/api/me", "/api/me/keys", "/openapi.json", "/metrics")]
    answers += [
        anonymous.post("/api/bots", headers=zoe, json={"name": key, key: key}),
        organiser.get("/api/invitations"),
    ]
    kept = b"".join(path.read_bytes() for path in store.path.parent.iterdir() if path.is_file())
    told = b"".join(answer.get_data() + str(answer.headers).encode() for answer in answers)
    for secret in (key, code, organiser.key):
        assert secret.encode() not in kept
        assert secret not in logged.getvalue()
        assert secret.encode() not in told


def test_who_calls_does_not_show_the_key_when_printed(player: Any, app: Flask) -> None:
    with app.test_request_context(headers={"Authorization": f"Bearer {player.key}"}):
        assert player.key not in repr(access.identify())
