"""Who has to confirm a result, and how it was done.

The regulation says who.  Where it leaves that to the staff, a second person confirms as soon as there are two who may;
somebody who runs an event alone looks at what was entered again, in a step of its own.
"""

from __future__ import annotations

from sqlmodel import Session, and_, col, func, or_, select

from referee.core.access.roles import MAY
from referee.models import Account, Membership
from referee.results.at_table import AtTable
from referee.results.sources import ReadResult
from tournaments.regulation.regulation import Regulation

SECOND_PERSON, LOOK_AGAIN, AT_ONCE = "second_person", "look_again", "none"
"""Who has to confirm: somebody else; anybody, who enters results included; nobody."""
BY_SECOND, BY_PLAYERS, LOOKED_AGAIN, UNCONFIRMED = WAYS = ("second_person", "players", "looked_again", "at_once")
"""How a result was confirmed: by somebody else; by the hands of all players; by whoever entered it, who compared it
with the sheet again; by nobody, since the regulation wants no confirmation.
"""


def wanted(session: Session, event_id: str, regulation: Regulation) -> str:
    """Who has to confirm the results of an event now: `SECOND_PERSON`, `LOOK_AGAIN` or `AT_ONCE`."""
    policy = regulation.results.confirmation
    if policy != "by_staff":
        return policy
    return SECOND_PERSON if confirming_staff(session, event_id) > 1 else LOOK_AGAIN


def confirming_staff(session: Session, event_id: str) -> int:
    """How many people may confirm results of an event."""
    roles = and_(col(Membership.event_id) == event_id, col(Membership.role).in_(MAY["result.confirm"]))
    query = (
        select(func.count(func.distinct(Account.id)))
        .join(Membership, col(Membership.account_id) == col(Account.id), isouter=True)
        .where(col(Account.disabled_at).is_(None), or_(col(Account.administrator), roles))
    )
    return session.exec(query).one()


def signed_by_all(at: AtTable, read: ReadResult) -> bool:
    """Whether all players of a table have signed what was counted."""
    signed = read.recorded.get("signatures", {})
    return bool(at.players) and all(signed.get(player) for player in at.players)
