"""Verifying the file of the database, or its pages in PostgreSQL."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.referee.backup.test_verify_whole import verify
from tests.referee.support.databases import POSTGRESQL_ONLY, SQLITE_ONLY
from tests.referee.support.logged import logged_table
from tests.referee.support.world import World


def truncated(path: Path) -> None:
    """Cut off the last third of a file."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])


def zeroed(path: Path) -> None:
    """Fill a stretch in the middle with zeros, as after a bad sector."""
    content = bytearray(path.read_bytes())
    content[len(content) // 3 : len(content) // 3 + 40_000] = bytes(40_000)
    path.write_bytes(content)


def no_database(path: Path) -> None:
    """Replace it with something that is no database."""
    path.write_bytes(b"something else " * 1000)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def table_gone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE penalty_step")


def central_table_gone(path: Path) -> None:
    """Drop a table without which nothing can be read."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE entry")


def index_wrong(path: Path) -> None:
    """Make an index disagree with its table."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'event_id', 'round_id') WHERE name = 'ix_game_table_event_id'"
        )
        connection.commit()


@SQLITE_ONLY
def test_whatever_is_wrong_with_the_file_is_told_in_lines_and_by_the_exit_code(world: World, tmp_path: Path) -> None:
    logged_table(world, 2, 60)
    settings = world.service.settings
    world.stop()
    whole = (settings.data / "referee.db").read_bytes()
    codes = {no_database: 2, emptied: 2}
    for damage in (truncated, zeroed, no_database, emptied, table_gone, central_table_gone, index_wrong):
        code = codes.get(damage, 1)
        folder = tmp_path / damage.__name__
        folder.mkdir()
        (folder / "referee.db").write_bytes(whole)
        damage(folder / "referee.db")
        damaged = settings._replace(data=folder, database_url=f"sqlite:///{folder / 'referee.db'}")
        for jobs in ("1", "2"):
            ended = verify(damaged, "verify", "--jobs", jobs)
            assert ended.exit_code == code, f"{damage.__name__}: {ended.output}"
            assert ended.exception is None or isinstance(ended.exception, SystemExit)
            assert "Traceback" not in ended.output
            if code == 2:
                assert ended.stderr.startswith("referee: ")
                assert ended.stderr.count("\n") == 1


@SQLITE_ONLY
def test_a_database_that_is_locked_or_cannot_be_read_could_not_be_looked_at(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.core.database.database.BUSY_SECONDS", 0.1)
    settings = world.service.settings
    world.stop()
    with closing(sqlite3.connect(settings.data / "referee.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        ended = verify(settings)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "locked" in ended.stderr
    (tmp_path / "folder.db").mkdir()
    ended = verify(settings._replace(database_url=f"sqlite:///{tmp_path / 'folder.db'}"))
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr.startswith("referee: ")


@POSTGRESQL_ONLY
def test_the_pages_of_postgresql_are_looked_at_where_amcheck_is_there_and_else_verify_says_so(world: World) -> None:
    settings = world.service.settings
    ended = verify(settings)
    assert (ended.exit_code, "pages were not checked" in ended.stdout) == (0, True)
    with psycopg.connect(settings.database_url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION amcheck")
    ended = verify(settings)
    assert (ended.exit_code, "pages were not checked" in ended.stdout) == (0, False)
