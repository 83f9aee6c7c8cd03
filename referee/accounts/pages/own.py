"""The page of the caller's own account: password, sessions and programs."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.accounts.commands.accounts import ChangeOwnPassword, change_own_password
from referee.accounts.commands.sessions import end_own
from referee.accounts.queries import own_sessions
from referee.core.access.guard import principal, require_principal
from referee.core.command import caller
from referee.core.http.errors import as_problem
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
