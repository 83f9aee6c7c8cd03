"""Request and response schemas of backups."""

from __future__ import annotations

from referee.backup.folder import REASONS
from referee.backup.queries import BackupsView, BackupView, LastBackupView
from referee.core.http.answers import About, answer_schema
from referee.core.http.schemas import Line, Strict

BackupOut = answer_schema(
    BackupView,
    "BackupOut",
    name=About(example="referee-20261121T145803123Z-scheduled.jsonl.gz"),
    age="Its age in seconds.",
    size="Its size in bytes.",
    why=About(
        "Why it was made: every quarter of an hour, when a round is closed, by hand, before a restore, or uploaded.",
        one_of=REASONS,
    ),
)


class RestoreIn(Strict):
    """The backup to restore, on the machine that responds, and the confirmation."""

    name = Line(100, required=True, metadata={"example": "referee-20261121T145803123Z-scheduled.jsonl.gz"})
    typed = Line(
        10, required=True, metadata={"example": "145803", "description": "The hours, minutes and seconds in its name."}
    )


LastBackupOut = answer_schema(
    LastBackupView, "LastBackupOut", age="Its age in seconds.", fault="Why a later one failed."
)
BackupList = answer_schema(
    BackupsView,
    "BackupList",
    rows=BackupOut,
    last=LastBackupOut,
    copy=About("The last copy in the second place; null if no second place is set.", schema=LastBackupOut),
)
