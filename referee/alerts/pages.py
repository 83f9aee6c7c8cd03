"""The page on which a player turns alerts on and off, below their private page; and its service worker."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, make_response, redirect, request, send_from_directory
from werkzeug.wrappers import Response as AnyResponse

from referee.alerts.commands import (
    TurnPushOff,
    TurnPushOn,
    channels_of,
    mail_address,
    turn_mail_off,
    turn_mail_on,
    turn_push_off,
    turn_push_on,
)
from referee.alerts.push import public_key_text, signing_key
from referee.alerts.sending import MAIL, PUSH
from referee.core.access.limits import Rate
from referee.core.http.errors import as_problem
from referee.core.language import language
from referee.core.pages.forms import ERROR_PAGE_STATUSES, asked
from referee.core.pages.templates import folder
from referee.core.problems import Problem
from referee.core.service import service
from referee.public.pages.frame import choose_language, framed
from referee.public.pages.my_page import opened
from tournaments.fault import Faulty

blueprint = Blueprint("alerts", __name__)
PATH = "/m/<code>/alerts"
STEPS = Rate("alerts", 60, 600)
"""For a player: forms sent."""


def page(code: str, problem: dict[str, object] | None = None) -> Response:
    """The page.  Never cached: it says what is on now."""
    pages, player_id = opened(code)
    public = pages.content
    spoken = choose_language(public.event.language)
    parts = service()
    with parts.database.read() as session:
        known = [each.address for each in channels_of(session, player_id, PUSH)]
        mailed = next((each.address for each in channels_of(session, player_id, MAIL)), None)
        address = mail_address(session, parts, player_id)
    shown = framed(
        public,
        "alerts/alerts.html",
        spoken,
        me=public.players[player_id],
        on=public.shown.alerts,
        key=public_key_text(signing_key(parts.settings.secret)),
        known=[mark_of(each) for each in known],
        mails=parts.settings.mail is not None,
        mailed=mailed,
        address=address,
        at=f"/m/{code}/alerts",
        back=f"/m/{code}{spoken}",
        problem=problem,
    )
    answer = make_response(shown)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def mark_of(endpoint: str) -> str:
    """What a page knows an endpoint by, which it does not tell."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:16]


@blueprint.get(PATH)
def show_alerts(code: str) -> Response:
    return page(code)


@blueprint.post(PATH)
def post_alerts(code: str) -> AnyResponse:
    """Turn on or off (``do``) what is told in a browser, or by e-mail."""
    pages, player_id = opened(code)
    public = pages.content
    spoken, parts = choose_language(public.event.language), service()
    try:
        parts.limits.spend(STEPS, player_id)
        match request.form.get("do", ""):
            case "on":
                turn_push_on(parts, player_id, asked(TurnPushOn, request.form), language())
            case "off":
                turn_push_off(parts, player_id, asked(TurnPushOff, request.form))
            case "mail_on":
                turn_mail_on(parts, player_id, language())
            case "mail_off":
                turn_mail_off(parts, player_id)
            case _:
                raise Problem("not_found", path="do")
    except (Problem, Faulty) as error:
        problem = as_problem(error)
        if problem.status in ERROR_PAGE_STATUSES:
            raise
        refused = page(code, problem.to_json(language()))
        refused.status_code = problem.status
        return refused
    return redirect(f"/m/{code}/alerts{spoken}", 303)


@blueprint.get("/alerts-worker.js")
def worker() -> Response:
    """The service worker that shows alerts (https only): at ``/``, so that it may serve ``/m/``."""
    response = send_from_directory(folder() / "static" / "alerts", "worker.js")
    response.headers["Cache-Control"] = "no-cache"
    return response
