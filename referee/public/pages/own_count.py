"""A player's own page for the final count of a table: the sheet by the log, the cash counted, and the agreement."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from referee.core.access.limits import Rate
from referee.core.http.errors import as_problem
from referee.core.http.fields import as_typed
from referee.core.language import language
from referee.core.pages.format import clock_of_day
from referee.core.pages.forms import ERROR_PAGE_STATUSES, asked
from referee.core.problems import Problem
from referee.core.service import service
from referee.counts.api import compared, count_at
from referee.counts.commands import TakeCountStep, take_own_count_step
from referee.counts.link import count_path, player_of_code
from referee.counts.queries import AGREED, COUNTED, WITHDRAWN
from referee.log.table_game import TableGames
from referee.models import GameTable, Seat, new_id
from referee.players.link import is_current_code
from referee.public.pages.frame import choose_language, framed, pages_of
from referee.public.queries import PublicEvent
from rulesets import Money
from tournaments.fault import Faulty

blueprint = Blueprint("own_count", __name__)
PATH = "/m/<code>/count/<table_id>"
STEPS = Rate("own-count", 60, 600)
"""For a player: forms sent and comparisons, each of which judges the log again."""
BUTTONS = {"count": COUNTED, "agree": AGREED, "withdraw": WITHDRAWN}


def opened(code: str, table_id: str) -> tuple[PublicEvent, GameTable, Seat]:
    """The event, the table and the seat that a code is for.  Raises the problem ``not_found`` for every other code."""
    with service().database.read() as session:
        table = session.get(GameTable, table_id)
        seat = player_of_code(session, table_id, code) if table is not None else None
    pages = pages_of(table.event_id) if table is not None else None
    if table is None or seat is None or pages is None:
        raise Problem("not_found", path="/m/")
    choose_language(pages.content.event.language)
    return pages.content, table, seat


def page(code: str, table_id: str, problem: dict[str, object] | None = None) -> Response:
    """The page.  Never cached: it says what the log says now."""
    public, table, seat = opened(code, table_id)
    spoken = choose_language(public.event.language)
    view = count_at(table_id)
    mine = next((each for each in view.players if each.seat == seat.seat), None)
    difference = None
    if mine is not None and mine.counted is not None and mine.counted != mine.cash:
        service().limits.spend(STEPS, seat.player_id)
        difference = compared(table_id, seat.seat, mine.counted)
    private = is_current_code(service().settings.secret, seat.player_id, public.turns.get(seat.player_id, 1), code)
    shown = framed(
        public,
        "public/own_count.html",
        spoken,
        table=table,
        count=view,
        mine=mine,
        difference=difference,
        money=_money(table_id),
        clock=clock_of_day,
        client_id=new_id(),
        at=count_path(code, table_id),
        back=f"/m/{code}{spoken}" if private else None,
        problem=problem,
        typed=request.form.get("cash", ""),
    )
    answer = make_response(shown)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _money(table_id: str) -> Money:
    """How the table's game writes amounts."""
    game = service().part(TableGames).remembered(table_id).game
    money: Money = game.ruleset.mechanics.money(game.state.table.edition)
    return money


@blueprint.get(PATH)
def show_own_count(code: str, table_id: str) -> Response:
    return page(code, table_id)


@blueprint.post(PATH)
def post_own_count(code: str, table_id: str) -> AnyResponse:
    """Take the step of a button (``do``): count, agree or withdraw."""
    public, _, seat = opened(code, table_id)
    typed = {**request.form.to_dict(), "kind": BUTTONS.get(request.form.get("do", ""), ""), "seat": seat.seat}
    try:
        service().limits.spend(STEPS, seat.player_id)
        if not typed["kind"]:
            raise Problem("not_found", path="do")
        with as_typed(_money(table_id)):
            given = asked(TakeCountStep, typed)
        take_own_count_step(service(), table_id, seat.player_id, given)
    except (Problem, Faulty) as error:
        problem = as_problem(error)
        if problem.status in ERROR_PAGE_STATUSES:
            raise
        refused = page(code, table_id, problem.to_json(language()))
        refused.status_code = problem.status
        return refused
    return redirect(count_path(code, table_id) + choose_language(public.event.language), 303)
