"""Players: registration, the list, what becomes of somebody."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response
from sqlmodel import Session

from referee.core.access.guard import allowed, somebody
from referee.core.access.principal import Principal
from referee.core.access.scope import event_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.service import service
from referee.events.queries import player_of, players_of
from referee.models import Player
from referee.players.commands import Registered, change, come_back, drop_out, register
from referee.players.queries import entrant
from referee.players.schemas import DropOutIn, PlayerChange, PlayerIn, PlayerKept, PlayerOut, PlayerPage, PlayersQuery
from tournaments.fault import Fault
from tournaments.players.reading import sort_key

blueprint = StrictBlueprint("players", __name__, url_prefix="/api/v1", description="Players")


def as_json(player: Player) -> dict[str, Any]:
    """A player as answered."""
    return {
        "id": player.id,
        "event_id": player.event_id,
        "number": player.number,
        "name": player.name,
        "reading": player.reading,
        "club": player.club,
        "region": player.region,
        "class_name": player.class_name,
        "team": player.team,
        "flags": json.loads(player.flags),
        "qualified_by": player.qualified_by,
        "reserve": player.reserve,
        "first_round": player.first_round,
        "dropped_after": player.dropped_after,
        "walk_in": player.walk_in,
        "note": player.note,
        "code": player.code,
        "created_at": player.created_at,
        "checked_in_at": player.checked_in_at,
    }


def told(faults: Sequence[Fault]) -> list[dict[str, Any]]:
    """Faults or warnings as answered."""
    return [{"field": each.path, "fault": each.code, "message": each.sentence(language())} for each in faults]


def kept(done: Registered) -> dict[str, Any]:
    """A player as registered or changed."""
    return {**as_json(done.player), "warnings": told(done.warnings)}


def as_text(body: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a body as a form would have them."""
    return {key: _text(value) for key, value in body.items()}


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(value)
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)


def player_for(session: Session, player_id: str, action: str) -> tuple[Player, Principal]:
    """The player, and who asks, if they may take the action in the event.

    Raises the problems ``unknown_person``, ``not_allowed`` and ``not_found``.
    """
    somebody()
    found = player_of(session, player_id)
    return found, allowed(action, found.event_id)


@endpoint(blueprint, "GET", "/events/<event_id>/players", query=PlayersQuery, gives=PlayerPage)
def list_players(query: dict[str, Any], event_id: str) -> Response:
    """Everybody registered for an event, reserves and those who left among them."""
    event_for("player.read", event_id)
    with service().database.read() as session:
        players = list(players_of(session, event_id))
    if query["order"] == "reading":
        players.sort(key=lambda player: sort_key(entrant(player)))
    body = {"rows": [as_json(player) for player in players], "next": None}
    return answer(body, tag=repr(body))


@endpoint(blueprint, "POST", "/events/<event_id>/players", body=PlayerIn, gives=PlayerKept, status=201)
def register_player(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Register somebody; 422 `faulty` has every fault, `warnings` what should be looked at.

    Once a round has begun somebody new plays from a later one on, and `first_round` is needed.
    """
    who = allowed("player.change", event_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        done = register(session, now, who, event_id, as_text(body))
    service().bus.publish(event_id)
    return answer(kept(done), 201, headers={"Location": f"/api/v1/players/{done.player.id}"})


@endpoint(blueprint, "GET", "/players/<player_id>", gives=PlayerOut)
def show_player(query: dict[str, Any], player_id: str) -> Response:
    """A player."""
    with service().database.read() as session:
        player, _ = player_for(session, player_id, "player.read")
    body = as_json(player)
    return answer(body, tag=repr(body))


@endpoint(blueprint, "PATCH", "/players/<player_id>", body=PlayerChange, gives=PlayerKept)
def change_player(query: dict[str, Any], body: dict[str, Any], player_id: str) -> Response:
    """Put somebody's fields right, checked together with the whole list."""
    database = service().database
    now = database.now()
    with database.write() as session:
        player, who = player_for(session, player_id, "player.change")
        done = change(session, now, who, player_id, as_text(body))
    service().bus.publish(player.event_id)
    return answer(kept(done))


@endpoint(blueprint, "PUT", "/players/<player_id>/drop-out", body=DropOutIn, gives=PlayerOut, fails=(409,))
def drop_player_out(query: dict[str, Any], body: dict[str, Any], player_id: str) -> Response:
    """Let somebody play no more after a round; their results stay."""
    database = service().database
    now = database.now()
    with database.write() as session:
        _, who = player_for(session, player_id, "player.change")
        player = drop_out(session, now, who, player_id, body["after"], body["reason"])
    service().bus.publish(player.event_id)
    return answer(as_json(player))


@endpoint(blueprint, "DELETE", "/players/<player_id>/drop-out", gives=PlayerOut, fails=(409,))
def take_drop_out_back(query: dict[str, Any], player_id: str) -> Response:
    """Let somebody who dropped out be seated again in the rounds to come."""
    database = service().database
    now = database.now()
    with database.write() as session:
        _, who = player_for(session, player_id, "player.change")
        player = come_back(session, now, who, player_id)
    service().bus.publish(player.event_id)
    return answer(as_json(player))
