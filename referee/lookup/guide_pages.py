"""The public pages of the irregularity guide, and of rulesets compared; with ``?event=``, what its regulation says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.scope import event_for
from referee.core.http.responses import cacheable
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.points_text import first_penalty
from referee.events.regulation import latest_version, parse_regulation
from referee.lookup.pages import ruleset_named
from referee.rules.event_clauses import rulesets_of
from referee.rules.guide import guide_row
from referee.rules.pages.answers_text import CitedClause, cited_clauses
from referee.rules.pages.example import ExampleText, example_text
from referee.rules.points import default_rulesets, loadable_rulesets
from rulesets.comparison import DIFFERENT, compared
from rulesets.irregularities import WHENS, GuideText, Irregularity, guide, irregularities
from rulesets.kernel.ruleset import Ruleset
from tournaments.penalties.rule import PenaltiesRule, usual

blueprint = Blueprint("guide_page", __name__)


@dataclass(frozen=True, slots=True)
class FoundThen:
    """What to do if an irregularity is found at a certain time.  ``proposal``: whether this is our proposal, because
    the rules say nothing about it.
    """

    when: str
    text: str
    proposal: bool


@dataclass(frozen=True, slots=True)
class GuidePage:
    """The content of an irregularity's page.  ``penalty``: the usual first one; ``regulation``: what the regulation
    says about the irregularity; both may be empty.
    """

    kind: Irregularity
    text: GuideText
    found: Sequence[FoundThen]
    clauses: Sequence[CitedClause]
    penalty: str
    regulation: str
    examples: Sequence[ExampleText]


@blueprint.get("/rules/irregularities")
def show_guide() -> AnyResponse:
    rows = [(guide_row(key, language()), guide(language())[key].sign) for key in irregularities()]
    return cacheable(render_template("lookup/irregularities.html", rows=rows, event=request.args.get("event", "")))


@blueprint.get("/rules/irregularities/<key>")
def show_kind(key: str) -> AnyResponse:
    """An irregularity, at its permanent address."""
    kind = irregularities().get(key.lower())
    if kind is None:
        raise Problem("not_found", path=request.path)
    rule, own = penalties_of_event(request.args.get("event", ""), kind.key)
    clauses = clauses_at_event(request.args.get("event", ""), kind)
    page = GuidePage(
        kind=kind,
        text=guide(language())[kind.key],
        found=[FoundThen(each, guide(language())[kind.key].found[each], each in kind.silent) for each in WHENS],
        clauses=cited_clauses(clauses, language(), None),
        penalty=first_penalty(kind, rule, language()),
        regulation=own,
        examples=[example_text(each, language()) for each in kind.examples],
    )
    keys = list(irregularities())
    at = keys.index(kind.key)
    near = [guide_row(each, language()) for each in (keys[at - 1], keys[(at + 1) % len(keys)])]
    event = request.args.get("event", "")
    return cacheable(render_template("lookup/irregularity.html", page=page, near=near, event=event))


def penalties_of_event(event_id: str, key: str) -> tuple[PenaltiesRule, str]:
    """The penalties of an event, and what its regulation says about an irregularity; without an event or a regulation
    the usual penalties and an empty text.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    if not event_id:
        return usual(), ""
    event_for("event.read", event_id)
    with service().database.read() as session:
        found = latest_version(session, event_id)
    if found is None:
        return usual(), ""
    regulation = parse_regulation(found.text)
    return regulation.penalties, regulation.rulings.irregularities.get(key, {}).get(language(), "")


def clauses_at_event(event_id: str, kind: Irregularity) -> list[str]:
    """The clauses that an irregularity rests on: those of the event's rulesets, of all without an event."""
    known = [each for each in kind.clauses if each in default_rulesets()]
    if not event_id:
        return known
    with service().database.read() as session:
        here = rulesets_of(session, event_id)
    return [each for each in known if any(each in ruleset.catalogue.clauses for ruleset in here)] or known


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
