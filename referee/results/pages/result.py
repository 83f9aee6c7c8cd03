"""The result of a table: entered in three ways, looked at by everybody at the table, confirmed by somebody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed, somebody
from referee.core.access.roles import may
from referee.core.command import caller
from referee.core.http.errors import as_problem
from referee.core.language import language, word
from referee.core.pages.forms import AGAIN, sent
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Event, TableResult
from referee.results import commands
from referee.results.at_table import AtTable, at_table, game_at, game_over
from referee.results.pages.form import WAYS, entry_of, fields_of, has_dice, sheet_form
from referee.results.queries import versions
from referee.results.sources import ReadResult
from referee.results.views import counted_players, objection_views, table_results
from tournaments.fault import Faulty

blueprint = Blueprint("result_page", __name__)

PATH = "/events/<event_id>/tables/<table_id>/result"
SOURCES: Mapping[str, str] = {
    "log": "result_from_log",
    "sheet": "result_from_sheet",
    "points": "result_from_points",
    "list": "result_from_list",
}
"""Where a result comes from: the names of the texts."""


def moment(at: int | None) -> str:
    """A moment as the hall's clock shows it."""
    return "" if at is None else datetime.fromtimestamp(at / 1000).strftime("%H:%M")


def seen(event_id: str, table_id: str) -> tuple[Event, AtTable, Sequence[TableResult]]:
    """The event, the table with who sits there, and the versions of its result, for whoever may enter one.

    Raises the problems ``not_allowed``, ``not_found``, ``table_unseated`` and ``no_regulation``.
    """
    allowed("result.enter", event_id, table_id)
    with service().database.read() as session:
        event = session.get(Event, event_id)
        at = at_table(session, table_id)
        if event is None or at.table.event_id != event_id:
            raise Problem("not_found", path=table_id)
        return event, at, versions(session, table_id)


def page(
    event_id: str,
    table_id: str,
    *,
    form: Mapping[str, str] | None = None,
    problem: Mapping[str, Any] | None = None,
    tried: ReadResult | None = None,
) -> str:
    """The page.  ``form``: what was typed; ``tried``: what was made of it."""
    event, at, listed = seen(event_id, table_id)
    who = somebody()
    sheet = sheet_form(game_at(table_id))
    over = game_over(table_id)
    way = (form or request.args).get("way", "")
    if way not in WAYS or (way == "sheet" and not sheet.groups):
        way = "log" if over and not listed else "sheet" if sheet.groups else "points"
    results = table_results(at, listed, language())
    latest = results.versions[0] if results.versions else None
    counted = (counted_players(at, tried, language()) or []) if tried is not None else []
    found = objection_views(tried.objections, tried, language()) if tried else (problem or {}).get("objections", [])
    roles = who.roles_in(event_id)
    return framed(
        "results/result.html",
        event,
        at=at,
        results=results,
        latest=latest,
        seats=[(each.start_order, each) for each in results.seats],
        way=way,
        entering=form is not None or "way" in request.args,
        ways=ways(sheet.groups != []),
        sheet=sheet,
        over=over,
        base=base_of(form, problem, results.version),
        form=fields_of(at, listed[-1] if listed else None) if form is None else form,
        problem=problem,
        counted=counted,
        total_of={each.player: each for each in counted},
        objections=found,
        places_of={each.player: each.start_order for each in results.seats},
        dice=has_dice(at),
        sources={source: word(name) for source, name in SOURCES.items()},
        moment=moment,
        may_confirm=may(roles, "result.confirm"),
        own=latest is not None and who.account_id is not None and latest.entered_account_id == who.account_id,
        round_path=f"/events/{event_id}/rounds/{at.round.id}" if may(roles, "result.read") else None,
    )


def base_of(form: Mapping[str, str] | None, problem: Mapping[str, Any] | None, version: int) -> str:
    """The version that what is typed is based on: still the one from before, until the reader has seen another."""
    outdated = problem is not None and problem["code"] == "result_outdated"
    return str(version) if form is None or outdated else form.get("version", "")


def ways(with_sheet: bool) -> list[tuple[str, str]]:
    """The ways of entering, with what they are called."""
    named = [("sheet", word("result_by_sheet"))] if with_sheet else []
    return [*named, ("points", word("result_by_points")), ("log", word("result_by_log"))]


@blueprint.get(PATH)
def show_result(event_id: str, table_id: str) -> str:
    """The page."""
    return page(event_id, table_id)


@blueprint.post(PATH)
def post_result(event_id: str, table_id: str) -> AnyResponse:
    """Count what was typed and show what comes of it, or enter it."""
    _, at, _ = seen(event_id, table_id)
    form = request.form.to_dict()
    if form.get("action") != "enter":
        return counted_page(event_id, table_id, at, form)

    def work() -> str:
        given = entry_of(at, form, form.get("way", ""))
        commands.enter_result(caller(), given, commands.try_result(caller(), given), language())
        return f"/events/{event_id}/tables/{table_id}/result"

    def again(problem: dict[str, object]) -> str:
        return page(event_id, table_id, form=form, problem=problem, tried=countable(at, form))

    return sent(work, again)


def counted_page(event_id: str, table_id: str, at: AtTable, form: dict[str, str]) -> AnyResponse:
    """The page with what was typed, counted."""
    try:
        tried = commands.try_result(caller(), entry_of(at, form, form.get("way", ""))).read
        return make_response(page(event_id, table_id, form=form, tried=tried))
    except (Problem, Faulty) as error:
        problem = as_problem(error)
        if problem.status in AGAIN:
            raise
        return make_response(page(event_id, table_id, form=form, problem=problem.to_json(language())), problem.status)


def countable(at: AtTable, form: dict[str, str]) -> ReadResult | None:
    """What can be counted of a form that was refused."""
    try:
        return commands.try_result(caller(), entry_of(at, form, form.get("way", ""))).read
    except (Problem, Faulty):
        return None


@blueprint.post(f"{PATH}/confirm")
def post_confirm(event_id: str, table_id: str) -> AnyResponse:
    """Confirm the version that is shown."""

    def work() -> str:
        allowed("result.confirm", event_id)
        _, _, listed = seen(event_id, table_id)
        result_id = request.form.get("result_id", "")
        if result_id not in {each.id for each in listed}:
            raise Problem("not_found", path=result_id)
        commands.confirm_result(caller(), result_id)
        return f"/events/{event_id}/tables/{table_id}/result"

    return sent(work, lambda problem: page(event_id, table_id, problem=problem))
