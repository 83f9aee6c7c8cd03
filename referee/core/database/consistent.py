"""Reading everything as it was at one moment, while others go on writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from referee.core.database.database import Database

IN_PARTS = {"yield_per": 500}
"""The execution option to read some rows at a time."""


@contextmanager
def consistent(database: Database) -> Iterator[Connection]:
    """A connection that sees the database as it was at its first statement, and writes nothing.

    It may take as long as it takes.  What reads a big table says ``IN_PARTS``, so that it needs little memory.
    """
    with database.engine.connect() as connection:
        if not database.is_sqlite:  # SQLite's reading transactions are like that anyway
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = '10min'")
        yield connection
