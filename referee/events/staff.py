"""The staff of an event: what the rota and everything printed about the staff go by."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.core.access.roles import ROLES, STAFF
from referee.models import Account, Membership
from tournaments.players.row import same_text


@dataclass(frozen=True, slots=True)
class StaffMember:
    """Somebody on the staff.  ``name``: no two alike; ``role``: the highest."""

    account_id: str
    name: str
    role: str


def staff_of(session: Session, event_id: str) -> list[StaffMember]:
    """The staff by role, then in the order in which they came; namesakes get a number each."""
    members = (
        select(Account, Membership.role)
        .where(Membership.account_id == Account.id, Membership.event_id == event_id)
        .where(col(Membership.role).in_(STAFF), col(Account.disabled_at).is_(None))
        .order_by(col(Account.id))
    )
    names: dict[str, str] = {}
    roles: dict[str, list[str]] = {}
    for account, role in session.exec(members):
        names[account.id] = account.name
        roles.setdefault(account.id, []).append(role)
    count = Counter(map(same_text, names.values()))
    met = Counter[str]()
    found = []
    for each, name in names.items():
        met[alike := same_text(name)] += 1
        shown = f"{name} #{met[alike]}" if count[alike] > 1 else name
        found.append(StaffMember(each, shown, min(roles[each], key=ROLES.index)))
    return sorted(found, key=lambda each: ROLES.index(each.role))
