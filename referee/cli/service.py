"""What the commands of the service share: its database, their event and caller, and errors on one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, select

from referee.backup.faults import BackupUnusable, RestoreRefused
from referee.backup.write import NothingThere
from referee.core.command import Caller
from referee.core.database.database import Database
from referee.core.database.migrate import DatabaseNewer, current_step, newest_step
from referee.core.database.own_files import DatabaseLost
from referee.core.service import Service
from referee.core.settings import Settings, SettingsFault
from referee.models import Event
from referee.records.output import fail, visible

Command = TypeVar("Command", bound=Callable[..., None])


class NotReady(Exception):
    """A database that a command cannot work with; the message says why, and what would be right."""


def reports_errors(command: Command) -> Command:
    """Make a command report errors on one line and exit with code 2 instead of raising them."""

    @wraps(command)
    def reporting(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except BrokenPipeError:
            raise
        except (SQLAlchemyError, sqlite3.Error, psycopg.Error, DatabaseLost) as error:
            fail(f"the database cannot be used: {error_text(error)}")
        except BrokenProcessPool:
            fail("a process of this command was ended from outside, perhaps for want of memory; try --jobs 1")
        except OSError as error:
            fail(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
        except (SettingsFault, BackupUnusable, RestoreRefused, DatabaseNewer, NotReady) as error:
            fail(str(error))
        except NothingThere:
            fail("the database is empty: there is nothing to back up; `referee db upgrade` makes its tables")

    return reporting  # type: ignore[return-value]


def error_text(error: Exception) -> str:
    """Return why a database could not be used, in the first line of its own message."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


@contextmanager
def open_database(settings: Settings, *, ready: bool = False) -> Iterator[Database]:
    """Open the database of the settings.

    Raises `NotReady` if there is none or, with ``ready``, if it is not at the migration that this version needs.
    """
    if make_url(settings.database_url).get_backend_name() == "sqlite":
        path = Path(make_url(settings.database_url).database or "")
        if not path.exists():
            raise NotReady(f"there is no database {path}; `referee db upgrade` makes it")
    with closing(Database(settings.database_url)) as database:
        if ready and not is_ready(database):
            raise NotReady("the tables of the database are not those of this version; see `referee db upgrade`")
        yield database


@contextmanager
def operator(settings: Settings) -> Iterator[Caller]:
    """Provide the operator of this machine as a `Caller` of the service, who may do everything.

    Raises `NotReady` if the database is not at the migration that this version needs.
    """
    with open_database(settings, ready=True):
        pass
    with closing(Service(settings)) as service:
        yield Caller(service, None)


def is_ready(database: Database) -> bool:
    """Whether the database is at the migration that this version needs."""
    with database.engine.connect() as connection:
        return current_step(connection) == newest_step()


def database_address(settings: Settings) -> str:
    """Return the address of the database, without the password."""
    return make_url(settings.database_url).render_as_string()


def event_named(session: Session, name: str) -> Event:
    """Return the event with this id or exact name.  Raises `NotReady` if there is none, or more than one."""
    found = session.exec(select(Event).where((Event.id == name) | (Event.name == name))).all()
    if len(found) != 1:
        known = "; ".join(f"{each.id} {visible(each.name)}" for each in found)
        raise NotReady(f"there is no one event {visible(name)}{': ' if known else ''}{known}; give its id")
    return found[0]
