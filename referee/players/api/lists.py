"""Lists of players as files, in and out; and reserves, who come in by their list."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.download import MEDIA, file_of
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.service import service
from referee.events.queries import listed_players
from referee.players import commands, importing, teams
from referee.players.importing import ImportPlayers, import_view, preview_import
from referee.players.queries import entrant
from referee.players.schemas import ImportIn, ImportOut, PlayersExportQuery, ReservesIn, ReservesOut, TeamsOut
from referee.players.teams import teams_view
from tournaments.export.players import players as table_of

blueprint = StrictBlueprint("player_lists", __name__, url_prefix="/api/v1", description="Lists of players")


@endpoint(blueprint, "POST", "/events/<event_id>/players/import", body=ImportIn, gives=ImportOut, largest=LARGEST)
def import_players(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Import a list of players, or see what it would do (`apply` false): every fault, who is new, what would change.

    Nobody is taken off the list by it, and the same file again changes nothing.  With `apply`, a list with faults is
    refused as a whole, 422 `faulty`.
    """
    allowed("player.change", event_id)
    event_for("player.change", event_id)
    if body["apply"]:
        found = importing.import_players(caller(), ImportPlayers(event_id, body["data"], body["day_list"]))
    else:
        found = preview_import(service().database, event_id, body["data"])
    return answer(ImportOut().dump(import_view(found, body["apply"], language())))


@endpoint(blueprint, "GET", "/events/<event_id>/players/export", query=PlayersExportQuery, gives=None, media=MEDIA)
def export_players(query: dict[str, Any], event_id: str) -> Response:
    """The list of players with everything in it, notes too, by reading; as CSV it can be imported again."""
    event = event_for("event.export", event_id)
    with service().database.read() as session:
        entrants = [entrant(each) for each in listed_players(session, event_id)]
    return file_of(table_of(entrants, language()), query["as_"], event, "players")


def teams_answer(event_id: str) -> Response:
    """The teams as they stand."""
    with service().database.read() as session:
        return answer(TeamsOut().dump(teams_view(session, event_id)))


@endpoint(blueprint, "GET", "/events/<event_id>/teams", gives=TeamsOut, fails=(409,))
def list_teams(query: dict[str, Any], event_id: str) -> Response:
    """Who is in which team; a player's `team` puts them into one."""
    event_for("player.read", event_id)
    return teams_answer(event_id)


@endpoint(blueprint, "POST", "/events/<event_id>/teams", gives=TeamsOut, fails=(409,))
def draw_teams(query: dict[str, Any], event_id: str) -> Response:
    """Draw full teams by lot, from the event's seed, of those who are in none; who is left over stays so."""
    teams.draw_teams(caller(), event_id)
    return teams_answer(event_id)


@endpoint(blueprint, "POST", "/events/<event_id>/reserves", body=ReservesIn, gives=ReservesOut, fails=(409,))
def let_reserves_in(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Let reserves come in for a round that has not begun, in their order, as many as there are places.

    Who is not checked in is passed over.  The regulation says for which rounds they may (`reserves` in a round).
    """
    given = commands.LetReservesIn(event_id, body["round"], body["places"])
    return answer(ReservesOut().dump(commands.let_reserves_in(caller(), given)))
