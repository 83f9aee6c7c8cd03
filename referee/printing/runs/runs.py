"""Runs: long documents made by a process of their own, which tells how far it is.

Each has a folder in the data directory: what to print, how far it is, and in the end the PDF.  Folders are removed
after an hour (`clear`).  A run is known on the machine where it was started.
"""

from __future__ import annotations

import pickle
import re
import shutil
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from referee.core.problems import Problem
from referee.models import new_id
from referee.printing.job import PreparedDocument
from referee.printing.runs.state import ORDER, PDF, RUNNING, State, locked, state_in, write

MOST = 2
"""How many are made at a time."""
KEPT_SECONDS = 3600
"""How long a run is kept after it was last written to."""
FOLDER = "papers"
ID = re.compile(r"[0-9a-z]{18}")


def start(data: Path, event_id: str, document: str, file: str, prepared: PreparedDocument) -> str:
    """Let a document be made; the id of the run.  ``file``: the name of the PDF.

    Raises the problem ``runs_full``, and OSError where there is no room; then nothing is left of it.
    """
    folder = data / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    running = sum((found := state_in(each)) is not None and found.state == RUNNING for each in folder.iterdir())
    if running >= MOST:
        raise Problem("runs_full", count=running)
    run = folder / new_id()
    run.mkdir(mode=0o700)
    try:
        (run / ORDER).write_bytes(pickle.dumps(prepared))
        with locked(run) as lock:
            write(run, State(event_id, document, file, RUNNING, 0, prepared.job.sheets, []))
            process = subprocess.Popen(
                [sys.executable, "-m", "referee.printing.runs.child", str(run)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=lock,
            )
    except BaseException:
        shutil.rmtree(run, ignore_errors=True)
        raise
    # Nobody asks how it ended: its lock and what it has written say so. But the system keeps it until somebody has.
    threading.Thread(target=process.wait, name=f"paper-{run.name}", daemon=True).start()
    return run.name


def state_of(data: Path, event_id: str, document: str, run_id: str) -> State:
    """How far a run is.  Raises the problem ``not_found``."""
    found = state_in(data / FOLDER / run_id) if ID.fullmatch(run_id) else None
    if found is None or (found.event_id, found.document) != (event_id, document):
        raise Problem("not_found", path=run_id)
    return found


def pdf(data: Path, run_id: str) -> bytes:
    """The PDF of a run that is done."""
    return (data / FOLDER / run_id / PDF).read_bytes()


def clear(data: Path) -> None:
    """Remove the runs of long ago."""
    for each in (data / FOLDER).glob("*"):
        with suppress(FileNotFoundError):  # another process was faster
            if time.time() - each.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(each, ignore_errors=True)
