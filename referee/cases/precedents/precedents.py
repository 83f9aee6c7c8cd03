"""The precedents of an event: its own rulings that are marked, and those imported from other events."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from referee.cases.precedents.content import PlayerNames, PrecedentSource, content_of, player_names, source_of
from referee.cases.queries import cases_of
from referee.cases.state import CaseState
from referee.core.cache import SizedCache
from referee.core.language import text
from referee.core.rows import get_row
from referee.models import Event, Precedent
from rulesets.languages import LANGUAGES
from rulesets.search.index import ORDER, Index, Point

MOST_BYTES = 8_000_000
"""The most bytes of indexes that the cache of a process keeps."""
INDEXES: SizedCache[tuple[tuple[Point, ...], str], Index] = SizedCache(MOST_BYTES, lambda _, found: found.size)


class PrecedentState(NamedTuple):
    """A precedent.  ``key``: R-3 (of this event) or P-2 (of another); ``id``: of the case, or of the row of
    `referee.models.Precedent`; ``own``: whether it is a case of this event; ``standing``: none, advice or binding.

    ``content``: in the form of docs/rulings.md, for an own case without position and log.
    """

    key: str
    id: str
    own: bool
    standing: str
    source: PrecedentSource
    content: Mapping[str, Any]

    @property
    def clauses(self) -> list[str]:
        return list(self.content["clauses"])

    @property
    def point_id(self) -> str:
        """Its id in a search of the rules."""
        return f"PRECEDENT/{self.key}"


def precedents_of(session: Session, event_id: str) -> list[PrecedentState]:
    """The event's own rulings that are marked as advice or binding, and all imported ones; binding ones first, then the
    event's own, the latest first.  Raises the problem ``not_found``.
    """
    event = get_row(session, Event, event_id)
    marked = [each for each in cases_of(session, event_id) if each.first and each.standing != "none"]
    players = player_names(session, event_id)
    own = [_own_precedent(session, event, each, players) for each in marked]
    query = select(Precedent).where(Precedent.event_id == event_id).order_by(col(Precedent.number).desc())
    foreign = [foreign_precedent(each) for each in session.exec(query)]
    return sorted([*own, *foreign], key=lambda each: each.standing != "binding")


def foreign_precedent(row: Precedent) -> PrecedentState:
    """A precedent imported from another event."""
    source = PrecedentSource(row.source_id, row.source_name, row.source_date, row.source_number)
    return PrecedentState(f"P-{row.number}", row.id, False, row.standing, source, json.loads(row.content))


def _own_precedent(session: Session, event: Event, found: CaseState, players: PlayerNames) -> PrecedentState:
    source = source_of(event, found.case.number)
    return PrecedentState(found.name, found.case.id, True, found.standing, source, content_of(session, found, players))


def search(
    session: Session, event_id: str, language: str, query: str = "", clause: str = "", most: int = 20
) -> list[PrecedentState]:
    """The advisory and binding precedents that best match a query, in any language; without a query all of them, in the
    order of `precedents_of`.

    ``language``: of the words for the standings, which are searched too; ``clause``: only precedents that rest on this
    clause or chapter.  Raises the problem ``not_found``.
    """
    wanted, question = clause.strip().upper(), query.strip()
    worth = [each for each in precedents_of(session, event_id) if each.standing != "none"]
    every = [each for each in worth if not wanted or any(_matches(known, wanted) for known in each.clauses)]
    if not question:
        return every[:most]
    name = question.upper()
    named = [each for each in every if name == each.key or any(_matches(known, name) for known in each.clauses)]
    best: dict[str, tuple[int, float]] = {each.point_id: (-1, 0.0) for each in named}
    for each_language in LANGUAGES:  # a ruling may be written in any of them
        key = tuple(search_points(worth, language)), each_language
        for found in INDEXES.get(key, partial(Index, *key)).search(question, (), len(worth)):
            order = (ORDER[found.why], -found.score)
            best[found.point.id] = min(order, best.get(found.point.id, order))
    fit = [each for each in every if each.point_id in best]
    return sorted(fit, key=lambda each: best[each.point_id])[:most]


def search_points(precedents: Sequence[PrecedentState], language: str) -> list[Point]:
    """Precedents as entries of the rules' search index, in the words in which they were written."""
    return [
        Point(
            each.point_id,
            text(language, "rulings_chapter"),
            each.content["question"] or each.content["decision"],
            " · ".join((text(language, f"rulings_standing_{each.standing}"), *each.clauses, each.source.name)),
            "\n".join(filter(None, (each.content[name] for name in ("facts", "decision", "reasons")))),
            "",
            "",
            tuple(each.clauses),
        )
        for each in precedents
    ]


def _matches(clause: str, wanted: str) -> bool:
    """Whether a clause is the wanted one or belongs to the wanted chapter.  ``wanted`` may leave out the document."""
    return any(each == wanted or each.startswith(f"{wanted}-") for each in (clause, clause.partition("/")[2]))
