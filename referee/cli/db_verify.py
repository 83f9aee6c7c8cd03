"""The checks of ``referee db verify``, one after another, and how their findings are printed."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

import click
import psycopg
from sqlalchemy.exc import SQLAlchemyError

from referee.backup.faults import quoted
from referee.backup.folder import Backup
from referee.backup.second import all_backups, newest_if_lost, second_place_fault
from referee.backup.verify import (
    KnownHeads,
    can_check_pages,
    change_findings,
    head_findings,
    newest_readable,
    page_findings,
    reported_missing_heads,
)
from referee.cli.service import NotReady, error_text, open_database
from referee.core.database.database import Database, consistent_read, sqlite_code
from referee.core.settings import Settings
from referee.log import heads
from referee.log.heads import restored_since
from referee.log.verify import Finding, findings
from referee.records import REFUSED
from referee.records.output import command_texts, visible
from rulesets.languages.counted import fill

ABOUT = (
    "SELECT t.id, t.number, t.seq, r.number, e.name FROM game_table t"
    " JOIN round r ON r.id = t.round_id JOIN event e ON e.id = t.event_id"
)
EVENTS = "SELECT id, name FROM event ORDER BY id"


class Contents(NamedTuple):
    """What there is to verify.  ``tables``: by id their number, entries, round and event; ``events``: names by id."""

    tables: dict[str, tuple[int, int, int, str]]
    events: dict[str, str]

    def label(self, about: str, language: str) -> str:
        """Return what a finding is about, in words."""
        words = command_texts("db_verify", language)
        if not about:
            return words["database"]
        if about in self.tables:
            number, _, of_round, event = self.tables[about]
            return words["table"].format(number=number, round=of_round, event=visible(event), id=about)
        if about in self.events:
            return words["event"].format(event=visible(self.events[about]), id=about)
        return words["gone"].format(id=about)


def verify_tables(settings: Settings, language: str, only: str | None, jobs: int) -> None:
    """Verify the database, or ``only`` one table, print the findings, and exit with code 1 if there are any.

    Raises `NotReady` and the database's errors if it cannot be examined.
    """
    try:
        verify_readable(settings, language, only, jobs)
    except (SQLAlchemyError, sqlite3.Error) as error:
        if sqlite_code(error) != sqlite3.SQLITE_CORRUPT:
            raise
        print_findings([Finding("", 0, "damaged", {"fault": error_text(error)})], Contents({}, {}), language)
        sys.exit(REFUSED)


def verify_readable(settings: Settings, language: str, only: str | None, jobs: int) -> None:
    """Verify a database as far as it can be read, and print the findings."""
    words = command_texts("db_verify", language)
    with open_database(settings, ready=True) as database:
        found = [] if only is not None else list(page_findings(database))
        try:
            contents = contents_of(database)
        except (SQLAlchemyError, sqlite3.Error, psycopg.Error) as error:
            if not found:
                raise
            contents = Contents({}, {})
            found.append(Finding("", 0, "unread", {"fault": error_text(error)}))
        notes = [] if can_check_pages(database) or only is not None else [words["no_pages"]]
    if only is not None and only not in contents.tables:
        raise NotReady(f"there is no table {only}")
    wanted = sorted(contents.tables) if only is None else [only]
    for each in findings(settings.database_url, wanted, jobs):
        found += each
    if only is None:
        found += chain_findings(settings, list(contents.events))
        known, unread, more = known_ends(settings, language)
        notes += more
        found += [*unread, *end_findings(settings, known), *emptied_findings(settings)]
    print_findings(found, contents, language)
    for note in notes:
        click.echo(note)
    counts = {
        "tables": len(wanted),
        "entries": sum(contents.tables[each][1] for each in wanted),
        "events": len(contents.events),
        "wrong": len({each.about for each in found}),
        "faults": len(found),
    }
    click.echo(fill(words["wrong" if found else "fine" if wanted or contents.events else "nothing"], **counts))
    if found:
        sys.exit(REFUSED)


def contents_of(database: Database) -> Contents:
    """Return the tables and events of a database.  Raises the database's errors."""
    return Contents(
        {row[0]: (row[1], row[2], row[3], row[4]) for row in database.rows(ABOUT, {})},
        {row[0]: row[1] for row in database.rows(EVENTS, {})},
    )


def chain_findings(settings: Settings, events: Sequence[str]) -> Iterator[Finding]:
    """Yield what is wrong with the hash chains of events."""
    with closing(Database(settings.database_url)) as database, consistent_read(database) as connection:
        for event_id in events:
            try:
                yield from change_findings(connection, event_id)
            except (SQLAlchemyError, sqlite3.Error, psycopg.Error) as error:
                yield Finding(event_id, 0, "unread", {"fault": error_text(error)})
                connection.rollback()


def known_ends(settings: Settings, language: str) -> tuple[list[KnownHeads], list[Finding], list[str]]:
    """Return where the newest backup and this machine last saw the logs end, what this machine's notes are if they
    cannot be read, and remarks on that for the user.
    """
    words = command_texts("db_verify", language)
    newest, faults = newest_readable(backups_in_force(settings))
    notes = [words["bad_backup"].format(fault=f"{fault.path}: {fault.told[language]}") for fault in faults]
    notes.append(words["no_backup"] if newest is None else words["backup"].format(name=newest.source))
    if (fault := second_place_fault(settings.backup_copy)) is not None:
        notes.append(words["bad_backup"].format(fault=f"{settings.backup_copy}: {quoted(fault)}"))
    unread: list[Finding] = []
    noted = None
    try:
        noted = heads.read(settings.data)
    except (OSError, heads.HeadsDamaged) as error:
        unread.append(Finding("", 0, "notes_unread", {"fault": error}))
    mine = [] if noted is None else [KnownHeads(heads.FILE, noted)]
    return [*mine, *([] if newest is None else [newest])], unread, notes


def backups_in_force(settings: Settings) -> list[Backup]:
    """The backups, newest first, without those that the restore of an older one has made void: what is in them was
    replaced on purpose.
    """
    listed = all_backups(settings.backups, settings.backup_copy)
    with closing(Database(settings.database_url)) as database:
        try:
            with consistent_read(database) as connection:
                return [each for each in listed if not restored_since(connection, each.made_at)]
        except (SQLAlchemyError, sqlite3.Error, psycopg.Error):  # `end_findings` says that it cannot be read
            return listed


def emptied_findings(settings: Settings) -> Iterator[Finding]:
    """Yield that the database is empty although there is a backup, unless the operator has accepted that."""
    with closing(Database(settings.database_url)) as database:
        try:
            kept = newest_if_lost(database, settings.backups, settings.backup_copy)
            if kept is None:
                return
            with consistent_read(database) as connection:
                accepted = restored_since(connection, kept.made_at)
        except (SQLAlchemyError, sqlite3.Error, psycopg.Error) as error:
            yield Finding("", 0, "unread", {"fault": error_text(error)})
            return
    if not accepted:
        yield Finding("", 0, "emptied", {"backup": kept.name})


def end_findings(settings: Settings, known: Sequence[KnownHeads]) -> Iterator[Finding]:
    """Yield the log ends that a backup, this machine or a page remembers and the database lacks; each only once."""
    known_findings: set[tuple[str, int, str]] = set()
    with closing(Database(settings.database_url)) as database, consistent_read(database) as connection:
        try:
            for each in (*known, *reported_missing_heads(connection)):
                for finding in head_findings(connection, each):
                    if (key := (finding.about, finding.seq, finding.what)) not in known_findings:
                        known_findings.add(key)
                        yield finding
        except (SQLAlchemyError, sqlite3.Error, psycopg.Error) as error:
            yield Finding("", 0, "unread", {"fault": error_text(error)})


def print_findings(found: Sequence[Finding], contents: Contents, language: str) -> None:
    """Print the findings, grouped by what they are about."""
    for about in dict.fromkeys(each.about for each in found):
        click.echo(contents.label(about, language))
        for each in found:
            if each.about == about:
                click.echo(f"  {each.sentence(language)}")
