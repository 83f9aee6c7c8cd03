"""Whether an event has public pages, under which address, what they show, and the notices on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.core.service import service
from referee.models import Notice, PublicPages

PARTS = ("seating", "standings", "bracket", "clock", "tables", "live")
"""What can be shown: who sits where, standings, bracket, the round's clock, a page for each table, and on it the game
as it stands (``live``), which nobody has published.
"""
USUAL = PARTS[:-1]
"""What is shown by default."""


@dataclass(frozen=True, slots=True)
class Shown:
    """``open``: whether strangers see anything; ``address``: a short one, None for the event's id; ``parts``: which."""

    open: bool = False
    address: str | None = None
    parts: Sequence[str] = USUAL


@dataclass(frozen=True, slots=True)
class PublicView(Shown):
    """What an event shows to everybody.  ``url``: the address of the pages."""

    url: str = ""


def shown(session: Session, event_id: str) -> Shown:
    """What an event shows to everybody."""
    row = session.get(PublicPages, event_id)
    return Shown() if row is None else Shown(row.open, row.address, tuple(json.loads(row.shown)))


def public_view(session: Session, event_id: str) -> PublicView:
    """What an event shows to everybody, and where."""
    found = shown(session, event_id)
    url = f"{service().own_address.now()}/p/{found.address or event_id}"
    return PublicView(found.open, found.address, found.parts, url)


def notices(session: Session, event_id: str) -> Sequence[Notice]:
    """The notices of an event that stand, the latest first."""
    wanted = select(Notice).where(Notice.event_id == event_id, col(Notice.withdrawn_at).is_(None))
    return session.exec(wanted.order_by(col(Notice.made_at).desc(), col(Notice.id).desc())).all()
