"""Results of tables: entered, confirmed by a second person, shown to everybody."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session

from referee.core.access.guard import somebody
from referee.core.access.scope import in_round, row_for, table_for
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.http.schemas import ReasonIn
from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGame, TableGames
from referee.models import Round, TableResult
from referee.results import commands as results_published
from referee.results import views as result_view
from referee.results.at_table import AtTable, at_table
from referee.results.commands import confirm, enter_result, try_result
from referee.results.queries import CONFIRMED, ENTERED, NONE, versions
from referee.results.schemas import PublishedOut, ResultEntered, ResultIn, ResultOut, TableResults

blueprint = StrictBlueprint("results", __name__, url_prefix="/api/v1", description="Results of tables")


def game_of(table_id: str) -> TableGame | None:
    """The game at a table, for the names of its deeds; None where its rules were changed."""
    try:
        return service().part(TableGames).remembered(table_id)
    except LogDiffers:
        return None


def table_json(at: AtTable, listed: list[TableResult]) -> dict[str, Any]:
    """The results of a table as answered."""
    latest = listed[-1] if listed else None
    state = NONE if latest is None else CONFIRMED if latest.confirmed_at is not None else ENTERED
    return {
        "table_id": at.table.id,
        "round": at.round.number,
        "table": at.table.number,
        "state": state,
        "confirmation": at.regulation.results.confirmation,
        "version": latest.version if latest else 0,
        "seats": [
            {
                "player": each.player_id,
                "number": at.entrants[each.player_id].number,
                "name": at.name(each.player_id),
                "seat": each.seat,
                "start_order": each.start_order,
            }
            for each in at.seats
        ],
        "versions": result_view.versions(at, listed, game_of(at.table.id)),
    }


def version_json(session: Session, found: TableResult) -> dict[str, Any]:
    """A version as answered."""
    listed = versions(session, found.table_id)
    shown = result_view.versions(at_table(session, found.table_id), listed, game_of(found.table_id))
    return next(each for each in shown if each["id"] == found.id)


@endpoint(blueprint, "GET", "/tables/<table_id>/results", gives=TableResults, fails=(409,))
def list_results(query: dict[str, Any], table_id: str) -> Response:
    """All versions of a table's result, who entered and who confirmed them, and how they were counted."""
    table_for("result.enter", table_id)
    with service().database.read() as session:
        body = table_json(at_table(session, table_id), list(versions(session, table_id)))
    return answer(body, tag=repr(body))


@endpoint(blueprint, "POST", "/tables/<table_id>/results", body=ResultIn, gives=ResultEntered, fails=(409,))
def enter_table_result(query: dict[str, Any], body: dict[str, Any], table_id: str) -> Response:
    """Enter a table's result: by its log, by a counted sheet, or as points that were written down.

    It counts once another person has confirmed it (unless the regulation asks for none).  A further version corrects
    it; nothing is ever deleted.  409 `result_outdated`: another version was entered meanwhile; 409 `game_not_over`;
    422 `sheet_objected`: what cannot be, or has to be confirmed by a comment; 422 `faulty`.
    """
    _, who = table_for("result.enter", table_id)
    database = service().database
    with database.read() as session:
        tried = try_result(session, table_id, body)
    kept = None
    if not body["trial"]:
        now = database.now()
        with database.write() as session:
            kept = enter_result(session, now, who, table_id, body, tried)
        service().bus.publish(table_id, kept.event_id)
    at, read = tried
    with database.read() as session:
        result = None if kept is None else version_json(session, kept)
    counted = None
    if read.result is not None:
        lines = read.entered.get("lines", {})
        counted = result_view.players(at, read.result, read.dice, lines, game_of(table_id))
    objections = result_view.objections(read.objections, read)
    return answer({"result": result, "players": counted, "objections": objections})


@endpoint(blueprint, "POST", "/results/<result_id>/confirm", gives=ResultOut, fails=(409,))
def confirm_result(query: dict[str, Any], result_id: str) -> Response:
    """Confirm the latest version of a table's result: from now on it counts.

    409 `own_result` for whoever entered it.
    """
    _, who = row_for("result.confirm", TableResult, result_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        found = confirm(session, now, who, result_id)
    service().bus.publish(found.table_id, found.event_id)
    with database.read() as session:
        return answer(version_json(session, found))


def published_json(round_: Round) -> dict[str, Any]:
    """Since when the results of a round are public, as answered."""
    return {"round_id": round_.id, "number": round_.number, "results_published_at": round_.results_published_at}


@endpoint(blueprint, "POST", "/rounds/<round_id>/results/publish", gives=PublishedOut, fails=(409,))
def publish_results(query: dict[str, Any], round_id: str) -> Response:
    """Show the results of a round to everybody.

    409 `round_open` unless the round is closed; 409 `results_missing` names the tables whose result is not confirmed.
    """
    somebody()
    database = service().database
    now = database.now()
    with database.write() as session:
        in_round(session, round_id, "result.publish")
        found = results_published.publish(session, now, somebody(), round_id)
    service().bus.publish(found.event_id)
    return answer(published_json(found))


@endpoint(blueprint, "POST", "/rounds/<round_id>/results/withdraw", body=ReasonIn, gives=PublishedOut)
def withdraw_results(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Hide the results of a round again, with a reason."""
    somebody()
    database = service().database
    now = database.now()
    with database.write() as session:
        in_round(session, round_id, "result.publish")
        found = results_published.withdraw(session, now, somebody(), round_id, body["reason"])
    service().bus.publish(found.event_id)
    return answer(published_json(found))
