"""Accounts, and who one is oneself, as they travel."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from referee.access.accounts import folded
from referee.api.schemas.base import Line, Moment, Strict
from referee.api.schemas.event import language_field


class LogIn(Line):
    """A log-in name, folded."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("metadata", {"description": "Width and case do not count.", "example": "yamada"})
        super().__init__(100, **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        login = folded(super()._deserialize(value, attr, data, **kwargs))
        if len(login) > 100:  # a letter may fold to several
            raise ValidationError("Longer than maximum length 100.")
        return login


class Password(fields.String):
    """A password."""

    def __init__(self, least: int = 10, **options: Any) -> None:
        super().__init__(validate=validate.Length(least, 200), **options)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        password = str(super()._deserialize(value, attr, data, **kwargs))
        if not password.isprintable():
            raise ValidationError("Not a text on one line without control characters.")
        return password


class AccountIn(Strict):
    """A new account.  Without a password one is generated, and shown in the answer only."""

    login = LogIn(required=True)
    name = Line(required=True, metadata={"example": "山田 太郎"})
    password = Password()
    administrator = fields.Boolean(truthy={True}, falsy={False}, load_default=False)
    language = language_field(load_default="ja")


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
