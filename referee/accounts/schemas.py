"""The forms of accounts, sessions, devices, invitations and members."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, validates_schema

from referee.accounts.people import folded
from referee.core.access.roles import ROLES
from referee.core.http import fields, validate
from referee.core.http.schemas import Line, Moment, Strict, Whole
from referee.events.schemas import language_field
from rulesets.languages import FIRST


class LogIn(Line):
    """A log-in name, folded."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("metadata", {"description": "Width and case do not count.", "example": "yamada"})
        super().__init__(100, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        login = folded(super()._deserialize(value, attr, data, **kwargs))
        if len(login) > 100:  # a letter may fold to several
            raise ValidationError([validate.bounds("length_", None, 100)])
        return login


class Password(fields.String):
    """A password."""

    def __init__(self, least: int = 10, **options: Any) -> None:
        super().__init__(validate=validate.Length(least, 200), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        password = str(super()._deserialize(value, attr, data, **kwargs))
        if not password.isprintable():
            raise ValidationError("not_one_line")
        return password


class AccountIn(Strict):
    """A new account.  Without a password one is generated, and shown in the answer only."""

    login = LogIn(required=True)
    name = Line(required=True, metadata={"example": "山田 太郎"})
    password = Password()
    administrator = fields.Boolean(truthy={True}, falsy={False}, load_default=False)
    language = language_field(load_default=FIRST)


class AccountChange(Strict):
    """What is to be changed.  ``disabled`` true: whatever the account gets in by ends at once."""

    login = LogIn()
    name = Line()
    administrator = fields.Boolean(truthy={True}, falsy={False})
    language = language_field()
    disabled = fields.Boolean(truthy={True}, falsy={False})


class PasswordIn(Strict):
    """A new password for an account; without one it is generated, and shown in the answer only."""

    password = Password()


class OwnPasswordIn(Strict):
    """One's own password, and the one to take its place."""

    old = Password(1, required=True)
    new = Password(required=True)


class AccountOut(Schema):
    """An account.  ``login`` null: somebody who comes by a private link."""

    id = fields.String(required=True)
    login = fields.String(required=True, allow_none=True)
    name = fields.String(required=True)
    administrator = fields.Boolean(required=True)
    language = fields.String(required=True)
    created_at = Moment(required=True)
    disabled_at = Moment(required=True, allow_none=True)


class AccountMade(AccountOut):
    """An account with the password that was generated for it, or null."""

    password = fields.String(required=True, allow_none=True, metadata={"description": "Shown this once."})


class AccountPage(Schema):
    """A page of accounts."""

    rows = fields.List(fields.Nested(AccountOut), required=True)
    next = fields.String(required=True, allow_none=True)


class MeOut(Schema):
    """Who one is here, and what one came by."""

    account_id = fields.String(
        required=True, allow_none=True, metadata={"description": "Of a device: who bound it, if anybody."}
    )
    login = fields.String(required=True, allow_none=True)
    name = fields.String(required=True)
    administrator = fields.Boolean(required=True)
    language = fields.String(required=True, allow_none=True)
    roles = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        required=True,
        metadata={"description": "By event.", "example": {"01k3v9x2m4aaaaaaaa": ["judge"]}},
    )
    kind = fields.String(required=True, validate=validate.OneOf(["session", "device", "program"]))
    credential_id = fields.String(required=True)
    label = fields.String(required=True)
    expires_at = Moment(required=True)
    event_id = fields.String(required=True, allow_none=True, metadata={"description": "Of a device."})
    table_id = fields.String(required=True, allow_none=True, metadata={"description": "Of a device."})
    form_token = fields.String(
        required=True, metadata={"description": "For `X-CSRF-Token`, with whatever changes something by the cookie."}
    )


class SessionIn(Strict):
    """A log-in."""

    login = LogIn(required=True)
    password = Password(1, required=True)


class SessionOut(Schema):
    """A session or a program of one's own."""

    id = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(["session", "program"]))
    label = fields.String(required=True)
    created_at = Moment(required=True)
    expires_at = Moment(required=True)
    current = fields.Boolean(required=True, metadata={"description": "Whether this request came by it."})


class SessionList(Schema):
    """One's own sessions or programs that are in force, the latest first."""

    rows = fields.List(fields.Nested(SessionOut), required=True)


class ProgramIn(Strict):
    """A token for a program that acts in one's own name."""

    label = Line(required=True, metadata={"example": "results to the web site"})
    days = Whole(1, 365, load_default=30)


class ProgramMade(SessionOut):
    """A program's token, shown this once."""

    token = fields.String(required=True)


class DeviceIn(Strict):
    """A device that binds itself to a table by the table's code."""

    code = Line(60, required=True, metadata={"description": "What stands behind `/t/` in the table's QR code."})
    label = Line(metadata={"example": "iPad 3"})


class DeviceOut(Schema):
    """A device bound to a table."""

    id = fields.String(required=True)
    label = fields.String(required=True)
    event_id = fields.String(required=True)
    table_id = fields.String(required=True)
    table_number = fields.Integer(required=True)
    account_id = fields.String(required=True, allow_none=True)
    bound_by = fields.String(required=True, allow_none=True, metadata={"description": "The person, if one was."})
    created_at = Moment(required=True)
    expires_at = Moment(required=True)
    revoked_at = Moment(required=True, allow_none=True)
    seen_at = Moment(
        required=True,
        allow_none=True,
        metadata={"description": "When it last asked for something, to a minute or so."},
    )
    last_report_at = Moment(required=True, allow_none=True)


class DeviceMade(DeviceOut):
    """A device's token, shown this once."""

    token = fields.String(required=True)


class DevicePage(Schema):
    """A page of devices."""

    rows = fields.List(fields.Nested(DeviceOut), required=True)
    next = fields.String(required=True, allow_none=True)


def hours(default: int) -> Whole:
    """How long a link or code works."""
    return Whole(
        1, 8760, load_default=default, metadata={"description": "How many hours it works.", "example": default}
    )


def end_access(**options: Any) -> fields.Boolean:
    """Whether what came by it ends too."""
    about = {"description": "Whether the sessions or devices that came by it end too."}
    return fields.Boolean(truthy={True}, falsy={False}, metadata=about, **options)


class CodeIn(Strict):
    """A new code for a table.  The devices that came by the old one end with it."""

    hours = hours(24)


class CodeChange(Strict):
    """What is to be changed about the code of a table."""

    devices = Whole(1, 2, required=True, metadata={"description": "How many devices it binds at a time."})


class RenewIn(Strict):
    """A new code for an invitation; the old one is over, and with a table's the devices that came by it."""

    hours = hours(168)
    end_access = end_access(required=True)


class RevokeIn(Strict):
    """The end of an invitation."""

    end_access = end_access(required=True)


class InvitationRow(Schema):
    """A private link for a person, or the code of a table."""

    id = fields.String(required=True)
    event_id = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(["person", "table"]))
    account_id = fields.String(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True, metadata={"description": "Of the person."})
    table_id = fields.String(required=True, allow_none=True)
    table_number = fields.Integer(required=True, allow_none=True)
    turn = fields.Integer(required=True, metadata={"description": "How often it was made anew."})
    devices = fields.Integer(required=True, metadata={"description": "How many a table's code binds at a time."})
    created_at = Moment(required=True)
    expires_at = Moment(required=True)
    revoked_at = Moment(required=True, allow_none=True)
    over = fields.Boolean(required=True)


class InvitationOut(InvitationRow):
    """An invitation with its code and the address for its QR code; both null when it is over."""

    code = fields.String(required=True, allow_none=True)
    url = fields.String(required=True, allow_none=True)


class InvitationPage(Schema):
    """A page of invitations."""

    rows = fields.List(fields.Nested(InvitationRow), required=True)
    next = fields.String(required=True, allow_none=True)


class MemberIn(Strict):
    """A role for somebody: an account by ``account_id`` or ``login``; or, by ``name``, somebody new without a log-in,
    who gets a private link.
    """

    role = fields.String(required=True, validate=validate.OneOf(ROLES), metadata={"example": "judge"})
    account_id = Line(18)
    login = LogIn()
    name = Line(metadata={"example": "佐藤 花子"})
    hours = hours(168)

    @validates_schema
    def one_person(self, data: dict[str, Any], **_options: Any) -> None:
        """Exactly one way to say who it is."""
        if sum(name in data for name in ("account_id", "login", "name")) != 1:
            raise ValidationError("not_one_person", "name")


class MemberOut(Schema):
    """Somebody with roles in an event."""

    account_id = fields.String(required=True)
    login = fields.String(required=True, allow_none=True)
    name = fields.String(required=True)
    disabled = fields.Boolean(required=True)
    roles = fields.List(fields.String(validate=validate.OneOf(ROLES)), required=True)
    invitation_id = fields.String(required=True, allow_none=True, metadata={"description": "Of the private link."})


class MemberMade(MemberOut):
    """A member, and the private link of somebody new."""

    invitation = fields.Nested(InvitationOut, required=True, allow_none=True)


class MemberPage(Schema):
    """A page of members."""

    rows = fields.List(fields.Nested(MemberOut), required=True)
    next = fields.String(required=True, allow_none=True)
