"""Results over HTTP, for programs: entered, confirmed by a second person, shown to everybody; lists of them."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for, table_for
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import MEDIA, FileQuery, answer, table_file
from referee.core.language import language
from referee.core.service import service
from referee.core.stale import FILE, StaleThings
from referee.models import TableResult
from referee.results import commands
from referee.results.at_table import at_table
from referee.results.commands import EnterResult, ImportResults
from referee.results.confirming import wanted
from referee.results.contest import scored
from referee.results.facts import facts_of
from referee.results.queries import preview_list, versions
from referee.results.views import (
    ResultEntered,
    ResultsImportView,
    ResultView,
    TableResultsView,
    counted_players,
    import_view,
    objection_views,
    result_views,
    table_results,
)
from tournaments.export.contents import results as table_of

blueprint = StrictBlueprint("results", __name__, url_prefix="/api/v1", description="Results of tables")
lists = StrictBlueprint("result_lists", __name__, url_prefix="/api/v1", description="Lists of results")


def version_view(result_id: str) -> ResultView:
    """A version of a table's result."""
    with service().database.read() as session:
        table_id = session.get_one(TableResult, result_id).table_id
        views = result_views(at_table(session, table_id), versions(session, table_id), language())
    return next(each for each in views if each.id == result_id)


@endpoint(blueprint, "GET", "/tables/<table_id>/results", gives=TableResultsView, fails=(409,))
def list_results(table_id: str) -> Response:
    """List all versions of a table's result: who entered and confirmed them, and how they were counted."""
    table_for("result.enter", table_id)
    with service().database.read() as session:
        at = at_table(session, table_id)
        who = wanted(session, at.table.event_id, at.regulation)
        view = table_results(at, versions(session, table_id), who, language())
    return answer(dump(TableResultsView, view), tag=repr(view))


@endpoint(blueprint, "POST", "/tables/<table_id>/results", body=EnterResult, gives=ResultEntered, fails=(409,))
def enter_table_result(body: EnterResult, table_id: str) -> ResultEntered:
    """Enter a table's result: from its log, from a counted sheet, or as points that were written down.

    It counts once it is confirmed: by another person, or as the regulation says.  A further version
    corrects it; nothing is ever deleted.  409 `result_outdated`: another version was entered in the meantime.  409
    `game_not_over`.  422 `sheet_objected`: something in the sheet is impossible, or has to be confirmed with a comment.
    422 `faulty`.
    """
    tried = commands.try_result(caller(), table_id, body)
    result = None if body.trial else version_view(commands.enter_result(caller(), body, tried, language()))
    objections = objection_views(tried.read.objections, tried.read, language())
    return ResultEntered(result, counted_players(tried.at, tried.read, language()), objections)


operation(
    blueprint,
    "POST",
    "/results/<result_id>/confirm",
    commands.confirm_result,
    shows=version_view,
    fails=(409,),
    bare=True,
)
operation(blueprint, "POST", "/rounds/<round_id>/results/publish", commands.publish_results, fails=(409,))
operation(blueprint, "POST", "/rounds/<round_id>/results/withdraw", commands.withdraw_results)


@endpoint(
    lists,
    "POST",
    "/events/<event_id>/results/import",
    body=ImportResults,
    gives=ResultsImportView,
    fails=(409,),
    largest=LARGEST,
)
def import_results(body: ImportResults, event_id: str) -> ResultsImportView:
    """Import results from a list, or preview the import with all faults (`apply` false).

    New and changed results are entered, and confirmed like any other result.  With `apply`, a list with
    faults is rejected as a whole (422 `faulty`).
    """
    allowed("result.confirm", event_id)
    with service().database.read() as session:
        facts, found = preview_list(session, event_id, body.data)
    entered = commands.import_results(caller(), event_id, facts, found, body.note) if body.apply else None
    return import_view(found, entered)


@endpoint(lists, "GET", "/events/<event_id>/results/export", query=FileQuery, gives=None, fails=(409,), media=MEDIA)
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
