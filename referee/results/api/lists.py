"""Results as lists, in and out."""

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
from referee.players.schemas import PlayersExportQuery
from referee.results import commands
from referee.results.contest import scored
from referee.results.facts import facts_of
from referee.results.queries import preview_list
from referee.results.schemas import ResultsImportIn, ResultsImportOut
from referee.results.views import import_view
from tournaments.export.results import results as table_of

blueprint = StrictBlueprint("result_lists", __name__, url_prefix="/api/v1", description="Lists of results")


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
    allowed("result.confirm", event_id)
    with service().database.read() as session:
        facts, found = preview_list(session, event_id, body["data"])
    entered = None
    if body["apply"]:
        entered = commands.import_results(caller(), commands.ImportResults(event_id, facts, found, body.get("note")))
    return answer(ResultsImportOut().dump(import_view(found, entered, language())))


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
