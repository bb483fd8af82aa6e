"""The OpenAPI document keeps its word: schemathesis calls every operation as it says, and as it does not.

Whatever is sent and whoever sends it: no 5xx, no status, content type or header that is not documented, and no body of
another shape. What fits the document is not always taken: a name may be taken, a bot may be another's.
"""

import re
from pathlib import Path
from typing import Any

import midterm
import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.strategies import SearchStrategy, one_of
from midterm import Term
from schemathesis import GenerationMode, checks
from schemathesis.specs.openapi import checks as openapi_checks

from referee.service import blueprint

pytestmark = pytest.mark.usefixtures("logged")

EXAMPLES = 6
"""Calls of each operation by each role, beside one that something may come of."""

ROLES = ("anonymous", "bob", "ann", "olga")
"""Nobody, a student, the student to whom belongs what the calls below are about, and the organiser."""

OF_THE_DOCUMENT = ("/openapi.json", "/docs", "/docs.css")
"""What the document does not speak of: itself, for programs and for people."""

STREAMS = ("/api/matches/{id}/events",)
"""Of whose body schemathesis takes each event for the whole; test_feed.py reads it."""

CHECKS = [
    checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.response_schema_conformance,
]


@pytest.fixture(scope="session")
def document(term_app: Flask) -> Any:
    """Its OpenAPI document, as schemathesis reads it."""
    return schemathesis.openapi.from_wsgi("/openapi.json", term_app)


def real(term: Term) -> dict[str, dict[str, Any]]:
    """For each operation that names something, or takes a body: values that something comes of, for ann or for olga."""
    bot, spring, match = {"name": "ann-1"}, {"name": "spring"}, {"id": term.finished}
    member = {"name": "spring", "bot": "ann-1"}
    seat = match | {"number": 0}
    url = "https://ann-3.example/"
    ladder = '[ladder]\nname = "autumn"\ngame = "payday/2000"\nseats = 2\n'
    return {
        "POST /api/accounts": {"body": {"invitation": next(iter(term.codes.values())), "name": "carla"}},
        "POST /api/me/keys": {"body": {"note": "for another machine"}},
        "DELETE /api/me/keys/{id}": {"path_parameters": {"id": term.spare}},
        "POST /api/invitations": {"body": {"role": "player", "note": "for erin", "days": 3}},
        "DELETE /api/invitations/{id}": {"path_parameters": {"id": [*term.codes][1]}},
        "POST /api/bots": {"body": {"name": "ann-3", "url": url}},
        "GET /api/bots/{name}": {"path_parameters": bot},
        "PATCH /api/bots/{name}": {"path_parameters": bot, "body": {"url": url}},
        "POST /api/bots/{name}/check": {"path_parameters": bot},
        "POST /api/bots/{name}/key": {"path_parameters": bot},
        "POST /api/bots/{name}/retire": {"path_parameters": bot},
        "POST /api/bots/{name}/bench": {"path_parameters": bot, "body": {"reason": "it calls names"}},
        "GET /api/bots/{name}/history": {"path_parameters": bot, "query": {"ladder": "spring", "limit": 1}},
        "GET /api/bots": {"query": {"owner": "ann", "state": "active", "limit": 1}},
        "GET /api/invitations": {"query": {"limit": 1}},
        "GET /api/ladders": {"query": {"limit": 1}},
        "POST /api/ladders": {"body": {"toml": ladder}},
        "GET /api/ladders/{name}": {"path_parameters": spring},
        "PATCH /api/ladders/{name}": {"path_parameters": spring, "body": {"state": "paused"}},
        "GET /api/ladders/{name}/standings": {"path_parameters": spring},
        "GET /api/ladders/{name}/history": {"path_parameters": spring, "query": {"bot": "ann-1"}},
        "GET /api/ladders/{name}/bots/{bot}": {"path_parameters": member},
        "PUT /api/ladders/{name}/bots/{bot}": {"path_parameters": member},
        "DELETE /api/ladders/{name}/bots/{bot}": {"path_parameters": member},
        "GET /api/matches": {"query": {"ladder": "spring", "bot": "ann-1", "limit": 1}},
        "GET /api/matches/{id}": {"path_parameters": match},
        "GET /api/matches/{id}/transcript": {"path_parameters": match},
        "GET /api/matches/{id}/seats/{number}": {"path_parameters": seat},
        "GET /api/matches/{id}/seats/{number}/questions": {"path_parameters": seat, "query": {"limit": 2}},
        "GET /api/matches/{id}/events": {"path_parameters": match, "query": {"after": "3"}},
        "GET /api/challenges": {"query": {"limit": 1}},
        "POST /api/challenges": {"body": {"ladder": "spring", "bots": ["ann-1", "bob-1"]}},
        "GET /api/challenges/{id}": {"path_parameters": {"id": term.challenge}},
        "GET /api/tournaments": {"query": {"limit": 1}},
        "POST /api/tournaments": {"body": {"toml": midterm.CUP.replace("Cup", "Plate")}},
        "GET /api/tournaments/{name}": {"path_parameters": {"name": "Cup"}},
        "GET /api/tournaments/{name}/runs/{number}": {"path_parameters": {"name": "Cup", "number": 1}},
        "GET /api/games/{game}": {"path_parameters": {"game": "payday"}},
        "GET /api/games/{game}/{edition}": {"path_parameters": {"game": "payday", "edition": "2000"}},
        "GET /api/games/{game}/rulings": {"path_parameters": {"game": "payday"}},
    }


def cases(operation: Any, real: dict[str, Any]) -> SearchStrategy[Any]:
    """Calls of an operation: as the document says, the same about what is there, and as the document forbids."""
    found = [operation.as_strategy(headers={})]
    if real:
        found += [operation.as_strategy(**real, headers={})] * 2
    if operation.method != "get" or operation.query:
        # Of other operations schemathesis finds nothing that would be forbidden.
        found.append(operation.as_strategy(GenerationMode.NEGATIVE))
    return one_of(found)


def operations() -> list[str]:
    """All operations, as the document is made of them."""
    views = blueprint.views(midterm.app_on(Path("unused.sqlite")))
    named = [(method, re.sub(r"<(?:int:)?(\w+)>", r"{\1}", rule)) for rule, method, _ in views]
    return [f"{method} {path}" for method, path in named if path not in OF_THE_DOCUMENT]


def answers(operation: Any, real: dict[str, Any], shown: dict[str, str], seed: int) -> set[int]:
    """The statuses with which calls of an operation were answered; each answer has been held against the document."""
    seen: set[int] = set()
    held = CHECKS[:-1] if operation.path in STREAMS else CHECKS

    def called(case: Any) -> None:
        answer = case.call(headers=shown)
        seen.add(answer.status_code)
        case.validate_response(answer, checks=held)

    called(operation.Case(**({"media_type": "application/json"} if "body" in real else {}), **real))
    bounded = settings(max_examples=EXAMPLES, database=None, phases=[Phase.generate], suppress_health_check=HealthCheck)
    seeded(seed)(bounded(given(case=cases(operation, real))(called)))()
    return seen


@pytest.mark.parametrize("label", operations())
def test_an_operation_answers_whoever_calls_it_as_the_document_says(
    label: str, term_app: Flask, document: Any, term: Term, tmp_path: Path, seed: int
) -> None:
    method, path = label.split()
    operation = document[path][method]
    there = real(term).get(label, {})
    seen: set[int] = set()
    for role in ROLES:
        midterm.begin_anew(term_app, term, tmp_path / "referee.sqlite")
        shown = {"Authorization": f"Bearer {term.keys[role]}"} if role in term.keys else {}
        seen |= answers(operation, there, shown, seed)
    assert any(200 <= status < 300 for status in seen), f"it was answered {sorted(seen)}: nothing came of any call"


def test_the_document_has_every_operation(document: Any) -> None:
    found = [each.ok() for each in document.get_all_operations()]
    assert sorted(each.label for each in found) == sorted(operations())
