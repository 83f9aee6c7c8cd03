"""Runs: long documents made by a process of their own, which tells how far it is.

Each has a folder in the data directory: what to print, how far it is, and in the end the PDF.  Folders are cleared
away after an hour.  A run is known on the machine where it was started.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from referee.models import new_id
from referee.paper.printing import Ready
from referee.problems import Problem

MOST = 2
"""How many are made at a time."""
SILENT_SECONDS = 60
"""After so long without a word a run counts as ended."""
KEPT_SECONDS = 3600
RUNNING, DONE, FAULTY, BROKEN = "running", "done", "faulty", "broken"
ORDER, STATE, PDF = "order.pickle", "state.json", "paper.pdf"
ID = re.compile(r"[0-9a-z]{18}")


class State(NamedTuple):
    """How far a run is.  ``sheets``: in all; ``faults``: what cannot be printed, as path, code and facts."""

    event_id: str
    document: str
    file: str
    state: str
    done: int
    sheets: int
    faults: list[Any]


def start(data: Path, event_id: str, document: str, file: str, made: Ready) -> str:
    """Let a document be made; the id of the run.  ``file``: the name of the PDF.  Raises the problem ``runs_full``."""
    folder = data / "papers"
    folder.mkdir(exist_ok=True)
    clear(folder)
    running = sum(state_in(each).state == RUNNING for each in folder.iterdir() if (each / STATE).exists())
    if running >= MOST:
        raise Problem("runs_full", count=running)
    run = folder / new_id()
    run.mkdir(mode=0o700)
    (run / ORDER).write_bytes(pickle.dumps(made))
    write(run, State(event_id, document, file, RUNNING, 0, made.job.sheets, []))
    process = subprocess.Popen(
        [sys.executable, "-m", "referee.paper.child", str(run)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    threading.Thread(target=watch, args=(process, run), name=f"paper-{run.name}", daemon=True).start()
    return run.name


def watch(process: subprocess.Popen[bytes], run: Path) -> None:
    """Wait for the end of a run; one that ended before it was done is broken."""
    process.wait()
    if run.exists() and (found := state_in(run)).state == RUNNING:
        write(run, found._replace(state=BROKEN))


def look(data: Path, event_id: str, document: str, run_id: str) -> State:
    """How far a run is.  Raises the problem ``not_found``."""
    run = data / "papers" / run_id
    if not ID.fullmatch(run_id) or not (run / STATE).exists():
        raise Problem("not_found", path=run_id)
    found = state_in(run)
    if (found.event_id, found.document) != (event_id, document):
        raise Problem("not_found", path=run_id)
    return found


def pdf(data: Path, run_id: str) -> bytes:
    """The PDF of a run that is done."""
    return (data / "papers" / run_id / PDF).read_bytes()


def state_in(run: Path) -> State:
    """What is written in a run's folder; a run that has been silent for long is broken."""
    path = run / STATE
    found = State(**json.loads(path.read_text("utf-8")))
    if found.state == RUNNING and time.time() - path.stat().st_mtime > SILENT_SECONDS:
        return found._replace(state=BROKEN)
    return found


def write(run: Path, state: State) -> None:
    """Write how far a run is, whole or not at all."""
    part = run / f"{STATE}.{os.getpid()}"
    part.write_text(json.dumps(state._asdict()), "utf-8")
    part.replace(run / STATE)


def clear(folder: Path) -> None:
    """Take away the runs of long ago."""
    for each in folder.iterdir():
        if time.time() - each.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(each, ignore_errors=True)
