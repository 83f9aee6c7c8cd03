"""Whether an event has public pages, under which address, and what they show."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.models import Event, PublicPages

PARTS = ("seating", "standings", "bracket", "clock", "tables", "live")
"""What can be shown: who sits where, standings, bracket, the round's clock, a page for each table, and on it the game
as it stands (``live``), which nobody has published.
"""
USUAL = PARTS[:-1]
"""What is shown unless said otherwise."""


class Shown(NamedTuple):
    """``open``: whether strangers see anything; ``address``: a short one, None for the event's id; ``parts``: which."""

    open: bool = False
    address: str | None = None
    parts: tuple[str, ...] = USUAL


def shown(session: Session, event_id: str) -> Shown:
    """What an event shows to everybody."""
    row = session.get(PublicPages, event_id)
    return Shown() if row is None else Shown(row.open, row.address, tuple(json.loads(row.shown)))


def change(session: Session, now: int, who: Principal, event_id: str, body: dict[str, Any]) -> Shown:
    """Open or close an event's public pages; ``body`` in the form of `referee.public.schemas.PublicIn`.

    Raises the problems ``not_found`` and ``address_taken``.
    """
    if session.get(Event, event_id, with_for_update={"key_share": True}) is None:
        raise Problem("not_found", path=event_id)
    row = session.get(PublicPages, event_id) or PublicPages(event_id=event_id)
    row.open, row.address = body["open"], body["address"]
    row.shown = json.dumps([part for part in PARTS if part in body["parts"]])
    session.add(row)
    try:
        session.flush()
    except IntegrityError as error:
        raise Problem("address_taken", address=body["address"]) from error
    # The address that it is found by changes with it: whoever keeps pages looks at the audit log.
    audit.record(session, now, who, "public.change", f"event:{event_id}", event_id, **body)
    return Shown(row.open, row.address, tuple(json.loads(row.shown)))
