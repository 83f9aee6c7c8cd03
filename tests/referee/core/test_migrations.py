"""Migrations create exactly what the models describe, on both databases, one process at a time."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Boolean, Integer, String, Table, inspect, text
from sqlmodel.sql.sqltypes import AutoString

from referee.backup.restore import restore
from referee.backup.write import make
from referee.core.database.draft import FOLDER, draft
from referee.core.database.migrate import (
    DatabaseNewer,
    alembic_config,
    current_step,
    migrate_to,
    newest_step,
    schema_transaction,
    steps,
    upgrade,
)
from referee.core.settings import Settings
from referee.models import METADATA
from tests.referee.support import postgresql
from tests.referee.support.databases import EACH_DATABASE
from tests.referee.support.world import World

pytestmark = EACH_DATABASE


def test_migrating_an_empty_database_makes_exactly_what_the_models_are(settings: Settings) -> None:
    """When this fails, the models have changed: see `referee.core.database.draft`."""
    with schema_transaction(settings.database_url) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_a_draft_of_a_further_step_has_nothing_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.core.database.draft.FOLDER", tmp_path)
    body = draft("0003_same").read_text("utf-8")
    assert body.endswith('def upgrade() -> None:\n    """Make it so."""\n    pass\n')


def test_a_second_upgrade_changes_nothing_and_several_at_once_do_not_disturb_each_other(
    settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path / 'other.db'}"
    if "postgresql" in settings.database_url:
        server: postgresql.Server = request.getfixturevalue("postgresql_server")
        url = server.fresh("other").replace("postgresql:", "postgresql+psycopg:")
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(upgrade, [url] * 4)) == [None] * 4
    with schema_transaction(url) as connection:
        assert current_step(connection) == newest_step() == steps()[0]
        assert {*inspect(connection).get_table_names()} == {*METADATA.tables, "alembic_version"}


def test_what_the_first_version_kept_is_there_after_the_upgrade(settings: Settings) -> None:
    with schema_transaction(settings.database_url) as connection:
        METADATA.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
        migrate_to(connection, "0001")
        connection.execute(text("INSERT INTO event (id, name, language, created_at) VALUES ('e', '杯', 'ja', 1)"))
    upgrade(settings.database_url)
    with schema_transaction(settings.database_url) as connection:
        assert connection.execute(text("SELECT name, seed, locked_at FROM event")).all() == [("杯", "", None)]


def test_a_database_of_a_newer_version_is_refused_and_left_alone(settings: Settings) -> None:
    with schema_transaction(settings.database_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseNewer, match=r"step 9999.*up to \d{4}"):
        upgrade(settings.database_url)
    with schema_transaction(settings.database_url) as connection:
        assert current_step(connection) == "9999"


NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "9000"
down_revision = "{before}"


def upgrade() -> None:
    with op.batch_alter_table("game_table") as batch_op:
        batch_op.add_column(sa.Column("place", sa.Text(), nullable=False, server_default="hall"))
"""


def test_an_older_database_and_an_older_backup_are_taken_on_with_their_rows(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = world.service.settings.database_url
    backup = make(world.service.database, tmp_path / "made", "hand")
    world.service.database.engine.dispose()
    (tmp_path / "9000_next.py").write_text(NEXT.format(before=newest_step()))
    today = alembic_config()
    today.set_main_option("version_locations", os.pathsep.join([str(FOLDER), str(tmp_path)]))
    monkeypatch.setattr("referee.core.database.migrate.alembic_config", lambda: today)
    assert newest_step() == "9000"
    restored = f"sqlite:///{tmp_path / 'restored.db'}"
    restore(backup.path, restored)
    upgrade(url)
    for each in (url, restored):
        with schema_transaction(each) as connection:
            assert current_step(connection) == "9000"
            assert connection.execute(text("SELECT id, place FROM game_table")).all() == [(world.table, "hall")]


def test_a_step_that_fails_leaves_nothing_behind(settings: Settings) -> None:
    with pytest.raises(ZeroDivisionError), schema_transaction(settings.database_url) as connection:
        connection.execute(text("CREATE TABLE half (a INTEGER)"))
        raise ZeroDivisionError
    with schema_transaction(settings.database_url) as connection:
        assert "half" not in inspect(connection).get_table_names()


@pytest.mark.parametrize("table", METADATA.sorted_tables, ids=lambda table: table.name)
def test_columns_are_such_that_a_backup_can_carry_them(table: Table) -> None:
    """Strings, numbers and booleans fit into JSON; ids are our own, as a restored database would count from 1 again."""
    assert all(isinstance(column.type, AutoString | String | Integer | Boolean) for column in table.columns)
    assert table.autoincrement_column is None
    assert table.primary_key.columns
