"""The clauses that a ruling rests on: those of the table's ruleset, and points of the event's regulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlmodel import Session

from referee.core.http.declared import FieldExample
from referee.core.http.field_faults import FieldFault, invalid
from referee.events.regulation import latest_version
from referee.rules.points import REGULATION, regulation_points
from rulesets.kernel.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class ClauseNamedView:
    """A clause, and where to read it."""

    id: Annotated[str, FieldExample("JMA/REF-1")]
    title: str
    address: Annotated[str | None, "The path of its page; null: a point of the regulation."]


def checked_clauses(
    session: Session, event_id: str, ruleset: Ruleset, given: Sequence[str], language: str
) -> list[str]:
    """Clause ids in the spelling of their documents, each once.  Raises the problem ``invalid`` for unknown ones."""
    ids = [each.strip().upper() for each in given]
    points = regulation_titles(session, event_id, ids, language)
    wrong = [
        FieldFault(f"clauses.{number}", "clause_not_there", {"given": each, "ruleset": ruleset.name})
        for number, each in enumerate(ids)
        if each not in ruleset.catalogue.clauses and each not in points
    ]
    if wrong:
        raise invalid(*wrong)
    return list(dict.fromkeys(ids))


def regulation_titles(session: Session, event_id: str, ids: Sequence[str], language: str) -> dict[str, str]:
    """The titles of the points of the event's regulation, by id; empty if none of ``ids`` is one."""
    if not any(each.startswith(f"{REGULATION}/") for each in ids):
        return {}
    found = latest_version(session, event_id)
    return {each.id: each.title for each in regulation_points(found.text, language)} if found else {}


def clause_views(
    session: Session, event_id: str, ruleset: Ruleset, ids: Sequence[str], language: str
) -> list[ClauseNamedView]:
    """Clauses with their titles and addresses."""
    points = regulation_titles(session, event_id, ids, language)
    return [clause_link(ruleset, each, language, points.get(each, each)) for each in ids]


def clause_link(ruleset: Ruleset, clause: str, language: str, otherwise: str = "") -> ClauseNamedView:
    """A clause with its title and address; ``otherwise``: the title if the ruleset does not have the clause."""
    texts = ruleset.catalogue.texts(language)
    if clause not in texts:
        return ClauseNamedView(clause, otherwise, None)
    return ClauseNamedView(clause, texts[clause].title, f"/rules/{ruleset.name}/{clause}")
