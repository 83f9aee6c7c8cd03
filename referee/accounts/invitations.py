"""Invitations: private links of people, and codes of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sqlmodel import Session, col, select

from referee.accounts.credentials import DAY, bound_devices, code, id_in_code, is_current_code
from referee.core.access.limits import WRONG_CODE
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, GameTable, Invitation
from tournaments.typed import Whole

Hours: TypeAlias = Annotated[int, Whole(1, 8760), "For how many hours it is valid."]
"""The lifetime of a link or code."""
LINK_SPAN = 7 * DAY
"""The default lifetime of a private link."""
CODE_SPAN = DAY
"""The default lifetime of a table's code."""


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """A valid invitation, and the person or the table that it is for."""

    invitation: Invitation
    account: Account | None
    table: GameTable | None


def link(invitation: Invitation) -> str:
    """The full URL of an invitation, as its QR code has it."""
    return f"{base_url()}/{'j' if invitation.account_id else 't'}/{code(service().settings.secret, invitation)}"


def base_url() -> str:
    """The base URL of the service in links (`referee.core.own_address`)."""
    return service().own_address.now()


def is_over(invitation: Invitation, now: int) -> bool:
    return invitation.revoked_at is not None or invitation.expires_at <= now


def open_invitation(session: Session, given: str, now: int, *, for_table: bool, lock: bool = False) -> OpenInvitation:
    """Return the valid invitation that has a code.  ``lock``: lock its row until the transaction ends.

    Raises the problem ``invitation_over`` for every other code, so that a guess reveals nothing.
    """
    invitation_id = id_in_code(given)
    found = session.get(Invitation, invitation_id, with_for_update=lock) if invitation_id else None
    if (
        found is None
        or not is_current_code(service().settings.secret, found, given)
        or is_over(found, now)
        or (found.table_id is not None) != for_table
    ):
        raise Problem("invitation_over")
    account = session.get(Account, found.account_id) if found.account_id else None
    if account is not None and (account.disabled_at is not None or account.login is not None):
        # Somebody who has a log-in by now must use it: their rights may reach beyond the event of the link.
        raise Problem("invitation_over")
    return OpenInvitation(found, account, session.get(GameTable, found.table_id) if found.table_id else None)


def find_invitation(session: Session, given: str, now: int, network: str, *, for_table: bool) -> OpenInvitation:
    """Return the valid invitation that has a code, before it is redeemed.  ``network``: where the request comes from.

    Wrong codes are rate-limited by network.  A right one is accepted even so, because the whole hall shares one
    address.  Raises the problems ``invitation_over`` and ``too_many``.
    """
    try:
        return open_invitation(session, given, now, for_table=for_table)
    except Problem:
        service().limits.recent.spend(WRONG_CODE, network)
        raise


def free_label(session: Session, now: int, found: OpenInvitation, label: str) -> str:
    """Return a label for one more device at a table, different from those of the others.

    Raises the problem ``table_bound`` if the table has as many devices as it may have.
    """
    assert found.table is not None
    labels = [each.label for each in bound_devices(session, now, [found.table.id])]
    if len(labels) >= found.invitation.devices:
        raise Problem("table_bound", number=found.table.number, labels=labels)
    return f"{label[:190]} {len(labels) + 1}" if label in labels else label


def table_codes(session: Session, now: int, tables: Sequence[GameTable]) -> dict[str, Invitation]:
    query = select(Invitation).where(col(Invitation.table_id).in_([table.id for table in tables]))
    return {each.table_id: each for each in session.exec(query) if each.table_id and not is_over(each, now)}
