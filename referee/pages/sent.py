"""What a form sent: done, and on to the next page; or shown again with what was wrong, and nothing of it lost."""

from __future__ import annotations

from collections.abc import Callable

from flask import make_response, redirect
from werkzeug.wrappers import Response as AnyResponse

from referee.errors import as_problem
from referee.language import language
from referee.problems import Problem
from tournaments.fault import Faulty

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
