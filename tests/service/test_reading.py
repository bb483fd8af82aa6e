"""How calls are read: what is not JSON as we take it, or means nothing, is refused with its place."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

JSON = {"Content-Type": "application/json"}


def send(client: Any, body: bytes, headers: dict[str, str] | None = None) -> TestResponse:
    return client.post("/toy", data=body, headers=JSON if headers is None else headers)


def places(response: TestResponse) -> dict[str, str]:
    """The places of a problem with what is said of each."""
    errors = response.get_json()["errors"]
    return {error.get("pointer") or error.get("parameter") or error["header"]: error["detail"] for error in errors}


def test_a_body_that_fits_is_read(player: Any, toy: list[Any]) -> None:
    response = send(player, b'{"name": "x", "size": 3, "options": {"a": 1}, "items": [{"name": "y"}]}')
    assert response.status_code == 201
    assert toy == [{"name": "x", "size": 3, "options": {"a": 1}, "items": [{"name": "y"}]}]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        pytest.param(b"", "empty", id="nothing"),
        pytest.param(b"{", "not JSON", id="cut"),
        pytest.param(b'{"name": "x"} {}', "follows", id="two values"),
        pytest.param(b'{"name": "x", "name": "y"}', "twice", id="a key twice"),
        pytest.param(b'{"name": "\\u0000"}', "NUL", id="NUL"),
        pytest.param(b'{"name": "\\ud800"}', "surrogate", id="half a surrogate pair"),
        pytest.param(b'{"name": "\xff"}', "UTF-8", id="no UTF-8"),
        pytest.param(b'{"size": ' + b"9" * 5000 + b"}", "digits", id="5,000 digits"),
        pytest.param(b'{"size": NaN}', "NaN", id="NaN"),
        pytest.param(b'{"size": 1e999}', "too large", id="a number beyond all"),
        pytest.param(b"[" * 100_000, "deeper", id="100,000 brackets"),
        pytest.param(b'{"a":' * 40_000, "deeper", id="40,000 objects"),
        pytest.param('{"name": "x"}'.encode("utf-16"), "UTF-8", id="UTF-16"),
    ],
)
def test_what_is_not_json_as_the_wire_allows_it_is_400_with_the_reason(
    player: Any, toy: list[Any], body: bytes, reason: str
) -> None:
    response = send(player, body)
    assert response.status_code == 400
    assert response.content_type == "application/problem+json"
    assert reason in places(response)["#"]
    assert toy == []


@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        ('{"size": 1}', "#/name", "missing"),
        ('{"name": null}', "#/name", "null"),
        ('{"name": 7}', "#/name", "a text"),
        ('{"name": "x", "size": 1.0}', "#/size", "a whole number"),
        ('{"name": "x", "size": true}', "#/size", "a whole number"),
        ('{"name": "x", "size": "7"}', "#/size", "a whole number"),
        ('{"name": "x", "sise": 1}', "#/sise", 'unknown; did you mean "size"?'),
        ('{"name": "x", "a/b~c": 1}', "#/a~1b~0c", "unknown"),
        ('{"name": "x", "options": {"a": "b"}}', "#/options/a", "a whole number"),
        ('{"name": "x", "items": [{"name": "y"}, {}]}', "#/items/1/name", "missing"),
        ('{"name": "x", "items": [{"name": "y", "z": 1}]}', "#/items/0/z", "unknown"),
        ("[]", "#", "an object"),
        ("7", "#", "an object"),
    ],
)
def test_what_does_not_fit_is_422_with_a_pointer(
    player: Any, toy: list[Any], body: str, pointer: str, detail: str
) -> None:
    response = send(player, body.encode())
    assert response.status_code == 422
    assert detail in places(response)[pointer]
    assert toy == []


def test_all_places_that_are_wrong_are_told_at_once(player: Any, toy: list[Any]) -> None:
    response = send(player, b'{"size": "x", "items": [7]}')
    assert places(response).keys() == {"#/name", "#/size", "#/items/0"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "application/json; charset=latin-1"},
        {"Content-Type": "application/problem+json"},
        {"Content-Type": "nonsense"},
        {},
        JSON | {"Content-Encoding": "gzip"},
    ],
)
def test_another_content_type_is_415(player: Any, toy: list[Any], headers: dict[str, str]) -> None:
    response = send(player, b'{"name": "x"}', headers)
    assert response.status_code == 415
    assert toy == []


def test_utf_8_may_be_said(player: Any, toy: list[Any]) -> None:
    assert send(player, b'{"name": "x"}', {"Content-Type": "application/json; charset=UTF-8"}).status_code == 201


def test_a_body_that_is_too_large_is_413(player: Any, toy: list[Any]) -> None:
    response = send(player, b'{"name": "' + b"x" * 256 * 1024 + b'"}')
    assert response.status_code == 413
    assert response.content_type == "application/problem+json"
    assert toy == []


def test_a_body_where_none_is_read_is_refused(player: Any, toy: list[Any]) -> None:
    assert player.post("/toy/secret", data=b"{}", headers=JSON).status_code == 400
    assert player.call("GET", "/toy", data=b"{}", headers=JSON).status_code == 400
    assert toy == []


def test_a_query_that_fits_is_read(anonymous: Any, toy: list[Any]) -> None:
    assert anonymous.get("/toy?colour=red&tag=a&tag=b&limit=3").status_code == 200
    assert toy == [{"colour": "red", "tag": ["a", "b"], "limit": 3, "cursor": None}]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("color=red", "color"),
        ("colour=red&colour=blue", "colour"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=many", "limit"),
        ("limit=" + "9" * 5000, "limit"),
        ("limit=", "limit"),
        ("cursor=x", "cursor"),
    ],
)
def test_a_parameter_that_is_wrong_is_422_with_its_name(
    anonymous: Any, toy: list[Any], query: str, parameter: str
) -> None:
    response = anonymous.get(f"/toy?{query}")
    assert response.status_code == 422
    assert list(places(response)) == [parameter]


@pytest.mark.parametrize("query", ["colour=%FF", "colour=a%00b", "&".join(["tag=a"] * 41)])
def test_a_query_that_nobody_can_mean_is_422(anonymous: Any, toy: list[Any], query: str) -> None:
    assert anonymous.get(f"/toy?{query}").status_code == 422
    assert toy == []


def test_a_query_where_none_is_read_is_refused(player: Any, toy: list[Any]) -> None:
    assert player.post("/toy/secret?limit=1").status_code == 422
    assert player.post("/toy?limit=1", json={"name": "x"}).status_code == 422
    assert toy == []


@pytest.mark.parametrize("number", ["9" * 19, "9" * 5000, "007", "-1", "1.0", "x", "%D9%A7"])
def test_a_number_in_an_address_that_no_thing_has_is_404(organiser: Any, toy: list[Any], number: str) -> None:
    assert organiser.get(f"/toy/{number}").status_code == 404


@pytest.mark.parametrize("number", [0, 7, 10**18 - 1])
def test_a_number_in_an_address_is_read(organiser: Any, toy: list[Any], number: int) -> None:
    assert organiser.get(f"/toy/{number}").get_json() == {"number": number}
