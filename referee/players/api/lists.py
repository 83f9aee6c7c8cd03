"""Lists of players as files, in and out; and reserves, who come in by their list."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.http.body_limits import LARGEST
from referee.core.http.download import CSV, JSON, WRITERS, XLSX, attachment
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.service import service
from referee.events.queries import players_of
from referee.players.api.players import as_json, told
from referee.players.commands import let_in
from referee.players.importing import bring, counted, ground, looked_at
from referee.players.queries import entrant
from referee.players.schemas import ImportIn, ImportOut, PlayersExportQuery, ReservesIn, ReservesOut
from tournaments.export.players import players as table_of
from tournaments.players.preview import PlayerRow, Preview

blueprint = StrictBlueprint("player_lists", __name__, url_prefix="/api/v1", description="Lists of players")


def row_json(row: PlayerRow) -> dict[str, Any]:
    """A row of a list as answered."""
    return {
        "line": row.line,
        "status": row.status,
        "number": row.entrant.number,
        "name": row.entrant.name,
        "player_id": row.existing.id if row.existing else None,
        "changes": [{"field": each.field, "before": each.before, "after": each.after} for each in row.changes],
        "faults": told(row.faults),
        "warnings": told(row.warnings),
    }


def import_json(found: Preview, applied: bool) -> dict[str, Any]:
    """What an import does, as answered."""
    return {
        "applied": applied,
        "encoding": found.encoding,
        "delimiter": found.delimiter,
        "recognised": [{"title": title, "key": key} for title, key in found.recognised],
        "ignored": list(found.ignored),
        "counts": counted(found),
        "faults": told(found.list_faults),
        "rows": [row_json(row) for row in found.rows],
    }


@endpoint(blueprint, "POST", "/events/<event_id>/players/import", body=ImportIn, gives=ImportOut, largest=LARGEST)
def import_players(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Import a list of players, or see what it would do (`apply` false): every fault, who is new, what would change.

    Nobody is taken off the list by it, and the same file again changes nothing.  With `apply`, a list with faults is
    refused as a whole, 422 `faulty`.
    """
    who = allowed("player.change", event_id)
    event_for("player.change", event_id)
    database = service().database
    with database.read() as session:
        before = ground(session, event_id)
    found = looked_at(body["data"], before)
    if body["apply"]:
        now = database.now()
        with database.write() as session:
            found = bring(session, now, who, event_id, body["data"], (before, found), body["day_list"])
        service().bus.publish(event_id)
    return answer(import_json(found, body["apply"]))


@endpoint(
    blueprint, "GET", "/events/<event_id>/players/export", query=PlayersExportQuery, gives=None, media=(CSV, JSON, XLSX)
)
def export_players(query: dict[str, Any], event_id: str) -> Response:
    """The list of players with everything in it, notes too, by reading; as CSV it can be imported again."""
    event = event_for("event.export", event_id)
    with service().database.read() as session:
        entrants = [entrant(each) for each in players_of(session, event_id)]
    write, kind = WRITERS[query["as_"]]
    headers = {
        "Content-Disposition": attachment(event.name, f"players.{query['as_']}"),
        "Cache-Control": "private, no-store",
    }
    return Response(write(table_of(entrants, language())), headers=headers, content_type=kind)


@endpoint(blueprint, "POST", "/events/<event_id>/reserves", body=ReservesIn, gives=ReservesOut, fails=(409,))
def let_reserves_in(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Let reserves come in for a round that has not begun, in their order, as many as there are places.

    Who is not checked in is passed over.  The regulation says for which rounds they may (`reserves` in a round).
    """
    who = allowed("player.change", event_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        done = let_in(session, now, who, event_id, body["round"], body["places"])
    service().bus.publish(event_id)
    return answer(
        {
            "entered": [as_json(each) for each in done.entered],
            "passed_over": [as_json(each) for each in done.passed_over],
            "vacant": done.vacant,
        }
    )
