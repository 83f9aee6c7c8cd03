"""Loads all that a service loads at its start, and makes its applications: a process forked from one that has imported
this finds them there.

Compiling the templates takes longer than all the rest of a start, so they are kept from run to run (`compiled`); the
addresses of the application come next, and then the tables, which the first backup of a service reads.
"""

from __future__ import annotations

from flask import Flask
from sqlalchemy import create_engine

from referee.backup.write import tables_at
from referee.core.database.migrate import current_step
from referee.server import app
from referee.server.preload import preload_shared
from tests.referee.support.compiled import keep_templates
from tests.referee.support.migrated import migrated

keep_templates()
_engine = create_engine(f"sqlite:///file:{migrated()}?immutable=1&uri=true")
with _engine.connect() as _connection:
    tables_at(_connection, current_step(_connection) or "")
_engine.dispose()
make_anew = app.app_without_service
MADE = [make_anew(), make_anew()]
"""Applications without a service yet: one for the process that is started, one for each that it forks."""
for _each in MADE:
    preload_shared(_each)


def take_what_is_made() -> None:
    """Have this process, and those that it forks, take these applications where they would make the same."""

    def made() -> Flask:
        return MADE.pop() if MADE else make_anew()

    app.app_without_service = made
