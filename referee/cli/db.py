"""``referee db``: the database of the service: made, backed up, restored and verified."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from referee.backup.due import made
from referee.backup.folder import backups
from referee.backup.make import make
from referee.backup.read import BackupUnusable
from referee.backup.restore import RestoreRefused, replace, restore
from referee.backup.write import NothingThere, write
from referee.cli.edition import load_editions
from referee.cli.options import REFUSED, UNREADABLE, language
from referee.cli.printing import visible
from referee.log.verify import findings
from referee.settings import Settings, SettingsFault, from_environment
from referee.storage.database import Database
from referee.storage.migrate import DatabaseNewer, present, upgrade, wanted

Command = TypeVar("Command", bound=Callable[..., None])


class NotReady(Exception):
    """A database that a command cannot work with; the message says why, and what would be right."""


WORDS = {
    "en": {"table": "table {number} of round {round}, {event} ({id})",
           "fine": "{tables} tables, {entries} entries: each log is as it was written",
           "wrong": "{tables} tables, {entries} entries: {faults} faults at {wrong} tables"},
    "ja": {"table": "{event} 第{round}ラウンド {number}卓（{id}）",
           "fine": "{tables} 卓・記録 {entries} 件：すべて書き込まれたとおりです",
           "wrong": "{tables} 卓・記録 {entries} 件：{wrong} 卓に {faults} 件の誤りがあります"},
    "zh": {"table": "{event} 第 {round} 轮第 {number} 桌（{id}）",
           "fine": "{tables} 桌、{entries} 条记录：均与写入时相同",
           "wrong": "{tables} 桌、{entries} 条记录：{wrong} 桌有 {faults} 处错误"},
}  # fmt: skip

ABOUT = (
    "SELECT t.id, t.number, t.seq, r.number, e.name FROM game_table t"
    " JOIN round r ON r.id = t.round_id JOIN event e ON e.id = t.event_id"
)


def told(command: Command) -> Command:
    """The command, ended by one line and exit code 2 where something is in its way."""

    @wraps(command)
    def telling(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except BrokenPipeError:
            raise
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()
            fail(f"the database cannot be used: {reason[0] if reason else type(error).__name__}")
        except OSError as error:
            fail(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        except (SettingsFault, BackupUnusable, RestoreRefused, DatabaseNewer, NotReady) as error:
            fail(str(error))
        except NothingThere:
            fail("the database is empty: there is nothing to back up; `referee db upgrade` makes its tables")

    return telling  # type: ignore[return-value]


def fail(message: str) -> None:
    """End with a line on standard error."""
    click.echo(f"referee: {message}", err=True)
    sys.exit(UNREADABLE)


@contextmanager
def existing(settings: Settings, *, ready: bool = False) -> Iterator[Database]:
    """The database of the settings.  Raises `NotReady` where there is none, or with ``ready`` one of another step."""
    if make_url(settings.database_url).get_backend_name() == "sqlite":
        path = Path(make_url(settings.database_url).database or "")
        if not path.exists():
            raise NotReady(f"there is no database {path}; `referee db upgrade` makes it")
    with closing(Database(settings.database_url)) as database:
        if ready and not is_ready(database):
            raise NotReady("the tables of the database are not those of this version; see `referee db upgrade`")
        yield database


def is_ready(database: Database) -> bool:
    """Whether the database is at the step that this version needs."""
    with database.engine.connect() as connection:
        return present(connection) == wanted()


@click.group()
def db() -> None:
    """Make, back up, restore and verify the database of the service.

    Which one, the environment says: REFEREE_DATABASE_URL, or REFEREE_DATA for the embedded one.
    """


@db.command("upgrade")
@told
def upgrade_command() -> None:
    """Make the tables of the database, or take them on to what this version needs."""
    settings = from_environment()
    upgrade(settings.database_url)
    click.echo(f"{shown(settings)}: step {wanted()}")


def shown(settings: Settings) -> str:
    """The address of the database, without the password."""
    return make_url(settings.database_url).render_as_string()


@db.command("backup")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@told
def backup_command(file: Path | None) -> None:
    """Back the database up, into FILE or into the folder of backups, also while the service runs."""
    settings = from_environment()
    with existing(settings) as database:
        if file is None:
            backup = make(database, settings.backups, "hand")
            if is_ready(database):
                made(database, backup)
            file = backup.path
        elif file.exists():
            raise NotReady(f"{file} is there already; name a new file")
        else:
            write(database, file, database.now(), "hand")
    click.echo(f"{file}  {file.stat().st_size} bytes")


@db.command("list")
@told
def list_command() -> None:
    """List the backups of this machine, the newest first: moment, age (hours:minutes), bytes, reason, file."""
    for backup in backups(from_environment().backups):
        minutes = max(0, int(time.time()) - backup.made_at // 1000) // 60
        moment = datetime.fromtimestamp(backup.made_at // 1000).astimezone()
        age = f"{minutes // 60}:{minutes % 60:02}"
        click.echo(f"{moment:%Y-%m-%d %H:%M:%S %z}  {age:>7}  {backup.size:>11}  {backup.why:9}  {backup.path}")


@db.command("restore")
@click.option(
    "--replace", "replacing", is_flag=True, help="Put it in the place of what is there, after a backup of that."
)
@language
@click.argument("file", type=click.Path(path_type=Path))
@told
def restore_command(file: Path, language: str, replacing: bool) -> None:
    """Restore a backup into an empty database of either kind, and verify what came of it.

    The service must be stopped.  Exit 0: restored and verified; 1: restored, and some log is not as it was written;
    2: nothing was changed.
    """
    settings = from_environment()
    if replacing:
        rows, before = replace(file, settings.database_url, settings.backups)
        if before is not None:
            click.echo(before.path)
    else:
        rows = restore(file, settings.database_url)
    click.echo(f"{shown(settings)}: {rows} rows")
    verify_tables(settings, language, None, os.cpu_count() or 1)


@db.command("verify")
@click.option("--table", help="Only this table, by its id.")
@click.option("--jobs", type=click.IntRange(1), help="Processes to use.  [default: one for each core]")
@language
@told
def verify_command(table: str | None, jobs: int | None, language: str) -> None:
    """Derive every table anew from its log, and say what is not as it was written.

    Exit 0: nothing; 1: something; 2: it cannot be told.
    """
    verify_tables(from_environment(), language, table, jobs or os.cpu_count() or 1)


def verify_tables(settings: Settings, language: str, only: str | None, jobs: int) -> None:
    """Verify tables, print what is found, and end with the exit code 1 where that is anything."""
    words = WORDS[language]
    with existing(settings, ready=True) as database:
        about = {row[0]: row for row in database.rows(ABOUT, {})}
    if only is not None and only not in about:
        raise NotReady(f"there is no table {only}")
    wanted_ids = sorted(about) if only is None else [only]
    counts = {"tables": len(wanted_ids), "entries": sum(about[each][2] for each in wanted_ids), "wrong": 0, "faults": 0}
    for table_id, found in zip(
        wanted_ids, findings(settings.database_url, wanted_ids, jobs, load_editions), strict=True
    ):
        _, number, _, round_number, event = about[table_id]
        if found:
            label = words["table"].format(number=number, round=round_number, event=visible(event), id=table_id)
            click.echo(label)
        for each in found:
            click.echo(f"  {each.told(language)}")
        counts["wrong"] += bool(found)
        counts["faults"] += len(found)
    click.echo(words["wrong" if counts["faults"] else "fine"].format(**counts))
    if counts["faults"]:
        sys.exit(REFUSED)
