"""The content of the pages about the rules: clauses, search results and chapters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup, escape
from sqlmodel import col, select

from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.regulation import regulation_of
from referee.models import GameTable
from referee.rules.answers import AnswerRow, answer_address, answer_row, readings_naming
from referee.rules.guide import GuideRow, guide_row
from referee.rules.points import REGULATION, chapter_title, layer_title, regulation_points
from referee.rules.search import Hit
from rulesets.answers.answer import answers, answers_naming
from rulesets.irregularities import irregularities_naming
from rulesets.kernel.clause import Clause
from rulesets.kernel.ruleset import Ruleset
from rulesets.kernel.sentence import templates

MOST_EVENTS = 20
"""The most events whose rulesets are looked up."""
ID = re.compile(r"[A-Z][A-Z0-9-]*/[A-Z]+(?:-\d+)?(?!\d)")
FACT = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class ClauseLink:
    """A clause with the address of its page."""

    id: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class ClauseRefusal:
    """A refusal by a clause.  ``sentence``: its text, with the facts left open."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ClauseOption:
    """An option of a tournament's regulation that changes a clause, with its default; ``house``: the clause of a house
    rule that it puts in force instead.
    """

    name: str
    about: str
    default: str
    house: Sequence[ClauseLink]


@dataclass(frozen=True, slots=True)
class HitRow:
    """A search result.  ``id``: empty for a point of a regulation; ``case``: whether the case names it; ``supersedes``:
    the clauses that it supersedes.
    """

    id: str
    address: str
    title: str
    about: str
    text: str
    reading: str
    example: str
    case: bool
    supersedes: Sequence[ClauseLink]


@dataclass(frozen=True, slots=True)
class ClausePage:
    """The content of a clause's page.  ``in_force``: the clause that supersedes it, if one does; ``refusals``: those
    that cite it; ``options``: those that change it; ``answers``, ``irregularities``, ``readings``: what rests on it;
    ``before`` and ``after``: its neighbours; ``chapters``: the other clauses of its chapter.
    """

    clause: Clause
    chapter: str
    layer: str
    title: str
    source: str
    in_force: ClauseLink | None
    supersedes: Sequence[ClauseLink]
    text: Markup
    example: Markup
    reading: Markup | None
    refusals: Sequence[ClauseRefusal]
    options: Sequence[ClauseOption]
    answers: Sequence[AnswerRow]
    irregularities: Sequence[GuideRow]
    readings: Sequence[ClauseLink]
    before: ClauseLink | None
    after: ClauseLink | None
    chapters: Sequence[ClauseLink]


@dataclass(frozen=True, slots=True)
class RegulationLine:
    """A line of a regulation in words, with its anchor on the page."""

    anchor: str
    text: str


def linked(text: str, ruleset: Ruleset) -> Markup:
    """Turn the ids of clauses in a text into links."""
    parts: list[str] = []
    at = 0
    for match in ID.finditer(text):
        if match[0] in ruleset.catalogue.clauses:
            link = Markup('<a href="{}">{}</a>').format(address(ruleset, match[0]), match[0])
            parts += [escape(text[at : match.start()]), link]
            at = match.end()
    return Markup("").join([*parts, escape(text[at:])])


def address(ruleset: Ruleset, clause: str) -> str:
    return f"/rules/{ruleset.name}/{clause}"


def hit_rows(
    ruleset: Ruleset, hits: Sequence[Hit], where: str, addresses: Mapping[str, str], language: str
) -> list[HitRow]:
    """The rows for search results.

    ``where``: the address of the regulation whose points are among them; ``addresses``: of precedents, by id.
    """
    return [_hit_row(ruleset, hit, where, addresses, language) for hit in hits]


def _hit_row(ruleset: Ruleset, hit: Hit, where: str, addresses: Mapping[str, str], language: str) -> HitRow:
    point = hit.found.point
    return HitRow(
        id="" if point.id.startswith(f"{REGULATION}/") else point.id,
        address=addresses.get(point.id) or address_of(ruleset, point.id, where),
        title=point.title,
        about=point.about,
        text=point.text,
        reading=point.reading,
        example=point.example,
        case=hit.found.why == "case",
        supersedes=clause_links(ruleset, point.supersedes, language),
    )


def address_of(ruleset: Ruleset, point_id: str, where: str) -> str:
    """The address of a search result: its own page, or its anchor on the page ``where``."""
    if point_id in ruleset.catalogue.clauses:
        return address(ruleset, point_id)
    return answer_address(point_id, ruleset) if point_id in answers() else f"{where}#{anchor(point_id)}"


def clause_links(ruleset: Ruleset, clauses: Iterable[str], language: str) -> list[ClauseLink]:
    texts = ruleset.catalogue.texts(language)
    return [ClauseLink(each, texts[each].title, address(ruleset, each)) for each in clauses]


def anchor(point_id: str) -> str:
    """The anchor of a regulation's point on its page, such as points-1."""
    return point_id.partition("/")[2].lower()


def chapters(ruleset: Ruleset, language: str) -> list[tuple[str, list[ClauseLink]]]:
    """The chapters of a ruleset, each with its clauses in force, in the order of the source; house rules come last."""
    known = ruleset.catalogue
    every = [*known.in_force.values(), *(each for each in known.clauses.values() if each.layer == "house")]
    return [
        (name, clause_links(ruleset, [each.id for each in group], language))
        for name, group in groupby(every, key=lambda each: chapter_title(each, language))
    ]


def clause_page(ruleset: Ruleset, clause: Clause, language: str) -> ClausePage:
    """The content of a clause's page.

    The neighbours of a superseded clause are those of the clause in its place, those of a house rule its other clauses.
    """
    known = ruleset.catalogue
    house = [each.id for each in known.clauses.values() if each.layer == "house"]
    ids, text = house if clause.id in house else list(known.in_force), known.texts(language)[clause.id]
    earlier, current = known.earlier(clause.id), known.current(clause.id)
    at, chapter = ids.index(current), chapter_title(clause, language)

    def links(clause_ids: Iterable[str]) -> list[ClauseLink]:
        return clause_links(ruleset, clause_ids, language)

    citing = {each.id: each for named in (clause.id, *earlier) for each in answers_naming(named)}
    return ClausePage(
        clause=clause,
        chapter=chapter,
        layer=layer_title(clause.layer, language),
        title=text.title,
        source=clause.source[language],
        in_force=links([current])[0] if current != clause.id else None,
        supersedes=links(earlier),
        text=linked(text.text, ruleset),
        example=linked(text.example, ruleset),
        reading=linked(text.reading, ruleset) if text.reading else None,
        refusals=refusals(ruleset, clause, language),
        options=options_of(ruleset, clause, language),
        answers=[answer_row(each, language, ruleset) for each in citing.values()],
        irregularities=[guide_row(each.key, language) for each in irregularities_naming(clause.id)],
        readings=links(readings_naming(ruleset, clause.id, language)),
        before=next(iter(links(ids[at - 1 : at])), None) if at else None,
        after=next(iter(links(ids[at + 1 : at + 2])), None),
        chapters=links(
            each for each in ids if each != clause.id and chapter_title(known.clauses[each], language) == chapter
        ),
    )


def refusals(ruleset: Ruleset, clause: Clause, language: str) -> list[ClauseRefusal]:
    sentences = templates(language, ruleset.sources)
    own = [code for code in clause.codes if ruleset.catalogue.clause_of.get(code) == clause.id]
    return [
        ClauseRefusal(code, FACT.sub("…", sentences[code].replace("{clause}", clause.id)))
        for code in own
        if code in sentences
    ]


def options_of(ruleset: Ruleset, clause: Clause, language: str) -> list[ClauseOption]:
    """The options of a tournament's regulation that change a clause."""
    return [
        ClauseOption(
            each.name,
            each.about[language],
            str(each.default),
            clause_links(ruleset, {each.house} - {"", clause.id}, language),
        )
        for each in ruleset.options
        if clause.id in (ruleset.catalogue.current(each.clause), each.house)
    ]


def regulation_lines(text: str, language: str) -> list[tuple[str, list[RegulationLine]]]:
    """What a regulation says in words: the title and lines of each part.  ``text``: the content of its file."""
    every = regulation_points(text, language)
    return [
        (title, [RegulationLine(anchor(each.id), each.text) for each in group])
        for title, group in groupby(every, key=lambda each: each.title)
    ]


def own_rulesets(who: Principal | None) -> set[str]:
    """The names of the rulesets that somebody's events play by."""
    if who is None:
        return set()
    events = [who.event_id] if who.event_id else sorted(who.roles, reverse=True)[:MOST_EVENTS]
    found = set()
    with service().database.read() as session:
        for event_id in events:
            try:
                found.add(regulation_of(session, event_id).game.ruleset)
            except Problem:  # no regulation yet: ask its tables
                query = select(col(GameTable.header)).where(GameTable.event_id == event_id).limit(1)
                found |= {json.loads(header)["ruleset"] for header in session.exec(query)}
    return found
