"""The documentation of the API: the OpenAPI document, and a page made of it that loads nothing from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from apispec import APISpec
from flask import Flask, Response, render_template

METHODS = ("get", "post", "put", "patch", "delete")
STYLED = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The content security policy of the page: its own style sheet, and nothing else."""


def install(app: Flask, spec: APISpec) -> None:
    """Add /openapi.json, /docs and the page's style sheet to the app, once all resources are registered."""

    @cache
    def document() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
        return found

    def openapi() -> Response:
        return Response(json.dumps(document(), indent=2) + "\n", mimetype="application/json")

    def docs() -> Response:
        page = render_template("docs.html", api=document(), groups=groups(document()))
        return Response(page, mimetype="text/html", headers={"Content-Security-Policy": STYLED})

    def style() -> Response:
        sheet = files("referee.service").joinpath("templates/docs.css").read_text("utf-8")
        return Response(sheet, mimetype="text/css")

    app.add_url_rule("/openapi.json", "openapi", openapi)
    app.add_url_rule("/docs", "docs", docs)
    app.add_url_rule("/docs.css", "docs_css", style)


def groups(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the page shows: for each tag its calls, with their parameters, bodies and answers resolved."""
    found = [
        {"name": tag["name"], "description": tag.get("description", ""), "calls": list(_calls(document, tag["name"]))}
        for tag in document.get("tags", ())
    ]
    return [group for group in found if group["calls"]]


def _calls(document: Mapping[str, Any], tag: str) -> Iterator[dict[str, Any]]:
    for path, item in document["paths"].items():
        for method in METHODS:
            call = item.get(method)
            if call is None or tag not in call.get("tags", ()):
                continue
            parameters = [*item.get("parameters", ()), *call.get("parameters", ())]
            yield {
                "id": f"{method}-{path}",
                "method": method.upper(),
                "path": path,
                "summary": call.get("summary", ""),
                "description": call.get("description", ""),
                "needs_key": {} not in call.get("security", [{}]),
                "parameters": [_resolved(document, parameter) for parameter in parameters],
                "body": _fields(document, _schema_of(document, call.get("requestBody", {}))),
                "answers": [_answer(document, status, each) for status, each in call["responses"].items()],
            }


def _answer(document: Mapping[str, Any], status: str, response: Mapping[str, Any]) -> dict[str, Any]:
    response = _resolved(document, response)
    schema = _schema_of(document, response)
    is_problem = "application/problem+json" in response.get("content", {})
    return {
        "status": status,
        "description": response.get("description", ""),
        "fields": [] if is_problem else _fields(document, schema),
    }


def _resolved(document: Mapping[str, Any], item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The item itself, or what its $ref points to in the document."""
    while "$ref" in item:
        found: Any = document
        for step in item["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        item = found
    return item


def _schema_of(document: Mapping[str, Any], holder: Mapping[str, Any]) -> Mapping[str, Any]:
    content = _resolved(document, holder).get("content", {})
    first: Mapping[str, Any] = next(iter(content.values()), {})
    return first.get("schema", {})  # type: ignore[no-any-return]  # a JSON object


def _fields(document: Mapping[str, Any], schema: Mapping[str, Any], depth: int = 0) -> list[dict[str, Any]]:
    """The keys of an object with what they mean, those of objects inside it below them."""
    schema = _resolved(document, schema)
    if "items" in schema:
        return _fields(document, schema["items"], depth)
    found = []
    for name, field in schema.get("properties", {}).items():
        inner = _resolved(document, field)
        found.append(
            {
                "name": name,
                "depth": depth,
                "type": _type(document, inner),
                "required": name in schema.get("required", ()),
                "description": field.get("description", inner.get("description", "")),
            }
        )
        if depth < 4:
            found += _fields(document, inner, depth + 1)
    return found


def _type(document: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        kind = " or ".join(kind)
    if "items" in schema:
        return f"list of {_type(document, _resolved(document, schema['items']))}"
    return f"{kind} ({schema['format']})" if "format" in schema else str(kind)
