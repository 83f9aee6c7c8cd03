"""Invitations: private links for people and codes of tables, and what a code stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from referee.accounts.credentials import DAY, bound, code, fits, named
from referee.core.access.rates import WRONG_CODE
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, GameTable, Invitation

LINK_SPAN = 7 * DAY
"""How long a private link works, unless said otherwise."""
CODE_SPAN = DAY
"""How long the code of a table works, unless said otherwise."""


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that is in force, and what it is for: a person or a table."""

    invitation: Invitation
    account: Account | None
    table: GameTable | None


def link(invitation: Invitation) -> str:
    """The full address that stands in the QR code."""
    return f"{address()}/{'j' if invitation.account_id else 't'}/{code(service().settings.secret, invitation)}"


def address() -> str:
    """The address of the service that links are made with (`referee.core.own_address`)."""
    return service().own_address.now()


def is_over(invitation: Invitation, now: int) -> bool:
    """Whether an invitation was revoked or has run out."""
    return invitation.revoked_at is not None or invitation.expires_at <= now


def open_invitation(session: Session, given: str, now: int, *, for_table: bool, hold: bool = False) -> OpenInvitation:
    """The invitation that a code stands for.  ``hold``: it stays as it is until the transaction ends.

    Raises the problem ``invitation_over`` for every other code, so that a guess learns nothing.
    """
    invitation_id = named(given)
    found = session.get(Invitation, invitation_id, with_for_update=hold) if invitation_id else None
    if (
        found is None
        or not fits(service().settings.secret, found, given)
        or is_over(found, now)
        or (found.table_id is not None) != for_table
    ):
        raise Problem("invitation_over")
    account = session.get(Account, found.account_id) if found.account_id else None
    if account is not None and (account.disabled_at is not None or account.login is not None):
        # Whoever has a log-in by now comes by that: what they may do can reach beyond the event of the link.
        raise Problem("invitation_over")
    return OpenInvitation(found, account, session.get(GameTable, found.table_id) if found.table_id else None)


def find_invitation(session: Session, given: str, now: int, network: str, *, for_table: bool) -> OpenInvitation:
    """The invitation that somebody's code stands for, before it is redeemed.  ``network``: where they are.

    Whoever tries many codes that are none is slowed down; a right one is looked at whoever tried others from the same
    address, for all the hall has one.  Raises the problems ``invitation_over`` and ``too_many``.
    """
    try:
        return open_invitation(session, given, now, for_table=for_table)
    except Problem:
        service().limits.lately.spend(WRONG_CODE, network)
        raise


def free_label(session: Session, now: int, found: OpenInvitation, label: str) -> str:
    """The label of a further device at a table, another one than those that are bound there have.

    Raises the problem ``table_bound`` where no further one is to be bound.
    """
    assert found.table is not None
    labels = [each.label for each in bound(session, now, [found.table.id])]
    if len(labels) >= found.invitation.devices:
        raise Problem("table_bound", number=found.table.number, labels=labels)
    return f"{label[:190]} {len(labels) + 1}" if label in labels else label


def codes(session: Session, now: int, tables: Sequence[GameTable]) -> dict[str, Invitation]:
    """The codes in force of some tables, by the table's id."""
    wanted = select(Invitation).where(col(Invitation.table_id).in_([table.id for table in tables]))
    return {each.table_id: each for each in session.exec(wanted) if each.table_id and not is_over(each, now)}
