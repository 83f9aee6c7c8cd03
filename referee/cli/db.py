"""``referee db``: create, back up, restore and verify the database of the service."""

from __future__ import annotations

import os
import time
from datetime import datetime
from pathlib import Path

import click

from referee.backup.due import announce_backup
from referee.backup.restore import note_restored, replace, restore
from referee.backup.second import all_backups, copy, newest_if_lost, second_place_fault
from referee.backup.secret import WrongPassphrase, carried, is_set_outside, take_over, unseal, wait_for_restore
from referee.backup.write import make, write
from referee.cli.db_verify import verify_tables
from referee.cli.output import language_option
from referee.cli.service import NotReady, database_address, is_ready, open_database, reports_errors
from referee.core.database.migrate import newest_step, upgrade
from referee.core.settings import Settings, from_environment
from referee.log import heads


@click.group()
def db() -> None:
    """Create, back up, restore and verify the database of the service.

    The environment selects the database: REFEREE_DATABASE_URL, or REFEREE_DATA for the embedded one.
    """


@db.command("upgrade")
@reports_errors
def upgrade_command() -> None:
    """Create the tables of the database, or migrate them to this version.

    Exits with code 2 if the database is empty but there are backups: it was probably lost or moved.
    """
    settings = from_environment()
    upgrade(settings.database_url)
    click.echo(f"{database_address(settings)}: step {newest_step()}")
    with open_database(settings) as database:
        if (kept := newest_if_lost(database, settings.backups, settings.backup_copy)) is not None:
            raise NotReady(
                f"the database is empty, and there are backups in {kept.path.parent}: restore the newest, `referee db"
                f" restore {kept.path}`; or begin anew, `referee serve --begin-anew`"
            )


@db.command("backup")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@reports_errors
def backup_command(file: Path | None) -> None:
    """Back up the database to FILE or to the backup folder; works while the service is running."""
    settings = from_environment()
    with open_database(settings) as database:
        if file is None:
            backup = make(database, settings.backups, "hand")
            if is_ready(database):
                announce_backup(database, backup)
            click.echo(f"{backup.path}  {backup.size} bytes")
            if settings.backup_copy is not None:
                click.echo(copy(backup.path, settings.backup_copy))
        elif file.exists():
            raise NotReady(f"{file} is there already; name a new file")
        else:
            write(database, file, database.now(), "hand")
            click.echo(f"{file}  {file.stat().st_size} bytes")


@db.command("list")
@reports_errors
def list_command() -> None:
    """List the backups on this machine and in the second place, newest first.

    Each line has the time, age (hours:minutes), bytes, reason and file.
    """
    settings = from_environment()
    listed = all_backups(settings.backups, settings.backup_copy)
    for backup in listed:
        minutes = max(0, int(time.time()) - backup.made_at // 1000) // 60
        moment = datetime.fromtimestamp(backup.made_at // 1000).astimezone()
        age = f"{minutes // 60}:{minutes % 60:02}"
        click.echo(f"{moment:%Y-%m-%d %H:%M:%S %z}  {age:>7}  {backup.size:>11}  {backup.why:9}  {backup.path}")
    if not listed:
        click.echo(f"no backups in {settings.backups}", err=True)
    if (fault := second_place_fault(settings.backup_copy)) is not None:
        raise fault


@db.command("restore")
@click.option("--replace", "replacing", is_flag=True, help="Replace the existing data, after backing it up.")
@click.option("--links", is_flag=True, help="Take its secret over; asks for the passphrase.")
@language_option
@click.argument("file", type=click.Path(path_type=Path))
@reports_errors
def restore_command(file: Path, language: str, replacing: bool, links: bool) -> None:
    """Restore a backup into an empty database of either kind, and verify the result.

    With --links, its links and QR codes go on working on this machine.

    The service must be stopped.  Exit 0: restored and verified; 1: restored, but some log differs from what was
    written; 2: nothing was changed.
    """
    settings = from_environment()
    secret = opened_secret(settings, file) if links else None
    if replacing:
        rows, before = replace(file, settings.database_url, settings.backups)
        if before is not None:
            click.echo(before)
    else:
        rows = restore(file, settings.database_url)
    (settings.data / heads.FILE).unlink(missing_ok=True)
    if secret is not None:
        wait_for_restore(settings.data, secret)
        take_over(settings.data)
    click.echo(f"{database_address(settings)}: {rows} rows")
    verify_tables(settings, language, None, os.cpu_count() or 1)


def opened_secret(settings: Settings, file: Path) -> bytes:
    """Ask for the passphrase of the secret in a backup, and open it.  Raises `NotReady`."""
    if is_set_outside():
        raise NotReady("REFEREE_SECRET is set: set it to that of the machine that made the backup, without --links")
    found = carried(file, settings.secret, time.time_ns() // 1_000_000)
    if not found.sealed:
        raise NotReady(f"{file} holds no secret: no passphrase was set when it was made; restore it without --links")
    try:
        return unseal(found.sealed, click.prompt("Passphrase", hide_input=True))
    except WrongPassphrase as error:
        raise NotReady("this is not the passphrase; nothing was changed") from error


@db.command("verify")
@click.option("--table", help="The id of the only table to verify.")
@click.option("--jobs", type=click.IntRange(1), help="Number of processes.  [default: one per core]")
@language_option
@reports_errors
def verify_command(table: str | None, jobs: int | None, language: str) -> None:
    """Verify that nothing in the database was altered or lost.

    Checks the database's pages, each table's log and people's decisions, and that everything is there that the last
    backup, this machine's notes and the pages at the tables remember.

    Exit 0: no findings; 1: there are findings; 2: the database cannot be examined.
    """
    verify_tables(from_environment(), language, table, jobs or os.cpu_count() or 1)


@db.command("settle")
@reports_errors
def settle_command() -> None:
    """Accept the database as it is now.

    Whatever backups, this machine and the pages remember beyond it, as shown by `db verify`, no longer counts.
    """
    settings = from_environment()
    with open_database(settings, ready=True) as database:
        with database.write() as session:
            note_restored(session.connection(), database.now(), 0)
        (settings.data / heads.FILE).unlink(missing_ok=True)
    click.echo(f"{database_address(settings)}: what there is counts from now on")
