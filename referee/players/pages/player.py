"""The page of a player: the fields, the QR code, dropping out and coming back; and the teams of an event."""

from __future__ import annotations

from flask import Blueprint, request

from referee.core.access.guard import allowed, require_principal
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.language import language
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import can, framed
from referee.core.service import service
from referee.events.queries import last_begun_round, last_played_round, listed_players, stand_in_lines
from referee.events.regulation import player_rules
from referee.models import Player
from referee.penalties.pages import PenaltyRow, rows_of
from referee.penalties.queries import penalties_of
from referee.penalties.views import penalty_views
from referee.players import commands, removing
from referee.players.link import link, turns
from referee.players.pages.fields import form_of, given_fields, values_of
from referee.players.pages.players import row_of
from referee.players.queries import check_in_address, entrant, player_view
from referee.players.teams import draw_teams, set_teams, teams_view
from referee.players.undoing import merges_into, undo_merge

blueprint = Blueprint("player_page", __name__)


def page(event_id: str, player_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("player.read", event_id)
    with service().database.read() as session:
        player = player_view(within(session, Player, player_id, event_id))
        rules = player_rules(session, event_id)
        last = last_begun_round(session, event_id)
        absent = not last_played_round(session, player_id, running=False)
        merged = next(iter(merges_into(session, player_id)), None)
        listed = listed_players(session, event_id)
        others = [each for each in listed if each.id != player_id]
        people = [entrant(each) for each in listed]
        linked = can(require_principal(), "invitation.read", event_id)
        private_page = link(player_id, turns(session, event_id)) if linked else None
        history: list[PenaltyRow] = []
        if can(require_principal(), "penalty.give", event_id):
            found = penalties_of(session, event_id, player_id)
            penalties = penalty_views(session, found, language())
            history = rows_of(found, penalties, require_principal(), language())
    leaving = request.form if "after" in request.form else None
    return framed(
        "players/player.html",
        event,
        row=row_of(player, language()),
        archived=player.archived_at is not None,
        form=form_of(given_fields() if "number" in request.form else values_of(player.entrant), rules, language()),
        leaving=leaving,
        absent=absent,
        others=others,
        merged=merged,
        after=leaving["after"] if leaving else last,
        stand_ins=stand_in_lines(people, player_id, language()),
        kept=any(each.stands_for == player_id and each.dropped_after is None for each in people),
        rule=rules.stand_in,
        following=last + 1,
        standing=request.form if "from_round" in request.form else None,
        address=check_in_address(player),
        private_page=private_page,
        penalties=history,
        problem=problem,
    )


def allow_change(event_id: str, player_id: str, action: str = "player.change") -> str:
    """The path of a player whom the caller may change.  Raises the problems ``not_allowed`` and ``not_found``."""
    allowed(action, event_id)
    with service().database.read() as session:
        within(session, Player, player_id, event_id)
    return f"/events/{event_id}/players/{player_id}"


@blueprint.get("/events/<event_id>/players/<player_id>")
def show_player(event_id: str, player_id: str) -> str:
    return page(event_id, player_id)


@blueprint.post("/events/<event_id>/players/<player_id>")
@form_view(page)
def post_player(event_id: str, player_id: str) -> str:
    address = allow_change(event_id, player_id)
    commands.change_player(caller(), player_id, given_fields())
    return address


@blueprint.post("/events/<event_id>/players/<player_id>/drop-out")
@form_view(page)
def post_drop_out(event_id: str, player_id: str) -> str:
    address = allow_change(event_id, player_id)
    commands.drop_player_out(caller(), player_id, asked(commands.DropOut, request.form))
    return address


@blueprint.post("/events/<event_id>/players/<player_id>/return")
@form_view(page)
def post_return(event_id: str, player_id: str) -> str:
    address = allow_change(event_id, player_id)
    commands.take_drop_out_back(caller(), player_id)
    return address


@blueprint.post("/events/<event_id>/players/<player_id>/delete")
@form_view(page)
def post_delete(event_id: str, player_id: str) -> str:
    allow_change(event_id, player_id)
    removing.delete_player(caller(), player_id)
    return f"/events/{event_id}/players"


@blueprint.post("/events/<event_id>/players/<player_id>/archive")
@form_view(page)
def post_archive(event_id: str, player_id: str) -> str:
    """Take the player off every list, or put them back (``restore``)."""
    address = allow_change(event_id, player_id)
    if "restore" in request.form:
        removing.restore_player(caller(), player_id)
        return address
    removing.archive_player(caller(), player_id)
    return f"/events/{event_id}/players"


@blueprint.post("/events/<event_id>/players/<player_id>/merge")
@form_view(page)
def post_merge(event_id: str, player_id: str) -> str:
    """Merge this player with another who is the same person, or undo the last merge (``undo``)."""
    address = allow_change(event_id, player_id)
    if "undo" in request.form:
        undo_merge(caller(), player_id)
        return address
    kept = removing.merge_players(caller(), player_id, asked(removing.MergePlayer, request.form))
    return f"/events/{event_id}/players/{kept.entrant.id}"


@blueprint.post("/events/<event_id>/players/<player_id>/link")
@form_view(page)
def post_link(event_id: str, player_id: str) -> str:
    """Give the player's private page a new link."""
    address = allow_change(event_id, player_id, "invitation.change")
    commands.renew_link(caller(), player_id)
    return address


TEAM = "team_"
"""The prefix of the names of form fields that hold a player's team."""


def teams_page(event_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("player.read", event_id)
    with service().database.read() as session:
        found = teams_view(session, event_id)
    return framed("players/teams.html", event, found=found, typed=request.form, problem=problem)


@blueprint.get("/events/<event_id>/teams")
def show_teams(event_id: str) -> str:
    return teams_page(event_id)


@blueprint.post("/events/<event_id>/teams")
@form_view(teams_page)
def post_teams(event_id: str) -> str:
    """Put players into teams as the form says, or draw teams from those who are in none (``draw``)."""
    event_for("player.change", event_id)
    if "draw" in request.form:
        draw_teams(caller(), event_id)
    else:
        fields = {name.removeprefix(TEAM): team for name, team in request.form.items() if name.startswith(TEAM)}
        set_teams(caller(), event_id, fields)
    return f"/events/{event_id}/teams"
