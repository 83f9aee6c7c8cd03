"""The API of players: registration, the list, drop-outs, check-in, import and export, teams, and reserves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, row_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.download import MEDIA, SVG, qr_svg, table_file
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, whole_list
from referee.core.language import language
from referee.core.service import service
from referee.core.stale import FILE, StaleThings
from referee.events.queries import listed_players, players_of
from referee.models import Player
from referee.players import commands, importing, removing, teams
from referee.players.importing import ImportPlayers, import_view, preview_import
from referee.players.queries import check_in_address, entrant, notices, player_view
from referee.players.schemas import (
    CheckedIn,
    CheckInIn,
    DropOutIn,
    ImportIn,
    ImportOut,
    MergeIn,
    NoticeOut,
    PlayerChange,
    PlayerIn,
    PlayerKept,
    PlayerOut,
    PlayerPage,
    PlayersExportQuery,
    PlayersQuery,
    ReservesIn,
    ReservesOut,
    TeamsOut,
)
from referee.players.teams import teams_view
from tournaments.export.contents import players as table_of
from tournaments.fault import Fault
from tournaments.players.fields import as_text
from tournaments.players.names import sort_key

blueprint = StrictBlueprint("players", __name__, url_prefix="/api/v1", description="Players")
check_ins = StrictBlueprint("check_ins", __name__, url_prefix="/api/v1", description="Check-in")
lists = StrictBlueprint("player_lists", __name__, url_prefix="/api/v1", description="Lists of players")


def notices_json(faults: Sequence[Fault]) -> list[dict[str, Any]]:
    """Faults or warnings as JSON."""
    found: list[dict[str, Any]] = NoticeOut(many=True).dump(notices(faults, language()))
    return found


def saved_json(saved: commands.SavedPlayer) -> dict[str, Any]:
    """A player who was registered or changed as JSON, with warnings."""
    return {**PlayerOut().dump(saved.player), "warnings": notices_json(saved.warnings)}


def given_texts(body: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a body as text, as a form would send them."""
    return {key: as_text(value) for key, value in body.items()}


@endpoint(blueprint, "GET", "/events/<event_id>/players", query=PlayersQuery, gives=PlayerPage)
def list_players(query: dict[str, Any], event_id: str) -> Response:
    """List the players of an event.

    Includes reserves and players who have left, but not archived players.
    """
    event_for("player.read", event_id)
    with service().database.read() as session:
        every = [player_view(each) for each in players_of(session, event_id)]
    players = [each for each in every if (each.archived_at is not None) == query["archived"]]
    if query["order"] == "reading":
        players.sort(key=lambda player: sort_key(player.entrant))
    return whole_list(PlayerOut, players, tag=repr(players))


@endpoint(blueprint, "POST", "/events/<event_id>/players", body=PlayerIn, gives=PlayerKept, status=201)
def register_player(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Register a player.

    422 `faulty` lists every fault; `warnings` lists what should be checked.  Once a round has begun, new players start
    in a later round and need `first_round`.
    """
    saved = commands.register_player(caller(), event_id, given_texts(body))
    return answer(saved_json(saved), 201, headers={"Location": f"/api/v1/players/{saved.player.entrant.id}"})


@endpoint(blueprint, "GET", "/players/<player_id>", gives=PlayerOut)
def show_player(query: dict[str, Any], player_id: str) -> Response:
    """Get a player."""
    player, _ = row_for("player.read", Player, player_id)
    body = PlayerOut().dump(player_view(player))
    return answer(body, tag=repr(body))


@endpoint(blueprint, "PATCH", "/players/<player_id>", body=PlayerChange, gives=PlayerKept)
def change_player(query: dict[str, Any], body: dict[str, Any], player_id: str) -> Response:
    """Change the fields of a player.

    The change is checked together with the whole list.
    """
    return answer(saved_json(commands.change_player(caller(), player_id, given_texts(body))))


@endpoint(blueprint, "PUT", "/players/<player_id>/drop-out", body=DropOutIn, gives=PlayerOut, fails=(409,))
def drop_player_out(query: dict[str, Any], body: dict[str, Any], player_id: str) -> Response:
    """Record that a player drops out after a round.

    Their results stay.
    """
    return answer(PlayerOut().dump(commands.drop_player_out(caller(), player_id, body["after"], body["reason"])))


@endpoint(blueprint, "DELETE", "/players/<player_id>/drop-out", gives=PlayerOut, fails=(409,))
def take_drop_out_back(query: dict[str, Any], player_id: str) -> Response:
    """Undo a drop-out.

    The player is seated again in the rounds to come.
    """
    return answer(PlayerOut().dump(commands.bring_player_back(caller(), player_id)))


@endpoint(blueprint, "DELETE", "/players/<player_id>", gives=None, status=204, fails=(409,))
def delete_player(query: dict[str, Any], player_id: str) -> Response:
    """Delete a player who was registered by mistake.

    409 `player_has_history` for a player who has been seated or is referred to anywhere.
    """
    removing.delete_player(caller(), player_id)
    return Response(status=204)


@endpoint(blueprint, "PUT", "/players/<player_id>/archive", gives=PlayerOut, fails=(409,))
def archive_player(query: dict[str, Any], player_id: str) -> Response:
    """Archive a player: remove them from every list.

    Their games stay.  409 `player_at_table` while they are playing in a round that is under way.
    """
    return answer(PlayerOut().dump(removing.archive_player(caller(), player_id)))


@endpoint(blueprint, "DELETE", "/players/<player_id>/archive", gives=PlayerOut)
def restore_player(query: dict[str, Any], player_id: str) -> Response:
    """Restore an archived player to the lists.

    They are still marked as having left the event.
    """
    return answer(PlayerOut().dump(removing.restore_player(caller(), player_id)))


@endpoint(blueprint, "POST", "/players/<player_id>/merge", body=MergeIn, gives=PlayerOut, fails=(409,))
def merge_players(query: dict[str, Any], body: dict[str, Any], player_id: str) -> Response:
    """Merge two players who are the same person.

    The merged player has the number and name of the first, and the seats and results of both.  The id is the first's,
    unless only the other one has a history in the event.  409 `players_both_played` if both sit or have a result in the
    same round.
    """
    return answer(PlayerOut().dump(removing.merge_players(caller(), player_id, body["other"])))


@endpoint(check_ins, "PUT", "/players/<player_id>/check-in", gives=PlayerOut)
def check_player_in(query: dict[str, Any], player_id: str) -> Response:
    """Check a player in.

    Idempotent: checking in again changes nothing.
    """
    return answer(PlayerOut().dump(commands.check_player_in(caller(), player_id).player))


@endpoint(check_ins, "DELETE", "/players/<player_id>/check-in", gives=PlayerOut)
def take_check_in_back(query: dict[str, Any], player_id: str) -> Response:
    """Undo a check-in."""
    return answer(PlayerOut().dump(commands.undo_check_in(caller(), player_id)))


@endpoint(check_ins, "POST", "/events/<event_id>/check-ins", body=CheckInIn, gives=CheckedIn)
def check_in_by_code(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Check in the player whose QR code was scanned.

    404 `unknown_code` if the code belongs to nobody in this event.
    """
    done = commands.check_code_in(caller(), event_id, body["code"])
    return answer({**PlayerOut().dump(done.player), "already": done.already})


@endpoint(check_ins, "GET", "/players/<player_id>/qr.svg", gives=None, media=(SVG,))
def show_player_qr(query: dict[str, Any], player_id: str) -> Response:
    """Get the address of the page that checks the player in, as a QR code (SVG)."""
    player, _ = row_for("player.read", Player, player_id)
    return Response(qr_svg(check_in_address(player_view(player))), content_type=SVG)


@endpoint(lists, "POST", "/events/<event_id>/players/import", body=ImportIn, gives=ImportOut, largest=LARGEST)
def import_players(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Import a list of players, or preview the import (`apply` false).

    The response lists every fault, the new players, and the changes.  An import never removes players, and importing
    the same file again changes nothing.  With `apply`, a list with faults is rejected as a whole (422 `faulty`).
    """
    allowed("player.change", event_id)
    event_for("player.change", event_id)
    if body["apply"]:
        found = importing.import_players(caller(), ImportPlayers(event_id, body["data"], body["day_list"]))
    else:
        found = preview_import(service().database, event_id, body["data"])
    return answer(ImportOut().dump(import_view(found, body["apply"], language())))


@endpoint(lists, "GET", "/events/<event_id>/players/export", query=PlayersExportQuery, gives=None, media=MEDIA)
def export_players(query: dict[str, Any], event_id: str) -> Response:
    """Export the list of players with all fields, including notes, in the order of their readings.

    The CSV can be imported again.
    """
    event = event_for("event.export", event_id)
    with service().database.read() as session:
        entrants = [entrant(each) for each in listed_players(session, event_id)]
    service().part(StaleThings).given_out(caller(), event_id, FILE, "players-file", None)
    return table_file(table_of(entrants, language()), query["as_"], event, "players")


def teams_answer(event_id: str) -> Response:
    """Answer with the current teams."""
    with service().database.read() as session:
        return answer(TeamsOut().dump(teams_view(session, event_id)))


@endpoint(lists, "GET", "/events/<event_id>/teams", gives=TeamsOut, fails=(409,))
def list_teams(query: dict[str, Any], event_id: str) -> Response:
    """List the teams of an event and their players.

    To put a player into a team, set the player's `team`.
    """
    event_for("player.read", event_id)
    return teams_answer(event_id)


@endpoint(lists, "POST", "/events/<event_id>/teams", gives=TeamsOut, fails=(409,))
def draw_teams(query: dict[str, Any], event_id: str) -> Response:
    """Draw full teams by lot, using the event's seed, from the players without a team.

    Players who are left over stay without one.
    """
    teams.draw_teams(caller(), event_id)
    return teams_answer(event_id)


@endpoint(lists, "POST", "/events/<event_id>/reserves", body=ReservesIn, gives=ReservesOut, fails=(409,))
def let_reserves_in(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Let reserves into a round that has not begun, in their order, as many as there are free places.

    Reserves who are not checked in are passed over.  The regulation says in which rounds reserves may enter (`reserves`
    of a round).
    """
    given = commands.LetReservesIn(event_id, body["round"], body["places"])
    return answer(ReservesOut().dump(commands.let_reserves_in(caller(), given)))
