"""The organizer's page and the public page of an event's prizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Blueprint, Response, request
from sqlmodel import Session

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.queries import listed_players
from referee.prizes.commands import AddPrize, add_prize, draw_prize, remove_prize
from referee.prizes.queries import prizes_of
from referee.public.cache import Rests
from referee.public.pages.frame import cached_page, open_pages
from referee.results.facts import facts_of
from referee.standings.final_order import ranking_of
from referee.standings.queries import IncludedResults, view
from tournaments.fault import Faulty

blueprint = Blueprint("prizes", __name__)


class FinalRanks(NamedTuple):
    """The ranks in the final order by player, among all and in the class; empty until it is final."""

    ranks: Mapping[str, int] = {}
    class_ranks: Mapping[str, int] = {}


def final_ranks(seen: IncludedResults | None) -> FinalRanks:
    try:
        found = ranking_of(seen) if seen is not None else None
    except Faulty:
        return FinalRanks()
    if seen is None or found is None or not found.final:
        return FinalRanks()
    return FinalRanks({row.player: row.rank for row in found.rows}, found.class_ranks(seen.facts.entrants))


def staff_view(session: Session, event_id: str) -> IncludedResults | None:
    """The standings as the staff see them; None without a regulation."""
    try:
        return view(facts_of(session, event_id), staff=True)
    except Problem:
        return None


@blueprint.get("/events/<event_id>/prizes")
def show_prizes(event_id: str, problem: dict[str, object] | None = None) -> str:
    allowed("event.change", event_id)
    event = event_for("event.change", event_id)
    with service().database.read() as session:
        prizes = prizes_of(session, event_id, *final_ranks(staff_view(session, event_id)))
        classes = sorted({each.class_name for each in listed_players(session, event_id)} - {""})
    return framed("prizes/prizes.html", event, prizes=prizes, classes=classes, typed=request.form, problem=problem)


@blueprint.post("/events/<event_id>/prizes")
@form_view(show_prizes)
def post_prize(event_id: str) -> str:
    """Add, draw or remove a prize."""
    form = request.form
    if form.get("draw"):
        draw_prize(caller(), event_id, form["draw"])
    elif form.get("remove"):
        remove_prize(caller(), event_id, form["remove"])
    else:
        allowed("event.change", event_id)
        add_prize(caller(), event_id, asked(AddPrize, form))
    return f"/events/{event_id}/prizes"


@blueprint.get("/p/<address>/prizes")
def show_public_prizes(address: str) -> Response:
    """The public prizes, and how anybody can repeat the drawings.  Raises the problem ``not_found``."""
    pages = open_pages(address)

    def facts() -> dict[str, Any]:
        public = pages.content
        with service().database.read() as session:
            ranks = final_ranks(public.seen) if public.shows("standings") else FinalRanks()
            return {"prizes": prizes_of(session, public.event.id, *ranks)}

    return cached_page(pages, Rests(), "prizes/public.html", facts)
