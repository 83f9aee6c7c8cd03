"""The page that asks for the password again, in place of one that cannot be undone or shows secrets."""

from __future__ import annotations

from flask import Response, make_response, render_template, request

from referee.core.language import language
from referee.core.problems import Problem

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
