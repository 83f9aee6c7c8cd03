"""The API of the caller's own sessions, program tokens, identity and password."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.accounts import known_browser
from referee.accounts.commands import sessions as commands
from referee.accounts.commands.accounts import change_own_password
from referee.accounts.commands.second_factor import confirm_password
from referee.accounts.credentials import SESSION_SPAN
from referee.accounts.queries import me_view, own_sessions
from referee.accounts.schemas import (
    ConfirmIn,
    MeOut,
    OwnPasswordIn,
    ProgramIn,
    ProgramMade,
    SessionIn,
    SessionList,
    SessionOut,
)
from referee.core.access.guard import (
    delete_token_cookie,
    form_token,
    require_principal,
    require_session,
    set_token_cookie,
)
from referee.core.access.principal import Principal
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.problems import Problem
from referee.core.service import service

blueprint = StrictBlueprint("sessions", __name__, url_prefix="/api/v1", description="Sessions and programs")
me = StrictBlueprint("me", __name__, url_prefix="/api/v1/me", description="Your own account")


def own_list(kind: str) -> Response:
    """The caller's valid sessions or programs."""
    who, database = require_session(), service().database
    with database.read() as session:
        views = own_sessions(session, database.now(), who, kind)
    return answer(SessionList().dump({"rows": views}))


@endpoint(
    blueprint, "POST", "/sessions", body=SessionIn, gives=MeOut, status=201, fails=(401, 403, 429), open_to_all=True
)
def begin_session(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Log in.

    An account with a second factor needs a ``code`` too (``factor_needed``); where one is required and missing
    (``factor_setup``), it is set up on the log-in page.  The token is set as a cookie that scripts cannot read; the
    response contains the form token that goes with it.
    """
    token = commands.log_in(service(), known_browser.attempt(body["login"], body["password"], body.get("code", "")))
    who = service().principals.find(token)
    if who is None:  # the account has been disabled since the log-in
        raise Problem("unknown_person")
    response = answer(me_json(who), 201)
    set_token_cookie(response, token, SESSION_SPAN)
    known_browser.remember(response, body["login"])
    return response


@endpoint(blueprint, "DELETE", "/sessions/current", gives=None, status=204)
def end_current(query: dict[str, Any]) -> Response:
    """Log out.

    Ends the session, program or device that the request was made with.
    """
    commands.log_out(caller())
    response = Response(status=204)
    delete_token_cookie(response)
    return response


@endpoint(blueprint, "GET", "/sessions", gives=SessionList)
def list_sessions(query: dict[str, Any]) -> Response:
    """List your own sessions."""
    return own_list("session")


@endpoint(blueprint, "DELETE", "/sessions/<credential_id>", gives=None, status=204)
def end_session(query: dict[str, Any], credential_id: str) -> Response:
    """End one of your own sessions, such as one on a lost phone."""
    commands.end_own(caller(), "session", credential_id)
    return Response(status=204)


@endpoint(blueprint, "GET", "/programs", gives=SessionList)
def list_programs(query: dict[str, Any]) -> Response:
    """List the programs that act in your name."""
    return own_list("program")


@endpoint(blueprint, "POST", "/programs", body=ProgramIn, gives=ProgramMade, status=201)
def make_program(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Create a token for a program.

    The program sends it as ``Authorization: Bearer``.  It is shown only in this response.
    """
    issued = commands.create_program(caller(), body["label"], body["days"])
    return answer({**SessionOut().dump(issued.program), "token": issued.token}, 201)


@endpoint(blueprint, "DELETE", "/programs/<credential_id>", gives=None, status=204)
def end_program(query: dict[str, Any], credential_id: str) -> Response:
    """End one of your own programs."""
    commands.end_own(caller(), "program", credential_id)
    return Response(status=204)


def me_json(who: Principal) -> dict[str, Any]:
    """The caller as JSON, with the form token (against CSRF) of a browser's session."""
    with service().database.read() as session:
        view = me_view(session, who)
    return {**MeOut().dump(view), "form_token": form_token(who)}


@endpoint(me, "GET", "", gives=MeOut)
def show_me(query: dict[str, Any]) -> Response:
    """Get who you are, what you may do in which event, and the form token of a browser session."""
    return answer(me_json(require_principal()))


@endpoint(me, "PUT", "/password", body=OwnPasswordIn, gives=None, status=204, fails=(401, 429))
def change_password(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Change your own password.

    Your other sessions and programs end, because somebody may have known the old password.
    """
    change_own_password(caller(), body["old"], body["new"])
    return Response(status=204)


@endpoint(me, "PUT", "/confirmation", body=ConfirmIn, gives=None, status=204, fails=(401, 429))
def confirm(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Type your password again.

    In a session this is asked for (``password_needed``) before what cannot be undone or shows secrets, if it was not
    typed in the last ten minutes.
    """
    confirm_password(caller(), body["password"])
    return Response(status=204)
