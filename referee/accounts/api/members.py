"""Members of an event: who has which role in it."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.accounts.commands import members as commands
from referee.accounts.queries import list_members as members_of
from referee.accounts.schemas import InvitationOut, MemberIn, MemberMade, MemberOut, MemberPage
from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.endpoint import StrictBlueprint, endpoint
from referee.core.http.responses import answer, page
from referee.core.http.schemas import Page
from referee.core.service import service

blueprint = StrictBlueprint("members", __name__, url_prefix="/api/v1/events", description="Who has which role")


@endpoint(blueprint, "GET", "/<event_id>/members", query=Page, gives=MemberPage)
def list_members(query: dict[str, Any], event_id: str) -> Response:
    """Who has a role in an event, and which."""
    allowed("member.read", event_id)
    with service().database.read() as session:
        views = members_of(session, event_id, query["limit"] + 1, query.get("cursor"))
    rows = MemberOut(many=True).dump(views)
    return answer(page(rows, query["limit"], lambda row: str(row["account_id"])))


@endpoint(blueprint, "POST", "/<event_id>/members", body=MemberIn, gives=MemberMade, status=201, fails=(409,))
def give_role(query: dict[str, Any], body: dict[str, Any], event_id: str) -> Response:
    """Give somebody a role in an event.  Somebody new, by name only, gets a private link instead of a log-in."""
    made = commands.give_role(caller(), commands.GiveRole(event_id, **body))
    invitation = InvitationOut().dump(made.invitation) if made.invitation else None
    return answer({**MemberOut().dump(made.member), "invitation": invitation}, 201)


@endpoint(blueprint, "DELETE", "/<event_id>/members/<account_id>/<role>", gives=None, status=204)
def take_role(query: dict[str, Any], event_id: str, account_id: str, role: str) -> Response:
    """Take a role from somebody.  With the last one a helper without a log-in loses the private link too."""
    commands.take_role(caller(), event_id, account_id, role)
    return Response(status=204)
