"""The standings with their reasons, publishing the results of rounds, and what would be if a table ended otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, make_response, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed, require_principal
from referee.core.access.roles import may
from referee.core.access.scope import event_for, within
from referee.core.command import caller
from referee.core.http.errors import as_problem
from referee.core.http.schemas import ReasonIn
from referee.core.language import language
from referee.core.pages.format import Cell
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Event, Round
from referee.results.at_table import AtTable, at_table
from referee.results.commands import publish_results, withdraw_results
from referee.results.contest import shown_rounds
from referee.results.facts import Facts, facts_of
from referee.results.pages.form import result_from_form
from referee.results.queries import unconfirmed_tables
from referee.standings.columns import cells_of, class_columns, columns_of, cut_of
from referee.standings.final_order import final_order
from referee.standings.games import games_by_player
from referee.standings.queries import Ending, IncludedResults, standings_if, standings_of, view, visible
from referee.standings.views import PlayerName, round_names, standings_view
from tournaments.fault import Faulty
from tournaments.standings.rule import MOST_ROUNDS
from tournaments.typed import whole

blueprint = Blueprint("standings_page", __name__)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The page.  Query parameters: ``after`` (a round's number) and ``live``."""
    event = event_for("event.read", event_id)
    staff = may(require_principal().roles_in(event_id), "standings.read")
    live = request.args.get("live") == "1" and staff
    with service().database.read() as session:
        after = whole(request.args.get("after", ""), 0, MOST_ROUNDS)
        seen = visible(session, caller(), event_id, live=live, after=after)
        lacking = (
            unconfirmed_by_round(session, seen.facts)
            if may(require_principal().roles_in(event_id), "result.publish")
            else {}
        )
    found = standings_view(seen, language())
    return framed(
        "standings/standings.html",
        event,
        seen=seen,
        live=live,
        ended=bool(final_order(seen.facts, seen.shown, seen.after)),
        staff=staff,
        found=found,
        cut=cut_of(seen, found, language()),
        columns=columns_of(seen, found, language()),
        classes=class_columns(seen, found, language()),
        games=games_by_player(seen, language()),
        rounds=rounds_of(seen),
        lacking=lacking,
        named=round_names(seen.facts, language()),
        problem=problem,
    )


def unconfirmed_by_round(session: Session, facts: Facts) -> dict[int, list[int]]:
    """The numbers of the tables without a confirmed result, by round."""
    return {each.number: [table.number for table in unconfirmed_tables(session, each.id)] for each in facts.rounds}


def rounds_of(seen: IncludedResults) -> list[int]:
    counting = {each.number for each in seen.facts.regulation.rounds if each.counts}
    with_tables = {table.round for table in seen.facts.tables}
    last = seen.facts.complete() if seen.shown != "published" else max(shown_rounds(seen.facts), default=0)
    return sorted(number for number in counting & with_tables if number <= last)


@blueprint.get("/events/<event_id>/standings")
def show_standings(event_id: str) -> str:
    return page(event_id)


@blueprint.post("/events/<event_id>/standings/published")
@form_view(page)
def post_published(event_id: str) -> str:
    """Show the results of a round to everybody, or hide them again."""
    allowed("result.publish", event_id)
    round_id = request.form.get("round_id", "")
    with service().database.read() as session:
        within(session, Round, round_id, event_id)
    if request.form.get("show") == "1":
        publish_results(caller(), round_id)
    else:
        withdraw_results(caller(), round_id, asked(ReasonIn, {}, reason=request.form.get("reason", "")))
    return f"/events/{event_id}/standings"


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
            return make_response(what_if_page(event, facts, at, [], problem.to_json(language())), problem.status)
    return make_response(what_if_page(event, facts, at, rows, None))


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


def what_if_page(
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
