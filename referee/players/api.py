"""The API of players: registration, the list, drop-outs, check-in, import and export, teams, and reserves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response

from referee.core.access.scope import event_for, row_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.fields import Boolean, OneOf
from referee.core.http.responses import MEDIA, SVG, FileQuery, answer, qr_svg, table_file
from referee.core.language import language
from referee.core.service import service
from referee.core.stale import FILE, StaleThings
from referee.events.queries import listed_players, players_of
from referee.models import Player
from referee.players import at_the_door, commands, importing, removing, taking_over, teams, undoing
from referee.players.fields import NewPlayer, PlayerIn, PlayerKept, PlayerOut, ShownPlayer
from referee.players.queries import check_in_address, entrant, player_view
from tournaments.export.contents import players as table_of
from tournaments.players.names import sort_key

blueprint = StrictBlueprint("players", __name__, url_prefix="/api/v1", description="Players")
check_ins = StrictBlueprint("check_ins", __name__, url_prefix="/api/v1", description="Check-in")
lists = StrictBlueprint("player_lists", __name__, url_prefix="/api/v1", description="Lists of players")


@dataclass(frozen=True, slots=True)
class PlayersQuery:
    """The order of the list, and whether to list archived players."""

    archived: Annotated[bool, Boolean(), "true: list the archived players instead."] = False
    order: Annotated[
        str, OneOf(("number", "reading")), "number: by number; reading: by reading (yomi), as in printed lists."
    ] = "number"


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The players of an event."""

    rows: Sequence[ShownPlayer]
    next: str | None = None


@endpoint(blueprint, "GET", "/events/<event_id>/players", query=PlayersQuery, gives=PlayerPage)
def list_players(query: PlayersQuery, event_id: str) -> Response:
    """List the players of an event.

    Includes reserves and players who have left, but not archived players.
    """
    event_for("player.read", event_id)
    with service().database.read() as session:
        every = [player_view(each) for each in players_of(session, event_id)]
    players = [each for each in every if (each.archived_at is not None) == query.archived]
    if query.order == "reading":
        players.sort(key=lambda player: sort_key(player.entrant))
    return answer(dump(PlayerPage, PlayerPage(players)), tag=repr(players))


@endpoint(blueprint, "POST", "/events/<event_id>/players", body=PlayerIn, gives=PlayerKept, status=201)
def register_player(body: NewPlayer, event_id: str) -> Response:
    """Register a player.

    422 `faulty` lists every fault; `warnings` lists what should be checked.  Once a round has begun, new players start
    in a later round and need `first_round`.
    """
    saved = commands.register_player(caller(), event_id, body)
    return answer(PlayerKept().dump(saved), 201, headers={"Location": f"/api/v1/players/{saved.player.entrant.id}"})


@endpoint(blueprint, "GET", "/players/<player_id>", gives=PlayerOut)
def show_player(player_id: str) -> Response:
    """Get a player."""
    player, _ = row_for("player.read", Player, player_id)
    body = PlayerOut().dump(player_view(player))
    return answer(body, tag=repr(body))


operation(blueprint, "PATCH", "/players/<player_id>", commands.change_player)
operation(blueprint, "PUT", "/players/<player_id>/drop-out", commands.drop_player_out, fails=(409,))
operation(blueprint, "DELETE", "/players/<player_id>/drop-out", commands.take_drop_out_back, fails=(409,))
operation(blueprint, "DELETE", "/players/<player_id>", removing.delete_player, fails=(409,))
operation(blueprint, "PUT", "/players/<player_id>/archive", removing.archive_player, fails=(409,))
operation(blueprint, "DELETE", "/players/<player_id>/archive", removing.restore_player)
operation(blueprint, "POST", "/players/<player_id>/merge", removing.merge_players, fails=(409,))
operation(blueprint, "DELETE", "/players/<player_id>/merge", undoing.undo_merge, fails=(409,))
operation(check_ins, "PUT", "/players/<player_id>/check-in", commands.check_player_in)
operation(check_ins, "DELETE", "/players/<player_id>/check-in", commands.take_check_in_back)
operation(check_ins, "POST", "/events/<event_id>/check-ins", commands.check_in_by_code)
operation(check_ins, "POST", "/events/<event_id>/walk-ins", at_the_door.admit_walk_in, status=201)
operation(check_ins, "PUT", "/players/<player_id>/fee", at_the_door.take_fee)
operation(check_ins, "DELETE", "/players/<player_id>/fee", at_the_door.take_fee_back)


@endpoint(check_ins, "GET", "/players/<player_id>/qr.svg", gives=None, media=(SVG,))
def show_player_qr(player_id: str) -> Response:
    """Get the address of the page that checks the player in, as a QR code (SVG)."""
    player, _ = row_for("player.read", Player, player_id)
    return Response(qr_svg(check_in_address(player_view(player))), content_type=SVG)


operation(lists, "POST", "/events/<event_id>/players/take-over", taking_over.take_over)
operation(lists, "POST", "/events/<event_id>/players/import", importing.import_players, largest=LARGEST)


@endpoint(lists, "GET", "/events/<event_id>/players/export", query=FileQuery, gives=None, media=MEDIA)
def export_players(query: dict[str, Any], event_id: str) -> Response:
    """Export the list of players with all fields, including notes, in the order of their readings.

    The CSV can be imported again.
    """
    event = event_for("event.export", event_id)
    with service().database.read() as session:
        entrants = [entrant(each) for each in listed_players(session, event_id)]
    service().part(StaleThings).given_out(caller(), event_id, FILE, "players-file", None)
    return table_file(table_of(entrants, language()), query["as_"], event, "players")


def teams_of(event_id: str) -> teams.TeamsView:
    with service().database.read() as session:
        return teams.teams_view(session, event_id)


@endpoint(lists, "GET", "/events/<event_id>/teams", gives=teams.TeamsView, fails=(409,))
def list_teams(event_id: str) -> teams.TeamsView:
    """List the teams of an event and their players.

    To put a player into a team, set the player's `team`.
    """
    event_for("player.read", event_id)
    return teams_of(event_id)


operation(lists, "POST", "/events/<event_id>/teams", teams.draw_teams, shows=teams_of, fails=(409,))
operation(lists, "POST", "/events/<event_id>/reserves", commands.let_reserves_in, fails=(409,))
