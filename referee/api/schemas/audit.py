"""The audit log as it travels."""

from __future__ import annotations

from marshmallow import Schema, fields

from referee.api.schemas.base import Moment


class AuditOut(Schema):
    """A change: what was done to what, by whom, when."""

    id = fields.String(required=True)
    at = Moment(required=True)
    event_id = fields.String(required=True, allow_none=True)
    author = fields.String(required=True)
    account_id = fields.String(required=True, allow_none=True)
    credential_id = fields.String(required=True, allow_none=True)
    action = fields.String(required=True, metadata={"example": "member.give"})
    target = fields.String(required=True, metadata={"example": "account:01k3v9x2m4aaaaaaaa"})
    details = fields.Dict(required=True)


class AuditPage(Schema):
    """A page of the audit log, the newest first."""

    rows = fields.List(fields.Nested(AuditOut), required=True)
    next = fields.String(required=True, allow_none=True)
