"""Clauses, finds and chapters in words, for the pages of the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape
from sqlmodel import col, select

from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.regulation import regulation_of
from referee.models import GameTable
from referee.rules.answers import answer_address, answer_row, readings_naming
from referee.rules.layers import layer_title
from referee.rules.points import REGULATION, chapter_title, regulation_points
from referee.rules.refused_by import bent_by, refusals
from referee.rules.search import Hit
from rulesets.answers.answer import answers, answers_naming
from rulesets.kernel.clause import Clause
from rulesets.kernel.ruleset import Ruleset

MOST_EVENTS = 20
"""Events whose rulesets are looked at."""
ID = re.compile(r"[A-Z][A-Z0-9-]*/[A-Z]+(?:-\d+)?(?!\d)")


def linked(text: str, ruleset: Ruleset) -> Markup:
    """A text with the ids of clauses in it as links."""
    parts: list[str] = []
    at = 0
    for match in ID.finditer(text):
        if match[0] in ruleset.catalogue.clauses:
            link = Markup('<a href="{}">{}</a>').format(address(ruleset, match[0]), match[0])
            parts += [escape(text[at : match.start()]), link]
            at = match.end()
    return Markup("").join([*parts, escape(text[at:])])


def address(ruleset: Ruleset, clause: str) -> str:
    """The permanent address of a clause."""
    return f"/rules/{ruleset.name}/{clause}"


def hits_told(ruleset: Ruleset, hits: Sequence[Hit], where: str) -> list[dict[str, Any]]:
    """What was found, as it is listed; ``where``: the address of the regulation whose points are among it."""
    told = []
    for hit in hits:
        point = hit.found.point
        told.append(
            {
                "id": "" if point.id.startswith(f"{REGULATION}/") else point.id,
                "address": address_of(ruleset, point.id, where),
                "title": point.title,
                "about": point.about,
                "text": point.text,
                "reading": point.reading,
                "example": point.example,
                "case": hit.found.why == "case",
                "supersedes": clause_links(ruleset, point.supersedes),
            }
        )
    return told


def address_of(ruleset: Ruleset, point_id: str, where: str) -> str:
    """Where something that was found stands: on a page of its own, or at its place on the page ``where``."""
    if point_id in ruleset.catalogue.clauses:
        return address(ruleset, point_id)
    return answer_address(point_id, ruleset) if point_id in answers() else f"{where}#{anchor(point_id)}"


def clause_links(ruleset: Ruleset, clauses: Iterable[str]) -> list[dict[str, str]]:
    """Clauses by id, each with its address."""
    return [{"id": each, "address": address(ruleset, each)} for each in clauses]


def anchor(point_id: str) -> str:
    """Where a point of a regulation stands on its page: points-1."""
    return point_id.partition("/")[2].lower()


def chapters(ruleset: Ruleset, spoken: str) -> list[tuple[str, list[dict[str, str]]]]:
    """The chapters of a ruleset, each with its clauses in force, in the order of the source."""
    texts = ruleset.catalogue.texts(spoken)
    every = ruleset.catalogue.in_force.values()
    return [
        (name, [{"id": each.id, "title": texts[each.id].title, "address": address(ruleset, each.id)} for each in group])
        for name, group in groupby(every, key=lambda each: chapter_title(each, spoken))
    ]


def clause_told(ruleset: Ruleset, clause: Clause, spoken: str) -> dict[str, Any]:
    """A clause as its page shows it; one that is superseded stands among the neighbours of the one in its place."""
    known = ruleset.catalogue
    ids, texts = list(known.in_force), known.texts(spoken)
    text, earlier, current = texts[clause.id], known.earlier(clause.id), known.current(clause.id)
    at = ids.index(current)

    def row(clause_id: str) -> dict[str, str]:
        return {"id": clause_id, "title": texts[clause_id].title, "address": address(ruleset, clause_id)}

    def neighbour(place: int) -> Mapping[str, str] | None:
        return row(ids[place]) if 0 <= place < len(ids) else None

    resting = {each.id: each for named in (clause.id, *earlier) for each in answers_naming(named)}
    chapter = chapter_title(clause, spoken)
    return {
        "clause": clause,
        "chapter": chapter,
        "layer": layer_title(clause.layer, spoken),
        "told": text,
        "source": clause.source[spoken],
        "in_force": row(current) if current != clause.id else None,
        "supersedes": [row(each) for each in earlier],
        "text": linked(text.text, ruleset),
        "example": linked(text.example, ruleset),
        "reading": linked(text.reading, ruleset) if text.reading else None,
        "refusals": refusals(ruleset, clause, spoken),
        "options": bent_by(ruleset, clause, spoken),
        "answers": [answer_row(each, spoken, ruleset) for each in resting.values()],
        "readings": [row(each) for each in readings_naming(ruleset, clause.id, spoken)],
        "before": neighbour(at - 1),
        "after": neighbour(at + 1),
        "chapters": [
            row(each) for each in ids if each != clause.id and chapter_title(known.clauses[each], spoken) == chapter
        ],
    }


def regulation_lines(text: str, spoken: str) -> list[tuple[str, list[dict[str, str]]]]:
    """What a regulation says, part by part, each line with its place on the page."""
    every = regulation_points(text, spoken)
    return [
        (title, [{"anchor": anchor(each.id), "text": each.text} for each in group])
        for title, group in groupby(every, key=lambda each: each.title)
    ]


def own_rulesets(who: Principal | None) -> set[str]:
    """The rulesets that the tables of somebody's events play by."""
    if who is None:
        return set()
    events = [who.event_id] if who.event_id else sorted(who.roles, reverse=True)[:MOST_EVENTS]
    found = set()
    with service().database.read() as session:
        for event_id in events:
            try:
                found.add(regulation_of(session, event_id).game.ruleset)
            except Problem:  # no regulation yet: its tables tell
                wanted = select(col(GameTable.header)).where(GameTable.event_id == event_id).limit(1)
                found |= {json.loads(header)["ruleset"] for header in session.exec(wanted)}
    return found
