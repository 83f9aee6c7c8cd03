"""Making the rounds that the regulation plans."""

from __future__ import annotations

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.database.database import Database
from referee.core.problems import Problem
from referee.events.plan import plan
from referee.events.regulation import regulation_of
from referee.models import Event


def make_rounds(database: Database, event_id: str, who: Principal) -> None:
    """Make the rounds of the plan that an event has not yet.

    Raises the problems ``not_found``, ``no_regulation``, and ``conflict`` where somebody else makes them just now.
    """
    now = database.now()
    with database.write() as session:
        event = session.get(Event, event_id)
        if event is None:
            raise Problem("not_found", path=event_id)
        touched = plan(session, event, regulation_of(session, event_id), now)
        if touched:
            numbers = [each.number for each in touched]
            audit.record(session, now, who, "round.change", f"event:{event_id}", event_id, planned=numbers)
