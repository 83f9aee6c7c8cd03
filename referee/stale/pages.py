"""The page of what is stale: before and after, and for each the choice to make it anew or to leave it as it is."""

from __future__ import annotations

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import language
from referee.core.pages.format import short_moment
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.stale.commands import KeepStale, MakeAnew, keep_stale, make_anew
from referee.stale.queries import stale_things
from referee.stale.views import stale_views

blueprint = Blueprint("stale_page", __name__)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("result.read", event_id)
    with service().database.read() as session:
        things = stale_views(session, event_id, stale_things(session, event), language())
    return framed("stale/stale.html", event, things=things, moment=short_moment, problem=problem, form=request.form)


@blueprint.get("/events/<event_id>/stale")
def show_stale(event_id: str) -> str:
    return page(event_id)


@blueprint.post("/events/<event_id>/stale")
@form_view(page)
def post_stale(event_id: str) -> str:
    """Make something anew, or leave it as it is (``keep``)."""
    allowed("decision.make", event_id)
    if "keep" in request.form:
        keep_stale(caller(), event_id, asked(KeepStale, request.form))
    else:
        make_anew(caller(), event_id, asked(MakeAnew, request.form))
    return f"/events/{event_id}/stale"
