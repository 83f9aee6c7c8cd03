"""What cannot be answered, as a page for people."""

from __future__ import annotations

from flask import Response, render_template, request

from referee.core.language import language
from referee.core.problems import Problem


def wants_page() -> bool:
    """Whether whoever asks would rather read a page than JSON: a browser, outside the interface for programs."""
    if request.path.startswith("/api/"):
        return False
    accepted = request.accept_mimetypes
    return accepted.quality("text/html") > accepted.quality("application/json")


def error_page(problem: Problem) -> Response:
    """The problem in the reader's language."""
    body = render_template("core/error.html", problem=problem.to_json(language()))
    return Response(body, problem.status, dict(problem.headers), content_type="text/html; charset=utf-8")
