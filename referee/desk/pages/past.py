"""The past events: archived ones, and those that are too old for the start page."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request
from sqlmodel import Session, col, func, select

from referee.core.access.guard import require_principal
from referee.core.pages.format import moment
from referee.core.service import service
from referee.desk.pages.start import past_events
from referee.models import Event, Player

blueprint = Blueprint("past_events", __name__)

MOST_PAST = 200
"""How many past events are listed at most, latest first; a search looks through all of them."""


@dataclass(frozen=True, slots=True)
class PastEvent:
    """A past event.  ``held``: its day, or that on which it was made; ``archived``: since when, empty if it is not."""

    id: str
    name: str
    held: str
    venue: str
    players: int
    archived: str


@blueprint.get("/past")
def show_past() -> str:
    """List the past events of the reader, all for an administrator; ``?q=`` finds them by name or venue."""
    who = require_principal()
    search = request.args.get("q", "").strip()
    with service().database.read() as session:
        rows = [past_row(session, each) for each in past_events(session, who, search)[:MOST_PAST]]
    put_away = next((each for each in rows if each.id == request.args.get("put_away")), None)
    return render_template("desk/past.html", rows=rows, searched=search, put_away=put_away, most=MOST_PAST)


def past_row(session: Session, event: Event) -> PastEvent:
    listed = select(func.count()).where(Player.event_id == event.id, col(Player.archived_at).is_(None))
    return PastEvent(
        event.id,
        event.name,
        event.held_on or moment(event.created_at)[:10],
        event.venue,
        session.exec(listed).one(),
        moment(event.archived_at) if event.archived_at is not None else "",
    )
