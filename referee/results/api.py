"""Results over HTTP, for programs: entered, confirmed by a second person, shown to everybody; lists of them."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, table_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.download import MEDIA, table_file
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.http.schemas import ReasonIn
from referee.core.language import language
from referee.core.service import service
from referee.core.stale import FILE, StaleThings
from referee.models import TableResult
from referee.players.schemas import PlayersExportQuery
from referee.results import commands
from referee.results.at_table import at_table
from referee.results.contest import scored
from referee.results.facts import facts_of
from referee.results.queries import preview_list, versions
from referee.results.schemas import (
    PublishedOut,
    ResultEntered,
    ResultIn,
    ResultOut,
    ResultsImportIn,
    ResultsImportOut,
    TableResults,
    result_from_body,
)
from referee.results.views import ResultView, counted_players, import_view, objection_views, result_views, table_results
from tournaments.export.contents import results as table_of

blueprint = StrictBlueprint("results", __name__, url_prefix="/api/v1", description="Results of tables")
lists = StrictBlueprint("result_lists", __name__, url_prefix="/api/v1", description="Lists of results")


def version_view(result_id: str) -> ResultView:
    """A version of a table's result."""
    with service().database.read() as session:
        table_id = session.get_one(TableResult, result_id).table_id
        views = result_views(at_table(session, table_id), versions(session, table_id), language())
    return next(each for each in views if each.id == result_id)


@endpoint(blueprint, "GET", "/tables/<table_id>/results", gives=TableResults, fails=(409,))
def list_results(query: dict[str, Any], table_id: str) -> Response:
    """List all versions of a table's result: who entered and confirmed them, and how they were counted."""
    table_for("result.enter", table_id)
    with service().database.read() as session:
        view = table_results(at_table(session, table_id), versions(session, table_id), language())
    return answer(TableResults().dump(view), tag=repr(view))


@endpoint(blueprint, "POST", "/tables/<table_id>/results", body=ResultIn, gives=ResultEntered, fails=(409,))
def enter_table_result(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Enter a table's result: from its log, from a counted sheet, or as points that were written down.

    It counts once another person has confirmed it, unless the regulation requires no confirmation.  A further version
    corrects it; nothing is ever deleted.  409 `result_outdated`: another version was entered in the meantime.  409
    `game_not_over`.  422 `sheet_objected`: something in the sheet is impossible, or has to be confirmed with a comment.
    422 `faulty`.
    """
    given = result_from_body(table_id, body)
    tried = commands.try_result(caller(), given)
    result = None if body["trial"] else version_view(commands.enter_result(caller(), given, tried, language()))
    read = tried.read
    outcome = {
        "result": result,
        "players": counted_players(tried.at, read, language()),
        "objections": objection_views(read.objections, read, language()),
    }
    return answer(ResultEntered().dump(outcome))


@endpoint(blueprint, "POST", "/results/<result_id>/confirm", gives=ResultOut, fails=(409,))
def confirm_result(query: dict[str, Any], result_id: str) -> Response:
    """Confirm the latest version of a table's result; it counts from then on.

    409 `own_result` for the person who entered it.
    """
    commands.confirm_result(caller(), result_id)
    return answer(ResultOut().dump(version_view(result_id)))


@endpoint(blueprint, "POST", "/rounds/<round_id>/results/publish", gives=PublishedOut, fails=(409,))
def publish_results(query: dict[str, Any], round_id: str) -> Response:
    """Publish the results of a round.

    409 `round_open` unless the round is closed; 409 `results_missing` names the tables whose results are not confirmed.
    """
    return answer(PublishedOut().dump(commands.publish_results(caller(), round_id)))


@endpoint(blueprint, "POST", "/rounds/<round_id>/results/withdraw", body=ReasonIn, gives=PublishedOut)
def withdraw_results(body: ReasonIn, round_id: str) -> Response:
    """Withdraw the published results of a round, with a reason."""
    return answer(PublishedOut().dump(commands.withdraw_results(caller(), round_id, body.reason)))


@endpoint(
    lists,
    "POST",
    "/events/<event_id>/results/import",
    body=ResultsImportIn,
    gives=ResultsImportOut,
    fails=(409,),
    largest=LARGEST,
)
def import_results(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Import results from a list, or preview the import with all faults (`apply` false).

    New and changed results are entered, and confirmed like any other result.  With `apply`, a list with
    faults is rejected as a whole (422 `faulty`).
    """
    allowed("result.confirm", event_id)
    with service().database.read() as session:
        facts, found = preview_list(session, event_id, body["data"])
    entered = None
    if body["apply"]:
        entered = commands.import_results(caller(), commands.ImportResults(event_id, facts, found, body.get("note")))
    return answer(ResultsImportOut().dump(import_view(found, entered, language())))


@endpoint(
    lists, "GET", "/events/<event_id>/results/export", query=PlayersExportQuery, gives=None, fails=(409,), media=MEDIA
)
def export_results(query: dict[str, Any], event_id: str) -> Response:
    """Export the results that count, by round and table.

    The CSV can be imported again.
    """
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
    service().part(StaleThings).given_out(caller(), event_id, FILE, "results-file", None)
    return table_file(table, query["as_"], event, "results")
