"""Giving and taking roles in an event."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated

from marshmallow import ValidationError
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from referee.accounts.invitations import Hours
from referee.accounts.people import LogInName, account_by_login, invalidate_sessions, locked_account, revoke_access
from referee.accounts.queries import InvitationView, MemberView, invitation_view, member_view
from referee.core.access.roles import ROLES
from referee.core.command import Caller, Change
from referee.core.http.declared import FieldExample
from referee.core.http.fields import OneOf
from referee.core.http.schemas import Line
from referee.core.problems import Problem
from referee.models import Account, Event, Invitation, Membership

HOUR = 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class GiveRole:
    """A role for a person: an account given by ``account_id`` or ``login``, or a new person without a log-in, given by
    ``name``, who gets a private link.
    """

    role: Annotated[str, OneOf(ROLES), FieldExample("judge")]
    account_id: Annotated[str | None, Line(18)] = None
    login: Annotated[str | None, LogInName()] = None
    name: Annotated[str | None, Line(), FieldExample("佐藤 花子")] = None
    hours: Annotated[Hours, FieldExample(168)] = 168

    def __post_init__(self) -> None:
        """Check that exactly one of the three names the person."""
        if [self.account_id, self.login, self.name].count(None) != 2:
            raise ValidationError("not_one_person", "name")


@dataclass(frozen=True, slots=True)
class MemberMade(MemberView):
    """A member, with the private link of a new person."""

    invitation: InvitationView | None


def give_role(caller: Caller, event_id: str, given: GiveRole) -> MemberMade:
    """Give somebody a role in an event.

    A new person given by name only gets a private link instead of a log-in.

    Raises the problems ``not_allowed``, ``not_found`` and, where somebody has the role already, ``conflict``.
    """
    caller.allow("member.change", event_id)
    with caller.change() as change:
        account, invitation = add_member(change, event_id, given)
        shown = invitation_view(change.session, invitation, change.now) if invitation else None
        member = MemberMade(**asdict(member_view(change.session, account, event_id)), invitation=shown)
    caller.service.principals.forget()
    return member


def add_member(change: Change, event_id: str, given: GiveRole) -> tuple[Account, Invitation | None]:
    """Give somebody a role in a change that has been authorized; return them, and the invitation of somebody new.

    The cached principals must be forgotten afterwards.  Raises the problems ``not_found`` and ``conflict``.
    """
    session = change.session
    event = change.row(Event, event_id)
    account, invitation = _person(change, event, given)
    session.add(Membership(account_id=account.id, event_id=event_id, role=given.role, created_at=change.now))
    try:
        session.flush()
    except IntegrityError as error:
        raise Problem("conflict", what=given.role) from error
    change.audit("member.give", f"account:{account.id}", event_id, role=given.role, name=account.name)
    invalidate_sessions(session, account.id)
    return account, invitation


def take_role(caller: Caller, event_id: str, account_id: str, role: str) -> None:
    """Take a role away from somebody.

    A helper without a log-in who loses the last role also loses the private link.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("member.change", event_id)
    with caller.change() as change:
        session = change.session
        account = locked_account(session, account_id)
        roles = session.exec(
            select(Membership).where(Membership.account_id == account_id, Membership.event_id == event_id)
        ).all()
        taken = next((each for each in roles if each.role == role), None)
        if taken is None:
            raise Problem("not_found", path=f"{account_id}/{role}")
        change.audit("member.take", f"account:{account_id}", event_id, role=role, name=account.name)
        session.delete(taken)
        if len(roles) == 1 and account.login is None:
            revoke_access(session, change.now, account_id)
        else:
            invalidate_sessions(session, account_id)
    caller.service.principals.forget()


def _person(change: Change, event: Event, given: GiveRole) -> tuple[Account, Invitation | None]:
    """Return the account to give the role to, and the invitation of somebody new.  Raises the problem ``not_found``."""
    session, now = change.session, change.now
    if given.name is not None:
        account = Account(name=given.name, language=event.language, created_at=now)
        session.add(account)
        session.flush()
        expires_at = now + given.hours * HOUR
        invitation = Invitation(event_id=event.id, account_id=account.id, created_at=now, expires_at=expires_at)
        session.add(invitation)
        session.flush()
        return account, invitation
    if given.login is not None:
        found = account_by_login(session, given.login)
        if found is None:
            raise Problem("not_found", path=given.login)
        return locked_account(session, found.id), None
    found = locked_account(session, given.account_id or "")
    # Whoever sees a helper's link can act as that helper: the link of one event must not give access to another.
    elsewhere = select(Invitation.id).where(Invitation.account_id == found.id, Invitation.event_id != event.id)
    if found.login is None and session.exec(elsewhere).first() is not None:
        raise Problem("not_found", path=found.id)
    return found, None
