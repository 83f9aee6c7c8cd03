"""Databases made by older versions are migrated with all their content, and published migrations never change.

`older/` has a database of every version that changed the tables, for SQLite and PostgreSQL, as its own code wrote it:
an event with a round, two tables with logs, and, from the migration that added them, results, decisions, penalties,
calls and cases. ``0001-first`` is of the very first version, whose migration 0001 had no table for backups.  Migrations
0004 and 0005 were never the last of a version.  ``0.1.0`` is the demo event (`referee demo --players 8`) as the last
code before 1.0.0 wrote it.
"""

from __future__ import annotations

import gzip
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from click.testing import CliRunner
from sqlalchemy import text

from referee.backup.restore import restore
from referee.backup.write import make
from referee.cli import main
from referee.core.chain import Author
from referee.core.database.database import Database
from referee.core.database.draft import FOLDER
from referee.core.database.migrate import current_step, migrate_to, newest_step, schema_transaction
from referee.core.settings import Settings, from_environment
from referee.log.append import Log, Posting
from referee.models import METADATA
from referee.server.assembly import assemble
from referee.server.start import prepare
from tests.referee.support import postgresql
from tests.referee.support.databases import DATABASES, EACH_DATABASE

pytestmark = EACH_DATABASE

OLDER = Path(__file__).parent / "older"
FROZEN = OLDER / "steps.sha256"
VERSIONS = ("0001-first", "0001", "0002", "0003", "0006", "0007")


@pytest.fixture(params=[(kind, version) for version in VERSIONS for kind in DATABASES], ids="-".join)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Settings, str]:
    """The settings of a service whose database is of an older version, and the name of that version."""
    kind, version = request.param
    return laid_out(request, kind, version, tmp_path), version


def laid_out(request: pytest.FixtureRequest, kind: str, version: str, tmp_path: Path) -> Settings:
    """The settings of a service whose database is that of the given version."""
    script = gzip.decompress((OLDER / f"{version}.{kind}.sql.gz").read_bytes()).decode()
    data = tmp_path / "data"
    data.mkdir()
    environment = {"REFEREE_DATA": str(data)}
    if kind == "sqlite":
        with closing(sqlite3.connect(data / "referee.db")) as connection:
            connection.executescript(script)
    else:
        server: postgresql.Server = request.getfixturevalue("postgresql_server")
        environment["REFEREE_DATABASE_URL"] = server.fresh("older")
        with psycopg.connect(environment["REFEREE_DATABASE_URL"], autocommit=True) as connection:
            connection.execute(script.encode())
    return from_environment(environment)


@pytest.mark.slow
def test_a_service_starts_on_it_finds_every_log_as_written_and_goes_on(older: tuple[Settings, str]) -> None:
    settings, version = older
    assert prepare(settings).account is None
    with schema_transaction(settings.database_url) as connection:
        assert current_step(connection) == newest_step()
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    parts = assemble(settings)
    [[table]] = parts.database.rows("SELECT id FROM game_table WHERE number = 1 AND seq = 3", {})
    move = {"type": "buy", "player": "B"}
    assert parts.part(Log).append(table, 3, [Posting("client-0004", move)], Author("B")).logged[0].line.accepted
    chained = {row[0] for row in parts.database.rows("SELECT kind FROM change", {})}
    parts.close()
    of_step = {
        "0002": {"decision", "adjustment", "table_result"},
        "0006": {"penalty", "penalty_step"},
        "0007": {"ruling_case", "case_step"},
    }
    assert chained == set().union(*(kinds for step, kinds in of_step.items() if step <= version))
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}
    ended = CliRunner(env=environment).invoke(main, ["db", "verify", "--jobs", "1"])
    found = [line for line in ended.stdout.splitlines() if line.startswith("  ")]
    # The rules have been improved since, and their version 1 is gone: answers may differ, but nothing else.
    otherwise = ("is not what the installed rules answer", "The installed rules decide entry")
    assert all(any(words in line for words in otherwise) for line in found), ended.output


@pytest.mark.slow
@pytest.mark.parametrize("kind", DATABASES)
def test_a_database_of_0_1_0_is_taken_on_and_every_report_in_it_is_judged_the_same(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    settings = laid_out(request, kind, "0.1.0", tmp_path)
    prepare(settings)
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}
    ended = CliRunner(env=environment).invoke(main, ["db", "verify", "--jobs", "1"])
    assert (ended.exit_code, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[-1] == "6 tables, 83 entries, 1 event: every log is as it was written"


@pytest.mark.slow
def test_a_backup_of_an_older_version_is_restored(older: tuple[Settings, str], tmp_path: Path) -> None:
    settings, _ = older
    with closing(Database(settings.database_url)) as database:
        backup = make(database, tmp_path / "made", "hand")
        [[entries]] = database.rows("SELECT count(*) FROM entry", {})
    url = f"sqlite:///{tmp_path / 'restored.db'}"
    restore(backup.path, url)
    with closing(Database(url)) as database:
        assert database.rows("SELECT count(*) FROM entry", {}) == [(entries,)]


def test_steps_that_were_published_never_change() -> None:
    """A published migration may have run anywhere: a further one corrects its mistakes (docs/architecture.md)."""
    kept = {name: digest for digest, name in map(str.split, FROZEN.read_text("ascii").splitlines())}
    now = {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in FOLDER.glob("[0-9]*.py")}
    changed = [name for name, digest in kept.items() if now.get(name) != digest]
    assert changed == [], f"{', '.join(changed)}: a published step was changed or removed; write a further step instead"
    new = "\n".join(f"{now[name]}  {name}" for name in sorted(now.keys() - kept.keys()))
    assert new == "", f"a new step: add to {FROZEN.name}\n{new}"


def test_the_steps_that_were_never_the_last_of_a_version_are_taken_on_too(tmp_path: Path) -> None:
    script = gzip.decompress((OLDER / "0003.sqlite.sql.gz").read_bytes()).decode()
    for step in ("0004", "0005"):
        path = tmp_path / f"{step}.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(script)
        with schema_transaction(f"sqlite:///{path}") as connection:
            migrate_to(connection, step)
        with schema_transaction(f"sqlite:///{path}") as connection:
            migrate_to(connection)
            assert connection.scalar(text("SELECT count(*) FROM entry")) == 58
