"""Members of an event: who has which role in it."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from referee import audit
from referee.access.accounts import locked, of_login, rights_changed, shut_out
from referee.access.guard import allowed
from referee.access.roles import ROLES
from referee.api import invitations
from referee.api.answers import answer, page
from referee.api.endpoint import StrictBlueprint, endpoint
from referee.api.schemas.base import Page
from referee.api.schemas.member import MemberIn, MemberMade, MemberPage
from referee.models import Account, Event, Invitation, Membership
from referee.problems import Problem
from referee.service import service

blueprint = StrictBlueprint("members", __name__, url_prefix="/api/v1/events", description="Who has which role")


def as_json(session: Session, account: Account, event_id: str) -> dict[str, Any]:
    """A member as it is answered."""
    wanted = select(Membership.role).where(Membership.account_id == account.id, Membership.event_id == event_id)
    roles = set(session.exec(wanted))
    invitation = session.exec(
        select(Invitation.id).where(Invitation.account_id == account.id, Invitation.event_id == event_id)
    ).first()
    return {
        "account_id": account.id,
        "login": account.login,
        "name": account.name,
        "disabled": account.disabled_at is not None,
        "roles": [role for role in ROLES if role in roles],
        "invitation_id": invitation,
    }


@endpoint(blueprint, "GET", "/<event_id>/members", query=Page, gives=MemberPage)
def list_members(query: dict[str, Any], event_id: str) -> Response:
    """Who has a role in an event, and which."""
    allowed("member.read", event_id)
    in_event = select(Membership.account_id).where(Membership.event_id == event_id)
    wanted = select(Account).where(col(Account.id).in_(in_event)).order_by(col(Account.id)).limit(query["limit"] + 1)
    if "cursor" in query:
        wanted = wanted.where(Account.id > query["cursor"])
    with service().database.read() as session:
        rows = [as_json(session, account, event_id) for account in session.exec(wanted).all()]
    return answer(page(rows, query["limit"], lambda row: str(row["account_id"])))


def person(session: Session, now: int, body: dict[str, Any], event_id: str) -> tuple[Account, Invitation | None]:
    """Who is meant; somebody new with an invitation.  Raises the problem ``not_found``."""
    if "name" in body:
        event = session.get(Event, event_id)
        account = Account(name=body["name"], language=event.language if event else "ja", created_at=now)
        session.add(account)
        session.flush()
        invitation = Invitation(
            event_id=event_id, account_id=account.id, created_at=now,
            expires_at=now + body["hours"] * invitations.HOUR,
        )  # fmt: skip
        session.add(invitation)
        session.flush()
        return account, invitation
    if "login" in body:
        found = of_login(session, body["login"])
        if found is None:
            raise Problem("not_found", path=body["login"])
        return locked(session, found.id), None
    found = locked(session, body["account_id"])
    # Whoever reads the link of a helper can be that helper: the link of one event must not open another.
    elsewhere = select(Invitation.id).where(Invitation.account_id == found.id, Invitation.event_id != event_id)
    if found.login is None and session.exec(elsewhere).first() is not None:
        raise Problem("not_found", path=body["account_id"])
    return found, None


@endpoint(blueprint, "POST", "/<event_id>/members", body=MemberIn, gives=MemberMade, status=201, fails=(409,))
def give_role(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Give somebody a role in an event.  Somebody new, by name only, gets a private link instead of a log-in."""
    who = allowed("member.change", event_id)
    database = service().database
    now = database.now()
    try:
        with database.write() as session:
            if session.get(Event, event_id) is None:
                raise Problem("not_found", path=event_id)
            account, invitation = person(session, now, body, event_id)
            session.add(Membership(account_id=account.id, event_id=event_id, role=body["role"], created_at=now))
            session.flush()
            audit.record(
                session, now, who, "member.give", f"account:{account.id}", event_id,
                role=body["role"], name=account.name,
            )  # fmt: skip
            rights_changed(session, account.id)
            made = {
                **as_json(session, account, event_id),
                "invitation": invitations.as_json(session, invitation, now) if invitation else None,
            }
    except IntegrityError as error:
        raise Problem("conflict", what=body["role"]) from error
    service().principals.forget()
    return answer(made, 201)


@endpoint(blueprint, "DELETE", "/<event_id>/members/<account_id>/<role>", gives=None, status=204)
def take_role(query: dict[str, Any], event_id: str, account_id: str, role: str) -> Response:
    """Take a role from somebody.  With the last one a helper without a log-in loses the private link too."""
    who = allowed("member.change", event_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        account = locked(session, account_id)
        roles = session.exec(
            select(Membership).where(Membership.account_id == account_id, Membership.event_id == event_id)
        ).all()
        taken = next((each for each in roles if each.role == role), None)
        if taken is None:
            raise Problem("not_found", path=f"{account_id}/{role}")
        audit.record(session, now, who, "member.take", f"account:{account_id}", event_id, role=role, name=account.name)
        session.delete(taken)
        if len(roles) == 1 and account.login is None:
            shut_out(session, now, account_id)
        else:
            rights_changed(session, account_id)
    service().principals.forget()
    return Response(status=204)
