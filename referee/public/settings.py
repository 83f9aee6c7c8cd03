"""The settings of an event's public pages (whether open, at which address, what they show), and the notices on them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from sqlmodel import Session, col, select

from referee.core.http import fields
from referee.core.http.fields import OneOf
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.regulation import regulation_of
from referee.models import Notice, PublicPages
from referee.stories.delay import Delay

PARTS = ("seating", "standings", "bracket", "clock", "tables", "live", "replays")
"""What can be shown: who sits where, standings, bracket, the round's clock, a page for each table, on it the game as it
stands (``live``), although nobody has published it, and finished games move by move (``replays``).
"""
DEFAULT_PARTS = PARTS[:-2]
"""What is shown by default."""


@dataclass(frozen=True, slots=True)
class PublicSettings:
    """The settings.  ``open``: whether strangers see anything; ``address``: a short one, None for the event's id;
    ``parts``: which `PARTS` they see; ``delay_minutes`` and ``delay_turns``: the delay with which live games are shown;
    ``alerts``: whether players may have themselves told what concerns them.
    """

    open: bool = False
    address: str | None = None
    parts: Sequence[str] = DEFAULT_PARTS
    delay_minutes: int = 0
    delay_turns: int = 0
    alerts: bool = False

    @property
    def delay(self) -> Delay:
        """The delay with which live games are shown."""
        return Delay(self.delay_minutes, self.delay_turns)


@dataclass(frozen=True, slots=True)
class PublicView:
    """What an event shows to everybody."""

    open: bool
    address: str | None
    parts: Sequence[Annotated[str, OneOf(PARTS)]]
    delay_minutes: int
    delay_turns: int
    alerts: bool
    url: Annotated[str, "The address of the pages."]


class PublicNoticeView(Protocol):
    """A notice: what is shown of a `Notice`."""

    id: str
    event_id: str
    player_id: Annotated[str | None, fields.String(data_key="player")]
    text: str
    author: str
    made_at: int
    withdrawn_at: int | None


def shown_settings(session: Session, event_id: str) -> PublicSettings:
    row = session.get(PublicPages, event_id)
    if row is None:
        usual = default_delay(session, event_id)
        return PublicSettings(delay_minutes=usual.minutes, delay_turns=usual.turns)
    shown = tuple(json.loads(row.shown))
    return PublicSettings(row.open, row.address, shown, row.delay_minutes, row.delay_turns, row.alerts)


def default_delay(session: Session, event_id: str) -> Delay:
    """The delay that the regulation sets for live games; no delay without a regulation."""
    try:
        rule = regulation_of(session, event_id).spectators
    except Problem:
        return Delay()
    return Delay(rule.delay_minutes, rule.delay_turns)


def public_view(session: Session, event_id: str) -> PublicView:
    found = shown_settings(session, event_id)
    url = f"{service().own_address.now()}/p/{found.address or event_id}"
    return PublicView(found.open, found.address, found.parts, found.delay_minutes, found.delay_turns, found.alerts, url)


def notices(session: Session, event_id: str) -> Sequence[Notice]:
    query = select(Notice).where(Notice.event_id == event_id, col(Notice.withdrawn_at).is_(None))
    return session.exec(query.order_by(col(Notice.made_at).desc(), col(Notice.id).desc())).all()
