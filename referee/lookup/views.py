"""What a search finds, and the precedents that it searches, for the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from referee.cases.precedents.precedents import PrecedentState, precedents_of, search_points
from referee.core.access.guard import principal
from referee.core.access.roles import may
from referee.core.http.declared import FieldExample
from referee.core.http.fields import Float, OneOf
from referee.core.service import service
from referee.events.regulation import latest_version
from referee.models.cases import case_name
from referee.rules.answers import answer_address
from referee.rules.search import Hit
from rulesets.answers.answer import Answer, answers
from rulesets.kernel.registry import load
from rulesets.search.certain import ANSWERED
from rulesets.search.index import WHYS, Point
from tournaments.regulation import shipped


class Precedents(NamedTuple):
    """The precedents of an event: the points to search, and by their ids the rulings and the addresses of the pages."""

    points: tuple[Point, ...]
    rulings: Mapping[str, PrecedentState]
    addresses: Mapping[str, str]


NO_PRECEDENTS = Precedents((), {}, {})
"""No precedents."""


class Sources(NamedTuple):
    """What is searched besides the rules.  ``regulation``: the text of one, empty for none; ``where``: the address of
    the page with its points.
    """

    regulation: str = ""
    where: str = ""
    precedents: Precedents = NO_PRECEDENTS


def precedents_in(event_id: str, language: str) -> Precedents:
    """The precedents of an event; none if the caller may not read its cases.  Raises the problem ``not_found``."""
    who = principal()
    if who is None or not may(who.roles_in(event_id), "case.read"):
        return NO_PRECEDENTS
    with service().database.read() as session:
        every = [each for each in precedents_of(session, event_id) if each.standing != "none"]
    page = f"/events/{event_id}"
    addresses = {
        each.point_id: f"{page}/cases/{each.id}" if each.own else f"{page}/precedents#{each.key}" for each in every
    }
    return Precedents(tuple(search_points(every, language)), {each.point_id: each for each in every}, addresses)


def sources_of_event(event_id: str, language: str) -> Sources:
    """What an event adds to the rules, as far as the caller may read it."""
    who = principal()
    if who is None or not may(who.roles_in(event_id), "event.read"):
        return Sources()
    with service().database.read() as session:
        version = latest_version(session, event_id)
    precedents = precedents_in(event_id, language)
    return Sources(version.text if version else "", f"/events/{event_id}/regulation", precedents)


def shipped_source(name: str | None) -> Sources:
    """A shipped regulation by its name; no sources if there is no such regulation."""
    return Sources(shipped.text(name), f"/rules/regulations/{name}") if name in shipped.names() else Sources()


@dataclass(frozen=True, slots=True)
class FoundAbout:
    """The facts that are found differently for a clause, an answer and a precedent."""

    kind: str
    address: str
    layer: str | None
    standing: str | None
    source: str


@dataclass(frozen=True, slots=True)
class RuleView:
    """A clause, an answer or a precedent that was found.  For an answer, the title is its question, the reading
    a note.
    """

    ruleset: Annotated[str, FieldExample("jma-2006")]
    kind: Annotated[str, OneOf(("clause", "answer", "precedent"))]
    clause: Annotated[str, "The id of the clause, answer or precedent.", FieldExample("JMA/AUCTION-1")]
    address: Annotated[str, "The path of its page."]
    why: Annotated[
        str,
        OneOf(WHYS),
        "Why it was found: it belongs to the case, its id or chapter was named, or words match.",
    ]
    score: Annotated[float, Float(), "How well the words match, relative to this response."]
    chapter: str
    layer: Annotated[str | None, "The layer of a clause.", FieldExample("supplement")]
    standing: Annotated[
        str | None,
        "For an answer, how certain it is: settled; open (its source was not seen); conflict (sources differ); "
        "elsewhere (how others play, and how it is here). For a precedent, what it is worth: binding, advice.",
    ]
    clauses: Annotated[Sequence[str], "The clauses that an answer or a precedent rests on, in any ruleset."]
    supersedes: Annotated[Sequence[str], "The clauses of earlier documents that a clause replaces."]
    source: str
    title: str
    text: str
    example: str
    reading: str | None


@dataclass(frozen=True, slots=True)
class RulePage:
    """The search results, best first."""

    rows: Sequence[RuleView]
    certain: Annotated[
        bool,
        "The first row answers the question: right in 95 of 100 questions that nothing was fitted to, or more. "
        "The same as `answered` being `certain`.",
    ]
    answered: Annotated[
        str,
        OneOf(ANSWERED),
        "certain: the first row answers the question; likely: it or one of the next does; none: no rule is about this, "
        "the rows are the closest matches, and the regulation or the arbiter may have to decide it.",
    ]
    next: str | None = None


def rule_view(hit: Hit, precedents: Precedents, language: str) -> RuleView:
    """The view of a search result.  ``precedents``: those that were searched."""
    point = hit.found.point
    if point.id in precedents.rulings:
        about = _of_precedent(precedents, point.id)
    elif (known := answers().get(point.id)) is not None:
        about = _of_answer(hit.ruleset, known, language)
    else:
        about = _of_clause(hit.ruleset, point.id, language)
    return RuleView(
        ruleset=hit.ruleset,
        kind=about.kind,
        clause=point.id,
        address=about.address,
        why=hit.found.why,
        score=hit.found.score,
        chapter=point.chapter,
        layer=about.layer,
        standing=about.standing,
        clauses=point.clauses,
        supersedes=point.supersedes,
        source=about.source,
        title=point.title,
        text=point.text,
        example=point.example,
        reading=point.reading or None,
    )


def _of_clause(ruleset: str, clause_id: str, language: str) -> FoundAbout:
    clause = load(ruleset).catalogue.clauses[clause_id]
    return FoundAbout("clause", f"/rules/{ruleset}/{clause_id}", clause.layer, None, clause.source[language])


def _of_answer(ruleset: str, known: Answer, language: str) -> FoundAbout:
    source = "; ".join(each.address or each.names[language] for each in known.sources)
    return FoundAbout("answer", answer_address(known.id, load(ruleset)), None, known.standing, source)


def _of_precedent(precedents: Precedents, point_id: str) -> FoundAbout:
    found = precedents.rulings[point_id]
    source = f"{found.source.name} {case_name(found.source.number)}"
    return FoundAbout("precedent", precedents.addresses[point_id], None, found.standing, source)
