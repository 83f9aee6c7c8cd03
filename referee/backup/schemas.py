"""Backups as they travel."""

from __future__ import annotations

from referee.backup.folder import REASONS
from referee.backup.queries import BackupsView, BackupView, LastBackupView
from referee.core.http.answers import About, answer_schema

BackupOut = answer_schema(
    BackupView,
    "BackupOut",
    name=About(example="referee-20261121T145803123Z-scheduled.jsonl.gz"),
    age="Seconds since then.",
    size="Bytes.",
    why=About("Every quarter of an hour, at a round's close, by hand, or before a restore.", one_of=REASONS),
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
