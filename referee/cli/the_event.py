"""The event that a command is about."""

from __future__ import annotations

from sqlmodel import Session, select

from referee.cli.db_frame import NotReady
from referee.cli.printing import visible
from referee.models import Event


def the_event(session: Session, named: str) -> Event:
    """The event with this id or whole name; ends the command where there is none, or more than one."""
    found = session.exec(select(Event).where((Event.id == named) | (Event.name == named))).all()
    if len(found) != 1:
        known = "; ".join(f"{each.id} {visible(each.name)}" for each in found)
        raise NotReady(f"there is no one event {visible(named)}{': ' if known else ''}{known}; give its id")
    return found[0]
