"""Tables and the games played at them."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import require_principal
from referee.core.access.scope import round_for, table_for
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.service import service
from referee.log.table_game import TableGames
from referee.models import GameTable
from referee.tables import commands
from referee.tables.queries import state_view, table_view, tables_of_round
from referee.tables.schemas import StateOut, StateQuery, TableIn, TableOut, TablePage, TablesQuery

blueprint = StrictBlueprint("tables", __name__, url_prefix="/api/v1", description="Tables and their games")

HIGHEST_NUMBER = 10_000


def answer_table(table_id: str, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """The response with a table as it is now."""
    with service().database.read() as session:
        view = table_view(session.get_one(GameTable, table_id))
    return answer(TableOut().dump(view), status, headers=headers)


@endpoint(blueprint, "GET", "/rounds/<round_id>/tables", query=TablesQuery, gives=TablePage)
def list_tables(query: dict[str, Any], round_id: str) -> Response:
    """List the tables of a round, by number."""
    require_principal()
    limit = query["limit"]
    after = min(int(query["cursor"]), HIGHEST_NUMBER) if query.get("cursor", "").isdigit() else 0
    with service().database.read() as session:
        round_for(session, round_id, "event.read")
        found = tables_of_round(session, round_id, after, limit + 1)
    rows = found[:limit]
    following = str(rows[-1].number) if len(found) > limit else None
    return answer(TablePage().dump({"rows": rows, "next": following}))


@endpoint(blueprint, "POST", "/rounds/<round_id>/tables", body=TableIn, gives=TableOut, status=201, fails=(409,))
def create_table(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Create a table in a round, with the game that is played at it."""
    number = body.pop("number")
    table_id = commands.create_table(caller(), commands.CreateTable(round_id, number, body))
    return answer_table(table_id, 201, {"Location": f"/api/v1/tables/{table_id}"})


@endpoint(blueprint, "GET", "/tables/<table_id>", query=StateQuery, gives=StateOut, fails=(409,))
def show_table(query: dict[str, Any], table_id: str) -> Response:
    """Get a table with its position, what is due, what may be reported, and the standing."""
    table, _ = table_for("table.read", table_id)
    games = service().part(TableGames)
    at = query.get("at")
    found = games.current(table_id) if at is None else games.at(table_id, at)
    view = state_view(table, found, service().database.now())
    return answer(StateOut().dump(view), tag=f"{found.head} {table.state}")


@endpoint(blueprint, "POST", "/tables/<table_id>/close", gives=TableOut)
def close_table(query: dict[str, Any], table_id: str) -> Response:
    """Close a table.

    Nothing more can be reported there.
    """
    commands.close_table(caller(), table_id)
    return answer_table(table_id)


@endpoint(blueprint, "POST", "/tables/<table_id>/open", gives=TableOut)
def open_table(query: dict[str, Any], table_id: str) -> Response:
    """Open a closed table again."""
    commands.open_table(caller(), table_id)
    return answer_table(table_id)
