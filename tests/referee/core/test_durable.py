"""What is acknowledged is on the disk: what SQLite's connections are set to, and what the system is asked for."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner

import referee
from referee.backup.restore import replace
from referee.backup.write import make
from referee.cli import main
from referee.core.database.migrate import upgrade
from referee.core.settings import Settings
from referee.log.heads import HeadNotes
from tests.referee.support.databases import SQLITE_ONLY
from tests.referee.support.world import World

WRITES = re.compile(
    r"\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP|WITH|COMMIT|PRAGMA journal_mode)\b", re.IGNORECASE
)
DURABLE = (2, 1, 1)
"""The settings `synchronous` (2 is FULL), `fullfsync` and `checkpoint_fullfsync`."""
PLACES = {
    "core/database/database.py": 3,  # the pool of each kind of database, and the connection for reports
    "core/database/migrate.py": 1,
    "backup/restore.py": 2,  # the second one is PostgreSQL's, and looks only
}
"""Where the program connects to a database, and how often."""


class Watched(sqlite3.Connection):
    """A connection that notes what it is set to whenever it writes.  ``seen``: by who connected, the settings."""

    seen: ClassVar[dict[str, set[tuple[int, ...]]]] = {}

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        ours = str(Path(referee.__file__).parent) + "/"
        files = [frame.filename for frame in traceback.extract_stack() if frame.filename.startswith(ours)]
        self.by = files[-1].removeprefix(ours) if files else ""

    def look(self, statement: str) -> None:
        """Note the settings if a statement writes."""
        if WRITES.match(statement):
            names = ("synchronous", "fullfsync", "checkpoint_fullfsync")
            now = tuple(super(Watched, self).execute(f"PRAGMA {name}").fetchone()[0] for name in names)
            self.seen.setdefault(self.by, set()).add(now)

    def cursor(self, *_factory: Any) -> WatchedCursor:  # type: ignore[override]
        return WatchedCursor(self)

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        if "PRAGMA journal_mode=WAL" not in statement:  # the first thing of each connection, before it writes
            self.look(statement)
        return super().execute(statement, *values)

    def commit(self) -> None:
        self.look("COMMIT")
        super().commit()


class WatchedCursor(sqlite3.Cursor):
    """A cursor of a watched connection."""

    def execute(self, statement: str, *values: Any) -> WatchedCursor:
        self.connection.look(statement)  # type: ignore[attr-defined]
        return super().execute(statement, *values)

    def executemany(self, statement: str, *values: Any) -> WatchedCursor:
        self.connection.look(statement)  # type: ignore[attr-defined]
        return super().executemany(statement, *values)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, set[tuple[int, ...]]]]:
    """What each connection opened from now on is set to when it writes, by the file that opened it."""
    connect = sqlite3.connect

    def connect_watched(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **{**options, "factory": Watched})
        return connection

    for module in (sqlite3, sqlite3.dbapi2):
        monkeypatch.setattr(module, "connect", connect_watched)
    Watched.seen = {}
    yield Watched.seen


def test_the_places_that_connect_are_known() -> None:
    """One that is new must be durable, and be exercised below."""
    root = Path(referee.__file__).parent
    found = {
        str(path.relative_to(root)): len(re.findall(r"sqlite3\.connect\(|create_engine\(", text))
        for path in root.rglob("*.py")
        if (text := path.read_text("utf-8"))
    }
    assert {path: count for path, count in found.items() if count} == PLACES


@SQLITE_ONLY
def test_every_connection_that_writes_is_durable(
    watched: dict[str, set[tuple[int, ...]]], settings: Settings, world: World, tmp_path: Path
) -> None:
    world.stop()
    assert world.report(0, {"type": "roll", "player": "A", "dice": [3, 4]}).status_code == 201
    world.made("/events", name="Event")
    world.service.part(HeadNotes).note()
    backup = make(world.service.database, settings.backups, "hand")
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}
    assert CliRunner(env=environment).invoke(main, ["db", "settle"]).exit_code == 0
    world.stop()
    upgrade(f"sqlite:///{tmp_path / 'new.db'}")
    replace(backup.path, settings.database_url, settings.backups)
    assert watched.keys() > {"core/database/database.py", "core/database/migrate.py", "backup/restore.py"}
    assert {path: how for path, how in watched.items() if how != {DURABLE}} == {}


PROGRAM = """
import os
import sys
from contextlib import closing
from pathlib import Path
from referee.backup.write import make
from referee.core.database.database import Database
from referee.core.database.migrate import upgrade
from referee.log import heads
from referee.models import Event

data = Path(sys.argv[1])
url = f"sqlite:///{data / 'referee.db'}"
upgrade(url)
with closing(Database(url)) as database:
    def session():
        with database.write() as session:
            session.add(Event(name="Event", created_at=1))
    database.rows("SELECT 1", {})
    for name, act in {
        "begin": lambda: None,
        "session": session,
        "report": lambda: database.run_durably(lambda execute: execute("UPDATE event SET name = 'E'", {}), single=True),
        "heads": lambda: heads.write(data, heads.Heads(1, {}, {})),
        "backup": lambda: make(database, data / "backups", "hand"),
    }.items():
        act()
        os.write(1, f"done {name}\\n".encode())
"""
SYNCED = {
    "session": ["referee.db-wal"],
    "report": ["referee.db-wal"],
    "heads": ["heads.json-"],
    "backup": [".part", "/backups>"],
}
"""What the system must have been asked to write to the disk before each of these is said to be done."""


@pytest.mark.process
def test_the_system_is_asked_to_write_to_the_disk_before_anything_is_said_to_be_done(
    tmp_path: Path, strace: str
) -> None:
    (tmp_path / "data").mkdir()
    trace = tmp_path / "trace"
    command = [strace, "-f", "-y", "-s", "40", "-e", "trace=fsync,fdatasync,write", "-o", str(trace)]
    done = subprocess.run(
        [*command, sys.executable, "-c", PROGRAM, str(tmp_path / "data")], capture_output=True, text=True, check=False
    )
    if "ptrace" in done.stderr or "Operation not permitted" in done.stderr:
        pytest.skip(f"strace may not trace here: {done.stderr.splitlines()[0]}")
    assert done.returncode == 0, done.stderr
    lines = iter(trace.read_text("utf-8", "replace").splitlines())
    for name in ("begin", *SYNCED):
        before = []
        while f'"done {name}' not in (line := next(lines)):
            before.append(line)
        synced = [line for line in before if re.search(r"\bf(data)?sync\(.*= 0$|resumed", line)]
        for path in SYNCED.get(name, []):
            assert any(path in line for line in synced), (name, path, before)
