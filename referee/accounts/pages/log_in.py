"""The pages to log in and out, with the second factor and the QR code of its app."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, redirect, render_template, request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from markupsafe import Markup
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from referee.accounts import known_browser
from referee.accounts.commands.second_factor import App
from referee.accounts.commands.sessions import (
    BeginSession,
    Passed,
    SecondStep,
    app_to_set_up,
    log_in,
    log_in_with_code,
    log_out,
)
from referee.accounts.credentials import SESSION_SPAN
from referee.core.access.guard import delete_token_cookie, principal, set_token_cookie
from referee.core.command import Caller, caller
from referee.core.http.declared import body_schema
from referee.core.language import language
from referee.core.pages.leaving import left_behind_data
from referee.core.pages.static import tablet_modules
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account


def qr_code(app: App) -> Markup:
    """The QR code for an app, as part of the page: an address of its own would show the secret to whoever has it."""
    import segno

    return Markup(segno.make(app.address, micro=False, error="m").svg_inline(scale=5, dark="#000", light="#fff"))


blueprint = Blueprint("login", __name__)


def local_path(address: str) -> str:
    """The page to go on to: a path of this service, else the start page, so that it is no open redirect."""
    parts = urlsplit(address)
    plain = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if plain and not parts.scheme and not parts.netloc else "/"


def form_page(login: str = "", problem: Problem | None = None) -> Response:
    shown = problem.to_json(language()) if problem else None
    following = local_path(request.values.get("next", "/"))
    left = left_behind_data() if following.startswith("/tables/") else None
    page = render_template(
        "accounts/login.html",
        login=login,
        problem=shown,
        next=following,
        left=left,
        left_script=left and tablet_modules("left_behind.js")[0],
    )
    return make_response(page, problem.status if problem else 200, dict(problem.headers) if problem else {})


@blueprint.get("/login")
def show_login() -> AnyResponse:
    """Show the form; redirect whoever is logged in already."""
    return form_page() if principal() is None else redirect(local_path(request.args.get("next", "/")), 303)


@blueprint.post("/login")
def post_login() -> AnyResponse:
    """Log in, and log out whoever was logged in with this browser."""
    before = principal()
    given = {name: request.form.get(name, "") for name in ("login", "password")}
    try:
        wanted: BeginSession = body_schema(BeginSession)().load(given)
        token = log_in(service(), known_browser.attempt(wanted.login, wanted.password))
    except ValidationError:
        return form_page(given["login"], Problem("wrong_password"))
    except SecondStep as step:
        return code_page(step.passed)
    except Problem as problem:
        return form_page(given["login"], problem)
    if before is not None:
        log_out(Caller(service(), before))
    return logged_in(make_response(redirect(local_path(request.form.get("next", "/")), 303)), token, given["login"])


def logged_in(response: AnyResponse, token: str, login: str) -> AnyResponse:
    """Give the browser its session, and remember that it was used by this name."""
    assert isinstance(response, Response)
    set_token_cookie(response, token, SESSION_SPAN)
    known_browser.remember(response, login)
    return response


TICKET_SECONDS = 600
"""How long after the password the code may come."""


def _tickets() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(service().settings.secret, salt="the password was right")


def _ticket(passed: Passed) -> str:
    """What the browser brings back with the code: that the password was right, not what it is."""
    digest = hashlib.sha256(passed.password_hash.encode()).hexdigest()
    return str(_tickets().dumps([passed.account_id, digest]))


def _passed(ticket: str) -> Passed | None:
    """Whose password was right; None if that was too long ago, or the password has changed since."""
    try:
        account_id, digest = _tickets().loads(ticket, max_age=TICKET_SECONDS)
    except BadSignature:
        return None
    with service().database.read() as session:
        account = session.get(Account, account_id)
    found = account.password if account is not None else None
    if found is None or not hmac.compare_digest(hashlib.sha256(found.encode()).hexdigest(), digest):
        return None
    return Passed(account_id, found)


def code_page(passed: Passed, problem: Problem | None = None) -> Response:
    """Ask for the code; with what the app needs if the second factor has to be set up first."""
    with service().database.read() as session:
        account = session.get(Account, passed.account_id)
    app = app_to_set_up(service(), passed) if account is not None and account.factor_since is None else None
    page = render_template(
        "accounts/log_in_code.html",
        ticket=_ticket(passed),
        next=local_path(request.form.get("next", "/")),
        app=app,
        qr=qr_code(app) if app else None,
        problem=problem.to_json(language()) if problem else None,
    )
    return make_response(page, problem.status if problem else 200, dict(problem.headers) if problem else {})


@blueprint.post("/login/code")
def post_code() -> AnyResponse:
    """Log in by the code that follows the password, and show the codes to print if it was the first one."""
    before, passed = principal(), _passed(request.form.get("ticket", ""))
    if passed is None:
        return form_page("", Problem("unknown_person"))
    try:
        begun = log_in_with_code(service(), passed, known_browser.agent(), request.form.get("code", ""))
    except Problem as problem:
        return code_page(passed, problem)
    if before is not None:
        log_out(Caller(service(), before))
    following = local_path(request.form.get("next", "/"))
    response = (
        make_response(render_template("accounts/factor_codes.html", codes=begun.codes, following=following))
        if begun.codes
        else make_response(redirect(following, 303))
    )
    return logged_in(response, begun.token, begun.login)


@blueprint.post("/logout")
def post_logout() -> AnyResponse:
    who = principal()
    log_out(caller())
    # A device may have left unsent reports: its log-in page offers to hand them over.
    target = f"/login?next=/tables/{who.table_id}" if who is not None and who.table_id is not None else "/login"
    response = make_response(redirect(target, 303))
    delete_token_cookie(response)
    return response
