"""The API description (OpenAPI 3.1), generated from the declarations of the endpoints, and the page that shows it."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Blueprint, Flask, Response, current_app, make_response, render_template, url_for

from referee.core.access.guard import COOKIE, FORM_TOKEN, PREFIX
from referee.core.chain import canonical
from referee.core.http.endpoint import Endpoint, StrictBlueprint
from referee.core.http.responses import answer_text
from referee.core.http.schemas import ProblemSchema
from referee.core.http.security import POLICY
from referee.core.language import language, word
from rulesets.languages import LANGUAGES

TITLE = "Referee"

ABOUT = f"""\
The API of the tournament referee for Monopoly: events, rounds, tables, and the log of each table.

**Authentication.** Send a token as `Authorization: Bearer …`, or the cookie of a browser session. With the cookie,
every request that changes something also needs the session's form token in `{FORM_TOKEN}`.

**Reporting.** `POST /api/v1/tables/{{table_id}}/entries` judges a report of the record format and logs it, even if it
is refused. Every report names the entry that it is based on and carries a client id, which makes it idempotent: if it
is sent twice, it is logged once and gets the same response twice.

**Following a table.** `GET /api/v1/tables/{{table_id}}/entries?since=` is cheap: poll it every second or two.

**Errors** are `application/problem+json` (RFC 9457). The meaning of a `code` never changes. The sentences are in the
language of `?lang=` ({", ".join(LANGUAGES)}) or `Accept-Language`: what was requested, what the state is, and what
would be valid.

**Caching and paging.** Responses with an `ETag` become 304 if `If-None-Match` matches it. Lists are paged: `next` is
the `cursor` of the next page, or null. Times are in milliseconds since 1970, UTC.
"""

SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of a program, a device or a session.",
    },
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": f"The cookie of a browser session; over https it is called {PREFIX}{COOKIE}.",
    },
    "form": {
        "type": "apiKey",
        "in": "header",
        "name": FORM_TOKEN,
        "description": "The session's form token, needed with the cookie for every request that changes something.",
    },
}
READING: list[dict[str, list[str]]] = [{"token": []}, {"cookie": []}]
CHANGING: list[dict[str, list[str]]] = [{"token": []}, {"cookie": [], "form": []}]

PARTS = {
    "event_id": "The id of the event.",
    "round_id": "The id of the round.",
    "table_id": "The id of the table.",
    "seat": "The seat of the player: a letter.",
    "seating_id": "The id of the version of a seating.",
    "player_id": "The id of the player.",
    "name": "The name of the shipped regulation.",
    "document": "The name of the document, as in the list of papers.",
    "run_id": "The id of the run.",
    "call_id": "The id of the call.",
    "case_id": "The id of the case.",
    "precedent_id": "The id of the precedent.",
    "person_id": "The id of the person in the register.",
    "notice_id": "The id of the notice.",
    "seq": "The number of the entry in the table's log.",
    "result_id": "The id of the version of a result.",
    "taken_id": "The id of a venue that was taken in.",
    "decision_id": "The id of the decision.",
    "adjustment_id": "The id of the adjustment.",
    "penalty_id": "The id of the penalty.",
    "account_id": "The id of the account.",
    "credential_id": "The id of the session, program or device.",
    "invitation_id": "The id of the private link or table code.",
    "role": "The role in the event.",
    "left_id": "The id of what was put down.",
}
"""Descriptions of path parameters.  A test demands one for each."""

RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait before retrying.", "schema": {"type": "integer"}}}

RESPONSES = {
    304: "Nothing has changed.",
    400: "The request cannot be read.",
    401: "Nobody is logged in, or the token is unknown, revoked or expired.",
    403: "This role may not do this, or the form token is missing.",
    404: "Not found.",
    408: "The request body did not arrive in time.",
    409: "The request conflicts with the current state, which the response describes.",
    410: "The link or code has expired or was revoked.",
    412: "The state has changed and no longer matches `If-Match`.",
    413: "The request body is too large.",
    415: "The request body is not JSON.",
    422: "The request is refused; the response names the clauses or fields, and what would be valid.",
    429: "Too many requests; `Retry-After` says when to retry.",
    503: "The database is temporarily unavailable or full.",
}
"""Descriptions of the responses that are not a success, by status."""

PART = re.compile(r"<(?:(\w+):)?(\w+)>")
"""A path parameter as Flask writes it: its converter, if any, and its name."""
PART_SCHEMAS = {"": {"type": "string", "minLength": 1}, "int": {"type": "integer", "minimum": 0}}
"""The schemas of path parameters, by converter."""

REPORTING = ("/api/v1/tables/{table_id}/entries", "post")
"""The operation that shows the examples of reports."""


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Example reports by name, each with ``summary`` and ``report``."""
    return tomllib.loads((files("referee.core.http") / "examples.toml").read_text("utf-8"))


@cache
def description_text(app: Flask) -> str:
    """The API description of an application as JSON text.

    It is generated when it is first requested, because that takes half as long as a whole start.
    """
    return canonical(with_common_parts(describe(app)))


def describe(app: Flask) -> dict[str, Any]:
    """The declarations of an application's endpoints in OpenAPI form."""
    spec = APISpec(TITLE, "v1", "3.1.0", plugins=[MarshmallowPlugin()])
    paths = {rule.endpoint: rule.rule for rule in app.url_map.iter_rules()}
    for group in app.blueprints.values():
        if isinstance(group, StrictBlueprint):
            spec.tag({"name": group.name, "description": group.description})
            for each in group.endpoints:
                path = paths[f"{group.name}.{each.view.__name__}"]
                spec.path(
                    PART.sub(r"{\2}", path),
                    operations={each.method.lower(): operation_of(each, group.name)},
                    parameters=[
                        {"in": "path", "name": name, "required": True, "schema": PART_SCHEMAS[converter]}
                        for converter, name in PART.findall(path)
                    ],
                )
    return spec.to_dict()


def operation_of(endpoint: Endpoint, tag: str) -> dict[str, Any]:
    """An endpoint as an OpenAPI operation; apispec resolves the schemas in it."""
    summary, _, description = (inspect.getdoc(endpoint.view) or "").partition("\n\n")
    operation: dict[str, Any] = {
        "operationId": endpoint.view.__name__,
        "tags": [tag],
        "summary": summary,
        "parameters": [{"in": "query", "schema": endpoint.query}],
        "responses": responses_of(endpoint),
    }
    if description:
        operation["description"] = description
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": not endpoint.bare,
            "content": {"application/json": {"schema": endpoint.body}},
        }
    if endpoint.open_to_all:
        operation["security"] = []
    return operation


def responses_of(endpoint: Endpoint) -> dict[str, Any]:
    success: dict[str, Any] = {"description": HTTPStatus(endpoint.status).phrase}
    content: dict[str, Any] = {kind: {} for kind in endpoint.media}
    if endpoint.gives is not None:
        content["application/json"] = {"schema": endpoint.gives}
    if content:
        success["content"] = content
    problem = {"application/problem+json": {"schema": ProblemSchema}}
    responses = {str(each): {"description": RESPONSES[each], "content": problem} for each in endpoint.failures}
    if endpoint.method == "GET":
        responses["304"] = {"description": RESPONSES[304]}
    return {**responses, str(endpoint.status): success}


def with_common_parts(spec: dict[str, Any]) -> dict[str, Any]:
    """Add what is the same everywhere: general description, access, path parameters, examples."""
    spec["info"] |= {"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}
    spec["components"]["securitySchemes"] = SCHEMES
    spec["security"] = READING
    for path in spec["paths"].values():
        for parameter in path.get("parameters", ()):
            if parameter["in"] == "path" and parameter["name"] in PARTS:
                parameter["description"] = PARTS[parameter["name"]]
    for _, method, operation in operations(spec):
        for text in ("summary", "description"):
            if text in operation:  # docstrings mark code with two backticks, Markdown with one
                operation[text] = operation[text].replace("``", "`")
        if method != "get":
            operation.setdefault("security", CHANGING)
        for status in ("429", "503"):
            if status in operation["responses"]:
                operation["responses"][status]["headers"] = RETRY_AFTER
    path, method = REPORTING
    spec["paths"][path][method]["requestBody"]["content"]["application/json"]["examples"] = {
        name: {"summary": example["summary"], "value": example_report(example["report"], number)}
        for number, (name, example) in enumerate(examples().items(), 1)
    }
    return spec


def operations(spec: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and operation of every endpoint in the description."""
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method, operation


def example_report(report: dict[str, Any], number: int) -> dict[str, Any]:
    body = {"client_id": f"3d0f6c1e-2b7a-4c58-9a10-{number:012}", "base": 17, "report": report}
    return {**body, "reason": "Reported for the wrong player"} if report["type"] == "retract" else body


blueprint = Blueprint("docs", __name__)

RENDERER = "vendor/swagger-ui-dist-5.35.0"
PICTURES = "; img-src 'self' data:"
"""The renderer has ``data:`` pictures in its style sheet."""


@blueprint.get("/api/v1/openapi.json")
def show_description() -> Response:
    text = description_text(current_app)
    return answer_text(text, tag=text)


@blueprint.get("/api/docs")
def show_docs() -> Response:
    """Serve the page that renders the description."""
    page = render_template(
        "core/api_docs.html",
        language=language(),
        title=word("api_docs_title"),
        no_script=word("api_docs_no_script"),
        back=word("to_start"),
        vendored=url_for("static", filename=RENDERER),
        description=url_for("docs.show_description"),
    )
    response = make_response(page)
    response.headers["Content-Security-Policy"] = POLICY + PICTURES
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response
