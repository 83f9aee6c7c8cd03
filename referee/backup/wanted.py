"""A restore that is wanted of a running service: it stops, puts the backup in place, and starts again.

An administrator's page leaves a note in the data directory and tells the process that keeps the service up; that one
ends the processes that answer, restores while nobody uses the database (`referee.backup.restore`), and starts them
again, whatever came of it.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from referee.backup.folder import NAME
from referee.backup.read import BackupUnusable
from referee.backup.restore import RestoreRefused, replace
from referee.core.settings import Settings
from referee.log import heads

LOG = logging.getLogger(__name__)

KEEPER = "REFEREE_KEEPER"
"""The variable that names the process that keeps the service up, by its number."""
NOTE = "restore-wanted"
OUTCOME = "restored.json"
ANSWER_SECONDS = 1.0
"""How long the answer to whoever wants it has to get out."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the last restore that was wanted.

    ``at`` in ms since 1970 by the machine's clock; ``backup`` and ``before``: names of backups, the latter of what was
    there until then; ``fault``: why nothing was changed, or empty.
    """

    at: int
    backup: str
    before: str
    fault: str


def possible() -> bool:
    """Whether this process is one of a service that can be stopped and started again from within."""
    return os.name == "posix" and os.environ.get(KEEPER) == str(os.getppid())


def want(settings: Settings, backup: str) -> None:
    """Have a backup of this machine restored as soon as the present answer is out.  Raises OSError."""
    part = settings.data / f"{NOTE}.part"
    part.write_text(backup, "utf-8")
    part.replace(settings.data / NOTE)
    timer = threading.Timer(ANSWER_SECONDS, os.kill, (os.getppid(), signal.SIGTERM))
    timer.daemon = True
    timer.start()


def outcome(settings: Settings) -> Outcome | None:
    """What became of the last restore, if one was wanted and a service has begun since."""
    try:
        return Outcome(**json.loads((settings.data / OUTCOME).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def keep_up(settings: Settings, serve: Callable[[], None]) -> None:
    """Serve until it is over; after each end that a restore was wanted for, restore and serve again."""
    os.environ[KEEPER] = str(os.getpid())
    (settings.data / NOTE).unlink(missing_ok=True)  # of a service that was killed before it came to it
    while True:
        serve()
        try:
            name = (settings.data / NOTE).read_text("utf-8")
        except FileNotFoundError:
            return
        (settings.data / NOTE).unlink()
        carried_out(settings, name)


def carried_out(settings: Settings, name: str) -> None:
    """Restore a backup in the place of what is there, and note what came of it."""
    before, fault = None, ""
    try:
        if NAME.fullmatch(name) is None:
            raise RestoreRefused(f"{name}: no backup has such a name")
        _, before = replace(settings.backups / name, settings.database_url, settings.backups)
        (settings.data / heads.FILE).unlink(missing_ok=True)
        LOG.warning("the backup %s was restored; what was there before is %s", name, before)
    except (BackupUnusable, RestoreRefused, OSError) as error:
        fault = str(error)
    except Exception as error:  # the database's: the service must start again whatever it is
        fault = f"{type(error).__name__}: {error}"
    if fault:
        LOG.error("the backup %s was not restored, and nothing was changed: %s", name, fault)
    outcome = Outcome(time.time_ns() // 1_000_000, name, "" if before is None else Path(before).name, fault)
    (settings.data / OUTCOME).write_text(json.dumps(asdict(outcome), ensure_ascii=False), "utf-8")
