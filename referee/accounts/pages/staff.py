"""The page of an event's staff: who has which role, and the private links of helpers; the devices at the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, request
from sqlmodel import Session, col, select

from referee.accounts.commands.invitations import renew_link, revoke_device
from referee.accounts.commands.members import GiveRole, give_role, take_role
from referee.accounts.invitations import is_over, link
from referee.accounts.queries import list_devices
from referee.core.access.guard import allowed
from referee.core.access.roles import ROLES
from referee.core.access.scope import event_for
from referee.core.command import caller
from referee.core.language import word
from referee.core.pages.format import moment
from referee.core.pages.forms import asked, form_view
from referee.core.pages.frame import framed
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, Invitation, Membership

blueprint = Blueprint("staff", __name__)

ROLE_TEXTS: Mapping[str, str] = {
    "organizer": "role_organizer_may",
    "head_judge": "role_head_judge_may",
    "arbiter": "role_arbiter_may",
    "judge": "role_judge_may",
    "scorer": "role_scorer_may",
    "viewer": "role_viewer_may",
}
"""The key of the text that describes each role."""


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A role, and what it may do."""

    role: str
    name: str
    may: str


@dataclass(frozen=True, slots=True)
class Link:
    """A private link.  ``url``: None if it is over."""

    over: bool
    id: str
    url: str | None
    until: str


@dataclass(frozen=True, slots=True)
class StaffPerson:
    """Somebody with a role.  ``link``: None for people with a log-in."""

    id: str
    name: str
    login: str | None
    role: str
    role_name: str
    link: Link | None


@blueprint.get("/events/<event_id>/staff")
def show_staff(event_id: str) -> str:
    return page(event_id)


def page(event_id: str, problem: dict[str, object] | None = None) -> str:
    """Render the list, and the form for somebody new with what was typed."""
    allowed("member.change", event_id)
    event = event_for("event.read", event_id)
    with service().database.read() as session:
        people = people_of(session, event_id)
    roles = [RoleRow(role, word(f"role_{role}"), word(ROLE_TEXTS[role])) for role in ROLES]
    return framed("accounts/staff.html", event, people=people, roles=roles, problem=problem, form=request.form)


def people_of(session: Session, event_id: str) -> list[StaffPerson]:
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
        StaffPerson(
            account.id,
            account.name,
            account.login,
            member.role,
            word(f"role_{member.role}"),
            link_row(links.get(account.id), now),
        )
        for member, account in rows
    ]
    return sorted(people, key=lambda each: ROLES.index(each.role))


def link_row(invitation: Invitation | None, now: int) -> Link | None:
    """A private link as the page shows it; None for people with a log-in."""
    if invitation is None:
        return None
    over = is_over(invitation, now)
    return Link(over, invitation.id, None if over else link(invitation), moment(invitation.expires_at))


@blueprint.post("/events/<event_id>/staff")
@form_view(page)
def post_staff(event_id: str) -> str:
    """Give a role to a new helper, by name, or to an account, by log-in name."""
    allowed("member.change", event_id)
    key = "login" if request.form.get("login", "").strip() else "name"
    given = {"role": request.form.get("role", ""), key: request.form.get(key, "")}
    give_role(caller(), event_id, asked(GiveRole, given))
    return f"/events/{event_id}/staff"


def account_page(event_id: str, account_id: str, problem: dict[str, object]) -> str:
    """Render the list after a change to one person has failed."""
    return page(event_id, problem)


@blueprint.post("/events/<event_id>/staff/<account_id>/take")
@form_view(account_page)
def post_take(event_id: str, account_id: str) -> str:
    take_role(caller(), event_id, account_id, request.form.get("role", ""))
    return f"/events/{event_id}/staff"


@blueprint.post("/events/<event_id>/staff/<account_id>/renew")
@form_view(account_page)
def post_renew(event_id: str, account_id: str) -> str:
    """Give a helper a new link; the old one stops working, and the sessions begun with it end."""
    renew_link(caller(), event_id, account_id)
    return f"/events/{event_id}/staff"


devices = Blueprint("devices_page", __name__)

MOST = 500
"""The most devices shown, the latest first."""


@devices.get("/events/<event_id>/devices")
def show_devices(event_id: str, problem: dict[str, object] | None = None) -> str:
    event = event_for("device.read", event_id)
    with service().database.read() as session:
        devices = list_devices(session, event_id, MOST)
    return framed("accounts/devices.html", event, devices=devices, problem=problem)


@devices.post("/events/<event_id>/devices")
@form_view(show_devices)
def post_devices(event_id: str) -> str:
    """End a device: it can no longer report."""
    allowed("device.revoke", event_id)
    with service().database.read() as session:
        known = {each.id for each in list_devices(session, event_id, MOST)}
    device = request.form.get("device", "")
    if device not in known:
        raise Problem("not_found", path=device)
    revoke_device(caller(), device)
    return f"/events/{event_id}/devices"
