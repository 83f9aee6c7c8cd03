"""Seating and discarding playoffs from the decisions page."""

from __future__ import annotations

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.pages.forms import asked, form_view
from referee.finals.pages import page
from referee.seating.playoff import SeatPlayoff, discard_playoff, seat_playoff

blueprint = Blueprint("playoff_page", __name__)


@blueprint.post("/events/<event_id>/decisions/playoff")
@form_view(page)
def post_playoff(event_id: str) -> str:
    """Seat the playoff of a question (``about``), or discard one (``discard``)."""
    allowed("decision.make", event_id)
    if discarded := request.form.get("discard"):
        discard_playoff(caller(), event_id, discarded)
        return f"/events/{event_id}/decisions"
    seated = seat_playoff(caller(), event_id, asked(SeatPlayoff, request.form))
    return f"/events/{event_id}/rounds/{seated.round_id}"
