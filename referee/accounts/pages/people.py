"""The page of all accounts, for administrators: creating them, setting passwords, disabling them."""

from __future__ import annotations

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from referee.accounts.commands import accounts as commands
from referee.accounts.commands.second_factor import reset_factor
from referee.accounts.queries import list_accounts
from referee.core.access.guard import allowed, require_principal
from referee.core.command import caller
from referee.core.language import language
from referee.core.pages.forms import asked, form_view
from referee.core.problems import Problem
from referee.core.service import service

blueprint = Blueprint("people", __name__)

MOST = 500
"""The most accounts shown, the latest first."""
CHANGES = {
    "disable": commands.ChangeAccount(disabled=True),
    "enable": commands.ChangeAccount(disabled=False),
    "administrator": commands.ChangeAccount(administrator=True),
    "no_administrator": commands.ChangeAccount(administrator=False),
    "require": commands.ChangeAccount(second_factor_required=True),
    "no_require": commands.ChangeAccount(second_factor_required=False),
}


def page(
    account_id: str = "", problem: dict[str, object] | None = None, made: commands.AccountMade | None = None
) -> str:
    """Render the page.  ``made``: an account with the password generated for it, shown this once."""
    allowed("account.read")
    with service().database.read() as session:
        people = list_accounts(session, MOST)
    return render_template(
        "accounts/people.html",
        people=people,
        own=require_principal().account_id,
        made=made,
        given={} if made else request.form,
        problem=problem,
    )


@blueprint.get("/people")
def show_people() -> str:
    return page()


@blueprint.post("/people")
@form_view(page)
def post_person() -> AnyResponse:
    """Create an account with a log-in and a generated password."""
    given = {name: request.form.get(name, "") for name in ("login", "name")}
    administrator = "administrator" in request.form
    wanted = asked(commands.CreateAccount, given, administrator=administrator, language=language())
    return make_response(page(made=commands.create_account(caller(), wanted)))


@blueprint.post("/people/<account_id>")
@form_view(page)
def post_change(account_id: str) -> AnyResponse | str:
    """Do what the button says: ``do`` is ``password``, ``reset`` or a key of `CHANGES`.  Raises the problem
    ``not_found``.
    """
    action = request.form.get("do", "")
    if action == "password":
        return make_response(page(made=commands.set_password(caller(), account_id, commands.SetPassword())))
    if action == "reset":
        reset_factor(caller(), account_id)
        return "/people"
    if action not in CHANGES:
        raise Problem("not_found", path=action)
    commands.change_account(caller(), account_id, CHANGES[action])
    return "/people"
