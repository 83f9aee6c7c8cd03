"""Who has which role in an event: given and taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, select

from referee.accounts.people import locked, of_login, rights_changed, shut_out
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.problems import Problem
from referee.models import Account, Event, Invitation, Membership

HOUR = 60 * 60 * 1000


def give(
    session: Session, now: int, who: Principal, event_id: str, given: Mapping[str, Any]
) -> tuple[Account, Invitation | None]:
    """Give somebody a role in an event; somebody new, by name only, gets a private link instead of a log-in.

    ``given``: in the form of `referee.accounts.schemas.MemberIn`.  Raises the problems ``not_found`` and, where
    somebody has the role already, ``conflict``.  The caller lets the process forget whom it knew.
    """
    if session.get(Event, event_id) is None:
        raise Problem("not_found", path=event_id)
    account, invitation = _person(session, now, given, event_id)
    session.add(Membership(account_id=account.id, event_id=event_id, role=given["role"], created_at=now))
    try:
        session.flush()
    except IntegrityError as error:
        raise Problem("conflict", what=given["role"]) from error
    audit.record(
        session, now, who, "member.give", f"account:{account.id}", event_id, role=given["role"], name=account.name
    )
    rights_changed(session, account.id)
    return account, invitation


def _person(session: Session, now: int, given: Mapping[str, Any], event_id: str) -> tuple[Account, Invitation | None]:
    """Who is meant; somebody new with an invitation.  Raises the problem ``not_found``."""
    if "name" in given:
        event = session.get_one(Event, event_id)
        account = Account(name=given["name"], language=event.language, created_at=now)
        session.add(account)
        session.flush()
        expires_at = now + given["hours"] * HOUR
        invitation = Invitation(event_id=event_id, account_id=account.id, created_at=now, expires_at=expires_at)
        session.add(invitation)
        session.flush()
        return account, invitation
    if "login" in given:
        found = of_login(session, given["login"])
        if found is None:
            raise Problem("not_found", path=given["login"])
        return locked(session, found.id), None
    found = locked(session, given["account_id"])
    # Whoever reads the link of a helper can be that helper: the link of one event must not open another.
    elsewhere = select(Invitation.id).where(Invitation.account_id == found.id, Invitation.event_id != event_id)
    if found.login is None and session.exec(elsewhere).first() is not None:
        raise Problem("not_found", path=given["account_id"])
    return found, None


def take(session: Session, now: int, who: Principal, event_id: str, account_id: str, role: str) -> None:
    """Take a role from somebody.  With the last one a helper without a log-in loses the private link too.

    Raises the problem ``not_found``.  The caller lets the process forget whom it knew.
    """
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
