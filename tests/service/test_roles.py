"""Who may do what: every method of every address, called by everybody, against one table; and who sees which secret.

The table says what is answered to somebody without a key, to a student, to the student whom it belongs to, to the
organiser, and to who shows a key that was revoked.
"""

from pathlib import Path
from typing import Any, NamedTuple

import midterm
import pytest
from flask import Flask
from midterm import Term
from werkzeug.test import TestResponse

pytestmark = pytest.mark.usefixtures("logged")

ROLES = ("anonymous", "bob", "ann", "olga", "revoked")


class Row(NamedTuple):
    """A call, and how it is answered to each of the roles, in their order."""

    method: str
    rule: str
    answered: tuple[int, int, int, int, int]
    at: str = ""
    body: Any = None


EVERYBODY = (200, 200, 200, 200, 401)
ACCOUNTS = (401, 200, 200, 200, 401)
ORGANISER = (401, 403, 403, 200, 401)
MADE_BY_ORGANISER = (401, 403, 403, 201, 401)
GONE_BY_ORGANISER = (401, 403, 403, 204, 401)
OWNER = (401, 403, 200, 403, 401)
OWNER_AND_ORGANISER = (401, 403, 200, 200, 401)

LADDER = {"toml": '[ladder]\nname = "autumn"\ngame = "payday/2000"\nseats = 2\n'}
MOVED = {"url": "https://elsewhere.example/"}

TABLE = [
    Row("GET", "/api", EVERYBODY),
    Row("POST", "/api/accounts", (201, 201, 201, 201, 401), body={"invitation": "{code}", "name": "carla"}),
    Row("GET", "/api/me", ACCOUNTS),
    Row("GET", "/api/me/keys", ACCOUNTS),
    Row("POST", "/api/me/keys", (401, 201, 201, 201, 401), body={"note": "more"}),
    Row("DELETE", "/api/me/keys/<id>", (401, 404, 204, 404, 401), "/api/me/keys/{spare}"),
    Row("GET", "/api/invitations", ORGANISER),
    Row("POST", "/api/invitations", MADE_BY_ORGANISER, body={"role": "organiser"}),
    Row("DELETE", "/api/invitations/<id>", GONE_BY_ORGANISER, "/api/invitations/{invitation}"),
    Row("GET", "/api/bots", EVERYBODY),
    Row("POST", "/api/bots", (401, 201, 201, 201, 401), body={"name": "new", "url": "https://new.example/"}),
    Row("GET", "/api/bots/<name>", EVERYBODY, "/api/bots/ann-1"),
    Row("GET", "/api/bots/<name>", EVERYBODY, "/api/bots/ann-2"),
    Row("PATCH", "/api/bots/<name>", OWNER, "/api/bots/ann-1", MOVED),
    Row("POST", "/api/bots/<name>/check", (401, 403, 202, 202, 401), "/api/bots/ann-1/check"),
    Row("POST", "/api/bots/<name>/key", OWNER, "/api/bots/ann-1/key"),
    Row("POST", "/api/bots/<name>/retire", OWNER_AND_ORGANISER, "/api/bots/ann-1/retire"),
    Row("POST", "/api/bots/<name>/bench", ORGANISER, "/api/bots/ann-1/bench", {"reason": "too loud"}),
    Row("GET", "/api/bots/<name>/history", EVERYBODY, "/api/bots/ann-1/history?ladder=spring"),
    Row("GET", "/api/ladders", EVERYBODY),
    Row("POST", "/api/ladders", MADE_BY_ORGANISER, body=LADDER),
    Row("GET", "/api/ladders/<name>", EVERYBODY, "/api/ladders/spring"),
    Row("PATCH", "/api/ladders/<name>", ORGANISER, "/api/ladders/spring", {"state": "paused"}),
    Row("GET", "/api/ladders/<name>/standings", EVERYBODY, "/api/ladders/spring/standings"),
    Row("GET", "/api/ladders/<name>/history", EVERYBODY, "/api/ladders/spring/history?bot=ann-1"),
    Row("GET", "/api/ladders/<name>/bots/<bot>", EVERYBODY, "/api/ladders/spring/bots/ann-1"),
    Row("PUT", "/api/ladders/<name>/bots/<bot>", OWNER, "/api/ladders/careers/bots/ann-1"),
    Row("DELETE", "/api/ladders/<name>/bots/<bot>", (401, 403, 204, 204, 401), "/api/ladders/spring/bots/ann-1"),
    Row("GET", "/api/matches", EVERYBODY),
    Row("GET", "/api/matches/<id>", EVERYBODY, "/api/matches/{finished}"),
    Row("GET", "/api/matches/<id>", EVERYBODY, "/api/matches/{playing}"),
    Row("GET", "/api/matches/<id>/transcript", EVERYBODY, "/api/matches/{finished}/transcript"),
    Row("GET", "/api/matches/<id>/transcript", (409, 409, 409, 409, 401), "/api/matches/{playing}/transcript"),
    Row("GET", "/api/matches/<id>/seats/<int:number>", OWNER_AND_ORGANISER, "/api/matches/{finished}/seats/0"),
    Row("GET", "/api/matches/<id>/seats/<int:number>", OWNER_AND_ORGANISER, "/api/matches/{playing}/seats/0"),
    Row(
        "GET",
        "/api/matches/<id>/seats/<int:number>/questions",
        OWNER_AND_ORGANISER,
        "/api/matches/{finished}/seats/0/questions",
    ),
    Row(
        "GET",
        "/api/matches/<id>/seats/<int:number>/questions",
        (401, 403, 409, 409, 401),
        "/api/matches/{playing}/seats/0/questions",
    ),
    Row("GET", "/api/matches/<id>/events", EVERYBODY, "/api/matches/{finished}/events"),
    Row("GET", "/api/matches/<id>/events", EVERYBODY, "/api/matches/{playing}/events"),
    Row("GET", "/api/challenges", ACCOUNTS),
    Row(
        "POST",
        "/api/challenges",
        (401, 403, 201, 201, 401),
        body={"game": "payday", "bots": ["ann-1", "carl-1"]},
    ),
    Row("GET", "/api/challenges/<int:id>", (401, 404, 200, 200, 401), "/api/challenges/{challenge}"),
    Row("GET", "/api/tournaments", EVERYBODY),
    Row("POST", "/api/tournaments", MADE_BY_ORGANISER, body={"toml": midterm.CUP.replace("Cup", "Plate")}),
    Row("GET", "/api/tournaments/<name>", EVERYBODY, "/api/tournaments/Cup"),
    Row("GET", "/api/tournaments/<name>/runs/<int:number>", EVERYBODY, "/api/tournaments/Cup/runs/1"),
    Row("GET", "/api/games", EVERYBODY),
    Row("GET", "/api/games/<game>", EVERYBODY, "/api/games/careers"),
    Row("GET", "/api/games/<game>/<edition>", EVERYBODY, "/api/games/careers/reissue"),
    Row("GET", "/api/games/<game>/rulings", EVERYBODY, "/api/games/careers/rulings"),
    # Who watches the service, and what documents it, is asked for no key, and none is looked at.
    Row("GET", "/healthz", (200, 200, 200, 200, 200)),
    Row("GET", "/readyz", (200, 200, 200, 200, 200)),
    Row("GET", "/metrics", (200, 200, 200, 200, 200)),
    Row("GET", "/openapi.json", EVERYBODY),
    Row("GET", "/docs", EVERYBODY),
    Row("GET", "/docs.css", EVERYBODY),
]

NOBODY = frozenset[str]()
ANN = frozenset({"ann"})
ANN_AND_OLGA = frozenset({"ann", "olga"})
BOT = ("/api/bots/ann-1", "/api/bots/ann-2")
BOT_CALLS = (*BOT, "/api/bots/ann-1/check", "/api/bots/ann-1/key", "/api/bots/ann-1/retire", "/api/bots/ann-1/bench")

SHOWN: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {
    "API key": (NOBODY, ()),
    "signing key": (NOBODY, ()),
    "invitation": (NOBODY, ()),
    "formula": (NOBODY, ()),
    "luck": (NOBODY, ()),
    "query": (ANN, BOT_CALLS),
    "address": (ANN_AND_OLGA, BOT_CALLS),
    "check": (ANN_AND_OLGA, ("/api/bots/ann-2",)),
    "evidence": (ANN_AND_OLGA, ("/api/matches/{finished}/seats/0",)),
    "note": (ANN, ("/api/me/keys",)),
}
"""For each kind of secret, who is shown it, and where. Nobody else is, nor anywhere else."""


def filled(text: str, term: Term) -> str:
    """The text with the ids of the course."""
    invitation, code = next(iter(term.codes.items()))
    ids = {"code": code, "invitation": invitation, "spare": term.spare, "challenge": term.challenge}
    for name, id in {**ids, "finished": term.finished, "playing": term.playing}.items():
        text = text.replace(f"{{{name}}}", str(id))
    return text


def called(term_app: Flask, term: Term, row: Row, role: str) -> TestResponse:
    """The answer to the call of a row, made by that role, read to its end."""
    headers = {"Authorization": f"Bearer {term.keys[role]}"} if role in term.keys else {}
    body = row.body and {
        key: filled(value, term) if isinstance(value, str) else value for key, value in row.body.items()
    }
    more = {} if body is None else {"json": body}
    return term_app.test_client().open(
        filled(row.at or row.rule, term), method=row.method, headers=headers, buffered=True, **more
    )


def told(answer: TestResponse) -> str:
    """Every byte of an answer, head and body."""
    return f"{answer.headers}\n{answer.get_data(as_text=True)}"


def test_the_table_has_every_method_of_every_address(term_app: Flask) -> None:
    there = {
        (method, rule.rule)
        for rule in term_app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {(row.method, row.rule) for row in TABLE} == there


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.method} {row.at or row.rule}")
def test_everybody_is_answered_what_the_table_says_and_is_shown_no_secret_of_another(
    row: Row, term_app: Flask, term: Term, tmp_path: Path
) -> None:
    path = tmp_path / "referee.sqlite"
    before = midterm.stored(term.path)
    answers = {}
    for role in ROLES:
        midterm.begin_anew(term_app, term, path)
        answers[role] = called(term_app, term, row, role)
        if answers[role].status_code >= 400:
            assert midterm.stored(path) == before, f"a call of {role} that was refused changed something"
    assert tuple(answer.status_code for answer in answers.values()) == row.answered
    for role, answer in answers.items():
        assert leaks(told(answer), row, role, term) == [], role


@pytest.mark.parametrize("row", [row for row in TABLE if row.method == "GET"], ids=lambda row: f"{row.at or row.rule}")
def test_who_asks_for_the_head_alone_is_answered_the_same(
    row: Row, term_app: Flask, term: Term, tmp_path: Path
) -> None:
    midterm.begin_anew(term_app, term, tmp_path / "referee.sqlite")
    answers = [called(term_app, term, row._replace(method="HEAD"), role) for role in ROLES]
    assert tuple(answer.status_code for answer in answers) == row.answered
    assert [answer.data for answer in answers] == [b""] * len(ROLES)


def leaks(text: str, row: Row, role: str, term: Term) -> list[str]:
    """The secrets that stand in an answer and must not."""
    found = []
    for kind, secrets in term.secrets.items():
        who, where = SHOWN[kind]
        if role in who and (row.at or row.rule) in where:
            continue
        found += [f"{kind}: {secret}" for secret in secrets if secret in text]
    return found


@pytest.mark.parametrize("kind", [kind for kind, (_, where) in SHOWN.items() if where])
def test_a_secret_is_shown_to_whose_it_is(kind: str, term_app: Flask, term: Term, tmp_path: Path) -> None:
    who, where = SHOWN[kind]
    [row, *_] = [row for row in TABLE if (row.at or row.rule) == where[0]]
    midterm.begin_anew(term_app, term, tmp_path / "referee.sqlite")
    for role in who:
        text = told(called(term_app, term, row, role))
        assert any(secret in text for secret in term.secrets[kind]), role
