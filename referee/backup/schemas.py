"""Backups as they travel."""

from __future__ import annotations

from referee.backup.folder import REASONS
from referee.backup.queries import BackupsView, BackupView, LastBackupView
from referee.core.http.answers import About, answer_schema
from referee.core.http.schemas import Line, Strict

BackupOut = answer_schema(
    BackupView,
    "BackupOut",
    name=About(example="referee-20261121T145803123Z-scheduled.jsonl.gz"),
    age="Seconds since then.",
    size="Bytes.",
    why=About(
        "Every quarter of an hour, at a round's close, by hand, before a restore, or brought along.", one_of=REASONS
    ),
)


class RestoreIn(Strict):
    """Which backup of the machine that answers, and its confirmation."""

    name = Line(100, required=True, metadata={"example": "referee-20261121T145803123Z-scheduled.jsonl.gz"})
    typed = Line(
        10, required=True, metadata={"example": "145803", "description": "Hours, minutes and seconds of its name."}
    )


LastBackupOut = answer_schema(
    LastBackupView, "LastBackupOut", age="Seconds since then.", fault="Why another one failed since."
)
BackupList = answer_schema(
    BackupsView,
    "BackupList",
    rows=BackupOut,
    last=LastBackupOut,
    copy=About("In the second place; null where none is named.", schema=LastBackupOut),
)
