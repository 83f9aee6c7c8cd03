"""Invitations: private links for people and codes of tables, opened, renewed, revoked."""

from __future__ import annotations

from typing import NamedTuple

from flask import request
from sqlmodel import Session, col

from referee.accounts.credentials import DAY, DEVICE_SPAN, SESSION_SPAN, bound, code, fits, issue, named, revoke
from referee.core import audit
from referee.core.access.principal import Principal
from referee.core.access.rates import CODE, WRONG_CODE, network_of
from referee.core.chain import Author
from referee.core.language import word
from referee.core.problems import Problem
from referee.core.service import service
from referee.models import Account, Credential, GameTable, Invitation

LINK_SPAN = 7 * DAY
"""How long a private link works, unless said otherwise."""
CODE_SPAN = DAY
"""How long the code of a table works, unless said otherwise."""


class Opened(NamedTuple):
    """An invitation that is in force, and what it is for: a person or a table."""

    invitation: Invitation
    account: Account | None
    table: GameTable | None


class Redeemed(NamedTuple):
    """The token that an invitation was turned into, and what is kept of it."""

    token: str
    credential: Credential
    span: int
    opened: Opened


def link(invitation: Invitation) -> str:
    """The full address that stands in the QR code."""
    return f"{address()}/{'j' if invitation.account_id else 't'}/{code(service().settings.secret, invitation)}"


def address() -> str:
    """The address of the service that links are made with (`referee.core.own_address`)."""
    return service().own_address.now()


def is_over(invitation: Invitation, now: int) -> bool:
    """Whether an invitation was revoked or has run out."""
    return invitation.revoked_at is not None or invitation.expires_at <= now


def opened(session: Session, given: str, now: int, *, for_table: bool, hold: bool = False) -> Opened:
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
    return Opened(found, account, session.get(GameTable, found.table_id) if found.table_id else None)


def looked_up(session: Session, given: str, now: int, *, for_table: bool) -> Opened:
    """The invitation that somebody's code stands for, before it is redeemed.

    Whoever tries many codes that are none is slowed down; a right one is looked at whoever tried others from the same
    address, for all the hall has one.  Raises the problems ``invitation_over`` and ``too_many``.
    """
    try:
        return opened(session, given, now, for_table=for_table)
    except Problem:
        service().limits.lately.spend(WRONG_CODE, network_of(request.remote_addr))
        raise


def redeemed(
    given: str, *, for_table: bool, who: Principal | None, label: str | None = None, instead: bool = False
) -> Redeemed:
    """Turn a code into a session of its person, or into a device bound to its table.

    ``who``: whoever is logged in where it is redeemed; a person is kept as the one who bound the device.  ``label``:
    the name of the device or session.  ``instead``: what ``who`` came by ends, for a browser has one token.
    Raises the problems ``invitation_over``, ``table_bound`` and ``too_many``.
    """
    now_here = service()
    now = now_here.database.now()
    with now_here.database.read() as session:
        invitation_id = looked_up(session, given, now, for_table=for_table).invitation.id
    now_here.limits.spend(CODE, invitation_id)
    with now_here.database.write() as session:
        found = opened(session, given, now, for_table=for_table, hold=True)
        span = DEVICE_SPAN if for_table else SESSION_SPAN
        if instead and who is not None:
            revoke(session, now, col(Credential.id) == who.credential_id)
        if found.account is not None:
            account_id: str | None = found.account.id
            name = found.account.name
        else:
            assert found.table is not None
            account_id = who.account_id if who is not None and who.kind != "device" else None
            name = label = free_label(session, now, found, label or word("tablet_of", number=found.table.number))
        kind = "device" if for_table else "session"
        token, credential = issue(
            session, now, kind, label or name, span, account_id=account_id, invitation=found.invitation
        )
        audit.record(
            session, now, Author(name, account_id, credential.id), f"{kind}.begin", f"{kind}:{credential.id}",
            found.invitation.event_id, invitation=found.invitation.id,
        )  # fmt: skip
    now_here.principals.forget()
    return Redeemed(token, credential, span, found)


def free_label(session: Session, now: int, found: Opened, label: str) -> str:
    """The label of a further device at a table, another one than those that are bound there have.

    Raises the problem ``table_bound`` where no further one is to be bound.
    """
    assert found.table is not None
    labels = [each.label for each in bound(session, now, [found.table.id])]
    if len(labels) >= found.invitation.devices:
        raise Problem("table_bound", number=found.table.number, labels=labels)
    return f"{label[:190]} {len(labels) + 1}" if label in labels else label


def renew(session: Session, now: int, invitation: Invitation, span: int, *, end_access: bool) -> None:
    """Give an invitation a new code for ``span`` milliseconds; the old one is over.

    ``end_access``: what came by it is revoked too.  The devices that a table's code has bound always are: a new one is
    made where somebody has the old one who should not.
    """
    invitation.turn += 1
    invitation.expires_at = now + span
    invitation.revoked_at = None
    session.add(invitation)
    if invitation.table_id is not None:
        revoke(session, now, col(Credential.table_id) == invitation.table_id)
    elif end_access:
        revoke(session, now, col(Credential.invitation_id) == invitation.id)
