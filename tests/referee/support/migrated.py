"""An empty migrated SQLite database to copy: migrating one takes longer than most tests."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.core.database.migrate import upgrade

ROOT = Path(__file__).parents[3]
PLACE = ROOT / ".pytest_cache"
"""Where it is kept from run to run, for all processes of a run."""
MAKERS = ROOT / "referee" / "core" / "database"
"""The code that makes it."""


@cache
def migrated() -> Path:
    """The file of the database, which is made anew if the code that makes it has changed; never to be written to."""
    code = b"".join(file.read_bytes() for file in sorted(MAKERS.rglob("*.py")))
    kept = PLACE / f"migrated-{hashlib.sha256(code).hexdigest()[:16]}.db"
    if not kept.exists():
        PLACE.mkdir(exist_ok=True)
        for old in PLACE.glob("migrated-*.db"):
            old.unlink(missing_ok=True)
        with TemporaryDirectory(dir=PLACE) as folder:
            new = Path(folder) / "referee.db"
            upgrade(f"sqlite:///{new}")
            new.replace(kept)  # whole or not at all, whoever else makes it
    return kept
