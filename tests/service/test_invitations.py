"""Organisers make invitations, see what became of them and withdraw them; nobody else knows of any."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

CODE = re.compile(r"ri_[A-Za-z0-9_-]{32}")


def invite(organiser: Any, **wanted: Any) -> Any:
    """A new invitation, as it is answered."""
    answer = organiser.post("/api/invitations", wanted)
    assert answer.status_code == 201, answer.text
    return answer.json


def test_a_code_is_shown_once_and_in_no_list(organiser: Any) -> None:
    made = invite(organiser, note="the girl in row 3")
    assert CODE.fullmatch(made["code"])
    assert made["invitation"]["role"] == "player"
    listed = organiser.get("/api/invitations")
    assert listed.json["items"] == [made["invitation"]]
    assert made["code"] not in listed.text


def test_it_is_good_for_as_long_as_the_organiser_says_or_the_settings_do(organiser: Any) -> None:
    for wanted, days in (({"days": 3}, 3), ({}, 30)):
        made = invite(organiser, **wanted)["invitation"]
        lasts = datetime.fromisoformat(made["expires_at"]) - datetime.fromisoformat(made["created_at"])
        assert abs(lasts - timedelta(days=days)) <= timedelta(seconds=2)


def test_who_has_used_it_is_shown(organiser: Any, anonymous: Any) -> None:
    made = invite(organiser)
    assert made["invitation"]["account"] is None
    anonymous.post("/api/accounts", {"invitation": made["code"], "name": "zoe"})
    (listed,) = organiser.get("/api/invitations").json["items"]
    assert listed["account"] == "zoe"
    assert listed["used_at"].endswith("Z")


def test_an_invitation_that_is_withdrawn_opens_nothing(organiser: Any, anonymous: Any) -> None:
    made = invite(organiser)
    assert organiser.delete(made["invitation"]["links"]["self"]).status_code == 204
    assert organiser.delete(made["invitation"]["links"]["self"]).status_code == 404
    assert anonymous.post("/api/accounts", {"invitation": made["code"], "name": "zoe"}).status_code == 422


def test_an_invitation_that_was_used_is_not_withdrawn(organiser: Any, anonymous: Any) -> None:
    made = invite(organiser)
    anonymous.post("/api/accounts", {"invitation": made["code"], "name": "zoe"})
    assert organiser.delete(made["invitation"]["links"]["self"]).status_code == 404


@pytest.mark.parametrize(("who", "status"), [("anonymous", 401), ("player", 403)])
def test_nobody_but_an_organiser_makes_sees_or_withdraws_them(
    request: pytest.FixtureRequest, organiser: Any, who: str, status: int
) -> None:
    made = invite(organiser)
    caller = request.getfixturevalue(who)
    assert caller.get("/api/invitations").status_code == status
    assert caller.post("/api/invitations", {}).status_code == status
    assert caller.delete(made["invitation"]["links"]["self"]).status_code == status


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        ({"role": "king"}, "#/role"),
        ({"note": "a\u202eb"}, "#/note"),
        ({"note": "n" * 101}, "#/note"),
        ({"days": 0}, "#/days"),
        ({"days": 3.0}, "#/days"),
        ({"days": True}, "#/days"),
        ({"dyas": 3}, "#/dyas"),
    ],
)
def test_what_is_wrong_is_pointed_at(organiser: Any, wanted: Any, pointer: str) -> None:
    answer = organiser.post("/api/invitations", wanted)
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == [pointer]


def test_the_pages_of_the_list_hold_each_invitation_once(organiser: Any) -> None:
    made = [invite(organiser, note=str(number))["invitation"]["id"] for number in range(7)]
    found = []
    path = "/api/invitations?limit=3"
    while path:
        page = organiser.get(path).json
        found += [item["id"] for item in page["items"]]
        path = page["next"]
    assert sorted(found) == sorted(made)
