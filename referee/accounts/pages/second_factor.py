"""The page of the caller's second factor, and the question for their password before what cannot be undone."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.accounts.commands import second_factor as commands
from referee.accounts.pages.log_in import local_path, qr_code
from referee.core.access.guard import require_principal
from referee.core.command import caller
from referee.core.language import language
from referee.core.pages.format import moment
from referee.core.pages.forms import form_view
from referee.core.pages.password_again import password_page
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account

blueprint = Blueprint("second_factor", __name__)


def page(problem: dict[str, object] | None = None, app: commands.App | None = None) -> str:
    """Render the page.  ``app``: what the app needs while it is being set up."""
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
    """The page."""
    return page()


def again(problem: dict[str, object]) -> str:
    """Render the page after something has failed: with the same secret if it was being set up."""
    return page(problem, commands.begin_setup(caller(), again=True) if request.form.get("do") == "finish" else None)


@blueprint.post("/account/second-factor")
@form_view(again)
def post_factor() -> AnyResponse | str:
    """Do what the button says.  Raises the problem ``not_found`` for anything else."""
    code, password = request.form.get("code", ""), request.form.get("password", "")
    try:
        match request.form.get("do", ""):
            case "begin":
                return make_response(page(app=commands.begin_setup(caller())))
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
