"""Redeeming, renewing and revoking private links and table codes, and the devices bound by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sqlmodel import Session, col, select

from referee.accounts.credentials import DEVICE_SPAN, SESSION_SPAN, issue, revoke
from referee.accounts.invitations import (
    CODE_SPAN,
    LINK_SPAN,
    Hours,
    OpenInvitation,
    find_invitation,
    free_label,
    open_invitation,
    table_codes,
)
from referee.accounts.queries import DeviceView, InvitationView, device_view, invitation_view
from referee.core import audit
from referee.core.access.limits import CODE
from referee.core.access.principal import Principal
from referee.core.chain import Author
from referee.core.command import Caller, Change
from referee.core.http.declared import FieldExample
from referee.core.language import text
from referee.core.problems import Problem
from referee.core.rows import get_row
from referee.core.service import Service
from referee.models import Credential, GameTable, Invitation
from tournaments.typed import Whole

HOUR = 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class RedeemCode:
    """A code to redeem for a session of its person, or for a device bound to its table.

    ``who``: whoever is logged in where it is redeemed; a person is recorded as the one who bound the device.
    ``network``: that of the client.  ``label``: the name of the device or session.  ``replace``: revoke the credential
    of ``who``, because a browser holds one token.
    """

    code: str
    for_table: bool
    who: Principal | None
    network: str
    language: str
    label: str | None = None
    replace: bool = False


@dataclass(frozen=True, slots=True)
class Redeemed:
    """The token issued for a code, valid for ``span`` milliseconds.  ``device``: None for a person's session."""

    event_id: str
    token: str
    span: int
    device: DeviceView | None


def redeem_code(service: Service, given: RedeemCode) -> Redeemed:
    """Redeem a code for a session or a device; anybody who has the code may.

    Raises the problems ``invitation_over``, ``table_bound`` and ``too_many``.
    """
    now = service.database.now()
    with service.database.read() as session:
        found = find_invitation(session, given.code, now, given.network, for_table=given.for_table)
        invitation_id = found.invitation.id
    service.limits.spend(CODE, invitation_id)
    with service.database.write() as session:
        found = open_invitation(session, given.code, now, for_table=given.for_table, lock=True)
        if given.replace and given.who is not None:
            revoke(session, now, col(Credential.id) == given.who.credential_id)
        redeemed = _redeem(session, now, found, given)
    service.principals.forget()
    return redeemed


def _redeem(session: Session, now: int, found: OpenInvitation, given: RedeemCode) -> Redeemed:
    who, label = given.who, given.label
    span = DEVICE_SPAN if given.for_table else SESSION_SPAN
    if found.account is not None:
        account_id: str | None = found.account.id
        name = found.account.name
    else:
        assert found.table is not None
        account_id = who.account_id if who is not None and who.kind != "device" else None
        otherwise = text(given.language, "tablet_of", number=found.table.number)
        name = label = free_label(session, now, found, label or otherwise)
    kind = "device" if given.for_table else "session"
    token, credential = issue(
        session, now, kind, label or name, span, account_id=account_id, invitation=found.invitation
    )
    audit.record(
        session,
        now,
        Author(name, account_id, credential.id),
        f"{kind}.begin",
        f"{kind}:{credential.id}",
        found.invitation.event_id,
        invitation=found.invitation.id,
    )
    device = device_view(session, credential, found.table) if found.table else None
    return Redeemed(found.invitation.event_id, token, span, device)


EndsAccess: TypeAlias = Annotated[bool, "Whether the sessions or devices that used it end too."]


@dataclass(frozen=True, slots=True)
class RenewInvitation:
    """A new code for an invitation.  The old code stops working; for a table, the devices bound to it are ended."""

    end_access: EndsAccess
    hours: Annotated[Hours, FieldExample(168)] = 168


@dataclass(frozen=True, slots=True)
class RevokeInvitation:
    """The end of an invitation."""

    end_access: EndsAccess


@dataclass(frozen=True, slots=True)
class MakeCode:
    """A new code for a table.  The devices bound to the table are ended."""

    hours: Annotated[Hours, FieldExample(24)] = 24


@dataclass(frozen=True, slots=True)
class AllowDevices:
    """Changes of the code of a table."""

    devices: Annotated[int, Whole(1, 2), "How many devices the code binds at a time."]


def renew_invitation(caller: Caller, invitation_id: str, given: RenewInvitation) -> InvitationView:
    """Give an invitation a new code, even if it has ended.

    The old code stops working.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        found = _locked_invitation(change, invitation_id)
        target = f"invitation:{found.id}"
        change.audit("invitation.renew", target, found.event_id, hours=given.hours, end_access=given.end_access)
        _renew(change, found, given.hours * HOUR, end_access=given.end_access)
        view = invitation_view(change.session, found, change.now)
    caller.service.principals.forget()
    return view


def revoke_invitation(caller: Caller, invitation_id: str, given: RevokeInvitation) -> InvitationView:
    """Revoke an invitation.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        found = _locked_invitation(change, invitation_id)
        change.audit("invitation.revoke", f"invitation:{found.id}", found.event_id, end_access=given.end_access)
        found.revoked_at = found.revoked_at or change.now
        change.session.add(found)
        if given.end_access:
            revoke(change.session, change.now, col(Credential.invitation_id) == found.id)
        view = invitation_view(change.session, found, change.now)
    caller.service.principals.forget()
    return view


def renew_link(caller: Caller, event_id: str, account_id: str) -> None:
    """Give a helper a new private link; the old one stops working, and the sessions begun with it end.

    Raises the problems ``not_allowed`` and ``not_found``.
    """
    caller.allow("member.change", event_id)
    with caller.change() as change:
        query = select(Invitation).where(Invitation.event_id == event_id, Invitation.account_id == account_id)
        found = change.session.exec(query.with_for_update()).one_or_none()
        if found is None:
            raise Problem("not_found", path=account_id)
        change.audit("invitation.renew", f"invitation:{found.id}", event_id, end_access=True)
        _renew(change, found, LINK_SPAN, end_access=True)
    caller.service.principals.forget()


def make_codes(caller: Caller, event_id: str, round_id: str) -> None:
    """Give every open table of a round without a valid code a code for a day.

    Raises the problem ``not_allowed``.
    """
    caller.allow("invitation.change", event_id)
    with caller.change() as change:
        query = select(GameTable).where(
            GameTable.event_id == event_id, GameTable.round_id == round_id, GameTable.state == "open"
        )
        tables = change.session.exec(query.with_for_update(key_share=True)).all()
        have = table_codes(change.session, change.now, tables)
        for table in tables:
            if table.id not in have:
                _make_code(change, table, CODE_SPAN)
    caller.service.principals.forget()


def make_code(caller: Caller, table_id: str, given: MakeCode) -> InvitationView:
    """Create a code for a table, or replace the existing one.

    Devices that are bound to the table are ended.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        # Locked, so that concurrent requests do not make two codes for one table.
        table = get_row(change.session, GameTable, table_id, lock=True)
        caller.allow("invitation.change", table.event_id, table.id)
        view = invitation_view(change.session, _make_code(change, table, given.hours * HOUR), change.now)
    caller.service.principals.forget()
    return view


def change_code(caller: Caller, table_id: str, given: AllowDevices) -> InvitationView:
    """Set how many devices the code of a table binds at a time.

    Devices that are already bound stay until they are ended.

    Raises the problems ``not_found``, also where the table never had a code, and ``not_allowed``.
    """
    with caller.change() as change:
        table = change.row(GameTable, table_id)
        caller.allow("invitation.change", table.event_id, table.id)
        query = select(Invitation).where(Invitation.table_id == table.id).with_for_update()
        found = change.session.exec(query).one_or_none()
        if found is None:
            raise Problem("not_found", path=table.id)
        found.devices = given.devices
        change.session.add(found)
        target = f"invitation:{found.id}"
        change.audit("invitation.change", target, table.event_id, table=table.number, devices=given.devices)
        view = invitation_view(change.session, found, change.now)
    caller.service.principals.forget()
    return view


def revoke_device(caller: Caller, credential_id: str) -> None:
    """Revoke a device.

    It can no longer report anything and has to be bound again.

    Raises the problems ``not_found`` and ``not_allowed``.
    """
    with caller.change() as change:
        device = change.session.get(Credential, credential_id)
        table = change.session.get(GameTable, device.table_id) if device is not None and device.table_id else None
        if device is None or table is None:
            raise Problem("not_found", path=credential_id)
        caller.allow("device.revoke", table.event_id)
        change.audit("device.revoke", f"device:{device.id}", table.event_id, label=device.label)
        revoke(change.session, change.now, col(Credential.id) == device.id)
    caller.service.principals.forget()


def _locked_invitation(change: Change, invitation_id: str) -> Invitation:
    """Return an invitation, locked, if the caller may change it.

    A person's code carries that person's rights, so changing it needs the right to give roles.  Raises the problems
    ``not_found`` and ``not_allowed``.
    """
    found = get_row(change.session, Invitation, invitation_id, lock=True)
    change.caller.allow("member.change" if found.account_id else "invitation.change", found.event_id)
    return found


def _make_code(change: Change, table: GameTable, span: int) -> Invitation:
    """Give a table, whose row is locked, a code that is valid for ``span`` milliseconds."""
    session, now = change.session, change.now
    query = select(Invitation).where(Invitation.table_id == table.id).with_for_update()
    found = session.exec(query).one_or_none()
    if found is None:
        found = Invitation(event_id=table.event_id, table_id=table.id, turn=0, created_at=now, expires_at=now)
    change.audit("invitation.renew", f"invitation:{found.id}", table.event_id, table=table.number)
    _renew(change, found, span, end_access=True)
    return found


def _renew(change: Change, invitation: Invitation, span: int, *, end_access: bool) -> None:
    """Give an invitation a new code for ``span`` milliseconds; the old one stops working.

    ``end_access``: revoke the credentials issued for it too.  The devices of a table are always revoked, because a
    table gets a new code when the old one is in the wrong hands.
    """
    invitation.turn += 1
    invitation.expires_at = change.now + span
    invitation.revoked_at = None
    change.session.add(invitation)
    if invitation.table_id is not None:
        revoke(change.session, change.now, col(Credential.table_id) == invitation.table_id)
    elif end_access:
        revoke(change.session, change.now, col(Credential.invitation_id) == invitation.id)
