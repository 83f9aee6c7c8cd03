"""The service's files are accessible to their owner only, however permissive the umask is."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.backup.write import make
from referee.core.database.database import Database
from referee.core.database.migrate import upgrade
from referee.core.settings import from_environment

pytestmark = pytest.mark.skipif(os.name != "posix", reason="on Windows the folder decides who reads a file")


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """A umask that lets everybody read and write new files."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """The modes of a folder and everything in it, by path."""
    found = [folder, *folder.rglob("*")]
    return {str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode) for path in found}


def used(data: Path) -> Database:
    """Return a service's database, still open, after writing to it and making a backup."""
    settings = from_environment({"REFEREE_DATA": str(data)})
    upgrade(settings.database_url)
    database = Database(settings.database_url)
    with database.write() as session:
        session.connection().exec_driver_sql("INSERT INTO rate_limit (name, opened_at, count) VALUES ('x', 1, 1)")
    make(database, settings.backups, "command")
    return database


def test_files_are_made_for_their_owner_alone(tmp_path: Path) -> None:
    database = used(tmp_path / "data")
    found = modes(tmp_path / "data")
    database.close()
    assert {"referee.db", "referee.db-wal", "referee.db-shm", "referee.db-writer", "secret", "backups"} <= found.keys()
    assert len(found) == 8  # including the folder itself and a backup
    assert {path: oct(mode) for path, mode in found.items() if mode & 0o077} == {}


def test_existing_files_are_made_private_at_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    used(data).close()
    for path in (data, *data.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    settings = from_environment({"REFEREE_DATA": str(data)})
    Database(settings.database_url).close()
    assert {path: oct(mode) for path, mode in modes(data).items() if mode & 0o077} == {}


def test_a_folder_that_everybody_shares_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    (tmp_path / "of-somebody").write_text("x")
    from_environment({"REFEREE_DATA": str(tmp_path)})
    found = modes(tmp_path)
    assert (found["."], found["of-somebody"], found["secret"]) == (0o1777, 0o666, 0o600)
