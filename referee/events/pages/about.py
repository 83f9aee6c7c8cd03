"""The page with an event's details: its name, day, venue, timetable, organizer and pictures."""

from __future__ import annotations

from zoneinfo import available_timezones

from flask import Blueprint, Response, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.core.zone import zone_name
from referee.events.commands import EDITABLE_FIELDS, ChangeEvent, change_event
from referee.events.pictures import MAX_SPONSORS, AddPicture, add_picture, picture_file, pictures_of, remove_picture

blueprint = Blueprint("event_about", __name__)


@blueprint.get("/events/<event_id>/about")
def show_about(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Show the form with what was entered, or else with the stored values."""
    event = event_for("event.change", event_id)
    stored = {**{name: str(getattr(event, name)) for name in EDITABLE_FIELDS}, "zone": zone_name()}
    form = {name: request.form.get(name, stored[name]) for name in EDITABLE_FIELDS}
    with service().database.read() as session:
        pictures = pictures_of(session, event_id)
    return framed(
        "events/about.html",
        event,
        form=form,
        zones=sorted(available_timezones()),
        pictures=pictures,
        most=MAX_SPONSORS,
        problem=problem,
    )


@blueprint.post("/events/<event_id>/about")
@form_view(show_about)
def post_about(event_id: str) -> str:
    allowed("event.change", event_id)
    typed = {name: request.form.get(name, "") for name in EDITABLE_FIELDS}
    if not typed["zone"].strip():  # an event is always somewhere
        del typed["zone"]
    change_event(caller(), event_id, asked(ChangeEvent, typed))
    return f"/events/{event_id}/about"


@blueprint.post("/events/<event_id>/pictures")
@takes_up_to(LARGEST)
@form_view(show_about)
def post_picture(event_id: str) -> str:
    allowed("event.change", event_id)
    file = request.files.get("file")
    add_picture(caller(), event_id, asked(AddPicture, request.form), file.read() if file is not None else b"")
    return f"/events/{event_id}/about#pictures"


@blueprint.post("/events/<event_id>/pictures/<picture_id>/remove")
@form_view(lambda event_id, picture_id, problem=None: show_about(event_id, problem))
def post_no_picture(event_id: str, picture_id: str) -> str:
    remove_picture(caller(), event_id, picture_id)
    return f"/events/{event_id}/about#pictures"


@blueprint.get("/events/<event_id>/pictures/<picture_id>")
def show_picture(event_id: str, picture_id: str) -> Response:
    """Send a picture to the staff.  Raises the problem ``not_found``."""
    allowed("event.read", event_id)
    with service().database.read() as session:
        content, media = picture_file(session, event_id, picture_id)
    return Response(content, mimetype=media, headers={"Cache-Control": "private, max-age=3600"})
