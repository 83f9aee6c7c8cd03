"""The result of a table: entered in three ways, looked at by everybody at the table, confirmed by somebody else."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.guard import allowed, somebody
from referee.core.access.roles import may
from referee.core.http.errors import as_problem
from referee.core.language import language, word
from referee.core.pages.forms import AGAIN, sent
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.log.table_game import LogDiffers, TableGames
from referee.models import Event, TableResult
from referee.results import views as result_view
from referee.results.api.results import game_of, table_json
from referee.results.at_table import AtTable, at_table
from referee.results.commands import confirm, enter_result, try_result
from referee.results.pages.form import WAYS, body_of, fields_of, has_dice
from referee.results.pages.sheet import form_of
from referee.results.queries import versions
from referee.results.sources import Entered
from tournaments.fault import Faulty

blueprint = Blueprint("result_page", __name__)

PATH = "/events/<event_id>/tables/<table_id>/result"


def moment(at: int | None) -> str:
    """A moment as the hall's clock says it."""
    return "" if at is None else datetime.fromtimestamp(at / 1000).strftime("%H:%M")


def seen(event_id: str, table_id: str) -> tuple[Event, AtTable, list[TableResult]]:
    """The event, the table with who sits there, and the versions of its result, for whoever may enter one.

    Raises the problems ``not_allowed``, ``not_found``, ``table_unseated`` and ``no_regulation``.
    """
    allowed("result.enter", event_id, table_id)
    with service().database.read() as session:
        event = session.get(Event, event_id)
        at = at_table(session, table_id)
        if event is None or at.table.event_id != event_id:
            raise Problem("not_found", path=table_id)
        return event, at, list(versions(session, table_id))


def page(
    event_id: str,
    table_id: str,
    *,
    form: Mapping[str, str] | None = None,
    problem: Mapping[str, Any] | None = None,
    tried: Entered | None = None,
) -> str:
    """The page.  ``form``: what was typed; ``tried``: what was made of it."""
    event, at, listed = seen(event_id, table_id)
    who = somebody()
    game = game_of(table_id)
    sheet = form_of(game)
    over = game is not None and has_ended(table_id)
    way = (form or request.args).get("way", "")
    if way not in WAYS or (way == "sheet" and not sheet.groups):
        way = "log" if over and not listed else "sheet" if sheet.groups else "points"
    told = table_json(at, listed)
    latest = told["versions"][0] if told["versions"] else None
    counted: list[dict[str, Any]] = []
    if tried is not None and tried.result is not None:
        counted = result_view.players(at, tried.result, tried.dice, tried.entered.get("lines", {}), game)
    objections = result_view.objections(tried.objections, tried) if tried else (problem or {}).get("objections", [])
    roles = who.roles_in(event_id)
    return framed(
        "result.html",
        event,
        at=at,
        told=told,
        latest=latest,
        seats=[(each["start_order"], each) for each in told["seats"]],
        way=way,
        entering=form is not None or "way" in request.args,
        ways=ways(sheet.groups != []),
        sheet=sheet,
        over=over,
        base=base_of(form, problem, told["version"]),
        form=fields_of(at, listed[-1] if listed else None) if form is None else form,
        problem=problem,
        counted=counted,
        total_of={each["player"]: each for each in counted},
        objections=objections,
        places_of={each["player"]: each["start_order"] for each in told["seats"]},
        dice=has_dice(at),
        sources=sources(),
        moment=moment,
        may_confirm=may(roles, "result.confirm"),
        own=latest is not None and who.account_id is not None and latest["entered_account_id"] == who.account_id,
        round_path=f"/events/{event_id}/rounds/{at.round.id}" if may(roles, "result.read") else None,
    )


def base_of(form: Mapping[str, str] | None, problem: Mapping[str, Any] | None, version: int) -> str:
    """The version that what is typed is based on: still the one from before, until somebody was told of another."""
    told = problem is not None and problem["code"] == "result_outdated"
    return str(version) if form is None or told else form.get("version", "")


def has_ended(table_id: str) -> bool:
    """Whether the game in the table's log is over."""
    try:
        game = service().part(TableGames).current(table_id).game
    except LogDiffers:
        return False
    return game.ruleset.over(game)


def ways(with_sheet: bool) -> list[tuple[str, str]]:
    """The ways of entering, with what they are called."""
    named = [("sheet", word("result_by_sheet"))] if with_sheet else []
    return [*named, ("points", word("result_by_points")), ("log", word("result_by_log"))]


def sources() -> dict[str, str]:
    """Where a result comes from, in words."""
    return {
        "log": word("result_from_log"),
        "sheet": word("result_from_sheet"),
        "points": word("result_from_points"),
        "list": word("result_from_list"),
    }


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
        who = allowed("result.enter", event_id, table_id)
        body = body_of(at, form, form.get("way", ""))
        database = service().database
        with database.read() as session:
            tried = try_result(session, table_id, body)
        now = database.now()
        with database.write() as session:
            enter_result(session, now, who, table_id, body, tried)
        service().bus.publish(table_id, event_id)
        return f"/events/{event_id}/tables/{table_id}/result"

    def again(problem: dict[str, object]) -> str:
        return page(event_id, table_id, form=form, problem=problem, tried=tried_quietly(at, table_id, form))

    return sent(work, again)


def counted_page(event_id: str, table_id: str, at: AtTable, form: dict[str, str]) -> AnyResponse:
    """The page with what was typed, counted."""
    try:
        body = body_of(at, form, form.get("way", ""))
        with service().database.read() as session:
            _, tried = try_result(session, table_id, body)
        return make_response(page(event_id, table_id, form=form, tried=tried))
    except (Problem, Faulty) as error:
        problem = as_problem(error)
        if problem.status in AGAIN:
            raise
        told = problem.to_json(language())
        return make_response(page(event_id, table_id, form=form, problem=told), problem.status)


def tried_quietly(at: AtTable, table_id: str, form: dict[str, str]) -> Entered | None:
    """What can be counted of a form that was refused."""
    try:
        with service().database.read() as session:
            return try_result(session, table_id, body_of(at, form, form.get("way", "")))[1]
    except (Problem, Faulty):
        return None


@blueprint.post(f"{PATH}/confirm")
def post_confirm(event_id: str, table_id: str) -> AnyResponse:
    """Confirm the version that is shown."""

    def work() -> str:
        who = allowed("result.confirm", event_id)
        _, _, listed = seen(event_id, table_id)
        asked = request.form.get("result_id", "")
        if asked not in {each.id for each in listed}:
            raise Problem("not_found", path=asked)
        database = service().database
        now = database.now()
        with database.write() as session:
            confirm(session, now, who, asked)
        service().bus.publish(table_id, event_id)
        return f"/events/{event_id}/tables/{table_id}/result"

    return sent(work, lambda problem: page(event_id, table_id, problem=problem))
