"""Name tags: everybody who plays, and the staff."""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import col, select

from referee.core.access.roles import ROLES, STAFF
from referee.core.language import word
from referee.models import Account, Membership
from referee.printing.job import Job
from referee.printing.request import Asked, person
from tournaments.paper.documents.name_tags import NameTag, name_tags
from tournaments.paper.facts import Person, in_order

TITLES = {
    "organizer": lambda: word("role_organizer"),
    "head_judge": lambda: word("role_head_judge"),
    "arbiter": lambda: word("role_arbiter"),
    "judge": lambda: word("role_judge"),
    "scorer": lambda: word("role_scorer"),
}


def tags(asked: Asked) -> Job:
    """A tag for every player who has not left, reserves too, in the order of the readings; then the staff."""
    players = [person(each) for each in asked.players.values() if each.dropped_after is None]
    facts = [*(NameTag(each) for each in sorted(players, key=in_order)), *staff(asked)]
    return Job(name_tags, tuple(facts), 1 + len(facts) // 10)


def staff(asked: Asked) -> Iterator[NameTag]:
    """The people who have a role, each with the first one."""
    wanted = (
        select(Account.name, Membership.role)
        .where(Membership.account_id == Account.id, Membership.event_id == asked.event.id)
        .where(col(Account.disabled_at).is_(None))
    )
    roles: dict[str, set[str]] = {}
    for name, role in asked.session.exec(wanted):
        if role in STAFF:
            roles.setdefault(name, set()).add(role)
    for name, own in sorted(roles.items()):
        first = next(role for role in ROLES if role in own)
        yield NameTag(Person(name), TITLES[first]())
