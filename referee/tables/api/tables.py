"""Tables and the games played at them."""

from __future__ import annotations

import json
from typing import Any

from flask import Response
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from referee.clocks.deadlines import arrange
from referee.clocks.hold import hold
from referee.core import audit
from referee.core.access.guard import permitted, somebody
from referee.core.access.scope import in_round, table_for
from referee.core.chain import canonical, first_hash
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.problems import Problem
from referee.core.service import service
from referee.events.game_header import header_of
from referee.log.table_game import TableGame, TableGames
from referee.models import GameTable
from referee.tables.schemas import StateOut, StateQuery, TableIn, TableOut, TablePage, TablesQuery
from rulesets.kernel.record import FORMAT

blueprint = StrictBlueprint("tables", __name__, url_prefix="/api/v1", description="Tables and their games")


def as_json(table: GameTable) -> dict[str, Any]:
    """A table as it is answered."""
    return {
        "id": table.id,
        "event_id": table.event_id,
        "round_id": table.round_id,
        "number": table.number,
        "state": table.state,
        "seq": table.seq,
        "header": json.loads(table.header),
        "created_at": table.created_at,
    }


def game_for(action: str, table_id: str) -> tuple[TableGame, Any]:
    """The game at a table as this process knows it, and who asks, if they may take the action there."""
    who = somebody()
    game = service().part(TableGames).remembered(table_id)
    return game, permitted(who, action, game.event_id, table_id)


MOST = 10_000
"""The highest number that a table can have."""
HEADER = ("ruleset", "edition", "seats", "names", "options", "start")


@endpoint(blueprint, "GET", "/rounds/<round_id>/tables", query=TablesQuery, gives=TablePage)
def list_tables(query: dict[str, Any], round_id: str) -> Response:
    """The tables of a round, by number."""
    somebody()
    limit = query["limit"]
    after = min(int(query["cursor"]), MOST) if query.get("cursor", "").isdigit() else 0
    wanted = (
        select(GameTable)
        .where(GameTable.round_id == round_id, GameTable.number > after)
        .order_by(GameTable.number)  # type: ignore[arg-type]
        .limit(limit + 1)
    )
    with service().database.read() as session:
        in_round(session, round_id, "event.read")
        rows = [as_json(table) for table in session.exec(wanted)]
    return answer(page(rows, limit, lambda row: str(row["number"])))


@endpoint(blueprint, "POST", "/rounds/<round_id>/tables", body=TableIn, gives=TableOut, status=201, fails=(409,))
def create_table(query: dict[str, Any], body: dict[str, Any], round_id: str) -> Response:
    """Make a table of a round, with the game that is played at it."""
    who = somebody()
    database = service().database
    now = database.now()
    given = {"record": FORMAT, **{name: body[name] for name in HEADER if name in body}}
    with database.read() as session:
        minutes = in_round(session, round_id, "table.change").minutes
    header = canonical(header_of(given, minutes))
    try:
        with database.write() as session:
            round_ = in_round(session, round_id, "table.change")
            if round_.minutes != minutes:  # changed since the header was judged
                header = canonical(header_of(given, round_.minutes))
            table = GameTable(
                event_id=round_.event_id, round_id=round_id, number=body["number"], header=header,
                head=first_hash(header), created_at=now,
            )  # fmt: skip
            session.add(table)
            session.flush()
            held = hold(session, database, round_id, [table.id])
            if held.round.state == "closed":  # nothing is reported in it until it is opened again, with all its tables
                table.state = "closed"
            arrange(session, held)
            audit.record(session, now, who, "table.change", f"table:{table.id}", table.event_id, number=table.number)
    except IntegrityError as error:
        raise Problem("conflict", what=f"table {body['number']}") from error
    return answer(as_json(table), 201, headers={"Location": f"/api/v1/tables/{table.id}"})


@endpoint(blueprint, "GET", "/tables/<table_id>", query=StateQuery, gives=StateOut, fails=(409,))
def show_table(query: dict[str, Any], table_id: str) -> Response:
    """A table with its position, what is due, what may be reported, and the standing."""
    table, _ = table_for("table.read", table_id)
    games = service().part(TableGames)
    at = query.get("at")
    found = games.current(table_id) if at is None else games.at(table_id, at)
    game = found.game
    ruleset = game.ruleset
    body = {
        **as_json(table),
        "seq": found.seq,
        "position": ruleset.position(game),
        "due": ruleset.due(game),
        "legal": ruleset.legal(game),
        "standing": ruleset.standing(game),
        "over": ruleset.over(game),
        "now": service().database.now(),
    }
    return answer(body, tag=f"{found.head} {table.state}")


def closed_or_open(table_id: str, state: str) -> Response:
    """Close a table, or open it again."""
    table, who = table_for("table.close", table_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        found = session.get(GameTable, table.id, with_for_update=True)
        assert found is not None  # nothing is ever deleted
        found.state = state
        session.add(found)
        audit.record(session, now, who, "table.close", f"table:{table.id}", table.event_id, state=state)
    service().bus.publish(table.id, table.event_id)
    return answer(as_json(found))


@endpoint(blueprint, "POST", "/tables/<table_id>/close", gives=TableOut)
def close_table(query: dict[str, Any], table_id: str) -> Response:
    """Close a table: nothing more is reported there."""
    return closed_or_open(table_id, "closed")


@endpoint(blueprint, "POST", "/tables/<table_id>/open", gives=TableOut)
def open_table(query: dict[str, Any], table_id: str) -> Response:
    """Open a closed table again."""
    return closed_or_open(table_id, "open")
