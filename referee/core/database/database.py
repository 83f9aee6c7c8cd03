"""The database: how it is opened, read and written, in the same way on SQLite and PostgreSQL."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, ExceptionContext, PoolProxiedConnection, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from referee.core.database.changes import Changes
from referee.core.database.group_commit import Execute, GroupCommit, T, Work
from referee.core.database.own_files import DatabaseLost, OwnFiles
from referee.core.database.write_turn import Turn, WriterLock
from referee.core.files import restrict_database
from referee.core.steady_clock import Steady, passed, read_machine_clocks

POOL = 20
"""How many connections a process keeps at most."""
BUSY_SECONDS = 10
"""How long SQLite waits for a writer that does not use our lock, such as a person with a database tool."""
CLOCK_SECONDS = 5
"""How often the shared database's clock is read again."""
MAX_ANSWER_MS = 2000
"""Milliseconds after which an answer of the shared database's clock is too late to be used."""
STATEMENT_SECONDS = 15
"""How long a statement may take on PostgreSQL."""

SAME_STEP = text("UPDATE alembic_version SET version_num = version_num")
"""Writes the one row that every database has, as it is."""

Row = tuple[Any, ...]


class Database:
    """A database and its connection pool; create it once per process, after forking.

    ``read()`` and ``write()`` give a `Session`; ``run_durably()`` and ``rows()`` use the driver directly, for the one
    path where time matters, a reported move.
    """

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._files: OwnFiles | None = None
        self._writers: WriterLock | None = None
        self._writer: sqlite3.Connection | None = None
        # Errors hide their parameters: passwords and tokens, even as hashes, do not belong in the log.
        if self.is_sqlite:
            path = Path(self.url.database or "")
            restrict_database(path)
            files = self._files = OwnFiles(path)
            self._writers = WriterLock(path.with_name(path.name + "-writer"))
            self.engine = create_engine(
                self.url,
                pool_size=POOL,
                max_overflow=0,
                hide_parameters=True,
                connect_args={"timeout": BUSY_SECONDS, "isolation_level": None},
            )
            event.listen(self.engine, "do_connect", lambda *_connection: files.require())
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "connect", lambda *_connection: files.opened())
            event.listen(self.engine, "begin", _begin_sqlite)
        else:
            self.engine = create_engine(
                self.url,
                pool_size=POOL,
                max_overflow=0,
                pool_pre_ping=False,
                hide_parameters=True,
                connect_args={"connect_timeout": 5},
            )
            event.listen(self.engine, "connect", _prepare_postgresql)
            event.listen(self.engine, "handle_error", _discard_if_read_only)
            event.listen(self.engine, "checkin", _keep_unless_read_only)
        self._turn = Turn(self._writers or nullcontext())
        self._group_commit = GroupCommit(self._turn, self._sqlite_writer, self.check_files)
        self.clock = Steady(read_machine_clocks if self.is_sqlite else self._read_server_clock)
        self.agreed: int | None = None  # the clock's correction that all processes use; None: not read yet
        self._server_reading = (0, 0)
        self._next_reading_at = 0

    # -- the service's clock

    def now(self) -> int:
        """The current time in milliseconds since 1970, UTC, by the clock of the database's machine, made steady.

        Machines that share a database thereby share a clock.  It is read again every few seconds.
        """
        return self.clock.now()

    def check_clock(self) -> None:
        """Read the wall clock now, so that a step is noticed at once."""
        self._next_reading_at = 0
        self.clock.now()

    def _read_server_clock(self) -> tuple[int, int]:
        """The shared database's clock, and this machine's steady one, which carries it on until it is read again."""
        before = passed()
        if before >= self._next_reading_at:
            with self.engine.connect() as connection:
                before = passed()
                theirs = connection.scalar(text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
                after = passed()
            # A late answer does not tell when it was given; but the first one has to do, as there is no other.
            if after - before <= MAX_ANSWER_MS or not self._server_reading[0]:
                self._server_reading = (int(theirs or 0), (before + after) // 2)
            self._next_reading_at = after + CLOCK_SECONDS * 1000
            before = after
        wall, then = self._server_reading
        return wall + before - then, before

    # -- the files of SQLite

    def check_files(self) -> None:
        """Check that the files of an SQLite database are still those that this process writes to.

        It is checked before and after each transaction that writes: what was committed is not acknowledged unless it
        went where it will be found again.  Raises `DatabaseLost`.
        """
        if self._files is not None:
            self._files.check()

    def is_still_open(self) -> bool:
        """Whether a lost SQLite database can still be read as it was written, from the files that are open."""
        return self._files is None or self._files.readable

    @property
    def lost(self) -> str | None:
        """What has happened to the files of an SQLite database that is lost; None while they are there."""
        return self._files.lost if self._files is not None else None

    # -- sessions

    def connect(self, count: int) -> None:
        """Open so many connections, so that the first requests need not wait for them.  Raises the driver's errors."""
        with ExitStack() as held:
            for _ in range(count):
                held.enter_context(self.engine.connect())

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session to read with; nothing written in it is committed."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A session to write with, in one durable transaction: committed at the end, rolled back on an error.  What
        people decide is chained in the same transaction (`referee.core.database.changes`).
        """
        now = self.now()
        with self._turn, Session(self.engine, expire_on_commit=False) as session:
            self.check_files()
            session.connection(execution_options={"writes": True})
            changes = Changes(session)
            yield session
            changes.chain(now)
            session.commit()
            self.check_files()

    def check_writable(self) -> None:
        """Write something without keeping it.  Raises what a transaction that writes would raise.

        It costs no write to the disk, so it cannot tell that the disk is full.
        """
        with self._turn, self.engine.connect() as connection:
            self.check_files()
            connection.execution_options(writes=True)
            connection.execute(SAME_STEP)
            connection.rollback()

    # -- the driver itself, for the path of a reported move

    def run_durably(self, work: Work[T], *, single: bool) -> T:
        """Do work that writes with the driver's ``execute(statement, values)`` in a durable transaction; return its
        result.

        On SQLite the transaction is shared with others who write at the same time.  ``single``: the work is one
        statement, which PostgreSQL makes durable without an explicit transaction; that saves two round trips of three.
        """
        if self.is_sqlite:
            return self._group_commit.run(work)
        with self._driver() as connection, self._turn, nullcontext() if single else connection.transaction():
            return work(connection.execute)

    def _sqlite_writer(self) -> sqlite3.Connection:
        """The one connection that moves are written with, for whoever holds the lock."""
        if self._writer is None:
            assert self._files is not None
            self._files.require()
            connection = sqlite3.connect(
                self.url.database or "", timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            _prepare_sqlite(connection, None)
            self._files.opened()
            self._writer = connection
        return self._writer

    @contextmanager
    def _driver(self) -> Iterator[Any]:
        """A connection of the driver in autocommit mode: every statement outside a transaction is one of its own."""
        borrowed = self.engine.raw_connection()
        connection: Any = borrowed.driver_connection
        try:
            if not self.is_sqlite:
                connection.autocommit = True
            yield connection
            if not self.is_sqlite:
                connection.autocommit = False
        except BaseException as error:
            self._take_back(borrowed, error)
            raise
        borrowed.close()

    def _take_back(self, borrowed: PoolProxiedConnection, error: BaseException) -> None:
        """Take back a connection on which something failed; if it is broken, or is for reading only since the database
        was switched, discard it and the rest of the pool.
        """
        connection: Any = borrowed.driver_connection
        if self.is_sqlite or not (connection.closed or connection.broken or is_read_only(error)):
            with suppress(Exception):
                connection.rollback()
                if not self.is_sqlite:
                    connection.autocommit = False
                borrowed.close()
                return
        borrowed.invalidate(error)
        self.engine.dispose(close=False)

    def sql(self, statement: str) -> str:
        """A statement with ``:name`` parameters, translated to the parameter style of this database's driver."""
        return statement if self.is_sqlite else re.sub(r"(?<!:):([a-z_]+)", r"%(\1)s", statement)

    def rows(self, statement: str, values: Mapping[str, Any]) -> list[Row]:
        with self._driver() as connection:
            return connection.execute(statement, values).fetchall()  # type: ignore[no-any-return]

    def close(self) -> None:
        self.engine.dispose()
        if self._writer is not None:
            self._writer.close()
        if self._writers is not None:
            self._writers.close()


def driver_execute(session: Session) -> Execute:
    """The driver's ``execute(statement, values)`` in a session's own transaction."""
    connection: Any = session.connection().connection.driver_connection
    return connection.execute  # type: ignore[no-any-return]


def is_unavailable(error: BaseException) -> bool:
    """Whether an error means that the database cannot be used at the moment (away, full, read-only, lost), rather than
    that it was used wrongly.
    """
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.OperationalError | PoolTimeout) or is_lost(error):
        return True
    if not type(cause).__module__.startswith("psycopg"):
        return False
    return _has_base(cause, "OperationalError") or is_read_only(cause)


def is_read_only(error: BaseException | None) -> bool:
    """Whether PostgreSQL has refused to write: it has become a standby, or somebody has switched it to reading only."""
    return _has_base(error.orig if isinstance(error, DBAPIError) else error, "ReadOnlySqlTransaction")


def is_lost(error: BaseException) -> bool:
    """Whether an error means that the files of an SQLite database were taken away or damaged while it was open."""
    return isinstance(error, DatabaseLost) or sqlite_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def sqlite_code(error: BaseException) -> int:
    """SQLite's primary error code, such as `sqlite3.SQLITE_CORRUPT`; 0 for an error that is not SQLite's."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF


def is_duplicate(error: BaseException) -> bool:
    """Whether an error means that a constraint was violated, such as by a duplicate row."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return _has_base(cause, "IntegrityError")


def _has_base(error: BaseException | None, name: str) -> bool:
    return error is not None and any(base.__name__ == name for base in type(error).__mro__)


def make_durable(connection: sqlite3.Connection, _record: object = None) -> None:
    """Have SQLite wait until the disk has what a transaction has written, and macOS until the disk itself says so.

    For every connection that writes: what SQLite does by default depends on who has built it.
    """
    for pragma in ("synchronous=FULL", "fullfsync=ON", "checkpoint_fullfsync=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA foreign_keys=ON")
    make_durable(connection)


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare_postgresql(connection: Any, _record: object) -> None:
    connection.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
    connection.execute("SET idle_in_transaction_session_timeout = '30s'")
    connection.commit()


def _discard_if_read_only(context: ExceptionContext) -> None:
    """Treat a session that may not write as broken: it would stay so after the database can be written again."""
    if is_read_only(context.original_exception):
        context.is_disconnect = True


def _keep_unless_read_only(connection: Any, record: ConnectionPoolEntry) -> None:
    """Do not keep a session of which the server has said that it may not write; it says so from version 14 on."""
    if connection is not None and any(connection.info.parameter_status(each) == "on" for each in READ_ONLY):
        record.invalidate()


READ_ONLY = ("default_transaction_read_only", "in_hot_standby")
"""What a PostgreSQL server tells about a session, at its start and whenever it changes."""
IN_BATCHES = {"yield_per": 500}
"""The execution option that fetches rows in batches."""


@contextmanager
def consistent_read(database: Database) -> Iterator[Connection]:
    """A connection that sees a snapshot of the database, taken at its first statement, and writes nothing.

    It may be used for any length of time.  Read a big table with ``IN_BATCHES``, so that little memory is needed.
    """
    with database.engine.connect() as connection:
        if not database.is_sqlite:  # SQLite's read transactions are snapshots anyway
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = '10min'")
        yield connection
