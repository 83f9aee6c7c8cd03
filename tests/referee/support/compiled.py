"""Templates stay compiled from run to run: it takes longer than all the rest that a process of the tests loads."""

from __future__ import annotations

import hashlib
import shutil
from contextlib import suppress

import jinja2
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from referee.server import app
from tests.referee.support.migrated import PLACE, ROOT


class KeptTemplates(FileSystemBytecodeCache):
    """Compiled templates in a folder; where that is gone, for the code has changed meanwhile, nothing is kept."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a template that was compiled."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def keep_templates() -> None:
    """Have the applications of this process take compiled templates from files, and put there what is missing.

    Jinja compares the source; but what our functions make of constants it computes once, so that the files are those of
    our code as it is now.
    """
    parts = [jinja2.__version__]
    for file in sorted((ROOT / "referee").rglob("*.py")):
        state = file.stat()
        parts.append(f"{file} {state.st_size} {state.st_mtime_ns}")
    folder = PLACE / f"templates-{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:16]}"
    if not folder.exists():
        for old in PLACE.glob("templates-*"):
            shutil.rmtree(old, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
    vars(app)["COMPILED"] = KeptTemplates(str(folder))
