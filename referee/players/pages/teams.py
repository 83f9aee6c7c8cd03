"""The teams of an event: who is in which, and those who came alone."""

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
"""What the name of a field begins with that has a player's team."""


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page; with what was typed, and what went wrong with it."""
    event = event_for("player.read", event_id)
    with service().database.read() as session:
        found = teams_view(session, event_id)
    return framed("players/teams.html", event, found=found, typed=request.form, problem=problem)


@blueprint.get("/events/<event_id>/teams")
def show_teams(event_id: str) -> str:
    """The page."""
    return page(event_id)


@blueprint.post("/events/<event_id>/teams")
@form_view(page)
def post_teams(event_id: str) -> str:
    """Put players into teams as the fields say, or draw teams of those who are alone (``draw``)."""
    event_for("player.change", event_id)
    if "draw" in request.form:
        draw_teams(caller(), event_id)
    else:
        fields = {name.removeprefix(TEAM): team for name, team in request.form.items() if name.startswith(TEAM)}
        set_teams(caller(), event_id, fields)
    return f"/events/{event_id}/teams"
