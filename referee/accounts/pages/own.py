"""The caller's own account: password, sessions, programs, and the second factor."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.accounts.commands import second_factor as commands
from referee.accounts.commands.accounts import ChangeOwnPassword, change_own_password
from referee.accounts.commands.sessions import end_own
from referee.accounts.pages.log_in import local_path, qr_code
from referee.accounts.queries import own_sessions
from referee.core.access.guard import principal, require_principal
from referee.core.command import caller
from referee.core.http.errors import as_problem, password_page
from referee.core.language import language
from referee.core.pages.format import moment
from referee.core.pages.forms import asked, form_view
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account

blueprint = Blueprint("own_account", __name__)


def page(problem: dict[str, object] | None = None, *, done: bool = False) -> str:
    """Render the page.  ``done``: the password has just been changed."""
    who = require_principal()
    database = service().database
    with database.read() as session:
        sessions = own_sessions(session, database.now(), who, "session")
        programs = own_sessions(session, database.now(), who, "program")
        account = session.get(Account, who.account_id) if who.account_id else None
    return render_template(
        "accounts/own.html",
        name=who.author.name,
        log_in=account is not None and account.login is not None,
        sessions=sessions,
        programs=programs,
        moment=moment,
        problem=problem,
        done=done,
    )


@blueprint.get("/account")
def show_own() -> str | AnyResponse:
    """Show the page; whoever is not logged in is sent to the log-in page."""
    return redirect("/login?next=/account", 303) if principal() is None else page()


@blueprint.post("/account/password")
@form_view(page)
def post_password() -> AnyResponse | str:
    """Change the caller's own password; their other sessions end."""
    given = asked(ChangeOwnPassword, {name: request.form.get(name, "") for name in ("old", "new")})
    try:
        change_own_password(caller(), given)
    except Problem as error:
        if error.code != "own_password_wrong":
            raise
        return make_response(page(as_problem(error).to_json(language())), 422)
    return make_response(page(done=True))


@blueprint.post("/account/end")
@form_view(page)
def post_end() -> str:
    """End another session, or a program, of the caller."""
    end_own(caller(), request.form.get("kind", ""), request.form.get("id", ""))
    return "/account"


def second_factor_page(problem: dict[str, object] | None = None, app: commands.App | None = None) -> str:
    """Render the page of the second factor.  ``app``: what the app needs while it is being set up."""
    who = require_principal()
    with service().database.read() as session:
        account = session.get(Account, who.account_id) if who.account_id else None
    if account is None or account.login is None or who.kind != "session":
        raise Problem("own_log_in")
    return render_template(
        "accounts/second_factor.html",
        account=account,
        left=len(account.factor_codes.split()),
        app=app,
        qr=qr_code(app) if app else None,
        moment=moment,
        problem=problem,
    )


def codes_page(codes: list[str], following: str) -> str:
    return render_template("accounts/factor_codes.html", codes=codes, following=following)


@blueprint.get("/account/second-factor")
def show_factor() -> str:
    return second_factor_page()


def again(problem: dict[str, object]) -> str:
    """Render the page again after something has failed: with the same secret if it was being set up."""
    return second_factor_page(
        problem, commands.begin_setup(caller(), again=True) if request.form.get("do") == "finish" else None
    )


@blueprint.post("/account/second-factor")
@form_view(again)
def post_factor() -> AnyResponse | str:
    """Do what the button says.  Raises the problem ``not_found`` for anything else."""
    code, password = request.form.get("code", ""), request.form.get("password", "")
    try:
        match request.form.get("do", ""):
            case "begin":
                return make_response(second_factor_page(app=commands.begin_setup(caller())))
            case "finish":
                return make_response(codes_page(commands.finish_setup(caller(), code), "/account"))
            case "codes":
                return make_response(codes_page(commands.renew_codes(caller(), password, code), "/account"))
            case "off":
                commands.turn_off(caller(), password, code)
                return "/account/second-factor"
            case other:
                raise Problem("not_found", path=other)
    except Problem as problem:
        if problem.code in ("own_password_wrong", "factor_wrong", "first_code_wrong"):  # 401, but the form helps
            return make_response(again(problem.to_json(language())), 422)
        raise


@blueprint.post("/account/confirm")
def post_confirm() -> AnyResponse:
    """Take the password that was asked for again, and go on with what was asked for: a form is sent again as it was."""
    target = local_path(request.form.get("again_to", "/"))
    try:
        commands.confirm_password(caller(), request.form.get("again_password", ""))
    except Problem as problem:
        if problem.code not in ("own_password_wrong", "too_many"):
            raise
        return password_page(problem, target, form=request.form.get("again_form") == "1")
    return redirect(target, 307 if request.form.get("again_form") == "1" else 303)
