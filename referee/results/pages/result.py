"""The result of a table: entered in one of three ways, and confirmed by somebody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed, require_principal
from referee.core.access.roles import may
from referee.core.command import caller
from referee.core.language import language, word
from referee.core.pages.format import clock_of_day, round_name
from referee.core.pages.forms import form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.counts.queries import disputes_at
from referee.counts.views import DisputeView, dispute_views
from referee.models import Event, TableResult
from referee.results import commands
from referee.results.at_table import AtTable, at_table, game_at, game_over
from referee.results.confirming import SECOND_PERSON, wanted
from referee.results.pages.form import WAYS, assets_of, has_dice, piece_on, prefilled_fields, result_from_form
from referee.results.queries import is_own, versions
from referee.results.sources import LIST, ReadResult
from referee.results.views import ResultView, counted_players, objection_views, table_results
from rulesets.kernel.telling.assets import Assets
from tournaments.fault import Faulty
from tournaments.sheet.standing import as_typed

blueprint = Blueprint("result_page", __name__)

PATH = "/events/<event_id>/tables/<table_id>/result"
SOURCES: Mapping[str, str] = {
    "log": "result_from_log",
    "sheet": "result_from_sheet",
    "points": "result_from_points",
    "list": "result_from_list",
}
"""The text key of each source of results."""


def moment(at: int | None) -> str:
    """The time of day; empty for None."""
    return "" if at is None else clock_of_day(at)


def opened(event_id: str, table_id: str) -> tuple[Event, AtTable, Sequence[TableResult], str]:
    """The event, the table with its players, the versions of its result, and who has to confirm them, if the reader may
    enter one.

    Raises the problems ``not_allowed``, ``not_found``, ``table_unseated`` and ``no_regulation``.
    """
    allowed("result.enter", event_id, table_id)
    with service().database.read() as session:
        event = session.get(Event, event_id)
        at = at_table(session, table_id)
        if event is None or at.table.event_id != event_id:
            raise Problem("not_found", path=table_id)
        return event, at, versions(session, table_id), wanted(session, event_id, at.regulation)


def page(
    event_id: str,
    table_id: str,
    problem: Mapping[str, Any] | None = None,
    form: Mapping[str, str] | None = None,
    tried: ReadResult | None = None,
) -> str:
    """The page.  ``form``: as it was filled in; ``tried``: what was counted from it."""
    event, at, listed, who = opened(event_id, table_id)
    assets = assets_of(at.table)
    over = game_over(table_id)
    results = table_results(at, listed, who, language())
    latest = results.versions[0] if results.versions else None
    return framed(
        "results/result.html",
        event,
        at=at,
        round_name=round_name(at.round.number, at.round, language()),
        results=results,
        latest=latest,
        seats=[(each.start_order, each) for each in results.seats],
        way=way_of((form or request.args).get("way", "") or way_entered(latest), assets, over=over and latest is None),
        entering=form is not None or "way" in request.args,
        ways=ways(assets),
        assets=assets,
        reader=language(),
        piece_on=piece_on,
        as_typed=as_typed,
        over=over,
        base=base_version(form, problem, results.version),
        form=prefilled_fields(at, listed[-1] if listed else None) if form is None else form,
        problem=problem,
        **counted_facts(at, tried, problem),
        places_of={each.player: each.start_order for each in results.seats},
        dice=has_dice(at),
        money=at.regulation.game.money.shown,
        keys=at.regulation.game.money.keys,
        sources={source: word(name) for source, name in SOURCES.items()},
        moment=moment,
        disputes=disputes_now(at),
        **rights(at, latest, who),
    )


def disputes_now(at: AtTable) -> list[DisputeView]:
    """What is open at the table, in words; nothing for a log that no longer counts."""
    game = game_at(at.table.id)
    if game is None:
        return []
    with service().database.read() as session:
        found = disputes_at(session, game)
    return dispute_views(found, {each.seat: at.name(each.player_id) for each in at.seats}, language())


def way_of(chosen: str, assets: Assets, *, over: bool) -> str:
    """The way of entering to show.  ``over``: whether the log has a finished game that is not entered yet."""
    if chosen in WAYS and (chosen != "sheet" or assets.groups):
        return chosen
    if over:
        return "log"
    return "sheet" if assets.groups else "points"


def way_entered(latest: ResultView | None) -> str:
    """The way in which a result was entered, and is to be corrected; a list counts as points."""
    return "" if latest is None else "points" if latest.source == LIST else latest.source


def counted_facts(at: AtTable, tried: ReadResult | None, problem: Mapping[str, Any] | None) -> dict[str, Any]:
    """The counted players, and the objections."""
    if tried is None:
        return {"counted": [], "total_of": {}, "objections": (problem or {}).get("objections", [])}
    counted = counted_players(at, tried, language()) or []
    return {
        "counted": counted,
        "total_of": {each.player: each for each in counted},
        "objections": objection_views(tried.objections, tried, language()),
    }


def rights(at: AtTable, latest: ResultView | None, confirmation: str) -> dict[str, Any]:
    """The parts of the page that depend on the reader's rights."""
    who = require_principal()
    roles = who.roles_in(at.table.event_id)
    return {
        "may_confirm": may(roles, "result.confirm"),
        "own": latest is not None and is_own(latest.entered_account_id, who.account_id),
        "second": confirmation == SECOND_PERSON,
        "round_path": f"/events/{at.table.event_id}/rounds/{at.round.id}" if may(roles, "result.read") else None,
    }


def base_version(form: Mapping[str, str] | None, problem: Mapping[str, Any] | None, version: int) -> str:
    """The version that the form is based on; a filled-in form keeps its own until the reader has seen a newer one."""
    outdated = problem is not None and problem["code"] == "result_outdated"
    return str(version) if form is None or outdated else form.get("version", "")


def ways(assets: Assets) -> list[tuple[str, str]]:
    """The ways of entering, with their names."""
    named = [("sheet", word("result_by_sheet"))] if assets.groups else []
    return [*named, ("points", word("result_by_points")), ("log", word("result_by_log"))]


@blueprint.get(PATH)
def show_result(event_id: str, table_id: str) -> str:
    return page(event_id, table_id)


def page_after_problem(event_id: str, table_id: str, problem: dict[str, object]) -> str:
    """The page with the form as it was filled in, counted if possible."""
    _, at, _, _ = opened(event_id, table_id)
    form, tried = request.form.to_dict(), None
    with suppress(Problem, Faulty):
        tried = commands.try_result(caller(), table_id, result_from_form(at, form, form.get("way", ""))).read
    return page(event_id, table_id, problem, form, tried)


@blueprint.post(PATH)
@form_view(page_after_problem)
def post_result(event_id: str, table_id: str) -> AnyResponse | str:
    """Count a result and show it, or enter it (``action``)."""
    _, at, _, _ = opened(event_id, table_id)
    form = request.form.to_dict()
    given = result_from_form(at, form, form.get("way", ""))
    tried = commands.try_result(caller(), table_id, given)
    if form.get("action") != "enter":
        return make_response(page(event_id, table_id, form=form, tried=tried.read))
    commands.enter_result(caller(), given, tried, language())
    return f"/events/{event_id}/tables/{table_id}/result"


@blueprint.post(f"{PATH}/confirm")
@form_view(page)
def post_confirm(event_id: str, table_id: str) -> str:
    allowed("result.confirm", event_id)
    _, _, listed, _ = opened(event_id, table_id)
    result_id = request.form.get("result_id", "")
    if result_id not in {each.id for each in listed}:
        raise Problem("not_found", path=result_id)
    how = commands.ConfirmResult(signed=request.form.get("signed") == "1")
    commands.confirm_result(caller(), result_id, how)
    return f"/events/{event_id}/tables/{table_id}/result"
