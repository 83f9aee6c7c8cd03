"""A new event."""

from __future__ import annotations

from sqlmodel import Session

from referee.core import audit
from referee.core.access.principal import Principal
from referee.models import Event, new_id


def open_event(session: Session, now: int, who: Principal, name: str, language: str) -> Event:
    """Make an event, with a seed of its own for whatever is drawn in it."""
    event = Event(name=name, language=language, seed=new_id(), created_at=now)
    session.add(event)
    session.flush()
    audit.record(session, now, who, "event.create", f"event:{event.id}", event.id, name=name, language=language)
    return event
