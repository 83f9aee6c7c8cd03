"""The bracket page: the qualification, the bracket, and places given up."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, request

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.core.stale import StaleThings
from referee.finals.commands import GivePlaceBack, finals_played, give_place_back
from referee.finals.views import final_parts
from referee.standings.queries import visible
from referee.standings.views import round_names

blueprint = Blueprint("bracket_page", __name__)


STAGES: Mapping[str, str] = {"quarter": "bracket_quarter", "semi": "bracket_semi", "final": "bracket_final"}
"""The text keys of the stages' names."""


def stage_names() -> dict[str, str]:
    """The names of the stages in the reader's language."""
    return {stage: word(name) for stage, name in STAGES.items()}


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Render the page; it says so if the regulation has no qualification."""
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        seen = visible(session, caller(), event_id)
        stale = (
            service().part(StaleThings).sentences(session, event, language(), None) if seen.shown != "published" else []
        )
    facts = {
        "stages": stage_names(),
        "named": round_names(seen.facts, language()),
        "problem": problem,
        "stale": stale,
        "form": request.form,
    }
    finals, played = final_parts(seen, language()), bool(finals_played(seen.facts))
    return framed("finals/bracket.html", event, finals=finals, played=played, **facts)


@blueprint.get("/events/<event_id>/bracket")
def show_bracket(event_id: str) -> str:
    return page(event_id)


@blueprint.post("/events/<event_id>/bracket/withdrawals")
@form_view(page)
def post_withdrawal(event_id: str) -> str:
    """Give up a place."""
    allowed("decision.make", event_id)
    give_place_back(caller(), event_id, asked(GivePlaceBack, request.form))
    return f"/events/{event_id}/bracket"
