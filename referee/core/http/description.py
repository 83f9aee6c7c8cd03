"""The description of the interface (OpenAPI 3.1): what is said about it besides what the endpoints say themselves."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from referee.core.access.guard import COOKIE, FORM_TOKEN

TITLE = "Referee"

ABOUT = f"""\
The interface of the tournament referee for Monopoly: events, rounds, tables, and the log of each table.

**Access.** Send a token as `Authorization: Bearer …`, or the cookie of a browser's session; with the cookie, whatever
changes something also sends `{FORM_TOKEN}` with the form token of the session.

**Reporting.** `POST /api/v1/tables/{{table_id}}/entries` judges a report of the record format and logs it, refused ones
too. Every report names the entry that it is based on and carries an id of the reporter's own: sent twice, it is logged
once and answered the same twice.

**Following.** `GET /api/v1/tables/{{table_id}}/entries?since=` costs little: ask every second or two. The streams are
for the few screens that show news at once.

**Errors** are `application/problem+json` (RFC 9457). `code` never changes its meaning; the sentences are in the
language of `?lang=` (en, ja, zh) or `Accept-Language`: what was asked, what holds, what would be right.

**Reading again.** Answers with an `ETag` are repeated as 304 to `If-None-Match`. Lists come in pages: `next` is the
`cursor` of the following one, or null. Moments are milliseconds since 1970, UTC.
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
        "description": "The session of a browser.",
    },
    "form": {
        "type": "apiKey",
        "in": "header",
        "name": FORM_TOKEN,
        "description": "The form token of the session, needed with the cookie for whatever changes something.",
    },
}
READING: list[dict[str, list[str]]] = [{"token": []}, {"cookie": []}]
CHANGING: list[dict[str, list[str]]] = [{"token": []}, {"cookie": [], "form": []}]

PARTS = {
    "event_id": "The id of the event.",
    "round_id": "The id of the round.",
    "table_id": "The id of the table.",
    "seating_id": "The id of a version of a seating.",
    "player_id": "The id of the player.",
    "name": "The name of the shipped regulation.",
    "document": "The name of the document, as the list of papers has it.",
    "run_id": "The id of the run.",
    "call_id": "The id of the call.",
    "case_id": "The id of the case.",
    "precedent_id": "The id of the precedent.",
    "notice_id": "The id of the notice.",
    "seq": "The number of the entry in the table's log.",
    "result_id": "The id of the version of a result.",
    "decision_id": "The id of the decision.",
    "adjustment_id": "The id of the adjustment.",
    "penalty_id": "The id of the penalty.",
    "account_id": "The id of the account.",
    "credential_id": "The id of the session, program or device.",
    "invitation_id": "The id of the private link or table code.",
    "role": "The role in the event.",
}
"""Parts of paths.  A test asks for a line for each."""

RETRY_AFTER = {"Retry-After": {"description": "Seconds until it is worth another try.", "schema": {"type": "integer"}}}

REPORTING = ("/api/v1/tables/{table_id}/entries", "post")
"""The operation that shows an example of every report."""


@cache
def examples() -> dict[str, dict[str, Any]]:
    """Examples of reports by name, each with ``summary`` and ``report``."""
    return tomllib.loads((files("referee.core.http") / "examples.toml").read_text("utf-8"))


def completed(spec: dict[str, Any]) -> dict[str, Any]:
    """The description with what is the same everywhere: about the whole, access, parts of paths, examples."""
    spec["info"] |= {"description": ABOUT, "license": {"name": "MIT", "identifier": "MIT"}}
    spec["components"]["securitySchemes"] = SCHEMES
    spec["security"] = READING
    for path in spec["paths"].values():
        for parameter in path.get("parameters", ()):
            if parameter["in"] == "path" and parameter["name"] in PARTS:
                parameter["description"] = PARTS[parameter["name"]]
    for _, method, operation in operations(spec):
        for text in ("summary", "description"):
            if text in operation:  # docstrings mark code with two ticks, Markdown with one
                operation[text] = operation[text].replace("``", "`")
        if method != "get":
            operation.setdefault("security", CHANGING)
        for status in ("429", "503"):
            if status in operation["responses"]:
                operation["responses"][status]["headers"] = RETRY_AFTER
    path, method = REPORTING
    spec["paths"][path][method]["requestBody"]["content"]["application/json"]["examples"] = {
        name: {"summary": example["summary"], "value": reported(example["report"], number)}
        for number, (name, example) in enumerate(examples().items(), 1)
    }
    return spec


def operations(spec: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and operation of everything that can be asked for."""
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method, operation


def reported(report: dict[str, Any], number: int) -> dict[str, Any]:
    """An example of a report as it is posted, with a reason where one is needed."""
    body = {"client_id": f"3d0f6c1e-2b7a-4c58-9a10-{number:012}", "base": 17, "report": report}
    return {**body, "reason": "Reported for the wrong player"} if report["type"] == "retract" else body
