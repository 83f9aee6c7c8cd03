"""What-if: the standings after a possible result of a table, compared with the real ones.  Nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, make_response, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.http.errors import as_problem
from referee.core.language import language
from referee.core.pages.format import Cell
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Event
from referee.results.at_table import AtTable, at_table
from referee.results.facts import Facts, facts_of
from referee.results.pages.form import result_from_form
from referee.standings.columns import cells_of
from referee.standings.queries import Ending, IncludedResults, standings_if, standings_of, view
from referee.standings.views import PlayerName, round_names, standings_view
from tournaments.fault import Faulty

blueprint = Blueprint("what_if", __name__)


@blueprint.get("/events/<event_id>/what-if")
def show_what_if(event_id: str) -> AnyResponse:
    """Choose a table, write down how it might end, and see who would be where.

    Query parameters: ``table`` (its id), and the fields of the form of a result.
    """
    allowed("standings.read", event_id)
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
        chosen = request.args.get("table", "")
        at = at_table(session, chosen) if any(table.id == chosen for table in facts.tables) else None
        seen = view(facts, staff=True, live=True)
        try:
            rows = compared_ranks(session, seen, at) if at is not None and "supposed" in request.args else []
        except (Problem, Faulty) as error:
            problem = as_problem(error)
            return make_response(page(event, facts, at, [], problem.to_json(language())), problem.status)
    return make_response(page(event, facts, at, rows, None))


@dataclass(frozen=True, slots=True)
class UndecidedTable:
    """A table that can be chosen.  ``done``: its result stands."""

    id: str
    round: str
    number: int
    done: bool


@dataclass(frozen=True, slots=True)
class SupposedRow:
    """A player in the what-if standings.  ``before``: the present rank; ``here``: whether they sit at the table."""

    rank: int
    before: int | None
    name: str
    values: Sequence[Cell]
    here: bool


def page(
    event: Event, facts: Facts, at: AtTable | None, rows: Sequence[SupposedRow], problem: dict[str, Any] | None
) -> str:
    rounds = round_names(facts, language())
    done = {table for table, result in facts.counting().items() if result.confirmed}
    played_off = {each.table_id for each in facts.playoffs}
    tables = [
        UndecidedTable(each.id, rounds[each.round], each.number, each.id in done)
        for each in facts.tables
        if facts.regulation.planned(each.round).counts and each.id not in played_off
    ]
    seats = [(order, PlayerName(player, at.name(player))) for order, player in enumerate(at.players, 1)] if at else []
    return framed(
        "standings/what_if.html",
        event,
        tables=tables,
        at=at,
        seats=seats,
        form=request.args,
        rows=rows,
        problem=problem,
    )


def compared_ranks(session: Session, seen: IncludedResults, at: AtTable) -> list[SupposedRow]:
    """The players by their rank in the what-if standings, with their present rank."""
    ending = Ending(at.table.id, result_from_form(at, request.args, "points").points or ())
    then = standings_view(seen, language(), standings_if(session, seen, [ending]))
    now = {row.player: row.rank for row in standings_of(seen).rows}
    here, cells = set(at.players), cells_of(then, at.regulation.game.money)
    return [
        SupposedRow(row.rank, now.get(row.player), row.name, cells[row.player], row.player in here) for row in then.rows
    ]
