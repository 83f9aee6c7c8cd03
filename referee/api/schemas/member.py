"""Members of an event as they travel."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from referee.access.roles import ROLES
from referee.api.schemas.account import LogIn
from referee.api.schemas.base import Line, Strict
from referee.api.schemas.invitation import InvitationOut, hours


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
            raise ValidationError("Exactly one of account_id, login and name is needed.", "name")


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
