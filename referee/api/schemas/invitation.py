"""Invitations as they travel."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from referee.api.schemas.base import Moment, Strict, Whole


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
