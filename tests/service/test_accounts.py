"""An invitation becomes an account, once; an account looks after its own keys and sees no other's."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from referee.names import NAME, NAME_IN_LINKS
from referee.service.config import Config
from referee.store import invitations
from referee.store.database import Store

KEY = re.compile(r"rf_[A-Za-z0-9_-]{43}")


@pytest.fixture
def code(store: Store) -> Callable[..., str]:
    """Makes an invitation and gives its code."""
    return lambda role="player", days=1: invitations.make(store, role, "", days)[1]


def join(anonymous: Any, code: str, name: str = "zoe") -> Any:
    """Exchange a code for an account."""
    return anonymous.post("/api/accounts", {"invitation": code, "name": name})


def with_key(caller: Any, key: str) -> dict[str, Any]:
    """The headers of a call with another key than the caller's own."""
    return {"headers": {"Authorization": f"Bearer {key}"}}


def test_an_invitation_becomes_an_account_with_a_key_that_opens_it(anonymous: Any, code: Callable[..., str]) -> None:
    answer = join(anonymous, code("organiser"))
    assert answer.status_code == 201
    assert answer.location == "/api/me"
    key = answer.json["key"]
    assert KEY.fullmatch(key)
    assert answer.json["api_key"]["id"] == key[3:11]
    me = anonymous.get("/api/me", **with_key(anonymous, key)).json
    assert me == answer.json["account"]
    assert (me["name"], me["role"]) == ("zoe", "organiser")
    assert me["created_at"].endswith("Z")


def test_a_code_that_opens_nothing_is_refused_in_the_same_words_whatever_it_is(
    anonymous: Any, code: Callable[..., str]
) -> None:
    used, expired = code(), code(days=-1)
    join(anonymous, used, "abe")
    answers = [join(anonymous, each) for each in (used, expired, "ri_" + "x" * 32, "hello")]
    assert {answer.status_code for answer in answers} == {422}
    assert [answer.json["errors"][0]["pointer"] for answer in answers] == ["#/invitation"] * 4
    assert len({answer.json["detail"] for answer in answers}) == 1
    assert all(used not in answer.text for answer in answers)


@pytest.mark.parametrize("name", ["ann", "Ann", "\uff21nn"])
def test_a_name_that_somebody_has_or_that_looks_like_it_is_refused_and_the_invitation_stays_good(
    anonymous: Any, player: Any, code: Callable[..., str], name: str
) -> None:
    good = code()
    answer = join(anonymous, good, name)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (409, "#/name")
    assert "referee.sqlite" not in answer.text
    assert join(anonymous, good, "zoe").status_code == 201


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", NAME),
        ("a" * 41, NAME),
        (" a", NAME),
        ("a\n", NAME),
        ("a\u202eb", NAME),
        ("a\u200db", NAME),
        ("a/b", NAME_IN_LINKS),
        ("..", NAME_IN_LINKS),
        ("<b>Zoë", NAME_IN_LINKS),
        ("Zoe\u0308", "NFC"),
        (7, NAME),
        (None, NAME),
        (["a"], NAME),
    ],
)
def test_what_is_no_name_is_pointed_at(anonymous: Any, code: Callable[..., str], name: Any, expected: str) -> None:
    answer = join(anonymous, code(), name)
    assert answer.status_code == 422
    (error,) = answer.json["errors"]
    assert error["pointer"] == "#/name"
    assert expected in error["detail"]


def test_a_name_stands_in_links_as_an_address_has_it(anonymous: Any, code: Callable[..., str]) -> None:
    answer = join(anonymous, code(), "Zoë & co")
    assert answer.json["account"]["name"] == "Zoë & co"
    assert answer.json["account"]["links"]["bots"] == "/api/bots?owner=Zo%C3%AB+%26+co"


def test_a_further_key_is_shown_once_and_opens_the_same_account(player: Any) -> None:
    made = player.post("/api/me/keys", {"note": "laptop"})
    key = made.json["key"]
    assert made.status_code == 201
    assert player.get("/api/me", **with_key(player, key)).json["name"] == "ann"
    listed = player.get("/api/me/keys")
    assert [item["note"] for item in listed.json["items"]] == ["for a test", "laptop"]
    assert key not in listed.text
    assert player.key not in listed.text


def test_a_key_that_is_revoked_opens_nothing_and_stays_in_the_list(player: Any) -> None:
    made = player.post("/api/me/keys", {}).json
    assert player.delete(made["api_key"]["links"]["self"]).status_code == 204
    assert player.get("/api/me", **with_key(player, made["key"])).status_code == 401
    assert player.delete(made["api_key"]["links"]["self"]).status_code == 404
    assert player.get("/api/me/keys").json["items"][1]["revoked_at"].endswith("Z")


def test_nobody_sees_or_revokes_the_key_of_another(player: Any, other: Any, organiser: Any) -> None:
    made = player.post("/api/me/keys", {}).json
    for stranger in (other, organiser):
        assert stranger.delete(made["api_key"]["links"]["self"]).status_code == 404
        assert made["api_key"]["id"] not in stranger.get("/api/me/keys").text
    assert player.get("/api/me", **with_key(player, made["key"])).status_code == 200


def test_an_account_has_a_bounded_number_of_keys_that_are_good(player: Any, settings: Config) -> None:
    made = [player.post("/api/me/keys", {}) for _ in range(settings.keys_per_account)]
    assert [answer.status_code for answer in made] == [201] * (settings.keys_per_account - 1) + [409]
    player.delete(made[0].json["api_key"]["links"]["self"])
    assert player.post("/api/me/keys", {}).status_code == 201


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/me"), ("GET", "/api/me/keys"), ("POST", "/api/me/keys")])
def test_without_a_key_there_is_no_account(anonymous: Any, method: str, path: str) -> None:
    answer = anonymous.call(method, path, **({"json": {}} if method == "POST" else {}))
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_the_root_links_everything_there_is(anonymous: Any, app: Any) -> None:
    linked = set(anonymous.get("/api").json["links"].values())
    rules = {rule.rule for rule in app.url_map.iter_rules() if "<" not in rule.rule}
    assert {rule for rule in rules if rule.startswith("/api")} - linked == {"/api/me/keys"}, "linked from /api/me"
    assert linked <= rules
