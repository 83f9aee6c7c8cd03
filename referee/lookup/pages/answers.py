"""Known answers, to be read by everybody: the list, and the permanent page of each."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.language import language
from referee.core.problems import Problem
from referee.lookup.pages.rules import kept, ruleset_named
from referee.rules.answers import answer_address, answer_named
from referee.rules.pages.answers_text import answer_told, groups

blueprint = Blueprint("answers_page", __name__)


@blueprint.get("/rules/answers")
def show_answers() -> AnyResponse:
    """All known answers, group by group."""
    return kept(render_template("rules_answers.html", groups=groups(language())))


@blueprint.get("/rules/answers/<path:answer_id>")
def show_answer(answer_id: str) -> AnyResponse:
    """An answer, at its permanent address; ``?ruleset=``: with the clauses in force there."""
    found = answer_named(answer_id)
    asked = ruleset_named(request.args["ruleset"]) if request.args.get("ruleset") else None
    if found is None:
        raise Problem("not_found", path=request.path)
    if found.id != answer_id:
        return redirect(answer_address(found.id, asked), 301)
    return kept(render_template("rules_answer.html", **answer_told(found.id, language(), asked)))
