"""The forms of accounts, sessions, devices, invitations and members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, validates_schema

from referee.accounts import queries
from referee.accounts.people import normalized_login
from referee.core.access.roles import ROLES
from referee.core.http import fields, validate
from referee.core.http.answers import About, answer_schema, list_schema
from referee.core.http.schemas import Line, Strict, Whole
from referee.events.schemas import language_field
from rulesets.languages import FIRST


class LogInName(Line):
    """A log-in name, folded."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("metadata", {"description": "Case and character width do not matter.", "example": "yamada"})
        super().__init__(100, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        login = normalized_login(super()._deserialize(value, attr, data, **kwargs))
        if len(login) > 100:  # a letter may fold to several
            raise ValidationError([validate.bounds("length_", None, 100)])
        return login


class Password(fields.String):
    """A password.  A new one has 12 characters or more (`referee.accounts.guessable` then judges it);
    those that are in use may be shorter.
    """

    def __init__(self, least: int = 12, **options: Any) -> None:
        super().__init__(validate=validate.Length(least, 200), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        password = str(super()._deserialize(value, attr, data, **kwargs))
        if not password.isprintable():
            raise ValidationError("not_one_line")
        return password


class AccountIn(Strict):
    """A new account.  Without a password one is generated, and shown only in the response."""

    login = LogInName(required=True)
    name = Line(required=True, metadata={"example": "山田 太郎"})
    password = Password()
    administrator = fields.Boolean(truthy={True}, falsy={False}, load_default=False)
    language = language_field(load_default=FIRST)


class AccountChange(Strict):
    """Changes of an account.  If ``disabled`` is true, its sessions, programs and links end at once."""

    login = LogInName()
    name = Line()
    administrator = fields.Boolean(truthy={True}, falsy={False})
    language = language_field()
    disabled = fields.Boolean(truthy={True}, falsy={False})
    second_factor_required = fields.Boolean(truthy={True}, falsy={False})


class PasswordIn(Strict):
    """A new password for an account.  Without one a password is generated, and shown only in the response."""

    password = Password()


class OwnPasswordIn(Strict):
    """Your current password and the new one."""

    old = Password(1, required=True)
    new = Password(required=True)


AccountOut = answer_schema(queries.AccountView, "AccountOut")
AccountMade = AccountOut.from_dict(
    {
        "password": fields.String(
            required=True,
            allow_none=True,
            metadata={"description": "The generated password, shown only once; or null."},
        )
    },
    name="AccountMade",
)
"""An account with the password that was generated for it, or null."""
AccountPage = list_schema(AccountOut, "AccountPage")
MeOut = answer_schema(
    queries.MeView,
    "MeOut",
    account_id="For a device: the account that bound it, if any.",
    roles=About("The roles by event id.", example={"01k3v9x2m4aaaaaaaa": ["judge"]}),
    kind=About(one_of=["session", "device", "program"]),
    event_id="For a device: its event.",
    table_id="For a device: its table.",
    form_token=fields.String(
        required=True,
        metadata={"description": "To send as `X-CSRF-Token` with requests that change something and use the cookie."},
    ),
)


class SessionIn(Strict):
    """A log-in.  ``code``: of the second factor, from the app or printed, if the account has one."""

    login = LogInName(required=True)
    password = Password(1, required=True)
    code = Line(40)


class ConfirmIn(Strict):
    """Your password again."""

    password = Password(1, required=True)


SessionOut = answer_schema(
    queries.SessionView,
    "SessionOut",
    kind=About(one_of=["session", "program"]),
    current="Whether this request was made with it.",
)


class SessionList(Schema):
    """Your own active sessions or programs, newest first."""

    rows = fields.List(fields.Nested(SessionOut), required=True)


class ProgramIn(Strict):
    """A token for a program that acts in your name."""

    label = Line(required=True, metadata={"example": "results to the web site"})
    days = Whole(1, 365, load_default=30)


ProgramMade = SessionOut.from_dict({"token": fields.String(required=True)}, name="ProgramMade")
"""A program with its token, which is shown only once."""


class DeviceIn(Strict):
    """A device that binds itself to a table with the table's code."""

    code = Line(
        60, required=True, metadata={"description": "The part after `/t/` in the address of the table's QR code."}
    )
    label = Line(metadata={"example": "iPad 3"})


DeviceOut = answer_schema(
    queries.DeviceView,
    "DeviceOut",
    bound_by="The person who bound it, if any.",
    seen_at="When it last made a request, to about a minute.",
)
DeviceMade = DeviceOut.from_dict({"token": fields.String(required=True)}, name="DeviceMade")
"""A device with its token, which is shown only once."""
DevicePage = list_schema(DeviceOut, "DevicePage")


class NextGameOut(Schema):
    """The game at a table in the next round.  All fields are null, empty or false if there is none."""

    table_id = fields.String(required=True, allow_none=True)
    number = fields.Integer(required=True, allow_none=True)
    round = fields.Integer(required=True, allow_none=True)
    name = fields.String(required=True, allow_none=True, metadata={"description": "The round's name; may be empty."})
    players = fields.List(
        fields.String(), required=True, metadata={"description": "The players' names, in start order."}
    )
    runs = fields.Boolean(required=True, metadata={"description": "Whether its round is running."})
    open = fields.Boolean(
        required=True,
        metadata={"description": "Whether the table's device may move on to it because its own game is over."},
    )


def hours(default: int) -> Whole:
    """The lifetime of a link or code."""
    return Whole(
        1, 8760, load_default=default, metadata={"description": "For how many hours it is valid.", "example": default}
    )


def end_access(**options: Any) -> fields.Boolean:
    """A flag: the sessions or devices of an invitation end too."""
    about = {"description": "Whether the sessions or devices that used it end too."}
    return fields.Boolean(truthy={True}, falsy={False}, metadata=about, **options)


class CodeIn(Strict):
    """A new code for a table.  The devices bound to the table are ended."""

    hours = hours(24)


class CodeChange(Strict):
    """Changes of the code of a table."""

    devices = Whole(1, 2, required=True, metadata={"description": "How many devices the code binds at a time."})


class RenewIn(Strict):
    """A new code for an invitation.  The old code stops working; for a table, the devices bound to it are ended."""

    hours = hours(168)
    end_access = end_access(required=True)


class RevokeIn(Strict):
    """The end of an invitation."""

    end_access = end_access(required=True)


INVITATION: Mapping[str, About | str] = {
    "kind": About(one_of=["person", "table"]),
    "name": "The person's name.",
    "turn": "How many times it was renewed.",
    "devices": "How many devices a table's code binds at a time.",
}
InvitationRow = answer_schema(queries.InvitationView, "InvitationRow", **INVITATION, code=None, url=None)
InvitationOut = answer_schema(queries.InvitationView, "InvitationOut", **INVITATION)
"""An invitation with its code and the address for its QR code; both are null if it has ended."""
InvitationPage = list_schema(InvitationRow, "InvitationPage")


class MemberIn(Strict):
    """A role for a person: an account given by ``account_id`` or ``login``, or a new person without a log-in, given by
    ``name``, who gets a private link.
    """

    role = fields.String(required=True, validate=validate.OneOf(ROLES), metadata={"example": "judge"})
    account_id = Line(18)
    login = LogInName()
    name = Line(metadata={"example": "佐藤 花子"})
    hours = hours(168)

    @validates_schema
    def one_person(self, data: dict[str, Any], **_options: Any) -> None:
        """Exactly one of the three names the person."""
        if sum(name in data for name in ("account_id", "login", "name")) != 1:
            raise ValidationError("not_one_person", "name")


MemberOut = answer_schema(
    queries.MemberView, "MemberOut", roles=About(one_of=ROLES), invitation_id="The id of the private link."
)
MemberMade = MemberOut.from_dict(
    {"invitation": fields.Nested(InvitationOut, required=True, allow_none=True)}, name="MemberMade"
)
"""A member, with the private link of a new person."""
MemberPage = list_schema(MemberOut, "MemberPage")
