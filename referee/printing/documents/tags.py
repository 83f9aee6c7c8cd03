"""Name tags: everybody who plays, and the staff."""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import col, select

from referee.core.access.roles import ROLES, STAFF
from referee.models import Account, Membership
from referee.printing.job import Job
from referee.printing.request import DocumentRequest, person
from tournaments.paper.documents.name_tags import NameTag, name_tags
from tournaments.paper.facts import Person, in_order

TITLES = {role: f"role_{role}" for role in ("organizer", "head_judge", "arbiter", "judge", "scorer")}


def tags(request: DocumentRequest) -> Job:
    """A tag for every player who has not left, reserves too, in the order of the readings; then the staff."""
    players = [person(each) for each in request.players.values() if each.dropped_after is None]
    facts = [*(NameTag(each) for each in sorted(players, key=in_order)), *staff(request)]
    return Job(name_tags, tuple(facts), 1 + len(facts) // 10)


def staff(request: DocumentRequest) -> Iterator[NameTag]:
    """The people who have a role, each with the first one."""
    wanted = (
        select(Account.name, Membership.role)
        .where(Membership.account_id == Account.id, Membership.event_id == request.event.id)
        .where(col(Account.disabled_at).is_(None))
    )
    roles: dict[str, set[str]] = {}
    for name, role in request.session.exec(wanted):
        if role in STAFF:
            roles.setdefault(name, set()).add(role)
    for name, own in sorted(roles.items()):
        first = next(role for role in ROLES if role in own)
        yield NameTag(Person(name), request.text(TITLES[first]))
