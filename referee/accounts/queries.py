"""Views of accounts, members, sessions, devices and invitations, for the API and the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import func
from sqlmodel import Session, col, select

from referee.accounts.credentials import code
from referee.accounts.invitations import is_over, link
from referee.core.access.principal import Principal
from referee.core.access.roles import ROLES
from referee.core.http.declared import FieldExample
from referee.core.http.fields import OneOf
from referee.core.service import service
from referee.models import Account, Credential, Entry, GameTable, Invitation, Membership


@dataclass(frozen=True, slots=True)
class AccountView:
    """An account."""

    id: str
    login: str | None
    name: str
    administrator: bool
    language: str
    created_at: int
    disabled_at: int | None
    second_factor: bool
    second_factor_required: bool


@dataclass(frozen=True, slots=True)
class MeView:
    """The caller of a request, and the credential that it was made with."""

    account_id: Annotated[str | None, "For a device: the account that bound it, if any."]
    login: str | None
    name: str
    administrator: bool
    language: str | None
    roles: Annotated[
        Mapping[str, Sequence[str]], "The roles by event id.", FieldExample({"01k3v9x2m4aaaaaaaa": ["judge"]})
    ]
    kind: Annotated[str, OneOf(["session", "device", "program"])]
    credential_id: str
    label: str
    expires_at: int
    event_id: Annotated[str | None, "For a device: its event."]
    table_id: Annotated[str | None, "For a device: its table."]


@dataclass(frozen=True, slots=True)
class OwnView(MeView):
    """The caller of a request, with the form token (against CSRF) of a browser's session."""

    form_token: Annotated[str, "To send as `X-CSRF-Token` with requests that change something and use the cookie."]


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session or program."""

    id: str
    kind: Annotated[str, OneOf(["session", "program"])]
    label: str
    created_at: int
    expires_at: int
    current: Annotated[bool, "Whether this request was made with it."]


@dataclass(frozen=True, slots=True)
class SessionList:
    """Your own active sessions or programs, newest first."""

    rows: Sequence[SessionView]


@dataclass(frozen=True, slots=True)
class DeviceView:
    """A device bound to a table."""

    id: str
    label: str
    event_id: str
    table_id: str
    table_number: int
    account_id: str | None
    bound_by: Annotated[str | None, "The person who bound it, if any."]
    created_at: int
    expires_at: int
    revoked_at: int | None
    seen_at: Annotated[int | None, "When it last made a request, to about a minute."]
    last_report_at: int | None
    unsent: Annotated[int, "How many reports it had not sent when it last told of it."]


@dataclass(frozen=True, slots=True)
class DeviceMade(DeviceView):
    """A device with its token, which is shown only once."""

    token: str


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """A private link of a person, or the code of a table, as it is listed: without its code."""

    id: str
    event_id: str
    kind: Annotated[str, OneOf(["person", "table"])]
    account_id: str | None
    name: Annotated[str | None, "The person's name."]
    table_id: str | None
    table_number: int | None
    turn: Annotated[int, "How many times it was renewed."]
    devices: Annotated[int, "How many devices a table's code binds at a time."]
    created_at: int
    expires_at: int
    revoked_at: int | None
    over: bool


@dataclass(frozen=True, slots=True)
class InvitationView(InvitationRow):
    """An invitation with its code and the address for its QR code; both are null if it has ended."""

    code: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True)
class MemberView:
    """A member of an event."""

    account_id: str
    login: str | None
    name: str
    disabled: bool
    roles: Sequence[Annotated[str, OneOf(ROLES)]]
    invitation_id: Annotated[str | None, "The id of the private link."]


def account_view(account: Account) -> AccountView:
    return AccountView(
        account.id,
        account.login,
        account.name,
        account.administrator,
        account.language,
        account.created_at,
        account.disabled_at,
        account.factor_since is not None,
        account.factor_required,
    )


def list_accounts(session: Session, limit: int, before: str | None = None) -> list[AccountView]:
    """Accounts, the latest first.  ``before``: only those made before this one."""
    query = select(Account).order_by(col(Account.id).desc()).limit(limit)
    if before is not None:
        query = query.where(Account.id < before)
    return [account_view(each) for each in session.exec(query)]


def me_view(session: Session, who: Principal) -> MeView:
    account = session.get(Account, who.account_id) if who.account_id else None
    return MeView(
        account_id=who.account_id,
        login=account.login if account else None,
        name=who.author.name,
        administrator=who.administrator,
        language=who.language,
        roles={event: sorted(roles) for event, roles in who.roles.items()},
        kind=who.kind,
        credential_id=who.credential_id,
        label=who.label,
        expires_at=who.expires_at,
        event_id=who.event_id,
        table_id=who.table_id,
    )


def session_view(credential: Credential, who: Principal) -> SessionView:
    """The view of one of the caller's sessions or programs."""
    return SessionView(
        credential.id,
        credential.kind,
        credential.label,
        credential.created_at,
        credential.expires_at,
        credential.id == who.credential_id,
    )


def own_sessions(session: Session, now: int, who: Principal, kind: str) -> list[SessionView]:
    """The caller's valid sessions or programs, the latest first."""
    query = (
        select(Credential)
        .where(
            Credential.account_id == who.account_id,
            Credential.kind == kind,
            col(Credential.revoked_at).is_(None),
            Credential.expires_at > now,
        )
        .order_by(col(Credential.id).desc())
    )
    return [session_view(each, who) for each in session.exec(query)]


def list_devices(
    session: Session, event_id: str, limit: int, before: str | None = None, table_id: str | None = None
) -> list[DeviceView]:
    """Devices of an event or of a table, the latest first; revoked ones too, because what they reported stays."""
    query = (
        select(Credential, GameTable, Account)
        .join(GameTable, col(GameTable.id) == Credential.table_id)
        .join(Account, col(Account.id) == Credential.account_id, isouter=True)
        .where(Credential.kind == "device", GameTable.event_id == event_id)
        .order_by(col(Credential.id).desc())
        .limit(limit)
    )
    if table_id is not None:
        query = query.where(Credential.table_id == table_id)
    if before is not None:
        query = query.where(Credential.id < before)
    found = session.exec(query).all()
    last = last_reports(session, [credential for credential, _, _ in found])
    return [_device_view(*each, last.get(each[0].id)) for each in found]


def device_view(session: Session, credential: Credential, table: GameTable) -> DeviceView:
    by = session.get(Account, credential.account_id) if credential.account_id else None
    return _device_view(credential, table, by, None)


def _device_view(credential: Credential, table: GameTable, by: Account | None, last: int | None) -> DeviceView:
    return DeviceView(
        id=credential.id,
        label=credential.label,
        event_id=table.event_id,
        table_id=table.id,
        table_number=table.number,
        account_id=credential.account_id,
        bound_by=by.name if by else None,
        created_at=credential.created_at,
        expires_at=credential.expires_at,
        revoked_at=credential.revoked_at,
        seen_at=last_seen(credential, last),
        last_report_at=last,
        unsent=credential.unsent,
    )


def last_reports(session: Session, credentials: Sequence[Credential]) -> Mapping[str, int]:
    """The time of each device's last report, by its id."""
    query = (
        select(Entry.credential_id, func.max(Entry.at))
        .where(
            col(Entry.table_id).in_({each.table_id for each in credentials}),
            col(Entry.credential_id).in_([each.id for each in credentials]),
        )
        .group_by(col(Entry.credential_id))
    )
    return {str(credential_id): at for credential_id, at in session.exec(query)}


def last_seen(credential: Credential, last: int | None) -> int | None:
    """The time a device was last seen.  ``last``: the time of its last report."""
    return max(filter(None, (credential.seen_at, last)), default=None)


def invitation_view(session: Session, invitation: Invitation, now: int, *, code_shown: bool = True) -> InvitationView:
    """The view of an invitation.  ``code_shown``: with its code and URL."""
    account = session.get(Account, invitation.account_id) if invitation.account_id else None
    table = session.get(GameTable, invitation.table_id) if invitation.table_id else None
    over = is_over(invitation, now)
    shown = code_shown and not over
    return InvitationView(
        id=invitation.id,
        event_id=invitation.event_id,
        kind="person" if account else "table",
        account_id=invitation.account_id,
        name=account.name if account else None,
        table_id=invitation.table_id,
        table_number=table.number if table else None,
        turn=invitation.turn,
        devices=invitation.devices,
        created_at=invitation.created_at,
        expires_at=invitation.expires_at,
        revoked_at=invitation.revoked_at,
        over=over,
        code=code(service().settings.secret, invitation) if shown else None,
        url=link(invitation) if shown else None,
    )


def list_invitations(
    session: Session, event_id: str, now: int, limit: int, before: str | None = None
) -> list[InvitationView]:
    """The invitations of an event without their codes, the latest first."""
    query = select(Invitation).where(Invitation.event_id == event_id).order_by(col(Invitation.id).desc()).limit(limit)
    if before is not None:
        query = query.where(Invitation.id < before)
    return [invitation_view(session, each, now, code_shown=False) for each in session.exec(query)]


def member_view(session: Session, account: Account, event_id: str) -> MemberView:
    query = select(Membership.role).where(Membership.account_id == account.id, Membership.event_id == event_id)
    roles = set(session.exec(query))
    invitation = session.exec(
        select(Invitation.id).where(Invitation.account_id == account.id, Invitation.event_id == event_id)
    ).first()
    return MemberView(
        account.id,
        account.login,
        account.name,
        account.disabled_at is not None,
        [role for role in ROLES if role in roles],
        invitation,
    )


def list_members(session: Session, event_id: str, limit: int, after: str | None = None) -> list[MemberView]:
    """The members of an event by account id.  ``after``: only those after this account."""
    in_event = select(Membership.account_id).where(Membership.event_id == event_id)
    query = select(Account).where(col(Account.id).in_(in_event)).order_by(col(Account.id)).limit(limit)
    if after is not None:
        query = query.where(Account.id > after)
    return [member_view(session, account, event_id) for account in session.exec(query).all()]
