"""How far a run is, in its folder: written by the process that makes the document, read by whoever asks."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

SILENT_SECONDS = 60
"""After so long without a word a run counts as ended."""
RUNNING, DONE, FAULTY, BROKEN = "running", "done", "faulty", "broken"
ORDER, STATE, PDF = "order.pickle", "state.json", "paper.pdf"


class State(NamedTuple):
    """How far a run is.  ``sheets``: in all; ``faults``: what cannot be printed, as path, code and facts."""

    event_id: str
    document: str
    file: str
    state: str
    done: int
    sheets: int
    faults: list[Any]


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
