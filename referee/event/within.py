"""A row by its id, if it belongs to the event that it is asked for in: the address of a page names both."""

from __future__ import annotations

from typing import TypeVar

from sqlmodel import Session

from referee.models import Adjustment, Call, Case, DecisionMade, GameTable, Notice, Penalty, Precedent, Round, Seating
from referee.problems import Problem

Row = TypeVar("Row", Adjustment, Call, Case, DecisionMade, GameTable, Notice, Penalty, Precedent, Round, Seating)


def within(session: Session, kind: type[Row], row_id: str, event_id: str) -> Row:
    """A row of an event.  Raises the problem ``not_found``, also for a row of another event."""
    found = session.get(kind, row_id)
    if found is None or found.event_id != event_id:
        raise Problem("not_found", path=row_id)
    return found
