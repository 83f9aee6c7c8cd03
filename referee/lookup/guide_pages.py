"""The irregularity guide on pages for everybody; with ``?event=`` as that event's regulation has it."""

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
from referee.events.regulation import latest_version, parse_regulation
from referee.rules.guide import guide_row
from referee.rules.pages.answers_text import RestingOn, resting_on
from referee.rules.pages.example import ExampleText, example_text
from referee.rules.points import ruleset_of
from rulesets.irregularities.irregularity import WHENS, GuideText, Irregularity, guide, irregularities
from tournaments.penalties.read import usual
from tournaments.penalties.rule import PenaltiesRule

blueprint = Blueprint("guide_page", __name__)


@dataclass(frozen=True, slots=True)
class FoundThen:
    """What is done when it is found at some time.  ``proposal``: the rules are silent about that."""

    when: str
    text: str
    proposal: bool


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A kind as its page shows it.  ``penalty``, the usual first, and ``regulation``, what it says, may be empty."""

    kind: Irregularity
    text: GuideText
    found: Sequence[FoundThen]
    clauses: Sequence[RestingOn]
    penalty: str
    regulation: str
    examples: Sequence[ExampleText]


@blueprint.get("/rules/irregularities")
def show_guide() -> AnyResponse:
    """All kinds."""
    rows = [(guide_row(key, language()), guide(language())[key].sign) for key in irregularities()]
    return cacheable(render_template("lookup/irregularities.html", rows=rows, event=request.args.get("event", "")))


@blueprint.get("/rules/irregularities/<key>")
def show_kind(key: str) -> AnyResponse:
    """A kind, at its permanent address."""
    kind = irregularities().get(key.lower())
    if kind is None:
        raise Problem("not_found", path=request.path)
    rule, own = of_event(request.args.get("event", ""), kind.key)
    page = GuidePage(
        kind=kind,
        text=guide(language())[kind.key],
        found=[FoundThen(each, guide(language())[kind.key].found[each], each in kind.silent) for each in WHENS],
        clauses=resting_on([each for each in kind.clauses if each in ruleset_of()], language(), None),
        penalty=first_penalty(kind, rule, language()),
        regulation=own,
        examples=[example_text(each, language()) for each in kind.examples],
    )
    keys = list(irregularities())
    at = keys.index(kind.key)
    near = [guide_row(each, language()) for each in (keys[at - 1], keys[(at + 1) % len(keys)])]
    event = request.args.get("event", "")
    return cacheable(render_template("lookup/irregularity.html", page=page, near=near, event=event))


def of_event(event_id: str, key: str) -> tuple[PenaltiesRule, str]:
    """The penalties of an event, and what its regulation says of a kind; the usual ones and nothing without an event.

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


def first_penalty(kind: Irregularity, rule: PenaltiesRule, language: str) -> str:
    """The usual first penalty for a kind by the penalties of a regulation; empty where there is none."""
    found = rule.usual(kind.offence, kind.first)
    if found is None:
        return ""
    step, category = found
    return f"{step.titles[language]} ({category.titles[language]})" if category else step.titles[language]
