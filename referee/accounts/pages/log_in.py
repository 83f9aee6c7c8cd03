"""Logging in and out."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, redirect, render_template, request
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from referee.accounts import known_browser
from referee.accounts.commands.sessions import log_in, log_out
from referee.accounts.credentials import SESSION_SPAN
from referee.accounts.schemas import SessionIn
from referee.core.access.guard import delete_token_cookie, principal, set_token_cookie
from referee.core.command import Caller, caller
from referee.core.language import language
from referee.core.problems import Problem
from referee.core.service import service

blueprint = Blueprint("login", __name__)


def local_path(address: str) -> str:
    """The page to go on to: a path of this service, else the start page, so that it is no open redirect."""
    parts = urlsplit(address)
    plain = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if plain and not parts.scheme and not parts.netloc else "/"


def form_page(login: str = "", problem: Problem | None = None) -> Response:
    """Render the form, with the problem if there is one."""
    shown = problem.to_json(language()) if problem else None
    following = local_path(request.values.get("next", "/"))
    page = render_template("accounts/login.html", login=login, problem=shown, next=following)
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
        token = log_in(service(), known_browser.attempt(**SessionIn().load(given)))
    except ValidationError:
        return form_page(given["login"], Problem("wrong_password"))
    except Problem as problem:
        return form_page(given["login"], problem)
    if before is not None:
        log_out(Caller(service(), before))
    response = make_response(redirect(local_path(request.form.get("next", "/")), 303))
    set_token_cookie(response, token, SESSION_SPAN)
    known_browser.remember(response, given["login"])
    return response


@blueprint.post("/logout")
def post_logout() -> AnyResponse:
    """Log out, or unbind this device."""
    log_out(caller())
    response = make_response(redirect("/login", 303))
    delete_token_cookie(response)
    return response
