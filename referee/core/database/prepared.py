"""A statement of PostgreSQL's that is prepared once a connection and run by one call of libpq.

The driver's cursors and the pool of SQLAlchemy do the same at several times the processor's time, which a reported move
cannot afford.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import psycopg
from psycopg import OperationalError, errors, pq

STATEMENT_SECONDS = 15
"""How long a statement may take."""


class Prepared:
    """A statement with ``:name`` parameters that gives no rows; every place of a parameter has a type of its own."""

    def __init__(self, name: str, statement: str) -> None:
        self.name = name.encode()
        self._names: list[str] = []
        self._text = re.sub(r"(?<!:):([a-z_]+)", self._numbered, statement).encode()

    def _numbered(self, found: re.Match[str]) -> str:
        self._names.append(found[1])
        return f"${len(self._names)}"

    def run(self, session: PreparedSession, values: Mapping[str, Any]) -> int:
        """Run it as a transaction of its own; how many rows it wrote.  Raises the driver's errors."""
        texts = [_text(values[name]) for name in self._names]
        pgconn: Any = session.connection.pgconn
        if self.name not in session.known:
            _checked(pgconn.prepare(self.name, self._text))
            session.known.add(self.name)
        return _checked(pgconn.exec_prepared(self.name, texts)).command_tuples or 0


class PreparedSession(NamedTuple):
    """A connection of the driver that runs prepared statements only, and the names of those that it has prepared."""

    connection: psycopg.Connection[Any]
    known: set[bytes]


class PreparedSessions:
    """Connections for prepared statements: as many as threads ask at once, the last one used taken first."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._idle: list[PreparedSession] = []

    def run(self, statement: Prepared, values: Mapping[str, Any]) -> int:
        """Run a statement; how many rows it wrote.  Raises the driver's errors; where a connection is broken, all are
        given up, and the next statement gets a new one.
        """
        try:
            session = self._idle.pop()
        except IndexError:
            session = self._connected()
        try:
            return statement.run(session, values)
        except BaseException:
            if session.connection.pgconn.transaction_status != pq.TransactionStatus.IDLE:
                session.connection.close()
                self.close()
            raise
        finally:
            if not session.connection.closed:
                self._idle.append(session)

    def connect(self, count: int) -> None:
        """Have so many connections ready.  Raises the driver's errors."""
        while len(self._idle) < count:
            self._idle.append(self._connected())

    def _connected(self) -> PreparedSession:
        connection = psycopg.connect(self._address, autocommit=True, connect_timeout=5)
        connection.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
        return PreparedSession(connection, set())

    def close(self) -> None:
        """Close what is idle."""
        while self._idle:
            self._idle.pop().connection.close()


def _text(value: str | int | bool | None) -> bytes | None:
    """A parameter as PostgreSQL reads it."""
    if value is None:
        return None
    if value.__class__ is bool:
        return b"t" if value else b"f"
    return str(value).encode()


def _checked(result: Any) -> Any:
    """The result, unless it is an error: raises the driver's exception for that."""
    if result.status == pq.ExecStatus.COMMAND_OK:
        return result
    if result.error_field(pq.DiagnosticField.SQLSTATE) is None:  # it comes from here: the connection is gone
        raise OperationalError(result.error_message.decode("utf-8", "replace"))
    raise errors.error_from_result(result)
