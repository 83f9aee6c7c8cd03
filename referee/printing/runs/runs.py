"""Runs: long documents, each made in a separate process that reports its progress.

Each has a folder in the data directory: what to print, the progress, and in the end the PDF.  Folders are removed
after an hour (`clear`).  A run is known only on the machine where it was started.
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
from referee.printing.runs.state import ORDER, PDF, RUNNING, RunState, locked, state_in, write

MOST = 2
"""The most runs at a time."""
KEPT_SECONDS = 3600
"""How long a run is kept after the last write to it."""
FOLDER = "papers"
ID = re.compile(r"[0-9a-z]{18}")


def start(data: Path, event_id: str, document: str, file: str, prepared: PreparedDocument) -> str:
    """Start a run that makes a document; return its id.  ``file``: the name of the PDF.

    Raises the problem ``runs_full``, and OSError if the disk is full; then nothing of the run is left.
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
            write(run, RunState(event_id, document, file, RUNNING, 0, prepared.job.sheets, []))
            process = subprocess.Popen(
                [sys.executable, "-m", "referee.printing.runs.child", str(run)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=lock,
            )
    except BaseException:
        shutil.rmtree(run, ignore_errors=True)
        raise
    # Reap the child so that it does not stay a zombie; how it ended is told by its lock and its state file.
    threading.Thread(target=process.wait, name=f"paper-{run.name}", daemon=True).start()
    return run.name


def state_of(data: Path, event_id: str, document: str, run_id: str) -> RunState:
    """The state of a run.  Raises the problem ``not_found``."""
    found = state_in(data / FOLDER / run_id) if ID.fullmatch(run_id) else None
    if found is None or (found.event_id, found.document) != (event_id, document):
        raise Problem("not_found", path=run_id)
    return found


def pdf(data: Path, run_id: str) -> bytes:
    """The PDF of a run that is done."""
    return (data / FOLDER / run_id / PDF).read_bytes()


def clear(data: Path) -> None:
    """Remove expired runs."""
    for each in (data / FOLDER).glob("*"):
        with suppress(FileNotFoundError):  # another process was faster
            if time.time() - each.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(each, ignore_errors=True)
