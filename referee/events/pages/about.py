"""What is said of an event: its name, day, place, timetable, organizer."""

from __future__ import annotations

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.pages.forms import form_view, read_form
from referee.core.pages.frame import framed
from referee.events.commands import ChangeEvent, change_event
from referee.events.schemas import EventChange

blueprint = Blueprint("event_about", __name__)

FIELDS = ("name", "language", "held_on", "venue", "organizer", "timetable", "description")


@blueprint.get("/events/<event_id>/about")
def show_about(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The form, as it was filled in."""
    event = event_for("event.change", event_id)
    form = {name: request.form.get(name, str(getattr(event, name))) for name in FIELDS}
    return framed("events/about.html", event, form=form, problem=problem)


@blueprint.post("/events/<event_id>/about")
@form_view(show_about)
def post_about(event_id: str) -> str:
    """Keep what was filled in."""
    allowed("event.change", event_id)
    given = read_form(EventChange, {name: request.form.get(name, "") for name in FIELDS})
    change_event(caller(), event_id, ChangeEvent(**given))
    return f"/events/{event_id}/about"
