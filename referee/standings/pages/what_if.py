"""What if a table ended so: the standings as they would be, beside those there are.  Nothing is kept."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, make_response, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed
from referee.core.access.scope import event_for
from referee.core.http.errors import as_problem
from referee.core.language import language
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Event
from referee.results.at_table import AtTable, at_table
from referee.results.facts import Facts, facts_of
from referee.results.pages.form import entry_of
from referee.results.sources import ByPoints
from referee.standings.pages.standings import named
from referee.standings.queries import View, standings_of, supposed, view
from referee.standings.views import names_of, standings_json
from tournaments.fault import Faulty

blueprint = Blueprint("what_if", __name__)


@blueprint.get("/events/<event_id>/what-if")
def show_what_if(event_id: str) -> AnyResponse:
    """Choose a table, write down how it might end, and see who would be where.

    Behind ``?``: ``table`` (id), and the fields of the form of a result.
    """
    allowed("standings.read", event_id)
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        facts = facts_of(session, event_id)
        chosen = request.args.get("table", "")
        at = at_table(session, chosen) if any(table.id == chosen for table in facts.tables) else None
        asked = at is not None and "supposed" in request.args
        seen = view(facts, staff=True, live=True)
        try:
            rows = compared(session, seen, at) if at is not None and asked else []
        except (Problem, Faulty) as error:
            problem = as_problem(error)
            return make_response(page(event, facts, at, [], problem.to_json(language())), problem.status)
    return make_response(page(event, facts, at, rows, None))


def page(
    event: Event, facts: Facts, at: AtTable | None, rows: list[dict[str, Any]], problem: dict[str, Any] | None
) -> str:
    """The page."""
    rounds = named(facts)
    done = {table for table, result in facts.counting().items() if result.confirmed}
    tables = [
        {"id": each.id, "round": rounds[each.round], "number": each.number, "done": each.id in done}
        for each in facts.tables
        if facts.regulation.rounds[each.round - 1].counts
    ]
    seats = [(order, {"name": at.name(player)}) for order, player in enumerate(at.players, 1)] if at else []
    return framed(
        "what_if.html", event, tables=tables, at=at, seats=seats, form=request.args, rows=rows, problem=problem
    )


def compared(session: Session, seen: View, at: AtTable) -> list[dict[str, Any]]:
    """The players by the rank that they would have, with the rank and values that they have."""
    given = entry_of(at, request.args, "points").source
    assert isinstance(given, ByPoints)
    then = standings_json(seen, supposed(session, seen, [(at.table.id, given.rows)]))["rows"]
    now = {row.player: row.rank for row in standings_of(seen).rows}
    names = names_of(seen.facts)
    here = set(at.players)
    return [
        {
            "rank": row["rank"],
            "before": now.get(row["player"]),
            "name": names[row["player"]],
            "values": row["values"],
            "here": row["player"] in here,
        }
        for row in then
    ]
