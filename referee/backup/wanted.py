"""Restoring a backup from within a running service: it stops, restores the backup, and starts again.

A request leaves a note in the data directory and signals the supervising process, which stops the workers, restores
while nobody uses the database (`referee.backup.restore`), and starts the workers again, whether that worked or not.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from referee.backup.faults import BackupFault, RestoreRefused, quoted
from referee.backup.folder import NAME
from referee.backup.restore import replace
from referee.backup.secret import forget_waiting, note_secret, take_over
from referee.core.database.database import Database
from referee.core.settings import Settings
from referee.log import heads

LOG = logging.getLogger(__name__)

SUPERVISOR_PID = "REFEREE_KEEPER"
"""The environment variable with the process id of the supervising process."""
REQUEST_FILE = "restore-wanted"
OUTCOME_FILE = "restored.json"
ANSWER_SECONDS = 1.0
"""How long to wait before stopping, so that the answer to the request still gets out."""
LOOK_SECONDS = 0.5
"""How often to look whether a restore is requested."""


@dataclass(frozen=True, slots=True)
class RestoreOutcome:
    """The outcome of the last requested restore.

    ``at`` in ms since 1970 by the machine's clock; ``backup``: the name of the restored backup; ``before``: the name
    of the backup of what was there until then, or empty; ``fault``: why nothing was changed, by language
    unless these are the words of the system, or empty; ``links``: what became of links and codes, as in
    `referee.backup.secret`.
    """

    at: int
    backup: str
    before: str
    fault: str | Mapping[str, str]
    links: str = ""


def can_restore() -> bool:
    """Whether this process is a worker of a service that can stop and restart itself."""
    parent = multiprocessing.parent_process()
    return parent is not None and os.environ.get(SUPERVISOR_PID) == str(parent.pid)


def request_restore(settings: Settings, backup: str) -> None:
    """Request that a backup of this machine be restored, as soon as the present answer is sent.  Raises OSError."""
    part = settings.data / f"{REQUEST_FILE}.part"
    part.write_text(backup, "utf-8")
    part.replace(settings.data / REQUEST_FILE)


def outcome(settings: Settings) -> RestoreOutcome | None:
    """The outcome of the last requested restore; None if there is none, or it was not written to its end.  Raises
    OSError.
    """
    try:
        return RestoreOutcome(**json.loads((settings.data / OUTCOME_FILE).read_text("utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def run_with_restores(settings: Settings, serve: Callable[[], None], stop: Callable[[], None]) -> None:
    """Call ``serve`` until it returns without a restore having been requested; restore and serve again if one was.

    ``stop``: makes ``serve`` return.  It is called from a thread of this process, because no process of Windows can
    send another one a signal that asks it to stop.
    """
    os.environ[SUPERVISOR_PID] = str(os.getpid())
    request = settings.data / REQUEST_FILE
    request.unlink(missing_ok=True)  # left by a service that was killed before it could restore
    forget_waiting(settings.data)
    while True:
        over = threading.Event()
        threading.Thread(target=_stop_when_requested, args=(request, stop, over), name="restore", daemon=True).start()
        try:
            serve()
        finally:
            over.set()
        try:
            name = request.read_text("utf-8")
        except FileNotFoundError:
            return
        request.unlink()
        carry_out_restore(settings, name)


def _stop_when_requested(request: Path, stop: Callable[[], None], over: threading.Event) -> None:
    """Stop serving once a restore is requested, unless it is over before."""
    while not over.wait(LOOK_SECONDS):
        if request.exists():
            over.wait(ANSWER_SECONDS)
            stop()
            return


def carry_out_restore(settings: Settings, name: str) -> None:
    """Replace the database's contents by a backup, and record the outcome."""
    before = None
    fault: str | Mapping[str, str] = ""
    links = ""
    try:
        if NAME.fullmatch(name) is None:
            raise RestoreRefused("no_such", name=name)
        _, before = replace(settings.backups / name, settings.database_url, settings.backups)
        (settings.data / heads.FILE).unlink(missing_ok=True)
        links = settle_secret(settings)
        LOG.warning("the backup %s was restored; what was there before is %s", name, before)
    except Exception as error:  # whatever it is, the service must start again
        fault = error.told if isinstance(error, BackupFault) else quoted(error)
        LOG.error("the backup %s was not restored, and nothing was changed: %s: %s", name, type(error).__name__, error)
        forget_waiting(settings.data)
    replaced = "" if before is None else Path(before).name
    outcome = RestoreOutcome(time.time_ns() // 1_000_000, name, replaced, fault, links)
    (settings.data / OUTCOME_FILE).write_text(json.dumps(asdict(outcome), ensure_ascii=False), "utf-8")


def settle_secret(settings: Settings) -> str:
    """Take over the secret that waits for a restore, if any, and return what becomes of the links and codes."""
    secret = take_over(settings.data) or settings.secret
    database = Database(settings.database_url)
    try:
        return note_secret(database, secret)
    finally:
        database.close()
