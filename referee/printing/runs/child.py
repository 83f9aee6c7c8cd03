"""The process that makes one long document: ``python -m referee.printing.runs.child FOLDER``.

`referee.printing.runs.runs` starts it.
"""

from __future__ import annotations

import json
import pickle
import sys
import time
from contextlib import suppress
from pathlib import Path

from referee.core.files import is_full
from referee.printing.job import PreparedDocument, render_pdf
from referee.printing.runs.state import DONE, FAULTY, FULL, ORDER, PDF, RUNNING, RunState, state_in, write
from tournaments.fault import Faulty
from tournaments.paper.page.press import PROGRESS

PROGRESS_SECONDS = 0.2
"""How often the progress is saved."""


def make(run: Path) -> None:
    """Make the document of a run; if the disk is full, set its state accordingly and leave no partial files."""
    begun = state_in(run)
    assert begun is not None, f"{run} asks for nothing"
    begun = begun._replace(state=RUNNING)
    try:
        write_pdf(run, begun)
    except OSError as error:
        if not is_full(error):
            raise
        for name in (PDF, ORDER):
            (run / name).unlink(missing_ok=True)
        with suppress(OSError):  # without that state the run counts as broken
            write(run, begun._replace(state=FULL))


def write_pdf(run: Path, begun: RunState) -> None:
    """Make the document, and save the progress on the way.  Raises OSError if the disk is full."""
    prepared: PreparedDocument = pickle.loads((run / ORDER).read_bytes())
    noted_at, sheets = 0.0, begun.sheets

    def note_progress(done: int, of: int) -> None:
        nonlocal noted_at, sheets
        sheets = of
        if time.monotonic() - noted_at > PROGRESS_SECONDS or done == sheets:
            noted_at = time.monotonic()
            write(run, begun._replace(done=done, sheets=sheets))

    PROGRESS.set(note_progress)
    try:
        pdf = render_pdf(prepared)
    except Faulty as faulty:
        faults = [[each.path, each.code, each.facts] for each in faulty.faults]
        write(run, begun._replace(state=FAULTY, faults=json.loads(json.dumps(faults, default=str))))
        return
    (run / PDF).write_bytes(pdf)
    write(run, begun._replace(state=DONE, done=sheets, sheets=sheets))


if __name__ == "__main__":
    make(Path(sys.argv[1]))
