"""What the start does when the database is empty although there are backups, or damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from referee.backup.folder import backups
from referee.backup.write import make
from referee.cli import main
from referee.core.database.database import Database
from referee.core.database.migrate import schema_transaction
from referee.core.settings import Settings
from referee.log.heads import HeadNotes
from referee.models import METADATA
from referee.server.start import StartFault, prepare
from tests.referee.support.databases import EACH_DATABASE, SQLITE_ONLY
from tests.referee.support.world import World

pytestmark = EACH_DATABASE


def emptied(settings: Settings) -> None:
    """Drop everything in a database."""
    with schema_transaction(settings.database_url) as connection:
        METADATA.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))


def restore(settings: Settings, *arguments: str) -> int:
    """Run `referee db restore` and return its exit code."""
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}
    return CliRunner(env=environment).invoke(main, ["db", "restore", *arguments]).exit_code


def test_an_empty_database_beside_backups_is_refused_with_the_way_to_restore(world: World) -> None:
    settings = world.service.settings
    kept = make(world.service.database, settings.backups, "scheduled")
    world.stop()
    emptied(settings)
    for _ in range(2):  # refused again, as the first refusal has not made an account
        with pytest.raises(StartFault, match="--begin-anew") as fault:
            prepare(settings)
        assert f"referee db restore {kept.path}" in str(fault.value)
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}
    ended = CliRunner(env=environment).invoke(main, ["db", "upgrade"])  # as it is run before gunicorn
    assert (ended.exit_code, f"restore {kept.path}" in ended.stderr) == (2, True)
    assert restore(settings, str(kept.path)) == 0
    assert prepare(settings).account is None


def test_an_empty_database_beside_backups_that_cannot_be_read_is_refused(world: World, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.write_text("what can be opened is no folder")
    settings = world.service.settings._replace(backup_copy=stick)
    world.stop()
    emptied(settings)
    with pytest.raises(StartFault, match="cannot be read"):
        prepare(settings)
    environment = {
        "REFEREE_DATA": str(settings.data),
        "REFEREE_DATABASE_URL": settings.database_url,
        "REFEREE_BACKUP_COPY": str(stick),
    }
    listed = CliRunner(env=environment).invoke(main, ["db", "list"])
    assert (listed.exit_code, str(stick) in listed.stderr, "no backups in" in listed.stderr) == (2, True, True)
    assert prepare(settings, anew=True).account is not None


def test_begin_anew_is_needed_only_once(world: World) -> None:
    settings = world.service.settings
    make(world.service.database, settings.backups, "scheduled")
    world.service.part(HeadNotes).note()
    world.stop()
    emptied(settings)
    assert prepare(settings, anew=True).account is not None
    assert prepare(settings).account is None
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}
    ended = CliRunner(env=environment).invoke(main, ["db", "verify", "--jobs", "1"])
    assert ended.exit_code == 0, "entries known from the last backup are not reported as missing"


def test_the_very_first_start_is_not_refused(settings: Settings) -> None:
    assert prepare(settings).account is not None
    with closing(Database(settings.database_url)) as database:
        make(database, settings.backups, "scheduled")
    assert prepare(settings).account is None


@SQLITE_ONLY
def test_a_damaged_database_is_told_in_a_line_and_a_backup_takes_its_place(world: World) -> None:
    settings = world.service.settings
    kept = make(world.service.database, settings.backups, "scheduled")
    world.stop()
    path = settings.data / "referee.db"
    path.write_bytes(b"no database " * 500)
    with pytest.raises(StartFault, match=rf"restore --replace {kept.path}"):
        prepare(settings)
    assert restore(settings, "--replace", str(kept.path)) == 0
    assert prepare(settings).account is None
    [aside] = settings.data.glob("referee.db-damaged-*")
    assert aside.read_bytes().startswith(b"no database")
    assert [each.why for each in backups(settings.backups)] == ["scheduled"]


def half(path: Path) -> None:
    """Overwrite the second half of a file with its first."""
    content = path.read_bytes()
    middle = len(content) // 2
    path.write_bytes(content[:middle] + content[: len(content) - middle])


def one_page(path: Path) -> None:
    """Overwrite the first page of a table that is not read at the start."""
    with closing(sqlite3.connect(path)) as connection:
        [[page]] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'penalty_step'")
        [[size]] = connection.execute("PRAGMA page_size")
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"something" * 50)


@SQLITE_ONLY
@pytest.mark.parametrize("overwrite", [half, one_page])
def test_a_database_half_overwritten_in_place_is_refused_though_its_head_is_sound(
    world: World, overwrite: Callable[[Path], None]
) -> None:
    settings = world.service.settings
    kept = make(world.service.database, settings.backups, "scheduled")
    world.stop()
    overwrite(settings.data / "referee.db")
    with pytest.raises(StartFault, match=rf"restore --replace {kept.path}"):
        prepare(settings)
