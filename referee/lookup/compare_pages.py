"""The page that compares two rulesets clause by clause and marks the differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.http.responses import cacheable
from referee.core.language import language
from referee.lookup.pages import ruleset_named
from referee.rules.points import loadable_rulesets
from rulesets.comparison import DIFFERENT, compared
from rulesets.kernel.ruleset import Ruleset

blueprint = Blueprint("compare_page", __name__)
DEFAULT_LEFT, DEFAULT_RIGHT = "jma-2006", "classic-us"
"""The rulesets that are compared by default."""


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause in a comparison."""

    id: str
    title: str
    text: str
    address: str


@dataclass(frozen=True, slots=True)
class TopicRow:
    """A topic with the clauses of both rulesets.  ``how``: same, different, left_only or right_only."""

    title: str
    how: str
    left: Sequence[ClauseText]
    right: Sequence[ClauseText]


@blueprint.get("/rules/compare")
def show_comparison() -> AnyResponse:
    """The comparison.  Query parameters: ``left``, ``right``: the rulesets; ``only``: show the differences alone."""
    left, right = (
        ruleset_named(request.args.get(name) or default)
        for name, default in (("left", DEFAULT_LEFT), ("right", DEFAULT_RIGHT))
    )
    rows = [
        TopicRow(each.topic.titles[language()], each.how, texts(left, each.left), texts(right, each.right))
        for each in compared(left.catalogue, right.catalogue)
    ]
    only = bool(request.args.get("only"))
    body = render_template(
        "lookup/compare.html",
        rulesets=[(each.name, each.titles[language()]) for each in loadable_rulesets()],
        left=left,
        right=right,
        only=only,
        rows=[each for each in rows if not only or each.how != "same"],
        differing=sum(each.how == DIFFERENT for each in rows),
    )
    return cacheable(body)


def texts(ruleset: Ruleset, clauses: Sequence[str]) -> list[ClauseText]:
    """The texts of some clauses in the reader's language."""
    known = ruleset.catalogue.texts(language())
    return [ClauseText(each, known[each].title, known[each].text, f"/rules/{ruleset.name}/{each}") for each in clauses]
