"""Backups: one format for both databases, a snapshot of one moment while others write, refused when altered."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from referee.backup.due import last_backup
from referee.backup.faults import BackupUnusable, RestoreRefused
from referee.backup.read import Part, check_backup, read_parts
from referee.backup.restore import replace, restore
from referee.backup.write import encode_line as line_of
from referee.backup.write import make, write
from referee.cli import main
from referee.core.database.database import Database
from referee.core.database.migrate import migrate_to, schema_transaction
from referee.core.settings import Settings, from_environment
from referee.log.table_game import TableGames
from referee.log.verify import findings
from referee.models import METADATA, Account
from referee.server.app import create_app
from rulesets.languages import LANGUAGES
from tests.referee.support.databases import EACH_DATABASE, SQLITE_ONLY, STRICTER_ONLY
from tests.referee.support.logged import logged_table, report_on
from tests.referee.support.world import World

pytestmark = EACH_DATABASE

PATIENCE = 60
"""Seconds after which something that should happen has not."""


@pytest.fixture
def other(settings: Settings, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of an empty database of the other kind, without tables; SQLite where there is no PostgreSQL."""
    if settings.database_url.startswith("sqlite"):
        try:
            server = request.getfixturevalue("postgresql_server")
        except AssertionError:
            return f"sqlite:///{tmp_path / 'other.db'}"
        return str(server.fresh("other")).replace("postgresql:", "postgresql+psycopg:")
    return f"sqlite:///{tmp_path / 'other.db'}"


def lines(path: Path) -> list[bytes]:
    """The lines of a backup without its header and trailer, which hold the time, and the record of restores."""
    rows = gzip.decompress(path.read_bytes()).splitlines()[1:-1]
    [noted] = [number for number, row in enumerate(rows) if row.startswith(b'{"table":"restored"')]
    end = next((number for number in range(noted + 1, len(rows)) if rows[number].startswith(b"{")), len(rows))
    return rows[: noted + 1] + rows[end:]  # the restore itself is recorded there


def until(true: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def ids(database: Database) -> list[str]:
    """The ids of all tables."""
    return [row[0] for row in database.rows("SELECT id FROM game_table ORDER BY id", {})]


def all_verify(url: str) -> int:
    """Verify all tables of a database and return their number."""
    database = Database(url)
    wanted = ids(database)
    database.close()
    assert list(findings(url, wanted)) == [[] for _ in wanted]
    return len(wanted)


@pytest.mark.postgresql  # rows go from SQLite to PostgreSQL and back
@pytest.mark.slow
def test_every_row_comes_back_from_the_other_database(world: World, other: str, tmp_path: Path) -> None:
    logged_table(world, 2, 60)
    with world.service.database.write() as session:
        session.add(Account(name='髙橋 é\n\U0001f3b2 "quoted\\"', login="", created_at=2**53 + 1, administrator=True))
    first = make(world.service.database, tmp_path / "1", "hand")
    rows = restore(first.path, other)
    assert rows == check_backup(first.path) == len(lines(first.path)) - count(first.path, b'{"table"')
    database = Database(other)
    second = make(database, tmp_path / "2", "hand")
    database.close()
    assert lines(second.path) == lines(first.path)
    assert all_verify(other) == 2
    third = f"sqlite:///{tmp_path / 'third.db'}"
    restore(second.path, third)
    database = Database(third)
    assert lines(make(database, tmp_path / "3", "hand").path) == lines(first.path)
    database.close()


def count(path: Path, beginning: bytes) -> int:
    """How many lines of a backup begin with these bytes."""
    return sum(line.startswith(beginning) for line in lines(path))


def test_a_backup_has_the_tables_that_are_there_whatever_database_was_backed_up_before(tmp_path: Path) -> None:
    found = []
    for step in ("head", "0030"):
        url = f"sqlite:///{tmp_path / step}.db"
        with schema_transaction(url) as connection:
            migrate_to(connection, step)
        database = Database(url)
        write(database, tmp_path / step, 1, "hand")
        database.close()
        rows = gzip.decompress((tmp_path / step).read_bytes()).splitlines()
        found.append({json.loads(row)["table"] for row in rows if row.startswith(b'{"table"')})
    assert found[0] == {*METADATA.tables}
    assert found[1] < found[0]


@pytest.mark.postgresql  # rows go from SQLite to PostgreSQL and back
def test_a_service_goes_on_with_what_was_restored(world: World, other: str, tmp_path: Path) -> None:
    table = logged_table(world, 2, 60)
    backup = make(world.service.database, tmp_path / "1", "hand")
    restore(backup.path, other)
    app = create_app(world.service.settings._replace(database_url=other))
    before = world.ask("GET", f"/tables/{table}").get_json()
    world.app, world.service = app, app.extensions["referee"]
    after = world.ask("GET", f"/tables/{table}").get_json()
    assert {**after, "now": 0} == {**before, "now": 0}
    report_on(world, table, 60, 10)
    world.service.close()
    assert all_verify(other) == 2


@pytest.mark.slow
def test_a_backup_made_while_reports_come_in_shows_one_moment(world: World, tmp_path: Path) -> None:
    tables = [logged_table(world, number, 5) for number in (2, 3, 4)]
    ended = threading.Event()
    writers = [threading.Thread(target=report_on, args=(world, each, 5, 10**6, ended.is_set)) for each in tables]
    for writer in writers:
        writer.start()
    backed_up = []
    try:
        for number in range(2):
            seen = sum(world.service.part(TableGames).current(each).seq for each in tables)
            backed_up.append(make(world.service.database, tmp_path / str(number), "scheduled"))
            until(lambda: sum(world.service.part(TableGames).current(each).seq for each in tables) > seen)  # noqa: B023
    finally:
        ended.set()
        for writer in writers:
            writer.join()
    entries = []
    for number, backup in enumerate(backed_up):
        url = f"sqlite:///{tmp_path / f'{number}.db'}"
        restore(backup.path, url)
        assert all_verify(url) == 4
        entries.append(count(backup.path, b'["' + tables[0].encode()))
    assert entries == sorted(entries)


@pytest.mark.slow
@SQLITE_ONLY
def test_a_bit_flipped_anywhere_in_the_file_is_found_and_nothing_is_changed(settings: Settings, tmp_path: Path) -> None:
    path = with_accounts(settings, tmp_path, 5)
    packed = path.read_bytes()
    text = gzip.decompress(packed)
    chosen = random.Random(1)

    def refused(content: bytes) -> None:
        path.write_bytes(content)
        with pytest.raises(BackupUnusable, match=path.name):
            restore(path, f"sqlite:///{tmp_path / 'empty.db'}")

    for at in chosen.sample(range(10, len(packed)), 60):  # the first ten are gzip's header and hold no data
        bit = chosen.randrange(8)
        if unpacked(flipped(packed, at, bit)) != text:  # not a padding bit, nor one that unpacks to the same bytes
            refused(flipped(packed, at, bit))
    for at in range(0, len(text), 11):  # with a matching gzip checksum
        refused(gzip.compress(flipped(text, at, chosen.randrange(8)), 1))
    assert not (tmp_path / "empty.db").exists()


def flipped(content: bytes, at: int, bit: int) -> bytes:
    """Return the bytes with one bit flipped."""
    return content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :]


def unpacked(content: bytes) -> bytes | None:
    """Return the content of a gzip file, or None if it cannot be unpacked."""
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error):
        return None


def with_accounts(settings: Settings, tmp_path: Path, number: int) -> Path:
    """Make a backup of a database with some accounts, called name-0, name-1, ..."""
    database = Database(settings.database_url)
    with database.write() as session:
        session.add_all([Account(name=f"name-{each}", created_at=each) for each in range(number)])
    backup = make(database, tmp_path / "made", "hand")
    database.close()
    return backup.path


def altered(rows: list[bytes], how: str) -> list[bytes]:
    """The lines of a backup as altered by somebody who could pack them again."""
    at = next(number for number, line in enumerate(rows) if b'"name-7"' in line)
    match how:
        case "value":
            return [line.replace(b"name-7", b"name-8") for line in rows]
        case "line gone":
            return rows[:at] + rows[at + 1 :]
        case "cut short":
            return rows[:at]
        case "end gone":
            return rows[:-1]
        case "twice":
            return rows + rows[-1:]
        case "no JSON":
            return [*rows[:at], rows[at][:-3] + b"\n", *rows[at + 1 :]]
        case "value too many":
            return [*rows[:at], rows[at].replace(b"]", b",1]"), *rows[at + 1 :]]
        case "something else":
            return [*rows[:at], b"17\n", *rows[at + 1 :]]
        case "format":
            return [rows[0].replace(b'"referee_backup":1', b'"referee_backup":2'), *rows[1:]]
        case "no header":
            return rows[1:]
        case "header not whole":
            return [b'{"referee_backup":1}\n', *rows[1:]]
        case "newer":
            newer = [line_of({**json.loads(rows[0]), "step": "9999"}), *rows[1:-1]]
            digest = hashlib.sha256(b"".join(newer)).hexdigest()
            return [*newer, line_of({**json.loads(rows[-1]), "sha256": digest})]
        case _:
            return []


ALTERED = {
    "value": "was altered: its 9 rows are not those written",
    "line gone": "was altered: its 8 rows are not those written",
    "cut short": "cut short",
    "end gone": "cut short",
    "twice": "something follows the end",
    "no JSON": "is no JSON",
    "value too many": "is no line of a backup",
    "something else": "is no line of a backup",
    "format": "has the format 2",
    "no header": "no header",
    "header not whole": "header of the backup is not whole",
    "newer": "step 9999.*newer version",
    "empty": "cut short",
}
ENGLISH = re.compile(r"\b(?:[a-z]+ ){2,}[a-z]+")


def test_a_backup_that_was_altered_and_packed_again_is_refused_by_what_is_wrong(
    settings: Settings, tmp_path: Path
) -> None:
    path = with_accounts(settings, tmp_path, 9)
    rows = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    for how, fault in ALTERED.items():
        path.write_bytes(gzip.compress(b"".join(altered(rows, how))))
        with pytest.raises(BackupUnusable, match=fault) as refused:
            restore(path, f"sqlite:///{tmp_path / 'empty.db'}")
        for language in set(LANGUAGES) - {"en"}:
            assert not ENGLISH.search(refused.value.told[language]), how
    assert not (tmp_path / "empty.db").exists()


@pytest.mark.slow
def test_only_an_empty_database_is_restored_into_unless_told_and_then_what_was_there_is_backed_up(
    world: World, tmp_path: Path
) -> None:
    url = world.service.settings.database_url
    logged_table(world, 2, 10)
    old = make(world.service.database, tmp_path / "old", "hand")
    logged_table(world, 3, 10)
    new = make(world.service.database, tmp_path / "new", "hand")
    with pytest.raises(RestoreRefused, match="in use"):
        replace(old.path, url, tmp_path / "before")
    world.stop()
    with pytest.raises(RestoreRefused, match="not empty"):
        restore(old.path, url)
    assert all_verify(url) == 3
    _, before = replace(old.path, url, tmp_path / "before")
    assert before is not None
    assert lines(before) == lines(new.path)
    assert all_verify(url) == 2


def test_a_restore_that_fails_half_way_leaves_what_was_there(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged_table(world, 2, 10)
    backup = make(world.service.database, tmp_path / "made", "hand")
    world.stop()

    def half(path: Path) -> Iterator[Part]:
        for part in read_parts(path):
            if part.table == "entry":
                raise BackupUnusable(path, "damaged", line=7)
            yield part

    monkeypatch.setattr("referee.backup.restore.read_parts", half)
    with pytest.raises(BackupUnusable):
        replace(backup.path, world.service.settings.database_url, tmp_path / "before")
    assert all_verify(world.service.settings.database_url) == 2


KILLED = """
import os, signal, sys
from pathlib import Path
from referee.backup import restore
real = restore.insert_rows
def insert_rows(*given):
    real(*given)
    os.kill(os.getpid(), signal.SIGKILL)
restore.insert_rows = insert_rows
restore.restore_backup(Path(sys.argv[1]), sys.argv[2], replace=sys.argv[3] == "replace")
"""


@pytest.mark.process
def test_a_restore_that_is_killed_leaves_what_was_there_and_the_next_one_goes_through(
    world: World, tmp_path: Path
) -> None:
    url = world.service.settings.database_url
    logged_table(world, 2, 10)
    backup = make(world.service.database, tmp_path / "made", "hand")
    logged_table(world, 3, 10)
    world.stop()
    command = [sys.executable, "-c", KILLED, str(backup.path), url, "replace"]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert all_verify(url) == 3
    empty = tmp_path / "empty.db"
    command[-2:] = [f"sqlite:///{empty}", "empty"]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert not empty.exists(), "half a database must not be left"
    assert restore(backup.path, f"sqlite:///{empty}") == check_backup(backup.path)
    assert [each.name for each in tmp_path.glob("empty.db*") if "restoring" in each.name] == []
    replace(backup.path, url, tmp_path / "before")
    assert all_verify(url) == 2


def test_a_database_of_something_else_is_never_cleared(settings: Settings, tmp_path: Path) -> None:
    database = Database(settings.database_url)
    backup = make(database, tmp_path / "made", "hand")
    database.close()
    with schema_transaction(settings.database_url) as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    with pytest.raises(RestoreRefused, match="something else"):
        replace(backup.path, settings.database_url, tmp_path / "before")
    with schema_transaction(settings.database_url) as connection:
        assert connection.scalar(text("SELECT count(*) FROM event")) == 0


# -- the command line


def run(settings: Settings, *arguments: str | Path) -> Result:
    """Run ``referee db`` with the settings."""
    environment = {"REFEREE_DATA": str(settings.data), "REFEREE_DATABASE_URL": settings.database_url}
    return CliRunner(env=environment).invoke(main, ["db", *map(str, arguments)])


@pytest.mark.slow
@STRICTER_ONLY
def test_the_commands_from_an_empty_folder_to_a_restored_and_verified_database(world: World, tmp_path: Path) -> None:
    settings = world.service.settings
    table = logged_table(world, 2, 20)
    assert run(settings, "backup").exit_code == 0
    assert run(settings, "backup", tmp_path / "one.jsonl.gz").exit_code == 0
    assert run(settings, "backup", tmp_path / "one.jsonl.gz").exit_code == 2
    assert "hand" in run(settings, "list").stdout
    assert last_backup(world.service.database).made_at is not None

    fresh = from_environment({"REFEREE_DATA": str(tmp_path / "fresh")})
    for command in (["backup"], ["verify"], ["restore", tmp_path / "none"], ["restore", Path(__file__)]):
        ended = run(fresh, *command)
        assert (ended.exit_code, ended.stdout) == (2, "")
        assert ended.stderr.startswith("referee: ")
        assert ended.stderr.count("\n") == 1
    restored = run(fresh, "restore", tmp_path / "one.jsonl.gz", "--lang", "ja")
    assert restored.exit_code == 0, restored.stderr
    assert "すべて書き込まれたとおりです" in restored.stdout
    assert run(fresh, "upgrade").exit_code == 0
    assert run(fresh, "verify", "--table", table).exit_code == 0
    assert run(fresh, "verify", "--table", "none").exit_code == 2

    database = Database(fresh.database_url)
    with database.write() as session:
        session.connection().execute(text("UPDATE entry SET author = 'B' WHERE seq = 7"))
    database.close()
    ended = run(fresh, "verify", "--jobs", "2")
    assert ended.exit_code == 1
    assert table in ended.stdout
    assert "Entry 7" in ended.stdout
