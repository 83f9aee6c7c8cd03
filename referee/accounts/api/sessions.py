"""The API of the caller's own sessions, program tokens, identity and password."""

from __future__ import annotations

from dataclasses import asdict

from flask import Response

from referee.accounts import known_browser
from referee.accounts.commands import sessions as commands
from referee.accounts.commands.accounts import ChangeOwnPassword, change_own_password
from referee.accounts.commands.second_factor import ConfirmPassword, confirm_password
from referee.accounts.credentials import SESSION_SPAN
from referee.accounts.queries import OwnView, SessionList, me_view, own_sessions
from referee.core.access.guard import (
    delete_token_cookie,
    form_token,
    require_principal,
    require_session,
    set_token_cookie,
)
from referee.core.access.principal import Principal
from referee.core.command import caller
from referee.core.http.declared import dump
from referee.core.http.endpoint import StrictBlueprint, endpoint, operation
from referee.core.http.responses import answer
from referee.core.problems import Problem
from referee.core.service import service

blueprint = StrictBlueprint("sessions", __name__, url_prefix="/api/v1", description="Sessions and programs")
me = StrictBlueprint("me", __name__, url_prefix="/api/v1/me", description="Your own account")


def own_list(kind: str) -> SessionList:
    """The caller's valid sessions or programs."""
    who, database = require_session(), service().database
    with database.read() as session:
        return SessionList(own_sessions(session, database.now(), who, kind))


@endpoint(
    blueprint,
    "POST",
    "/sessions",
    body=commands.BeginSession,
    gives=OwnView,
    status=201,
    fails=(401, 403, 429),
    open_to_all=True,
)
def begin_session(body: commands.BeginSession) -> Response:
    """Log in.

    An account with a second factor needs a ``code`` too (``factor_needed``); where one is required and missing
    (``factor_setup``), it is set up on the log-in page.  The token is set as a cookie that scripts cannot read; the
    response contains the form token that goes with it.
    """
    token = commands.log_in(service(), known_browser.attempt(body.login, body.password, body.code))
    who = service().principals.find(token)
    if who is None:  # the account has been disabled since the log-in
        raise Problem("unknown_person")
    response = answer(dump(OwnView, own_view(who)), 201)
    set_token_cookie(response, token, SESSION_SPAN)
    known_browser.remember(response, body.login)
    return response


@endpoint(blueprint, "DELETE", "/sessions/current", gives=None, status=204)
def end_current() -> Response:
    """Log out.

    Ends the session, program or device that the request was made with.
    """
    commands.log_out(caller())
    response = Response(status=204)
    delete_token_cookie(response)
    return response


@endpoint(blueprint, "GET", "/sessions", gives=SessionList)
def list_sessions() -> SessionList:
    """List your own sessions."""
    return own_list("session")


@endpoint(blueprint, "DELETE", "/sessions/<credential_id>", gives=None, status=204)
def end_session(credential_id: str) -> Response:
    """End one of your own sessions, such as one on a lost phone."""
    commands.end_own(caller(), "session", credential_id)
    return Response(status=204)


@endpoint(blueprint, "GET", "/programs", gives=SessionList)
def list_programs() -> SessionList:
    """List the programs that act in your name."""
    return own_list("program")


operation(blueprint, "POST", "/programs", commands.make_program, status=201)


@endpoint(blueprint, "DELETE", "/programs/<credential_id>", gives=None, status=204)
def end_program(credential_id: str) -> Response:
    """End one of your own programs."""
    commands.end_own(caller(), "program", credential_id)
    return Response(status=204)


def own_view(who: Principal) -> OwnView:
    """The caller, with the form token of a browser's session."""
    with service().database.read() as session:
        return OwnView(**asdict(me_view(session, who)), form_token=form_token(who))


@endpoint(me, "GET", "", gives=OwnView)
def show_me() -> OwnView:
    """Get who you are, what you may do in which event, and the form token of a browser session."""
    return own_view(require_principal())


@endpoint(me, "PUT", "/password", body=ChangeOwnPassword, gives=None, status=204, fails=(401, 429))
def change_password(body: ChangeOwnPassword) -> Response:
    """Change your own password.

    Your other sessions and programs end, because somebody may have known the old password.
    """
    change_own_password(caller(), body)
    return Response(status=204)


@endpoint(me, "PUT", "/confirmation", body=ConfirmPassword, gives=None, status=204, fails=(401, 429))
def confirm(body: ConfirmPassword) -> Response:
    """Type your password again.

    In a session this is asked for (``password_needed``) before what cannot be undone or shows secrets, if it was not
    typed in the last ten minutes.
    """
    confirm_password(caller(), body.password)
    return Response(status=204)
