"""The page of an event's teams: who is in which, and who is in none."""

from __future__ import annotations

from flask import Blueprint, request

from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.service import service
from referee.players.teams import draw_teams, set_teams, teams_view

blueprint = Blueprint("teams_page", __name__)

TEAM = "team_"
"""The prefix of the names of form fields that hold a player's team."""


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("player.read", event_id)
    with service().database.read() as session:
        found = teams_view(session, event_id)
    return framed("players/teams.html", event, found=found, typed=request.form, problem=problem)


@blueprint.get("/events/<event_id>/teams")
def show_teams(event_id: str) -> str:
    return page(event_id)


@blueprint.post("/events/<event_id>/teams")
@form_view(page)
def post_teams(event_id: str) -> str:
    """Put players into teams as the form says, or draw teams from those who are in none (``draw``)."""
    event_for("player.change", event_id)
    if "draw" in request.form:
        draw_teams(caller(), event_id)
    else:
        fields = {name.removeprefix(TEAM): team for name, team in request.form.items() if name.startswith(TEAM)}
        set_teams(caller(), event_id, fields)
    return f"/events/{event_id}/teams"
