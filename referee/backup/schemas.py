"""Backups as they travel."""

from __future__ import annotations

from marshmallow import Schema

from referee.backup.folder import REASONS
from referee.core.http import fields, validate
from referee.core.http.schemas import Moment


class BackupOut(Schema):
    """A backup that the machine that answers keeps."""

    name = fields.String(required=True, metadata={"example": "referee-20261121T145803123Z-scheduled.jsonl.gz"})
    made_at = Moment(required=True)
    age = fields.Integer(required=True, metadata={"description": "Seconds since then."})
    size = fields.Integer(required=True, metadata={"description": "Bytes."})
    why = fields.String(
        required=True,
        validate=validate.OneOf(REASONS),
        metadata={"description": "Every quarter of an hour, at a round's close, by hand, or before a restore."},
    )


class LastBackupOut(Schema):
    """The last backup of the service, or the last copy of one, on whichever machine."""

    made_at = Moment(required=True, allow_none=True)
    age = fields.Integer(required=True, allow_none=True, metadata={"description": "Seconds since then."})
    machine = fields.String(required=True, allow_none=True)
    fault = fields.String(required=True, allow_none=True, metadata={"description": "Why another one failed since."})


class BackupList(Schema):
    """All backups of the machine that answers, the newest first, and the last one of the service."""

    rows = fields.List(fields.Nested(BackupOut), required=True)
    last = fields.Nested(LastBackupOut, required=True)
    copy = fields.Nested(
        LastBackupOut,
        required=True,
        allow_none=True,
        metadata={"description": "In the second place; null where none is named."},
    )
