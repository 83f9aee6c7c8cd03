"""The scope of a request: the event, round, table or row that it names, if the caller may take the action there."""

from __future__ import annotations

from typing import Protocol, TypeVar

from sqlmodel import Session

from referee.core.access.guard import allowed, require_principal
from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import service
from referee.models import Event, GameTable, Round

Row = TypeVar("Row", bound="OfEvent")


class OfEvent(Protocol):
    """A row that belongs to an event."""

    event_id: str


def row_for(action: str, kind: type[Row], row_id: str) -> tuple[Row, Principal]:
    """A row and the caller, if they may take the action in its event.

    Raises the problems ``unknown_person``, ``not_found`` and ``not_allowed``.
    """
    require_principal()
    with service().database.read() as session:
        found = session.get(kind, row_id)
    if found is None:
        raise Problem("not_found", path=row_id)
    return found, allowed(action, found.event_id)


def event_for(action: str, event_id: str) -> Event:
    """The event, if the caller may take the action in it.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    allowed(action, event_id)
    with service().database.read() as session:
        return get_row(session, Event, event_id)


def table_for(action: str, table_id: str) -> tuple[GameTable, Principal]:
    """The table and the caller, if they may take the action there.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    require_principal()
    with service().database.read() as session:
        table = get_row(session, GameTable, table_id)
    return table, allowed(action, table.event_id, table_id)


def round_for(session: Session, round_id: str, action: str) -> Round:
    """The round, if the caller may take the action in its event."""
    require_principal()
    found = get_row(session, Round, round_id)
    allowed(action, found.event_id)
    return found


def within(session: Session, kind: type[Row], row_id: str, event_id: str) -> Row:
    """A row of an event.  Raises the problem ``not_found``, also for a row of another event."""
    found = session.get(kind, row_id)
    if found is None or found.event_id != event_id:
        raise Problem("not_found", path=row_id)
    return found


def event_of(event_id: str) -> Event:
    """The event of rows that were read before, and so exists."""
    with service().database.read() as session:
        return session.get_one(Event, event_id)
