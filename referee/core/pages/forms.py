"""Forms of pages: validated by the API's schemas, then carried out, or shown again with what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec

from flask import make_response, redirect
from marshmallow import Schema, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from referee.core.http.errors import as_problem
from referee.core.http.field_faults import faults_in, invalid
from referee.core.language import language
from referee.core.problems import Problem
from tournaments.fault import Faulty

Params = ParamSpec("Params")


def read_form(schema: type[Schema], given: Mapping[str, Any]) -> dict[str, Any]:
    """The validated values of a form.  Raises the problem ``invalid`` with every fault."""
    try:
        loaded: dict[str, Any] = schema().load(given)
    except ValidationError as error:
        raise invalid(*faults_in(error.messages)) from error
    return loaded


def whole(text: str) -> int | None:
    """Parse a whole number of at most nine digits, full-width ones too; None for any other text."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def number(text: str) -> int | str:
    """A whole number if the text is one; else the text itself, for the schema to refuse."""
    found = whole(text)
    return text if found is None else found


ERROR_PAGE_STATUSES = frozenset({401, 403, 404})
"""Statuses where showing the form again would not help: they go to the error page."""


def form_view(
    again: Callable[..., str],
) -> Callable[[Callable[Params, str | AnyResponse]], Callable[Params, AnyResponse]]:
    """Decorate a view that carries out a form, and returns the address to redirect to, or a response.

    If it fails, ``again`` renders the page with the form from the view's arguments and ``problem``.
    """

    def decorate(view: Callable[Params, str | AnyResponse]) -> Callable[Params, AnyResponse]:
        @wraps(view)
        def submitted(*args: Params.args, **kwargs: Params.kwargs) -> AnyResponse:
            try:
                done = view(*args, **kwargs)
            except (Problem, Faulty) as error:
                return failed_form(error, lambda problem: again(*args, **kwargs, problem=problem))
            return redirect(done, 303) if isinstance(done, str) else done

        return submitted

    return decorate


def failed_form(error: Problem | Faulty, again: Callable[[dict[str, object]], str]) -> AnyResponse:
    """The page with the form again, and what went wrong.  Raises the error if showing the form again would not help."""
    problem = as_problem(error)
    if problem.status in ERROR_PAGE_STATUSES:
        raise error
    return make_response(again(problem.to_json(language())), problem.status, dict(problem.headers))
