"""What a form sent, checked by the schema that the interface for programs has for the same; done, or shown again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import make_response, redirect
from marshmallow import Schema, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from referee.core.http.errors import as_problem
from referee.core.http.field_faults import invalid, of_messages
from referee.core.language import language
from referee.core.problems import Problem
from tournaments.fault import Faulty


def read_form(schema: type[Schema], given: Mapping[str, Any]) -> dict[str, Any]:
    """What a form gives.  Raises the problem ``invalid`` with every fault."""
    try:
        loaded: dict[str, Any] = schema().load(given)
    except ValidationError as error:
        raise invalid(*of_messages(error.messages)) from error
    return loaded


def number(text: str) -> int | str:
    """A number that was typed; what is none stays as it is, for the form to be told."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


AGAIN = frozenset({401, 403, 404})
"""Statuses that showing the form again would not mend: they go on to the error page."""


def sent(work: Callable[[], str], again: Callable[[dict[str, object]], str]) -> AnyResponse:
    """Do what a form asks for.  ``work`` gives the address to go on to; ``again(problem)`` is the page with the form
    and what was sent, where it cannot be done.
    """
    try:
        return redirect(work(), 303)
    except (Problem, Faulty) as error:
        problem = as_problem(error)
        if problem.status in AGAIN:
            raise
        return make_response(again(problem.to_json(language())), problem.status, dict(problem.headers))
