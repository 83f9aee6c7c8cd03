"""Who answers calls in an event: everybody with a role that may."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import Session, col, select

from referee.access.roles import MAY
from referee.models import Account, Membership
from referee.problems import Problem


def judges(session: Session, event_id: str) -> Sequence[Account]:
    """The people who answer calls in an event, by name."""
    members = select(Membership.account_id).where(
        Membership.event_id == event_id, col(Membership.role).in_(MAY["call.answer"])
    )
    wanted = select(Account).where(col(Account.id).in_(members), col(Account.disabled_at).is_(None))
    return session.exec(wanted.order_by(col(Account.name), col(Account.id))).all()


def judge(session: Session, event_id: str, account_id: str) -> Account:
    """One of them.  Raises the problem ``not_answering`` with the names of all."""
    people = judges(session, event_id)
    for each in people:
        if each.id == account_id:
            return each
    raise Problem("not_answering", given=account_id, names=[each.name for each in people] or "–")
