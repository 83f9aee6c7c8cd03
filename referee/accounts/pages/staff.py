"""The people of an event: who has which role, and the private links of helpers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, request
from sqlmodel import Session, col, select
from werkzeug.wrappers import Response as AnyResponse

from referee.accounts.invitations import LINK_SPAN, is_over, link, renew
from referee.accounts.members import give, take
from referee.accounts.schemas import MemberIn
from referee.core import audit
from referee.core.access.guard import allowed
from referee.core.access.roles import ROLES
from referee.core.access.scope import event_for
from referee.core.language import word
from referee.core.pages.forms import read_form, sent
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, Invitation, Membership

blueprint = Blueprint("staff", __name__)

TOLD: Mapping[str, Callable[[], str]] = {
    "organizer": lambda: word("role_organizer_may"),
    "head_judge": lambda: word("role_head_judge_may"),
    "arbiter": lambda: word("role_arbiter_may"),
    "judge": lambda: word("role_judge_may"),
    "scorer": lambda: word("role_scorer_may"),
    "viewer": lambda: word("role_viewer_may"),
}
"""What a role may do, in a few words."""


@blueprint.get("/events/<event_id>/staff")
def show_staff(event_id: str) -> str:
    """The list."""
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """The list, and the form for somebody new with what was typed."""
    allowed("member.change", event_id)
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        people = listed(session, event_id)
    roles = [{"role": role, "name": word(f"role_{role}"), "told": TOLD[role]()} for role in ROLES]
    return framed("staff.html", event, people=people, roles=roles, problem=problem, sent=request.form)


def listed(session: Session, event_id: str) -> list[dict[str, Any]]:
    """Everybody with a role, in the order of the roles; helpers with their links."""
    now = service().database.now()
    links = {
        each.account_id: each
        for each in session.exec(select(Invitation).where(Invitation.event_id == event_id))
        if each.account_id
    }
    rows = session.exec(
        select(Membership, Account)
        .where(Membership.event_id == event_id, col(Account.id) == col(Membership.account_id))
        .order_by(col(Account.id))
    )
    people = [
        {"id": account.id, "name": account.name, "login": account.login, "role": member.role,
         "role_name": word(f"role_{member.role}"), "link": told(links.get(account.id), now)}
        for member, account in rows
    ]  # fmt: skip
    return sorted(people, key=lambda each: ROLES.index(str(each["role"])))


def told(invitation: Invitation | None, now: int) -> dict[str, Any] | None:
    """A private link as the page shows it; None for people with a log-in."""
    if invitation is None:
        return None
    until = datetime.fromtimestamp(invitation.expires_at / 1000).strftime("%Y-%m-%d %H:%M")
    over = is_over(invitation, now)
    return {"id": invitation.id, "over": over, "url": None if over else link(invitation), "until": until}


@blueprint.post("/events/<event_id>/staff")
def post_staff(event_id: str) -> AnyResponse:
    """Add somebody: a helper by name, or by log-in name somebody who has one."""
    who = allowed("member.change", event_id)

    def work(session: Session, now: int) -> None:
        by = "login" if request.form.get("login", "").strip() else "name"
        given = {"role": request.form.get("role", ""), by: request.form.get(by, "")}
        give(session, now, who, event_id, read_form(MemberIn, given))

    return changed(event_id, work)


@blueprint.post("/events/<event_id>/staff/<account_id>/take")
def post_take(event_id: str, account_id: str) -> AnyResponse:
    """Take a role from somebody."""
    who = allowed("member.change", event_id)
    role = request.form.get("role", "")
    return changed(event_id, lambda session, now: take(session, now, who, event_id, account_id, role))


@blueprint.post("/events/<event_id>/staff/<account_id>/renew")
def post_renew(event_id: str, account_id: str) -> AnyResponse:
    """Give a helper a new link; the old one opens nothing any more, and whatever came by it ends."""
    who = allowed("member.change", event_id)

    def work(session: Session, now: int) -> None:
        wanted = select(Invitation).where(Invitation.event_id == event_id, Invitation.account_id == account_id)
        found = session.exec(wanted.with_for_update()).one_or_none()
        if found is None:
            raise Problem("not_found", path=account_id)
        audit.record(session, now, who, "invitation.renew", f"invitation:{found.id}", event_id, end_access=True)
        renew(session, now, found, LINK_SPAN, end_access=True)

    return changed(event_id, work)


def changed(event_id: str, work: Callable[[Session, int], None]) -> AnyResponse:
    """Change something about the people in one transaction, and show the list again."""
    database = service().database

    def done() -> str:
        with database.write() as session:
            work(session, database.now())
        service().principals.forget()
        return f"/events/{event_id}/staff"

    return sent(done, lambda problem: page(event_id, problem))
