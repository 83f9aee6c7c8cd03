"""Errors of all kinds, answered as problems."""

from __future__ import annotations

import json
import logging
from typing import Any

from flask import Response, request
from werkzeug.exceptions import HTTPException

from referee.language import language
from referee.log.append import AccessLost, BaseAhead, ClientIdReused, TableClosed
from referee.log.table_game import LogDiffers, NoTable
from referee.problems import Problem
from referee.storage.database import is_unavailable

LOG = logging.getLogger(__name__)

OF_STATUS = {
    400: "malformed", 404: "not_found", 405: "method_not_allowed", 406: "not_acceptable", 412: "precondition_failed",
    413: "too_large", 415: "not_json", 422: "invalid", 428: "precondition_required",
}  # fmt: skip
"""The problem that stands for an HTTP error of the framework."""


def answer_error(error: Exception) -> Response:
    """Any error as a problem (RFC 9457) in the reader's language."""
    problem = as_problem(error)
    body = json.dumps(problem.to_json(language()), ensure_ascii=False)
    return Response(body, problem.status, dict(problem.headers), content_type="application/problem+json")


def as_problem(error: Exception) -> Problem:
    """What an error means to the one who asked."""
    match error:
        case Problem():
            return error
        case AccessLost():
            return Problem("access_lost")
        case TableClosed():
            return Problem("table_closed")
        case NoTable():
            return Problem("not_found", path=request.path)
        case LogDiffers():
            return Problem("rules_changed", more={"seq": error.seq}, seq=error.seq)
        case BaseAhead():
            return Problem("base_ahead", more={"seq": error.seq}, seq=error.seq)
        case ClientIdReused():
            return Problem("client_id_reused", more={"seq": error.line.seq}, seq=error.line.seq)
        case HTTPException():
            return of_http(error)
    if is_unavailable(error):
        LOG.warning("the database is unavailable: %s", error)
        return Problem("unavailable", headers={"Retry-After": "2"})
    LOG.error("a request failed: %s %s", request.method, request.path, exc_info=error)
    return Problem("fault")


def of_http(error: HTTPException) -> Problem:
    """The problem for an error of the framework: a path or method that there is not, a body that cannot be read."""
    code = OF_STATUS.get(error.code or 500, "fault")
    headers = {}
    more: dict[str, Any] = {}
    if code == "method_not_allowed":
        headers["Allow"] = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
    if code == "invalid":
        faults = listed(getattr(error, "data", {}).get("messages", {}))
        more["errors"] = faults
        return Problem(code, more=more, faults="; ".join(f"{each['field']}: {each['fault']}" for each in faults))
    return Problem(code, headers=headers, more=more, path=request.path, method=request.method)


def listed(messages: Any, path: str = "") -> list[dict[str, str]]:
    """What marshmallow found, field by field."""
    if isinstance(messages, dict):
        rows = [
            row for name, below in messages.items() for row in listed(below, f"{path}.{name}" if path else str(name))
        ]
        return [
            {"field": row["field"].removeprefix("json.").removeprefix("query."), "fault": row["fault"]} for row in rows
        ]
    if isinstance(messages, list):
        return [row for each in messages for row in listed(each, path)]
    return [{"field": path, "fault": str(messages)}]
