"""Sessions, programs and devices as they travel."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from referee.api.schemas.account import LogIn, Password
from referee.api.schemas.base import Line, Moment, Strict, Whole


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
