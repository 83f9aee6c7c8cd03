"""The remote: a page for the organizer's hand, which moves every screen in the hall."""

from __future__ import annotations

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.pages.forms import form_view, number, read_form
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.projector.commands import GiveCue, give_cue
from referee.projector.schemas import CueIn
from referee.projector.settings import projector_view
from referee.public.settings import public_view

blueprint = Blueprint("remote", __name__)


@blueprint.get("/events/<event_id>/projector/remote")
def show_remote(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page."""
    event = event_for("notice.make", event_id)
    with service().database.read() as session:
        found, public = projector_view(session, event_id), public_view(session, event_id)
    screen = f"/p/{public.address or event_id}/screen"
    return framed("projector/remote.html", event, found=found, screen=screen, problem=problem)


@blueprint.post("/events/<event_id>/projector/remote")
@form_view(show_remote)
def post_cue(event_id: str) -> str:
    """Move the screens."""
    allowed("notice.make", event_id)
    given = request.form
    body = {
        "slide": given.get("slide") or None,
        "page": number(given.get("page", "") or "0"),
        "held": given.get("held") == "on",
        "blank": given.get("blank") == "on",
    }
    give_cue(caller(), event_id, GiveCue(**read_form(CueIn, body)))
    return f"/events/{event_id}/projector/remote"
