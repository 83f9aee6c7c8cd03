"""What an address names by its id alone: the row, and who asks, if they may do there what they want to."""

from __future__ import annotations

from typing import TypeVar

from referee.access.guard import allowed, somebody
from referee.access.principal import Principal
from referee.models import Adjustment, DecisionMade, Notice, Penalty, Precedent, Seating, TableResult
from referee.problems import Problem
from referee.service import service

Row = TypeVar("Row", Adjustment, DecisionMade, Notice, Penalty, Precedent, Seating, TableResult)


def row_for(action: str, kind: type[Row], row_id: str) -> tuple[Row, Principal]:
    """A row, and who asks, if they may take the action in its event.

    Raises the problems ``unknown_person``, ``not_found`` and ``not_allowed``.
    """
    somebody()
    with service().database.read() as session:
        found = session.get(kind, row_id)
    if found is None:
        raise Problem("not_found", path=row_id)
    return found, allowed(action, found.event_id)
