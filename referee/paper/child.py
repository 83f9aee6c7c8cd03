"""The process that makes one long document: ``python -m referee.paper.child FOLDER`` (`referee.paper.runs`)."""

from __future__ import annotations

import json
import pickle
import sys
import time
from pathlib import Path

from referee.paper.job import Ready, printed
from referee.paper.run_state import DONE, FAULTY, ORDER, PDF, state_in, write
from tournaments.fault import Faulty
from tournaments.paper.page.press import PROGRESS

OFTEN_SECONDS = 0.2
"""How often it is written down how far it is."""


def make(run: Path) -> None:
    """Make the document that a folder asks for."""
    begun = state_in(run)
    ready: Ready = pickle.loads((run / ORDER).read_bytes())
    told_at = 0.0

    def told(done: int, sheets: int) -> None:
        nonlocal told_at
        if time.monotonic() - told_at > OFTEN_SECONDS or done == sheets:
            told_at = time.monotonic()
            write(run, begun._replace(done=done, sheets=sheets))

    PROGRESS.set(told)
    try:
        made = printed(ready)
    except Faulty as faulty:
        faults = [[each.path, each.code, each.facts] for each in faulty.faults]
        write(run, begun._replace(state=FAULTY, faults=json.loads(json.dumps(faults, default=str))))
        return
    (run / PDF).write_bytes(made)
    sheets = state_in(run).sheets
    write(run, begun._replace(state=DONE, done=sheets, sheets=sheets))


if __name__ == "__main__":
    make(Path(sys.argv[1]))
