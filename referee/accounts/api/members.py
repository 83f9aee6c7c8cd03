"""Members of an event: who has which role in it."""

from __future__ import annotations

from typing import Any

from flask import Response
from sqlmodel import Session, col, select

from referee.accounts.api import invitations
from referee.accounts.members import give, take
from referee.accounts.schemas import MemberIn, MemberMade, MemberPage
from referee.core.access.guard import allowed
from referee.core.access.roles import ROLES
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.service import service
from referee.models import Account, Invitation, Membership

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


@endpoint(blueprint, "POST", "/<event_id>/members", body=MemberIn, gives=MemberMade, status=201, fails=(409,))
def give_role(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Give somebody a role in an event.  Somebody new, by name only, gets a private link instead of a log-in."""
    who = allowed("member.change", event_id)
    database = service().database
    now = database.now()
    with database.write() as session:
        account, invitation = give(session, now, who, event_id, body)
        made = {
            **as_json(session, account, event_id),
            "invitation": invitations.as_json(session, invitation, now) if invitation else None,
        }
    service().principals.forget()
    return answer(made, 201)


@endpoint(blueprint, "DELETE", "/<event_id>/members/<account_id>/<role>", gives=None, status=204)
def take_role(query: dict[str, Any], event_id: str, account_id: str, role: str) -> Response:
    """Take a role from somebody.  With the last one a helper without a log-in loses the private link too."""
    who = allowed("member.change", event_id)
    database = service().database
    with database.write() as session:
        take(session, database.now(), who, event_id, account_id, role)
    service().principals.forget()
    return Response(status=204)
