"""The page that takes players and helpers over from an earlier event, or players from the register."""

from __future__ import annotations

from flask import Blueprint, make_response, request
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import require_principal
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import word
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import can, framed
from referee.core.service import service
from referee.models import Event
from referee.players.taking_over import (
    LISTED,
    REGISTER,
    NotTaken,
    TakenOver,
    TakeOver,
    allow_source,
    candidates,
    staff_candidates,
    take_over,
)

blueprint = Blueprint("taking_over_page", __name__)

MOST_SOURCES = 200


def page(event_id: str, problem: dict[str, object] | None = None, done: TakenOver | None = None) -> str:
    """Render the page.  ``?source=``: the event, or `REGISTER`; ``done``: what was just taken over."""
    event = event_for("player.change", event_id)
    source = request.values.get("source", "")
    if source:
        allow_source(caller(), source)
    with service().database.read() as session:
        sources = _sources(session, event_id)
        players = candidates(session, event_id, source) if source else []
        staff = (
            staff_candidates(session, event_id, source)
            if source and can(require_principal(), "member.change", event_id)
            else []
        )
    return framed(
        "players/taking_over.html",
        event,
        sources=sources,
        source=source,
        players=players,
        staff=staff,
        left=left_text,
        listed=LISTED,
        done=done,
        problem=problem,
    )


def left_text(left: NotTaken) -> str:
    """Why somebody is left out, in words."""
    if left.why == LISTED and left.number is not None:
        return word("take_over_listed", number=left.number)
    return word(f"take_over_{left.why}" if left.why != LISTED else "take_over_helps")


def _sources(session: Session, event_id: str) -> list[tuple[str, str]]:
    """Where the caller may take people over from: the register, and other events, the latest first."""
    who = require_principal()
    events = session.exec(select(Event).where(Event.id != event_id).order_by(col(Event.id).desc())).all()
    allowed = [(each.id, each.name) for each in events if can(who, "event.change", each.id)][:MOST_SOURCES]
    return [*([(REGISTER, word("register_title"))] if who.administrator else []), *allowed]


@blueprint.get("/events/<event_id>/players/take-over")
def show_taking_over(event_id: str) -> str:
    return page(event_id)


@blueprint.post("/events/<event_id>/players/take-over")
@form_view(page)
def post_taking_over(event_id: str) -> AnyResponse:
    """Take over whoever is ticked, and say who was left out."""
    event_for("player.change", event_id)
    given = asked(TakeOver, request.form, players=request.form.getlist("players"), staff=request.form.getlist("staff"))
    return make_response(page(event_id, done=take_over(caller(), event_id, given)))
