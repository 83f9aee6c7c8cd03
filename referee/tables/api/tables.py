"""Tables and the games played at them."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.core.access.guard import require_principal
from referee.core.access.scope import round_for, table_for
from referee.core.command import caller
from referee.core.http import fields
from referee.core.http.declared import dump, view_schema
from referee.core.http.endpoint import StrictBlueprint, endpoint, list_schema, operation
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page, Query
from referee.core.service import service
from referee.log.table_game import TableGames
from referee.models import GameTable
from referee.tables import commands
from referee.tables.commands import CreateTable
from referee.tables.queries import StateView, TableView, state_view, table_view, tables_of_round

blueprint = StrictBlueprint("tables", __name__, url_prefix="/api/v1", description="Tables and their games")

HIGHEST_NUMBER = 10_000


TablePage = list_schema(TableView, "TablePage")


class TablesQuery(Page):
    """Which tables to list."""


class StateQuery(Query):
    """Which position to get."""

    at = fields.Integer(
        strict=False,
        validate=fields.Range(0, 10**6),
        metadata={"description": "The number of the entry after which; left out: the last one."},
    )


def table_now(table_id: str) -> TableView:
    """A table as it is now."""
    with service().database.read() as session:
        return table_view(session.get_one(GameTable, table_id))


@endpoint(blueprint, "GET", "/rounds/<round_id>/tables", query=TablesQuery, gives=TablePage)
def list_tables(query: dict[str, Any], round_id: str) -> Response:
    """List the tables of a round, by number."""
    require_principal()
    limit = query["limit"]
    after = min(int(query["cursor"]), HIGHEST_NUMBER) if query.get("cursor", "").isdigit() else 0
    with service().database.read() as session:
        round_for(session, round_id, "event.read")
        found = tables_of_round(session, round_id, after, limit + 1)
    return page(view_schema(TableView), found, limit, "number")


@endpoint(blueprint, "POST", "/rounds/<round_id>/tables", body=CreateTable, gives=TableView, status=201, fails=(409,))
def create_table(body: CreateTable, round_id: str) -> Response:
    """Create a table in a round, with the game that is played at it."""
    table_id = commands.create_table(caller(), round_id, body)
    return answer(dump(TableView, table_now(table_id)), 201, headers={"Location": f"/api/v1/tables/{table_id}"})


@endpoint(blueprint, "GET", "/tables/<table_id>", query=StateQuery, gives=StateView, fails=(409,))
def show_table(query: dict[str, Any], table_id: str) -> Response:
    """Get a table with its position, what is due, what may be reported, and the standing."""
    table, _ = table_for("table.read", table_id)
    games = service().part(TableGames)
    at = query.get("at")
    found = games.current(table_id) if at is None else games.at(table_id, at)
    view = state_view(table, found, service().database.now())
    return answer(dump(StateView, view), tag=f"{found.head} {table.state}")


operation(blueprint, "POST", "/tables/<table_id>/close", commands.close_table, shows=table_now)
operation(blueprint, "POST", "/tables/<table_id>/open", commands.open_table, shows=table_now)
