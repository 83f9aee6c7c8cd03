"""Results as lists, in and out."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.http.body_limits import LARGEST
from referee.core.http.download import MEDIA, file_of
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.language import language
from referee.core.service import service
from referee.models import TableResult
from referee.players.api.players import told
from referee.players.schemas import PlayersExportQuery
from referee.results.commands import applied, previewed
from referee.results.contest import scored
from referee.results.facts import facts_of
from referee.results.schemas import ResultsImportIn, ResultsImportOut
from tournaments.export.results import results as table_of
from tournaments.results_list.preview import ResultsPreview

blueprint = StrictBlueprint("result_lists", __name__, url_prefix="/api/v1", description="Lists of results")


def import_json(found: ResultsPreview, made: list[TableResult], done: bool) -> dict[str, Any]:
    """What an import does, as answered."""
    return {
        "applied": done,
        "encoding": found.encoding,
        "delimiter": found.delimiter,
        "recognised": [{"title": title, "key": key} for title, key in found.recognised],
        "ignored": list(found.ignored),
        "faults": told(found.list_faults),
        "rows": [
            {"line": row.line, "values": dict(row.values), "player": row.player, "faults": told(row.faults)}
            for row in found.rows
        ],
        "tables": [
            {"round": each.result.round, "table": each.result.table, "status": each.status} for each in found.tables
        ],
        "entered": [each.id for each in made],
    }


@endpoint(
    blueprint,
    "POST",
    "/events/<event_id>/results/import",
    body=ResultsImportIn,
    gives=ResultsImportOut,
    fails=(409,),
    largest=LARGEST,
)
def import_results(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Enter results from a list, or see what it would do (`apply` false), with every fault.

    What is new or changed is entered, and confirmed like any other result.  With `apply`, a list with faults is refused
    as a whole, 422 `faulty`.
    """
    who = allowed("result.confirm", event_id)
    database = service().database
    with database.read() as session:
        facts, found = previewed(session, event_id, body["data"])
    made: list[TableResult] = []
    if body["apply"]:
        now = database.now()
        with database.write() as session:
            made = applied(session, now, who, event_id, facts, found, body.get("note"))
        service().bus.publish(event_id, *(each.table_id for each in made))
    return answer(import_json(found, made, body["apply"]))


@endpoint(
    blueprint,
    "GET",
    "/events/<event_id>/results/export",
    query=PlayersExportQuery,
    gives=None,
    fails=(409,),
    media=MEDIA,
)
def export_results(query: dict[str, Any], event_id: str) -> Response:
    """The results that stand, by round and table; as CSV they can be imported again."""
    event = event_for("result.read", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
    games = scored(facts, "confirmed")
    points = {
        (game.result.round, game.result.table, player): score.points
        for game in games
        for player, score in game.scores.items()
    }
    table = table_of([game.result for game in games], facts.entrants, language(), points)
    return file_of(table, query["as_"], event, "results")
