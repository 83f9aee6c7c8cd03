"""Sessions of people, and tokens for their programs."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import col, select

from referee.accounts import known_browser
from referee.accounts.api import me
from referee.accounts.credentials import DAY, SESSION_SPAN, issue
from referee.accounts.log_in import log_in, log_out
from referee.accounts.schemas import MeOut, ProgramIn, ProgramMade, SessionIn, SessionList
from referee.core import audit
from referee.core.access.guard import carry, drop, own_session, somebody
from referee.core.access.principal import Principal
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, Credential

blueprint = StrictBlueprint("sessions", __name__, url_prefix="/api/v1", description="Sessions and programs")


def as_json(credential: Credential, who: Principal) -> dict[str, Any]:
    """A session or program as it is answered."""
    return {
        "id": credential.id,
        "kind": credential.kind,
        "label": credential.label,
        "created_at": credential.created_at,
        "expires_at": credential.expires_at,
        "current": credential.id == who.credential_id,
    }


def own(who: Principal, kind: str) -> Response:
    """One's own sessions or programs that are in force."""
    database = service().database
    wanted = (
        select(Credential)
        .where(
            Credential.account_id == who.account_id,
            Credential.kind == kind,
            col(Credential.revoked_at).is_(None),
            Credential.expires_at > database.now(),
        )
        .order_by(col(Credential.id).desc())
    )
    with database.read() as session:
        return answer({"rows": [as_json(each, who) for each in session.exec(wanted)]})


def end(who: Principal, kind: str, credential_id: str) -> Response:
    """End a session or program of one's own.  Raises the problem ``not_found`` for those of others."""
    database = service().database
    now = database.now()
    with database.write() as session:
        found = session.get(Credential, credential_id)
        if found is None or found.account_id != who.account_id or found.kind != kind:
            raise Problem("not_found", path=credential_id)
        log_out(session, now, who, found.kind, found.id)
    service().principals.forget()
    return Response(status=204)


@endpoint(
    blueprint, "POST", "/sessions", body=SessionIn, gives=MeOut, status=201, fails=(401, 403, 429), open_to_all=True
)
def begin_session(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Log in.  The token comes as a cookie, out of reach of scripts; the answer has the form token to go with it."""
    token, _ = log_in(body["login"], body["password"])
    who = service().principals.of(token)
    if who is None:  # disabled in this very moment
        raise Problem("unknown_person")
    with service().database.read() as session:
        response = answer(me.as_json(who, session.get(Account, who.account_id)), 201)
    carry(response, token, SESSION_SPAN)
    known_browser.remember(response, body["login"])
    return response


@endpoint(blueprint, "DELETE", "/sessions/current", gives=None, status=204)
def end_current(query: dict[str, Any]) -> Response:
    """Log out: what this request came by ends, be it a session, a program or a device."""
    who = somebody()
    database = service().database
    now = database.now()
    with database.write() as session:
        log_out(session, now, who, who.kind, who.credential_id)
    service().principals.forget()
    response = Response(status=204)
    drop(response)
    return response


@endpoint(blueprint, "GET", "/sessions", gives=SessionList)
def list_sessions(query: dict[str, Any]) -> Response:
    """One's own sessions."""
    return own(own_session(), "session")


@endpoint(blueprint, "DELETE", "/sessions/<credential_id>", gives=None, status=204)
def end_session(query: dict[str, Any], credential_id: str) -> Response:
    """End a session of one's own, such as one on a lost telephone."""
    return end(own_session(), "session", credential_id)


@endpoint(blueprint, "GET", "/programs", gives=SessionList)
def list_programs(query: dict[str, Any]) -> Response:
    """The programs that act in one's own name."""
    return own(own_session(), "program")


@endpoint(blueprint, "POST", "/programs", body=ProgramIn, gives=ProgramMade, status=201)
def make_program(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """Make a token for a program, to be sent as ``Authorization: Bearer``.  It is shown in this answer only."""
    who = own_session()
    database = service().database
    now = database.now()
    with database.write() as session:
        account = me.with_log_in(session, who)
        token, made = issue(session, now, "program", body["label"], body["days"] * DAY, account_id=account.id)
        audit.record(session, now, who, "program.begin", f"program:{made.id}", **body)
    return answer({**as_json(made, who), "token": token}, 201)


@endpoint(blueprint, "DELETE", "/programs/<credential_id>", gives=None, status=204)
def end_program(query: dict[str, Any], credential_id: str) -> Response:
    """End a program of one's own."""
    return end(own_session(), "program", credential_id)
