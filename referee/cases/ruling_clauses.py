"""The clauses that a ruling rests on: those of the table's ruleset, and points of the event's regulation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from referee.core.http.field_faults import Fault, invalid
from referee.core.language import language
from referee.events.regulation import last
from referee.rules.points import REGULATION, regulation_points
from rulesets.kernel.ruleset import Ruleset


def checked(session: Session, event_id: str, ruleset: Ruleset, given: Sequence[str]) -> list[str]:
    """The ids as they are written in their documents, each once.  Raises the problem ``invalid`` for those that name
    nothing.
    """
    ids = [each.strip().upper() for each in given]
    points = regulation(session, event_id) if any(each.startswith(f"{REGULATION}/") for each in ids) else {}
    wrong = [
        Fault(f"clauses.{number}", "clause_not_there", {"given": each, "ruleset": ruleset.name})
        for number, each in enumerate(ids)
        if each not in ruleset.catalogue.clauses and each not in points
    ]
    if wrong:
        raise invalid(*wrong)
    return list(dict.fromkeys(ids))


def regulation(session: Session, event_id: str) -> dict[str, str]:
    """What the event's regulation says, in the reader's language, by the ids of its points."""
    found = last(session, event_id)
    return {each.id: each.title for each in regulation_points(found.text, language())} if found else {}


def titled(session: Session, event_id: str, ruleset: Ruleset, ids: Sequence[str]) -> list[dict[str, Any]]:
    """Clauses with their titles in the reader's language, and where each can be read."""
    texts = ruleset.catalogue.texts(language())
    points = regulation(session, event_id) if any(each.startswith(f"{REGULATION}/") for each in ids) else {}
    return [
        {
            "id": each,
            "title": texts[each].title if each in texts else points.get(each, each),
            "address": f"/rules/{ruleset.name}/{each}" if each in texts else None,
        }
        for each in ids
    ]
