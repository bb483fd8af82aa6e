"""Lists in pages, and answers that need not be sent twice."""

import base64
import json
from typing import Any

import pytest

from referee.service import paging
from referee.service.problems import Problem


def walk(client: Any, path: str) -> list[list[int]]:
    """All pages from a path on."""
    pages = []
    following: str | None = path
    while following is not None:
        page = client.get(following).get_json()
        pages.append(page["items"])
        following = page["next"]
    return pages


@pytest.mark.parametrize(
    ("limit", "pages"),
    [(3, [[1, 2, 3], [4, 5, 6], [7]]), (7, [[1, 2, 3, 4, 5, 6, 7]]), (1, [[n] for n in range(1, 8)])],
)
def test_the_link_next_leads_through_all_items_once(
    anonymous: Any, toy: list[Any], limit: int, pages: list[list[int]]
) -> None:
    assert walk(anonymous, f"/toy?limit={limit}") == pages


def test_the_link_next_keeps_the_filters(anonymous: Any, toy: list[Any]) -> None:
    following = anonymous.get("/toy?colour=r%26d&tag=a&tag=b&limit=2").get_json()["next"]
    assert anonymous.get(following).status_code == 200
    first, second = toy
    assert second | {"cursor": None} == first
    assert second["colour"] == "r&d"


def cursor(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "!!!!",
        "\u00e9",
        "A" * 399,
        cursor(["other", 3]),
        cursor(["toys"]),
        cursor(["toys", 3, 4]),
        cursor(["toys", "3"]),
        cursor(["toys", True]),
        cursor(["toys", 3.0]),
        cursor(["toys", None]),
        cursor(["toys", 2**63]),
        cursor({"toys": 3}),
        cursor([["toys"], 3]),
        cursor("toys"),
    ],
)
def test_a_cursor_that_no_list_has_given_is_422(anonymous: Any, toy: list[Any], text: str) -> None:
    response = anonymous.get("/toy", query_string={"cursor": text})
    assert response.status_code == 422
    assert response.get_json()["errors"][0]["parameter"] == "cursor"


def test_a_cursor_is_read_as_it_was_given() -> None:
    given = (0, "Zo\u00eb/\n", -(2**62))
    assert paging.position(paging.cursor("bots", given), "bots", (int, str, int)) == given
    assert paging.position(None, "bots", (int,)) is None
    with pytest.raises(Problem):
        paging.position(paging.cursor("bots", given), "matches", (int, str, int))


def test_who_has_the_answer_is_sent_no_body(anonymous: Any, toy: list[Any]) -> None:
    first = anonymous.get("/toy?limit=2")
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    again = anonymous.get("/toy?limit=2", headers={"If-None-Match": tag})
    assert (again.status_code, again.get_data(), again.headers["ETag"]) == (304, b"", tag)
    assert again.headers["X-Request-Id"]
    several = anonymous.get("/toy?limit=2", headers={"If-None-Match": f'"other", {tag}'})
    assert several.status_code == 304


def test_the_tag_changes_with_the_answer(anonymous: Any, toy: list[Any]) -> None:
    tag = anonymous.get("/toy?limit=2").headers["ETag"]
    other = anonymous.get("/toy?limit=3", headers={"If-None-Match": tag})
    assert other.status_code == 200
    assert other.headers["ETag"] != tag


def test_a_head_has_the_tag_of_the_body_that_it_leaves_out(anonymous: Any, toy: list[Any]) -> None:
    head = anonymous.call("HEAD", "/toy?limit=2")
    assert head.headers["ETag"] == anonymous.get("/toy?limit=2").headers["ETag"]
    assert head.get_data() == b""


def test_errors_and_what_was_written_have_no_tag(player: Any, toy: list[Any]) -> None:
    assert "ETag" not in player.get("/toy?limit=0").headers
    assert "ETag" not in player.post("/toy", json={"name": "x"}).headers


def test_what_is_private_is_kept_by_nobody_on_the_way(player: Any, anonymous: Any, toy: list[Any]) -> None:
    assert player.get("/toy").headers["Cache-Control"] == "no-store"
    public = anonymous.get("/toy")
    assert public.headers["Cache-Control"] == "no-cache"
    assert public.headers["Vary"] == "Authorization"
