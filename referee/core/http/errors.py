"""Error handling: every error is answered as a problem in the language of the request.

Only here and in `field_faults` are errors translated, both to HTTP and for the reader.
"""

from __future__ import annotations

import json
import logging

from flask import Response, g, make_response, render_template, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from referee.core.access.guard import SAFE
from referee.core.database.database import is_lost, is_unavailable
from referee.core.files import is_full
from referee.core.http.body_limits import too_large
from referee.core.http.field_faults import faults_in, invalid
from referee.core.language import language
from referee.core.problems import AccessLost, Problem
from referee.core.service import service
from tournaments.fault import Faulty

OWN = frozenset({"csrf_token", "again_to", "again_form", "again_password"})


def password_page(problem: Problem, target: str, *, form: bool) -> Response:
    """Ask for the password, then go on to ``target``; with a ``form``, with everything that was typed into it."""
    kept = [each for each in request.form.items(multi=True) if each[0] not in OWN]
    return make_response(
        render_template(
            "core/password_again.html", problem=problem.to_json(language()), target=target, form=form, kept=kept
        ),
        problem.status,
        dict(problem.headers),
    )


LOG = logging.getLogger(__name__)

PROBLEM_OF_STATUS = {
    400: "malformed",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "body_late",
    412: "precondition_failed",
    413: "too_large",
    415: "not_json",
    428: "precondition_required",
}
"""The problem for an HTTP error of the framework, by status."""


def answer_error(error: Exception) -> Response:
    """Answer any error with a problem (RFC 9457) in the reader's language, or with a page outside the API."""
    problem = as_problem(error)
    g.problem = problem.code  # for the request's line in the log
    if wants_page():
        if problem.code == "password_needed":
            return password_page(problem, request.full_path.rstrip("?"), form=request.method not in SAFE)
        return error_page(problem)
    # In ASCII: what was reported may contain lone surrogates.
    body = json.dumps(problem.to_json(language()))
    return Response(body, problem.status, dict(problem.headers), content_type="application/problem+json")


def as_problem(error: Exception) -> Problem:
    match error:
        case Problem():
            return error
        case AccessLost():
            service().principals.forget()  # what this process has cached about somebody is out of date
            return Problem("access_lost")
        case ValidationError():
            return invalid(*faults_in(error.messages))
        case Faulty():
            return faulty_problem(error)
        case HTTPException():
            return http_problem(error)
    if is_full(error):
        LOG.error("the disk is full: %s", error)
        return Problem("disk_full", headers={"Retry-After": "30"})
    if is_lost(error):
        LOG.error("nothing can be written: %s", error)
        return Problem("database_lost", headers={"Retry-After": "5"})
    if is_unavailable(error):
        LOG.warning("the database is unavailable: %s", error)
        return Problem("unavailable", headers={"Retry-After": "2"})
    LOG.error("a request failed", exc_info=error)
    return Problem("fault")


def faulty_problem(faulty: Faulty) -> Problem:
    """The problem for input that `tournaments` cannot use, with every fault."""
    listed = [{"field": each.path, "fault": each.code, "message": each.sentence(language())} for each in faulty.faults]
    return Problem("faulty", more={"errors": listed}, faults=[each["message"] for each in listed])


def http_problem(error: HTTPException) -> Problem:
    """The problem for an error of the framework: an unknown path or method, or an unreadable body."""
    status = error.code or 500
    code = PROBLEM_OF_STATUS.get(status, "unreadable" if 400 <= status < 500 else "fault")
    headers = {}
    if code == "method_not_allowed":
        headers["Allow"] = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
    if code == "too_large":
        return too_large()
    return Problem(code, headers=headers, path=request.path, method=request.method)


def wants_page() -> bool:
    """Whether to answer with a page: outside the API, unless the client asks for JSON.  What says nothing may be a
    browser's download, and its reader is a person.
    """
    if request.path.startswith("/api/"):
        return False
    accepted = request.accept_mimetypes
    return accepted.quality("text/html") >= accepted.quality("application/json")


def error_page(problem: Problem) -> Response:
    body = render_template("core/error.html", problem=problem.to_json(language()))
    return Response(body, problem.status, dict(problem.headers), content_type="text/html; charset=utf-8")
